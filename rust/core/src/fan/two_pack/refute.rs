//! Which orders to keep: few enough to search them all, and enough that there is no way to win.
//!
//! Sets of two, then three, then four suits are looked at with all their orders. A set that is won at once proves nothing;
//! one that is not is *suspicious*. A way to win with some orders kept breaks others, and a set of orders that proves a loss
//! contains one that it breaks. So of the orders of a suspicious set keep the fewest that contain one for each way known (a
//! small hitting set) and some more at random, search these completely, and learn the next way, until there is none: a proof; or one that breaks
//! nothing: no proof with these suits.

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
    /// The states allotted to one complete search.
    share: u64,
    spent: u64,
}

/// The states allotted to a first look and to the first probes of a candidate.
const FIRST_LOOK: u64 = 3_000;
const SHORT_PROBE: u64 = 300;
const FIRST_SHARE: u64 = 20_000;

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
                Candidate { suits, orders, looked_at: false, share: FIRST_SHARE, spent: 0 }
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
            let (next, candidate) = suspicious.min_by_key(|(_, candidate)| candidate.spent).expect("one is looked at");
            let spent = meter.states();
            let candidate = candidate.clone();
            match self.refine(tools, &candidate, meter)? {
                Probe::Won => {
                    self.candidates.remove(next);
                }
                Probe::Lost(refutation) => return Ok(Some(refutation)),
                Probe::Unfinished => {
                    let spent = meter.states() - spent;
                    let candidate = &mut self.candidates[next];
                    if spent >= candidate.share {
                        candidate.share += candidate.share / 2;
                    }
                    candidate.spent += spent;
                }
            }
        }
        Ok(None)
    }

    /// Searches orders of a candidate of which every way to win known so far breaks one.
    fn refine(&mut self, tools: &mut Tools, candidate: &Candidate, meter: &mut Meter<'_>) -> Result<Probe, Stop> {
        if self.broken.iter().any(|broken| broken & candidate.orders == 0) {
            return Ok(Probe::Won);
        }
        let fewest = self.choose(candidate.orders);
        let kept = self.enlarge(fewest, candidate.orders);
        let Some(mut game) = Coupled::new(tools, &self.orders, kept) else {
            return Ok(Probe::Unfinished);
        };
        let before = meter.states();
        let answer = game.search(tools, candidate.share, meter);
        let result = match answer {
            Ok(Answer::Won(ways)) => game.broken(tools, &self.orders, kept, &ways, meter).map(Ok),
            Ok(Answer::Lost) => Ok(Err(Probe::Lost(self.refutation(kept, meter.states() - before)))),
            Ok(Answer::Unfinished) | Err(Stop::Bytes) => Ok(Err(Probe::Unfinished)),
            Err(stop) => Err(stop),
        };
        game.release(meter);
        let broken = match result? {
            Ok(broken) => broken,
            Err(other) => return Ok(other),
        };
        self.broken.push(broken);
        if broken & candidate.orders == 0 {
            return Ok(Probe::Won);
        }
        // A way that breaks fewer orders says more.
        let mut broken = broken & candidate.orders;
        let mut tries: Vec<_> = (0..self.orders.len()).filter(|number| broken >> number & 1 == 1).collect();
        self.random.shuffle(&mut tries);
        let mut failed = 0;
        for number in tries {
            if failed >= 2 || broken >> number & 1 == 0 || broken.is_power_of_two() {
                continue;
            }
            let kept = candidate.orders & !broken | 1 << number;
            match self.probe(tools, kept, candidate.orders, SHORT_PROBE, meter)? {
                Probe::Won => broken = self.broken[self.broken.len() - 1] & candidate.orders,
                Probe::Lost(proof) => return Ok(Probe::Lost(proof)),
                Probe::Unfinished => failed += 1,
            }
        }
        Ok(Probe::Unfinished)
    }

    /// Chooses few orders of which every way to win breaks one.
    fn choose(&mut self, of: OrderSet) -> OrderSet {
        let mut ways: Vec<OrderSet> = self.broken.iter().map(|broken| broken & of).collect();
        ways.sort_unstable_by_key(|way| (way.count_ones(), *way));
        let mut minimal: Vec<OrderSet> = Vec::new();
        for way in ways {
            if !minimal.iter().any(|known| known & !way == 0) {
                minimal.push(way);
            }
        }
        let mut best: Option<OrderSet> = None;
        for _ in 0..8 {
            let mut kept: OrderSet = 0;
            let mut open = minimal.clone();
            while !open.is_empty() {
                let mut choice = (0, 0);
                for number in 0..self.orders.len() {
                    let hits = open.iter().filter(|&&way| way >> number & 1 == 1).count() as u64;
                    let score = hits * 16 + self.random.below(16);
                    if hits > 0 && score > choice.0 {
                        choice = (score, number);
                    }
                }
                kept |= 1 << choice.1;
                open.retain(|way| way & kept == 0);
            }
            for number in 0..self.orders.len() {
                let fewer = kept & !(1 << number);
                if fewer != kept && minimal.iter().all(|way| way & fewer != 0) {
                    kept = fewer;
                }
            }
            if best.is_none_or(|best| kept.count_ones() < best.count_ones()) {
                best = Some(kept);
            }
        }
        best.expect("one was chosen")
    }

    /// Adds some orders at random, up to one and a half times as many.
    ///
    /// Where there is a way to win without the added orders, mostly there is one with them, and it breaks fewer.
    fn enlarge(&mut self, fewest: OrderSet, of: OrderSet) -> OrderSet {
        let more = self.random.below(u64::from(fewest.count_ones()) * 3 / 2 + 1) as usize;
        let mut others: Vec<_> = (0..self.orders.len()).filter(|number| (of & !fewest) >> number & 1 == 1).collect();
        self.random.shuffle(&mut others);
        others.into_iter().take(more).fold(fewest, |kept, number| kept | 1 << number)
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
        let cards =
            orders.iter().map(|&number| self.orders[number]).map(|order| (order.first.card(), order.second.card()));
        Proof::Orders { suits: (0..4).filter(joined).map(Suit::new).collect(), orders: cards.collect(), states }
    }
}

/// What a look at kept orders said.
enum Probe {
    Won,
    Lost(Proof),
    Unfinished,
}
