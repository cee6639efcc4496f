//! Proofs of loss from easier games: some ranks are *free*, that is, accepted whenever they are exposed.
//!
//! Every line of the game is a line of the game with free ranks, so what is lost there is lost here. Few ranks that are not
//! free often suffice for a loss, and the search then has little to tell apart. Which ones is found by chance: in random
//! order each rank is freed if that does not make the game won.

use super::board::Board;
use super::never::{Never, Outcome};
use crate::search::{Meter, Stop};
use crate::shuffle::SplitMix64;

/// The search for a loss; it can be stopped after any try and taken up again.
#[derive(Debug)]
pub(super) struct Loosened {
    random: SplitMix64,
    /// Ranks still to be tried in this round.
    order: Vec<u8>,
    free: u16,
    /// States for one try.
    states: u64,
}

/// States for one try in the first round; they grow by half with each round.
const STATES: u64 = 1000;

impl Loosened {
    /// Makes a search that has tried nothing.
    pub(super) fn new() -> Self {
        Self { random: SplitMix64::new(0x4C4F_4F53_454E), order: Vec::new(), free: 0, states: STATES }
    }

    /// Tries games until the meter has counted so many states; `true` when a game proves that the board is lost.
    pub(super) fn run(&mut self, until: u64, board: &Board, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        while meter.states() < until {
            let Some(rank) = self.order.pop() else {
                self.order = board.ranks().collect();
                self.random.shuffle(&mut self.order);
                self.free = 0;
                self.states += self.states / 2;
                continue;
            };
            let free = self.free | 1 << rank;
            let mut search = Never::new(board, free, meter)?;
            let outcome = search.run(self.states, board, meter);
            search.release(meter);
            match outcome? {
                Outcome::Lost => return Ok(true),
                Outcome::Won(_) => {}
                Outcome::Open => self.free = free,
            }
            meter.visit()?;
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Family, Reduction, Rules};
    use crate::salic::SalicPosition;
    use crate::salic::general::reductions::Switches;
    use crate::search::{Answer, Limits, Progress};
    use std::sync::Arc;

    /// Random packs of 28 cards; the easier games must not lose a game that is won, and must lose some that are lost.
    #[test]
    fn what_an_easier_game_loses_is_lost() {
        let mut rules = Rules::named("salic_law").unwrap();
        rules.set("bare_base", "never").unwrap();
        let reduction = Reduction {
            suits: Some(2),
            copies: Some(2),
            rows: Some(vec!["A23456".to_owned()]),
            ..Reduction::default()
        };
        let Family::Salic(rules) = rules.reduced(&reduction).unwrap().family else { unreachable!() };
        let rules = Arc::new(rules);
        let mut random = SplitMix64::new(1);
        let mut lost = 0;
        for _ in 0..200 {
            let mut cards: Vec<_> = rules.pack.cards().collect();
            random.shuffle(&mut cards);
            let position = SalicPosition::new(Arc::clone(&rules), &cards);
            let board = Board::new(&position, Switches::without(&[]));
            let mut report = |_: &Progress| Answer::Continue;
            let mut meter = Meter::new(Limits::default(), &mut report);
            let mut search = Never::new(&board, 0, &mut meter).unwrap();
            let outcome = search.run(u64::MAX, &board, &mut meter).unwrap();
            search.release(&mut meter);
            let until = meter.states() + 2000;
            if Loosened::new().run(until, &board, &mut meter).unwrap() {
                assert_eq!(outcome, Outcome::Lost, "{position:?}");
                lost += 1;
            }
        }
        assert!(lost > 20, "{lost}");
    }
}
