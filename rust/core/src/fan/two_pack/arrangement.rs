//! How the loose cards of one suit lie on its bases.

use super::model::{Exposed, Id, Model, State};
use arrayvec::ArrayVec;

/// The stacks of one suit: each a base with loose cards on it, in the order of the bases' places in the suit.
///
/// Which fan a base lies in is not kept: where two fans show the same, the same moves follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Arrangement {
    /// Rank + 1 of each card, four bits each, stack after stack, bases first.
    pub(super) cards: u128,
    /// Which of these are bases, one bit each.
    pub(super) bases: u32,
}

/// A stack of an [`Arrangement`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Stack {
    /// The place of its base among the cards of the arrangement.
    pub(super) first: u32,
    /// The place of its top card.
    pub(super) last: u32,
    /// The rank of the top card.
    pub(super) rank: usize,
}

impl Stack {
    /// Tells whether the stack is nothing but its base.
    #[inline]
    pub(super) const fn is_bare(self) -> bool {
        self.first == self.last
    }
}

/// The stacks of one suit: at most as many as it has cards.
pub(super) type Stacks = ArrayVec<Stack, 26>;

impl Arrangement {
    /// Arranges the loose cards of each suit as they lie at the start.
    pub(super) fn of_start(model: &Model) -> [Self; 4] {
        let mut arrangements = [Self::default(); 4];
        let mut bases = [0u32; 4];
        for &exposed in &model.exposed {
            let suit = exposed.base.suit();
            let before = bases[suit] & (exposed.base.bit() - 1);
            arrangements[suit] = arrangements[suit].with_stack(before.count_ones(), model, exposed);
            bases[suit] |= exposed.base.bit();
        }
        arrangements
    }

    /// Gives the number of cards.
    #[inline]
    pub(super) const fn len(self) -> u32 {
        (128 - self.cards.leading_zeros()).div_ceil(4)
    }

    /// Lists the stacks.
    #[inline]
    pub(super) fn stacks(self) -> Stacks {
        let mut stacks = Stacks::new();
        let mut rest = self.bases;
        while rest != 0 {
            let first = rest.trailing_zeros();
            rest &= rest - 1;
            let last = if rest == 0 { self.len() - 1 } else { rest.trailing_zeros() - 1 };
            stacks.push(Stack { first, last, rank: self.rank(last) });
        }
        stacks
    }

    #[inline]
    fn rank(self, place: u32) -> usize {
        (self.cards >> (4 * place) & 15) as usize - 1
    }

    #[inline]
    fn without_place(self, place: u32) -> Self {
        let (low, low_base) = ((1u128 << (4 * place)) - 1, (1u32 << place) - 1);
        Self {
            cards: self.cards & low | self.cards >> 4 & !low,
            bases: self.bases & low_base | self.bases >> 1 & !low_base,
        }
    }

    #[inline]
    fn with_place(self, place: u32, rank: usize, is_base: bool) -> Self {
        let (low, low_base) = ((1u128 << (4 * place)) - 1, (1u32 << place) - 1);
        Self {
            cards: self.cards & low | (rank as u128 + 1) << (4 * place) | (self.cards & !low) << 4,
            bases: self.bases & low_base | u32::from(is_base) << place | (self.bases & !low_base) << 1,
        }
    }

    /// Takes the top card of a stack away, the base itself if it is bare.
    #[inline]
    pub(super) fn without_top(self, stack: Stack) -> Self {
        self.without_place(stack.last)
    }

    /// Moves the top card of one stack onto another.
    #[inline]
    pub(super) fn moved(self, from: Stack, to: Stack) -> Self {
        let place = if from.last < to.last { to.last } else { to.last + 1 };
        self.without_place(from.last).with_place(place, from.rank, false)
    }

    /// Adds the stack of a newly exposed base, before which this many others stand.
    pub(super) fn with_stack(self, before: u32, model: &Model, exposed: Exposed) -> Self {
        let mut bases = self.bases;
        for _ in 0..before {
            bases &= bases - 1;
        }
        let mut place = if bases == 0 { self.len() } else { bases.trailing_zeros() };
        let mut arrangement = self.with_place(place, exposed.base.rank(), true);
        let mut card = exposed.base;
        while card != exposed.top {
            card = model.above[card.number()].expect("the sequence ends at its top");
            place += 1;
            arrangement = arrangement.with_place(place, card.rank(), false);
        }
        arrangement
    }
}

/// Gives the place in the suit of the base of the stack with this number.
#[inline]
pub(super) const fn slot_of_stack(bases: u32, stack: u32) -> u8 {
    let mut rest = bases;
    let mut number = 0;
    while number < stack {
        rest &= rest - 1;
        number += 1;
    }
    rest.trailing_zeros() as u8
}

/// Gives the number of the stack that a base begins, or would begin if it were one.
#[inline]
pub(super) const fn stack_of_base(bases: u32, base: Id) -> u32 {
    (bases & (base.bit() - 1)).count_ones()
}

/// Adds the stacks of newly exposed bases to the arrangements of their suits; `state` already has the bases.
#[inline]
pub(super) fn add_exposed(arrangements: &mut [Arrangement; 4], model: &Model, state: &State, exposed: &[Exposed]) {
    for &exposed in exposed {
        let suit = exposed.base.suit();
        let before = stack_of_base(state.suits[suit].bases, exposed.base);
        arrangements[suit] = arrangements[suit].with_stack(before, model, exposed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_there_and_back_changes_nothing() {
        let mut arrangement = Arrangement::default();
        for (place, &(rank, is_base)) in [(4, true), (5, false), (6, false), (7, true), (12, true)].iter().enumerate() {
            arrangement = arrangement.with_place(place as u32, rank, is_base);
        }
        let stacks = arrangement.stacks();
        assert_eq!(stacks.iter().map(|stack| stack.rank).collect::<Vec<_>>(), [6, 7, 12]);
        let moved = arrangement.moved(stacks[0], stacks[1]);
        assert_eq!(moved.bases, 0b10101);
        let back = moved.stacks();
        assert_eq!(moved.moved(back[1], back[0]), arrangement);
    }
}
