//! Counting the cards of a suit, two bits a rank.

/// How many cards of each rank: two bits a rank, 0 to 2, the ace lowest.
pub(super) type Ranks = u32;

/// The lower bit of every rank.
const LOW: u32 = 0x0155_5555;

/// Counts the cards in a mask over places `2 * rank + copy`.
#[inline]
pub(super) const fn count(mask: u32) -> Ranks {
    (mask & LOW) + (mask >> 1 & LOW)
}

/// Gives one card of each rank below `rank`.
#[inline]
pub(super) const fn one_each_below(rank: u8) -> Ranks {
    LOW & ((1 << (2 * rank)) - 1)
}

/// Gives how many cards of a rank there are.
#[inline]
pub(super) const fn of(ranks: Ranks, rank: usize) -> usize {
    (ranks >> (2 * rank) & 3) as usize
}

/// Gives the number of cards.
#[inline]
pub(super) const fn total(ranks: Ranks) -> u32 {
    (ranks & LOW).count_ones() + 2 * (ranks >> 1 & LOW).count_ones()
}
