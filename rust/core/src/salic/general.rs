//! Exact search for the options of the Salic family that the special searches do not cover: Faerie Queen, bare bases that
//! take cards during the deal, and bare bases that never do.
//!
//! Two parts take turns, by states: plans find wins ([`plans`]), and a complete search finds wins too and proves losses
//! ([`best_first`]).

mod best_first;
mod board;
mod columns;
mod line;
mod plans;
mod reductions;
mod state;

pub use reductions::Reduction;

use crate::moves::Move;
use crate::salic::SalicPosition;
use crate::search::{Meter, Stop};
use best_first::{BestFirst, Outcome};
use board::Board;
use columns::Columns;
use line::Line;
use plans::Plans;
use reductions::Switches;
use state::State;

/// States of the first turn; every turn has as many states as all turns before it.
const FIRST_TURN: u64 = 2000;

/// Finds moves that win from exactly this position, or proves that there are none.
///
/// `without` switches reductions off; without all of them the search is slow and still correct.
///
/// # Errors
/// The limit that ended the search before it had an answer.
pub fn solve(
    position: &SalicPosition,
    without: &[Reduction],
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Stop> {
    let board = Board::new(position, Switches::without(without));
    let mut plans = Plans::new(&board, meter)?;
    let mut contents = Columns::new(meter)?;
    let mut search = BestFirst::new();
    let answer = take_turns(&board, &mut plans, &mut contents, &mut search, meter);
    plans.release(meter);
    search.release(meter);
    contents.release(meter);
    debug_assert!(
        answer.as_ref().is_ok_and(|moves| { moves.as_ref().is_none_or(|moves| board::replays(position, moves)) })
            || answer.is_err()
    );
    answer
}

fn take_turns(
    board: &Board,
    plans: &mut Plans,
    contents: &mut Columns,
    search: &mut BestFirst,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Stop> {
    let first = State::first(board, contents, meter)?;
    search.begin(&first, board, contents, meter)?;
    let start = meter.states();
    let mut turn = FIRST_TURN;
    loop {
        if let Some(moves) = plans.run(meter.states() + turn, board, meter)? {
            return Ok(Some(moves));
        }
        match search.run(turn, board, contents, meter)? {
            Outcome::Won(path) => {
                let mut line = Line::new(board, contents, meter)?;
                line.follow(&path, board, contents, meter)?;
                return Ok(Some(line.moves));
            }
            Outcome::Lost => return Ok(None),
            Outcome::Open => turn = meter.states() - start,
        }
    }
}
