//! A position with the arrangement of each suit, as the searches for wins go through them.

use super::arrangement::{Arrangement, add_exposed, slot_of_stack};
use super::cards;
use super::events::{ArrangementId, Arrangements, Step};
use super::model::{Event, ExposedList, Model, State};
use super::tools::Tools;
use crate::search::{Meter, Stop};

/// A position, its loose cards included.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) state: State,
    pub(super) arrangements: [ArrangementId; 4],
    /// For each suit how many ranks the masks let it lift.
    liftable: [u8; 4],
}

/// An event that a player can bring about, and the arrangement of its suit right after it.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) suit: u8,
    pub(super) event: Event,
    pub(super) after: ArrangementId,
}

impl Node {
    pub(super) fn start(tools: &mut Tools, known: &mut Arrangements, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let mut node = Self { state: tools.model.start, arrangements: [0; 4], liftable: [0; 4] };
        for (id, arrangement) in node.arrangements.iter_mut().zip(Arrangement::of_start(&tools.model)) {
            *id = known.intern(arrangement, meter)?;
        }
        for suit in 0..tools.model.suits {
            node.count_liftable(tools, suit);
        }
        Ok(node)
    }

    fn count_liftable(&mut self, tools: &mut Tools, suit: usize) {
        self.liftable[suit] = tools.allowed(&self.state, suit).lift.count_ones() as u8;
    }

    /// Lists the events that follow after some moves of loose cards, of the ways to each only one.
    pub(super) fn choices(
        &self,
        tools: &mut Tools,
        known: &mut Arrangements,
        choices: &mut Vec<Choice>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        choices.clear();
        for suit in 0..tools.model.suits {
            let of = self.state.suits[suit];
            let allowed = tools.allowed(&self.state, suit);
            let liftable = tools.liftable(&self.state, suit);
            for index in known.outcomes(self.arrangements[suit], allowed, meter)? {
                let outcome = known.outcome(index);
                let mut choose = |event| choices.push(Choice { suit: suit as u8, event, after: outcome.after });
                match outcome.step {
                    Step::LooseOut(rank) => {
                        let piles = tools.model.accepting(of.heights, usize::from(rank));
                        piles.for_each(|pile| choose(Event::LooseOut { rank, pile }));
                    }
                    Step::BaseOut(stack) => {
                        let slot = slot_of_stack(of.bases, u32::from(stack));
                        let piles = tools.model.accepting(of.heights, usize::from(slot >> 1));
                        piles.for_each(|pile| choose(Event::BaseOut { slot, pile }));
                    }
                    Step::Lift(stack) => {
                        let slot = slot_of_stack(of.bases, u32::from(stack));
                        if liftable >> slot & 1 == 1 {
                            choose(Event::Lift { slot });
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Plays an event; what it exposes is still to be added by [`Node::expose`].
    #[inline]
    pub(super) fn after(&self, model: &Model, choice: Choice) -> (Self, ExposedList) {
        let (mut child, suit) = (*self, usize::from(choice.suit));
        child.arrangements[suit] = choice.after;
        let exposed = model.play(&mut child.state, suit, choice.event);
        (child, exposed)
    }

    /// Adds what the event exposed, and counts again what the masks let the suits lift.
    #[inline]
    pub(super) fn expose(
        &mut self,
        tools: &mut Tools,
        known: &mut Arrangements,
        choice: Choice,
        exposed: &ExposedList,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        known.expose(&mut self.arrangements, &tools.model, &self.state, exposed, meter)?;
        for exposed in exposed {
            self.count_liftable(tools, exposed.base.suit());
        }
        self.count_liftable(tools, usize::from(choice.suit));
        Ok(())
    }

    /// Counts what a player likes or dislikes to see.
    #[inline]
    pub(super) fn features(&self, model: &Model) -> Features {
        let mut features = Features { out: 0, loose: 0, liftable: 0, refills: i32::from(self.state.refills) };
        for (of, lifts) in self.state.suits.iter().zip(self.liftable).take(model.suits) {
            features.out += i32::from(of.heights[0] + of.heights[1]);
            features.loose += (cards::total(model.loose(of.locked, of.heights))) as i32;
            features.liftable += i32::from(lifts);
        }
        features
    }
}

/// What a position is judged by.
pub(super) struct Features {
    /// The cards out.
    pub(super) out: i32,
    /// The loose cards.
    pub(super) loose: i32,
    /// The ranks, suit by suit, that the masks let a player lift.
    pub(super) liftable: i32,
    /// The refills so far.
    pub(super) refills: i32,
}

impl Arrangements {
    /// Adds the stacks of newly exposed bases to the arrangements of their suits; `state` already has the bases.
    #[inline]
    pub(super) fn expose(
        &mut self,
        ids: &mut [ArrangementId; 4],
        model: &Model,
        state: &State,
        exposed: &ExposedList,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        for &exposed in exposed {
            let suit = exposed.base.suit();
            let mut arrangements = [Arrangement::default(); 4];
            arrangements[suit] = self.get(ids[suit]);
            add_exposed(&mut arrangements, model, state, &[exposed]);
            ids[suit] = self.intern(arrangements[suit], meter)?;
        }
        Ok(())
    }
}
