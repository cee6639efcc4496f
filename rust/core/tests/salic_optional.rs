//! The exact search under `plays = optional` and `starters` against plain exhaustive search, on reduced packs.
//!
//! `INTRIGUE_CHECKS=N` compares N packs of each shape instead of a small sample.

#[allow(dead_code, reason = "it serves the fan family as well")]
mod exhaustive;

use exhaustive::winnable;
use intrigue_core::card::Card;
use intrigue_core::moves::Move;
use intrigue_core::position::Position;
use intrigue_core::rules::{Family, Reduction as Reduced, Rules, SalicRules};
use intrigue_core::salic::optional::{self, Schedule};
use intrigue_core::salic::{Reduction, SalicPosition};
use intrigue_core::search::{Answer, Limits, Meter, Progress, Stop};
use intrigue_core::shuffle::SplitMix64;
use std::sync::Arc;

/// Game, starter limit, rows, suits and copies of the reduced packs.
const SHAPES: &[(&str, &str, &[&str], u8, u8)] = &[
    ("intrigue", "none", &["543", "678"], 1, 3),
    ("intrigue", "none", &["5432AK6"], 2, 2),
    ("intrigue", "none", &["54", "67"], 1, 4),
    ("intrigue", "none", &["5432A", "678"], 3, 1),
    ("intrigue", "none", &["5432AK"], 1, 3),
    ("salic_law", "none", &["A234567"], 2, 2),
    ("salic_law", "none", &["A23456"], 1, 3),
    ("salic_law", "none", &["A2345678"], 1, 2),
    ("salic_law", "bases", &["A23456"], 1, 3),
    ("laggard_lady", "bases", &["543", "678"], 1, 3),
    ("laggard_lady", "bases", &["5432A"], 2, 2),
    ("laggard_lady", "bases", &["54", "67"], 1, 4),
    ("laggard_lady", "bases", &["5432AK"], 1, 3),
    ("glencoe", "suit", &["543", "678"], 3, 1),
    ("glencoe", "suit", &["5432A"], 2, 2),
    ("glencoe", "suit", &["54", "67"], 2, 2),
    ("glencoe", "suit", &["5432A", "678"], 3, 1),
    ("glencoe", "suit", &["5432AK67"], 2, 1),
    ("intrigue", "none", &["5432AK67"], 1, 2),
    ("intrigue", "none", &["543", "2"], 2, 2),
    ("intrigue", "none", &["5", "6789TJ"], 1, 3),
];

/// Turns so short that every part of the search has some in an ordinary reduced deal.
const SHORT: Schedule = Schedule { first: 20, again: 30, steps: 20 };

/// The first turn has no end.
const LONG: Schedule = Schedule { first: u64::MAX, again: 0, steps: 0 };

/// How many sets of reductions and schedules are tried on one pack.
const VARIANTS_OF_A_PACK: usize = 4;

/// Plain search gives up after so many positions; such packs are left out.
const MOST_POSITIONS: usize = 30_000;

fn checks() -> usize {
    std::env::var("INTRIGUE_CHECKS").map_or(10, |text| text.parse().expect("INTRIGUE_CHECKS is a number"))
}

fn reduced(plays: &str, shape: usize) -> Arc<SalicRules> {
    let (game, limit, rows, suits, copies) = SHAPES[shape];
    let mut rules = Rules::named(game).unwrap();
    rules.set("plays", plays).unwrap();
    rules.set("starter_limit", limit).unwrap();
    let rows = Some(rows.iter().map(|&row| row.to_owned()).collect());
    let reduced = Reduced { suits: Some(suits), copies: Some(copies), rows, ..Reduced::default() };
    match rules.reduced(&reduced).unwrap().family {
        Family::Salic(rules) => Arc::new(rules),
        Family::Fan(_) => unreachable!("{game} is of the Salic family"),
    }
}

/// Deals a pack, often with the cards that go out last first, so that many deals are lost; then, every second time, plays
/// at random for a while.
fn random_position(rules: &Arc<SalicRules>, random: &mut SplitMix64) -> SalicPosition {
    let mut cards: Vec<_> = rules.pack.cards().collect();
    random.shuffle(&mut cards);
    let place = |card: &Card| rules.rows.iter().find_map(|row| row.iter().position(|&rank| rank == card.rank()));
    for _ in 0..cards.len() as u64 * random.below(4) {
        let at = random.below(cards.len() as u64 - 1) as usize;
        if place(&cards[at]) < place(&cards[at + 1]) {
            cards.swap(at, at + 1);
        }
    }
    let mut position = SalicPosition::new(Arc::clone(rules), &cards);
    let plays = random.below(2) * random.below(2 * cards.len() as u64);
    for _ in 0..plays {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(moves[random.below(moves.len() as u64) as usize]).unwrap();
    }
    let (columns, stock) = (position.columns().to_vec(), position.stock().collect::<Vec<_>>());
    SalicPosition::from_columns(Arc::clone(rules), columns, &stock)
}

/// The whole position: what lies in the columns and how much is still to be dealt.
fn key(position: &SalicPosition) -> Vec<u8> {
    let mut key = vec![position.stock().len() as u8];
    for column in position.columns() {
        key.extend(column.iter().map(|card| card.index() as u8));
        key.push(u8::MAX);
    }
    key
}

fn solve(position: &SalicPosition, without: &[Reduction], schedule: Schedule) -> Option<Vec<Move>> {
    let mut report = |_: &Progress| Answer::Continue;
    let mut meter = Meter::new(Limits::default(), &mut report);
    let found = optional::solve_by(position, without, schedule, &mut meter).unwrap();
    assert_eq!(meter.progress().bytes, 0, "what was held is let go");
    found
}

fn replays(position: &SalicPosition, moves: &[Move]) -> bool {
    let mut position = position.clone();
    moves.iter().all(|&play| position.play(play).is_ok()) && position.is_won()
}

/// Compares many packs of every shape with plain search, for each set of reductions left out and each schedule.
fn agree(plays: &str, variants: &[(Vec<Reduction>, Schedule)]) {
    let mut random = SplitMix64::new(plays.len() as u64);
    let (mut all_won, mut all_lost) = (0, 0);
    for (shape, names) in SHAPES.iter().enumerate() {
        let rules = reduced(plays, shape);
        let (mut won, mut lost) = (0, 0);
        for _ in 0..checks() {
            let position = random_position(&rules, &mut random);
            let Some(expected) = winnable(&position, key, MOST_POSITIONS) else { continue };
            // Each pack meets some of the variants.
            let first = random.below(variants.len() as u64) as usize;
            for (without, schedule) in variants.iter().cycle().skip(first).take(VARIANTS_OF_A_PACK) {
                let found = solve(&position, without, *schedule);
                let right = found.is_some() == expected && found.is_none_or(|moves| replays(&position, &moves));
                let stock: Vec<_> = position.stock().collect();
                assert!(right, "{names:?} {plays} {without:?} {schedule:?}\n{:?}\n{stock:?}", position.columns());
            }
            if expected { won += 1 } else { lost += 1 }
        }
        println!("{names:?} {plays}: {won} won, {lost} lost");
        all_won += won;
        all_lost += lost;
    }
    assert!(all_lost * 8 > all_won && all_won * 8 > all_lost, "{all_won} won, {all_lost} lost");
}

#[test]
fn optional_plays_agree_with_plain_search() {
    let mut variants = vec![(vec![], Schedule::FULL), (vec![], LONG), (vec![], SHORT), (Reduction::ALL.to_vec(), LONG)];
    let all = optional::Reduction::ALL.iter().map(|&reduction| Reduction::Optional(reduction));
    for off in all.chain([Reduction::EndPhaseRuns, Reduction::EndPhaseSafePlays]) {
        variants.push((vec![off], LONG));
        variants.push((vec![off], SHORT));
        variants.push((Reduction::ALL.iter().copied().filter(|&on| on != off).collect(), SHORT));
    }
    agree("optional", &variants);
}

#[test]
fn compulsory_starters_agree_with_plain_search() {
    let off = vec![Reduction::Optional(optional::Reduction::StartersAtOnce)];
    let all = Reduction::ALL.to_vec();
    agree("starters", &[(vec![], Schedule::FULL), (vec![], SHORT), (off, SHORT), (all, SHORT)]);
}

#[test]
fn compulsory_starters_change_nothing_where_no_limit_stops_them() {
    let mut random = SplitMix64::new(5);
    for shape in (0..SHAPES.len()).filter(|&shape| SHAPES[shape].1 == "none") {
        for _ in 0..checks() {
            let optional = random_position(&reduced("optional", shape), &mut random);
            let stock: Vec<_> = optional.stock().collect();
            let starters = SalicPosition::from_columns(reduced("starters", shape), optional.columns().to_vec(), &stock);
            let (one, other) = (solve(&optional, &[], SHORT), solve(&starters, &[], SHORT));
            assert_eq!(one.is_some(), other.is_some());
            assert!(other.is_none_or(|moves| replays(&starters, &moves)));
        }
    }
}

/// Takes up the reduced pack with these rows in the middle.
fn laid_out(rows: &[&str], columns: &[&str], stock: &str) -> SalicPosition {
    let shape = SHAPES.iter().position(|shape| shape.2 == rows).expect("a shape has these rows");
    let cards = |text: &str| text.split_whitespace().map(|card| Card::from_text(card).unwrap()).collect::<Vec<_>>();
    let columns = columns.iter().map(|column| cards(column)).collect();
    SalicPosition::from_columns(reduced("optional", shape), columns, &cards(stock))
}

#[test]
fn a_late_play_may_take_the_last_place_and_give_it_back() {
    // The 4C of the finished column must go before the newest top 4S, though both have the place: a 5 lies under it.
    let columns = ["QS", "QS", "QC AS 2C KS 3C KC AS 5C KS 2S 4S 2C 5S 4C", "QC 3C 3S 4S 5S"];
    let position = laid_out(&["5432AK6"], &columns, "6S 6C 6S AC");
    assert_eq!(winnable(&position, key, MOST_POSITIONS), Some(true));
    for schedule in [Schedule::FULL, LONG, SHORT] {
        assert!(solve(&position, &[], schedule).is_some_and(|moves| replays(&position, &moves)));
    }
}

#[test]
fn cards_that_nothing_needs_leave_no_win_unwritten() {
    // The 2s are a row of their own, so that the search of the end phase leaves them out: 4S, 2C, 5S come off one column.
    let position = laid_out(&["543", "2"], &["QC 2S 5S 2C 4S", "QC", "QS", "QS 3C 2C"], "");
    assert_eq!(winnable(&position, key, MOST_POSITIONS), Some(true));
    for schedule in [Schedule::FULL, LONG, SHORT] {
        assert!(solve(&position, &[], schedule).is_some_and(|moves| replays(&position, &moves)));
    }
}

/// Lays out a full deal.
fn full_deal(game: &str, plays: &str, seed: u64) -> SalicPosition {
    let mut rules = Rules::named(game).unwrap();
    rules.set("plays", plays).unwrap();
    let rules = Arc::new(rules);
    let deal = intrigue_core::deal::Deal::from_seed(Arc::clone(&rules), seed);
    let Family::Salic(salic) = &rules.family else { unreachable!("{game} is of the Salic family") };
    SalicPosition::new(Arc::new(salic.clone()), deal.cards())
}

#[test]
fn full_deals_are_won_by_moves_that_replay() {
    for game in ["intrigue", "laggard_lady", "glencoe", "salic_law"] {
        for plays in ["optional", "starters"] {
            for seed in 0..10 {
                let position = full_deal(game, plays, seed);
                let mut report = |_: &Progress| Answer::Continue;
                let limits = Limits { states: Some(20_000), ..Limits::default() };
                let mut meter = Meter::new(limits, &mut report);
                if let Ok(found) = optional::solve(&position, &[], &mut meter) {
                    assert!(found.is_none_or(|moves| replays(&position, &moves)), "{game} {plays} {seed}");
                }
            }
        }
    }
}

#[test]
fn limits_are_kept_and_change_no_answer() {
    let mut decided = 0;
    for seed in 0..15 {
        let position = full_deal("salic_law", "optional", seed);
        let run = |bytes: Option<u64>| {
            let mut report = |_: &Progress| Answer::Continue;
            let limits = Limits { states: Some(200_000), bytes, ..Limits::default() };
            let mut meter = Meter::new(limits, &mut report);
            let answer = optional::solve(&position, &[], &mut meter);
            assert!(meter.most_bytes() <= bytes.unwrap_or(1 << 30));
            answer
        };
        let (free, tight) = (run(None), run(Some(1 << 18)));
        if let (Ok(free), Ok(tight)) = (&free, &tight) {
            assert_eq!(free.is_some(), tight.is_some(), "{seed}");
            decided += 1;
        }
        assert!(!matches!(free, Err(Stop::Bytes | Stop::Seconds)));
        assert_eq!(free, run(None), "the same deal, the same search");
    }
    assert!(decided > 10);
}
