//! Many deals in one detached call, for `solve_many` and surveys.

use crate::arguments::limits;
use crate::deal::Deal;
use crate::door;
use crate::result::Result;
use intrigue_core::search::{Answer, Meter, Progress};
use intrigue_core::solver::Solver;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Hold a switch that ends running searches of other threads.
#[pyclass(frozen, module = "intrigue._core")]
#[derive(Default)]
pub(crate) struct Cancellation {
    asked: AtomicBool,
}

impl Cancellation {
    /// Gives the switch, for searches to watch.
    pub(crate) fn asked(&self) -> &AtomicBool {
        &self.asked
    }
}

#[pymethods]
impl Cancellation {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Ask every search that watches this switch to end.
    fn cancel(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }
}

/// Deals between two looks at signals and the switch, on top of those within each search.
const DEALS_BETWEEN_LOOKS: usize = 64;

/// Solve deals one after the other; the limits are those of each.
///
/// Gives fewer results than deals only when `cancellation` asked for an end.
#[pyfunction]
#[pyo3(signature = (deals, cancellation, *, max_states = None, max_seconds = None, max_bytes = None))]
pub(crate) fn solve_chunk(
    py: Python<'_>,
    deals: Vec<Bound<'_, Deal>>,
    cancellation: &Cancellation,
    max_states: Option<u64>,
    max_seconds: Option<f64>,
    max_bytes: Option<u64>,
) -> PyResult<Vec<Result>> {
    let deals: Vec<_> = deals.iter().map(|deal| Arc::clone(deal.get().core())).collect();
    let limits = limits(max_states, max_seconds, max_bytes)?;
    door::detached(py, None, Some(&cancellation.asked), |report| {
        let mut solver = Solver::default();
        let mut results = Vec::with_capacity(deals.len());
        for (index, deal) in deals.iter().enumerate() {
            if index % DEALS_BETWEEN_LOOKS == 0 && report(&Progress::default()) == Answer::Stop {
                break;
            }
            let mut meter = Meter::new(limits, report);
            let solution = solver.solve_deal(deal, &mut meter);
            if solution.was_interrupted() {
                break;
            }
            results.push(Result::new(solution, &meter));
        }
        results
    })
}
