//! Which rank follows which on the foundations, in the numbers that the searches use.

use super::stacks::{NO_KIND, Nibbles, one};
use crate::card::{Card, Rank, Suit};
use crate::rules::{SalicRules, StarterLimit};

/// Which rank follows which, by their places in the rows: 0 starts the first row, and the second row follows the first.
#[derive(Clone, Debug)]
pub(super) struct Chains {
    /// The rank that gets its places from this one; [`Chains::NONE`] for the last of a row.
    pub next: [u8; 16],
    /// The number of foundations in a row.
    pub foundations: u8,
    /// The starters of the rows.
    starters: [u8; 2],
    /// Whether starters of different suits are kinds of their own.
    by_suit: bool,
    /// The places of the ranks in the rows, by [`Rank::index`]; [`NO_KIND`] for the base.
    places: [u8; Rank::COUNT],
    /// The number of cards of each rank in the pack.
    all: Nibbles,
    /// All bits of the starters of rows, and of what is beyond all ranks.
    first: Nibbles,
}

impl Chains {
    /// Stands for no rank: at most 12 ranks are in rows, so this is none of them.
    pub(super) const NONE: u8 = 15;
    /// The first kind of starters of one suit.
    const STARTERS: u8 = 16;

    pub(super) fn new(rules: &SalicRules) -> Self {
        let mut chains = Self {
            next: [Self::NONE; 16],
            foundations: rules.foundations_in_a_row() as u8,
            starters: [0, rules.rows[0].len() as u8],
            by_suit: rules.starter_limit == StarterLimit::Suit,
            places: [NO_KIND; Rank::COUNT],
            all: 0,
            first: Nibbles::MAX,
        };
        let mut place = 0;
        for row in &rules.rows {
            for (step, rank) in row.iter().enumerate() {
                chains.places[rank.index()] = place;
                if step > 0 {
                    chains.next[usize::from(place) - 1] = place;
                    chains.first &= !(one(place) * 15);
                }
                chains.all += one(place) * Nibbles::from(chains.foundations);
                place += 1;
            }
        }
        chains
    }

    /// Gives the kind of a card in [`super::stacks::Stacks`]: the place of its rank in the rows, or a number of its own for
    /// the starters of each suit where each suit has its own limit; [`NO_KIND`] for a base.
    pub(super) fn kind(&self, card: Card) -> u8 {
        let place = self.places[card.rank().index()];
        match self.starters.iter().position(|&starter| starter == place) {
            Some(row) if self.by_suit => Self::starter_of(row, card.suit()),
            _ => place,
        }
    }

    fn starter_of(row: usize, suit: Suit) -> u8 {
        Self::STARTERS + (Suit::COUNT * row + suit.index()) as u8
    }

    /// Lists the kinds of starters that may go out once more when a base of this suit is dealt.
    pub(super) fn starters(&self, suit: Suit) -> impl Iterator<Item = u8> {
        let rows = 1 + usize::from(self.all >> (4 * self.starters[1]) != 0);
        (0..rows).map(move |row| if self.by_suit { Self::starter_of(row, suit) } else { self.starters[row] })
    }

    /// Gives the rank of each kind.
    pub(super) fn ranks_of_kinds(&self) -> [u8; 32] {
        std::array::from_fn(|kind| match kind.checked_sub(usize::from(Self::STARTERS)) {
            Some(starter @ 0..8) => self.starters[starter / Suit::COUNT],
            _ => kind as u8,
        })
    }

    /// Gives the number of cards of each rank in the pack.
    pub(super) fn all(&self) -> Nibbles {
        self.all
    }

    /// Gives the number of cards of each rank that may still go out when so many are out and every base is dealt.
    ///
    /// Ranks stand in the order of their rows, so that the cards of the rank before are one nibble down.
    #[inline]
    pub(super) fn places(&self, out: Nibbles) -> Nibbles {
        (out << 4 & !self.first) + (self.all & self.first) - out
    }
}
