//! What surveys ask of the core: many seeds in one detached call with compact answers, and careless play.

use crate::arguments::{limits, position_of, rules_of};
use crate::batch::Cancellation;
use crate::door;
use intrigue_core::deal::Deal;
use intrigue_core::playout;
use intrigue_core::search::{Answer, Meter, Progress, Stop};
use intrigue_core::solver::Solver;
use intrigue_core::verdict::Verdict;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Columns of outcomes: codes of verdicts, states, lengths of solutions (0 unless winnable), microseconds.
///
/// The codes are part of every stored survey and only grow: see `code`.
type Columns = (Vec<u8>, Vec<u64>, Vec<u64>, Vec<u64>);

/// Gives the code that stands for a verdict and its reason; `None` when the search was interrupted.
fn code(verdict: &Verdict) -> Option<u8> {
    match verdict {
        Verdict::Unwinnable => Some(0),
        Verdict::Winnable(_) => Some(1),
        Verdict::Unknown(Stop::States) => Some(2),
        Verdict::Unknown(Stop::Seconds) => Some(3),
        Verdict::Unknown(Stop::Bytes) => Some(4),
        Verdict::Unknown(Stop::Interrupted) => None,
    }
}

/// Deals between two looks at signals and the switch, on top of those within each search.
const DEALS_BETWEEN_LOOKS: usize = 64;

/// Solve the deals of seeds one after the other, for `enough_seconds` or to the last; the limits are those of each.
///
/// Gives columns for the first of the seeds, as many as were finished: at least one unless `cancellation` asked for an
/// end. A deal that has begun is finished, so that when a call ends changes no outcome.
#[pyfunction]
#[pyo3(signature = (
    rules, seeds, cancellation, *, enough_seconds = f64::INFINITY, max_states = None, max_seconds = None,
    max_bytes = None,
))]
#[allow(clippy::too_many_arguments, reason = "they are the named arguments of the Python function")]
pub(crate) fn survey_chunk(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    seeds: Vec<u64>,
    cancellation: &Cancellation,
    enough_seconds: f64,
    max_states: Option<u64>,
    max_seconds: Option<f64>,
    max_bytes: Option<u64>,
) -> PyResult<Columns> {
    let rules = Arc::clone(rules_of(rules)?.core());
    let limits = limits(max_states, max_seconds, max_bytes)?;
    let enough = Duration::try_from_secs_f64(enough_seconds).unwrap_or(Duration::MAX);
    door::detached(py, None, Some(cancellation.asked()), |report| {
        let mut solver = Solver::default();
        let (mut codes, mut states, mut lengths, mut times) = Columns::default();
        let began = Instant::now();
        let mut deal_began = began;
        for (index, &seed) in seeds.iter().enumerate() {
            if index % DEALS_BETWEEN_LOOKS == 0 && report(&Progress::default()) == Answer::Stop {
                break;
            }
            let deal = Deal::from_seed(Arc::clone(&rules), seed);
            let mut meter = Meter::new(limits, report);
            let verdict = solver.solve_deal(&deal, &mut meter).verdict;
            let Some(code) = code(&verdict) else { break };
            codes.push(code);
            states.push(meter.states());
            lengths.push(if let Verdict::Winnable(moves) = verdict { moves.len() as u64 } else { 0 });
            let now = Instant::now();
            times.push((now - deal_began).as_micros() as u64);
            deal_began = now;
            if now - began >= enough {
                break;
            }
        }
        (codes, states, lengths, times)
    })
}

/// Count the wins among careless games of a deal or position: random legal moves that prefer foundations.
///
/// Game k plays with `SplitMix64` seeded with k, for k from 0 up to `games` - 1, so the count is the same everywhere.
///
/// Args:
///     deal_or_position: Where each game begins.
///     games: How many games to play.
///
/// Examples:
///     >>> import intrigue
///     >>> intrigue.careless_wins(intrigue.deal("intrigue", seed=42), 1000) <= 1000
///     True
#[pyfunction]
pub(crate) fn careless_wins(py: Python<'_>, deal_or_position: &Bound<'_, PyAny>, games: u64) -> PyResult<u64> {
    let position = position_of(deal_or_position)?;
    let wins = door::detached(py, None, None, |report| {
        playout::careless_wins(&position, 0..games, || report(&Progress::default()) == Answer::Continue)
    })?;
    // Only an exception ends it early, and that has come out above.
    wins.ok_or_else(|| PyValueError::new_err("careless play was interrupted"))
}
