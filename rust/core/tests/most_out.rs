//! The most cards out against plain exhaustive search, on random deals of reduced packs of every game.
//!
//! `INTRIGUE_CHECKS=N` makes it N deals for each row of the tables.

use intrigue_core::any_position::AnyPosition;
use intrigue_core::deal::Deal;
use intrigue_core::most_out::{cards_out, most_out};
use intrigue_core::moves::Move;
use intrigue_core::position::Position;
use intrigue_core::rules::{Reduction, Rules};
use intrigue_core::search::{Answer, Limits, Progress, Stop};
use intrigue_core::shuffle::SplitMix64;
use std::collections::HashSet;
use std::sync::Arc;

fn checks() -> u64 {
    std::env::var("INTRIGUE_CHECKS").map_or(20, |count| count.parse().expect("INTRIGUE_CHECKS is a number"))
}

/// Looks at every position without leaving anything out; `None` when there are more than `limit`.
///
/// The key is the layout as it lies, which holds the foundations.
fn exhaustive(root: &AnyPosition, limit: usize) -> Option<usize> {
    let mut position = root.clone();
    let mut seen = HashSet::from([position.to_string()]);
    let mut levels = vec![position.legal_moves().to_vec()];
    let mut most = cards_out(&position);
    while let Some(moves) = levels.last_mut() {
        let Some(play) = moves.pop() else {
            levels.pop();
            position.undo();
            continue;
        };
        if play == Move::Redeal {
            continue;
        }
        position.play(play).unwrap();
        if seen.insert(position.to_string()) {
            if seen.len() > limit {
                return None;
            }
            most = most.max(cards_out(&position));
            levels.push(position.legal_moves().to_vec());
        } else {
            position.undo();
        }
    }
    Some(most)
}

fn rules(game: &str, reduction: &Reduction, options: &str) -> Rules {
    let mut rules = Rules::named(game).unwrap();
    for option in options.split_whitespace() {
        let (name, value) = option.split_once('=').unwrap();
        rules.set(name, value).unwrap();
    }
    rules.reduced(reduction).unwrap()
}

/// Compares on many deals, every third from a position after some random moves.
fn compare(rules: Rules) {
    let rules = Arc::new(rules);
    let (mut won, mut lost, mut skipped) = (0, 0, 0);
    for seed in 0..checks() {
        let mut position = AnyPosition::of(&Deal::from_seed(Arc::clone(&rules), seed));
        let mut random = SplitMix64::new(seed ^ 0x0047);
        for _ in 0..if seed.is_multiple_of(3) { random.below(6) } else { 0 } {
            let moves = position.legal_moves();
            if !moves.is_empty() {
                position.play(moves[random.below(moves.len() as u64) as usize]).unwrap();
            }
        }
        let Some(expected) = exhaustive(&position, 10_000) else {
            skipped += 1;
            continue;
        };
        let found = most_out(&position, Limits::default(), &mut |_| Answer::Continue);
        let what = || format!("{} {:?}, seed {seed}\n{position}", rules.game().name, rules.options());
        assert_eq!((found.cards_out, found.stopped), (expected, None), "{}", what());
        let mut replay = position.clone();
        for &play in &found.moves {
            assert_ne!(play, Move::Redeal);
            replay.play(play).unwrap_or_else(|error| panic!("{}: {error}", what()));
        }
        assert_eq!(cards_out(&replay), expected, "{}", what());
        *(if replay.is_won() { &mut won } else { &mut lost }) += 1;
    }
    println!("{} {:?}: {won} won, {lost} lost, {skipped} too large", rules.game().name, rules.options());
    assert!(lost > 0 && skipped * 2 <= checks(), "{:?}: {lost} lost, {skipped} too large", rules.options());
}

#[test]
fn the_fan_games_agree_with_exhaustive_search() {
    let one_pack = |suits, ranks| Reduction { suits: Some(suits), ranks: Some(ranks), ..Reduction::default() };
    for (game, suits, ranks, options) in [
        ("la_belle_lucie", 2, 7, ""),
        ("la_belle_lucie", 3, 4, "take_back=yes redeals=1"),
        ("la_belle_lucie", 4, 4, "redeals=0"),
        ("la_belle_lucie", 2, 6, "redeals=0 draws=1"),
        ("la_belle_lucie", 3, 5, "redeals=0 draws=1"),
        ("la_belle_lucie", 3, 4, "redeals=0 draws=1 take_back=yes"),
        ("la_belle_lucie", 3, 4, "redeals=1 draws=1"),
        ("trefoil", 2, 8, "redeals=0 draws=1"),
        ("trefoil", 3, 6, "redeals=2"),
        ("fan", 2, 6, ""),
        ("fan", 3, 5, ""),
        ("fan", 3, 4, "take_back=yes"),
        ("shamrocks", 2, 6, ""),
        ("shamrocks", 2, 5, "take_back=yes"),
    ] {
        compare(rules(game, &one_pack(suits, ranks), options));
    }
    let two_packs = |suits, ranks, fans| Reduction { copies: Some(2), fans, ..one_pack(suits, ranks) };
    for (game, suits, ranks, fans, options) in [
        ("intelligence", 2, 4, Some(3), "redeals=0"),
        ("intelligence", 1, 7, Some(3), "redeals=1"),
        ("house_in_the_wood", 1, 6, None, ""),
        ("house_on_the_hill", 1, 6, None, ""),
    ] {
        compare(rules(game, &two_packs(suits, ranks, fans), options));
    }
}

#[test]
fn the_salic_games_agree_with_exhaustive_search() {
    for (game, suits, copies, rows, options) in [
        ("intrigue", 1, 2, ["5432A", "6789T"].as_slice(), ""),
        ("intrigue", 2, 1, &["5432A", "6789"], "plays=optional"),
        ("laggard_lady", 2, 1, &["5432A", "6789"], "plays=starters bare_base=any_time"),
        ("glencoe", 2, 1, &["5432A", "6789"], "bare_base=never"),
        ("salic_law", 1, 2, &["A23456789"], "plays=forced"),
        ("faerie_queen", 2, 1, &["A234567"], ""),
        ("faerie_queen", 2, 1, &["A234567"], "plays=forced foundations=in_suit"),
    ] {
        let rows = Some(rows.iter().map(ToString::to_string).collect());
        let reduction = Reduction { suits: Some(suits), copies: Some(copies), rows, ..Reduction::default() };
        compare(rules(game, &reduction, options));
    }
}

#[test]
fn a_limit_gives_the_best_found_and_says_so() {
    for game in ["house_in_the_wood", "intelligence", "salic_law", "fan"] {
        let rules = Arc::new(Rules::named(game).unwrap());
        let position = AnyPosition::of(&Deal::from_seed(rules, 8));
        for states in [0, 1, 100, 5000] {
            let limits = Limits { states: Some(states), ..Limits::default() };
            let found = most_out(&position, limits, &mut |_: &Progress| Answer::Continue);
            assert!(found.states <= states, "{game}: {} of {states}", found.states);
            assert!(found.stopped.is_none_or(|stop| stop == Stop::States), "{game}: {:?}", found.stopped);
            let mut replay = position.clone();
            for &play in &found.moves {
                replay.play(play).unwrap();
            }
            assert_eq!(cards_out(&replay), found.cards_out);
        }
        let stopped = most_out(&position, Limits::default(), &mut |_: &Progress| Answer::Stop);
        assert!(matches!(stopped.stopped, None | Some(Stop::Interrupted)), "{game}");
    }
}
