//! The exact search for `plays = forced` against plain exhaustive search, on reduced packs.
//!
//! `INTRIGUE_CHECKS=N` compares N packs of each game instead of a small sample.

use intrigue_core::card::Card;
use intrigue_core::deal::Deal;
use intrigue_core::moves::Move;
use intrigue_core::position::Position;
use intrigue_core::rules::{Family, Reduction as Reduced, Rules, SalicRules};
use intrigue_core::salic::{self, Reduction, SalicPosition, Solver};
use intrigue_core::search::{Answer, Limits, Meter, Progress};
use intrigue_core::shuffle::SplitMix64;
use std::collections::HashSet;
use std::sync::Arc;

/// Rows, suits and copies of the reduced packs.
const SHAPES: &[(&[&str], u8, u8)] = &[
    (&["54", "67"], 1, 2),
    (&["54", "67"], 1, 3),
    (&["54", "67"], 1, 4),
    (&["54", "67"], 2, 1),
    (&["54", "67"], 2, 2),
    (&["5432A"], 1, 3),
    (&["5432AK6"], 1, 3),
    (&["5432AK6"], 2, 1),
    (&["5432AK6"], 3, 1),
    (&["5432AK6"], 2, 2),
    (&["5432A", "678"], 1, 2),
    (&["5432A", "678"], 3, 1),
    (&["5432A", "678"], 2, 2),
    (&["543", "678"], 1, 4),
    (&["543", "678"], 4, 1),
    (&["A23456789TJ"], 1, 2),
    (&["A23456789"], 3, 1),
    (&["54", "6"], 2, 4),
];

/// Plain search gives up after so many positions; such packs are left out.
const MOST_POSITIONS: usize = 60_000;

fn checks(default: u64) -> u64 {
    std::env::var("INTRIGUE_CHECKS").map_or(default, |text| text.parse().expect("INTRIGUE_CHECKS is a number"))
}

fn salic_rules(game: &str, limit: &str, shape: usize) -> Arc<SalicRules> {
    let mut rules = Rules::named(game).unwrap();
    rules.set("plays", "forced").unwrap();
    rules.set("starter_limit", limit).unwrap();
    let (rows, suits, copies) = SHAPES[shape];
    // Where kings are bases, the king leaves the row.
    let base = if game == "salic_law" { "K" } else { "Q" };
    let rows = rows.iter().map(|row| row.replace(base, "J")).collect();
    let reduced = Reduced { suits: Some(suits), copies: Some(copies), rows: Some(rows), ..Reduced::default() };
    match rules.reduced(&reduced).unwrap().family {
        Family::Salic(rules) => Arc::new(rules),
        Family::Fan(_) => unreachable!("{game} is of the Salic family"),
    }
}

/// Walks every position that can be reached, with nothing left out; `None` when there are too many.
fn can_be_won(start: &SalicPosition) -> Option<bool> {
    let key = |position: &SalicPosition| (position.columns().to_vec(), position.stock().len());
    let mut met = HashSet::from([key(start)]);
    let mut position = start.clone();
    let mut levels = vec![position.legal_moves()];
    while let Some(level) = levels.last_mut() {
        if position.is_won() {
            return Some(true);
        }
        if let Some(play) = level.pop() {
            position.play_unchecked(play);
            if met.insert(key(&position)) {
                if met.len() > MOST_POSITIONS {
                    return None;
                }
                levels.push(position.legal_moves());
                continue;
            }
        } else {
            levels.pop();
        }
        position.undo();
    }
    Some(false)
}

fn solve(position: &SalicPosition, without: &[Reduction]) -> Option<Vec<Move>> {
    let mut report = |_: &Progress| Answer::Continue;
    salic::solve(position, without, &mut Meter::new(Limits::default(), &mut report)).expect("there is no limit")
}

fn assert_wins(start: &SalicPosition, moves: &[Move]) {
    let mut position = start.clone();
    for &play in moves {
        if let Err(error) = position.play(play) {
            panic!("{error}\nmoves {moves:?}\nfrom {start:?}");
        }
    }
    assert!(position.is_won(), "moves {moves:?} do not win from {start:?}");
}

/// Lists what to switch off: nothing, each reduction of these searches alone, each pair of them, all.
fn switches() -> Vec<Vec<Reduction>> {
    let own: Vec<_> =
        Reduction::ALL.iter().copied().filter(|reduction| !matches!(reduction, Reduction::General(_))).collect();
    let pairs = own.iter().flat_map(|&one| own.iter().map(move |&other| vec![one, other]));
    pairs.chain([vec![], own.clone()]).collect()
}

fn shuffled(rules: &SalicRules, generator: &mut SplitMix64) -> Vec<Card> {
    let mut cards: Vec<_> = rules.pack.cards().collect();
    generator.shuffle(&mut cards);
    cards
}

/// Plays up to `most` random legal moves; the deal goes on with one card in two moves or so.
fn walk(position: &mut SalicPosition, most: u64, generator: &mut SplitMix64) {
    for _ in 0..generator.below(most + 1) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position.play_unchecked(moves[generator.below(moves.len() as u64) as usize]);
    }
}

#[test]
fn verdicts_are_those_of_plain_search() {
    let switches = switches();
    let (mut won, mut lost, mut undecided) = (0, 0, 0);
    for game in ["intrigue", "laggard_lady", "glencoe", "salic_law"] {
        for seed in 0..checks(150) {
            let mut generator = SplitMix64::new(seed);
            let shape = generator.below(SHAPES.len() as u64) as usize;
            let limit = match (game, generator.below(3)) {
                ("laggard_lady", _) | (_, 1) => "bases",
                ("glencoe", _) | (_, 2) => "suit",
                _ => "none",
            };
            let rules = salic_rules(game, limit, shape);
            let cards = shuffled(&rules, &mut generator);
            let mut start = SalicPosition::new(Arc::clone(&rules), &cards);
            if generator.below(2) == 1 {
                walk(&mut start, 2 * cards.len() as u64, &mut generator);
            }
            let Some(expected) = can_be_won(&start) else {
                undecided += 1;
                continue;
            };
            if expected {
                won += 1;
            } else {
                lost += 1;
            }
            for without in &switches {
                let moves = solve(&start, without);
                assert_eq!(
                    moves.is_some(),
                    expected,
                    "{game} {limit} {shape} seed {seed} without {without:?}: {start:?}"
                );
                if let Some(moves) = moves {
                    assert_wins(&start, &moves);
                }
            }
        }
    }
    println!("{won} won, {lost} lost, {undecided} left out");
    assert!(won > 10 * undecided && lost * 8 > won, "the sample is too easy: {won} {lost} {undecided}");
}

#[test]
fn a_solver_that_keeps_its_tables_answers_as_a_new_one() {
    let mut report = |_: &Progress| Answer::Continue;
    let mut meter = Meter::new(Limits::default(), &mut report);
    for (game, limit) in [("intrigue", "none"), ("laggard_lady", "bases"), ("glencoe", "suit"), ("salic_law", "none")] {
        for shape in 0..SHAPES.len() {
            let rules = salic_rules(game, limit, shape);
            let mut solver = Solver::new(Arc::clone(&rules));
            for seed in 0..checks(100) / 10 {
                let cards = shuffled(&rules, &mut SplitMix64::new(seed));
                let start = SalicPosition::new(Arc::clone(&rules), &cards);
                let won = solver.solve_deal(&cards, &mut meter).unwrap();
                assert_eq!(won.then(|| solver.moves()), solve(&start, &[]), "{game} {shape} seed {seed}");
            }
        }
    }
}

#[test]
fn full_packs_are_won_as_often_as_known() {
    // Shares of 10,000 and more deals of another program; 500 deals lie within three standard errors.
    for (game, share) in [("intrigue", 0.959), ("laggard_lady", 0.895), ("glencoe", 0.811), ("salic_law", 0.710)] {
        let mut rules = Rules::named(game).unwrap();
        rules.set("plays", "forced").unwrap();
        let rules = Arc::new(rules);
        let Family::Salic(salic) = &rules.family else { unreachable!("{game} is of the Salic family") };
        let mut solver = Solver::new(Arc::new(salic.clone()));
        let mut report = |_: &Progress| Answer::Continue;
        let mut meter = Meter::new(Limits::default(), &mut report);
        let deals = 500;
        let mut won = 0;
        for seed in 0..deals {
            let deal = Deal::from_seed(Arc::clone(&rules), seed);
            if solver.solve_deal(deal.cards(), &mut meter).unwrap() {
                assert_wins(&SalicPosition::new(Arc::new(salic.clone()), deal.cards()), &solver.moves());
                won += 1;
            }
        }
        let (mean, deals) = (f64::from(won) / deals as f64, deals as f64);
        assert!((mean - share).abs() < 3.0 * (share * (1.0 - share) / deals).sqrt(), "{game}: {mean}");
    }
}
