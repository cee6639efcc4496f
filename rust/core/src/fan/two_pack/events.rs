//! The events that a suit's arrangement leads to, each by one way.

use super::arrangement::{Arrangement, Stacks};
use super::feasible::Allowed;
use crate::search::{Meter, Stop};
use hashbrown::{HashMap, HashTable};
use rustc_hash::{FxBuildHasher, FxHasher};
use std::hash::{Hash, Hasher};

/// The number of an arrangement met before.
pub(super) type ArrangementId = u32;

/// An event of an arrangement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// A loose card of this rank goes out.
    LooseOut(u8),
    /// The bare base of this stack goes out.
    BaseOut(u8),
    /// The bare base of this stack is built on another stack.
    Lift(u8),
}

/// An event and the arrangement after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    pub(super) step: Step,
    pub(super) after: ArrangementId,
}

/// Arrangements, each stored once, with the events that follow after some moves of loose cards.
pub(super) struct Arrangements {
    known: Vec<(u128, u32)>,
    index: HashTable<ArrangementId>,
    /// Where the outcomes of an arrangement begin and how many there are; `None` before they were looked for.
    found: Vec<Option<(u32, u16)>>,
    outcomes: Vec<Outcome>,
    bytes: usize,
    queue: Vec<Arrangement>,
    queued: HashMap<Arrangement, (), FxBuildHasher>,
}

/// The arrangements looked at for the events of one.
const MOST_LOOKED_AT: usize = 300;

fn hash(arrangement: Arrangement) -> u64 {
    let mut hasher = FxHasher::default();
    arrangement.hash(&mut hasher);
    hasher.finish()
}

impl Arrangements {
    pub(super) fn new() -> Self {
        Self {
            known: Vec::new(),
            index: HashTable::new(),
            found: Vec::new(),
            outcomes: Vec::new(),
            bytes: 0,
            queue: Vec::new(),
            queued: HashMap::with_hasher(FxBuildHasher),
        }
    }

    /// Gives the bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Forgets everything and lets go of the memory.
    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        meter.release(self.bytes);
        *self = Self::new();
    }

    /// Gives the number of arrangements.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    #[inline]
    pub(super) fn get(&self, id: ArrangementId) -> Arrangement {
        let (cards, bases) = self.known[id as usize];
        Arrangement { cards, bases }
    }

    /// Gives the number of an arrangement, a new one if it is new.
    #[inline]
    pub(super) fn intern(&mut self, arrangement: Arrangement, meter: &mut Meter<'_>) -> Result<ArrangementId, Stop> {
        let hash = hash(arrangement);
        let entry = (arrangement.cards, arrangement.bases);
        if let Some(&id) = self.index.find(hash, |&id| self.known[id as usize] == entry) {
            return Ok(id);
        }
        if self.known.len() == self.known.capacity() {
            self.grow(meter)?;
        }
        let id = self.known.len() as ArrangementId;
        self.known.push(entry);
        self.found.push(None);
        let known = &self.known;
        self.index.insert_unique(hash, id, |&id| {
            let (cards, bases) = known[id as usize];
            self::hash(Arrangement { cards, bases })
        });
        Ok(id)
    }

    #[cold]
    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let more = self.known.capacity().max(512);
        // Twice as many entries, their places in the index (at most 16/7 of them), and the old ones while they move.
        let bytes = more * (size_of::<(u128, u32)>() + size_of::<Option<(u32, u16)>>() + 12);
        meter.hold(bytes)?;
        self.bytes += bytes;
        self.known.reserve_exact(more);
        self.found.reserve_exact(more);
        Ok(())
    }

    /// Gives the outcomes of an arrangement: for each event that the masks allow one, if it was found among the first
    /// few hundred arrangements that moves of loose cards lead to.
    #[inline]
    pub(super) fn outcomes(
        &mut self,
        id: ArrangementId,
        allowed: Allowed,
        meter: &mut Meter<'_>,
    ) -> Result<std::ops::Range<usize>, Stop> {
        let (start, count) = match self.found[id as usize] {
            Some(found) => found,
            None => self.look(id, allowed, meter)?,
        };
        Ok(start as usize..start as usize + usize::from(count))
    }

    #[inline]
    pub(super) fn outcome(&self, index: usize) -> Outcome {
        self.outcomes[index]
    }

    fn look(&mut self, id: ArrangementId, allowed: Allowed, meter: &mut Meter<'_>) -> Result<(u32, u16), Stop> {
        if self.outcomes.capacity() - self.outcomes.len() < 80 {
            let more = self.outcomes.capacity().max(4096);
            meter.hold(more * size_of::<Outcome>())?;
            self.bytes += more * size_of::<Outcome>();
            self.outcomes.reserve_exact(more);
        }
        let start = self.outcomes.len();
        let root = self.get(id);
        let mut missing = Missing::new(root, &root.stacks(), allowed);
        self.queue.clear();
        self.queue.push(root);
        let mut looked_at = 0;
        while looked_at < self.queue.len() && missing.any() {
            let arrangement = self.queue[looked_at];
            looked_at += 1;
            let stacks = arrangement.stacks();
            for (number, &stack) in stacks.iter().enumerate() {
                if stack.is_bare() {
                    if missing.base_out >> number & 1 == 1 {
                        missing.base_out &= !(1 << number);
                        let after = self.intern(arrangement.without_top(stack), meter)?;
                        self.outcomes.push(Outcome { step: Step::BaseOut(number as u8), after });
                    }
                    if missing.lift >> number & 1 == 1
                        && let Some(&host) = stacks.iter().find(|host| host.rank.abs_diff(stack.rank) == 1)
                    {
                        missing.lift &= !(1 << number);
                        let after = self.intern(arrangement.moved(stack, host), meter)?;
                        self.outcomes.push(Outcome { step: Step::Lift(number as u8), after });
                    }
                } else if missing.loose_out >> stack.rank & 1 == 1 {
                    missing.loose_out &= !(1 << stack.rank);
                    let after = self.intern(arrangement.without_top(stack), meter)?;
                    self.outcomes.push(Outcome { step: Step::LooseOut(stack.rank as u8), after });
                }
            }
            if missing.any() && self.queue.len() < MOST_LOOKED_AT {
                if looked_at == 1 {
                    self.queued.clear();
                    self.queued.insert(root, ());
                }
                for &stack in stacks.iter().filter(|stack| !stack.is_bare()) {
                    for &host in stacks.iter().filter(|host| host.rank.abs_diff(stack.rank) == 1) {
                        let moved = arrangement.moved(stack, host);
                        if self.queued.insert(moved, ()).is_none() {
                            self.queue.push(moved);
                        }
                    }
                }
            }
        }
        meter.visit_many(looked_at as u64 / 64)?;
        let found = (start as u32, (self.outcomes.len() - start) as u16);
        self.found[id as usize] = Some(found);
        Ok(found)
    }
}

/// The events still to be found.
struct Missing {
    base_out: u32,
    lift: u32,
    loose_out: u32,
}

impl Missing {
    fn new(arrangement: Arrangement, stacks: &Stacks, allowed: Allowed) -> Self {
        let mut missing = Self { base_out: 0, lift: 0, loose_out: u32::from(allowed.loose) };
        for (number, stack) in stacks.iter().enumerate() {
            let rank = (arrangement.cards >> (4 * stack.first) & 15) as u16 - 1;
            missing.base_out |= u32::from(allowed.bare >> rank & 1) << number;
            missing.lift |= u32::from(allowed.lift >> rank & 1) << number;
        }
        missing
    }

    fn any(&self) -> bool {
        self.base_out | self.lift | self.loose_out != 0
    }
}
