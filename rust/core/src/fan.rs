//! The fan family: Intelligence, La Belle Lucie, Trefoil, Fan, the two Houses, Shamrocks.

mod foundations;
mod plain;
mod position;
mod refusal;

pub use foundations::Foundations;
pub use position::{FanLayout, FanPosition};

use crate::moves::Move;
use crate::search::{Meter, Stop};

/// A reduction of the search: what it leaves out without losing a win.
///
/// Any of them may be switched off; the answers stay the same.
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

/// Finds moves that win from this position; `None` after a complete search that found none.
///
/// # Errors
/// What stopped the search before it had an answer.
pub fn solve(position: &FanPosition, _without: &[Reduction], meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
    plain::solve(position, meter)
}
