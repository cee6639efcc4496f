//! `Deal` and `deal()`.

use crate::arguments::{Pickled, rules_of};
use crate::errors::{Raise, notation_error};
use crate::rules::Rules;
use intrigue_core::card::Card;
use intrigue_core::deal::{self as core, Number, Shuffles};
use intrigue_core::notation;
use intrigue_core::shuffle::{RawKind, RawValues};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::sync::Arc;

/// Hold a deal: rules and cards in dealing order; immutable, hashable, picklable.
///
/// Deals are equal when their rules, cards and redeals are. `str(deal)` is the dealing order; `repr(deal)` makes it
/// again.
///
/// Args:
///     rules: The name of a game, or its rules with options.
///     cards: Every card of the pack in dealing order, as one text or a sequence of texts such as `"QS"` or `"10D"`.
///     redeal_orders: An order of the full pack for each redeal; a redeal deals the cards that are left in this order.
///         Without them the deal has no redeals, unless the rules ask for some by number.
///
/// Raises:
///     NotationError: Cards or rules cannot be read; every fault is named with its place.
///     DealError: The cards are not the pack of the game, or orders of redeals are missing; every fault is named.
///
/// Examples:
///     >>> import intrigue
///     >>> deal = intrigue.deal("intrigue", seed=42)
///     >>> deal.cards[:3]
///     ('QS', '6C', '9C')
///     >>> intrigue.Deal("intrigue", deal.cards).cards == deal.cards
///     True
#[pyclass(frozen, eq, hash, module = "intrigue")]
#[derive(Clone, PartialEq, Hash)]
pub(crate) struct Deal {
    core: Arc<core::Deal>,
}

impl Deal {
    fn wrap(core: core::Deal) -> Self {
        Self { core: Arc::new(core) }
    }

    pub(crate) fn core(&self) -> &Arc<core::Deal> {
        &self.core
    }
}

/// Writes cards as a tuple of texts.
pub(crate) fn card_texts<'py>(py: Python<'py>, cards: impl IntoIterator<Item = Card>) -> PyResult<Bound<'py, PyTuple>> {
    let texts: Vec<_> = cards.into_iter().map(|card| PyString::intern(py, &card.to_string())).collect();
    PyTuple::new(py, texts)
}

/// Takes cards as one text or as a sequence of texts.
fn text_of(cards: &Bound<'_, PyAny>) -> PyResult<String> {
    match cards.extract::<String>() {
        Ok(text) => Ok(text),
        Err(_) => Ok(cards.extract::<Vec<String>>()?.join(" ")),
    }
}

fn shuffles_of(orders: Option<&Bound<'_, PyAny>>) -> PyResult<Shuffles> {
    let Some(orders) = orders else { return Ok(Shuffles::Unknown) };
    let mut read = Vec::new();
    for (index, order) in orders.try_iter()?.enumerate() {
        let mut faults = notation::Faults::default();
        read.push(notation::read_cards(&text_of(&order?)?, &mut faults));
        if !faults.is_empty() {
            return Err(notation_error(faults.headed(&format!("the order of redeal {} cannot be read:", index + 1))));
        }
    }
    Ok(Shuffles::Orders(read))
}

#[pymethods]
impl Deal {
    /// Make a deal of cards in dealing order, with own orders for redeals if there are any.
    #[new]
    #[pyo3(signature = (rules, cards, *, redeal_orders = None))]
    fn new(
        rules: &Bound<'_, PyAny>,
        cards: &Bound<'_, PyAny>,
        redeal_orders: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        Self::from_text(rules, &text_of(cards)?, redeal_orders)
    }

    /// Read a deal from text: every card of the pack in dealing order.
    ///
    /// Args:
    ///     rules: The name of a game, or its rules with options.
    ///     text: Cards such as `QS`, `10d` or `T♦`, apart by blanks, commas or lines.
    ///     redeal_orders: An order of the full pack for each redeal; without them the deal has none.
    ///
    /// Raises:
    ///     NotationError: The text or the rules cannot be read; every fault is named with its place.
    ///     DealError: The cards are not the pack of the game, or orders of redeals are missing; every fault is named.
    ///
    /// Examples:
    ///     >>> import intrigue
    ///     >>> intrigue.Deal.from_text("fan", "QS 3X")  # doctest: +ELLIPSIS
    ///     Traceback (most recent call last):
    ///     intrigue.errors.NotationError: ...
    #[staticmethod]
    #[pyo3(signature = (rules, text, *, redeal_orders = None))]
    fn from_text(rules: &Bound<'_, PyAny>, text: &str, redeal_orders: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut rules = rules_of(rules)?;
        if redeal_orders.is_none() {
            rules = rules.without_unasked_redeals()?;
        }
        let shuffles = shuffles_of(redeal_orders)?;
        core::Deal::from_text(Arc::clone(rules.core()), text, shuffles).raise().map(Self::wrap)
    }

    /// Make the deal that PySolFC gives for a number, redeals included.
    ///
    /// Args:
    ///     rules: The name of a game, or its rules with options.
    ///     number: The number as PySolFC shows it, such as `12345` or `"12345"`.
    ///
    /// Raises:
    ///     NotationError: The number or the rules cannot be read.
    ///
    /// Examples:
    ///     >>> import intrigue
    ///     >>> intrigue.Deal.from_pysolfc("la_belle_lucie", 12345).id
    ///     'pysolfc:12345'
    #[staticmethod]
    fn from_pysolfc(rules: &Bound<'_, PyAny>, number: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rules = rules_of(rules)?;
        let shuffle = PySolFcShuffle::of(number.py(), rules.core().game().name, number)?;
        let mut faults = notation::Faults::default();
        let cards = notation::read_cards(&shuffle.cards.join(" "), &mut faults);
        let (number, values) = (shuffle.number, Arc::new(shuffle.values));
        core::Deal::from_pysolfc(Arc::clone(rules.core()), number, &cards, values).raise().map(Self::wrap)
    }

    /// Give the rules with their options.
    #[getter]
    fn rules(&self) -> Rules {
        Rules::new(Arc::clone(self.core.rules()))
    }

    /// Give the name of the game, such as `"la_belle_lucie"`.
    #[getter]
    fn game(&self) -> &'static str {
        self.core.rules().game().name
    }

    /// Give the cards in dealing order, each a text of rank and suit such as `"QS"`.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        card_texts(py, self.core.cards().iter().copied())
    }

    /// Give the name under which the deal can be made again, `"intrigue#42"` or `"pysolfc:12345"`; None for own cards.
    #[getter]
    fn id(&self) -> Option<String> {
        self.core.id()
    }

    /// Give the native seed from which the deal was made, or None.
    #[getter]
    fn seed(&self) -> Option<u64> {
        match self.core.number()? {
            Number::Seed(seed) => Some(*seed),
            Number::PySolFc(_) => None,
        }
    }

    /// Give the PySolFC number from which the deal was made, or None.
    #[getter]
    fn pysolfc_number(&self) -> Option<&str> {
        match self.core.number()? {
            Number::Seed(_) => None,
            Number::PySolFc(number) => Some(number),
        }
    }

    /// Give the deal's own orders for the redeals, a tuple of cards for each, or None.
    #[getter]
    fn redeal_orders<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let Shuffles::Orders(orders) = self.core.shuffles() else { return Ok(None) };
        let orders: Vec<_> =
            orders.iter().map(|order| card_texts(py, order.iter().copied())).collect::<PyResult<_>>()?;
        PyTuple::new(py, orders).map(Some)
    }

    /// Give what PySolFC's generator yields after the first shuffle, for redeals, or None.
    ///
    /// A pair: `"remainder"` or `"fraction"`, which says how a shuffle uses a value, and the values in order of use.
    #[getter]
    fn shuffle_values<'py>(&self, py: Python<'py>) -> PyResult<Option<(&'static str, Bound<'py, PyTuple>)>> {
        let Shuffles::PySolFc { values, .. } = self.core.shuffles() else { return Ok(None) };
        let kind = match values.kind {
            RawKind::Remainder => "remainder",
            RawKind::Fraction => "fraction",
        };
        Ok(Some((kind, PyTuple::new(py, &values.values)?)))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("intrigue.pictures")?.call_method1("deal_html", (slf,))
    }

    fn __str__(&self) -> String {
        self.core.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let rules = Bound::new(py, self.rules())?.repr()?;
        Ok(match self.core.number() {
            Some(Number::Seed(seed)) => format!("intrigue.deal({rules}, seed={seed})"),
            Some(Number::PySolFc(number)) => format!("intrigue.Deal.from_pysolfc({rules}, '{number}')"),
            None => match self.redeal_orders(py)? {
                None => format!("intrigue.Deal({rules}, '{}')", self.core),
                Some(orders) => format!("intrigue.Deal({rules}, '{}', redeal_orders={})", self.core, orders.repr()?),
            },
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let class = py.get_type::<Self>();
        let rules = self.rules().into_py_any(py)?;
        Ok(match self.core.number() {
            Some(Number::Seed(seed)) => {
                let function = py.import("intrigue._core")?.getattr("deal")?;
                let partial = py.import("functools")?.getattr("partial")?;
                let seed_argument = PyDict::new(py);
                seed_argument.set_item("seed", seed)?;
                (partial.call((function, rules), Some(&seed_argument))?, PyTuple::empty(py))
            }
            Some(Number::PySolFc(number)) => (class.getattr("from_pysolfc")?, (rules, number).into_pyobject(py)?),
            None => {
                (class.getattr("_restore")?, (rules, self.core.to_string(), self.redeal_orders(py)?).into_pyobject(py)?)
            }
        })
    }

    /// Make a deal of what pickling stored.
    #[staticmethod]
    fn _restore(rules: &Bound<'_, PyAny>, cards: &str, redeal_orders: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::from_text(rules, cards, redeal_orders)
    }
}

/// Make the deal of a seed, redeals included.
///
/// The same seed gives the same deal on every platform and in every version; `intrigue.GENERATOR` names the generator.
///
/// Args:
///     rules: The name of a game, or its rules with options.
///     seed: A whole number from 0 to 2**64 - 1.
///
/// Raises:
///     NotationError: There is no such game, or the seed is out of range.
///
/// Examples:
///     >>> import intrigue
///     >>> deal = intrigue.deal("intrigue", seed=42)
///     >>> deal.id, str(deal)[:14]
///     ('intrigue#42', 'QS 6C 9C 5H AS')
#[pyfunction]
#[pyo3(signature = (rules, *, seed))]
pub(crate) fn deal(rules: &Bound<'_, PyAny>, seed: &Bound<'_, PyAny>) -> PyResult<Deal> {
    let rules = rules_of(rules)?;
    let seed = seed.extract::<u64>().map_err(|_| {
        notation_error(format!("seed = {seed} is no seed; seeds are whole numbers from 0 to 2**64 - 1"))
    })?;
    Ok(Deal::wrap(core::Deal::from_seed(Arc::clone(rules.core()), seed)))
}

/// What `intrigue.pysolfc.shuffle` gives for a number.
pub(crate) struct PySolFcShuffle {
    cards: Vec<String>,
    pub(crate) values: RawValues,
    number: String,
}

impl PySolFcShuffle {
    pub(crate) fn of(py: Python<'_>, game: &str, number: &Bound<'_, PyAny>) -> PyResult<Self> {
        let shuffle = py.import("intrigue.pysolfc")?.getattr("shuffle")?.call1((game, number))?;
        let kind = match shuffle.getattr("kind")?.extract::<&str>()? {
            "remainder" => RawKind::Remainder,
            _ => RawKind::Fraction,
        };
        Ok(Self {
            cards: shuffle.getattr("cards")?.extract()?,
            values: RawValues { kind, values: shuffle.getattr("values")?.extract()? },
            number: shuffle.getattr("number")?.extract()?,
        })
    }
}
