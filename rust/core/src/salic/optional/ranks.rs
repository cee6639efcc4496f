//! Ranks by number, sets of them, counts of them in one word, and which rank needs which.

use crate::card::Rank;

/// The most row ranks: all but the base rank.
pub(super) const MOST_RANKS: usize = Rank::COUNT - 1;

/// Stands for "no rank" where a rank needs nothing or nothing needs it; its count is always 15, more than any other.
pub(super) const NO_RANK: usize = MOST_RANKS;

/// A set of ranks by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct RankSet(pub(super) u16);

impl RankSet {
    /// No rank at all.
    pub(super) const EMPTY: Self = Self(0);

    /// Gives the set of the first `count` ranks.
    pub(super) const fn first(count: usize) -> Self {
        Self((1 << count) - 1)
    }

    /// Tells whether a rank is in the set.
    #[inline]
    pub(super) const fn has(self, rank: usize) -> bool {
        self.0 >> rank & 1 == 1
    }

    /// Gives the set with one more rank.
    #[inline]
    #[must_use]
    pub(super) const fn with(self, rank: usize) -> Self {
        Self(self.0 | 1 << rank)
    }

    /// Gives the set without a rank.
    #[must_use]
    pub(super) const fn without(self, rank: usize) -> Self {
        Self(self.0 & !(1 << rank))
    }

    /// Gives the ranks of either set.
    #[inline]
    #[must_use]
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Gives the ranks of this set that are not in the other.
    #[must_use]
    pub(super) const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Tells whether the set is empty.
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Lists the ranks in rising order.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let rank = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (rank < 16).then_some(rank)
        })
    }
}

/// How many cards of each rank: four bits a rank, each at most 8, and 15 for [`NO_RANK`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Counts(pub(super) u64);

impl Counts {
    /// None of any rank.
    pub(super) const ZERO: Self = Self(15 << (4 * NO_RANK));

    /// Gives the count of a rank.
    #[inline]
    pub(super) const fn of(self, rank: usize) -> u8 {
        (self.0 >> (4 * rank)) as u8 & 15
    }

    /// Counts one more of a rank.
    #[inline]
    #[must_use]
    pub(super) const fn plus(self, rank: usize) -> Self {
        Self(self.0 + (1 << (4 * rank)))
    }

    /// Counts some more of a rank.
    pub(super) const fn add(&mut self, rank: usize, count: u8) {
        self.0 += (count as u64) << (4 * rank);
    }

    /// Gives the ranks whose four bits are not all zero.
    pub(super) fn positive(bits: u64) -> RankSet {
        (0..MOST_RANKS).filter(|rank| bits >> (4 * rank) & 15 != 0).fold(RankSet::EMPTY, RankSet::with)
    }
}

/// Which rank each rank needs on a foundation before it goes out.
///
/// A *free* rank needs nothing: its cards go out whenever they are on top. Freeing ranks only adds legal plays to a game
/// and changes no other play, as the counts of what is out stay what they are. So whoever loses with some ranks freed
/// loses the game itself; all statements of blame in this search are of that kind.
#[derive(Clone, Debug)]
pub(super) struct Order {
    ranks: usize,
    previous: [u8; MOST_RANKS],
    next: [u8; MOST_RANKS + 1],
    free: RankSet,
    limited: RankSet,
}

impl Order {
    /// Makes an order of so many ranks with nothing said about any.
    pub(super) fn new(ranks: usize) -> Self {
        assert!(ranks <= MOST_RANKS, "the pack has 13 ranks, one of them is the base");
        Self {
            ranks,
            previous: [NO_RANK as u8; MOST_RANKS],
            next: [NO_RANK as u8; MOST_RANKS + 1],
            free: RankSet::EMPTY,
            limited: RankSet::EMPTY,
        }
    }

    /// Lets a rank follow another.
    pub(super) fn follow(&mut self, rank: usize, previous: usize) {
        self.previous[rank] = previous as u8;
        self.next[previous] = rank as u8;
    }

    /// Frees a rank.
    pub(super) fn set_free(&mut self, rank: usize) {
        let previous = self.previous(rank);
        if previous != NO_RANK {
            self.next[previous] = NO_RANK as u8;
            self.previous[rank] = NO_RANK as u8;
        }
        self.free = self.free.with(rank);
        self.limited = self.limited.without(rank);
    }

    /// Makes a starter subject to the limit on starters.
    pub(super) fn set_limited(&mut self, rank: usize) {
        self.limited = self.limited.with(rank);
    }

    /// Frees every rank that is not in `kept`.
    pub(super) fn free_all_but(&mut self, kept: RankSet) {
        for rank in self.all().minus(kept).iter() {
            self.set_free(rank);
        }
    }

    /// Gives every rank.
    pub(super) fn all(&self) -> RankSet {
        RankSet::first(self.ranks)
    }

    /// Gives the rank that must be out first, or [`NO_RANK`].
    #[inline]
    pub(super) fn previous(&self, rank: usize) -> usize {
        usize::from(self.previous[rank])
    }

    /// Gives the rank that needs this one, or [`NO_RANK`].
    #[inline]
    pub(super) fn next(&self, rank: usize) -> usize {
        usize::from(self.next[rank])
    }

    /// Gives the free ranks.
    pub(super) fn free(&self) -> RankSet {
        self.free
    }

    /// Gives the starters that are subject to the limit.
    #[inline]
    pub(super) fn limited(&self) -> RankSet {
        self.limited
    }

    /// Tells whether a rank starts a row; a free rank may or may not.
    pub(super) fn is_starter(&self, rank: usize) -> bool {
        self.previous(rank) == NO_RANK
    }

    /// Gives the ranks that are not free or that a rank needs.
    pub(super) fn visible(&self) -> RankSet {
        let kept = self.all().minus(self.free);
        kept.or(self.supply(kept))
    }

    /// Gives the ranks that the ranks of `kept` need and that are not among them.
    pub(super) fn supply(&self, kept: RankSet) -> RankSet {
        let needed = kept.iter().map(|rank| self.previous(rank)).filter(|&rank| rank != NO_RANK);
        needed.fold(RankSet::EMPTY, RankSet::with).minus(kept)
    }

    /// Gives how many more are out of the rank that this rank needs than of itself, for a rank that needs one.
    #[inline]
    pub(super) fn places(&self, rank: usize, out: Counts) -> u8 {
        out.of(self.previous(rank)).saturating_sub(out.of(rank))
    }

    /// Tells whether more are out of the rank that this rank needs than of itself.
    #[inline]
    pub(super) fn accepts(&self, rank: usize, out: Counts) -> bool {
        out.of(self.previous(rank)) > out.of(rank)
    }
}
