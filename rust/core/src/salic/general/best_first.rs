//! Complete search, most promising state first: it ends with a win, or with no state left.

use super::board::Board;
use super::columns::Columns;
use super::state::{Key, State};
use crate::search::{Meter, Stop};
use crate::store::{Held, mixed};
use hashbrown::HashTable;

/// A state met, and the one it was first met from.
#[derive(Clone, Copy, Debug)]
struct Node {
    key: Key,
    parent: u32,
}

/// How a search, or a slice of it, ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Won: the keys from the first state to the won one.
    Won(Vec<Key>),
    /// No state is left: the first one cannot be won.
    Lost,
    /// The slice is used up; the search can go on.
    Open,
}

/// A search that can be stopped and taken up again.
///
/// Every state that is met is expanded at most once, and the search is lost only when all that were met have been. Cycles
/// do no harm, since nothing is concluded from a state alone.
#[derive(Debug)]
pub(super) struct BestFirst {
    nodes: Vec<Node>,
    seen: HashTable<u32>,
    /// Nodes not expanded yet, by how far they are from the end; the best are in the first lists.
    open: Vec<Vec<u32>>,
    best: usize,
    won: Option<u32>,
    /// The least distance of any state met.
    pub(super) nearest: usize,
    held: Held,
}

#[inline]
fn hash(key: &Key) -> u64 {
    let pair = |at: usize| u64::from(key[at]) | u64::from(key[at + 1]) << 32;
    mixed(mixed(mixed(mixed(pair(0)) ^ pair(2)) ^ pair(4)) ^ pair(6))
}

/// Guesses how far a state is from the end: cards to play, and cards to move away from above cards that must go first.
///
/// Cards not dealt count more than cards on the table, so that dealing is progress.
#[inline]
fn distance(state: &State, board: &Board, columns: &Columns) -> usize {
    let mut distance = 3 * (board.stock.len() - state.dealt as usize);
    for &number in &state.columns[..board.columns_at(state.dealt)] {
        let content = columns.get(number);
        distance += content.height as usize + 2 * content.blocking as usize;
    }
    distance
}

impl BestFirst {
    /// Makes a search without a state.
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            seen: HashTable::new(),
            open: Vec::new(),
            best: 0,
            won: None,
            nearest: usize::MAX,
            held: Held::default(),
        }
    }

    /// Forgets all states and begins anew with this one.
    pub(super) fn begin(
        &mut self,
        first: &State,
        board: &Board,
        columns: &Columns,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        self.nodes.clear();
        self.seen.clear();
        self.open.iter_mut().for_each(Vec::clear);
        self.won = None;
        self.nearest = usize::MAX;
        self.best = 0;
        self.add(first, u32::MAX, board, columns, meter)
    }

    fn add(
        &mut self,
        state: &State,
        parent: u32,
        board: &Board,
        columns: &Columns,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let key = state.key();
        let hash_here = hash(&key);
        let nodes = &self.nodes;
        if self.seen.find(hash_here, |&node| nodes[node as usize].key == key).is_some() {
            return Ok(());
        }
        let node = self.nodes.len() as u32;
        self.held.reserve(&mut self.seen, |&node| hash(&nodes[node as usize].key), meter)?;
        let distance = distance(state, board, columns);
        while self.open.len() <= distance {
            self.held.push(&mut self.open, Vec::new(), meter)?;
        }
        self.held.push(&mut self.open[distance], node, meter)?;
        self.held.push(&mut self.nodes, Node { key, parent }, meter)?;
        self.seen.insert_unique(hash_here, node, |_| unreachable!("room was made"));
        self.best = self.best.min(distance);
        self.nearest = self.nearest.min(distance);
        if state.is_won(board) {
            self.won = Some(node);
        }
        Ok(())
    }

    /// Expands at most so many states.
    ///
    /// # Errors
    /// A limit of the meter; the search cannot go on then, since the state at hand is lost.
    pub(super) fn run(
        &mut self,
        most: u64,
        board: &Board,
        columns: &mut Columns,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome, Stop> {
        for _ in 0..most {
            if let Some(won) = self.won {
                return Ok(Outcome::Won(self.path(won)));
            }
            while self.best < self.open.len() && self.open[self.best].is_empty() {
                self.best += 1;
            }
            let Some(node) = self.open.get_mut(self.best).and_then(Vec::pop) else {
                return Ok(Outcome::Lost);
            };
            meter.visit()?;
            let state = State::from_key(&self.nodes[node as usize].key, board, columns);
            for next in state.following(board, columns, meter)? {
                self.add(&next, node, board, columns, meter)?;
            }
        }
        Ok(Outcome::Open)
    }

    fn path(&self, last: u32) -> Vec<Key> {
        let mut path = Vec::new();
        let mut node = last;
        while node != u32::MAX {
            path.push(self.nodes[node as usize].key);
            node = self.nodes[node as usize].parent;
        }
        path.reverse();
        path
    }

    /// Lets go of all memory.
    pub(super) fn release(mut self, meter: &mut Meter<'_>) {
        self.held.release_all(meter);
    }
}
