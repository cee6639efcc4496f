//! The searches of the two-pack fan games against plain exhaustive search, on random deals of reduced packs.
//!
//! `INTRIGUE_CHECKS=N` makes it N deals for each row of the table.

mod exhaustive;

use exhaustive::{fan_key, reduced_rules, winnable};
use intrigue_core::deal::Deal;
use intrigue_core::fan::{self, FanPosition, Reduction};
use intrigue_core::moves::Move;
use intrigue_core::position::Position;
use intrigue_core::rules::{self, Family, Rules};
use intrigue_core::search::{Answer, Limits, Meter, Progress};
use intrigue_core::shuffle::SplitMix64;
use std::sync::Arc;

/// The reductions of these games.
const OURS: [Reduction; 8] = [
    Reduction::Sequences,
    Reduction::SingleSuits,
    Reduction::UncoveringLifts,
    Reduction::TwinsLast,
    Reduction::KeptOrders,
    Reduction::NoNewGaps,
    Reduction::FinishedSuits,
    Reduction::LastKings,
];

/// A game over a reduced pack.
#[derive(Clone, Copy, Debug)]
struct Case {
    game: &'static str,
    suits: u8,
    ranks: u8,
    fans: Option<u8>,
    options: &'static str,
}

const fn intelligence(suits: u8, ranks: u8, fans: u8, options: &'static str) -> Case {
    Case { game: "intelligence", suits, ranks, fans: Some(fans), options }
}

const fn house(game: &'static str, suits: u8, ranks: u8, options: &'static str) -> Case {
    Case { game, suits, ranks, fans: None, options }
}

fn checks() -> u64 {
    std::env::var("INTRIGUE_CHECKS").map_or(30, |count| count.parse().expect("INTRIGUE_CHECKS is a number"))
}

/// What came of the deals of one case.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    won: u64,
    lost: u64,
    skipped: u64,
}

impl Case {
    /// Deals, and for every third deal plays some random moves, so that searches also start in the middle.
    fn position(&self, seed: u64) -> FanPosition {
        let pack = rules::Reduction {
            suits: Some(self.suits),
            ranks: Some(self.ranks),
            fans: self.fans,
            ..rules::Reduction::default()
        };
        let rules = reduced_rules(self.game, self.options, &pack);
        let deal = Deal::from_seed(Arc::new(rules.clone()), seed);
        let Family::Fan(fan_rules) = rules.family else { unreachable!() };
        let mut position = FanPosition::new(Arc::new(fan_rules), deal.cards(), deal.shuffles().clone());
        if seed.is_multiple_of(3) {
            let mut random = SplitMix64::new(seed ^ 0xFA4);
            for _ in 0..random.below(12) {
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
    fn compare(&self, deals: u64) -> Count {
        let mut count = Count::default();
        for seed in 0..deals {
            let position = self.position(seed);
            let Some(expected) = winnable(&position, fan_key, 400_000) else {
                count.skipped += 1;
                continue;
            };
            *(if expected { &mut count.won } else { &mut count.lost }) += 1;
            let single = OURS.iter().map(|&reduction| vec![reduction]);
            for without in [vec![], Reduction::ALL.to_vec()].into_iter().chain(single) {
                let mut report = |_: &Progress| Answer::Continue;
                let mut meter = Meter::new(Limits::default(), &mut report);
                let found = fan::decide(&position, &without, &mut meter).unwrap();
                let what = || format!("{self:?}, seed {seed}, without {without:?}, {found:?}");
                assert_eq!(found.is_ok(), expected, "{}", what());
                assert_eq!(meter.progress().bytes, 0, "{}", what());
                let mut replay = position.clone();
                for play in found.iter().flatten() {
                    replay.play(*play).unwrap_or_else(|error| panic!("{}: {error}", what()));
                }
                assert_eq!(replay.is_won(), expected, "{}", what());
            }
        }
        println!("{self:?}: {count:?}");
        assert!(count.skipped * 10 <= deals, "{self:?}: {count:?}");
        count
    }
}

/// Compares on all cases of a game, of which an eighth of the deals must be lost: House on the Hill hardly loses more.
fn compare_all(cases: &[Case]) {
    let counts = cases.iter().map(|case| case.compare(checks()));
    let total = counts.fold(Count::default(), |sum, count| Count {
        won: sum.won + count.won,
        lost: sum.lost + count.lost,
        skipped: sum.skipped + count.skipped,
    });
    println!("{total:?}");
    assert!(total.lost * 8 >= total.won + total.lost, "{total:?}");
}

#[test]
fn intelligence_agrees_with_plain_search() {
    compare_all(&[
        intelligence(1, 8, 4, "redeals=0"),
        intelligence(2, 5, 3, "redeals=0"),
        intelligence(2, 5, 4, "redeals=0"),
        intelligence(2, 5, 5, "redeals=0"),
        intelligence(2, 6, 4, "redeals=0"),
        intelligence(3, 4, 4, "redeals=0"),
        intelligence(3, 4, 5, "redeals=0"),
        intelligence(4, 3, 5, "redeals=0"),
    ]);
}

#[test]
fn house_in_the_wood_agrees_with_plain_search() {
    compare_all(&[
        house("house_in_the_wood", 1, 6, ""),
        house("house_in_the_wood", 1, 7, ""),
        house("house_in_the_wood", 2, 4, ""),
        house("house_in_the_wood", 2, 5, ""),
        house("house_in_the_wood", 3, 3, ""),
    ]);
}

#[test]
fn house_on_the_hill_agrees_with_plain_search() {
    compare_all(&[
        house("house_on_the_hill", 1, 7, ""),
        house("house_on_the_hill", 1, 8, ""),
        house("house_on_the_hill", 2, 4, ""),
        house("house_on_the_hill", 3, 3, ""),
    ]);
}

#[test]
fn redeals_agree_with_plain_search() {
    compare_all(&[
        intelligence(1, 5, 2, "redeals=1"),
        intelligence(1, 6, 2, "redeals=2"),
        intelligence(1, 7, 3, "redeals=1"),
        intelligence(2, 3, 2, "redeals=2"),
        intelligence(2, 4, 3, "redeals=1"),
        intelligence(3, 3, 3, "redeals=1"),
    ]);
}

#[test]
fn cards_taken_back_agree_with_plain_search() {
    compare_all(&[
        intelligence(1, 6, 2, "redeals=0 take_back=yes"),
        intelligence(2, 4, 3, "redeals=0 take_back=yes"),
        intelligence(2, 3, 2, "redeals=1 take_back=yes"),
        house("house_in_the_wood", 1, 6, "take_back=yes"),
        house("house_in_the_wood", 2, 3, "take_back=yes"),
        house("house_on_the_hill", 1, 5, "take_back=yes"),
        house("house_on_the_hill", 2, 3, "take_back=yes"),
    ]);
}

/// Full deals that were open for long: one is won in breadth, the others are lost with few orders kept.
#[test]
fn hard_deals_are_decided_within_memory() {
    for (seed, expected) in [(209, true), (331, false), (963, false)] {
        let mut rules = Rules::named("intelligence").unwrap();
        rules.set("redeals", "0").unwrap();
        let deal = Deal::from_seed(Arc::new(rules.clone()), seed);
        let Family::Fan(fan_rules) = rules.family else { unreachable!() };
        let position = FanPosition::new(Arc::new(fan_rules), deal.cards(), deal.shuffles().clone());
        for bytes in [16 << 20, 2 << 30] {
            let limits = Limits { bytes: Some(bytes), states: Some(2_000_000), ..Limits::default() };
            let mut report = |_: &Progress| Answer::Continue;
            let mut meter = Meter::new(limits, &mut report);
            let found = fan::decide(&position, &[], &mut meter);
            assert!(meter.most_bytes() <= bytes, "seed {seed}: {}", meter.most_bytes());
            match found {
                Ok(found) => {
                    assert_eq!(found.is_ok(), expected, "seed {seed}");
                    let mut replay = position.clone();
                    for play in found.iter().flatten() {
                        replay.play(*play).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
                    }
                    assert_eq!(replay.is_won(), expected, "seed {seed}");
                }
                Err(_) => assert!(bytes < 1 << 30, "seed {seed} is decided with enough memory"),
            }
            assert_eq!(meter.progress().bytes, 0, "seed {seed}");
        }
    }
}
