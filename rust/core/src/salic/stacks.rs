//! Contents of columns as numbers: equal contents get equal numbers, so that a few numbers are a lossless key.

use crate::search::{Meter, Stop};

/// The most columns: as many as a row has foundations, which no pack has more of.
pub(super) const COLUMNS: usize = 8;

/// The number of a stack of cards. 0 is never a stack.
pub(super) type Stack = u32;

/// The most stacks: numbers stay below this, and keys have room for another number above them.
pub(super) const MOST_STACKS: usize = 1 << 24;

/// A set of kinds of cards, bit by bit. Kinds below 16 are ranks, by their place in the rows; the others are for what
/// else a search must tell apart.
pub(super) type Kinds = u32;

/// The kind and rank that stand for no card: the top of an empty stack.
pub(super) const NO_KIND: u8 = 31;

/// Bit that [`Stacks::reach`] sets for the bottom card of a stack.
pub(super) const BOTTOM: Kinds = 1 << 31;

/// Every stack met so far: what lies on top, and which stack is left without it.
///
/// Stacks grow from one root for each column, so that stacks of different columns are different.
pub(super) struct Stacks {
    nodes: Vec<Node>,
    /// For each stack and k: the ranks of its top k + 1 cards, [`BOTTOM`] when the bottom card is among them.
    reach: Vec<[Kinds; COLUMNS]>,
    /// The rank of each kind, by its place in the rows.
    ranks: [u8; 32],
    held: usize,
}

#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The stack without its top card.
    pub below: Stack,
    /// Another stack on the same one, the previous in its list.
    sibling: Stack,
    /// The newest stack with one card more.
    child: Stack,
    /// What lies on top.
    pub kind: u8,
    /// Its rank, by its place in the rows.
    pub rank: u8,
    /// The number of cards.
    pub size: u8,
    /// How many of the cards are of the top's rank.
    pub same: u8,
}

impl Stacks {
    /// Makes the empty stacks; `ranks` gives the rank of each kind.
    pub(super) fn new(ranks: [u8; 32]) -> Self {
        let mut stacks = Self { nodes: Vec::new(), reach: Vec::new(), ranks, held: 0 };
        stacks.clear();
        stacks
    }

    /// Forgets every stack but the empty ones.
    pub(super) fn clear(&mut self) {
        let empty = Node { below: 0, sibling: 0, child: 0, kind: NO_KIND, rank: NO_KIND, size: 0, same: 0 };
        self.nodes.clear();
        self.nodes.resize(COLUMNS + 1, empty);
        self.reach.clear();
        self.reach.resize(COLUMNS + 1, [0; COLUMNS]);
    }

    /// Gives the empty stack of a column.
    pub(super) const fn root(column: usize) -> Stack {
        column as Stack + 1
    }

    #[inline]
    pub(super) fn get(&self, stack: Stack) -> &Node {
        &self.nodes[stack as usize]
    }

    /// Gives the ranks of the top k + 1 cards, and [`BOTTOM`] when the bottom card is one of them.
    #[inline]
    pub(super) fn reach(&self, stack: Stack, k: usize) -> Kinds {
        self.reach[stack as usize][k]
    }

    /// Gives the stack that one more card makes.
    ///
    /// # Errors
    /// The limit on bytes.
    #[inline]
    pub(super) fn push(&mut self, onto: Stack, kind: u8, meter: &mut Meter<'_>) -> Result<Stack, Stop> {
        let mut known = self.nodes[onto as usize].child;
        while known != 0 {
            if self.nodes[known as usize].kind == kind {
                return Ok(known);
            }
            known = self.nodes[known as usize].sibling;
        }
        self.add(onto, kind, meter)
    }

    fn add(&mut self, onto: Stack, kind: u8, meter: &mut Meter<'_>) -> Result<Stack, Stop> {
        if self.nodes.len() == self.nodes.capacity() {
            self.grow(meter)?;
        }
        let stack = self.nodes.len() as Stack;
        let rank = self.ranks[usize::from(kind)];
        let mut below = onto;
        let same = loop {
            let node = &self.nodes[below as usize];
            if node.size == 0 {
                break 1;
            }
            if node.rank == rank {
                break node.same + 1;
            }
            below = node.below;
        };
        let base = &mut self.nodes[onto as usize];
        let node = Node { below: onto, sibling: base.child, child: 0, kind, rank, size: base.size + 1, same };
        base.child = stack;
        let mut own = 1 << rank;
        if node.size == 1 {
            own |= BOTTOM;
        }
        let mut reach = [own; COLUMNS];
        for (more, fewer) in reach[1..].iter_mut().zip(&self.reach[onto as usize]) {
            *more |= fewer;
        }
        self.nodes.push(node);
        self.reach.push(reach);
        Ok(stack)
    }

    #[cold]
    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let more = self.nodes.len().max(512);
        if self.nodes.len() + more > MOST_STACKS {
            return Err(Stop::Bytes);
        }
        let bytes = more * (size_of::<Node>() + size_of::<[Kinds; COLUMNS]>());
        meter.hold(bytes)?;
        self.held += bytes;
        self.nodes.reserve_exact(more);
        self.reach.reserve_exact(more);
        Ok(())
    }
}
