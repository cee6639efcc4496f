//! The general search of the Salic family against plain exhaustive search, on reduced packs.
//!
//! `INTRIGUE_CHECKS=N` sets the number of packs for each combination of options (default 30).

#[allow(dead_code, reason = "tests of other families use more of it")]
mod exhaustive;

use intrigue_core::moves::Move;
use intrigue_core::position::Position;
use intrigue_core::rules::{Family, Rules, SalicRules};
use intrigue_core::salic::SalicPosition;
use intrigue_core::salic::general::{Reduction, solve};
use intrigue_core::search::{Answer, Limits, Meter, Progress, Stop};
use intrigue_core::shuffle::SplitMix64;
use std::sync::Arc;

/// States after which plain search gives up on a pack.
const MOST_PLAIN_STATES: usize = 150_000;

/// Everything that tells two positions of one game apart.
fn key(position: &SalicPosition) -> Vec<u8> {
    let mut key = vec![position.stock().len() as u8];
    for column in position.columns() {
        key.push(u8::MAX);
        key.extend(column.iter().map(|card| card.index() as u8));
    }
    key
}

fn solved(position: &SalicPosition, without: &[Reduction], limits: Limits) -> Result<Option<Vec<Move>>, Stop> {
    let mut report = |_: &Progress| Answer::Continue;
    let mut meter = Meter::new(limits, &mut report);
    let answer = solve(position, without, &mut meter);
    assert_eq!(meter.progress().bytes, 0, "all memory is let go of");
    answer
}

fn assert_replays(position: &SalicPosition, moves: &[Move]) {
    let mut position = position.clone();
    for &play in moves {
        position.play(play).unwrap();
    }
    assert!(position.is_won());
}

/// A reduced pack: suits, copies, rows.
type Shape = (u8, u8, &'static [&'static str]);

/// Reduced packs of the games with one row.
const ONE_ROW: &[Shape] = &[
    (1, 2, &["A23456"]),
    (2, 1, &["A234567"]),
    (1, 3, &["A2345"]),
    (3, 1, &["A2345"]),
    (2, 2, &["A234"]),
    (4, 1, &["A234"]),
    (1, 4, &["A23"]),
    (2, 2, &["A23"]),
    (2, 1, &["543", "67"]),
];

/// Reduced packs with few columns and long rows: with bare bases open during the deal, others are hardly ever lost.
const FEW_COLUMNS: &[Shape] =
    &[(1, 2, &["A23456"]), (2, 1, &["A2345678"]), (1, 2, &["A234567"]), (2, 1, &["543", "6789"]), (1, 3, &["A2345"])];

/// Larger reduced packs, for games with few positions: bare bases that take no card.
const LARGER: &[Shape] =
    &[(2, 2, &["A2345"]), (1, 4, &["A23456"]), (4, 1, &["A23456"]), (3, 1, &["A234567"]), (2, 2, &["543", "678"])];

/// Reduced packs of the games with two rows.
const TWO_ROWS: &[Shape] = &[
    (1, 2, &["543", "678"]),
    (2, 1, &["5432", "678"]),
    (1, 3, &["54", "678"]),
    (3, 1, &["543", "67"]),
    (2, 2, &["54", "67"]),
    (4, 1, &["54", "67"]),
    (1, 4, &["543"]),
    (2, 2, &["5432"]),
];

/// Gives the rules of a game over one of the packs that suit it.
fn rules(game: &str, options: &[(&str, &str)], random: &mut SplitMix64) -> Arc<SalicRules> {
    let shapes = if options.contains(&("bare_base", "any_time")) {
        FEW_COLUMNS
    } else if options.contains(&("bare_base", "never")) && game == "intrigue" {
        LARGER
    } else if matches!(game, "salic_law" | "faerie_queen") {
        ONE_ROW
    } else {
        TWO_ROWS
    };
    rules_over(shapes, game, options, random)
}

/// Gives the rules of a game over one of these packs.
fn rules_over(shapes: &[Shape], game: &str, options: &[(&str, &str)], random: &mut SplitMix64) -> Arc<SalicRules> {
    let (suits, copies, rows) = shapes[random.below(shapes.len() as u64) as usize];
    let mut rules = Rules::named(game).unwrap();
    for (name, value) in options {
        rules.set(name, value).unwrap();
    }
    let rows = Some(rows.iter().map(|&row| row.to_owned()).collect());
    let reduction =
        intrigue_core::rules::Reduction { suits: Some(suits), copies: Some(copies), rows, ..Default::default() };
    let Family::Salic(rules) = rules.reduced(&reduction).unwrap().family else { panic!("a Salic game") };
    Arc::new(rules)
}

/// Deals a reduced pack and, every other time, plays some random moves.
fn position(rules: &Arc<SalicRules>, random: &mut SplitMix64) -> SalicPosition {
    let mut cards: Vec<_> = rules.pack.cards().collect();
    random.shuffle(&mut cards);
    let mut position = SalicPosition::new(rules.clone(), &cards);
    if random.below(2) == 0 {
        for _ in 0..random.below(2 * cards.len() as u64) {
            let moves = position.legal_moves();
            let Some(&play) = moves.get(random.below(moves.len().max(1) as u64) as usize) else { break };
            position.play(play).unwrap();
        }
    }
    position
}

fn checks() -> u64 {
    std::env::var("INTRIGUE_CHECKS").map_or(30, |number| number.parse().unwrap())
}

#[derive(Default)]
struct Tally {
    won: u64,
    lost: u64,
    too_large: u64,
}

/// Compares one combination of options with plain search, with all reductions on, one after the other off, and all off.
fn compare(game: &str, options: &[(&str, &str)]) -> Tally {
    let mut random =
        SplitMix64::new(game.bytes().chain(options.iter().flat_map(|option| option.1.bytes())).map(u64::from).sum());
    let mut tally = Tally::default();
    for check in 0..checks() as usize {
        let rules = rules(game, options, &mut random);
        let position = position(&rules, &mut random);
        let Some(expected) = exhaustive::winnable(&position, key, MOST_PLAIN_STATES) else {
            tally.too_large += 1;
            continue;
        };
        let one = std::slice::from_ref(&Reduction::ALL[check % Reduction::ALL.len()]);
        for without in [&[], one, Reduction::ALL] {
            let answer = solved(&position, without, Limits::default()).unwrap();
            assert_eq!(answer.is_some(), expected, "{game} {options:?} without {without:?}\n{position:?}");
            if let Some(moves) = answer {
                assert_replays(&position, &moves);
            }
        }
        *(if expected { &mut tally.won } else { &mut tally.lost }) += 1;
    }
    eprintln!("{game} {options:?}: {} won, {} lost, {} too large", tally.won, tally.lost, tally.too_large);
    tally
}

fn compare_all(games: &[&str], fixed: &[&[(&str, &str)]], limits: &[&str]) {
    for game in games {
        for plays in ["forced", "starters", "optional"] {
            for limit in limits {
                for options in fixed {
                    let mut options = options.to_vec();
                    options.extend([("plays", plays), ("starter_limit", *limit)]);
                    let tally = compare(game, &options);
                    assert!(tally.lost > checks() / 100, "too few lost packs to mean much");
                }
            }
        }
    }
}

const LIMITS: &[&str] = &["none", "bases", "suit"];

#[test]
fn faerie_queen_agrees_with_plain_search() {
    let mut options: Vec<&[(&str, &str)]> = Vec::new();
    for foundations in [&("foundations", "any_suit"), &("foundations", "in_suit")] {
        for bare_base in [&("bare_base", "after_deal"), &("bare_base", "any_time"), &("bare_base", "never")] {
            options.push(Box::leak(Box::new([*foundations, *bare_base])));
        }
    }
    compare_all(&["faerie_queen"], &options, LIMITS);
}

#[test]
fn bare_bases_during_the_deal_agree_with_plain_search() {
    compare_all(&["intrigue", "salic_law"], &[&[("bare_base", "any_time")]], LIMITS);
}

#[test]
fn bare_bases_that_take_no_card_agree_with_plain_search() {
    compare_all(&["intrigue", "salic_law"], &[&[("bare_base", "never")]], LIMITS);
}

#[test]
fn a_win_stays_a_win_when_more_is_allowed() {
    let mut random = SplitMix64::new(2);
    let chains = [("plays", ["forced", "starters", "optional"]), ("bare_base", ["never", "after_deal", "any_time"])];
    for _ in 0..checks() {
        for game in ["intrigue", "laggard_lady", "glencoe", "salic_law", "faerie_queen"] {
            for (name, values) in chains {
                let mut seeds = random.clone();
                let mut won = Vec::new();
                for value in values {
                    seeds = random.clone();
                    let rules = rules_over(TWO_ROWS, game, &[(name, value)], &mut seeds);
                    let mut cards: Vec<_> = rules.pack.cards().collect();
                    seeds.shuffle(&mut cards);
                    let position = SalicPosition::new(rules, &cards);
                    won.push(solved(&position, &[], Limits::default()).unwrap().is_some());
                }
                assert!(won.is_sorted(), "{game} {name} {values:?} {won:?}");
                random = seeds;
            }
        }
    }
}

#[test]
fn limits_hold_on_full_packs() {
    let mut random = SplitMix64::new(3);
    for game in ["intrigue", "laggard_lady", "glencoe", "salic_law", "faerie_queen"] {
        for plays in ["forced", "starters", "optional"] {
            for bare_base in ["never", "after_deal", "any_time"] {
                let mut rules = Rules::named(game).unwrap();
                rules.set("plays", plays).unwrap();
                rules.set("bare_base", bare_base).unwrap();
                let Family::Salic(rules) = rules.family else { panic!("a Salic game") };
                let mut cards: Vec<_> = rules.pack.cards().collect();
                random.shuffle(&mut cards);
                let position = SalicPosition::new(Arc::new(rules), &cards);
                for bytes in [0, 10_000, 1 << 20] {
                    let limits = Limits { states: Some(6000), bytes: Some(bytes), ..Limits::default() };
                    match solved(&position, &[], limits) {
                        Ok(Some(moves)) => assert_replays(&position, &moves),
                        Ok(None) => assert!(bytes > 0, "nothing can be proved without memory"),
                        Err(stop) => assert!(matches!(stop, Stop::States | Stop::Bytes), "{stop:?}"),
                    }
                }
            }
        }
    }
}
