//! Shuffles: the native generator, frozen as `splitmix64-1`, and shuffles by values that another generator gave.

use crate::card::{Card, Pack, Rank};
use crate::rules::{Family, Rules};

/// The name of the native generator and shuffle, part of every stored result.
pub const GENERATOR: &str = "splitmix64-1";

/// The `SplitMix64` generator (Steele, Lea and Flood, 2014), with the constants of rules.md, section 4.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Starts at a seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Starts the generator of redeal `number`, counted from 1, of a seeded deal.
    pub fn for_redeal(seed: u64, number: usize) -> Self {
        const REDEAL: u64 = 0x5245_4445_414C_0000;
        let mut seeds = Self::new(seed ^ REDEAL);
        let seed = (0..number).map(|_| seeds.output()).last().expect("redeals are counted from 1");
        Self::new(seed)
    }

    /// Gives the next output.
    #[inline]
    pub const fn output(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = self.state;
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Gives a number below `n`, all equally likely.
    #[inline]
    pub const fn below(&mut self, n: u64) -> u64 {
        loop {
            let x = self.output();
            // The largest multiple of n up to 2⁶⁴ is 2⁶⁴ − (2⁶⁴ mod n), and 2⁶⁴ mod n = (−n) mod n in 64 bits. It is over
            // 2⁶⁴ − n, so that hardly any output needs the second test.
            if x <= u64::MAX - n || x <= u64::MAX - n.wrapping_neg() % n {
                return x % n;
            }
        }
    }

    /// Shuffles cards (Fisher and Yates, from the last place down).
    #[inline]
    pub fn shuffle<T>(&mut self, cards: &mut [T]) {
        for last in (1..cards.len()).rev() {
            cards.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// Lists the cards that a native seed shuffles: the pack, with the rank that leaves it before play.
pub fn full_pack(rules: &Rules) -> Vec<Card> {
    match &rules.family {
        Family::Salic(salic) if salic.removed.is_some() => {
            Pack::new(Rank::all(), salic.pack.suits(), salic.pack.copies()).cards().collect()
        }
        _ => rules.pack().cards().collect(),
    }
}

/// Raw values of another program's generator, enough for the redeals of one deal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RawValues {
    /// How a value becomes a place.
    pub kind: RawKind,
    /// The values, in order of use.
    pub values: Vec<u64>,
}

/// How a raw value becomes a place among n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RawKind {
    /// Its remainder by n.
    Remainder,
    /// The whole part of n times value / 2⁵³, in double precision as the other program computes it.
    Fraction,
}

impl RawValues {
    /// Shuffles cards from the last place down with the values from `start` on.
    ///
    /// # Panics
    /// When values run out: two redeals of a pack take at most 2 · 103.
    pub fn shuffle(&self, cards: &mut [Card], start: usize) {
        for (offset, last) in (1..cards.len()).rev().enumerate() {
            let (value, n) = (self.values[start + offset], last as u64 + 1);
            let place = match self.kind {
                RawKind::Remainder => value % n,
                RawKind::Fraction => (value as f64 / (1u64 << 53) as f64 * n as f64) as u64,
            };
            cards.swap(last, place as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_the_published_ones() {
        // Vigna's test vector of the generator, seed 1234567.
        let mut generator = SplitMix64::new(1_234_567);
        let outputs: Vec<_> = (0..3).map(|_| generator.output()).collect();
        assert_eq!(outputs, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn every_place_is_taken_about_equally_often() {
        let mut generator = SplitMix64::new(7);
        let mut count = [0; 6];
        for _ in 0..6000 {
            count[generator.below(6) as usize] += 1;
        }
        assert!(count.iter().all(|count| (900..1100).contains(count)), "{count:?}");
    }
}
