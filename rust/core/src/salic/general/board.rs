//! What stays the same during one search: the rules and the stock, compiled for speed.

use super::reductions::{Reduction, Switches};
use crate::card::{Card, Rank, Suit};
use crate::position::Position as _;
use crate::rules::{BareBase, Place, Plays, SalicFoundations, SalicRules, StarterLimit};
use crate::salic::SalicPosition;
use std::ops::{AddAssign, SubAssign};

/// Stands for a base card in the stock.
pub(super) const BASE: u8 = u8::MAX;

/// The most columns of any pack: its bases, at most 8 cards.
pub(super) const MOST_COLUMNS: usize = 8;

/// No class, no group.
const NONE: u8 = u8::MAX;

/// How many cards of each class and of each group of limited starters.
///
/// A *class* is what a foundation counts: a rank, or a card when foundations are built in suit. Each has a field of
/// `Board::width` bits: 4 bits hold the at most 8 cards of a rank (13 · 4 = 52 bits) or of a card in one or two suits
/// (26 · 4 = 104 bits); with three or four suits a card has at most 2 copies, and 2 bits hold them (52 · 2 = 104 bits).
/// A *group* is what a starter limit counts: a row's starters, or those of one suit; at most 8 groups of 4 bits. No field
/// overflows, since no position has more of a card than the pack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    classes: u128,
    groups: u32,
}

impl AddAssign for Counts {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.classes += other.classes;
        self.groups += other.groups;
    }
}

impl SubAssign for Counts {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.classes -= other.classes;
        self.groups -= other.groups;
    }
}

/// Cards that no rule in force tells apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// The rank's index.
    pub(super) rank: u8,
    /// The row and the place in it, counted from the starter.
    pub(super) row: u8,
    /// The place in the row, the starter's is 0.
    pub(super) place: u8,
    /// Whether the pack holds such cards.
    exists: bool,
    /// One such card.
    pub(super) one: Counts,
    /// Where the class's field begins.
    class: u8,
    /// Where the field of the class before it in its row begins; `NONE` for a starter.
    previous: u8,
    /// Where the group's field begins; `NONE` for all but limited starters.
    group: u8,
}

/// What stays the same during one search.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) plays: Plays,
    pub(super) bare_base: BareBase,
    pub(super) builds_down: bool,
    pub(super) any_suit: bool,
    /// Whether starters have no limit and no card can ever be built on one.
    pub(super) are_starters_harmless: bool,
    pub(super) switches: Switches,
    /// The cards to deal, as kinds, in order; `BASE` for a base.
    pub(super) stock: Vec<u8>,
    /// The columns at the start, as kinds, without their bases.
    pub(super) columns: Vec<Vec<u8>>,
    /// By cards dealt: the number of columns.
    columns_at: Vec<u8>,
    /// By cards dealt: how many starters of each group may be out.
    allowed: Vec<u32>,
    /// By cards dealt: the cards still in the stock.
    undealt: Vec<Counts>,
    kinds: [Kind; Card::COUNT],
    /// All the cards of the pack but bases.
    pub(super) pack: Counts,
    /// All fields of a rank's classes.
    rank_fields: [u128; Rank::COUNT],
    /// The lowest field.
    field: u128,
    suits: usize,
}

impl Board {
    /// Compiles a position.
    pub(super) fn new(position: &SalicPosition, switches: Switches) -> Self {
        let rules: &SalicRules = position.rules();
        let any_suit = rules.foundations == SalicFoundations::AnySuit;
        let width = if any_suit || rules.pack.suits() <= 2 { 4 } else { 2 };
        let field = (1u128 << width) - 1;
        let class_of = |card: Card| {
            let class =
                if any_suit { card.rank().index() } else { card.suit().index() * Rank::COUNT + card.rank().index() };
            (class * width) as u8
        };
        let nothing = Kind {
            exists: false,
            rank: 0,
            row: 0,
            place: 0,
            one: Counts::default(),
            class: 0,
            previous: NONE,
            group: NONE,
        };
        let mut kinds = [nothing; Card::COUNT];
        let mut rank_fields = [0; Rank::COUNT];
        for card in Card::all().filter(|card| card.suit().index() < rules.pack.suits()) {
            let Some(place) = rules.place(card.rank()) else { continue };
            let row = rules.rows.iter().position(|row| row.contains(&card.rank())).expect("it has a place");
            let class = class_of(card);
            let (previous, group) = match (place, rules.starter_limit) {
                (Place::After(rank), _) => (class_of(Card::new(rank, card.suit())), NONE),
                (Place::Starter(_), StarterLimit::None) => (NONE, NONE),
                (Place::Starter(row), StarterLimit::Bases) => (NONE, 4 * row as u8),
                (Place::Starter(row), StarterLimit::Suit) => (NONE, (4 * (4 * row + card.suit().index())) as u8),
            };
            kinds[card.index()] = Kind {
                exists: true,
                rank: card.rank().index() as u8,
                row: row as u8,
                place: rules.rows[row].iter().position(|&rank| rank == card.rank()).expect("it has a place") as u8,
                one: Counts { classes: 1 << class, groups: if group == NONE { 0 } else { 1 << group } },
                class,
                previous,
                group,
            };
            rank_fields[card.rank().index()] |= field << class;
        }
        let suit_counts = |card: Card| {
            !switches.has(Reduction::EqualRanks)
                || !any_suit
                || rules.starter_limit == StarterLimit::Suit && kinds[card.index()].group != NONE
        };
        let kind_of = |card: Card| {
            if card.rank() == rules.base {
                BASE
            } else if suit_counts(card) {
                card.index() as u8
            } else {
                Card::new(card.rank(), Suit::new(0)).index() as u8
            }
        };
        let one = |kind: u8| if kind == BASE { Counts::default() } else { kinds[kind as usize].one };
        let stock: Vec<u8> = position.stock().map(kind_of).collect();
        let columns: Vec<Vec<u8>> =
            position.columns().iter().map(|column| column[1..].iter().map(|&card| kind_of(card)).collect()).collect();
        let mut pack = Counts::default();
        for card in rules.pack.cards() {
            pack += one(kind_of(card));
        }
        let mut undealt = vec![Counts::default()];
        for &kind in stock.iter().rev() {
            let mut more = *undealt.last().expect("it starts with one");
            more += one(kind);
            undealt.push(more);
        }
        undealt.reverse();
        let group_of = |base: Card, row: usize| match rules.starter_limit {
            StarterLimit::None => None,
            StarterLimit::Bases => Some(4 * row),
            StarterLimit::Suit => Some(4 * (4 * row + base.suit().index())),
        };
        let raise = |base: Card| {
            (0..rules.rows.len()).filter_map(|row| group_of(base, row)).map(|shift| 1u32 << shift).sum::<u32>()
        };
        let mut columns_at = vec![columns.len() as u8];
        let mut allowed = vec![position.columns().iter().map(|column| raise(column[0])).sum()];
        for card in position.stock() {
            let is_base = card.rank() == rules.base;
            columns_at.push(columns_at.last().expect("it starts with one") + u8::from(is_base));
            allowed.push(allowed.last().expect("it starts with one") + if is_base { raise(card) } else { 0 });
        }
        let are_starters_harmless = rules.starter_limit == StarterLimit::None
            && (!rules.builds_down
                || rules.rows.iter().all(|row| {
                    let below = row[0].index().checked_sub(1);
                    below.is_none_or(|below| rules.place(Rank::new(below as u8)).is_none())
                }));
        Self {
            plays: rules.plays,
            bare_base: rules.bare_base,
            builds_down: rules.builds_down,
            any_suit,
            are_starters_harmless,
            switches,
            stock,
            columns,
            columns_at,
            allowed,
            undealt,
            kinds,
            pack,
            rank_fields,
            field,
            suits: rules.pack.suits(),
        }
    }

    /// Gives what is known of a kind of card.
    #[inline]
    pub(super) fn kind(&self, kind: u8) -> &Kind {
        &self.kinds[kind as usize]
    }

    /// Gives the number of columns when so many cards are dealt.
    #[inline]
    pub(super) fn columns_at(&self, dealt: u8) -> usize {
        self.columns_at[dealt as usize] as usize
    }

    /// Gives the next card to deal.
    #[inline]
    pub(super) fn next(&self, dealt: u8) -> Option<u8> {
        self.stock.get(dealt as usize).copied()
    }

    /// Tells whether all cards are dealt.
    #[inline]
    pub(super) fn is_dealt_out(&self, dealt: u8) -> bool {
        dealt as usize == self.stock.len()
    }

    /// Gives the cards on foundations when these are the cards on the table.
    #[inline]
    pub(super) fn out(&self, dealt: u8, table: Counts) -> Counts {
        let mut out = self.pack;
        out -= self.undealt[dealt as usize];
        out -= table;
        out
    }

    #[inline]
    fn count(&self, counts: Counts, class: u8) -> u32 {
        (counts.classes >> class & self.field) as u32
    }

    /// Tells whether a foundation accepts this card.
    #[inline]
    pub(super) fn accepts(&self, kind: u8, dealt: u8, out: Counts) -> bool {
        let kind = self.kind(kind);
        if kind.previous == NONE {
            kind.group == NONE || (out.groups >> kind.group & 15) < (self.allowed[dealt as usize] >> kind.group & 15)
        } else {
            self.count(out, kind.previous) > self.count(out, kind.class)
        }
    }

    /// Tells whether a foundation will accept this card whenever it is exposed, whatever else is played.
    ///
    /// All cards of the class before it are out, or it is a starter and its limit lets every card of its group out.
    #[inline]
    pub(super) fn is_certain(&self, kind: u8, dealt: u8, out: Counts) -> bool {
        let kind = self.kind(kind);
        if kind.previous == NONE {
            kind.group == NONE
                || (self.pack.groups >> kind.group & 15) <= (self.allowed[dealt as usize] >> kind.group & 15)
        } else {
            self.count(out, kind.previous) == self.count(self.pack, kind.previous)
        }
    }

    /// Gives how many cards of its class a foundation will accept as things are; `None` for a starter.
    #[inline]
    pub(super) fn places(&self, kind: u8, out: Counts) -> Option<u32> {
        let kind = self.kind(kind);
        let places = |previous| self.count(out, previous).saturating_sub(self.count(out, kind.class));
        (kind.previous != NONE).then(|| places(kind.previous))
    }

    /// Lists the ranks of the rows.
    pub(super) fn ranks(&self) -> impl Iterator<Item = u8> {
        (0..Rank::COUNT as u8).filter(|&rank| self.rank_fields[rank as usize] != 0)
    }

    /// Gives the rank before this card's in its row; `None` for a starter.
    pub(super) fn previous_rank(&self, kind: u8) -> Option<u8> {
        let kind = self.kind(kind);
        let is_previous = |other: &&Kind| other.row == kind.row && other.place + 1 == kind.place && other.exists;
        (kind.previous != NONE).then(|| self.kinds.iter().find(is_previous).expect("a row has no gaps").rank)
    }

    /// Tells whether there is a place for every card like this one that lies on the table.
    #[inline]
    pub(super) fn has_place_for_all_dealt(&self, kind: u8, dealt: u8, out: Counts) -> bool {
        let kind = self.kind(kind);
        let undealt = self.undealt[dealt as usize];
        if kind.previous == NONE {
            kind.group == NONE
                || (self.pack.groups >> kind.group & 15) - (undealt.groups >> kind.group & 15)
                    <= (self.allowed[dealt as usize] >> kind.group & 15)
        } else {
            self.count(self.pack, kind.class) - self.count(undealt, kind.class) <= self.count(out, kind.previous)
        }
    }

    /// Tells whether the card starts a row.
    #[inline]
    pub(super) fn is_starter(&self, kind: u8) -> bool {
        self.kind(kind).place == 0
    }

    /// Tells whether all cards of a rank are on foundations; a rank that is in no row counts as out.
    #[inline]
    fn is_rank_out(&self, rank: u8, out: Counts) -> bool {
        let fields = self.rank_fields[rank as usize];
        out.classes & fields == self.pack.classes & fields
    }

    /// Tells whether no card will ever have to be built on this one.
    ///
    /// See [`super::Reduction::SafePlays`] for the proof.
    #[inline]
    pub(super) fn is_no_place_to_build(&self, kind: u8, dealt: u8, out: Counts) -> bool {
        let rank = self.kind(kind).rank;
        if !self.builds_down || rank == 0 || self.is_rank_out(rank - 1, out) {
            return true;
        }
        (rank == 1 || self.is_rank_out(rank - 2, out))
            && Suit::all().take(self.suits).all(|suit| {
                let builder = Card::new(Rank::new(rank - 1), suit).index() as u8;
                self.is_certain(builder, dealt, out)
            })
    }
}

/// Says that a solution is legal: each move is played on the position itself.
pub(super) fn replays(position: &SalicPosition, moves: &[crate::moves::Move]) -> bool {
    let mut position = position.clone();
    moves.iter().all(|&play| position.play(play).is_ok()) && position.is_won()
}
