//! Which stage searches when, counted in states: one deal, cards staying out.

use super::super::{FanPosition, Reduction};
use super::beam::Beam;
use super::exact::{ExactSearch, Outlook};
use super::refute::Refuter;
use super::replay;
use super::tools::{PathStep, Tools};
use super::win::WinFinder;
use crate::card::Suit;
use crate::moves::Move;
use crate::search::{Meter, Stop};
use crate::verdict::Proof;

/// The states that each stage gets in its first turn.
pub(super) const FIRST_TURN: u64 = 30_000;
/// The most bytes that the complete search takes where the limit is higher.
const MOST_EXACT_BYTES: usize = 400 << 20;
/// The states for which the other stages go on when the complete search had to give up.
const STATES_WITHOUT_END: u64 = 1 << 30;

/// What is known of a position.
pub(super) type Decided = Result<Vec<Move>, Proof>;

/// The stages that decide a position when no card is dealt again or taken back, taken up where they were left.
pub(super) struct Stages {
    pub(super) tools: Tools,
    wins: WinFinder,
    beam: Beam,
    refuter: Option<Refuter>,
    exact: Option<ExactSearch>,
    /// Whether the first look at single suits is over.
    begun: bool,
    /// The states at which to give up, once the complete search had to.
    end: Option<u64>,
}

impl Stages {
    pub(super) fn new(position: &FanPosition, without: &[Reduction], meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let tools = Tools::new(position, without, meter)?;
        let keeps_orders = tools.uses(Reduction::SingleSuits) && tools.uses(Reduction::KeptOrders);
        let refuter = keeps_orders.then(|| Refuter::new(&tools));
        let (wins, beam) = (WinFinder::new(meter), Beam::new(meter));
        Ok(Self { tools, wins, beam, refuter, exact: None, begun: false, end: None })
    }

    pub(super) fn release(mut self, meter: &mut Meter<'_>) {
        self.wins.release(meter);
        self.beam.release(meter);
        if let Some(exact) = &mut self.exact {
            exact.release(meter);
        }
        self.tools.release(meter);
    }

    /// Gives every stage its turn; `None` when none of them was sure.
    pub(super) fn take_turns(&mut self, turn: u64, meter: &mut Meter<'_>) -> Result<Option<Decided>, Stop> {
        let tools = &mut self.tools;
        if !self.begun {
            let start = tools.model.start;
            for suit in 0..tools.model.suits {
                let before = meter.states();
                if !tools.can_finish(&start, suit, u64::MAX, meter)? {
                    let suits = vec![Suit::new(suit as u8)];
                    return Ok(Some(Err(Proof::Orders { suits, orders: Vec::new(), states: meter.states() - before })));
                }
            }
            self.exact = Some(ExactSearch::new(tools, meter)?);
            self.begun = true;
        }
        // In the first turn most wins are found at once, in depth; what is left is mostly lost.
        let (for_wins, for_beam, for_exact) =
            if turn <= FIRST_TURN { (turn, 0, turn / 4) } else { (turn / 8, turn / 8, turn / 16) };
        if let Some(path) = self.wins.run(tools, for_wins, meter)? {
            return self.won(&path, meter);
        }
        if let Some(path) = self.beam.run(tools, for_beam, meter)? {
            return self.won(&path, meter);
        }
        if let Some(refuter) = &mut self.refuter
            && let Some(proof) = refuter.run(tools, turn, meter)?
        {
            return Ok(Some(Err(proof)));
        }
        if let Some(exact) = &mut self.exact {
            let too_large = exact.bytes() > MOST_EXACT_BYTES;
            match if too_large { Err(Stop::Bytes) } else { exact.run(tools, for_exact, meter) } {
                Ok(Outlook::Won(path)) => return self.won(&path, meter),
                Ok(Outlook::Lost) => return Ok(Some(Err(Proof::CompleteSearch))),
                Ok(Outlook::Open) => {}
                Err(Stop::Bytes) => {
                    exact.release(meter);
                    self.exact = None;
                    self.end = Some(meter.states() + STATES_WITHOUT_END);
                }
                Err(stop) => return Err(stop),
            }
        }
        if self.end.is_some_and(|end| meter.states() > end) { Err(Stop::Bytes) } else { Ok(None) }
    }

    fn won(&self, path: &[PathStep], meter: &mut Meter<'_>) -> Result<Option<Decided>, Stop> {
        replay::moves(&self.tools.model, path, meter).map(|moves| Some(Ok(moves)))
    }
}
