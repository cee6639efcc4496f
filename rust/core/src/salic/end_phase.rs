//! The exact search of the end phase: all cards dealt, foundations of any suit, nothing built on columns, and bare bases
//! take cards. What makes it small, with the proofs, is in [`Reduction`]; terms are explained there.
//!
//! Searches of the deal share one [`EndPhase`] for all layouts of a deal, so that what one layout refuted is not searched
//! again from another.

mod moves;
mod runs;

use self::runs::{NO_RUN, Run, Runs, column_of, parks_of, rated};
use super::Reduction;
use super::chains::Chains;
use super::met::Met;
use super::stacks::{BOTTOM, COLUMNS, Columns, Nibbles, Stacks, of, one, ranks_with};
use crate::card::Pack;
use crate::search::{Meter, Stop};

/// A position of the end phase, by claims 1 and 2 of [`Reduction::EndPhaseLattice`].
#[derive(Clone, Copy)]
struct State {
    /// The columns with two or more cards; 0 for the cells.
    columns: Columns,
    /// How many more cards of each rank may go out: p(r) − n(r).
    places: Nibbles,
    /// The number of cards of each rank in cells: R(r) − n(r). Where it is not 0, no place is left.
    parked: Nibbles,
    /// The number of cards of each rank in columns with two or more cards.
    left: Nibbles,
    /// The ranks with places left.
    open: u16,
    /// The number of cells that hold no card.
    free: u8,
}

/// A state of the line being searched.
struct Frame {
    state: State,
    /// The runs still to be tried.
    untried: Runs,
    /// The runs that are known to lose.
    lost: Runs,
    /// The run being tried.
    tried: Run,
    /// The number of runs that led here.
    line: u8,
}

/// The search of the end phase, for all layouts of one deal.
pub(super) struct EndPhase {
    chains: Chains,
    /// The contents of columns.
    pub stacks: Stacks,
    met: Met,
    frames: Vec<Frame>,
    /// The runs of the line being searched.
    line: Vec<Run>,
    /// Whether runs are tried, and not single steps.
    by_runs: bool,
    /// All ones, or 0 without safe plays.
    safe: u8,
    known_losses: bool,
}

impl EndPhase {
    pub(super) fn new(chains: Chains, without: &[Reduction]) -> Self {
        let stacks = Stacks::new(chains.ranks_of_kinds());
        let by_runs = !without.contains(&Reduction::EndPhaseRuns);
        Self {
            chains,
            stacks,
            met: Met::new(),
            // Every run takes a card from the columns, so these never grow.
            frames: Vec::with_capacity(Pack::MOST_CARDS),
            line: Vec::with_capacity(Pack::MOST_CARDS),
            by_runs,
            safe: if without.contains(&Reduction::EndPhaseSafePlays) { 0 } else { u8::MAX },
            known_losses: by_runs && !without.contains(&Reduction::EndPhaseKnownLosses),
        }
    }

    /// Gives the bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.stacks.bytes() + self.met.bytes() + self.frames.capacity() * size_of::<Frame>()
    }

    /// Forgets the stacks and all that was refuted: to be called before each deal.
    pub(super) fn clear(&mut self) {
        self.stacks.clear();
        self.met.clear();
    }

    /// Forgets as [`EndPhase::clear`] does, and gives back the room that the tables took.
    pub(super) fn shrink(&mut self) {
        self.stacks.shrink();
        self.met = Met::new();
    }

    /// Tells whether a layout can be won; then [`EndPhase::moves`] says how. The layout is the stacks of all columns, 0
    /// beyond the last; what they do not hold is out.
    ///
    /// Layouts of one deal share what they refuted; the caller must not mix deals without [`EndPhase::clear`].
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn search(&mut self, columns: Columns, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        self.frames.clear();
        self.line.clear();
        let mut state = self.start(columns);
        let mut lost = Runs::NONE;
        loop {
            // Follow the line until it is refuted.
            while state.columns != Columns::default() {
                meter.visit()?;
                let (runs, mut safe) = self.runs(&state);
                // A known loss is not tried again; where the run is another now, nothing is known of it.
                lost = lost.and(runs);
                if safe != 0 {
                    if safe & lost.columns() != 0 {
                        break;
                    }
                    // One safe play leaves the others safe.
                    while safe != 0 {
                        let run = rated(safe.trailing_zeros() as usize, 0);
                        safe &= safe - 1;
                        self.make(&mut state, run, &mut lost);
                    }
                    continue;
                }
                let mut untried = runs.without_columns_of(lost);
                let tried = untried.best();
                if tried == NO_RUN || !self.met.insert(state.columns, meter)? {
                    break;
                }
                untried.remove(column_of(tried));
                self.frames.push(Frame { state, untried, lost, tried, line: self.line.len() as u8 });
                self.make(&mut state, tried, &mut lost);
            }
            if state.columns == Columns::default() {
                return Ok(true);
            }
            // Go back to the last choice.
            let next = loop {
                let Some(frame) = self.frames.last_mut() else {
                    return Ok(false);
                };
                let next = frame.untried.best();
                if next != NO_RUN {
                    frame.untried.remove(column_of(next));
                    frame.lost.add(frame.tried);
                    frame.tried = next;
                    lost = frame.lost;
                    state = frame.state;
                    self.line.truncate(usize::from(frame.line));
                    break next;
                }
                self.frames.pop();
            };
            self.make(&mut state, next, &mut lost);
        }
    }

    /// Counts the cards of each rank that are on foundations.
    fn out(&self, columns: Columns) -> Nibbles {
        columns.iter().fold(self.chains.all(), |out, stack| out - self.stacks.get(stack).counts)
    }

    /// Turns a layout into a state: single cards are parked, and go out where they can.
    fn start(&self, columns: Columns) -> State {
        let places = self.chains.places(self.out(columns));
        let mut state = State { columns, places, parked: 0, left: 0, open: ranks_with(places), free: 0 };
        for (column, stack) in columns.iter().enumerate().filter(|&(_, stack)| stack != 0) {
            let node = self.stacks.get(stack);
            if node.size >= 2 {
                state.left += node.counts;
                continue;
            }
            // A cell: what lies in it is parked.
            state.parked += node.counts;
            state.free += u8::from(node.size == 0);
            state.columns.replace(column, stack, 0);
        }
        loop {
            let ready = ranks_with(state.parked) & state.open;
            if ready == 0 {
                return state;
            }
            let rank = ready.trailing_zeros() as u8;
            state.parked -= one(rank);
            state.free += 1;
            self.send_out(&mut state, rank);
        }
    }

    /// Sends a card of an open rank out, and after it the parked cards that follow.
    #[inline]
    fn send_out(&self, state: &mut State, rank: u8) {
        state.places -= one(rank);
        if of(state.places, rank) == 0 {
            state.open &= !(1 << (rank & 15));
        }
        let mut next = self.chains.next[usize::from(rank & 15)];
        // A parked card takes the new place, and the place after it is new then.
        while of(state.parked, next) > 0 {
            state.parked -= one(next);
            state.free += 1;
            next = self.chains.next[usize::from(next & 15)];
        }
        // Places after the last rank of a row are counted beyond all ranks, where nobody looks and they run off the end.
        state.places = state.places.wrapping_add(one(next));
        state.open |= 1 << (next & 15);
    }

    /// Finds the runs that can be made from a state, and the columns of which the run is a safe play.
    #[inline]
    fn runs(&self, state: &State) -> (Runs, u8) {
        // Without runs, every card is one to stop at.
        let stop = if self.by_runs { state.open | BOTTOM } else { u16::MAX };
        let stop = u128::from(u64::from(stop) * 0x0001_0001_0001_0001);
        let stop = stop << 64 | stop;
        let mut runs = [NO_RUN; COLUMNS];
        let mut safe = 0;
        for (column, (stack, run)) in state.columns.iter().zip(&mut runs).enumerate() {
            // With nothing found this is 8, more than there are free cells.
            let node = self.stacks.get(stack);
            let parks = ((node.tops & stop).trailing_zeros() / 16) as u8;
            *run = if parks <= state.free { rated(column, parks) } else { NO_RUN };
            // Places for every card of the rank in other columns, besides this one.
            let others = of(state.left - node.counts, node.rank);
            safe |= u8::from(of(state.places, node.rank) > others) << column;
        }
        if !self.by_runs {
            self.keep_steps(state, &mut runs);
        }
        (Runs::new(runs), safe & self.safe)
    }

    /// Keeps those of single steps that go out or find a free cell.
    #[cold]
    fn keep_steps(&self, state: &State, runs: &mut [Run; COLUMNS]) {
        for (stack, run) in state.columns.iter().zip(runs) {
            let is_open = state.open >> (self.stacks.get(stack).rank & 15) & 1 == 1;
            if stack == 0 || !is_open && state.free == 0 {
                *run = NO_RUN;
            }
        }
    }

    /// Makes a run and notes it, and drops what is not known to lose after it.
    #[inline]
    fn make(&mut self, state: &mut State, run: Run, lost: &mut Runs) {
        self.line.push(run);
        if *lost != Runs::NONE {
            *lost = if self.known_losses { self.losses_after(state, run, *lost) } else { Runs::NONE };
        }
        self.run(state, run);
    }

    /// Picks those of the runs known to lose that also lose after this one ([`Reduction::EndPhaseKnownLosses`]).
    fn losses_after(&self, state: &State, run: Run, lost: Runs) -> Runs {
        let taken = self.ranks_of(state, run);
        let mut kept = lost;
        for known in lost.iter() {
            let (touched, fits) = if parks_of(known) == 0 {
                (ranks_in(self.stacks.get(state.columns.get(column_of(known))).tops, 1), true)
            } else {
                (self.ranks_of(state, known), parks_of(known) + parks_of(run) <= state.free)
            };
            if touched & taken != 0 || !fits || column_of(known) == column_of(run) {
                kept.remove(column_of(known));
            }
        }
        kept
    }

    /// Lists the ranks of the cards that a run takes from its column.
    fn ranks_of(&self, state: &State, run: Run) -> u16 {
        let tops = self.stacks.get(state.columns.get(column_of(run))).tops;
        let cards = parks_of(run) + 1;
        // The last card goes with the second-last.
        let next = tops.checked_shr(16 * u32::from(cards)).unwrap_or(0) as u16;
        ranks_in(tops, cards + u8::from(next & BOTTOM != 0))
    }

    /// Makes a run: some cards are parked, then one goes straight out or the column is a cell.
    #[inline]
    fn run(&self, state: &mut State, run: Run) {
        let column = column_of(run);
        let stack = state.columns.get(column);
        let mut below = stack;
        let mut node = self.stacks.get(stack);
        for _ in 0..parks_of(run) {
            state.left -= one(node.rank);
            state.parked += one(node.rank);
            state.free -= 1;
            below = node.below;
            node = self.stacks.get(below);
        }
        if node.size > 1 {
            self.take(state, node.rank);
            below = node.below;
            node = self.stacks.get(below);
        }
        if node.size == 1 {
            // The last card lies in a cell of its own.
            state.free += 1;
            self.take(state, node.rank);
            below = 0;
        }
        state.columns.replace(column, stack, below);
    }

    /// Removes a card from a column: out if its rank is open, otherwise parked.
    #[inline]
    fn take(&self, state: &mut State, rank: u8) {
        state.left -= one(rank);
        if state.open >> (rank & 15) & 1 == 1 {
            self.send_out(state, rank);
        } else {
            state.parked += one(rank);
            state.free -= 1;
        }
    }
}

/// Lists the ranks of the first so many (at most eight) of some top cards.
#[inline]
fn ranks_in(tops: u128, cards: u8) -> u16 {
    let tops = if cards < 8 { tops & ((1 << (16 * u32::from(cards))) - 1) } else { tops };
    let tops = tops as u64 | (tops >> 64) as u64;
    let tops = tops | tops >> 32;
    (tops | tops >> 16) as u16 & !BOTTOM
}
