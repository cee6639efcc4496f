//! The orders between cards of different suits.

use super::model::{Id, Model};

/// An order between two cards of different suits: the first leaves its place before the second does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    pub(super) first: Id,
    pub(super) second: Id,
}

/// A set of orders, one bit each.
pub(super) type OrderSet = u128;

/// Lists the orders of a position that the others do not follow from, at most 128.
pub(super) fn orders(model: &Model) -> Vec<Order> {
    let mut orders = Vec::new();
    for number in 0..Id::END {
        let Some(mut above) = model.above[number] else {
            continue;
        };
        let second = Id::new(number >> 5, number & 31);
        // The nearest card above of each other suit, up to the next card of the own suit.
        let mut seen = 1 << second.suit();
        while seen >> above.suit() & 1 == 0 || above.suit() != second.suit() {
            if seen >> above.suit() & 1 == 0 {
                seen |= 1 << above.suit();
                orders.push(Order { first: above, second });
            }
            match model.above[above.number()] {
                Some(next) => above = next,
                None => break,
            }
        }
    }
    orders.truncate(128);
    orders
}
