//! The answer of a search.

use crate::card::{Card, Suit};
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
        /// The orders kept: the first card leaves its place before the second, which it covers.
        orders: Vec<(Card, Card)>,
        /// The states of the easier game that were searched.
        states: u64,
    },
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CompleteSearch => f.write_str("complete search"),
            Self::Orders { suits, orders, states } => {
                let suits: Vec<_> = suits.iter().map(|suit| suit.name()).collect();
                let suits = suits.join(" and ");
                if orders.is_empty() {
                    return write!(
                        f,
                        "the {suits} cannot all go out even if no other suit is in their way ({states} states)"
                    );
                }
                let orders: Vec<_> = orders.iter().map(|(first, second)| format!("{first} before {second}")).collect();
                let orders = orders.join(", ");
                write!(
                    f,
                    "the {suits} cannot all go out even if all that joins the suits is which cards cover which: {orders} \
                     ({states} states)"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_says_what_was_proved() {
        let card = |name| Card::from_text(name).expect("the name of a card");
        let proof = |suits: &[Suit], orders: &[(Card, Card)]| {
            Proof::Orders { suits: suits.to_vec(), orders: orders.to_vec(), states: 7 }.to_string()
        };
        let (clubs, hearts) = (card("AC").suit(), card("AH").suit());
        assert_eq!(Proof::CompleteSearch.to_string(), "complete search");
        assert_eq!(
            proof(&[hearts], &[]),
            "the hearts cannot all go out even if no other suit is in their way (7 states)"
        );
        assert_eq!(
            proof(&[clubs, hearts], &[(card("4C"), card("9H")), (card("9H"), card("2C"))]),
            "the clubs and hearts cannot all go out even if all that joins the suits is which cards cover which: \
             4C before 9H, 9H before 2C (7 states)"
        );
    }
}
