//! Speed of searches, each with its answer asserted. Run with `cargo bench -p intrigue-core`.
//!
//! `forced/bare shuffle` is the measure of the rest of its group: how long it takes to shuffle 104 bytes. What the others
//! of the group take besides is the price of an answer.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use intrigue_core::card::Card;
use intrigue_core::rules::{Family, Rules, SalicRules};
use intrigue_core::salic::Solver;
use intrigue_core::search::{Answer, Limits, Meter, Progress};
use intrigue_core::shuffle::{SplitMix64, full_pack};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

/// Deals of one round: seeds from 0.
const DEALS: u64 = 1000;

/// Games with the number of the deals above that can be won under forced plays.
const FORCED: [(&str, u64); 4] = [("intrigue", 963), ("laggard_lady", 887), ("glencoe", 808), ("salic_law", 675)];

fn forced(name: &str) -> (Arc<SalicRules>, Vec<Card>) {
    let mut rules = Rules::named(name).expect("the game is known");
    rules.set("plays", "forced").expect("the game has plays");
    let pack = full_pack(&rules);
    let Family::Salic(salic) = rules.family else { unreachable!("{name} is of the Salic family") };
    (Arc::new(salic), pack)
}

/// Shuffles the pack for a seed into `cards`, without the rank that leaves before play.
fn deal(rules: &SalicRules, pack: &[Card], seed: u64, cards: &mut Vec<Card>) {
    cards.clear();
    cards.extend_from_slice(pack);
    SplitMix64::new(seed).shuffle(cards);
    if let Some(removed) = rules.removed {
        cards.retain(|card| card.rank() != removed);
    }
}

fn solve_forced(c: &mut Criterion) {
    let mut group = c.benchmark_group("forced");
    group.throughput(Throughput::Elements(DEALS)).measurement_time(Duration::from_secs(3)).sample_size(20);
    group.bench_function("bare shuffle", |b| {
        b.iter(|| {
            for seed in 0..DEALS {
                let mut bytes: [u8; 104] = std::array::from_fn(|place| place as u8);
                SplitMix64::new(black_box(seed)).shuffle(&mut bytes);
                black_box(&bytes);
            }
        });
    });
    for (game, winnable) in FORCED {
        let (rules, pack) = forced(game);
        let mut solver = Solver::new(Arc::clone(&rules));
        let mut cards = Vec::new();
        let mut report = |_: &Progress| Answer::Continue;
        let mut meter = Meter::new(Limits::default(), &mut report);
        group.bench_function(game, |b| {
            b.iter(|| {
                let mut won = 0;
                for seed in 0..DEALS {
                    deal(&rules, &pack, black_box(seed), &mut cards);
                    won += u64::from(solver.solve_deal(&cards, &mut meter).expect("there is no limit"));
                }
                assert_eq!(won, winnable, "deals won of {game}");
            });
        });
        group.bench_function(format!("{game} with moves"), |b| {
            b.iter(|| {
                let mut moves = 0;
                for seed in 0..DEALS {
                    deal(&rules, &pack, black_box(seed), &mut cards);
                    if solver.solve_deal(&cards, &mut meter).expect("there is no limit") {
                        moves += usize::from(!solver.moves().is_empty());
                    }
                }
                assert_eq!(moves as u64, winnable, "solutions of {game}");
            });
        });
    }
    group.finish();
}

criterion_group!(benches, solve_forced);
criterion_main!(benches);
