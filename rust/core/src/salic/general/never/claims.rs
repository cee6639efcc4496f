//! Every failed state against plain search: it must be lost when all ranks that it does not blame are free.
//!
//! `INTRIGUE_CHECKS=N` checks those of N packs.

use super::{Chain, KEY_BITS, Never, Outcome};
use crate::rules::{Family, Reduction as Reduced, Rules, SalicRules};
use crate::salic::SalicPosition;
use crate::salic::general::board::{Board, Counts};
use crate::salic::general::reductions::{Reduction, Switches};
use crate::search::{Answer, Limits, Meter, Progress};
use crate::shuffle::SplitMix64;
use std::sync::Arc;

/// Plain search gives up on a state after so many others.
const MOST_STATES: u64 = 20_000;

/// Beginnings of the search of one pack, each with other cards left covered first.
const BEGINNINGS: usize = 4;

/// Suits, copies, rows.
const SHAPES: &[(u8, u8, &[&str])] =
    &[(1, 4, &["5432A"]), (2, 2, &["543", "67"]), (3, 1, &["5432AK"]), (1, 3, &["5432", "678"]), (2, 1, &["5432AK67"])];

fn random_rules(random: &mut SplitMix64) -> Arc<SalicRules> {
    let (suits, copies, rows) = SHAPES[random.below(SHAPES.len() as u64) as usize];
    let mut rules = Rules::named("intrigue").unwrap();
    rules.set("plays", "optional").unwrap();
    rules.set("bare_base", "never").unwrap();
    rules.set("starter_limit", ["none", "bases", "suit"][random.below(3) as usize]).unwrap();
    let rows = rows.iter().map(|&row| row.to_owned()).collect();
    let reduced = Reduced { suits: Some(suits), copies: Some(copies), rows: Some(rows), ..Reduced::default() };
    match rules.reduced(&reduced).unwrap().family {
        Family::Salic(rules) => Arc::new(rules),
        Family::Fan(_) => unreachable!("Intrigue is of the Salic family"),
    }
}

impl Never {
    /// Begins at another state instead.
    fn begin_at(&mut self, left: u128, dealt: u8, board: &Board) {
        let mut table = Counts::default();
        for (card, &kind) in self.kinds.iter().enumerate() {
            if (left & self.dealt[usize::from(dealt)]) >> card & 1 == 1 {
                table += board.kind(kind).one;
            }
        }
        let first = &mut self.frames[0];
        first.left = left;
        first.dealt = dealt;
        first.out = board.out(dealt, table);
    }
}

#[test]
fn what_fails_is_lost_with_all_but_the_blamed_ranks_free() {
    let checks =
        std::env::var("INTRIGUE_CHECKS").map_or(500, |text| text.parse().expect("INTRIGUE_CHECKS is a number"));
    let mut random = SplitMix64::new(1);
    let mut report = |_: &Progress| Answer::Continue;
    let mut meter = Meter::new(Limits::default(), &mut report);
    let mut checked = 0;
    for _ in 0..checks {
        let rules = random_rules(&mut random);
        let mut cards: Vec<_> = rules.pack.cards().collect();
        random.shuffle(&mut cards);
        let position = SalicPosition::new(rules, &cards);
        let board = Board::new(&position, Switches::without(&[]));
        let plain = Board::new(&position, Switches::without(Reduction::ALL));
        let mut search = Never::new(&board, 0, &mut meter).unwrap();
        for _ in 0..BEGINNINGS {
            if search.run(u64::MAX, &board, &mut meter).unwrap() == Outcome::Lost {
                break;
            }
            search.restart(u128::from(random.output()), &board);
        }
        for &entry in search.failed.iter().filter(|&entry| entry >> 112 & 7 == Chain::None as u128) {
            let (left, dealt, blame) = (entry & ((1 << 104) - 1), (entry >> 104) as u8, (entry >> KEY_BITS) as u16);
            let mut expected = Never::new(&plain, !blame, &mut meter).unwrap();
            expected.begin_at(left, dealt, &plain);
            let outcome = expected.run(MOST_STATES, &plain, &mut meter).unwrap();
            expected.release(&mut meter);
            let won = matches!(outcome, Outcome::Won(_));
            assert!(!won, "{left:b} with {dealt} dealt is not lost with blame {blame:b}\n{position:?}");
            checked += usize::from(outcome == Outcome::Lost);
        }
        search.release(&mut meter);
    }
    assert!(checked > checks * 10, "{checked}");
}
