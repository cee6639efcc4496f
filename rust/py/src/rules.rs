//! `Rules` and `rules()`.

use crate::arguments::{Pickled, rules_of};
use crate::errors::{Raise, notation_error};
use crate::traits::traits;
use intrigue_core::rules::{self as core, OptionValue, Preset, Reduction};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyTuple};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Hold the rules of one game with its options; immutable, hashable, picklable. `intrigue.rules` makes them.
///
/// Rules are equal when game and options are; `repr(rules)` makes them again.
#[pyclass(frozen, eq, hash, module = "intrigue")]
#[derive(Clone)]
pub(crate) struct Rules {
    core: Arc<core::Rules>,
    /// Whether the caller asked for this number of redeals: a deal without known redeals then says what is missing.
    redeals_wanted: bool,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.core == other.core
    }
}

impl Hash for Rules {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.core.hash(state);
    }
}

impl Rules {
    pub(crate) fn new(core: Arc<core::Rules>) -> Self {
        Self { core, redeals_wanted: true }
    }

    pub(crate) fn named(name: &str) -> PyResult<Self> {
        Ok(Self { core: Arc::new(core::Rules::named(name).raise()?), redeals_wanted: false })
    }

    pub(crate) fn core(&self) -> &Arc<core::Rules> {
        &self.core
    }

    /// Gives the rules for a deal that comes without redeals: none are in force unless the caller asked for them.
    pub(crate) fn without_unasked_redeals(&self) -> PyResult<Self> {
        if self.redeals_wanted || self.core.most_redeals() == 0 {
            return Ok(self.clone());
        }
        let mut core = (*self.core).clone();
        core.set("redeals", "0").raise()?;
        Ok(Self { core: Arc::new(core), redeals_wanted: true })
    }
}

fn value_to_python(py: Python<'_>, value: OptionValue) -> PyResult<Py<PyAny>> {
    match value {
        OptionValue::Word(word) => word.into_py_any(py),
        OptionValue::Number(number) => number.into_py_any(py),
        OptionValue::Words(words) => PyTuple::new(py, words)?.into_py_any(py),
    }
}

fn options_to_python<'py>(py: Python<'py>, options: Vec<(&'static str, OptionValue)>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in options {
        dict.set_item(name, value_to_python(py, value)?)?;
    }
    Ok(dict)
}

#[pymethods]
impl Rules {
    /// Give the name of the game, such as `"laggard_lady"`.
    #[getter]
    fn game(&self) -> &'static str {
        self.core.game().name
    }

    /// Give the name by which people know the game, such as `"Laggard Lady"`.
    #[getter]
    fn title(&self) -> &'static str {
        self.core.game().title
    }

    /// Give the value of every option in force, by name.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        options_to_python(py, self.core.options())
    }

    /// List the reductions that the search of this family uses; `solve(..., without=...)` leaves them out.
    #[getter]
    fn reductions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, intrigue_core::solver::reductions(&self.core.family))
    }

    /// List the values that each option takes, by name.
    #[getter]
    fn choices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, values) in self.core.choices() {
            let values: Vec<_> = values.into_iter().map(|value| value_to_python(py, value)).collect::<PyResult<_>>()?;
            dict.set_item(name, PyTuple::new(py, values)?)?;
        }
        Ok(dict)
    }

    /// Describe the game by its traits: family, pack, bases, rows, fans and the like, for texts about it.
    #[getter]
    fn traits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        traits(py, &self.core)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = format!("intrigue.rules('{}'", self.core.game().name);
        for (name, value) in self.core.changed_options() {
            let value = value_to_python(py, value)?.bind(py).repr()?;
            text += &format!(", {name}={value}");
        }
        Ok(text + ")")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let options = options_to_python(py, self.core.changed_options())?;
        let parts = (self.core.game().name, options, self.redeals_wanted);
        Ok((py.get_type::<Self>().getattr("_restore")?, parts.into_pyobject(py)?))
    }

    /// Make rules of what pickling stored.
    #[staticmethod]
    fn _restore(game: &str, options: &Bound<'_, PyDict>, redeals_wanted: bool) -> PyResult<Self> {
        Ok(Self { redeals_wanted, ..with_options(Self::named(game)?, options)? })
    }
}

/// Give the rules of a game, with a preset and named options.
///
/// Args:
///     game: The name of a game, whose case, blanks and hyphens do not matter, or rules to change.
///     preset: `"pysolfc"` for the rules that PySolFC plays by; options come on top of it.
///     **options: Options of the game by name; `Rules.choices` lists them with their values. True and False stand for
///         `"yes"` and `"no"`. `suits`, `copies`, `ranks`, `fans` (numbers) and `rows` (a tuple of words such as
///         `("54", "67")`) make a game with a smaller pack, which small searches and tests can exhaust.
///
/// Raises:
///     NotationError: There is no such game, preset, option or value; the message lists or suggests those there are.
///
/// Examples:
///     >>> import intrigue
///     >>> intrigue.rules("Laggard Lady").game
///     'laggard_lady'
///     >>> rules = intrigue.rules("glencoe", plays="optional")
///     >>> rules
///     intrigue.rules('glencoe', plays='optional')
///     >>> rules.options["plays"], rules.choices["plays"]
///     ('optional', ('forced', 'starters', 'optional'))
#[pyfunction]
#[pyo3(signature = (game, *, preset = None, **options))]
pub(crate) fn rules(
    game: &Bound<'_, PyAny>,
    preset: Option<&str>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Rules> {
    let mut rules = rules_of(game)?;
    if let Some(preset) = preset {
        let mut core = (*rules.core).clone();
        core.apply(preset.parse::<Preset>().raise()?);
        rules = Rules { core: Arc::new(core), redeals_wanted: true };
    }
    match options {
        None => Ok(rules),
        Some(options) => with_options(rules, options),
    }
}

/// Sets options by name; those of a reduced pack make a smaller pack first.
fn with_options(rules: Rules, options: &Bound<'_, PyDict>) -> PyResult<Rules> {
    let mut core = (*rules.core).clone();
    let mut redeals_wanted = rules.redeals_wanted;
    let mut reduction = core.reduction().cloned().unwrap_or_default();
    for (name, value) in options {
        let name: String = name.extract()?;
        let number = || {
            value
                .extract::<u8>()
                .map(Some)
                .map_err(|_| notation_error(format!("{name} takes a small whole number, not {value}")))
        };
        match name.as_str() {
            "suits" => reduction.suits = number()?,
            "copies" => reduction.copies = number()?,
            "ranks" => reduction.ranks = number()?,
            "fans" => reduction.fans = number()?,
            "rows" => {
                let rows =
                    value.extract().map_err(|_| notation_error("rows takes a tuple of words such as ('54', '67')"))?;
                reduction.rows = Some(rows);
            }
            _ => {
                let text = match value.cast::<PyBool>() {
                    Ok(value) => (if value.is_true() { "yes" } else { "no" }).to_owned(),
                    Err(_) => value.str()?.to_string(),
                };
                core.set(&name, &text).raise()?;
                redeals_wanted |= name == "redeals";
            }
        }
    }
    if reduction != Reduction::default() {
        core = core.reduced(&reduction).raise()?;
    }
    Ok(Rules { core: Arc::new(core), redeals_wanted })
}
