//! The exact search of the end phase: all cards dealt, foundations of any suit, nothing built on columns, and bare bases
//! take cards. What makes it small, with the proofs, is in [`Reduction`]; terms are explained there.
//!
//! Searches of the deal share one [`EndPhase`] for all layouts of a deal, so that what one layout refuted is not searched
//! again from another.

use super::Reduction;
use super::chains::{Chains, Counts};
use super::met::Met;
use super::stacks::{BOTTOM, COLUMNS, Kinds, Stack, Stacks};
use crate::moves::{Foundation, Move};
use crate::search::{Meter, Stop};

/// A position of the end phase, by claims 1 and 2 of [`Reduction::EndPhaseLattice`].
#[derive(Clone, Copy)]
struct State {
    /// The columns with two or more cards; 0 for the cells.
    columns: [Stack; COLUMNS],
    /// How many more cards of each rank may go out: p(r) − n(r).
    places: Counts,
    /// The number of cards of each rank in cells: R(r) − n(r). Where it is not 0, no place is left.
    parked: Counts,
    /// The number of cards of each rank in columns with two or more cards.
    left: Counts,
    /// The ranks with places left.
    open: Kinds,
    /// The number of cards in cells.
    used: u8,
    /// The number of cells.
    cells: u8,
}

/// One state of the line that is being searched, and the columns that are still to be tried.
struct Frame {
    state: State,
    /// Columns to try, the first one last.
    untried: [u8; COLUMNS],
    count: u8,
    /// The ranks that were refused for lack of a place in this state and below it.
    blame: u16,
}

/// How the search of one layout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// [`EndPhase::line`] wins.
    Won,
    /// There is no win. With blame, there is none either when all ranks but these are free ([`Chains::freed`]).
    Lost(u16),
    /// The most states that the caller allowed were visited.
    Unfinished,
}

/// The search of the end phase, for all layouts of one deal.
pub(super) struct EndPhase {
    chains: Chains,
    /// The contents of columns, by rank.
    pub stacks: Stacks,
    met: Met,
    frames: Vec<Frame>,
    runs: bool,
    safe: Kinds,
    most_free: u8,
}

impl EndPhase {
    pub(super) fn new(chains: Chains, without: &[Reduction]) -> Self {
        let ranks_of_kinds = chains.ranks_of_kinds();
        Self {
            chains,
            stacks: Stacks::new(ranks_of_kinds),
            met: Met::new(),
            frames: Vec::new(),
            runs: !without.contains(&Reduction::EndPhaseRuns),
            safe: if without.contains(&Reduction::EndPhaseSafePlays) { 0 } else { Kinds::MAX },
            most_free: COLUMNS as u8 - 1,
        }
    }

    /// Forgets the stacks and all that was refuted: to be called before each deal.
    pub(super) fn clear(&mut self) {
        self.stacks.clear();
        self.met.clear();
        self.frames.clear();
    }

    /// Forgets what was refuted and plays by other chains from here on.
    #[allow(dead_code, reason = "for searches that look for the ranks to blame")]
    pub(super) fn set_chains(&mut self, chains: Chains) {
        self.met.clear();
        self.chains = chains;
    }

    /// Searches a layout: the stacks of all columns, 0 beyond the last. What they do not hold is out.
    ///
    /// Layouts of one deal share what they refuted; the caller must not mix deals without [`EndPhase::clear`]. With `BLAME`, a loss says which ranks it is due to; the same kind of search must
    /// then be used for all layouts. At most `most` states are visited.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn search<const BLAME: bool>(
        &mut self,
        columns: &[Stack; COLUMNS],
        most: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome, Stop> {
        self.frames.clear();
        let mut visited = 0;
        let mut next = Some(self.start(columns));
        loop {
            if let Some(state) = next.take() {
                if state.columns == [0; COLUMNS] {
                    return Ok(Outcome::Won);
                }
                match self.met.insert(&state.columns, meter)? {
                    Ok(()) => {
                        if visited == most {
                            // The states of the unfinished line are met but not refuted.
                            self.met.clear();
                            return Ok(Outcome::Unfinished);
                        }
                        visited += 1;
                        meter.visit()?;
                        self.expand::<BLAME>(state);
                    }
                    Err(slot) => {
                        let blame = *self.met.value(slot);
                        match self.frames.last_mut() {
                            Some(frame) => frame.blame |= blame,
                            None => return Ok(Outcome::Lost(blame)),
                        }
                    }
                }
            }
            let frame = self.frames.last_mut().expect("the loop ends with the last frame");
            if frame.count > 0 {
                frame.count -= 1;
                let mut state = frame.state;
                let column = usize::from(frame.untried[usize::from(frame.count)]);
                self.run(&mut state, column);
                next = Some(state);
                continue;
            }
            let frame = self.frames.pop().expect("the loop ends with the last frame");
            if BLAME {
                let slot = self.met.find(&frame.state.columns).expect("the state was inserted");
                *self.met.value(slot) = frame.blame;
            }
            match self.frames.last_mut() {
                Some(above) => above.blame |= frame.blame,
                None => return Ok(Outcome::Lost(frame.blame)),
            }
        }
    }

    /// Counts the cards of each rank that are on foundations.
    fn out(&self, columns: &[Stack; COLUMNS]) -> Counts {
        let mut out = [0; 16];
        out[..self.chains.ranks].fill(self.chains.foundations);
        for &stack in columns.iter().filter(|&&stack| stack != 0) {
            let mut node = self.stacks.get(stack);
            while node.size > 0 {
                out[usize::from(node.rank)] -= 1;
                node = self.stacks.get(node.below);
            }
        }
        out
    }

    /// Turns a layout into a state: single cards are parked, and go out where they can.
    fn start(&self, columns: &[Stack; COLUMNS]) -> State {
        let out = self.out(columns);
        let mut state = State {
            columns: [0; COLUMNS],
            places: [0; 16],
            parked: [0; 16],
            left: [0; 16],
            open: 0,
            used: 0,
            cells: 0,
        };
        for (column, &stack) in columns.iter().enumerate().filter(|&(_, &stack)| stack != 0) {
            let mut node = *self.stacks.get(stack);
            if node.size < 2 {
                state.cells += 1;
                if node.size == 1 {
                    state.used += 1;
                    state.parked[usize::from(node.rank)] += 1;
                }
                continue;
            }
            state.columns[column] = stack;
            while node.size > 0 {
                state.left[usize::from(node.rank)] += 1;
                node = *self.stacks.get(node.below);
            }
        }
        for rank in 0..self.chains.ranks {
            let places = self.chains.places(rank, &out);
            state.places[rank] = places;
            state.open |= Kinds::from(places > 0) << rank;
        }
        for rank in 0..self.chains.ranks {
            while state.parked[rank] > 0 && state.open >> rank & 1 == 1 {
                state.parked[rank] -= 1;
                state.used -= 1;
                self.send_out(&mut state, rank);
            }
        }
        state
    }

    /// Sends a card of an open rank out, and after it the parked cards that follow.
    #[inline]
    fn send_out(&self, state: &mut State, rank: usize) {
        state.places[rank & 15] -= 1;
        if state.places[rank & 15] == 0 {
            state.open &= !(1 << rank);
        }
        let mut next = usize::from(self.chains.next[rank & 15]);
        // A parked card takes the new place, and the place after it is new then.
        while state.parked[next & 15] > 0 {
            state.parked[next & 15] -= 1;
            state.used -= 1;
            next = usize::from(self.chains.next[next & 15]);
        }
        if next != usize::from(Chains::NONE) {
            state.places[next & 15] += 1;
            state.open |= 1 << next;
        }
    }

    /// Puts a state on the line with the columns that a run can be made from.
    fn expand<const BLAME: bool>(&mut self, state: State) {
        let mut parked = 0;
        if BLAME {
            for rank in 0..self.chains.ranks {
                parked |= u16::from(state.parked[rank] > 0) << rank;
            }
        }
        let mut frame = Frame { state, untried: [0; COLUMNS], count: 0, blame: parked };
        let free = (state.cells - state.used).min(self.most_free);
        let mut costs = [0u8; COLUMNS];
        for (column, &stack) in state.columns.iter().enumerate() {
            if stack == 0 {
                continue;
            }
            let node = self.stacks.get(stack);
            let rank = usize::from(node.rank);
            let top_is_open = state.open >> rank & 1 == 1;
            if top_is_open && self.safe >> rank & 1 == 1 {
                // Places for every card of the rank in other columns, besides this one.
                if state.places[rank & 15] > state.left[rank & 15] - node.same {
                    frame.untried[0] = column as u8;
                    frame.count = 1;
                    frame.blame = parked;
                    break;
                }
            }
            let cost = if top_is_open {
                0
            } else if !self.runs {
                1
            } else {
                let wanted = state.open | BOTTOM;
                let mut cost = 0;
                while cost < usize::from(free) && self.stacks.reach(stack, cost) & wanted == 0 {
                    cost += 1;
                }
                if BLAME {
                    frame.blame |= (self.stacks.reach(stack, cost) & !wanted & 0xFFFF) as u16;
                }
                if self.stacks.reach(stack, cost) & wanted == 0 { u8::MAX } else { cost as u8 }
            };
            if cost > free {
                if BLAME && !self.runs {
                    frame.blame |= 1 << rank;
                }
                continue;
            }
            // The cheapest run is tried first, so it goes last; of equal ones the later column.
            let mut place = usize::from(frame.count);
            while place > 0 && costs[place - 1] < cost {
                costs[place] = costs[place - 1];
                frame.untried[place] = frame.untried[place - 1];
                place -= 1;
            }
            costs[place] = cost;
            frame.untried[place] = column as u8;
            frame.count += 1;
        }
        self.frames.push(frame);
    }

    /// Takes cards from a column until one goes straight out or the column is a cell.
    #[inline]
    fn run(&self, state: &mut State, column: usize) {
        let mut stack = state.columns[column];
        loop {
            let node = self.stacks.get(stack);
            let rank = usize::from(node.rank);
            stack = node.below;
            let straight_out = state.open >> rank & 1 == 1;
            self.take(state, rank);
            let below = self.stacks.get(stack);
            if below.size == 1 {
                state.cells += 1;
                self.take(state, usize::from(below.rank));
                stack = 0;
                break;
            }
            if straight_out || !self.runs {
                break;
            }
        }
        state.columns[column] = stack;
    }

    /// Removes a card from a column: out if its rank is open, otherwise parked.
    #[inline]
    fn take(&self, state: &mut State, rank: usize) {
        state.left[rank & 15] -= 1;
        if state.open >> rank & 1 == 1 {
            self.send_out(state, rank);
        } else {
            state.parked[rank & 15] += 1;
            state.used += 1;
        }
    }

    /// Lists the columns from which the win just found takes runs of cards.
    fn line(&self) -> impl Iterator<Item = usize> {
        self.frames.iter().map(|frame| usize::from(frame.untried[usize::from(frame.count)]))
    }

    /// Writes the win just found as moves, from the layout given to [`EndPhase::search`].
    pub(super) fn moves(&self, columns: &[Stack; COLUMNS], moves: &mut Vec<Move>) {
        let mut table = Table { columns: *columns, out: self.out(columns), single: [None; COLUMNS] };
        for column in 0..COLUMNS {
            table.note_single(self, column);
        }
        table.send_singles_out(self, moves);
        for column in self.line() {
            loop {
                let node = self.stacks.get(table.columns[column]);
                let straight_out = table.is_open(&self.chains, node.rank);
                table.columns[column] = node.below;
                if straight_out {
                    table.out[usize::from(node.rank)] += 1;
                    moves.push(Move::ToFoundation { from: column as u8, foundation: Foundation::Any });
                } else {
                    let bare = (0..COLUMNS).find(|&other| table.single[other].is_none() && table.is_cell(self, other));
                    let bare = bare.expect("a run never parks more cards than cells are free");
                    table.single[bare] = Some(node.rank);
                    moves.push(Move::ToPile { from: column as u8, to: bare as u8 });
                }
                table.note_single(self, column);
                table.send_singles_out(self, moves);
                if straight_out || !self.runs || table.is_cell(self, column) {
                    break;
                }
            }
        }
    }
}

/// The columns as they lie on the table, for writing down moves.
struct Table {
    columns: [Stack; COLUMNS],
    out: Counts,
    /// The cards in cells, by column.
    single: [Option<u8>; COLUMNS],
}

impl Table {
    fn is_cell(&self, search: &EndPhase, column: usize) -> bool {
        self.columns[column] != 0 && search.stacks.get(self.columns[column]).size == 0
    }

    /// Makes a cell of a column that has come down to one card.
    fn note_single(&mut self, search: &EndPhase, column: usize) {
        let node = search.stacks.get(self.columns[column]);
        if node.size == 1 {
            self.single[column] = Some(node.rank);
            self.columns[column] = node.below;
        }
    }

    fn is_open(&self, chains: &Chains, rank: u8) -> bool {
        chains.places(usize::from(rank), &self.out) > 0
    }

    fn send_singles_out(&mut self, search: &EndPhase, moves: &mut Vec<Move>) {
        while let Some(column) =
            (0..COLUMNS).find(|&column| self.single[column].is_some_and(|rank| self.is_open(&search.chains, rank)))
        {
            let rank = self.single[column].take().expect("a card lies there");
            self.out[usize::from(rank)] += 1;
            moves.push(Move::ToFoundation { from: column as u8, foundation: Foundation::Any });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;
    use crate::rules::{Family, Rules};
    use crate::search::{Answer, Limits, Progress};
    use crate::shuffle::SplitMix64;

    /// Lays all cards but the last few in columns that change at every base, and searches.
    fn search<const BLAME: bool>(end_phase: &mut EndPhase, chains: &Chains, cards: &[Card], most: u64) -> Outcome {
        let mut report = |_: &Progress| Answer::Continue;
        let mut meter = Meter::new(Limits::default(), &mut report);
        end_phase.clear();
        end_phase.set_chains(chains.clone());
        let mut columns = [0; COLUMNS];
        let mut column = 0;
        columns[0] = Stacks::root(0);
        for &card in cards {
            if chains.kind(card) == super::super::stacks::NO_KIND {
                column += 1;
                columns[column] = Stacks::root(column);
            } else {
                columns[column] = end_phase.stacks.push(columns[column], chains.kind(card), &mut meter).unwrap();
            }
        }
        end_phase.search::<BLAME>(&columns, most, &mut meter).unwrap()
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
