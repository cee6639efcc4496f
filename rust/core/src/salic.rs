//! The Salic family: Intrigue, Laggard Lady, Glencoe, Salic Law, Faerie Queen.

pub mod general;
mod position;

pub use position::SalicPosition;

use crate::moves::Move;
use crate::search::{Meter, Stop};

/// A reduction of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {}

impl Reduction {
    /// Every reduction.
    pub const ALL: &[Self] = &[];

    /// Gives the name by which the reduction is switched off.
    pub fn name(self) -> &'static str {
        match self {}
    }
}

/// stub
///
/// # Errors
/// stub
pub fn solve(
    _position: &SalicPosition,
    _without: &[Reduction],
    _meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Stop> {
    Err(Stop::States)
}
