//! Careless play: random legal moves that prefer foundations, the yardstick of how hard a deal is for a person.

use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::shuffle::SplitMix64;

/// Moves from pile to pile after which a careless player gives up hope that another card will go out.
pub const PATIENCE: u32 = 100;

/// Plays a position to its end without a plan, and tells whether that won.
///
/// While a card can go to a foundation, one that can is picked; else any other move, all equally likely. Nothing is ever
/// taken back from a foundation. A redeal is the last resort: when no card can move, or after [`PATIENCE`] moves from
/// pile to pile in a row. The game ends when it is won, when no move is left, or after [`PATIENCE`] such moves with no
/// redeal to come. So every game ends: cards never leave foundations, the stock only shrinks, redeals are counted, and
/// between two of these events lie at most [`PATIENCE`] moves.
///
/// Among n moves in the order of [`Position::legal_moves`], `below(n)` of the generator picks; a lone move draws nothing.
pub fn careless(position: &mut impl Position, generator: &mut SplitMix64) -> bool {
    let mut idle = 0;
    while !position.is_won() {
        let legal = position.legal_moves();
        let out: MoveList = legal.iter().copied().filter(|&play| goes_out(play)).collect();
        let other: MoveList = legal.iter().copied().filter(|&play| shifts(play) && idle < PATIENCE).collect();
        let play = if !out.is_empty() {
            pick(&out, generator)
        } else if !other.is_empty() {
            pick(&other, generator)
        } else if legal.contains(&Move::Redeal) {
            Move::Redeal
        } else {
            return false;
        };
        idle = if matches!(play, Move::ToPile { .. }) { idle + 1 } else { 0 };
        position.play_unchecked(play);
    }
    true
}

/// Counts the wins among careless games: game k plays with `SplitMix64` seeded with k.
///
/// Gives `None` when `go_on`, asked before each game, says no.
pub fn careless_wins<P: Position>(
    position: &P,
    games: std::ops::Range<u64>,
    mut go_on: impl FnMut() -> bool,
) -> Option<u64> {
    let mut wins = 0;
    for game in games {
        if !go_on() {
            return None;
        }
        wins += u64::from(careless(&mut position.clone(), &mut SplitMix64::new(game)));
    }
    Some(wins)
}

fn pick(moves: &MoveList, generator: &mut SplitMix64) -> Move {
    if moves.len() == 1 { moves[0] } else { moves[generator.below(moves.len() as u64) as usize] }
}

fn goes_out(play: Move) -> bool {
    matches!(play, Move::ToFoundation { .. } | Move::DrawToFoundation { .. })
}

/// Tells whether a careless player makes a move when no card can go out.
fn shifts(play: Move) -> bool {
    match play {
        Move::ToPile { .. } | Move::DrawToPile { .. } | Move::Deal => true,
        Move::ToFoundation { .. } | Move::DrawToFoundation { .. } | Move::Redeal | Move::TakeBack { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any_position::AnyPosition;
    use crate::deal::Deal;
    use crate::rules::GAMES;
    use std::sync::Arc;

    #[test]
    fn every_game_ends_the_same_way_for_the_same_generator() {
        for game in &GAMES {
            let mut rules = game.rules();
            if rules.options().iter().any(|(name, _)| *name == "take_back") {
                rules.set("take_back", "yes").unwrap();
            }
            let position = AnyPosition::of(&Deal::from_seed(Arc::new(rules), 3));
            let wins = careless_wins(&position, 0..20, || true).unwrap();
            assert_eq!(careless_wins(&position, 0..20, || true), Some(wins), "{}", game.name);
            let halves = [0..10, 10..20].map(|half| careless_wins(&position, half, || true).unwrap());
            assert_eq!(halves.iter().sum::<u64>(), wins);
        }
    }

    #[test]
    fn only_winnable_deals_are_won_without_a_plan() {
        let rules = Arc::new(crate::rules::Rules::named("intrigue").unwrap());
        let mut won = 0;
        for seed in 0..200 {
            let deal = Deal::from_seed(Arc::clone(&rules), seed);
            let wins = careless_wins(&AnyPosition::of(&deal), 0..20, || true).unwrap();
            if wins > 0 {
                won += 1;
                let mut report = |_: &crate::search::Progress| crate::search::Answer::Continue;
                let mut meter = crate::search::Meter::new(crate::search::Limits::default(), &mut report);
                let solution = crate::solver::Solver::default().solve_deal(&deal, &mut meter);
                assert!(matches!(solution.verdict, crate::verdict::Verdict::Winnable(_)), "seed {seed}");
            }
        }
        assert!(won > 20, "{won}");
    }

    #[test]
    fn the_caller_can_stop_between_games() {
        let rules = Arc::new(crate::rules::Rules::named("fan").unwrap());
        let position = AnyPosition::of(&Deal::from_seed(rules, 1));
        let mut left = 3;
        let stopped = careless_wins(&position, 0..10, || {
            left -= 1;
            left >= 0
        });
        assert_eq!(stopped, None);
    }
}
