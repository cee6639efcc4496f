//! Finding wins: depth-first search that forgets arrangements when it asks whether it has been somewhere before.
//!
//! Every move it makes is a real one, so every win is real. That it finds none says nothing: a state met before in another
//! arrangement is not looked at again, and of the ways to an event only one is tried. Restarts with other weights make up
//! for both.

use super::events::Arrangements;
use super::model::{Event, Model, State, StateKey};
use super::node::{Choice, Node};
use super::table::Table;
use super::tools::{PathStep, Tools};
use crate::search::{Meter, Stop};
use crate::shuffle::SplitMix64;

/// How events are ordered: the least sum of weighted features first, in sixteenths.
struct Weights {
    liftable: i32,
    refills: i32,
    out: i32,
    base_out: i32,
    loose: i32,
    noise: u64,
}

const UNIT: u64 = 16;

impl Weights {
    /// Gives the weights of a try. Those of the first were tuned on some thousand tries, the others vary around them.
    fn of_try(number: u64, random: &mut SplitMix64) -> Self {
        if number == 0 {
            let unit = UNIT as i32;
            return Self {
                liftable: unit,
                refills: 4 * unit,
                out: 6 * unit,
                base_out: 6 * unit,
                loose: 4 * unit,
                noise: 0,
            };
        }
        let mut between = |low: u64, high: u64| (low * UNIT + random.below((high - low) * UNIT + 1)) as i32;
        Self {
            liftable: between(0, 4),
            refills: between(0, 9),
            out: between(0, 9),
            base_out: between(0, 11),
            loose: between(2, 6),
            noise: between(0, 9) as u64,
        }
    }
}

struct Child {
    node: Node,
    score: i32,
    choice: Choice,
}

struct Frame {
    first_child: usize,
    choice: Choice,
}

/// The search for wins, taken up where it was left.
pub(super) struct WinFinder {
    arrangements: Arrangements,
    visited: Table<StateKey, ()>,
    random: SplitMix64,
    tries: u64,
    children: Vec<Child>,
    choices: Vec<Choice>,
    frames: Vec<Frame>,
    most_bytes: usize,
    /// Whether suits are tested by themselves.
    tests: bool,
    /// The most cards out on any way so far, and that way.
    deepest: (u32, Vec<PathStep>),
}

/// How one try ended.
enum Try {
    Won(Vec<PathStep>),
    /// It saw all it would look at.
    Exhausted,
    /// It had its share.
    Unfinished,
}

impl WinFinder {
    pub(super) fn new(meter: &Meter<'_>) -> Self {
        Self {
            tests: true,
            deepest: (0, Vec::new()),
            arrangements: Arrangements::new(),
            visited: Table::new(),
            random: SplitMix64::new(0x57_494E),
            tries: 0,
            children: Vec::new(),
            choices: Vec::new(),
            frames: Vec::new(),
            most_bytes: (meter.bytes_left() / 3).min(256 << 20) as usize,
        }
    }

    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        self.arrangements.release(meter);
        self.visited.release(meter);
    }

    /// Tries for at least this many more states.
    pub(super) fn run(
        &mut self,
        tools: &mut Tools,
        states: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<PathStep>>, Stop> {
        let until = meter.states() + states;
        while meter.states() < until {
            let before = meter.states();
            match self.try_once(tools, meter) {
                Ok(Try::Won(path)) => return Ok(Some(path)),
                Ok(Try::Exhausted | Try::Unfinished) => {}
                Err(Stop::Bytes) if self.arrangements.bytes() > 0 => self.release(meter),
                Err(stop) => return Err(stop),
            }
            if self.arrangements.bytes() > self.most_bytes {
                self.arrangements.release(meter);
            }
            // A try that ends at once still takes time.
            meter.visit_many(10u64.saturating_sub(meter.states() - before))?;
        }
        Ok(None)
    }

    fn try_once(&mut self, tools: &mut Tools, meter: &mut Meter<'_>) -> Result<Try, Stop> {
        let weights = Weights::of_try(self.tries, &mut self.random);
        let most_nodes = 500 + 25 * self.tries;
        self.tries += 1;
        self.visited.clear();
        self.children.clear();
        self.frames.clear();
        let root = Node::start(tools, &mut self.arrangements, meter)?;
        let state = root.state;
        if tools.model.is_won(&state) {
            return Ok(Try::Won(Vec::new()));
        }
        self.visited.insert(Model::key(&state), (), meter)?;
        let nothing = Choice { suit: 0, event: Event::Lift { slot: 0 }, after: 0 };
        self.frames.push(Frame { first_child: 0, choice: nothing });
        self.expand(tools, &weights, &root, meter)?;
        let mut nodes = 0;
        while let Some(frame) = self.frames.last() {
            if self.children.len() == frame.first_child {
                self.frames.pop();
                continue;
            }
            let child = self.children.pop().expect("the frame has children left");
            if self.visited.get(&Model::key(&child.node.state)).is_some() {
                continue;
            }
            meter.visit()?;
            nodes += 1;
            if nodes > most_nodes {
                return Ok(Try::Unfinished);
            }
            self.visited.insert(Model::key(&child.node.state), (), meter)?;
            let few_steps = tools.few_steps();
            if self.tests && !tools.can_finish(&child.node.state, usize::from(child.choice.suit), few_steps, meter)? {
                continue;
            }
            self.frames.push(Frame { first_child: self.children.len(), choice: child.choice });
            if tools.model.is_won(&child.node.state) {
                return Ok(Try::Won(self.path()));
            }
            if !self.tests {
                let out = cards_out(&child.node.state);
                if out > self.deepest.0 {
                    self.deepest = (out, self.path());
                }
            }
            self.expand(tools, &weights, &child.node, meter)?;
        }
        Ok(Try::Exhausted)
    }

    fn path(&self) -> Vec<PathStep> {
        self.frames[1..]
            .iter()
            .map(|Frame { choice, .. }| PathStep {
                suit: usize::from(choice.suit),
                event: choice.event,
                after: self.arrangements.get(choice.after),
            })
            .collect()
    }

    /// Adds the children of a node, the most hopeful last.
    fn expand(&mut self, tools: &mut Tools, weights: &Weights, node: &Node, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let first = self.children.len();
        let mut choices = std::mem::take(&mut self.choices);
        let listed = node.choices(tools, &mut self.arrangements, &mut choices, meter);
        let added =
            listed.and_then(|()| choices.iter().try_for_each(|&choice| self.add(tools, weights, node, choice, meter)));
        self.choices = choices;
        self.children[first..].sort_by_key(|child| std::cmp::Reverse(child.score));
        added
    }

    fn add(
        &mut self,
        tools: &mut Tools,
        weights: &Weights,
        node: &Node,
        choice: Choice,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let (mut child, exposed) = node.after(&tools.model, choice);
        if self.visited.get(&Model::key(&child.state)).is_some() {
            return Ok(());
        }
        child.expose(tools, &mut self.arrangements, choice, &exposed, meter)?;
        let features = child.features(&tools.model);
        let base_out = i32::from(matches!(choice.event, Event::BaseOut { .. }));
        let noise = if weights.noise > 0 { self.random.below(weights.noise) as i32 } else { 0 };
        let score = weights.loose * features.loose + noise
            - weights.liftable * features.liftable
            - weights.refills * features.refills
            - weights.out * features.out
            - weights.base_out * base_out;
        self.children.push(Child { node: child, score, choice });
        Ok(())
    }
}

fn cards_out(state: &State) -> u32 {
    state.suits.iter().flat_map(|suit| suit.heights).map(u32::from).sum()
}

/// Looks for ways to get many cards out, though not all.
pub(super) struct Diver(WinFinder);

/// A way to get cards out, and the heights of the foundations at its end.
pub(super) struct Dive {
    pub(super) path: Vec<PathStep>,
    pub(super) heights: u32,
}

impl Diver {
    pub(super) fn new(meter: &Meter<'_>) -> Self {
        Self(WinFinder { tests: false, ..WinFinder::new(meter) })
    }

    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        self.0.release(meter);
    }

    /// Finds the way with the most cards out that one more try comes by.
    pub(super) fn dive(&mut self, tools: &mut Tools, meter: &mut Meter<'_>) -> Result<Dive, Stop> {
        self.0.deepest = (0, Vec::new());
        let path = match self.0.try_once(tools, meter)? {
            Try::Won(path) => path,
            Try::Exhausted | Try::Unfinished => std::mem::take(&mut self.0.deepest.1),
        };
        if self.0.arrangements.bytes() > self.0.most_bytes {
            self.0.arrangements.release(meter);
        }
        let mut state = tools.model.start;
        for step in &path {
            tools.model.play(&mut state, step.suit, step.event);
        }
        Ok(Dive { path, heights: Model::key(&state)[4] })
    }
}
