//! The exhaustive counts in tests/data/perft, which the Python tests of both engines share.

use intrigue_core::any_position::AnyPosition;
use intrigue_core::deal::Deal;
use intrigue_core::moves::Move;
use intrigue_core::perft::perft;
use intrigue_core::position::Position;
use intrigue_core::rules::{GAMES, Reduction, Rules};
use intrigue_core::search::{Answer, Limits, Meter, Progress};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// Nodes for each record: `INTRIGUE_PERFT_NODES=1000000000` makes a longer night of it.
fn node_budget() -> u64 {
    std::env::var("INTRIGUE_PERFT_NODES").map_or(100_000, |text| text.parse().expect("a number of nodes"))
}

/// Reads `rules GAME NAME=VALUE …`, the values of a reduced pack among them.
fn read_rules(text: &str) -> Rules {
    let mut words = text.split_whitespace();
    let mut rules = Rules::named(words.next().expect("a game")).unwrap();
    let mut reduction = Reduction::default();
    for (name, value) in words.map(|word| word.split_once('=').expect("name=value")) {
        let number = || value.parse().ok();
        match name {
            "suits" => reduction.suits = number(),
            "copies" => reduction.copies = number(),
            "ranks" => reduction.ranks = number(),
            "fans" => reduction.fans = number(),
            "rows" => reduction.rows = Some(value.split(',').map(str::to_owned).collect()),
            _ => rules.set(name, value).unwrap(),
        }
    }
    if reduction == Reduction::default() { rules } else { rules.reduced(&reduction).unwrap() }
}

fn read_moves(text: &str) -> Vec<Move> {
    let text = text.replace("draw ", "draw_");
    text.split_whitespace().map(|word| Move::from_text(&word.replace('_', " ")).expect("a move")).collect()
}

fn check(record: &str) {
    let fields: HashMap<_, _> = record.lines().map(|line| line.split_once(' ').unwrap_or((line, ""))).collect();
    let rules = Arc::new(read_rules(fields["rules"]));
    let mut position = AnyPosition::of(&Deal::from_seed(rules, fields["seed"].parse().unwrap()));
    for play in read_moves(fields["moves"]) {
        position.play(play).unwrap();
    }
    for (depth, count) in fields["counts"].split_whitespace().enumerate() {
        let expected = count.parse().unwrap();
        if expected > node_budget() {
            break;
        }
        let mut report = |_: &Progress| Answer::Continue;
        let counted = perft(&position, depth, &mut Meter::new(Limits::default(), &mut report));
        assert_eq!(counted, Ok(expected), "depth {depth} of\n{record}");
    }
}

#[test]
fn counts_are_those_of_the_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/perft");
    for game in &GAMES {
        let path = folder.join(game.name).with_extension("txt");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        text.trim().split("\n\n").for_each(check);
    }
}
