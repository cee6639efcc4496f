//! A set of state keys that are single words.

use crate::search::{Meter, Stop};

/// A set of non-zero keys, cheap to empty and to use again for the next deal.
#[derive(Debug, Default)]
pub(super) struct KeySet {
    /// Open addressing with linear probing; 0 marks a free slot. The length is a power of two.
    slots: Vec<u64>,
    used: usize,
}

/// Slots of the largest table: half a gigabyte, so that no search outgrows a small machine.
const MOST_SLOTS: usize = 1 << 26;

/// Slots of the smallest table, which most deals never outgrow.
const FEWEST_SLOTS: usize = 1 << 8;

impl KeySet {
    /// Adds a key; `false` when it was there before.
    ///
    /// # Errors
    /// [`Stop::Bytes`] when the table would have to grow beyond the limit, or beyond half a gigabyte.
    #[inline]
    pub(super) fn insert(&mut self, key: u64, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        debug_assert!(key != 0);
        if self.used * 2 >= self.slots.len() {
            self.grow(meter)?;
        }
        let slot = self.slot(key);
        if self.slots[slot] == key {
            return Ok(false);
        }
        self.slots[slot] = key;
        self.used += 1;
        Ok(true)
    }

    /// Finds the slot that holds this key or, when none does, the one where it belongs.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        // Fibonacci hashing: the high bits of the product are the well mixed ones.
        let mut slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        while self.slots[slot] != 0 && self.slots[slot] != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[cold]
    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let slots = (self.slots.len() * 2).max(FEWEST_SLOTS);
        if slots > MOST_SLOTS {
            return Err(Stop::Bytes);
        }
        meter.hold(slots * size_of::<u64>())?;
        let old = std::mem::replace(&mut self.slots, vec![0; slots]);
        for &key in old.iter().filter(|&&key| key != 0) {
            let slot = self.slot(key);
            self.slots[slot] = key;
        }
        meter.release(old.len() * size_of::<u64>());
        Ok(())
    }

    /// Empties the set; a table that has grown large is let go.
    pub(super) fn clear(&mut self, meter: &mut Meter<'_>) {
        if self.slots.len() > 16 * FEWEST_SLOTS {
            meter.release(self.slots.len() * size_of::<u64>());
            self.slots = Vec::new();
        } else if self.used > 0 {
            self.slots.fill(0);
        }
        self.used = 0;
    }

    /// Lets go of everything.
    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        meter.release(self.slots.len() * size_of::<u64>());
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Answer, Limits, Progress};

    #[test]
    fn keys_are_found_again_until_the_set_is_emptied() {
        let mut report = |_: &Progress| Answer::Continue;
        let mut meter = Meter::new(Limits::default(), &mut report);
        let mut keys = KeySet::default();
        for round in 0..2 {
            for key in 1..=20_000 {
                assert!(keys.insert(key << 40 | key, &mut meter).unwrap(), "round {round}, key {key}");
            }
            assert!(!keys.insert(7 << 40 | 7, &mut meter).unwrap());
            keys.clear(&mut meter);
        }
        assert_eq!(meter.bytes_left(), u64::MAX);
        assert_eq!(meter.progress().bytes, 0);
    }

    #[test]
    fn a_table_that_may_not_grow_says_so() {
        let mut report = |_: &Progress| Answer::Continue;
        let mut meter = Meter::new(Limits { bytes: Some(10_000), ..Limits::default() }, &mut report);
        let mut keys = KeySet::default();
        assert!((1..10_000).any(|key| keys.insert(key, &mut meter) == Err(Stop::Bytes)));
    }
}
