//! The Salic family: Intrigue, Laggard Lady, Glencoe, Salic Law, Faerie Queen.
//!
//! [`SalicPosition`] is the rules as written; [`solve`] picks the search that fits the options of the game.

mod chains;
mod end_phase;
mod forced;
pub mod general;
mod met;
pub mod optional;
mod position;
mod reduction;
mod stacks;

pub use position::SalicPosition;
pub use reduction::Reduction;

use crate::card::Card;
use crate::moves::Move;
use crate::plain::{self, Keyed};
use crate::position::Position;
use crate::rules::{BareBase, Plays, SalicFoundations, SalicRules};
use crate::search::{Meter, Stop};
use std::sync::Arc;

/// Searches for a win from exactly this position: `Some(moves)` wins, `None` says that a complete search found none.
///
/// `without` switches reductions off; without all of them the search is plain and slow. No switch changes an answer.
///
/// # Errors
/// The limit that was reached before there was an answer.
pub fn solve(
    position: &SalicPosition,
    without: &[Reduction],
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Stop> {
    let rules = position.rules();
    if !has_lattice(rules) {
        return general::solve(position, &Reduction::general(without), meter);
    }
    if without.contains(&Reduction::EndPhaseLattice) {
        return plain::solve(position, meter);
    }
    if rules.plays != Plays::Forced {
        return optional::solve(position, without, meter);
    }
    let mut search = forced::Forced::new(Arc::clone(rules), without);
    Ok(search.solve(position, meter)?.then(|| search.moves()))
}

/// Solves many deals of one game one after the other; its tables stay from deal to deal, so that nothing is allocated
/// for an ordinary deal. Keep one for each thread.
pub struct Solver {
    rules: Arc<SalicRules>,
    forced: Option<forced::Forced>,
    moves: Option<Vec<Move>>,
}

impl Solver {
    /// Makes the solver for one game.
    pub fn new(rules: Arc<SalicRules>) -> Self {
        let forced = has_lattice(&rules) && rules.plays == Plays::Forced;
        let forced = forced.then(|| forced::Forced::new(Arc::clone(&rules), &[]));
        Self { rules, forced, moves: None }
    }

    /// Tells whether a deal can be won; then [`Solver::moves`] says how.
    ///
    /// The precondition is that `cards` is the pack of the rules in some order.
    ///
    /// # Errors
    /// The limit that was reached before there was an answer.
    pub fn solve_deal(&mut self, cards: &[Card], meter: &mut Meter<'_>) -> Result<bool, Stop> {
        if let Some(forced) = &mut self.forced {
            return forced.solve_deal(cards, meter);
        }
        self.moves = None;
        self.moves = solve(&SalicPosition::new(Arc::clone(&self.rules), cards), &[], meter)?;
        Ok(self.moves.is_some())
    }

    /// Lists the moves of the win just found.
    ///
    /// # Panics
    /// When the last deal was not won.
    pub fn moves(&self) -> Vec<Move> {
        match &self.forced {
            Some(forced) => forced.moves(),
            None => self.moves.clone().expect("the last deal was won"),
        }
    }
}

/// Tells whether the end phase is a walk in the lattice of column depths ([`Reduction::EndPhaseLattice`]).
fn has_lattice(rules: &SalicRules) -> bool {
    rules.foundations == SalicFoundations::AnySuit && !rules.builds_down && rules.bare_base == BareBase::AfterDeal
}

impl Keyed for SalicPosition {
    /// Writes the stock by its length, then column after column: the cards on foundations are the rest of the pack.
    fn write_key(&self, key: &mut Vec<u8>) {
        const END_OF_COLUMN: u8 = u8::MAX;
        key.push(self.stock().len() as u8);
        for column in self.columns() {
            key.extend(column.iter().map(|card| card.index() as u8));
            key.push(END_OF_COLUMN);
        }
    }

    fn moves_to_try(&self) -> Vec<Move> {
        self.legal_moves().to_vec()
    }
}
