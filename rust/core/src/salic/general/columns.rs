//! Column contents by number: equal contents have equal numbers, so that numbers are lossless keys.

use super::board::{Board, Counts};
use crate::search::{Meter, Stop};
use crate::store::{Held, mixed};
use hashbrown::HashTable;

/// The number of a column that shows only its base.
pub(super) const BARE: u32 = 0;

/// Keys keep a number in 24 bits.
const MOST_CONTENTS: usize = 1 << 24;

/// What is known of one column content: the content below its top card, and that card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Content {
    /// All the cards.
    pub(super) cards: Counts,
    /// The content without the top card.
    pub(super) below: u32,
    /// The top card.
    pub(super) top: u8,
    /// How many cards.
    pub(super) height: u8,
    /// How many cards lie above one that comes earlier in their row, and so must leave after it.
    pub(super) blocking: u8,
    /// The earliest place of each row among the cards.
    earliest: [u8; 2],
}

/// Every column content met so far. The number of a content never changes.
#[derive(Debug)]
pub(super) struct Columns {
    contents: Vec<Content>,
    numbers: HashTable<u32>,
    held: Held,
}

#[inline]
fn hash(below: u32, top: u8) -> u64 {
    mixed(u64::from(below) << 8 | u64::from(top))
}

impl Columns {
    /// Starts with the bare column alone.
    pub(super) fn new(meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let mut columns = Self { contents: Vec::new(), numbers: HashTable::new(), held: Held::default() };
        let bare =
            Content { cards: Counts::default(), below: BARE, top: 0, height: 0, blocking: 0, earliest: [u8::MAX; 2] };
        columns.held.push(&mut columns.contents, bare, meter)?;
        Ok(columns)
    }

    /// Gives what is known of a content.
    #[inline]
    pub(super) fn get(&self, number: u32) -> &Content {
        &self.contents[number as usize]
    }

    /// Gives the number of contents.
    pub(super) fn len(&self) -> usize {
        self.contents.len()
    }

    /// Forgets all contents but the bare column, and keeps the room.
    pub(super) fn clear(&mut self) {
        self.contents.truncate(1);
        self.numbers.clear();
    }

    /// Gives the number of a content with one more card on it.
    ///
    /// # Errors
    /// [`Stop::Bytes`] when there is no room for a new one.
    #[inline]
    pub(super) fn with(&mut self, below: u32, top: u8, board: &Board, meter: &mut Meter<'_>) -> Result<u32, Stop> {
        let hash_here = hash(below, top);
        let contents = &self.contents;
        let same = |&number: &u32| {
            let content = &contents[number as usize];
            content.below == below && content.top == top
        };
        if let Some(&number) = self.numbers.find(hash_here, same) {
            return Ok(number);
        }
        if self.contents.len() == MOST_CONTENTS {
            return Err(Stop::Bytes);
        }
        let kind = board.kind(top);
        let mut content = *self.get(below);
        content.cards += kind.one;
        content.below = below;
        content.top = top;
        content.height += 1;
        let earliest = &mut content.earliest[kind.row as usize];
        content.blocking += u8::from(*earliest < kind.place);
        *earliest = kind.place.min(*earliest);
        let number = self.contents.len() as u32;
        let contents = &self.contents;
        let rehash = |&number: &u32| {
            let content = &contents[number as usize];
            hash(content.below, content.top)
        };
        self.held.reserve(&mut self.numbers, rehash, meter)?;
        self.held.push(&mut self.contents, content, meter)?;
        self.numbers.insert_unique(hash_here, number, |_| unreachable!("room was made"));
        Ok(number)
    }

    /// Lets go of all memory.
    pub(super) fn release(mut self, meter: &mut Meter<'_>) {
        self.held.release_all(meter);
    }
}
