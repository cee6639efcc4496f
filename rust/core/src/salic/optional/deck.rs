//! The cards of a game in dealing order, numbered so that a set of them is one machine word.

use super::ranks::{Counts, MOST_RANKS, Order, RankSet};
use crate::card::{Card, Suit};
use crate::rules::{Place, StarterLimit};
use crate::salic::SalicPosition;

/// The most cards besides the bases: 12 row ranks, 8 of each.
pub(super) const MOST_CARDS: usize = 96;
/// The most columns: one for each base card.
pub(super) const MOST_COLUMNS: usize = 8;
/// No card.
pub(super) const NO_CARD: u8 = u8::MAX;

/// A set of cards, bit `i` for card number `i`.
pub(super) type CardSet = u128;

/// The cards that are not on foundations and no bases, numbered column by column from the bottom, then in dealing order.
///
/// Every column is an interval of numbers, as the stock continues the newest column: a position of the deal is the number
/// of cards dealt and the set of dealt cards that still lie in the columns.
#[derive(Clone, Debug)]
pub(super) struct Deck {
    /// The ranks that take part and what each needs.
    pub(super) order: Order,
    /// The number of cards.
    pub(super) cards: usize,
    /// How many of them lie in columns at the start.
    pub(super) dealt: usize,
    /// The rank of each card.
    pub(super) rank: [u8; MOST_CARDS],
    /// The column of each card, also of those to be dealt.
    pub(super) column: [u8; MOST_CARDS],
    /// Where the interval of each column begins, and after the last one where it ends.
    pub(super) starts: [u8; MOST_COLUMNS + 1],
    /// The number of columns in the end.
    pub(super) columns: usize,
    /// The columns already begun at the start.
    pub(super) columns_begun: usize,
    /// The cards of each rank.
    pub(super) of_rank: [CardSet; MOST_RANKS],
    /// How many of each rank are on foundations at the start.
    pub(super) out: Counts,
    /// The limit on starters, if there is one.
    quota: Option<Quota>,
}

/// What limits the starters that may be out.
#[derive(Clone, Debug)]
struct Quota {
    /// For each number of columns begun, the bases dealt of each suit, or in all when suits do not matter (entry 0).
    bases: [[u8; Suit::COUNT]; MOST_COLUMNS + 1],
    /// The suit of each card, 0 when suits do not matter.
    suit: [u8; MOST_CARDS],
    /// The cards of each suit, or all.
    of_suit: [CardSet; Suit::COUNT],
    /// For each rank, how many of each suit are out at the start.
    out: [[u8; Suit::COUNT]; MOST_RANKS],
}

/// Gives the set of the cards below number `end`.
pub(super) const fn below(end: usize) -> CardSet {
    (1 << end) - 1
}

/// Gives the highest card of a set that is not empty.
pub(super) const fn highest(cards: CardSet) -> usize {
    127 - cards.leading_zeros() as usize
}

impl Deck {
    /// Numbers the cards of a position. Starters that no limit can stop are free (see [`Order`]) if `starters_at_once`.
    pub(super) fn new(position: &SalicPosition, starters_at_once: bool) -> Self {
        let rules = position.rules();
        let ranks: Vec<_> = rules.rows.iter().flatten().copied().collect();
        let number_of = |rank| ranks.iter().position(|&known| known == rank).expect("a row rank");
        let mut order = Order::new(ranks.len());
        for (number, &rank) in ranks.iter().enumerate() {
            match rules.place(rank) {
                Some(Place::After(previous)) => order.follow(number, number_of(previous)),
                _ if rules.starter_limit != StarterLimit::None => order.set_limited(number),
                _ if starters_at_once => order.set_free(number),
                _ => {}
            }
        }
        let mut deck = Self {
            order,
            cards: 0,
            dealt: 0,
            rank: [0; MOST_CARDS],
            column: [0; MOST_CARDS],
            starts: [0; MOST_COLUMNS + 1],
            columns: 0,
            columns_begun: position.columns().len(),
            of_rank: [0; MOST_RANKS],
            out: Counts::ZERO,
            quota: None,
        };
        for (number, &rank) in ranks.iter().enumerate() {
            deck.out.add(number, position.out_of_rank(rank) as u8);
        }
        let mut suits = [0; MOST_CARDS];
        let mut base_suits = Vec::new();
        let mut add = |deck: &mut Self, card: Card| {
            if card.rank() == rules.base {
                deck.starts[deck.columns] = deck.cards as u8;
                deck.columns += 1;
                base_suits.push(card.suit().index());
            } else {
                deck.rank[deck.cards] = number_of(card.rank()) as u8;
                deck.column[deck.cards] = deck.columns as u8 - 1;
                deck.of_rank[usize::from(deck.rank[deck.cards])] |= 1 << deck.cards;
                suits[deck.cards] = card.suit().index() as u8;
                deck.cards += 1;
            }
        };
        for &card in position.columns().iter().flatten() {
            add(&mut deck, card);
        }
        deck.dealt = deck.cards;
        for card in position.stock() {
            add(&mut deck, card);
        }
        deck.starts[deck.columns] = deck.cards as u8;
        let by_suit = match rules.starter_limit {
            StarterLimit::None => return deck,
            StarterLimit::Bases => false,
            StarterLimit::Suit => true,
        };
        let mut quota = Quota {
            bases: [[0; Suit::COUNT]; MOST_COLUMNS + 1],
            suit: [0; MOST_CARDS],
            of_suit: [0; Suit::COUNT],
            out: [[0; Suit::COUNT]; MOST_RANKS],
        };
        let group = |suit: usize| if by_suit { suit } else { 0 };
        for (column, &suit) in base_suits.iter().enumerate() {
            quota.bases[column + 1] = quota.bases[column];
            quota.bases[column + 1][group(suit)] += 1;
        }
        for (card, &suit) in suits.iter().enumerate().take(deck.cards) {
            quota.suit[card] = group(usize::from(suit)) as u8;
            quota.of_suit[group(usize::from(suit))] |= 1 << card;
        }
        for (number, &rank) in ranks.iter().enumerate() {
            for suit in Suit::all() {
                quota.out[number][group(suit.index())] += position.out(Card::new(rank, suit)) as u8;
            }
        }
        deck.quota = Some(quota);
        deck
    }

    /// Gives the cards of some ranks.
    pub(super) fn of_ranks(&self, ranks: RankSet) -> CardSet {
        ranks.iter().fold(0, |cards, rank| cards | self.of_rank[rank])
    }

    /// Gives the cards that no rule tells apart from one: of its rank, and of its suit where a limit looks at it.
    #[inline]
    pub(super) fn equal_to(&self, card: usize) -> CardSet {
        let rank = usize::from(self.rank[card]);
        match &self.quota {
            Some(quota) if self.order.limited().has(rank) => {
                self.of_rank[rank] & quota.of_suit[usize::from(quota.suit[card])]
            }
            _ => self.of_rank[rank],
        }
    }

    /// Gives the interval of a column.
    pub(super) fn interval(&self, column: usize) -> CardSet {
        below(usize::from(self.starts[column + 1])) & !below(usize::from(self.starts[column]))
    }

    /// Gives the number of columns begun when `dealt` cards are dealt and the bases that come next are dealt as well.
    pub(super) fn columns_at(&self, dealt: usize) -> usize {
        if dealt == self.cards { self.columns } else { usize::from(self.column[dealt]) + 1 }
    }

    /// Tells whether card number `dealt`, not dealt yet, is the first of its column.
    pub(super) fn begins_column(&self, dealt: usize) -> bool {
        usize::from(self.starts[usize::from(self.column[dealt])]) == dealt
    }

    /// Tells whether a foundation takes a card when `gone` are the cards of this deck that went out, `counts` the
    /// numbers out of each rank, and `columns` columns are begun.
    #[inline]
    pub(super) fn has_place(&self, card: usize, counts: Counts, gone: CardSet, columns: usize) -> bool {
        let rank = usize::from(self.rank[card]);
        if !self.order.accepts(rank, counts) {
            return false;
        }
        !self.order.limited().has(rank) || self.quota_allows(card, rank, gone, columns)
    }

    fn quota_allows(&self, card: usize, rank: usize, gone: CardSet, columns: usize) -> bool {
        let Some(quota) = &self.quota else { return true };
        let suit = usize::from(quota.suit[card]);
        let out = (gone & self.of_rank[rank] & quota.of_suit[suit]).count_ones() as u8 + quota.out[rank][suit];
        out < quota.bases[columns][suit]
    }

    /// Gives the game in which only the ranks of `kept` need a place on a foundation (see [`Order::free_all_but`]),
    /// without the cards that then are neither held up nor needed.
    pub(super) fn project(&self, kept: RankSet) -> Self {
        let mut order = self.order.clone();
        order.free_all_but(kept);
        let visible = order.visible();
        let mut deck = Self { order, cards: 0, dealt: 0, of_rank: [0; MOST_RANKS], ..self.clone() };
        for column in 0..self.columns {
            deck.starts[column] = deck.cards as u8;
            for card in usize::from(self.starts[column])..usize::from(self.starts[column + 1]) {
                let rank = self.rank[card];
                if visible.has(usize::from(rank)) {
                    deck.rank[deck.cards] = rank;
                    deck.column[deck.cards] = column as u8;
                    deck.of_rank[usize::from(rank)] |= 1 << deck.cards;
                    if let (Some(quota), Some(old)) = (&mut deck.quota, &self.quota) {
                        quota.suit[deck.cards] = old.suit[card];
                    }
                    deck.cards += 1;
                }
                if card + 1 == self.dealt {
                    deck.dealt = deck.cards;
                }
            }
        }
        deck.starts[deck.columns] = deck.cards as u8;
        if let Some(quota) = &mut deck.quota {
            quota.of_suit = [0; Suit::COUNT];
            for card in 0..deck.cards {
                quota.of_suit[usize::from(quota.suit[card])] |= 1 << card;
            }
        }
        deck
    }
}
