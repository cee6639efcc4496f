//! Arguments that several functions take.

use crate::deal::Deal;
use crate::errors::{deal_error, notation_error};
use crate::position::Position;
use crate::rules::Rules;
use intrigue_core::any_position::AnyPosition;
use intrigue_core::search::Limits;
use intrigue_core::solver;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::time::Duration;

/// What `__reduce__` gives: a function and the arguments with which it makes the object again.
pub(crate) type Pickled<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// Takes a game's name or a Rules object.
pub(crate) fn rules_of(argument: &Bound<'_, PyAny>) -> PyResult<Rules> {
    if let Ok(rules) = argument.cast::<Rules>() {
        return Ok(rules.get().clone());
    }
    match argument.extract::<&str>() {
        Ok(name) => Rules::named(name),
        Err(_) => Err(PyTypeError::new_err("expected a game's name or a Rules object")),
    }
}

/// Takes a deal or a position of the core.
pub(crate) fn position_of(argument: &Bound<'_, PyAny>) -> PyResult<AnyPosition> {
    if let Ok(deal) = argument.cast::<Deal>() {
        Ok(AnyPosition::of(deal.get().core()))
    } else if let Ok(position) = argument.cast::<Position>() {
        Ok(position.get().snapshot())
    } else {
        Err(PyTypeError::new_err("expected an intrigue.Deal or an intrigue.Position"))
    }
}

/// Makes limits of the arguments that every search takes.
pub(crate) fn limits(states: Option<u64>, seconds: Option<f64>, bytes: Option<u64>) -> PyResult<Limits> {
    let time = match seconds {
        None => None,
        Some(seconds) => Some(
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| PyValueError::new_err(format!("max_seconds = {seconds} is no length of time")))?,
        ),
    };
    Ok(Limits { states, time, bytes })
}

/// Lowers the redeals and draws of a position; raising them is refused.
pub(crate) fn lower(position: &mut AnyPosition, redeals: Option<u8>, draws: Option<u8>) -> PyResult<()> {
    position.lower(redeals, draws).map_err(deal_error)
}

/// Reads the names of reductions to leave out.
pub(crate) fn without(position: &AnyPosition, names: &[String]) -> PyResult<Vec<&'static str>> {
    let known = solver::reductions(&position.rules().family);
    names
        .iter()
        .map(|name| {
            known.iter().copied().find(|known| known == name).ok_or_else(|| {
                notation_error(format!("unknown reduction {name:?}; this family has {}", known.join(", ")))
            })
        })
        .collect()
}
