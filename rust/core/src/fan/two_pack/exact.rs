//! The complete search: every event from every arrangement that the loose cards can reach.
//!
//! Moves of loose cards can be taken back at once, so arrangements fall into *classes* within which a player goes to and fro
//! at will. A node is a state with the class of each suit; every event from every arrangement of the classes is tried.
//! Events cannot be undone, so there are no cycles: a node that was left without a win is lost for good.

use super::super::Reduction;
use super::arrangement::{Arrangement, slot_of_stack};
use super::events::{ArrangementId, Arrangements, Outcome, Step};
use super::model::{Event, Model, State, StateKey};
use super::redeals::Heights;
use super::table::Table;
use super::tools::{PathStep, Tools};
use crate::search::{Meter, Stop};
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

type ClassId = u32;

/// The class of an arrangement that was not looked at yet.
const UNKNOWN: ClassId = ClassId::MAX;

#[derive(Clone, Copy)]
struct Node {
    state: State,
    arrangements: [ArrangementId; 4],
}

struct Child {
    node: Node,
    suit: u8,
    event: Event,
    after: ArrangementId,
}

struct Frame {
    first_child: usize,
    /// What led here; nothing at the root.
    way: Option<(u8, Event, ArrangementId)>,
}

/// The complete search, taken up where it was left.
pub(super) struct ExactSearch {
    arrangements: Arrangements,
    class_of: Vec<ClassId>,
    /// For each class its events.
    classes: Vec<Box<[Outcome]>>,
    visited: Table<(StateKey, [ClassId; 4]), ()>,
    children: Vec<Child>,
    frames: Vec<Frame>,
    next: Option<Child>,
    bytes: usize,
    goal: Goal,
    /// The heights of foundations reached, and those of them that nobody asked for yet.
    heights: Table<Heights, ()>,
    new_heights: Vec<Heights>,
}

/// What the search looks for.
enum Goal {
    Win,
    /// A win, and on the way all heights that foundations can reach.
    AllHeights,
    /// Foundations of these heights.
    Reach(Heights),
}

/// How far the search came.
pub(super) enum Outlook {
    Won(Vec<PathStep>),
    Lost,
    Open,
}

impl ExactSearch {
    pub(super) fn new(tools: &Tools, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let mut search = Self {
            arrangements: Arrangements::new(),
            class_of: Vec::new(),
            classes: Vec::new(),
            visited: Table::new(),
            children: Vec::new(),
            frames: Vec::new(),
            next: None,
            bytes: 0,
            goal: Goal::Win,
            heights: Table::new(),
            new_heights: Vec::new(),
        };
        let mut arrangements = [0; 4];
        for (id, arrangement) in arrangements.iter_mut().zip(Arrangement::of_start(&tools.model)) {
            *id = search.arrangements.intern(arrangement, meter)?;
        }
        let node = Node { state: tools.model.start, arrangements };
        search.next = Some(Child { node, suit: 0, event: Event::LooseOut { rank: 0, pile: 0 }, after: 0 });
        Ok(search)
    }

    /// Makes it note all heights that foundations can reach.
    ///
    /// The tools must not leave out what cannot win.
    pub(super) fn collect_heights(&mut self) {
        self.goal = Goal::AllHeights;
    }

    /// Makes it look for foundations of these heights instead of a win.
    pub(super) fn look_for(&mut self, heights: Heights) {
        self.goal = Goal::Reach(heights);
    }

    /// Gives the heights reached since it was last asked.
    pub(super) fn take_new_heights(&mut self) -> Vec<Heights> {
        std::mem::take(&mut self.new_heights)
    }

    /// Tells whether a state is looked for, and notes its heights if they are wanted.
    fn is_goal(&mut self, tools: &Tools, state: &State, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let heights = Model::key(state)[4];
        match self.goal {
            Goal::Win => Ok(tools.model.is_won(state)),
            Goal::Reach(wanted) => Ok(heights == wanted),
            Goal::AllHeights => {
                if self.heights.insert(heights, (), meter)?.is_none() {
                    self.new_heights.push(heights);
                }
                Ok(tools.model.is_won(state))
            }
        }
    }

    /// Gives the bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.arrangements.bytes() + self.visited.bytes()
    }

    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        self.arrangements.release(meter);
        self.visited.release(meter);
        self.heights.release(meter);
        meter.release(self.bytes);
        self.bytes = 0;
    }

    /// Searches for this many more states.
    pub(super) fn run(&mut self, tools: &mut Tools, states: u64, meter: &mut Meter<'_>) -> Result<Outlook, Stop> {
        let until = meter.states().saturating_add(states);
        loop {
            if let Some(child) = self.next.take() {
                let is_root = self.frames.is_empty();
                let mut classes = [0; 4];
                for (class, &arrangement) in classes.iter_mut().zip(&child.node.arrangements).take(tools.model.suits) {
                    *class = self.class(arrangement, meter)?;
                }
                let key = (Model::key(&child.node.state), classes);
                if self.visited.insert(key, (), meter)?.is_none() {
                    meter.visit()?;
                    if tools.can_finish(&child.node.state, usize::from(child.suit), u64::MAX, meter)? {
                        let way = (!is_root).then_some((child.suit, child.event, child.after));
                        self.frames.push(Frame { first_child: self.children.len(), way });
                        if self.is_goal(tools, &child.node.state, meter)? {
                            return Ok(Outlook::Won(self.path()));
                        }
                        self.expand(tools, &child.node, classes, meter)?;
                    }
                }
            }
            let Some(frame) = self.frames.last() else {
                return Ok(Outlook::Lost);
            };
            if self.children.len() > frame.first_child {
                self.next = self.children.pop();
            } else {
                self.frames.pop();
            }
            if meter.states() >= until {
                return Ok(Outlook::Open);
            }
        }
    }

    fn path(&self) -> Vec<PathStep> {
        self.frames
            .iter()
            .filter_map(|frame| frame.way)
            .map(|(suit, event, after)| PathStep {
                suit: usize::from(suit),
                event,
                after: self.arrangements.get(after),
            })
            .collect()
    }

    /// Gives the class of an arrangement, after looking at all of it if it is new.
    fn class(&mut self, id: ArrangementId, meter: &mut Meter<'_>) -> Result<ClassId, Stop> {
        if let Some(&class) = self.class_of.get(id as usize)
            && class != UNKNOWN
        {
            return Ok(class);
        }
        let class = self.classes.len() as ClassId;
        let mut members = vec![id];
        let mut known: HashSet<ArrangementId, FxBuildHasher> = HashSet::with_hasher(FxBuildHasher);
        known.insert(id);
        let mut outcomes = Vec::new();
        let mut held = 0;
        let mut next = 0;
        let looked_at = loop {
            let Some(&member) = members.get(next) else {
                break Ok(());
            };
            next += 1;
            if next % 64 == 0 {
                let more = 64 * 32;
                if let Err(stop) = meter.visit().and_then(|()| meter.hold(more)) {
                    break Err(stop);
                }
                held += more;
            }
            let arrangement = self.arrangements.get(member);
            if let Err(stop) = self.look(arrangement, &mut members, &mut known, &mut outcomes, meter) {
                break Err(stop);
            }
        };
        meter.release(held);
        looked_at?;
        outcomes.sort_unstable_by_key(|outcome: &Outcome| (outcome.step, outcome.after));
        outcomes.dedup_by_key(|outcome| (outcome.step, outcome.after));
        let unknown = self.arrangements.len().saturating_sub(self.class_of.len());
        let bytes = outcomes.len() * size_of::<Outcome>() + 16 + unknown * size_of::<ClassId>() * 2;
        meter.hold(bytes)?;
        self.bytes += bytes;
        self.class_of.resize(self.arrangements.len(), UNKNOWN);
        for member in members {
            self.class_of[member as usize] = class;
        }
        self.classes.push(outcomes.into_boxed_slice());
        Ok(class)
    }

    /// Notes what leads from an arrangement to others of its class, and its events.
    fn look(
        &mut self,
        arrangement: Arrangement,
        members: &mut Vec<ArrangementId>,
        known: &mut HashSet<ArrangementId, FxBuildHasher>,
        outcomes: &mut Vec<Outcome>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let stacks = arrangement.stacks();
        for (number, &stack) in stacks.iter().enumerate() {
            let after = self.arrangements.intern(arrangement.without_top(stack), meter)?;
            let step = if stack.is_bare() { Step::BaseOut(number as u8) } else { Step::LooseOut(stack.rank as u8) };
            outcomes.push(Outcome { step, after });
            for &host in stacks.iter().filter(|host| host.rank.abs_diff(stack.rank) == 1) {
                let after = self.arrangements.intern(arrangement.moved(stack, host), meter)?;
                if stack.is_bare() {
                    outcomes.push(Outcome { step: Step::Lift(number as u8), after });
                } else if known.insert(after) {
                    members.push(after);
                }
            }
        }
        Ok(())
    }

    /// Adds the children of a node, the most hopeful last.
    fn expand(
        &mut self,
        tools: &mut Tools,
        node: &Node,
        classes: [ClassId; 4],
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let first = self.children.len();
        if tools.uses(Reduction::FinishedSuits)
            && let Some((suit, event, after)) = self.finishing(tools, node, meter)?
        {
            return self.add(tools, node, suit, event, after, meter);
        }
        for (suit, &class) in classes.iter().enumerate().take(tools.model.suits) {
            let of = node.state.suits[suit];
            let liftable = tools.liftable(&node.state, suit);
            for index in 0..self.classes[class as usize].len() {
                let outcome = self.classes[class as usize][index];
                let (rank, slot) = match outcome.step {
                    Step::LooseOut(rank) => (rank, None),
                    Step::BaseOut(stack) | Step::Lift(stack) => {
                        let slot = slot_of_stack(of.bases, u32::from(stack));
                        (slot >> 1, Some(slot))
                    }
                };
                if let (Step::Lift(_), Some(slot)) = (outcome.step, slot) {
                    if liftable >> slot & 1 == 1 {
                        self.add(tools, node, suit, Event::Lift { slot }, outcome.after, meter)?;
                    }
                    continue;
                }
                for pile in tools.model.accepting(of.heights, usize::from(rank)) {
                    let event = match slot {
                        Some(slot) => Event::BaseOut { slot, pile },
                        None => Event::LooseOut { rank, pile },
                    };
                    self.add(tools, node, suit, event, outcome.after, meter)?;
                    if tools.uses(Reduction::LastKings) && is_last_king(&tools.model, of.heights, usize::from(rank)) {
                        let only = self.children.pop().expect("the king's play was added");
                        self.children.truncate(first);
                        self.children.push(only);
                        return Ok(());
                    }
                }
            }
        }
        self.children[first..].sort_by_key(|child| {
            let goes_out = !matches!(child.event, Event::Lift { .. });
            (goes_out, child.node.state.refills)
        });
        Ok(())
    }

    /// Finds a suit whose cards can all go out as they lie, and the first of them.
    fn finishing(
        &mut self,
        tools: &Tools,
        node: &Node,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(usize, Event, ArrangementId)>, Stop> {
        for suit in 0..tools.model.suits {
            let of = node.state.suits[suit];
            let mut arrangement = self.arrangements.get(node.arrangements[suit]);
            if of.locked != of.bases || arrangement.bases == 0 {
                continue;
            }
            let mut heights = of.heights;
            let mut first = None;
            let goes = |heights: [u8; 2], arrangement: Arrangement| {
                arrangement.stacks().into_iter().enumerate().find_map(|(number, stack)| {
                    let pile = tools.model.accepting(heights, stack.rank).next()?;
                    Some((number as u32, stack, pile))
                })
            };
            while let Some((number, stack, pile)) = goes(heights, arrangement) {
                heights[usize::from(pile)] += 1;
                arrangement = arrangement.without_top(stack);
                first.get_or_insert((number, stack, pile, arrangement));
            }
            if let (0, Some((number, stack, pile, arrangement))) = (arrangement.bases, first) {
                let event = if stack.is_bare() {
                    Event::BaseOut { slot: slot_of_stack(of.bases, number), pile }
                } else {
                    Event::LooseOut { rank: stack.rank as u8, pile }
                };
                return Ok(Some((suit, event, self.arrangements.intern(arrangement, meter)?)));
            }
        }
        Ok(None)
    }

    fn add(
        &mut self,
        tools: &Tools,
        node: &Node,
        suit: usize,
        event: Event,
        after: ArrangementId,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let mut child = *node;
        child.arrangements[suit] = after;
        let exposed = tools.model.play(&mut child.state, suit, event);
        self.arrangements.expose(&mut child.arrangements, &tools.model, &child.state, &exposed, meter)?;
        self.children.push(Child { node: child, suit: suit as u8, event, after });
        Ok(())
    }
}

/// Tells whether a card of this rank is a king, with both queens of its suit out.
fn is_last_king(model: &Model, heights: [u8; 2], rank: usize) -> bool {
    rank + 1 == model.ranks && super::cards::of(model.out(heights), rank - 1) == 2
}
