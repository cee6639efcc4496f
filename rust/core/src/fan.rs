//! The fan family: Intelligence, La Belle Lucie, Trefoil, Fan, the two Houses, Shamrocks.

mod draws;
mod foundations;
mod key_set;
mod layout_redeals;
mod most_out;
mod one_pack;
mod position;
mod redeals;
mod reductions;
mod refusal;
mod search;
mod shamrocks;
mod two_pack;

pub use foundations::Foundations;
pub(crate) use most_out::most_out;
pub use position::{FanLayout, FanPosition};
pub use reductions::Reduction;

use crate::card::Suit;
use crate::deal::Shuffles;
use crate::moves::Move;
use crate::plain::{self, Keyed};
use crate::position::Position;
use crate::search::{Meter, Stop};
use crate::verdict::Proof;

/// Finds moves that win from this position; `None` after a complete search that found none.
///
/// `without` names reductions to leave out; the answer does not depend on it.
///
/// # Errors
/// What stopped the search before it had an answer.
pub fn solve(position: &FanPosition, without: &[Reduction], meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
    Ok(decide(position, without, meter)?.ok())
}

/// Finds moves that win from this position, or says how it was proved that none do.
///
/// `without` names reductions to leave out; the answer does not depend on it.
///
/// # Errors
/// What stopped the search before it had an answer.
pub fn decide(
    position: &FanPosition,
    without: &[Reduction],
    meter: &mut Meter<'_>,
) -> Result<Result<Vec<Move>, Proof>, Stop> {
    let rules = position.rules();
    let goes_back = rules.take_back && without.contains(&Reduction::CardsStayOut);
    if two_pack::knows(position) {
        return two_pack::solve(position, without, meter);
    }
    let stays = !without.contains(&Reduction::LoneCardStays);
    let found = if let Some(found) = stays.then(|| shamrocks::solve(position, meter)).flatten() {
        found?
    } else if !one_pack::Tableau::fits(rules) || goes_back {
        plain::solve(position, meter)?
    } else if position.redeals_left() > 0 && matches!(position.shuffles(), Shuffles::PySolFc { .. }) {
        layout_redeals::solve(position, without, meter)?
    } else {
        redeals::solve(position, without, meter)?
    };
    Ok(found.ok_or(Proof::CompleteSearch))
}

impl Keyed for FanPosition {
    /// Writes what is left to do and the foundations, then the stock and the fans.
    ///
    /// Fans are interchangeable, so they are sorted, unless a redeal gathers them in their order.
    fn write_key(&self, key: &mut Vec<u8>) {
        const END: u8 = u8::MAX;
        key.extend([self.redeals_left(), self.draws_left(), self.values_used() as u8]);
        for suit in Suit::all().take(self.rules().pack.suits()) {
            key.extend_from_slice(self.foundations().heights(suit));
        }
        key.extend(self.stock().map(|card| card.index() as u8));
        let mut fans: Vec<_> = self.fans().iter().map(Vec::as_slice).collect();
        if !(matches!(self.shuffles(), Shuffles::PySolFc { .. }) && self.redeals_left() > 0) {
            fans.sort_unstable();
        }
        for fan in fans {
            key.push(END);
            key.extend(fan.iter().map(|card| card.index() as u8));
        }
    }

    fn moves_to_try(&self) -> Vec<Move> {
        let mut moves = self.legal_moves().to_vec();
        moves.sort_by_key(|play| match play {
            Move::Redeal => 0,
            Move::TakeBack { .. } => 1,
            Move::DrawToPile { .. } | Move::DrawToFoundation { .. } => 2,
            Move::ToPile { .. } => 3,
            _ => 4,
        });
        moves
    }
}
