//! The foundations of the fan family, built in suit.

use crate::card::{Card, Rank, Suit};
use crate::moves::Foundation;
use crate::rules::{FanFoundations, FanRules};

/// The most foundation piles of one suit: rules allow packs with up to 8 copies of a card.
const MOST_PILES: usize = 8;

/// How many cards lie on each foundation pile.
///
/// The piles of a suit that are all built from the ace up are kept sorted, the highest first, so that two positions with
/// equal piles in another order are equal. House on the Hill has the pile from the ace up first, then the one from the
/// king down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Foundations {
    kind: FanFoundations,
    /// The index of the pack's highest rank.
    highest: u8,
    /// The number of piles in a suit.
    piles: u8,
    heights: [[u8; MOST_PILES]; Suit::COUNT],
}

impl Foundations {
    /// Makes empty foundations.
    pub fn new(rules: &FanRules) -> Self {
        Self {
            kind: rules.foundations,
            highest: rules.highest().index() as u8,
            piles: rules.pack.copies() as u8,
            heights: [[0; MOST_PILES]; Suit::COUNT],
        }
    }

    /// Makes foundations with this many cards on the piles of each suit, in any order unless they run both ways.
    ///
    /// The precondition is that no suit has more piles, and no pile more cards, than the pack of `rules` has.
    pub fn with_heights(rules: &FanRules, heights: &[Vec<u8>]) -> Self {
        let mut foundations = Self::new(rules);
        for (suit, given) in foundations.heights.iter_mut().zip(heights) {
            suit[..given.len()].copy_from_slice(given);
            if rules.foundations == FanFoundations::Ascending {
                suit.sort_unstable_by(|a, b| b.cmp(a));
            }
        }
        foundations
    }

    /// Gives the number of cards on each pile of a suit: the highest pile first, or up, then down.
    pub fn heights(&self, suit: Suit) -> &[u8] {
        &self.heights[suit.index()][..usize::from(self.piles)]
    }

    /// Tells whether a foundation takes this card.
    pub fn accepts(&self, card: Card, foundation: Foundation) -> bool {
        self.pile_for(card, foundation).is_some()
    }

    /// Tells whether this card is the top of a foundation.
    pub fn shows(&self, card: Card, foundation: Foundation) -> bool {
        self.pile_showing(card, foundation).is_some()
    }

    /// Puts a card on a foundation; the precondition is that one accepts it.
    pub(super) fn put(&mut self, card: Card, foundation: Foundation) {
        let pile = self.pile_for(card, foundation).expect("a foundation accepts the card");
        self.heights[card.suit().index()][pile] += 1;
    }

    /// Takes a card off a foundation; the precondition is that it is the top of one.
    pub(super) fn take(&mut self, card: Card, foundation: Foundation) {
        let pile = self.pile_showing(card, foundation).expect("the card is on top of a foundation");
        self.heights[card.suit().index()][pile] -= 1;
    }

    /// Lists the top cards of all foundations that show one, equal ones once.
    pub fn tops(&self) -> impl Iterator<Item = (Foundation, Card)> + '_ {
        Suit::all().flat_map(move |suit| {
            let heights = self.heights(suit);
            heights.iter().enumerate().filter(|&(_, &height)| height > 0).filter_map(move |(pile, &height)| {
                let (foundation, rank) = match self.kind {
                    FanFoundations::Ascending if pile > 0 && heights[pile - 1] == height => return None,
                    FanFoundations::Ascending => (Foundation::Any, height - 1),
                    FanFoundations::OneEachWay if pile == 0 => (Foundation::Up, height - 1),
                    FanFoundations::OneEachWay => (Foundation::Down, self.highest + 1 - height),
                };
                Some((foundation, Card::new(Rank::new(rank), suit)))
            })
        })
    }

    /// Lists the foundations among which a move names one.
    pub fn choices(&self) -> &'static [Foundation] {
        match self.kind {
            FanFoundations::Ascending => &[Foundation::Any],
            FanFoundations::OneEachWay => &[Foundation::Up, Foundation::Down],
        }
    }

    /// Finds the pile of the card's suit that takes it: of equal piles the first, which keeps them sorted.
    fn pile_for(&self, card: Card, foundation: Foundation) -> Option<usize> {
        let (rank, heights) = (card.rank().index() as u8, self.heights(card.suit()));
        match (self.kind, foundation) {
            (FanFoundations::Ascending, Foundation::Any) => heights.iter().position(|&height| height == rank),
            (FanFoundations::OneEachWay, Foundation::Up) => (heights[0] == rank).then_some(0),
            (FanFoundations::OneEachWay, Foundation::Down) => (heights[1] + rank == self.highest).then_some(1),
            _ => None,
        }
    }

    /// Finds the pile of the card's suit that shows it: of equal piles the last, which keeps them sorted.
    fn pile_showing(&self, card: Card, foundation: Foundation) -> Option<usize> {
        let (rank, heights) = (card.rank().index() as u8, self.heights(card.suit()));
        match (self.kind, foundation) {
            (FanFoundations::Ascending, Foundation::Any) => heights.iter().rposition(|&height| height == rank + 1),
            (FanFoundations::OneEachWay, Foundation::Up) => (heights[0] == rank + 1).then_some(0),
            (FanFoundations::OneEachWay, Foundation::Down) => {
                (heights[1] > 0 && heights[1] + rank == self.highest + 1).then_some(1)
            }
            _ => None,
        }
    }
}
