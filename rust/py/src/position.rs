//! `Position`: a game in play.

use crate::arguments::{limits, rules_of};
use crate::deal::{Deal, PySolFcShuffle, card_texts};
use crate::errors::{Raise, deal_error, illegal_move, notation_error};
use crate::rules::Rules;
use intrigue_core::any_position::{AnyPosition, Table};
use intrigue_core::card::{Card, Suit};
use intrigue_core::deal::Shuffles;
use intrigue_core::layout::{Layout, Source};
use intrigue_core::moves::Move;
use intrigue_core::position::Position as _;
use intrigue_core::rules::SalicFoundations;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::sync::{Arc, Mutex, PoisonError};

/// A position of a game, which moves change; it starts from a deal or from a layout.
#[pyclass(frozen, module = "intrigue")]
pub(crate) struct Position {
    core: Mutex<AnyPosition>,
}

/// Reads a move as it is written.
pub(crate) fn read_move(text: &str) -> PyResult<Move> {
    Move::from_text(text).ok_or_else(|| {
        notation_error(format!(
            "{text:?} is no move; moves are such as deal, redeal, 3-f, 3-12, 3-u, 3-d, draw 3/1-f, draw 3/1-12, f7S-12"
        ))
    })
}

/// Says where the redeals of a layout take their order from.
fn shuffles_of(py: Python<'_>, rules: &Rules, layout: &Layout) -> PyResult<Option<Shuffles>> {
    Ok(match &layout.source {
        None => None,
        Some(Source::Seed(seed)) => Some(Shuffles::Seed(*seed)),
        Some(Source::PySolFc { number, .. }) => {
            let shuffle = PySolFcShuffle::of(py, rules.core().game().name, PyString::new(py, number).as_any())?;
            Some(Shuffles::PySolFc { number: number.clone(), values: Arc::new(shuffle.values) })
        }
        Some(Source::Orders(given)) => {
            let most = usize::from(rules.core().most_redeals());
            if let Some((number, _)) = given.iter().find(|(number, _)| !(1..=most).contains(number)) {
                return Err(deal_error(format!("order {number}: the redeals of this game are numbered 1 to {most}")));
            }
            let mut orders = vec![Vec::new(); most];
            for (number, cards) in given {
                orders[number - 1].clone_from(cards);
            }
            Some(Shuffles::Orders(orders))
        }
    })
}

impl Position {
    /// Copies the position as it is now.
    pub(crate) fn snapshot(&self) -> AnyPosition {
        self.with(|core| core.clone())
    }

    fn with<T>(&self, work: impl FnOnce(&mut AnyPosition) -> T) -> T {
        // No move leaves a position half played, so a lock that a panic poisoned still guards a whole one.
        work(&mut self.core.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl Position {
    /// Lays out a deal.
    #[new]
    fn new(deal: &Deal) -> Self {
        Self { core: Mutex::new(AnyPosition::of(deal.core())) }
    }

    /// Reads a layout as it lies on the table, mid-deal and mid-game too.
    #[staticmethod]
    fn from_text(py: Python<'_>, rules: &Bound<'_, PyAny>, text: &str) -> PyResult<Self> {
        let layout = Layout::from_text(text).raise()?;
        let (mut rules, known) = match rules.cast::<Deal>() {
            Ok(deal) => {
                let deal = deal.get().core();
                (Rules::new(Arc::clone(deal.rules())), Some(deal.shuffles().clone()))
            }
            Err(_) => (rules_of(rules)?, None),
        };
        let shuffles = shuffles_of(py, &rules, &layout)?.or(known).unwrap_or(Shuffles::Unknown);
        if shuffles == Shuffles::Unknown && layout.redeals.is_none() {
            rules = rules.without_unasked_redeals()?;
        }
        Ok(Self { core: Mutex::new(AnyPosition::read(rules.core(), &layout, shuffles).raise()?) })
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        Rules::new(self.with(|core| Arc::clone(core.rules())))
    }

    /// Lists the legal moves, distinct by text.
    fn legal_moves(&self) -> Vec<String> {
        self.with(|core| core.legal_moves()).iter().map(Move::to_string).collect()
    }

    /// Plays a move, or raises IllegalMove with the rule that forbids it and changes nothing.
    fn play(&self, play: &str) -> PyResult<()> {
        let play = read_move(play)?;
        self.with(|core| core.play(play)).raise()
    }

    /// Takes back the last move.
    fn undo(&self) -> PyResult<()> {
        if self.with(AnyPosition::undo) { Ok(()) } else { Err(illegal_move("there is no move to take back")) }
    }

    /// Copies the position; playing on in one leaves the other as it is.
    fn copy(&self) -> Self {
        Self { core: Mutex::new(self.snapshot()) }
    }

    /// Gives a move that keeps the game winnable, or says that it is already lost or unknown: an `intrigue.Hint`.
    #[pyo3(signature = (*, max_states = None, max_seconds = None, max_bytes = None))]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        max_states: Option<u64>,
        max_seconds: Option<f64>,
        max_bytes: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (position, limits) = (self.snapshot(), limits(max_states, max_seconds, max_bytes)?);
        let result = crate::solve::run(py, &position, &[], limits, None)?;
        let hint = py.import("intrigue.verdict")?.getattr("Hint")?;
        hint.call1((result.first_move(), result.verdict(py)?, result.reason()))
    }

    /// Whether the game is won.
    #[getter]
    fn is_won(&self) -> bool {
        self.with(|core| core.is_won())
    }

    /// The moves played so far.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.with(|core| core.moves()).iter().map(Move::to_string))
    }

    /// The columns or fans, bottom to top, each a tuple of cards.
    #[getter]
    fn piles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let position = self.snapshot();
        let piles = match position.table() {
            Table::Salic(salic) => salic.columns(),
            Table::Fan(fan) => fan.fans(),
        };
        let piles: Vec<_> = piles.iter().map(|pile| card_texts(py, pile.iter().copied())).collect::<PyResult<_>>()?;
        PyTuple::new(py, piles)
    }

    /// The cards not dealt or laid out yet, the next one first.
    #[getter]
    fn stock<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let position = self.snapshot();
        match position.table() {
            Table::Salic(salic) => card_texts(py, salic.stock()),
            Table::Fan(fan) => card_texts(py, fan.stock()),
        }
    }

    /// What is on the foundations. Salic family: rank (in suit: card) -> cards out. Fan family: suit -> heights of its
    /// piles, the highest first; House on the Hill: (up, down).
    #[getter]
    fn foundations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let position = self.snapshot();
        let dict = PyDict::new(py);
        match position.table() {
            Table::Salic(salic) => {
                let rules = salic.rules();
                match rules.foundations {
                    SalicFoundations::AnySuit => {
                        for &rank in rules.rows.iter().flatten() {
                            dict.set_item(rank.to_string(), salic.out_of_rank(rank))?;
                        }
                    }
                    SalicFoundations::InSuit => {
                        let in_pack = |card: &Card| card.rank() != rules.base && rules.pack.copies_of(*card) > 0;
                        for card in Card::all().filter(in_pack) {
                            dict.set_item(card.to_string(), salic.out(card))?;
                        }
                    }
                }
            }
            Table::Fan(fan) => {
                for suit in Suit::all().take(fan.rules().pack.suits()) {
                    let heights = fan.foundations().heights(suit);
                    dict.set_item(suit.to_string(), PyTuple::new(py, heights)?)?;
                }
            }
        }
        Ok(dict)
    }

    /// Draws the table as one self-contained SVG.
    fn svg<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("intrigue.pictures")?.call_method1("svg", (slf,))
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::svg(slf)
    }

    fn __str__(&self) -> String {
        self.with(|core| core.to_string())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let rules = Bound::new(py, self.rules())?.repr()?;
        Ok(format!("intrigue.Position.from_text({rules}, {:?})", self.__str__()))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.snapshot() == other.snapshot()
    }
}
