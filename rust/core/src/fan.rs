//! The fan family: Intelligence, La Belle Lucie, Trefoil, Fan, the two Houses, Shamrocks.

mod foundations;
mod key_set;
mod one_pack;
mod plain;
mod position;
mod reductions;
mod refusal;
mod search;

pub use foundations::Foundations;
pub use position::{FanLayout, FanPosition};
pub use reductions::Reduction;

use crate::moves::Move;
use crate::search::{Meter, Stop};

/// Finds moves that win from this position; `None` after a complete search that found none.
///
/// `without` names reductions to leave out; the answer does not depend on it.
///
/// # Errors
/// What stopped the search before it had an answer.
pub fn solve(position: &FanPosition, without: &[Reduction], meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
    let rules = position.rules();
    let goes_back = rules.take_back && without.contains(&Reduction::CardsStayOut);
    if one_pack::Tableau::fits(rules) && position.redeals_left() == 0 && position.draws_left() == 0 && !goes_back {
        return search::solve(position, without, meter);
    }
    plain::solve(position, meter)
}
