//! What all stages share.

use super::super::{FanPosition, Reduction};
use super::arrangement::Arrangement;
use super::cards;
use super::feasible::{Allowed, Feasibility};
use super::model::{Event, Foundations, Model, State};
use super::single::{Alone, Cards, Shortcuts, SingleSuits, single_events};
use crate::search::{Meter, Stop};
use arrayvec::ArrayVec;

/// The model of a position with the answers remembered about it.
pub(super) struct Tools {
    pub(super) model: Model,
    pub(super) feasibility: Feasibility,
    pub(super) singles: SingleSuits,
    /// The reductions left out, one bit each.
    without: u32,
}

/// An event on the way to a win, and the arrangement of its suit right after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathStep {
    pub(super) suit: usize,
    pub(super) event: Event,
    pub(super) after: Arrangement,
}

const fn bit(reduction: Reduction) -> u32 {
    1 << reduction as u32
}

impl Tools {
    pub(super) fn new(position: &FanPosition, without: &[Reduction], meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let without = without.iter().fold(0, |mask, &reduction| mask | bit(reduction));
        let on = |reduction| without & bit(reduction) == 0;
        let model = Model::new(position, on(Reduction::Sequences));
        let feasibility = Feasibility::new(model.ranks, meter)?;
        let shortcuts = Shortcuts { lift_all: !on(Reduction::UncoveringLifts), twins_last: on(Reduction::TwinsLast) };
        let singles = SingleSuits::new(&model, shortcuts);
        Ok(Self { model, feasibility, singles, without })
    }

    /// Tells whether a reduction is in use.
    #[inline]
    pub(super) const fn uses(&self, reduction: Reduction) -> bool {
        self.without & bit(reduction) == 0
    }

    pub(super) fn release(self, meter: &mut Meter<'_>) {
        let Self { feasibility, mut singles, .. } = self;
        feasibility.release(meter);
        singles.release(meter);
    }

    /// Gives the masks of a suit.
    #[inline]
    pub(super) fn allowed(&mut self, state: &State, suit: usize) -> Allowed {
        let of = &state.suits[suit];
        self.feasibility.allowed(cards::count(of.bases), self.model.loose(of.locked, of.heights))
    }

    /// Lists the events of a suit by itself, foundations first.
    #[inline]
    pub(super) fn events(&mut self, alone: Alone, cards: Cards) -> ArrayVec<Event, 64> {
        let mut events = ArrayVec::new();
        let shortcuts = self.singles.shortcuts;
        single_events(&self.model, &mut self.feasibility, shortcuts, cards, alone, &mut events);
        events
    }

    /// Tells whether a suit can still be finished by itself, as far as `most_steps` show.
    #[inline]
    pub(super) fn can_finish(
        &mut self,
        state: &State,
        suit: usize,
        most_steps: u64,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        if !self.uses(Reduction::SingleSuits) {
            return Ok(true);
        }
        self.singles.can_finish(&self.model, &mut self.feasibility, state, suit, most_steps, meter)
    }

    /// Gives a limit on the steps of a single suit's search where a wrong `true` costs only time.
    ///
    /// On the Hill the two heights of a suit are free of each other, which makes full answers cost more than they save.
    pub(super) fn few_steps(&self) -> u64 {
        match self.model.foundations {
            Foundations::Ascending => u64::MAX,
            Foundations::OneEachWay => 300,
        }
    }

    /// Gives the bases of a suit that may have to be lifted.
    #[inline]
    pub(super) fn liftable(&self, state: &State, suit: usize) -> u32 {
        let bases = state.suits[suit].bases;
        if self.uses(Reduction::NoNewGaps) && usize::from(state.refills) == self.model.refills.len() {
            bases & !self.model.bottoms[suit]
        } else {
            bases
        }
    }
}
