//! The set of positions that a search has met, cleared at no cost and kept from deal to deal.

use super::stacks::Columns;
use crate::search::{Meter, Stop};

/// A set of keys, none of them 0; open addressing, the whole key decides equality.
pub(super) struct Met {
    keys: Vec<u128>,
    /// The number of places in use, a power of two: the first so many. The rest is empty.
    places: usize,
    used: Vec<u32>,
}

/// Places in use after [`Met::clear`], so that an easy deal stays in the nearest cache.
const FEWEST: usize = 256;

/// Bytes of one place in the table, and of its entry in the list of places used (at most half of them are).
const BYTES: usize = size_of::<u128>() + size_of::<u32>() / 2;

impl Met {
    pub(super) fn new() -> Self {
        Self { keys: vec![0; FEWEST], places: FEWEST, used: Vec::with_capacity(FEWEST / 2 + 1) }
    }

    /// Gives the bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.keys.len() * BYTES
    }

    pub(super) fn clear(&mut self) {
        for &place in &self.used {
            self.keys[place as usize] = 0;
        }
        self.used.clear();
        self.places = FEWEST;
    }

    /// Adds a key, and tells whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, key: Columns, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let Err(place) = self.find(key) else {
            return Ok(false);
        };
        self.keys[place] = key.0;
        self.used.push(place as u32);
        if self.used.len() * 2 > self.places {
            self.grow(meter)?;
        }
        Ok(true)
    }

    /// Finds the place of a key, or else the empty place where it would go.
    #[inline]
    fn find(&self, key: Columns) -> Result<usize, usize> {
        let keys = &self.keys[..self.places];
        let mask = keys.len() - 1;
        let mut place = hash(key.0) & mask;
        loop {
            let there = keys[place];
            if there == key.0 {
                return Ok(place);
            }
            if there == 0 {
                return Err(place);
            }
            place = (place + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let places = self.places * 4;
        if places > self.keys.len() {
            meter.hold((places - self.keys.len()) * BYTES)?;
            self.keys.resize(places, 0);
            self.used.reserve_exact(places / 2 + 1 - self.used.len());
        }
        let take = |&place: &u32| std::mem::take(&mut self.keys[place as usize]);
        let moved: Vec<_> = self.used.iter().map(take).collect();
        self.places = places;
        self.used.clear();
        for key in moved {
            let place = self.find(Columns(key)).unwrap_or_else(|empty| empty);
            self.keys[place] = key;
            self.used.push(place as u32);
        }
        Ok(())
    }
}

/// Picks a place for a key; it need not tell keys apart.
#[inline]
fn hash(key: u128) -> usize {
    let mixed =
        (key as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ ((key >> 64) as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    (mixed >> 40) as usize ^ mixed as usize
}
