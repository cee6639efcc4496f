//! `Result`: what a search found.

use crate::arguments::Pickled;
use intrigue_core::moves::Move;
use intrigue_core::search::{Meter, Stop};
use intrigue_core::solver::Solution;
use intrigue_core::verdict::Verdict;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple, PyType};
use std::time::Duration;

/// Hold what a search found: the verdict, and with it the moves of a win or the reason why it is unknown.
///
/// Immutable and picklable; `print(result)` says the verdict in one line and the moves below it.
#[pyclass(frozen, eq, module = "intrigue")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Result {
    verdict: &'static str,
    reason: Option<&'static str>,
    moves: Vec<Move>,
    proof: Option<String>,
    /// Give the number of states that the search visited.
    #[pyo3(get)]
    states: u64,
    /// Give the wall-clock seconds that the search took.
    #[pyo3(get)]
    seconds: f64,
    /// Give the most bytes that the tables of the search held at a time.
    #[pyo3(get)]
    bytes: u64,
}

const VERDICTS: [&str; 3] = ["winnable", "unwinnable", "unknown"];
const REASONS: [&str; 3] = ["states", "seconds", "bytes"];

impl Result {
    pub(crate) fn new(solution: Solution, meter: &Meter<'_>) -> Self {
        let progress = meter.progress();
        let (verdict, reason, moves) = match solution.verdict {
            Verdict::Winnable(moves) => ("winnable", None, moves),
            Verdict::Unwinnable => ("unwinnable", None, Vec::new()),
            Verdict::Unknown(stop) => ("unknown", reason_of(stop), Vec::new()),
        };
        let (states, seconds) = (progress.states, progress.time.as_secs_f64());
        Self { verdict, reason, moves, proof: solution.proof, states, seconds, bytes: meter.most_bytes() }
    }

    /// Gives the time used.
    pub(crate) fn time(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }

    /// Puts shorter moves that win in the place of those found.
    pub(crate) fn shorten(&mut self, moves: Vec<Move>) {
        self.moves = moves;
    }

    /// Gives the first move of the win; none when the position is won already or was not found winnable.
    pub(crate) fn first_move(&self) -> Option<String> {
        self.moves.first().map(Move::to_string)
    }
}

/// Names the limit that stopped a search; none when the caller did.
pub(crate) fn reason_of(stop: Stop) -> Option<&'static str> {
    match stop {
        Stop::States => Some("states"),
        Stop::Seconds => Some("seconds"),
        Stop::Bytes => Some("bytes"),
        Stop::Interrupted => None,
    }
}

#[pymethods]
impl Result {
    /// Tell whether the game can be won when every card is known: a member of `intrigue.Verdict`.
    #[getter]
    pub(crate) fn verdict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static VERDICT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        VERDICT.import(py, "intrigue.verdict", "Verdict")?.call1((self.verdict,))
    }

    /// Name the limit that left the verdict unknown, `"states"`, `"seconds"` or `"bytes"`; None for a decided one.
    #[getter]
    pub(crate) fn reason(&self) -> Option<&'static str> {
        self.reason
    }

    /// Give the moves that win, in order; empty unless winnable.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let texts: Vec<_> = self.moves.iter().map(|play| PyString::intern(py, &play.to_string())).collect();
        PyTuple::new(py, texts)
    }

    /// Count the redeals among the moves.
    #[getter]
    fn redeals_used(&self) -> usize {
        self.moves.iter().filter(|&&play| play == Move::Redeal).count()
    }

    /// Say in words how a loss was proved; None unless unwinnable.
    #[getter]
    fn proof(&self) -> Option<&str> {
        self.proof.as_deref()
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("intrigue.pictures")?.call_method1("result_html", (slf,))
    }

    /// Say the verdict in one line, with the moves of a win below it.
    fn __str__(&self) -> String {
        let detail = match (self.reason, &self.proof) {
            (Some(reason), _) => format!(": the limit on {reason} was reached"),
            (None, Some(proof)) => format!(": {proof}"),
            (None, None) => format!(" in {} moves", self.moves.len()),
        };
        let headline = format!("{}{detail}, {} states, {:.3} s", self.verdict, self.states, self.seconds);
        let moves: Vec<_> = self.moves.iter().map(Move::to_string).collect();
        if moves.is_empty() { headline } else { format!("{headline}\n{}", moves.join(" ")) }
    }

    fn __repr__(&self) -> String {
        let detail = match self.reason {
            Some(reason) => format!(", reason='{reason}'"),
            None if self.verdict == "winnable" => format!(", {} moves", self.moves.len()),
            None => String::new(),
        };
        format!("<Result {}{detail}, {} states, {:.3} s>", self.verdict, self.states, self.seconds)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let moves: Vec<_> = self.moves.iter().map(Move::to_string).collect();
        let parts = (self.verdict, self.reason, moves, self.proof.clone(), self.states, self.seconds, self.bytes);
        Ok((py.get_type::<Self>().getattr("_restore")?, parts.into_pyobject(py)?))
    }

    /// Make a result of what pickling stored.
    #[staticmethod]
    fn _restore(
        verdict: &str,
        reason: Option<&str>,
        moves: Vec<String>,
        proof: Option<String>,
        states: u64,
        seconds: f64,
        bytes: u64,
    ) -> PyResult<Self> {
        let known = |words: &[&'static str], word: &str| {
            words.iter().copied().find(|known| *known == word).ok_or_else(|| {
                pyo3::exceptions::PyValueError::new_err(format!("{word:?} is none of {}", words.join(", ")))
            })
        };
        let moves = moves.iter().map(|text| crate::position::read_move(text)).collect::<PyResult<_>>()?;
        let reason = reason.map(|reason| known(&REASONS, reason)).transpose()?;
        Ok(Self { verdict: known(&VERDICTS, verdict)?, reason, moves, proof, states, seconds, bytes })
    }
}
