//! The runs of a position, one byte a column, so that all columns are compared at once.

use crate::salic::stacks::COLUMNS;

/// A run: its column and how many cards it parks, as one number by which runs are tried, the least first.
pub(super) type Run = u8;

/// No run: greater than every run, and the only number with the highest bit set.
pub(super) const NO_RUN: Run = u8::MAX;

/// Rates a run: the fewer cards it parks the earlier it is tried, and of equal ones the earlier column.
#[inline]
pub(super) const fn rated(column: usize, parks: u8) -> Run {
    parks << 3 | column as u8
}

#[inline]
pub(super) const fn column_of(run: Run) -> usize {
    (run & 7) as usize
}

#[inline]
pub(super) const fn parks_of(run: Run) -> u8 {
    run >> 3
}

/// For each column its run or [`NO_RUN`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Runs(u64);

/// The highest bit of each byte.
const HIGHEST: u64 = 0x8080_8080_8080_8080;

/// Spreads the highest bit of each byte over the byte.
#[inline]
const fn spread(highest: u64) -> u64 {
    (highest >> 7) * 0xFF
}

impl Runs {
    pub(super) const NONE: Self = Self(u64::MAX);

    #[inline]
    pub(super) fn new(runs: [Run; COLUMNS]) -> Self {
        Self(u64::from_le_bytes(runs))
    }

    /// Gives the run to try first.
    #[inline]
    pub(super) fn best(self) -> Run {
        self.0.to_le_bytes().into_iter().fold(NO_RUN, Run::min)
    }

    #[inline]
    pub(super) fn add(&mut self, run: Run) {
        let shift = 8 * column_of(run);
        self.0 = self.0 & !(0xFF << shift) | u64::from(run) << shift;
    }

    #[inline]
    pub(super) fn remove(&mut self, column: usize) {
        self.0 |= 0xFF << (8 * column);
    }

    /// Lists the runs.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Run> {
        let mut left = !self.0 & HIGHEST;
        std::iter::from_fn(move || {
            let highest = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some((self.0 >> (highest - 7)) as Run)
        })
    }

    /// Lists the columns that have a run, bit by bit.
    #[inline]
    pub(super) const fn columns(self) -> u8 {
        (((!self.0 & HIGHEST) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
    }

    /// Leaves out every run of a column that has one in `others`.
    #[inline]
    pub(super) const fn without_columns_of(self, others: Self) -> Self {
        Self(self.0 | spread(!others.0 & HIGHEST))
    }

    /// Keeps the runs that are also in `others`.
    #[inline]
    pub(super) const fn and(self, others: Self) -> Self {
        let differing = self.0 ^ others.0;
        let differing = (((differing & !HIGHEST) + !HIGHEST) | differing) & HIGHEST;
        Self(self.0 | spread(differing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: [Option<u8>; COLUMNS] = [Some(0), None, Some(8), Some(1), None, Some(0), Some(3), None];
    const OTHERS: [Option<u8>; COLUMNS] = [Some(0), Some(2), Some(7), None, None, Some(1), Some(3), None];

    /// Makes runs of the number of cards that each parks.
    fn runs(parks: [Option<u8>; COLUMNS]) -> Runs {
        let run = |column: usize| parks[column].map_or(NO_RUN, |parks: u8| rated(column, parks));
        Runs::new(std::array::from_fn(run))
    }

    fn listed(runs: Runs) -> Vec<(usize, u8)> {
        runs.iter().map(|run| (column_of(run), parks_of(run))).collect()
    }

    #[test]
    fn the_best_parks_the_fewest_cards_and_is_of_the_first_column() {
        assert_eq!(runs(SOME).best(), rated(0, 0));
        assert_eq!(Runs::NONE.best(), NO_RUN);
    }

    #[test]
    fn runs_are_listed_added_and_removed() {
        let mut some = runs(SOME);
        assert_eq!(listed(some), [(0, 0), (2, 8), (3, 1), (5, 0), (6, 3)]);
        assert_eq!(some.columns(), 0b0110_1101);
        some.remove(2);
        some.add(rated(7, 2));
        some.add(rated(3, 0));
        assert_eq!(listed(some), [(0, 0), (3, 0), (5, 0), (6, 3), (7, 2)]);
        assert!(listed(Runs::NONE).is_empty());
    }

    #[test]
    fn runs_are_compared_column_by_column() {
        assert_eq!(listed(runs(SOME).without_columns_of(runs(OTHERS))), [(3, 1)]);
        assert_eq!(listed(runs(SOME).and(runs(OTHERS))), [(0, 0), (6, 3)]);
    }
}
