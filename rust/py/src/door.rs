//! The one door through which every long call goes: the interpreter is let go, signals are looked at, progress is told.

use intrigue_core::search::{Answer, Progress};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Time between two looks at signals: well below the 0.2 s within which Ctrl-C must be felt.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(40);
/// Time between two calls of a progress callback.
const BETWEEN_REPORTS: Duration = Duration::from_millis(250);

/// What a search calls every few hundred states, and what tells it to stop.
pub(crate) type Report<'a> = dyn FnMut(&Progress) -> Answer + 'a;

/// Runs work with the interpreter let go; the work calls the report that it is given often.
///
/// A signal handler or `on_progress` that raises ends the work, and what it raised comes out. Setting `cancelled` ends it
/// too, with the result that the work then gives.
pub(crate) fn detached<T: Send>(
    py: Python<'_>,
    on_progress: Option<&Py<PyAny>>,
    cancelled: Option<&AtomicBool>,
    work: impl FnOnce(&mut Report<'_>) -> T + Send,
) -> PyResult<T> {
    let mut raised = None;
    let mut last_signals = Instant::now();
    let mut last_report = last_signals;
    let result = py.detach(|| {
        let mut report = |progress: &Progress| {
            let now = Instant::now();
            if cancelled.is_some_and(|cancelled| cancelled.load(Ordering::Relaxed)) {
                return Answer::Stop;
            }
            if now - last_signals < BETWEEN_SIGNALS {
                return Answer::Continue;
            }
            last_signals = now;
            let heard = Python::attach(|py| {
                py.check_signals()?;
                if let Some(callback) = on_progress.filter(|_| now - last_report >= BETWEEN_REPORTS) {
                    last_report = now;
                    callback.call1(py, (progress.states, progress.time.as_secs_f64()))?;
                }
                Ok(())
            });
            match heard {
                Ok(()) => Answer::Continue,
                Err(error) => {
                    raised = Some(error);
                    Answer::Stop
                }
            }
        };
        work(&mut report)
    });
    match raised {
        None => Ok(result),
        Some(error) => Err(error),
    }
}
