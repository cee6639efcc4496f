//! `most_out()`.

use crate::arguments::{limits, position_of};
use crate::door;
use crate::result::reason_of;
use intrigue_core::most_out as core;
use intrigue_core::moves::Move;
use pyo3::prelude::*;
use std::time::Instant;

/// Cards out, cards of a win, whether that is exact, the moves, states, seconds, and why it is not exact.
type Found = (usize, usize, bool, Vec<String>, u64, f64, Option<&'static str>);

/// Finds the most cards that can be out at once without redealing; `intrigue.most_out` names the parts of the answer.
#[pyfunction]
#[pyo3(signature = (deal_or_position, *, max_states = None, max_seconds = None, max_bytes = None, on_progress = None))]
pub(crate) fn most_out(
    py: Python<'_>,
    deal_or_position: &Bound<'_, PyAny>,
    max_states: Option<u64>,
    max_seconds: Option<f64>,
    max_bytes: Option<u64>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Found> {
    let position = position_of(deal_or_position)?;
    let limits = limits(max_states, max_seconds, max_bytes)?;
    let begun = Instant::now();
    let found = door::detached(py, on_progress.as_ref(), None, |report| core::most_out(&position, limits, report))?;
    let moves = found.moves.iter().map(Move::to_string).collect();
    let seconds = begun.elapsed().as_secs_f64();
    let all = core::cards_of_a_win(&position);
    Ok((found.cards_out, all, found.stopped.is_none(), moves, found.states, seconds, found.stopped.and_then(reason_of)))
}
