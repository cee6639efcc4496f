//! A set of words of 128 bits that may forget but never mistakes one for another.

use crate::search::Meter;

/// Words looked at before an old one gives way.
const WINDOW: usize = 8;
/// The most words: 128 MiB, and 64 MiB more while the table grows.
const MOST_WORDS: usize = 1 << 23;
/// The most words of a small table: 1 MiB.
const MOST_WORDS_OF_SMALL: usize = 1 << 16;
/// The words of a new table, which are few enough not to be counted.
const FIRST_WORDS: usize = 1 << 8;

/// Keys with a payload in some bits of the same word. Zero stands for an empty place, so no word stored may be zero.
///
/// When the table may not grow it overwrites: what is found in it is always true, what is not found may have been known.
#[derive(Debug)]
pub(super) struct Table {
    words: Vec<u128>,
    used: usize,
    most: usize,
    key: u128,
}

impl Table {
    /// Makes a table of words that are told apart by the bits of `key`.
    pub(super) fn new(key: u128) -> Self {
        Self { words: vec![0; FIRST_WORDS], used: 0, most: MOST_WORDS, key }
    }

    /// Makes a table that stays small.
    pub(super) fn small(key: u128) -> Self {
        Self { most: MOST_WORDS_OF_SMALL, ..Self::new(key) }
    }

    fn place(&self, word: u128) -> usize {
        let word = word & self.key;
        let folded = (word as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ ((word >> 64) as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        let mixed = (folded ^ (folded >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 32) as usize & (self.words.len() - 1)
    }

    /// Finds the word stored under the key of `word`.
    pub(super) fn get(&self, word: u128) -> Option<u128> {
        let (first, mask) = (self.place(word), self.words.len() - 1);
        for step in 0..WINDOW {
            let known = self.words[(first + step) & mask];
            if known == 0 {
                return None;
            }
            if (known ^ word) & self.key == 0 {
                return Some(known);
            }
        }
        None
    }

    /// Stores a word in place of any other with its key.
    pub(super) fn put(&mut self, word: u128, meter: &mut Meter<'_>) {
        if self.used * 2 >= self.words.len() {
            self.grow(meter);
        }
        self.store(word);
    }

    fn store(&mut self, word: u128) {
        let (first, mask) = (self.place(word), self.words.len() - 1);
        for step in 0..WINDOW {
            let known = &mut self.words[(first + step) & mask];
            if *known == 0 {
                self.used += 1;
                *known = word;
                return;
            }
            if (*known ^ word) & self.key == 0 {
                *known = word;
                return;
            }
        }
        // Which one gives way follows from the word itself, so that a search is the same each time.
        let step = (word as usize ^ (word >> 64) as usize) % WINDOW;
        self.words[(first + step) & mask] = word;
    }

    fn grow(&mut self, meter: &mut Meter<'_>) {
        let size = self.words.len() * 2;
        if size > self.most || meter.hold(size * 16).is_err() {
            self.most = self.words.len();
            return;
        }
        let old = std::mem::replace(&mut self.words, vec![0; size]);
        self.used = 0;
        for &word in old.iter().filter(|&&word| word != 0) {
            self.store(word);
        }
        meter.release(if old.len() == FIRST_WORDS { 0 } else { old.len() * 16 });
    }

    /// Lists the words stored.
    #[cfg(test)]
    pub(super) fn words(&self) -> impl Iterator<Item = u128> {
        self.words.iter().copied().filter(|&word| word != 0)
    }

    /// Lets go of the memory that the table grew by.
    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        if self.words.len() > FIRST_WORDS {
            meter.release(self.words.len() * 16);
            self.words = vec![0; FIRST_WORDS];
            self.used = 0;
        }
    }
}
