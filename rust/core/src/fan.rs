//! The fan family: Intelligence, La Belle Lucie, Trefoil, Fan, the two Houses, Shamrocks.

mod draws;
mod foundations;
mod key_set;
mod one_pack;
mod plain;
mod position;
mod redeals;
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
    let redeals = position.redeals_left() > 0;
    if one_pack::Tableau::fits(rules) && !goes_back && (!redeals || redeals::depends_on_cards_left(position.shuffles()))
    {
        return redeals::solve(position, without, meter);
    }
    plain::solve(position, meter)
}
