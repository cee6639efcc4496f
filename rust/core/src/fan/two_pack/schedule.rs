//! Which stage searches when, counted in states.

use super::super::{FanPosition, Reduction};
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
const FIRST_TURN: u64 = 30_000;
/// The most bytes that the complete search takes where the limit is higher.
const MOST_EXACT_BYTES: usize = 1 << 30;

/// Finds moves that win from this position, or proves that none do.
///
/// The precondition is that [`super::knows`] the position.
pub(in super::super) fn solve(
    position: &FanPosition,
    without: &[Reduction],
    meter: &mut Meter<'_>,
) -> Result<Result<Vec<Move>, Proof>, Stop> {
    let mut tools = Tools::new(position, without, meter)?;
    let found = Stages::decide(&mut tools, meter);
    let answer = match found {
        Ok(Ok(path)) => replay::moves(&tools.model, &path, meter).map(Ok),
        Ok(Err(proof)) => Ok(Err(proof)),
        Err(stop) => Err(stop),
    };
    tools.release(meter);
    answer
}

struct Stages {
    wins: WinFinder,
    refuter: Option<Refuter>,
    exact: Option<ExactSearch>,
}

impl Stages {
    fn decide(tools: &mut Tools, meter: &mut Meter<'_>) -> Result<Result<Vec<PathStep>, Proof>, Stop> {
        let start = tools.model.start;
        for suit in 0..tools.model.suits {
            let before = meter.states();
            if !tools.can_finish(&start, suit, u64::MAX, meter)? {
                return Ok(Err(Proof::Orders {
                    suits: vec![Suit::new(suit as u8)],
                    orders: 0,
                    states: meter.states() - before,
                }));
            }
        }
        let mut stages = Self {
            wins: WinFinder::new(meter),
            refuter: (tools.uses(Reduction::SingleSuits) && tools.uses(Reduction::KeptOrders))
                .then(|| Refuter::new(tools)),
            exact: Some(ExactSearch::new(tools, meter)?),
        };
        let decided = stages.take_turns(tools, meter);
        stages.wins.release(meter);
        if let Some(exact) = &mut stages.exact {
            exact.release(meter);
        }
        decided
    }

    fn take_turns(&mut self, tools: &mut Tools, meter: &mut Meter<'_>) -> Result<Result<Vec<PathStep>, Proof>, Stop> {
        let mut turn = FIRST_TURN;
        loop {
            if let Some(path) = self.wins.run(tools, turn, meter)? {
                return Ok(Ok(path));
            }
            if let Some(refuter) = &mut self.refuter
                && let Some(proof) = refuter.run(tools, turn, meter)?
            {
                return Ok(Err(proof));
            }
            if let Some(exact) = &mut self.exact {
                let result =
                    if exact.bytes() > MOST_EXACT_BYTES { Err(Stop::Bytes) } else { exact.run(tools, turn / 4, meter) };
                match result {
                    Ok(Outlook::Won(path)) => return Ok(Ok(path)),
                    Ok(Outlook::Lost) => return Ok(Err(Proof::CompleteSearch)),
                    Ok(Outlook::Open) => {}
                    Err(Stop::Bytes) => {
                        exact.release(meter);
                        self.exact = None;
                    }
                    Err(stop) => return Err(stop),
                }
            }
            turn += turn / 2;
        }
    }
}
