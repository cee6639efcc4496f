//! Which orders to keep: few enough to search them all, and enough that there is no way to win.
//!
//! Sets of two, then three, then four suits are looked at with all their orders; a set that is won at once proves nothing,
//! one that is not is *suspicious*. From the orders of a suspicious set as many are left out as possible: without one, a win
//! is found soon (then it must stay) or not (then it may go). Every win found tells that some order which it breaks must
//! stay, and is remembered. What is left is searched completely.

use super::coupled::{Answer, Coupled};
use super::orders::{Order, OrderSet, orders};
use super::tools::Tools;
use crate::card::Suit;
use crate::search::{Meter, Stop};
use crate::shuffle::SplitMix64;
use crate::verdict::Proof;

/// The search for a set of orders that proves a loss, taken up where it was left.
pub(super) struct Refuter {
    orders: Vec<Order>,
    /// For each way to win known, the orders it breaks.
    broken: Vec<OrderSet>,
    /// The sets of suits that are suspicious or were not looked at yet, with their orders.
    candidates: Vec<Candidate>,
    random: SplitMix64,
}

/// Suits whose orders may prove a loss.
#[derive(Clone)]
struct Candidate {
    suits: u8,
    orders: OrderSet,
    looked_at: bool,
    /// The states allotted to one probe.
    share: u64,
}

/// The states allotted to a first look and to the first probes of a candidate.
const FIRST_LOOK: u64 = 3_000;
const FIRST_SHARE: u64 = 1_000;
/// The states allotted to a complete search, in probes.
const PROBES_A_SEARCH: u64 = 32;

impl Refuter {
    pub(super) fn new(tools: &Tools) -> Self {
        let orders = orders(&tools.model);
        let mut candidates: Vec<_> = (1..1u8 << tools.model.suits)
            .filter(|suits| suits.count_ones() >= 2)
            .map(|suits| {
                let of_suits =
                    |order: &Order| suits >> order.first.suit() & 1 == 1 && suits >> order.second.suit() & 1 == 1;
                let set = orders.iter().enumerate().filter(|(_, order)| of_suits(order));
                let orders = set.fold(0, |set, (number, _)| set | 1 << number);
                Candidate { suits, orders, looked_at: false, share: FIRST_SHARE }
            })
            .collect();
        candidates.sort_by_key(|candidate| candidate.suits.count_ones());
        Self { orders, broken: Vec::new(), candidates, random: SplitMix64::new(0x4C_4F_53_53) }
    }

    /// Tells whether every set of suits has been won, so that no proof of this kind exists.
    pub(super) fn is_hopeless(&self) -> bool {
        self.candidates.is_empty()
    }

    /// Tries for at least this many more states.
    pub(super) fn run(&mut self, tools: &mut Tools, states: u64, meter: &mut Meter<'_>) -> Result<Option<Proof>, Stop> {
        let until = meter.states() + states;
        while meter.states() < until && !self.is_hopeless() {
            meter.visit_many(10)?;
            let new = self.candidates.iter().position(|candidate| {
                let covers = |other: &Candidate| other.looked_at && other.suits & !candidate.suits == 0;
                !candidate.looked_at && !self.candidates.iter().any(covers)
            });
            if let Some(new) = new {
                let orders = self.candidates[new].orders;
                match self.probe(tools, orders, orders, FIRST_LOOK, meter)? {
                    Probe::Won => {
                        self.candidates.remove(new);
                    }
                    Probe::Lost(refutation) => return Ok(Some(refutation)),
                    Probe::Unfinished => self.candidates[new].looked_at = true,
                }
                continue;
            }
            // The suspicious sets take turns, those that had the least first.
            let suspicious = self.candidates.iter_mut().enumerate().filter(|(_, candidate)| candidate.looked_at);
            let (next, candidate) = suspicious.min_by_key(|(_, candidate)| candidate.share).expect("one is looked at");
            candidate.share += candidate.share / 2;
            let candidate = candidate.clone();
            match self.shrink(tools, &candidate, meter)? {
                Probe::Won => {
                    self.candidates.remove(next);
                }
                Probe::Lost(refutation) => return Ok(Some(refutation)),
                Probe::Unfinished => {}
            }
        }
        Ok(None)
    }

    /// Leaves out orders of a candidate until few are left, and searches these.
    fn shrink(&mut self, tools: &mut Tools, candidate: &Candidate, meter: &mut Meter<'_>) -> Result<Probe, Stop> {
        let mut kept = candidate.orders;
        let mut left: Vec<_> = (0..self.orders.len()).filter(|number| kept >> number & 1 == 1).collect();
        self.random.shuffle(&mut left);
        for number in left {
            let fewer = kept & !(1 << number);
            if self.broken.iter().any(|broken| broken & fewer == 0) {
                continue;
            }
            match self.probe(tools, fewer, candidate.orders, candidate.share, meter)? {
                Probe::Won => {
                    if self.broken.last().is_some_and(|broken| broken & candidate.orders == 0) {
                        return Ok(Probe::Won);
                    }
                }
                Probe::Lost(refutation) => return Ok(Probe::Lost(refutation)),
                Probe::Unfinished => kept = fewer,
            }
        }
        let Some(mut game) = Coupled::new(tools, &self.orders, kept) else {
            return Ok(Probe::Unfinished);
        };
        let before = meter.states();
        let answer = game.search(tools, PROBES_A_SEARCH * candidate.share, meter);
        let result = match answer {
            Ok(Answer::Won(ways)) => game.broken(tools, &self.orders, kept, &ways, meter).map(|broken| {
                self.broken.push(broken);
                if broken & candidate.orders == 0 { Probe::Won } else { Probe::Unfinished }
            }),
            Ok(Answer::Lost) => Ok(Probe::Lost(self.refutation(kept, meter.states() - before))),
            Ok(Answer::Unfinished) | Err(Stop::Bytes) => Ok(Probe::Unfinished),
            Err(stop) => Err(stop),
        };
        game.release(meter);
        result
    }

    /// Looks for a way to win with these orders kept.
    fn probe(
        &mut self,
        tools: &mut Tools,
        kept: OrderSet,
        of: OrderSet,
        states: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Probe, Stop> {
        let Some(mut game) = Coupled::new(tools, &self.orders, kept) else {
            return Ok(Probe::Unfinished);
        };
        let before = meter.states();
        let result = match game.probe(tools, states, meter) {
            Ok(Answer::Won(ways)) => game.broken(tools, &self.orders, kept, &ways, meter).map(|broken| {
                if broken & of != 0 || kept != of {
                    self.broken.push(broken);
                }
                Probe::Won
            }),
            Ok(Answer::Lost) => Ok(Probe::Lost(self.refutation(kept, meter.states() - before))),
            Ok(Answer::Unfinished) | Err(Stop::Bytes) => Ok(Probe::Unfinished),
            Err(stop) => Err(stop),
        };
        game.release(meter);
        result
    }

    fn refutation(&self, kept: OrderSet, states: u64) -> Proof {
        let orders: Vec<_> = (0..self.orders.len()).filter(|number| kept >> number & 1 == 1).collect();
        let joined = |&suit: &u8| {
            orders
                .iter()
                .map(|&number| self.orders[number])
                .any(|order| order.first.suit() == usize::from(suit) || order.second.suit() == usize::from(suit))
        };
        Proof::Orders { suits: (0..4).filter(joined).map(Suit::new).collect(), orders: orders.len(), states }
    }
}

/// What a look at kept orders said.
enum Probe {
    Won,
    Lost(Proof),
    Unfinished,
}
