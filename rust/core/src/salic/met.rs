//! The set of positions that a search has met, cleared at no cost and kept from deal to deal.

use super::stacks::{COLUMNS, Stack};
use crate::search::{Meter, Stop};

/// A set of keys, not all of them 0, each with a value; open addressing, the whole key decides equality.
pub(super) struct Met {
    keys: Vec<[Stack; COLUMNS]>,
    values: Vec<Value>,
    /// The part of the table in use is `0..=mask`; the rest is empty.
    mask: usize,
    used: Vec<u32>,
}

/// What is stored with a key.
pub(super) type Value = u16;

/// Places in use after [`Met::clear`], so that an easy deal stays in the nearest cache.
const FEWEST: usize = 512;

/// Bytes of one place in the table, and of its entry in the list of places used (at most half of them are).
const fn place() -> usize {
    size_of::<[Stack; COLUMNS]>() + size_of::<Value>() + size_of::<u32>() / 2
}

impl Met {
    pub(super) fn new() -> Self {
        let mut met = Self { keys: Vec::new(), values: Vec::new(), mask: FEWEST - 1, used: Vec::new() };
        met.keys.resize(FEWEST, [0; COLUMNS]);
        met.values.resize(FEWEST, 0);
        met.used.reserve_exact(FEWEST / 2);
        met
    }

    pub(super) fn clear(&mut self) {
        for slot in self.used.drain(..) {
            self.keys[slot as usize] = [0; COLUMNS];
        }
        self.mask = FEWEST - 1;
    }

    /// Adds a key; `Err` gives the place where it stands already.
    #[inline]
    pub(super) fn insert(&mut self, key: &[Stack; COLUMNS], meter: &mut Meter<'_>) -> Result<Result<(), usize>, Stop> {
        if self.used.len() * 2 > self.mask {
            self.grow(meter)?;
        }
        Ok(match self.find(key) {
            Ok(slot) => Err(slot),
            Err(slot) => {
                self.keys[slot] = *key;
                self.used.push(slot as u32);
                Ok(())
            }
        })
    }

    /// Finds the place of a key, or else the empty place where it would go.
    #[inline]
    pub(super) fn find(&self, key: &[Stack; COLUMNS]) -> Result<usize, usize> {
        let mut slot = hash(key) as usize & self.mask;
        loop {
            let there = &self.keys[slot];
            if there == key {
                return Ok(slot);
            }
            if *there == [0; COLUMNS] {
                return Err(slot);
            }
            slot = (slot + 1) & self.mask;
        }
    }

    #[inline]
    pub(super) fn value(&mut self, slot: usize) -> &mut Value {
        &mut self.values[slot]
    }

    #[cold]
    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let size = (self.mask + 1) * 4;
        if size > self.keys.len() {
            meter.hold((size - self.keys.len()) * place())?;
            self.keys.resize(size, [0; COLUMNS]);
            self.values.resize(size, 0);
            self.used.reserve_exact(size / 2 - self.used.len());
        }
        let mut moved = Vec::with_capacity(self.used.len());
        for &slot in &self.used {
            moved.push((std::mem::replace(&mut self.keys[slot as usize], [0; COLUMNS]), self.values[slot as usize]));
        }
        self.mask = size - 1;
        self.used.clear();
        for (key, value) in moved {
            let slot = self.find(&key).unwrap_or_else(|empty| empty);
            self.keys[slot] = key;
            self.values[slot] = value;
            self.used.push(slot as u32);
        }
        Ok(())
    }
}

/// Picks a place for a key; it need not tell keys apart.
#[inline]
fn hash(key: &[Stack; COLUMNS]) -> u64 {
    let mixed = key
        .iter()
        .fold(0u64, |hash, &part| (hash.rotate_left(23) ^ u64::from(part)).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed >> 32
}
