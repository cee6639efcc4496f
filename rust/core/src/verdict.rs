//! The answer of a search.

use crate::moves::Move;
use crate::search::Stop;

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
