//! Judging layouts after the deal, with as few ranks to blame as can be found cheaply.

use super::deck::Deck;
use super::layout::{Layout, Outcome};
use super::ranks::RankSet;
use super::reduction::{Reduction, Switches};
use super::search::State;
use crate::search::{Meter, Stop};

/// States for trying to blame one rank fewer.
const FEWER_LIMIT: usize = 100;

/// The judge of the layouts of one deck.
#[derive(Debug)]
pub(super) struct Judge {
    layout: Layout,
    minimise: bool,
}

impl Judge {
    pub(super) fn new(deck: &Deck, switches: Switches) -> Self {
        let minimise = switches.has(Reduction::MinimisedBlame);
        Self { layout: Layout::new(&deck.order, switches), minimise }
    }

    /// Searches the layout at the end of a deal to the end; `blamed` are ranks that are blamed already, so that it is best
    /// to blame no others.
    pub(super) fn judge(
        &mut self,
        deck: &Deck,
        state: &State,
        blamed: RankSet,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome, Stop> {
        let outcome = self.search(deck, state, deck.order.all(), usize::MAX, meter)?;
        let Outcome::Lost(mut blame) = outcome else {
            return Ok(outcome);
        };
        if !self.minimise {
            return Ok(outcome);
        }
        let again = RankSet(blame.0 & blamed.0);
        for group in [blame.minus(again), again] {
            for rank in group.iter().collect::<Vec<_>>().into_iter().rev() {
                if blame.has(rank)
                    && let Outcome::Lost(fewer) = self.search(deck, state, blame.without(rank), FEWER_LIMIT, meter)?
                {
                    blame = fewer;
                }
            }
        }
        Ok(Outcome::Lost(blame))
    }

    fn search(
        &mut self,
        deck: &Deck,
        state: &State,
        kept: RankSet,
        limit: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome, Stop> {
        self.layout.lay_out(deck, kept, state.left, state.out);
        self.layout.search(limit, meter)
    }

    /// Gives the columns whose top cards leave, in order, when the last layout can be played out.
    pub(super) fn removals(&self) -> Vec<u8> {
        self.layout.removals()
    }

    /// Lets go of the memory held.
    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        self.layout.release(meter);
    }
}
