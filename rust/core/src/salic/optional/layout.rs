//! The end phase: can a layout after the deal be played out?
//!
//! The lattice of [`salic::Reduction::EndPhaseLattice`](crate::salic::Reduction::EndPhaseLattice) once more, for layouts of
//! a deal of which some ranks may be free: it goes for the states with the most room first, so that a search that is cut
//! short says how near it came.

use super::deck::{CardSet, Deck, MOST_CARDS, MOST_COLUMNS};
use super::ranks::{Counts, MOST_RANKS, NO_RANK, Order, RankSet};
use super::reduction::Switches;
use crate::search::{Meter, Stop};
use arrayvec::ArrayVec;

/// What a search of the end phase found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// A way to play everything out: [`Layout::removals`].
    Won,
    /// There is none, even when the ranks outside this set are free.
    Lost(RankSet),
    /// The limit was reached first.
    Open,
}

/// A state of the end phase.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The number of cards in each column, eight bits a column, 0 when its last card counts as in a cell.
    depths: u64,
    /// How many cards of each rank have left the columns.
    removed: Counts,
    /// How many of these are on foundations; the others are in cells.
    out: Counts,
    /// The cards in cells.
    cells: u8,
    /// The columns of depth 0.
    emptied: u8,
    /// The state before, and the column from which cards were taken.
    parent: u32,
    column: u8,
}

/// No state is before the first.
const NONE: u32 = u32::MAX;

/// The places of the table of states seen, at first.
const FIRST_PLACES: usize = 1 << 10;

/// A layout after the deal, and the tables that searching it needs, kept from one search to the next.
#[derive(Debug)]
pub(super) struct Layout {
    /// The ranks in each column, from the bottom.
    columns: [[u8; MOST_CARDS]; MOST_COLUMNS],
    /// For each column and depth, how many cards of each rank lie below that depth.
    below: [[u64; MOST_CARDS + 1]; MOST_COLUMNS],
    count: usize,
    /// How many cards of each rank there are.
    total: [u8; MOST_RANKS],
    order: Order,
    start: Node,
    nodes: Vec<Node>,
    stack: Vec<u32>,
    /// Depths seen, each with the number of the search in which it was.
    seen: Vec<(u64, u32)>,
    search: u32,
    runs: bool,
    safe_plays: bool,
    fewest_left: u32,
    held: usize,
    /// Cells added to those of the game: with any, a win is none.
    pub(super) spare: u8,
}

impl Node {
    #[inline]
    fn depth(&self, column: usize) -> usize {
        (self.depths >> (8 * column)) as usize & 255
    }

    /// Counts a removed card of this rank, which goes out or into a cell.
    #[inline]
    fn remove(&mut self, rank: usize, order: &Order) {
        let direct = order.accepts(rank, self.out) && self.removed.of(rank) == self.out.of(rank);
        self.removed = self.removed.plus(rank);
        if !direct {
            self.cells += 1;
            return;
        }
        self.out = self.out.plus(rank);
        let mut next = order.next(rank);
        while next != NO_RANK && self.removed.of(next) > self.out.of(next) {
            self.out = self.out.plus(next);
            self.cells -= 1;
            next = order.next(next);
        }
    }
}

impl Layout {
    pub(super) fn new(order: &Order, switches: Switches) -> Self {
        let start =
            Node { depths: 0, removed: Counts::ZERO, out: Counts::ZERO, cells: 0, emptied: 0, parent: NONE, column: 0 };
        Self {
            columns: [[0; MOST_CARDS]; MOST_COLUMNS],
            below: [[0; MOST_CARDS + 1]; MOST_COLUMNS],
            count: 0,
            total: [0; MOST_RANKS],
            order: order.clone(),
            start,
            nodes: Vec::new(),
            stack: Vec::new(),
            seen: vec![(0, 0); FIRST_PLACES],
            search: 0,
            runs: switches.end_phase_runs,
            safe_plays: switches.end_phase_safe_plays,
            fewest_left: 0,
            held: 0,
            spare: 0,
        }
    }

    /// Lays out what is left at the end of the deal, when so many are out; only the ranks of `kept` are not free.
    pub(super) fn lay_out(&mut self, deck: &Deck, kept: RankSet, left: CardSet, out: Counts) {
        self.order = deck.order.clone();
        self.order.free_all_but(kept);
        self.count = deck.columns;
        let visible = left & deck.of_ranks(self.order.visible());
        let mut depths = 0;
        for column in 0..deck.columns {
            let mut cards = visible & deck.interval(column);
            let (mut depth, mut below) = (0, 0);
            while cards != 0 {
                let rank = deck.rank[cards.trailing_zeros() as usize];
                self.columns[column][depth] = rank;
                depth += 1;
                below += 1 << (4 * rank);
                self.below[column][depth] = below;
                cards &= cards - 1;
            }
            depths |= (depth as u64) << (8 * column);
        }
        for rank in self.order.all().iter() {
            self.total[rank] = out.of(rank) + (left & deck.of_rank[rank]).count_ones() as u8;
        }
        let mut node = Node { depths, removed: out, out, cells: 0, emptied: 0, parent: NONE, column: 0 };
        for column in 0..self.count {
            if node.depth(column) == 0 {
                node.emptied += 1;
            } else {
                self.clear_top(&mut node, column);
            }
        }
        self.start = node;
    }

    /// Removes free cards from the top of a column, and its last card, which counts as lying in a cell of its own.
    #[inline]
    fn clear_top(&self, node: &mut Node, column: usize) {
        let before = node.depth(column);
        let mut depth = before;
        while depth > 1 && self.order.free().has(usize::from(self.columns[column][depth - 1])) {
            depth -= 1;
            node.remove(usize::from(self.columns[column][depth]), &self.order);
        }
        if depth == 1 {
            depth = 0;
            node.emptied += 1;
            node.remove(usize::from(self.columns[column][0]), &self.order);
        }
        node.depths -= ((before - depth) as u64) << (8 * column);
    }

    /// Marks a state as seen; `false` when it was.
    fn mark(&mut self, depths: u64) -> bool {
        let mask = self.seen.len() - 1;
        let mut place = (depths.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        loop {
            let (known, search) = self.seen[place];
            if search != self.search {
                self.seen[place] = (depths, self.search);
                return true;
            }
            if known == depths {
                return false;
            }
            place = (place + 1) & mask;
        }
    }

    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let size = self.seen.len() * 2;
        // Nodes, and the stack, which never holds more, stay below half the places; vectors may hold twice what they need.
        let more = size / 2 * (size_of::<(u64, u32)>() + size_of::<Node>() + size_of::<u32>());
        meter.hold(more)?;
        self.held += more;
        self.seen = vec![(0, 0); size];
        self.search = 1;
        for at in 0..self.nodes.len() {
            self.mark(self.nodes[at].depths);
        }
        Ok(())
    }

    /// Searches the layout laid out last, seeing at most `limit` states and a few more.
    pub(super) fn search(&mut self, limit: usize, meter: &mut Meter<'_>) -> Result<Outcome, Stop> {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.seen.fill((0, 0));
            self.search = 1;
        }
        self.nodes.clear();
        self.stack.clear();
        let start = self.start;
        self.fewest_left = self.left(&start);
        self.nodes.push(start);
        if start.depths == 0 {
            return Ok(Outcome::Won);
        }
        self.mark(start.depths);
        self.stack.push(0);
        // The ranks that were in cells, as counts that are not 0.
        let mut blame = start.removed.0 - start.out.0;
        while let Some(at) = self.stack.pop() {
            meter.visit()?;
            if self.nodes.len() > limit {
                return Ok(Outcome::Open);
            }
            if self.nodes.len() * 2 + 2 * MOST_COLUMNS > self.seen.len() {
                self.grow(meter)?;
            }
            let node = self.nodes[at as usize];
            // The states that follow, the one with the most room last.
            let mut children = ArrayVec::<(u32, Node), MOST_COLUMNS>::new();
            for column in 0..self.count {
                if node.depth(column) == 0 {
                    continue;
                }
                let mut child = Node { parent: at, column: column as u8, ..node };
                if !self.run(&mut child, column, &mut blame) {
                    continue;
                }
                if child.depths == 0 {
                    self.nodes.push(child);
                    return Ok(Outcome::Won);
                }
                let room = u32::from(child.emptied + 32 - child.cells) << 8 | (255 - child.depth(column) as u32);
                if self.safe_plays && self.is_safe(&node, column) {
                    children.clear();
                    children.push((room, child));
                    break;
                }
                let place = children.iter().position(|known| known.0 > room).unwrap_or(children.len());
                children.insert(place, (room, child));
            }
            for &(_, child) in &children {
                if self.mark(child.depths) {
                    self.fewest_left = self.fewest_left.min(self.left(&child));
                    self.stack.push(self.nodes.len() as u32);
                    self.nodes.push(child);
                }
            }
        }
        Ok(Outcome::Lost(Counts::positive(blame)))
    }

    /// Tells whether the top of a column is to be played alone
    /// ([`salic::Reduction::EndPhaseSafePlays`](crate::salic::Reduction::EndPhaseSafePlays)).
    #[inline]
    fn is_safe(&self, node: &Node, column: usize) -> bool {
        let depth = node.depth(column);
        let rank = usize::from(self.columns[column][depth - 1]);
        let previous = self.order.previous(rank);
        if previous == NO_RANK {
            return true;
        }
        let here = (self.below[column][depth] >> (4 * rank)) as u8 & 15;
        node.removed.of(rank) == node.out.of(rank) && node.out.of(previous) + here > self.total[rank]
    }

    /// Removes cards from a column until one goes straight out, or a free one did, or the column is empty; `false` when
    /// they do not fit ([`salic::Reduction::EndPhaseRuns`](crate::salic::Reduction::EndPhaseRuns)).
    #[inline]
    fn run(&self, node: &mut Node, column: usize, blame: &mut u64) -> bool {
        let mut depth = node.depth(column);
        loop {
            let cells = node.cells;
            depth -= 1;
            node.depths -= 1 << (8 * column);
            node.remove(usize::from(self.columns[column][depth]), &self.order);
            *blame |= node.removed.0 - node.out.0;
            if node.cells > node.emptied + self.spare {
                return false;
            }
            if depth == 1 || self.order.free().has(usize::from(self.columns[column][depth - 1])) {
                self.clear_top(node, column);
                *blame |= node.removed.0 - node.out.0;
                return true;
            }
            if node.cells <= cells || !self.runs {
                return true;
            }
        }
    }

    fn left(&self, node: &Node) -> u32 {
        (0..self.count).map(|column| node.depth(column) as u32).sum::<u32>() + u32::from(node.cells)
    }

    /// Gives the fewest cards that were not on foundations in any state of the last search, which found no win.
    pub(super) fn fewest_left(&self) -> u32 {
        self.fewest_left
    }

    /// Gives the columns whose top cards leave, in order, when the last search found a win.
    pub(super) fn removals(&self) -> Vec<u8> {
        let mut removals = Vec::new();
        let mut node = self.nodes.last().expect("a search sees its start");
        while node.parent != NONE {
            let parent = &self.nodes[node.parent as usize];
            let column = usize::from(node.column);
            removals.extend(std::iter::repeat_n(node.column, parent.depth(column) - node.depth(column)));
            node = parent;
        }
        removals.reverse();
        removals
    }

    /// Lets go of the memory that the tables grew by.
    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        meter.release(std::mem::take(&mut self.held));
        self.nodes = Vec::new();
        self.stack = Vec::new();
        self.seen = vec![(0, 0); FIRST_PLACES];
        self.search = 0;
    }
}
