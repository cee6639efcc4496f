//! Which events some arrangement of a suit's loose cards allows.
//!
//! **Claim.** Let a suit have `b(r)` bases and `l(r)` loose cards of rank r, and count the loose cards of rank r that lie on
//! a card of rank r − 1 as `u(r)`, the others, on rank r + 1, as `d(r)`. The loose cards can lie on the bases so that one
//! card of rank x is left with nothing on it for each time x is asked for, if and only if some u, d satisfy
//!
//! 1. u(r + 1) + d(r − 1) ≤ b(r) + l(r), less one at the rank asked for, at every rank r;
//! 2. of the ranks joined by these counts (r and r + 1 are joined when u(r + 1) + d(r) > 0), every unbroken interval with
//!    more than one rank contains a base.
//!
//! **Proof.** Both are necessary: every card carries at most one other, and the stack of a loose card begins with a base
//! and runs through joined ranks. For the converse take ranks as vertices and a directed edge from the rank carrying to
//! the rank carried for each loose card. In each vertex at most as many edges leave as cards arrive or stand there (1), so
//! the leaving edges can be paired with arriving edges or bases, which splits the edges into trails that begin at bases,
//! and closed trails. Cards of one rank being alike, two trails through a common vertex may exchange their rests; so a
//! closed trail is spliced into a trail through one of its vertices. By (2) every edge is joined to a base, and a trail
//! from a base covers at least its vertex; repeated splicing reaches everything joined to it. What remains are stacks. ∎
//!
//! The masks say less than an arrangement: they let the loose cards be rearranged freely after every event, which no
//! player can always do. So what they forbid is impossible, and what they allow may be.

use super::cards::{self, Ranks};
use crate::search::{Meter, Stop};
use std::sync::LazyLock;

/// The events that some arrangement allows, one bit a rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Allowed {
    /// Ranks of which a base can have nothing on it.
    pub(super) bare: u16,
    /// Ranks of which a base can have nothing on it while a neighbour has room for it.
    pub(super) lift: u16,
    /// Ranks of which a loose card can have nothing on it.
    pub(super) loose: u16,
}

/// Sets of steps' states, one bit each: `6 d + 2 u + need`.
///
/// Between ranks r − 1 and r the state is d(r − 1), u(r), and whether the interval that rank r − 1 belongs to still needs a
/// base.
type Set = u32;
const STATES: usize = 18;
const START: Set = 1;

/// The successors of each state when a rank is passed.
type Row = [Set; STATES];

/// The rows by number of bases and loose cards at the rank (six pairs), u bound of the next rank, and places less.
struct Rows(Vec<Row>);

static ROWS: LazyLock<Rows> = LazyLock::new(Rows::new);

impl Rows {
    fn new() -> Self {
        let mut rows = vec![[0; STATES]; 9 * 3 * 2];
        for (index, row) in rows.iter_mut().enumerate() {
            let (bases, loose, next, less) = (index / 18, index / 6 % 3, index / 2 % 3, index % 2);
            if bases + loose > 2 {
                continue;
            }
            for (state, successors) in row.iter_mut().enumerate() {
                let (carried_up, up, need) = (state / 6, state / 2 % 3, state % 2 == 1);
                *successors = step(bases, loose, next, less, carried_up, up, need);
            }
        }
        Self(rows)
    }

    #[inline]
    fn row(&self, bases: usize, loose: usize, next: usize, less: usize) -> &Row {
        &self.0[bases * 18 + loose * 6 + next * 2 + less]
    }
}

/// Gives the states after a rank with these cards, `next` loose cards at the next rank and `less` places fewer.
fn step(bases: usize, loose: usize, next: usize, less: usize, below: usize, up: usize, need: bool) -> Set {
    let joined_before = below + up > 0;
    if up > loose || (!joined_before && need) {
        return 0;
    }
    let down = loose - up;
    let mut successors = 0;
    for next_up in 0..=next {
        if next_up + below + less > bases + loose {
            continue;
        }
        let joined_after = next_up + down > 0;
        let need = (if joined_before { need } else { joined_after }) && bases == 0;
        if need && !joined_after {
            continue;
        }
        successors |= 1 << (6 * down + 2 * next_up + usize::from(need));
    }
    successors
}

#[inline]
fn follow(set: Set, row: &Row) -> Set {
    let (mut rest, mut successors) = (set, 0);
    while rest != 0 {
        successors |= row[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    successors
}

/// Computes the masks for a suit with these bases and loose cards.
fn allowed(bases: Ranks, loose: Ranks, ranks: usize) -> Allowed {
    let rows = &*ROWS;
    let b = |rank: usize| cards::of(bases, rank);
    let l = |rank: usize| cards::of(loose, rank);
    let row = |rank: usize, bases: usize, less: usize| rows.row(bases, l(rank), l(rank + 1), less);
    // before[r]: states that the lower ranks can lead to; after[r]: states from which ranks r and up can be completed.
    let mut before = [0; 14];
    before[0] = START;
    for rank in 0..ranks {
        before[rank + 1] = follow(before[rank], row(rank, b(rank), 0));
    }
    let mut after = [0; 14];
    after[ranks] = START;
    for rank in (0..ranks).rev() {
        let row = row(rank, b(rank), 0);
        after[rank] =
            (0..STATES).filter(|&state| row[state] & after[rank + 1] != 0).fold(0, |set, state| set | 1 << state);
    }
    let mut masks = Allowed::default();
    for rank in 0..ranks {
        let bit = 1 << rank;
        if b(rank) > 0 {
            let fewer = row(rank, b(rank) - 1, 0);
            let passed = follow(before[rank], fewer);
            if passed & after[rank + 1] != 0 {
                masks.bare |= bit;
            }
            let onto_lower = || {
                let set = follow(before[rank - 1], row(rank - 1, b(rank - 1), 1));
                follow(set, fewer) & after[rank + 1] != 0
            };
            let onto_higher = || follow(passed, row(rank + 1, b(rank + 1), 1)) & after[rank + 2] != 0;
            if (rank > 0 && onto_lower()) || (rank + 1 < ranks && onto_higher()) {
                masks.lift |= bit;
            }
        }
        if l(rank) > 0 {
            let fewer = l(rank) - 1;
            let own = rows.row(b(rank), fewer, l(rank + 1), 0);
            let lower = |less: usize| rows.row(b(rank - 1), l(rank - 1), fewer, less);
            let off_lower = || follow(follow(before[rank - 1], lower(1)), own) & after[rank + 1] != 0;
            let off_higher = || {
                let set = if rank == 0 { START } else { follow(before[rank - 1], lower(0)) };
                follow(follow(set, own), row(rank + 1, b(rank + 1), 1)) & after[rank + 2] != 0
            };
            if (rank > 0 && off_lower()) || (rank + 1 < ranks && off_higher()) {
                masks.loose |= bit;
            }
        }
    }
    masks
}

/// Remembers the masks of suits met before.
///
/// A direct-mapped table: a new entry replaces the old one in its place. Keys are whole, so that none is taken for another.
pub(super) struct Feasibility {
    ranks: usize,
    entries: Vec<(u64, Allowed)>,
    bytes: usize,
}

impl Feasibility {
    const MOST_ENTRIES: usize = 1 << 17;

    pub(super) fn new(ranks: usize, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let fitting = meter.bytes_left() / 64 / size_of::<(u64, Allowed)>() as u64;
        let entries = (fitting.max(64).ilog2()).min(Self::MOST_ENTRIES.ilog2());
        let bytes = size_of::<(u64, Allowed)>() << entries;
        meter.hold(bytes)?;
        Ok(Self { ranks, entries: vec![(u64::MAX, Allowed::default()); 1 << entries], bytes })
    }

    pub(super) fn release(self, meter: &mut Meter<'_>) {
        meter.release(self.bytes);
    }

    /// Gives the masks for a suit that has an arrangement with these bases and loose cards.
    #[inline]
    pub(super) fn allowed(&mut self, bases: Ranks, loose: Ranks) -> Allowed {
        let key = u64::from(bases) << 32 | u64::from(loose);
        let place = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - self.entries.len().ilog2());
        let entry = &mut self.entries[place as usize];
        if entry.0 != key {
            *entry = (key, allowed(bases, loose, self.ranks));
        }
        entry.1
    }
}
