//! Playing a plan so that finished columns are left alone until the top of the newest column needs them.
//!
//! What is not needed can be played later as well ([`Reduction::Postponement`](super::super::Reduction::Postponement)); here
//! that is only a way to good plans, of which no proof depends.

use super::{Plans, Stage};
use crate::salic::optional::deck::{MOST_COLUMNS, NO_CARD, below, highest};
use crate::salic::optional::ranks::{NO_RANK, RankSet};
use arrayvec::ArrayVec;

/// How often finished columns are looked through for the sake of one card.
const MOST_TRIES: u32 = 24;
/// How much of a priority outweighs one more card to be played first.
const CARD_ABOVE: u32 = 32;

/// What is being made a place for, and where.
#[derive(Clone, Copy)]
struct Search {
    dealt: usize,
    /// The ranks for which a place is being made.
    ranks: RankSet,
    /// The columns that may be played, one bit each.
    columns: u8,
}

impl Plans<'_> {
    /// Plays what the plan plays with so many cards dealt.
    pub(super) fn play_needed(&mut self, stage: &mut Stage, dealt: usize) {
        let deck = self.deck;
        self.play_limited(stage, dealt);
        if deck.begins_column(dealt) {
            return;
        }
        let newest = usize::from(deck.column[dealt]);
        while stage.tops[newest] != NO_CARD {
            let card = usize::from(stage.tops[newest]);
            if usize::from(self.plan.hold[card]) > dealt {
                return;
            }
            if !self.has_place(stage, card, dealt) {
                let search = Search { dealt, ranks: RankSet::EMPTY, columns: ((1u16 << newest) - 1) as u8 };
                let rank = usize::from(deck.rank[card]);
                let mut tries = MOST_TRIES;
                if !self.plan.wanted[card] || !self.make_place(stage, rank, search, &mut tries) {
                    return;
                }
            }
            self.play(stage, card);
            self.play_limited(stage, dealt);
        }
    }

    fn has_place(&self, stage: &Stage, card: usize, dealt: usize) -> bool {
        self.deck.has_place(card, stage.out, below(dealt) & !stage.left, self.deck.columns_at(dealt))
    }

    /// Plays all limited starters that can go, as `plays = starters` demands.
    fn play_limited(&mut self, stage: &mut Stage, dealt: usize) {
        let limited = self.deck.order.limited();
        let mut column = 0;
        while !limited.is_empty() && column < self.deck.columns_at(dealt) {
            let top = usize::from(stage.tops[column]);
            if stage.tops[column] != NO_CARD
                && limited.has(usize::from(self.deck.rank[top]))
                && self.has_place(stage, top, dealt)
            {
                self.play(stage, top);
            } else {
                column += 1;
            }
        }
    }

    /// Makes a place for a rank by playing finished columns, those with the fewest cards in the way first; changes nothing
    /// when it finds no way.
    fn make_place(&mut self, stage: &mut Stage, rank: usize, search: Search, tries: &mut u32) -> bool {
        let deck = self.deck;
        let goal = deck.order.previous(rank);
        if goal == NO_RANK || search.ranks.has(rank) {
            return false;
        }
        let mut goals = ArrayVec::<_, MOST_COLUMNS>::new();
        for column in (0..MOST_COLUMNS).filter(|column| search.columns >> column & 1 == 1) {
            let cards = stage.left & deck.interval(column);
            if cards & deck.of_rank[goal] != 0 {
                let card = highest(cards & deck.of_rank[goal]);
                let above = (cards & !below(card)).count_ones();
                goals.push((above * CARD_ABOVE + u32::from(self.plan.priority[card]), card));
            }
        }
        goals.sort_unstable();
        let search = Search { ranks: search.ranks.with(rank), ..search };
        for (_, card) in goals {
            if *tries == 0 {
                return false;
            }
            *tries -= 1;
            let (before, plays) = (*stage, self.plays.len());
            if self.play_down_to(stage, card, search, tries) && deck.order.accepts(rank, stage.out) {
                return true;
            }
            *stage = before;
            self.plays.truncate(plays);
        }
        false
    }

    /// Plays the column of a card down to that card.
    fn play_down_to(&mut self, stage: &mut Stage, card: usize, search: Search, tries: &mut u32) -> bool {
        let column = usize::from(self.deck.column[card]);
        let others = Search { columns: search.columns & !(1 << column), ..search };
        while stage.left >> card & 1 == 1 {
            let top = usize::from(stage.tops[column]);
            if !self.has_place(stage, top, search.dealt) {
                let rank = usize::from(self.deck.rank[top]);
                if !self.make_place(stage, rank, others, tries) || !self.has_place(stage, top, search.dealt) {
                    return false;
                }
            }
            self.play(stage, top);
        }
        true
    }
}
