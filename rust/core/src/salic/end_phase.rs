//! The exact search of the end phase: all cards dealt, foundations of any suit, nothing built on columns, and bare bases
//! take cards. What makes it small, with the proofs, is in [`Reduction`]; terms are explained there.
//!
//! Searches of the deal share one [`EndPhase`] for all layouts of a deal, so that what one layout refuted is not searched
//! again from another.

mod moves;

use super::Reduction;
use super::chains::Chains;
use super::met::Met;
use super::stacks::{BOTTOM, COLUMNS, Columns, Nibbles, Stacks, of, one};
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

/// A state of the line being searched from which there are several runs.
struct Frame {
    state: State,
    /// The runs still to be tried.
    untried: Runs,
    /// The runs that are known to lose.
    lost: Runs,
    /// The run being tried.
    tried: u8,
    /// The number of runs that led here.
    line: u8,
    /// The ranks that were refused for lack of a place in this state and below it.
    blame: u16,
}

/// The runs of a state: for each column what [`rated`] says of its run, or [`NO_RUN`].
type Runs = [u8; COLUMNS];

const NO_RUN: u8 = u8::MAX;
const NO_RUNS: Runs = [NO_RUN; COLUMNS];

/// Rates a run: the fewer cards it parks the earlier it is tried, and of equal ones the later column.
#[inline]
const fn rated(column: usize, parks: u8) -> u8 {
    parks << 3 | (COLUMNS - 1 - column) as u8
}

#[inline]
const fn column_of(run: u8) -> usize {
    COLUMNS - 1 - (run & 7) as usize
}

#[inline]
const fn parks_of(run: u8) -> u8 {
    run >> 3
}

#[inline]
fn best_of(runs: Runs) -> u8 {
    runs.into_iter().min().unwrap_or(NO_RUN)
}

/// How the search of one layout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// [`EndPhase::moves`] wins.
    Won,
    /// There is no win. With blame, there is none either when all ranks but these are free ([`Chains::freed`]).
    Lost(u16),
    /// The most states that the caller allowed were visited.
    Unfinished,
}

/// The search of the end phase, for all layouts of one deal.
pub(super) struct EndPhase {
    chains: Chains,
    /// The contents of columns.
    pub stacks: Stacks,
    met: Met,
    frames: Vec<Frame>,
    /// The runs of the line being searched.
    line: Vec<u8>,
    /// Whether runs are tried, and not single steps.
    runs: bool,
    /// All ones, or 0 without safe plays.
    safe: u8,
    known_losses: bool,
}

impl EndPhase {
    pub(super) fn new(chains: Chains, without: &[Reduction]) -> Self {
        let stacks = Stacks::new(chains.ranks_of_kinds());
        let runs = !without.contains(&Reduction::EndPhaseRuns);
        Self {
            chains,
            stacks,
            met: Met::new(),
            // Every run takes a card from the columns, so these never grow.
            frames: Vec::with_capacity(Pack::MOST_CARDS),
            line: Vec::with_capacity(Pack::MOST_CARDS),
            runs,
            safe: if without.contains(&Reduction::EndPhaseSafePlays) { 0 } else { u8::MAX },
            known_losses: runs && !without.contains(&Reduction::EndPhaseKnownLosses),
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

    /// Forgets what was refuted and plays by other chains from here on.
    #[allow(dead_code, reason = "for searches that look for the ranks to blame")]
    pub(super) fn set_chains(&mut self, chains: Chains) {
        self.met.clear();
        self.chains = chains;
    }

    /// Searches a layout: the stacks of all columns, 0 beyond the last. What they do not hold is out.
    ///
    /// Layouts of one deal share what they refuted; the caller must not mix deals without [`EndPhase::clear`]. With
    /// `BLAME`, a loss says which ranks it is due to; the same kind of search must then be used for all layouts. At most
    /// `most` states are visited.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn search<const BLAME: bool>(
        &mut self,
        columns: Columns,
        most: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome, Stop> {
        self.frames.clear();
        self.line.clear();
        let mut visited = 0;
        let mut state = self.start(columns);
        let mut lost = NO_RUNS;
        loop {
            let mut blame = 0;
            // Follow the line until it is refuted.
            while state.columns != Columns::default() {
                if visited == most {
                    // The states of the unfinished line are met but not refuted.
                    self.met.clear();
                    return Ok(Outcome::Unfinished);
                }
                visited += 1;
                meter.visit()?;
                let (mut runs, mut safe) = self.runs(&state);
                if BLAME {
                    blame |= self.blame(&state, runs, safe != 0);
                }
                if lost != NO_RUNS {
                    // A known loss is not tried again; where the run is another now, nothing is known of it.
                    for (lost, &run) in lost.iter_mut().zip(&runs) {
                        *lost = if *lost == run { run } else { NO_RUN };
                    }
                }
                if safe != 0 {
                    if (0..COLUMNS).any(|column| safe >> column & 1 == 1 && lost[column] != NO_RUN) {
                        break;
                    }
                    // One safe play leaves the others safe.
                    while safe != 0 {
                        let run = rated(safe.trailing_zeros() as usize, 0);
                        safe &= safe - 1;
                        self.make::<BLAME>(&mut state, run, &mut lost);
                    }
                    continue;
                }
                for (run, &lost) in runs.iter_mut().zip(&lost) {
                    if lost != NO_RUN {
                        *run = NO_RUN;
                    }
                }
                let first = best_of(runs);
                if first == NO_RUN {
                    break;
                }
                if let Some(place) = self.met.insert(state.columns, meter)? {
                    blame |= *self.met.value(place);
                    break;
                }
                runs[column_of(first)] = NO_RUN;
                self.frames.push(Frame {
                    state,
                    untried: runs,
                    lost,
                    tried: first,
                    line: self.line.len() as u8,
                    blame,
                });
                blame = 0;
                self.make::<BLAME>(&mut state, first, &mut lost);
            }
            if state.columns == Columns::default() {
                return Ok(Outcome::Won);
            }
            // Go back to the last choice.
            let next = loop {
                let Some(frame) = self.frames.last_mut() else {
                    return Ok(Outcome::Lost(blame));
                };
                frame.blame |= blame;
                let next = best_of(frame.untried);
                if next != NO_RUN {
                    frame.untried[column_of(next)] = NO_RUN;
                    frame.lost[column_of(frame.tried)] = frame.tried;
                    frame.tried = next;
                    lost = frame.lost;
                    state = frame.state;
                    self.line.truncate(usize::from(frame.line));
                    break next;
                }
                blame = frame.blame;
                if BLAME {
                    let place = self.met.find(frame.state.columns).expect("the state was inserted");
                    *self.met.value(place) = blame;
                }
                self.frames.pop();
            };
            self.make::<BLAME>(&mut state, next, &mut lost);
        }
    }

    /// Counts the cards of each rank that are on foundations.
    fn out(&self, columns: Columns) -> Nibbles {
        columns.iter().fold(self.chains.all(), |out, stack| out - self.stacks.get(stack).counts)
    }

    /// Turns a layout into a state: single cards are parked, and go out where they can.
    fn start(&self, columns: Columns) -> State {
        let out = self.out(columns);
        let mut state = State { columns, places: 0, parked: 0, left: 0, open: 0, free: 0 };
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
        for rank in 0..self.chains.ranks {
            let places = self.chains.places(rank, out);
            state.places += one(rank) * Nibbles::from(places);
            state.open |= u16::from(places > 0) << rank;
        }
        for rank in 0..self.chains.ranks {
            while of(state.parked, rank) > 0 && state.open >> rank & 1 == 1 {
                state.parked -= one(rank);
                state.free += 1;
                self.send_out(&mut state, rank);
            }
        }
        state
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
        let stop = if self.runs { state.open | BOTTOM } else { u16::MAX };
        let stop = u128::from(u64::from(stop) * 0x0001_0001_0001_0001);
        let stop = stop << 64 | stop;
        let mut runs = NO_RUNS;
        let mut safe = 0;
        for (column, (stack, run)) in state.columns.iter().zip(&mut runs).enumerate() {
            // With nothing found this is 8, more than there are free cells.
            let parks = ((self.stacks.tops(stack) & stop).trailing_zeros() / 16) as u8;
            *run = if parks <= state.free { rated(column, parks) } else { NO_RUN };
            let node = self.stacks.get(stack);
            // Places for every card of the rank in other columns, besides this one.
            let others = of(state.left - node.counts, node.rank);
            safe |= u8::from(of(state.places, node.rank) > others) << column;
        }
        if !self.runs {
            self.keep_steps(state, &mut runs);
        }
        (runs, safe & self.safe)
    }

    /// Keeps those of single steps that go out or find a free cell.
    #[cold]
    fn keep_steps(&self, state: &State, runs: &mut Runs) {
        for (stack, run) in state.columns.iter().zip(runs) {
            let is_open = state.open >> (self.stacks.get(stack).rank & 15) & 1 == 1;
            if stack == 0 || !is_open && state.free == 0 {
                *run = NO_RUN;
            }
        }
    }

    /// Lists the ranks that lack a place: those of parked cards and, unless a safe play stands for all runs, those of
    /// cards that had to be parked or could not even be.
    fn blame(&self, state: &State, runs: Runs, safe: bool) -> u16 {
        let parked = (0..self.chains.ranks).filter(|&rank| of(state.parked, rank) > 0);
        let mut blame = parked.fold(0, |blame, rank| blame | 1 << rank);
        if safe {
            return blame;
        }
        for (stack, run) in state.columns.iter().zip(runs) {
            let refused = match run {
                NO_RUN => state.free + 1,
                _ if self.runs => parks_of(run),
                _ => 1,
            };
            blame |= ranks_in(self.stacks.tops(stack), refused) & !state.open;
        }
        blame
    }

    /// Makes a run and notes it, and drops what is not known to lose after it.
    #[inline]
    fn make<const BLAME: bool>(&mut self, state: &mut State, run: u8, lost: &mut Runs) {
        self.line.push(run);
        if *lost != NO_RUNS {
            if BLAME || !self.known_losses {
                *lost = NO_RUNS;
            } else {
                self.keep_losses(state, run, lost);
            }
        }
        self.run(state, run);
    }

    /// Keeps those of the runs known to lose that also lose after this one ([`Reduction::EndPhaseKnownLosses`]).
    fn keep_losses(&self, state: &State, run: u8, lost: &mut Runs) {
        let taken = self.ranks_of(state, run);
        for known in &mut *lost {
            if *known == NO_RUN {
                continue;
            }
            let apart = if parks_of(*known) == 0 {
                ranks_in(self.stacks.tops(state.columns.get(column_of(*known))), 1) & taken == 0
            } else {
                parks_of(*known) + parks_of(run) <= state.free && self.ranks_of(state, *known) & taken == 0
            };
            if !apart || column_of(*known) == column_of(run) {
                *known = NO_RUN;
            }
        }
    }

    /// Lists the ranks of the cards that a run takes from its column.
    fn ranks_of(&self, state: &State, run: u8) -> u16 {
        let tops = self.stacks.tops(state.columns.get(column_of(run)));
        let cards = parks_of(run) + 1;
        // The last card goes with the second-last.
        let next = tops.checked_shr(16 * u32::from(cards)).unwrap_or(0) as u16;
        ranks_in(tops, cards + u8::from(next & BOTTOM != 0))
    }

    /// Makes a run: some cards are parked, then one goes straight out or the column is a cell.
    #[inline]
    fn run(&self, state: &mut State, run: u8) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;
    use crate::rules::{Family, Rules};
    use crate::salic::stacks::{Kinds, NO_KIND};
    use crate::search::{Answer, Limits, Progress};
    use crate::shuffle::SplitMix64;

    /// Lays all cards but the last few in columns that change at every base, and searches.
    fn search<const BLAME: bool>(end_phase: &mut EndPhase, chains: &Chains, cards: &[Card], most: u64) -> Outcome {
        let mut report = |_: &Progress| Answer::Continue;
        let mut meter = Meter::new(Limits::default(), &mut report);
        end_phase.clear();
        end_phase.set_chains(chains.clone());
        let mut columns = Columns::default();
        let mut column = 0;
        columns.replace(0, 0, Stacks::root(0));
        for &card in cards {
            if chains.kind(card) == NO_KIND {
                column += 1;
                columns.replace(column, 0, Stacks::root(column));
            } else {
                let stack = columns.get(column);
                columns.replace(column, stack, end_phase.stacks.push(stack, chains.kind(card), &mut meter).unwrap());
            }
        }
        end_phase.search::<BLAME>(columns, most, &mut meter).unwrap()
    }

    #[test]
    fn a_loss_stays_one_when_all_but_the_blamed_ranks_are_free() {
        let Family::Salic(rules) = Rules::named("intrigue").unwrap().family else { unreachable!() };
        let chains = Chains::new(&rules);
        let (mut won, mut lost) = (0, 0);
        for seed in 0..3000 {
            let mut cards: Vec<_> = rules.pack.cards().collect();
            SplitMix64::new(seed).shuffle(&mut cards);
            let base = cards.iter().position(|card| card.rank() == rules.base).unwrap();
            cards.remove(base);
            // The starters and, in some layouts, the ranks after them are out.
            cards.retain(|&card| ![0, 6].contains(&chains.kind(card)));
            if seed % 4 > 0 {
                cards.retain(|&card| ![1, 7].contains(&chains.kind(card)));
            }
            if seed % 4 > 1 {
                cards.retain(|&card| ![2, 8].contains(&chains.kind(card)));
            }
            for without in [&[][..], &[Reduction::EndPhaseRuns], &[Reduction::EndPhaseSafePlays]] {
                let mut end_phase = EndPhase::new(chains.clone(), without);
                match search::<true>(&mut end_phase, &chains, &cards, 2000) {
                    Outcome::Unfinished => {}
                    Outcome::Won => {
                        won += 1;
                        assert_eq!(search::<false>(&mut end_phase, &chains, &cards, u64::MAX), Outcome::Won);
                    }
                    Outcome::Lost(blame) => {
                        lost += 1;
                        assert!(matches!(search::<false>(&mut end_phase, &chains, &cards, u64::MAX), Outcome::Lost(_)));
                        let freed = chains.freed(!Kinds::from(blame) & 0xFFF);
                        let again = search::<false>(&mut end_phase, &freed, &cards, 100_000);
                        assert!(!matches!(again, Outcome::Won), "seed {seed}: {blame:b} is no blame");
                    }
                }
            }
        }
        assert!(won > 500 && lost > 500, "{won} won, {lost} lost");
    }
}
