//! The answer of a search.

use crate::card::Suit;
use crate::moves::Move;
use crate::search::Stop;
use std::fmt;

/// Whether a position can be won with every card known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This complete move list wins.
    Winnable(Vec<Move>),
    /// A complete search found no win.
    Unwinnable,
    /// A limit ended the search.
    Unknown(Stop),
}

/// How a loss was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Everything that can be reached was searched.
    CompleteSearch,
    /// Not even an easier game can be won, in which suits do not get in each other's way but for a few orders between cards
    /// that lie on each other.
    Orders {
        /// The suits that the orders join, or the one suit that is lost by itself.
        suits: Vec<Suit>,
        /// How many orders were kept.
        orders: usize,
        /// The states of the easier game that were searched.
        states: u64,
    },
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CompleteSearch => f.write_str("complete search"),
            Self::Orders { suits, orders, states } => {
                let suits: Vec<_> = suits.iter().map(Suit::to_string).collect();
                let suits = suits.join(" ");
                match orders {
                    0 => write!(f, "{suits} by itself cannot go out ({states} states)"),
                    _ => write!(
                        f,
                        "{suits} cannot go out even with only {orders} orders between suits kept ({states} states)"
                    ),
                }
            }
        }
    }
}
