//! `solve()` and `perft()`.

use crate::arguments::{limits, lower, position_of, without};
use crate::door;
use crate::result::Result;
use intrigue_core::any_position::AnyPosition;
use intrigue_core::search::{Limits, Meter};
use intrigue_core::{perft as core_perft, solver::Solver};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Decides whether a deal or a position can be won with every card known.
#[pyfunction]
#[pyo3(signature = (
    deal_or_position, *, max_states = None, max_seconds = None, max_bytes = None, redeals = None, draws = None,
    without = Vec::new(), on_progress = None,
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
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Result> {
    let mut position = position_of(deal_or_position)?;
    lower(&mut position, redeals, draws)?;
    let without = self::without(&position, &without)?;
    run(py, &position, &without, limits(max_states, max_seconds, max_bytes)?, on_progress.as_ref())
}

/// Searches a position through the door.
pub(crate) fn run(
    py: Python<'_>,
    position: &AnyPosition,
    without: &[&str],
    limits: Limits,
    on_progress: Option<&Py<PyAny>>,
) -> PyResult<Result> {
    door::detached(py, on_progress, None, |report| {
        let mut meter = Meter::new(limits, report);
        let solution = Solver::default().solve_position(position, without, &mut meter);
        Result::new(solution, &meter)
    })
}

/// Counts the sequences of exactly `depth` legal moves.
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
