//! Finding wins: search in breadth that keeps the best positions of each level.
//!
//! The *level* of a position is the number of cards that were taken from their places or never had one, plus the number of
//! cards out. Every event raises it, and all ways to a position pass through its level, so level after level is gone through
//! once. Of each level a certain number is kept: the best by weighted features, but only few of those in which one suit (or
//! all of them, by their foundations) looks the same. Without that the kept positions soon are variations of one, with the
//! same faults; what ruins a deal often shows only a hundred events later.
//!
//! Every move is a real one, so every win is real; that it finds none says nothing.

use super::events::Arrangements;
use super::model::{Event, Model, State, StateKey};
use super::node::{Choice, Node};
use super::table::{List, Table};
use super::tools::{PathStep, Tools};
use crate::search::{Meter, Stop};
use crate::shuffle::SplitMix64;
use rustc_hash::FxHashMap;

/// How positions are judged: the least sum of weighted features first, in sixteenths.
struct Weights {
    liftable: i32,
    refills: i32,
    loose: i32,
    noise: u64,
    /// Positions that are alike are kept only this share of the width.
    alike: usize,
    /// The suit by which positions are compared.
    suit: usize,
    likeness: Likeness,
}

/// Which positions are alike.
#[derive(Clone, Copy)]
enum Likeness {
    /// Those with the same locked cards of one suit.
    Locked,
    /// Those with the same foundations of one suit.
    Foundations,
}

const UNIT: u64 = 16;

impl Weights {
    fn of_try(number: u64, random: &mut SplitMix64, suits: usize) -> Self {
        let suit = number as usize % suits;
        let (likeness, alike) = if number % 3 == 2 { (Likeness::Foundations, 16) } else { (Likeness::Locked, 50) };
        if number == 0 {
            let unit = UNIT as i32;
            return Self { liftable: unit, refills: 4 * unit, loose: 6 * unit, noise: 0, alike, suit, likeness };
        }
        let mut between = |low: u64, high: u64| (low * UNIT + random.below((high - low) * UNIT + 1)) as i32;
        Self {
            liftable: between(0, 4),
            refills: between(0, 9),
            loose: between(2, 10),
            noise: between(0, 9) as u64,
            alike,
            suit,
            likeness,
        }
    }

    fn class(&self, state: &State) -> u32 {
        let of = &state.suits[self.suit];
        match self.likeness {
            Likeness::Locked => of.locked,
            Likeness::Foundations => u32::from(of.heights[0]) << 4 | u32::from(of.heights[1]),
        }
    }
}

struct Candidate {
    node: Node,
    score: i32,
    parent: u32,
    choice: Choice,
}

/// The positions of one level that were met so far.
#[derive(Default)]
struct Level {
    candidates: List<Candidate>,
    known: Table<StateKey, ()>,
}

/// A position kept: where it came from, and how.
struct Kept {
    parent: u32,
    choice: Choice,
}

/// The parent of the start.
const NONE: u32 = u32::MAX;

/// The search for wins by levels, each try wider than the one before.
pub(super) struct Beam {
    arrangements: Arrangements,
    levels: Vec<Level>,
    kept: List<Kept>,
    choices: Vec<Choice>,
    random: SplitMix64,
    tries: u64,
    width: usize,
    most_bytes: usize,
    /// Whether it has nothing more to try.
    is_over: bool,
}

const FIRST_WIDTH: usize = 200;
const MOST_WIDTH: usize = 4000;

impl Beam {
    pub(super) fn new(meter: &Meter<'_>) -> Self {
        Self {
            arrangements: Arrangements::new(),
            levels: Vec::new(),
            kept: List::default(),
            choices: Vec::new(),
            random: SplitMix64::new(0x4245_414D),
            tries: 0,
            width: FIRST_WIDTH,
            most_bytes: (meter.bytes_left() / 6).min(128 << 20) as usize,
            is_over: false,
        }
    }

    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        self.forget_levels(meter);
        self.arrangements.release(meter);
    }

    fn forget_levels(&mut self, meter: &mut Meter<'_>) {
        for mut level in self.levels.drain(..) {
            level.candidates.release(meter);
            level.known.release(meter);
        }
        self.kept.release(meter);
    }

    /// Tries for at least this many more states.
    pub(super) fn run(
        &mut self,
        tools: &mut Tools,
        states: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<PathStep>>, Stop> {
        let until = meter.states() + states;
        while meter.states() < until && !self.is_over {
            let result = self.try_once(tools, meter);
            self.forget_levels(meter);
            match result {
                Ok(Some(path)) => return Ok(Some(path)),
                Ok(None) => {}
                Err(Stop::Bytes) => {
                    // There is room for a narrower one, or for none.
                    self.width /= 4;
                    self.is_over |= self.width < 10;
                    self.arrangements.release(meter);
                }
                Err(stop) => return Err(stop),
            }
            if self.arrangements.bytes() > self.most_bytes {
                self.arrangements.release(meter);
            }
            self.tries += 1;
            if self.tries.is_multiple_of(2) {
                self.width = (self.width + self.width / 2).min(MOST_WIDTH);
            }
            meter.visit_many(10)?;
        }
        Ok(None)
    }

    fn try_once(&mut self, tools: &mut Tools, meter: &mut Meter<'_>) -> Result<Option<Vec<PathStep>>, Stop> {
        let weights = Weights::of_try(self.tries, &mut self.random, tools.model.suits);
        let most_alike = (self.width / weights.alike).max(1);
        let node = Node::start(tools, &mut self.arrangements, meter)?;
        let nothing = Choice { suit: 0, event: Event::Lift { slot: 0 }, after: 0 };
        let first = level(&tools.model, &node.state);
        let last = 4 * tools.model.ranks * tools.model.suits;
        self.levels.resize_with(last + 1, Level::default);
        self.levels[first].candidates.push(Candidate { node, score: 0, parent: NONE, choice: nothing }, meter)?;
        let few_steps = tools.few_steps();
        let mut left_out = false;
        for number in first..=last {
            let mut level = std::mem::take(&mut self.levels[number]);
            level.known.release(meter);
            level.candidates.sort_by_key(|candidate| candidate.score);
            let mut alike: FxHashMap<u32, usize> = FxHashMap::default();
            let mut count = 0;
            let mut won = None;
            let result = level.candidates.iter().try_for_each(|candidate| {
                if won.is_some() {
                    return Ok(());
                }
                let state = &candidate.node.state;
                let like_it = alike.entry(weights.class(state)).or_default();
                if count >= self.width || *like_it >= most_alike {
                    left_out = true;
                    return Ok(());
                }
                let suit = usize::from(candidate.choice.suit);
                if candidate.parent != NONE && !tools.can_finish(state, suit, few_steps, meter)? {
                    return Ok(());
                }
                meter.visit()?;
                *like_it += 1;
                count += 1;
                let index = self.kept.len() as u32;
                self.kept.push(Kept { parent: candidate.parent, choice: candidate.choice }, meter)?;
                if tools.model.is_won(state) {
                    won = Some(index);
                    return Ok(());
                }
                self.expand(tools, &weights, &candidate.node, index, meter)
            });
            level.candidates.release(meter);
            result?;
            if let Some(index) = won {
                return Ok(Some(self.path(index)));
            }
        }
        // One that left nothing out would not find more another time.
        self.is_over |= !left_out;
        Ok(None)
    }

    fn path(&self, mut index: u32) -> Vec<PathStep> {
        let mut path = Vec::new();
        loop {
            let &Kept { parent, choice } = self.kept.get(index as usize);
            if parent == NONE {
                break;
            }
            let after = self.arrangements.get(choice.after);
            path.push(PathStep { suit: usize::from(choice.suit), event: choice.event, after });
            index = parent;
        }
        path.reverse();
        path
    }

    /// Adds what follows from a position to the levels it belongs to.
    fn expand(
        &mut self,
        tools: &mut Tools,
        weights: &Weights,
        node: &Node,
        parent: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let mut choices = std::mem::take(&mut self.choices);
        let listed = node.choices(tools, &mut self.arrangements, &mut choices, meter);
        let added = listed.and_then(|()| {
            choices.iter().try_for_each(|&choice| {
                let (mut child, exposed) = node.after(&tools.model, choice);
                let level = &mut self.levels[level(&tools.model, &child.state)];
                if level.known.insert(Model::key(&child.state), (), meter)?.is_some() {
                    return Ok(());
                }
                child.expose(tools, &mut self.arrangements, choice, &exposed, meter)?;
                let features = child.features(&tools.model);
                let noise = if weights.noise > 0 { self.random.below(weights.noise) as i32 } else { 0 };
                let score = weights.loose * features.loose + noise
                    - weights.liftable * features.liftable
                    - weights.refills * features.refills;
                level.candidates.push(Candidate { node: child, score, parent, choice }, meter)
            })
        });
        self.choices = choices;
        added
    }
}

/// Counts the cards that were taken from their places, and those out once more.
fn level(model: &Model, state: &State) -> usize {
    let of_suit = |of: &super::model::SuitState| {
        2 * model.ranks - of.locked.count_ones() as usize + usize::from(of.heights[0] + of.heights[1])
    };
    state.suits[..model.suits].iter().map(of_suit).sum()
}
