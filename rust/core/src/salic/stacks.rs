//! Contents of columns as numbers: equal contents get equal numbers, so that a few numbers are a lossless key.

use crate::search::{Meter, Stop};

/// The most columns: as many as a row has foundations, which no pack has more of.
pub(super) const COLUMNS: usize = 8;

/// The number of a stack of cards. 0 is no stack.
pub(super) type Stack = u16;

/// The most stacks. The highest bit of a number stays free, so that keys have room for another number.
///
/// Searches of forced plays met at most 2,400 in a deal, of hundreds of thousands.
const MOST_STACKS: usize = 1 << 15;

/// A set of kinds of cards, bit by bit. Kinds below 16 are ranks, by their place in the rows; the others are for what
/// else a search must tell apart.
pub(super) type Kinds = u32;

/// The kind that stands for no card: the top of an empty stack.
pub(super) const NO_KIND: u8 = 31;

/// Its rank, one of which there are never any places or cards.
const NO_RANK: u8 = 14;

/// The bit, beside the ranks, that [`Node::tops`] sets for the bottom card of a stack.
pub(super) const BOTTOM: u16 = 1 << 15;

/// A small number for each rank, four bits each: no more than 8 cards of a rank are in a pack.
pub(super) type Nibbles = u64;

/// Gives 1 for a rank and 0 for the others.
#[inline]
pub(super) const fn one(rank: u8) -> Nibbles {
    1 << (4 * (rank & 15))
}

/// Gives the number for a rank.
#[inline]
pub(super) const fn of(nibbles: Nibbles, rank: u8) -> u8 {
    (nibbles >> (4 * (rank & 15)) & 15) as u8
}

/// Lists the ranks whose number is not 0.
#[inline]
pub(super) const fn ranks_with(nibbles: Nibbles) -> u16 {
    let mut bits = nibbles | nibbles >> 2;
    bits = (bits | bits >> 1) & 0x1111_1111_1111_1111;
    // Bring the lowest bits of all nibbles together.
    bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
    bits = (bits | bits >> 6) & 0x000F_000F_000F_000F;
    bits = (bits | bits >> 12) & 0x0000_00FF_0000_00FF;
    (bits | bits >> 24) as u16
}

/// The stacks of all columns, 16 bits each, 0 where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns(pub u128);

impl Columns {
    /// Gives the stack of a column.
    #[inline]
    pub(super) const fn get(self, column: usize) -> Stack {
        (self.0 >> (16 * (column & 7))) as Stack
    }

    /// Puts another stack in the place of one that is known.
    #[inline]
    pub(super) const fn replace(&mut self, column: usize, old: Stack, new: Stack) {
        self.0 ^= ((old ^ new) as u128) << (16 * (column & 7));
    }

    /// Lists the stacks, column by column.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Stack> {
        (0..COLUMNS).map(move |column| self.get(column))
    }
}

/// Every stack met so far: what lies on top, and which stack is left without it.
///
/// Stacks grow from one root for each column, so that stacks of different columns are different.
pub(super) struct Stacks {
    nodes: Vec<Node>,
    /// The number of stacks for which there is room.
    room: usize,
    /// The rank of each kind, by its place in the rows.
    ranks: [u8; 32],
}

/// One stack.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The top eight cards: in the k-th 16 bits, the bit of the rank that lies k cards deep, and [`BOTTOM`] if nothing is
    /// under it.
    pub tops: u128,
    /// How many cards of each rank are in it.
    pub counts: Nibbles,
    /// The stack without its top card.
    pub below: Stack,
    /// The newest stack with one card more, and the next older one with as many cards on the same stack.
    child: Stack,
    sibling: Stack,
    /// What lies on top.
    pub kind: u8,
    /// Its rank, by its place in the rows.
    pub rank: u8,
    /// The number of cards.
    pub size: u8,
}

/// Bytes of one stack.
const BYTES: usize = size_of::<Node>();

/// Stacks for which there is room at once: some more than an ordinary deal has.
const AT_FIRST: usize = 256;

impl Stacks {
    /// Makes the empty stacks; `ranks` gives the rank of each kind.
    pub(super) fn new(ranks: [u8; 32]) -> Self {
        let mut stacks = Self { nodes: Vec::new(), room: 0, ranks };
        stacks.shrink();
        stacks
    }

    /// Forgets every stack but the empty ones, and the room for them.
    pub(super) fn shrink(&mut self) {
        self.nodes = Vec::with_capacity(AT_FIRST);
        self.room = AT_FIRST;
        self.clear();
    }

    /// Gives the bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.room * BYTES
    }

    /// Forgets every stack but the empty ones.
    pub(super) fn clear(&mut self) {
        let empty = Node { tops: 0, counts: 0, below: 0, child: 0, sibling: 0, kind: NO_KIND, rank: NO_RANK, size: 0 };
        self.nodes.clear();
        self.nodes.extend([empty; COLUMNS + 1]);
    }

    /// Gives the empty stack of a column.
    #[inline]
    pub(super) const fn root(column: usize) -> Stack {
        column as Stack + 1
    }

    /// Gives a stack; what is no stack is like an empty one.
    #[inline]
    pub(super) fn get(&self, stack: Stack) -> &Node {
        &self.nodes[usize::from(stack)]
    }

    /// Picks the column with the most cards of a set of columns.
    pub(super) fn deepest(&self, columns: Columns, of: u8) -> u8 {
        let mut best = (0, 0);
        let mut left = of;
        while left != 0 {
            let column = left.trailing_zeros() as u8;
            left &= left - 1;
            best = best.max((self.get(columns.get(usize::from(column))).size, column));
        }
        best.1
    }

    /// Gives the stack that one more card makes.
    ///
    /// # Errors
    /// The limit on bytes.
    #[inline]
    pub(super) fn push(&mut self, onto: Stack, kind: u8, meter: &mut Meter<'_>) -> Result<Stack, Stop> {
        let mut known = self.nodes[usize::from(onto)].child;
        while known != 0 {
            let node = self.get(known);
            if node.kind == kind {
                return Ok(known);
            }
            known = node.sibling;
        }
        if self.nodes.len() == self.room {
            self.grow(meter)?;
        }
        let stack = self.nodes.len() as Stack;
        let rank = self.ranks[usize::from(kind & 31)];
        let base = &mut self.nodes[usize::from(onto)];
        let bottom = if base.size == 0 { BOTTOM } else { 0 };
        let node = Node {
            tops: base.tops << 16 | u128::from(1 << (rank & 15) | bottom),
            counts: base.counts + one(rank),
            below: onto,
            child: 0,
            sibling: base.child,
            kind,
            rank,
            size: base.size + 1,
        };
        base.child = stack;
        self.nodes.push(node);
        Ok(stack)
    }

    #[cold]
    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let more = self.room;
        if self.room + more > MOST_STACKS {
            return Err(Stop::Bytes);
        }
        meter.hold(more * BYTES)?;
        self.room += more;
        self.nodes.reserve_exact(more);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_with_a_number_are_found() {
        for nibbles in [0, 1, 0x8000_0000_0000_0000, 0x0123_4567_89AB_CDEF, 0x1010_0402_0080_F001, Nibbles::MAX] {
            let expected = (0..16).filter(|&rank| of(nibbles, rank) > 0).fold(0, |ranks, rank| ranks | 1 << rank);
            assert_eq!(ranks_with(nibbles), expected, "{nibbles:x}");
        }
    }
}
