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

/// Hold a game in play, which moves change; it starts from a deal, or with `from_text` from a layout.
///
/// `str(position)` is the layout as it lies, one pile a line, and `from_text` reads it back. Positions are equal when
/// rules and layout are. Threads may share a position; `intrigue.reference.Position` is the same in plain Python.
///
/// Args:
///     deal: What to lay out.
///
/// Examples:
///     >>> import intrigue
///     >>> position = intrigue.Position(intrigue.deal("intrigue", seed=42))
///     >>> position.play("deal")
///     >>> position.piles, position.legal_moves()
///     ((('QS', '6C'),), ['1-f'])
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
    /// Lay out a deal.
    #[new]
    fn new(deal: &Deal) -> Self {
        Self { core: Mutex::new(AnyPosition::of(deal.core())) }
    }

    /// Read a layout as it lies on the table, mid-deal and mid-game too.
    ///
    /// Args:
    ///     rules: The name of a game, its rules with options, or a deal, whose rules and redeals then hold.
    ///     text: A pile a line, bottom to top, such as `1: QC JH TC`, and where there is a stock a line `stock:`, next
    ///         card first. What is out on foundations follows from the cards that are not there.
    ///
    /// Raises:
    ///     NotationError: The text or the rules cannot be read; every fault is named with its place.
    ///     DealError: It is no layout of the game; every fault is named.
    ///
    /// Examples:
    ///     >>> import intrigue
    ///     >>> text = """
    ///     ... 1: QC JH TC JC
    ///     ... 2: QC
    ///     ... 3: QS
    ///     ... 4: QS
    ///     ... 5: QH
    ///     ... 6: QH
    ///     ... 7: QD
    ///     ... 8: QD"""
    ///     >>> intrigue.Position.from_text("intrigue", text).legal_moves()[:2]
    ///     ['1-f', '1-2']
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

    /// Give the rules with their options.
    #[getter]
    fn rules(&self) -> Rules {
        Rules::new(self.with(|core| Arc::clone(core.rules())))
    }

    /// List the legal moves, each text once; the order is fixed and says nothing about how good they are.
    fn legal_moves(&self) -> Vec<String> {
        self.with(|core| core.legal_moves()).iter().map(Move::to_string).collect()
    }

    /// Play a move; what cannot be played leaves the position as it is.
    ///
    /// Args:
    ///     play: A move such as `deal`, `3-f`, `3-12` or `redeal`.
    ///
    /// Raises:
    ///     NotationError: The text is no move.
    ///     IllegalMove: The move is forbidden; the message names the rule.
    fn play(&self, play: &str) -> PyResult<()> {
        let play = read_move(play)?;
        self.with(|core| core.play(play)).raise()
    }

    /// Take back the last move.
    ///
    /// Raises:
    ///     IllegalMove: No move has been played.
    fn undo(&self) -> PyResult<()> {
        if self.with(AnyPosition::undo) { Ok(()) } else { Err(illegal_move("there is no move to take back")) }
    }

    /// Copy the position; playing on in one leaves the other as it is.
    fn copy(&self) -> Self {
        Self { core: Mutex::new(self.snapshot()) }
    }

    /// Find a move that keeps the game winnable, or say that it is already lost or unknown: an `intrigue.Hint`.
    ///
    /// Args:
    ///     max_states: The most states to visit; no limit unless given.
    ///     max_seconds: The longest time in wall-clock seconds; no limit unless given. Under this limit alone an answer
    ///         can depend on the machine.
    ///     max_bytes: The most bytes that the tables of the search may hold; no limit unless given.
    ///
    /// Examples:
    ///     >>> import intrigue
    ///     >>> print(intrigue.Position(intrigue.deal("intrigue", seed=42)).hint())
    ///     deal
    #[pyo3(signature = (*, max_states = None, max_seconds = None, max_bytes = None))]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        max_states: Option<u64>,
        max_seconds: Option<f64>,
        max_bytes: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (position, limits) = (self.snapshot(), limits(max_states, max_seconds, max_bytes)?);
        let result = crate::solve::run(py, &position, &[], false, limits, None)?;
        let hint = py.import("intrigue.verdict")?.getattr("Hint")?;
        hint.call1((result.first_move(), result.verdict(py)?, result.reason()))
    }

    /// Tell whether the game is won.
    #[getter]
    fn is_won(&self) -> bool {
        self.with(|core| core.is_won())
    }

    /// Give the moves played so far.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.with(|core| core.moves()).iter().map(Move::to_string))
    }

    /// Give the columns or fans, each a tuple of cards from bottom to top.
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

    /// Give the cards not dealt or laid out yet, the next one first.
    #[getter]
    fn stock<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let position = self.snapshot();
        match position.table() {
            Table::Salic(salic) => card_texts(py, salic.stock()),
            Table::Fan(fan) => card_texts(py, fan.stock()),
        }
    }

    /// Give what is on the foundations.
    ///
    /// Salic family: how many cards of each rank are out (where foundations are in suit: of each card). Fan family: for
    /// each suit the heights of its foundations in cards, the highest first; on House on the Hill: up, down.
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

    /// Draw the table as one self-contained SVG text.
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
