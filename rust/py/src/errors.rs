//! The exceptions of `intrigue.errors`, and which fault raises which.

use intrigue_core::deal::DealError;
use intrigue_core::position::IllegalMove;
use intrigue_core::rules::RulesError;
use pyo3::PyErr;

mod raised {
    pyo3::import_exception!(intrigue.errors, NotationError);
    pyo3::import_exception!(intrigue.errors, DealError);
    pyo3::import_exception!(intrigue.errors, IllegalMove);
}

/// Makes the exception for text that cannot be read.
pub(crate) fn notation_error(message: impl ToString) -> PyErr {
    raised::NotationError::new_err(message.to_string())
}

/// Makes the exception for what can be read but is not allowed.
pub(crate) fn deal_error(message: impl ToString) -> PyErr {
    raised::DealError::new_err(message.to_string())
}

/// Makes the exception for a move that the rules forbid.
pub(crate) fn illegal_move(message: impl ToString) -> PyErr {
    raised::IllegalMove::new_err(message.to_string())
}

/// Raises a core error under the name that its cause has in Python.
pub(crate) trait Raise<T> {
    fn raise(self) -> Result<T, PyErr>;
}

impl<T> Raise<T> for Result<T, DealError> {
    fn raise(self) -> Result<T, PyErr> {
        self.map_err(|error| if error.unreadable { notation_error(error) } else { deal_error(error) })
    }
}

impl<T> Raise<T> for Result<T, RulesError> {
    fn raise(self) -> Result<T, PyErr> {
        self.map_err(notation_error)
    }
}

impl<T> Raise<T> for Result<T, IllegalMove> {
    fn raise(self) -> Result<T, PyErr> {
        self.map_err(illegal_move)
    }
}
