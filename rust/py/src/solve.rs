//! `solve()` and `perft()`.

use crate::arguments::{limits, lower, position_of, without};
use crate::door;
use crate::errors::illegal_move;
use crate::position::read_move;
use crate::result::Result;
use intrigue_core::any_position::AnyPosition;
use intrigue_core::moves::Move;
use intrigue_core::position::Position as _;
use intrigue_core::search::{Limits, Meter};
use intrigue_core::verdict::Verdict;
use intrigue_core::{perft as core_perft, solver::Solver, tidy as core_tidy};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::time::Duration;

/// Decide whether a deal or a position can be won when every card is known, stock and redeals too.
///
/// The answer is exact: winnable comes with moves that win, unwinnable from a complete search; a limit that is reached
/// makes it unknown. The search lets other threads run, and Ctrl-C ends it within 0.2 seconds.
///
/// Args:
///     deal_or_position: Where to begin. A position stays as it is.
///     max_states: The most states to visit; no limit unless given.
///     max_seconds: The longest time in wall-clock seconds; no limit unless given. Under this limit alone an answer can
///         depend on the machine.
///     max_bytes: The most bytes that the tables of the search may hold; no limit unless given.
///     redeals: The most redeals to use; those that are left unless given.
///     draws: The most draws to use; those that are left unless given.
///     without: Names of reductions to leave out (`Rules.reductions` lists them). The verdict stays the same, the
///         search grows.
///     tidy: Whether to shorten the moves of a win, as `tidy()` does.
///     on_progress: Called about four times a second with the states and the seconds so far. What it raises ends the
///         search and comes out of this function.
///
/// Raises:
///     DealError: `redeals` or `draws` is more than the rules allow.
///     NotationError: There is no such reduction.
///     ValueError: `max_seconds` is no length of time.
///
/// Examples:
///     >>> import intrigue
///     >>> deal = intrigue.deal("intrigue", seed=42)
///     >>> result = intrigue.solve(deal)
///     >>> print(result.verdict)
///     winnable
///     >>> intrigue.verify(deal, result.moves).is_won
///     True
#[pyfunction]
#[pyo3(signature = (
    deal_or_position, *, max_states = None, max_seconds = None, max_bytes = None, redeals = None, draws = None,
    without = Vec::new(), tidy = false, on_progress = None,
))]
#[allow(clippy::too_many_arguments, reason = "they are the named arguments of the Python function")]
pub(crate) fn solve(
    py: Python<'_>,
    deal_or_position: &Bound<'_, PyAny>,
    max_states: Option<u64>,
    max_seconds: Option<f64>,
    max_bytes: Option<u64>,
    redeals: Option<u8>,
    draws: Option<u8>,
    without: Vec<String>,
    tidy: bool,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Result> {
    let mut position = position_of(deal_or_position)?;
    lower(&mut position, redeals, draws)?;
    let without = self::without(&position, &without)?;
    run(py, &position, &without, tidy, limits(max_states, max_seconds, max_bytes)?, on_progress.as_ref())
}

/// Searches a position through the door.
pub(crate) fn run(
    py: Python<'_>,
    position: &AnyPosition,
    without: &[&str],
    tidy: bool,
    limits: Limits,
    on_progress: Option<&Py<PyAny>>,
) -> PyResult<Result> {
    door::detached(py, on_progress, None, |report| {
        let mut meter = Meter::new(limits, report);
        let mut solution = Solver::default().solve_position(position, without, &mut meter);
        let mut result = Result::new(solution.clone(), &meter);
        if let (true, Verdict::Winnable(moves)) = (tidy, &mut solution.verdict) {
            // The states of a result are those of its search, so tidying counts on a meter of its own.
            let mut meter = Meter::new(tidying(limits.time.map(|most| most.saturating_sub(result.time()))), report);
            result.shorten(core_tidy::tidy(position, moves, &mut meter));
        }
        result
    })
}

fn tidying(time: Option<Duration>) -> Limits {
    Limits { states: Some(core_tidy::MOST_PLAYS), time, bytes: None }
}

/// Shorten moves that win: leave out hops to and fro, cards parked too early, and the like.
///
/// The line that comes back wins too and is never longer; tidying it again changes nothing. It need not be the shortest.
///
/// Args:
///     deal_or_position: Where the moves begin. A position stays as it is.
///     moves: Moves that win.
///
/// Raises:
///     IllegalMove: A move is forbidden, by a rule that the message names, or the moves do not win.
///     NotationError: A text is no move.
///
/// Examples:
///     >>> import intrigue
///     >>> deal = intrigue.deal("shamrocks", seed=1)
///     >>> moves = intrigue.solve(deal).moves
///     >>> tidy = intrigue.tidy(deal, moves)
///     >>> len(tidy) <= len(moves), intrigue.verify(deal, tidy).is_won
///     (True, True)
#[pyfunction]
pub(crate) fn tidy(py: Python<'_>, deal_or_position: &Bound<'_, PyAny>, moves: Vec<String>) -> PyResult<Vec<String>> {
    let start = position_of(deal_or_position)?;
    let mut position = start.clone();
    let mut line = Vec::with_capacity(moves.len());
    for (index, text) in moves.iter().enumerate() {
        let play = read_move(text)?;
        position.play(play).map_err(|error| illegal_move(format!("move {}: {error}", index + 1)))?;
        line.push(play);
    }
    if !position.is_won() {
        return Err(illegal_move("the moves do not win, so there is nothing that they must still do"));
    }
    let line = door::detached(py, None, None, |report| {
        core_tidy::tidy(&start, &line, &mut Meter::new(tidying(None), report))
    })?;
    Ok(line.iter().map(Move::to_string).collect())
}

/// Count the sequences of exactly `depth` legal moves, to compare engines with each other.
///
/// Args:
///     deal_or_position: Where to begin.
///     depth: The length of the sequences, in moves.
///     max_nodes: The most moves to play while counting; no limit unless given.
///
/// Raises:
///     ValueError: There are more than `max_nodes` moves to play.
///
/// Examples:
///     >>> import intrigue
///     >>> deal = intrigue.deal("fan", seed=1)
///     >>> intrigue.perft(deal, 3) == intrigue.reference.perft(deal, 3)
///     True
#[pyfunction]
#[pyo3(signature = (deal_or_position, depth, *, max_nodes = None))]
pub(crate) fn perft(
    py: Python<'_>,
    deal_or_position: &Bound<'_, PyAny>,
    depth: usize,
    max_nodes: Option<u64>,
) -> PyResult<u64> {
    let position = position_of(deal_or_position)?;
    let limits = Limits { states: max_nodes, ..Limits::default() };
    let count =
        door::detached(py, None, None, |report| core_perft::perft(&position, depth, &mut Meter::new(limits, report)))?;
    // The only limit is the one on nodes: an interruption comes out as the exception that caused it.
    count.map_err(|_| PyValueError::new_err(format!("more than max_nodes = {} moves", max_nodes.unwrap_or_default())))
}
