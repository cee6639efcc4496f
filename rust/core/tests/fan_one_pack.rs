//! The searches of the one-pack fan games against plain exhaustive search, on random deals of reduced packs.
//!
//! `INTRIGUE_CHECKS=N` makes it N deals for each row of the table.

mod exhaustive;

use exhaustive::{fan_key, reduced_rules, winnable};
use intrigue_core::deal::{Deal, Shuffles};
use intrigue_core::fan::{self, FanPosition, Reduction};
use intrigue_core::moves::Move;
use intrigue_core::position::Position;
use intrigue_core::rules::{self, Family};
use intrigue_core::search::{Answer, Limits, Meter, Progress};
use intrigue_core::shuffle::{RawKind, RawValues, SplitMix64};
use std::sync::Arc;

/// Where the redeals of a case come from.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Source {
    Seed,
    Orders,
    PySolFc,
}

/// A game over a reduced pack.
#[derive(Clone, Copy, Debug)]
struct Case {
    game: &'static str,
    suits: u8,
    ranks: u8,
    options: &'static str,
    source: Source,
}

const fn case(game: &'static str, suits: u8, ranks: u8, options: &'static str) -> Case {
    Case { game, suits, ranks, options, source: Source::Seed }
}

fn checks() -> u64 {
    std::env::var("INTRIGUE_CHECKS").map_or(40, |count| count.parse().expect("INTRIGUE_CHECKS is a number"))
}

impl Case {
    /// Deals, and for every third deal plays a few random moves, so that searches also start in the middle.
    fn position(&self, seed: u64) -> FanPosition {
        let pack = rules::Reduction { suits: Some(self.suits), ranks: Some(self.ranks), ..rules::Reduction::default() };
        let rules = reduced_rules(self.game, self.options, &pack);
        let deal = Deal::from_seed(Arc::new(rules.clone()), seed);
        let mut random = SplitMix64::new(seed ^ 0xFA4);
        let shuffles = match self.source {
            Source::Seed => deal.shuffles().clone(),
            Source::Orders => {
                let mut order = deal.cards().to_vec();
                let mut another = || {
                    random.shuffle(&mut order);
                    order.clone()
                };
                Shuffles::Orders(vec![another(), another()])
            }
            Source::PySolFc => {
                let values = (0..206).map(|_| random.output() >> 11).collect();
                let kind = if seed.is_multiple_of(2) { RawKind::Fraction } else { RawKind::Remainder };
                Shuffles::PySolFc { number: "1".into(), values: Arc::new(RawValues { kind, values }) }
            }
        };
        let Family::Fan(fan_rules) = rules.family else { unreachable!() };
        let mut position = FanPosition::new(Arc::new(fan_rules), deal.cards(), shuffles);
        if seed.is_multiple_of(3) {
            for _ in 0..random.below(6) {
                let mut moves = position.legal_moves();
                moves.retain(|play| *play != Move::Redeal || seed.is_multiple_of(9));
                if !moves.is_empty() {
                    position.play(moves[random.below(moves.len() as u64) as usize]).unwrap();
                }
            }
        }
        position
    }

    /// Compares on this many deals, with every reduction, without each, and without any.
    fn compare(&self, deals: u64) {
        let (mut won, mut lost, mut skipped) = (0, 0, 0);
        for seed in 0..deals {
            let position = self.position(seed);
            let Some(expected) = winnable(&position, fan_key, 300_000) else {
                skipped += 1;
                continue;
            };
            *(if expected { &mut won } else { &mut lost }) += 1;
            let single = Reduction::ALL.iter().map(|&reduction| vec![reduction]);
            for without in [vec![], Reduction::ALL.to_vec()].into_iter().chain(single) {
                let mut report = |_: &Progress| Answer::Continue;
                let mut meter = Meter::new(Limits::default(), &mut report);
                let found = fan::solve(&position, &without, &mut meter).unwrap();
                let what = || format!("{self:?}, seed {seed}, without {without:?}");
                assert_eq!(found.is_some(), expected, "{}", what());
                assert_eq!(meter.progress().bytes, 0, "{}", what());
                let mut replay = position.clone();
                for play in found.into_iter().flatten() {
                    replay.play(play).unwrap_or_else(|error| panic!("{}: {error}", what()));
                }
                assert_eq!(replay.is_won(), expected, "{}", what());
            }
        }
        println!("{self:?}: {won} won, {lost} lost, {skipped} too large");
        // A small sample may hold fewer lost deals than the fifth that a large one does.
        let share = if deals < 1000 { 10 } else { 5 };
        assert!(lost * share >= won + lost, "{self:?}: {won} won, {lost} lost");
        assert!(skipped * 20 <= deals, "{self:?}: {skipped} of {deals} too large");
    }
}

#[test]
fn one_deal_agrees_with_plain_search() {
    for case in [
        case("la_belle_lucie", 1, 9, "redeals=0"),
        case("la_belle_lucie", 2, 6, "redeals=0"),
        case("la_belle_lucie", 3, 4, "redeals=0 take_back=yes"),
        case("la_belle_lucie", 4, 4, "redeals=0"),
        case("trefoil", 2, 7, "redeals=0"),
        case("trefoil", 4, 5, "redeals=0"),
        case("trefoil", 3, 5, "redeals=0 take_back=yes"),
        case("fan", 1, 10, ""),
        case("fan", 2, 8, ""),
        case("fan", 3, 5, "take_back=yes"),
        case("fan", 4, 5, ""),
        case("la_belle_lucie", 4, 8, "redeals=0"),
        case("fan", 4, 6, ""),
    ] {
        case.compare(checks());
    }
}

#[test]
fn draws_agree_with_plain_search() {
    for case in [
        case("la_belle_lucie", 1, 9, "redeals=0 draws=1"),
        case("la_belle_lucie", 2, 6, "redeals=0 draws=1"),
        case("la_belle_lucie", 4, 4, "redeals=0 draws=1 take_back=yes"),
        case("la_belle_lucie", 4, 5, "redeals=0 draws=1"),
        case("trefoil", 2, 7, "redeals=0 draws=1"),
        case("trefoil", 3, 5, "redeals=0 draws=1 take_back=yes"),
        case("trefoil", 4, 5, "redeals=0 draws=1"),
        case("la_belle_lucie", 1, 12, "redeals=0 draws=1"),
        case("la_belle_lucie", 2, 8, "redeals=0 draws=1 take_back=yes"),
        case("la_belle_lucie", 4, 6, "redeals=0 draws=1"),
    ] {
        case.compare(checks());
    }
}

#[test]
fn redeals_agree_with_plain_search() {
    for case in [
        case("la_belle_lucie", 1, 9, "redeals=1"),
        case("la_belle_lucie", 2, 5, "redeals=1"),
        case("la_belle_lucie", 3, 4, "redeals=1 take_back=yes"),
        case("la_belle_lucie", 1, 8, "redeals=2"),
        case("la_belle_lucie", 1, 10, "redeals=2"),
        case("la_belle_lucie", 1, 10, "redeals=2 draws=1 take_back=yes"),
        case("la_belle_lucie", 1, 9, "redeals=1 draws=1"),
        case("trefoil", 2, 6, "redeals=1"),
        case("trefoil", 1, 9, "redeals=2 take_back=yes"),
        case("trefoil", 1, 10, "redeals=2 draws=1"),
    ] {
        case.compare(checks());
        Case { source: Source::Orders, ..case }.compare(checks());
    }
}

#[test]
fn redeals_that_depend_on_the_layout_agree_with_plain_search() {
    for case in [
        case("la_belle_lucie", 1, 8, "redeals=1"),
        case("la_belle_lucie", 2, 4, "redeals=1"),
        case("la_belle_lucie", 1, 8, "redeals=2 take_back=yes"),
        case("la_belle_lucie", 1, 8, "redeals=1 draws=1"),
        case("trefoil", 2, 5, "redeals=1 take_back=yes"),
        case("trefoil", 1, 9, "redeals=2"),
    ] {
        Case { source: Source::PySolFc, ..case }.compare(checks());
    }
}

#[test]
fn shamrocks_agree_with_plain_search() {
    for case in [
        case("shamrocks", 1, 9, ""),
        case("shamrocks", 2, 5, ""),
        case("shamrocks", 2, 6, ""),
        case("shamrocks", 3, 4, ""),
        case("shamrocks", 1, 8, "take_back=yes"),
        case("shamrocks", 2, 5, "take_back=yes"),
    ] {
        case.compare(checks());
    }
}
