//! The Python module `intrigue._core`: a table of contents. What each part does stands in its own file.

mod arguments;
mod batch;
mod deal;
mod door;
mod errors;
mod most_out;
mod position;
mod result;
mod rules;
mod solve;
mod survey;
mod traits;

use pyo3::prelude::*;

/// The Rust core of intrigue: rules, deals, positions and the exact search.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::batch::{Cancellation, solve_chunk};
    #[pymodule_export]
    use super::deal::{Deal, deal};
    #[pymodule_export]
    use super::most_out::most_out;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::result::Result;
    #[pymodule_export]
    use super::rules::{Rules, rules};
    #[pymodule_export]
    use super::solve::{perft, solve, tidy};
    #[pymodule_export]
    use super::survey::{careless_wins, survey_chunk};

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        super::publish(module)
    }
}

/// Adds the constants.
fn publish(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let games: Vec<_> = intrigue_core::rules::GAMES.iter().map(|game| game.name).collect();
    module.add("GAMES", pyo3::types::PyTuple::new(module.py(), games)?)?;
    module.add("GENERATOR", intrigue_core::shuffle::GENERATOR)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
