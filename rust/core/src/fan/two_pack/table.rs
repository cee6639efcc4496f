//! Hash tables that count their bytes.

use crate::search::{Meter, Stop};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::hash::Hash;

/// A hash map that asks the meter before it grows. Keys are compared whole.
pub(super) struct Table<K, V> {
    map: HashMap<K, V, FxBuildHasher>,
    bytes: usize,
}

impl<K: Eq + Hash, V> Table<K, V> {
    pub(super) fn new() -> Self {
        Self { map: HashMap::with_hasher(FxBuildHasher), bytes: 0 }
    }

    #[inline]
    pub(super) fn get(&self, key: &K) -> Option<&V> {
        self.map.get(key)
    }

    #[inline]
    pub(super) fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.map.get_mut(key)
    }

    /// Stores a value and gives the one that was there.
    #[inline]
    pub(super) fn insert(&mut self, key: K, value: V, meter: &mut Meter<'_>) -> Result<Option<V>, Stop> {
        if self.map.len() == self.map.capacity() {
            self.grow(meter)?;
        }
        Ok(self.map.insert(key, value))
    }

    pub(super) fn remove(&mut self, key: &K) {
        self.map.remove(key);
    }

    #[cold]
    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        // A table of 2^k places holds 7/8 as many entries; a place takes the entry and a byte. While it grows, the old
        // and the new table are there at once.
        let places = (2 * self.map.capacity().max(28) * 8 / 7).next_power_of_two();
        let bytes = places * (size_of::<(K, V)>() + 1) + 16;
        meter.hold(bytes)?;
        self.map.reserve(places * 7 / 8 - self.map.len());
        meter.release(self.bytes);
        self.bytes = bytes;
        Ok(())
    }

    /// Gives the bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Forgets all entries and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.map.clear();
    }

    /// Lets go of the memory.
    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        self.map = HashMap::with_hasher(FxBuildHasher);
        meter.release(self.bytes);
        self.bytes = 0;
    }
}

impl<K: Eq + Hash, V> Default for Table<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

/// A list that asks the meter before it grows.
pub(super) struct List<T> {
    entries: Vec<T>,
    bytes: usize,
}

impl<T> List<T> {
    #[inline]
    pub(super) fn push(&mut self, entry: T, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if self.entries.len() == self.entries.capacity() {
            self.grow(meter)?;
        }
        self.entries.push(entry);
        Ok(())
    }

    #[cold]
    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        // While it grows, the old and the new entries are there at once.
        let more = self.entries.capacity().max(16);
        let bytes = (self.entries.capacity() + more) * size_of::<T>();
        meter.hold(bytes)?;
        self.entries.reserve_exact(more);
        meter.release(self.bytes);
        self.bytes = bytes;
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn get(&self, index: usize) -> &T {
        &self.entries[index]
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, T> {
        self.entries.iter()
    }

    /// Sorts the entries.
    pub(super) fn sort_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        self.entries.sort_unstable_by_key(key);
    }

    /// Forgets all entries and lets go of the memory.
    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        self.entries = Vec::new();
        meter.release(self.bytes);
        self.bytes = 0;
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), bytes: 0 }
    }
}
