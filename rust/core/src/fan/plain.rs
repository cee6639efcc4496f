//! Plain exhaustive search: every position that can be reached, once.

use super::FanPosition;
use crate::card::Suit;
use crate::deal::Shuffles;
use crate::moves::Move;
use crate::position::Position;
use crate::search::{Meter, Stop};
use rustc_hash::FxHashSet;

/// Ends a fan or the stock in a key; no card has this number.
const END: u8 = u8::MAX;

/// Writes down all that the rest of the game depends on: two positions with equal keys are won or lost alike.
///
/// Fans are interchangeable, so they are sorted, unless a redeal gathers them in their order.
pub(super) fn key(position: &FanPosition) -> Box<[u8]> {
    let mut fans: Vec<_> = position.fans().iter().map(Vec::as_slice).collect();
    let order_counts = matches!(position.shuffles(), Shuffles::PySolFc { .. }) && position.redeals_left() > 0;
    if !order_counts {
        fans.sort_unstable();
    }
    let mut key = vec![position.redeals_left(), position.draws_left(), position.values_used() as u8];
    for suit in Suit::all() {
        key.extend_from_slice(position.foundations().heights(suit));
    }
    key.extend(position.stock().map(|card| card.index() as u8));
    for fan in fans {
        key.push(END);
        key.extend(fan.iter().map(|card| card.index() as u8));
    }
    key.into()
}

/// Finds moves that win, by depth-first search over all positions.
///
/// # Errors
/// What stopped the search before it had an answer.
pub(super) fn solve(position: &FanPosition, meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
    let mut seen = Seen { keys: FxHashSet::default(), bytes: 0 };
    let found = search(position, &mut seen, meter);
    meter.release(seen.bytes);
    found
}

struct Seen {
    keys: FxHashSet<Box<[u8]>>,
    /// The bytes held by the keys and by the moves still to try.
    bytes: usize,
}

impl Seen {
    /// Notes a position; `false` when it was there before.
    fn insert(&mut self, position: &FanPosition, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let key = key(position);
        // The key, its entry in a table at most 7/8 and at least 7/16 full, and the allocator's share.
        let bytes = key.len() + 3 * size_of::<Box<[u8]>>() + 16;
        if self.keys.contains(&key) {
            return Ok(false);
        }
        meter.hold(bytes)?;
        self.bytes += bytes;
        Ok(self.keys.insert(key))
    }
}

fn search(position: &FanPosition, seen: &mut Seen, meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
    let mut position = position.clone();
    let played_before = position.moves().len();
    if position.is_won() {
        return Ok(Some(Vec::new()));
    }
    seen.insert(&position, meter)?;
    // The moves still to try at each position on the way, as plain lists: the way may be long.
    let moves = moves_to_try(&position);
    meter.hold(level_bytes(&moves))?;
    seen.bytes += level_bytes(&moves);
    let mut levels = vec![moves];
    while let Some(moves) = levels.last_mut() {
        let Some(play) = moves.pop() else {
            meter.release(level_bytes(moves));
            seen.bytes -= level_bytes(moves);
            levels.pop();
            if !levels.is_empty() {
                position.undo();
            }
            continue;
        };
        meter.visit()?;
        position.play_unchecked(play);
        if position.is_won() {
            return Ok(Some(position.moves().skip(played_before).collect()));
        }
        if seen.insert(&position, meter)? {
            let moves = moves_to_try(&position);
            meter.hold(level_bytes(&moves))?;
            seen.bytes += level_bytes(&moves);
            levels.push(moves);
        } else {
            position.undo();
        }
    }
    Ok(None)
}

/// Estimates what one position on the way holds: its moves, and what its undoing needs.
fn level_bytes(moves: &Vec<Move>) -> usize {
    moves.capacity() * size_of::<Move>() + 96
}

/// Lists the legal moves, the most hopeful last: foundations, then building, then the rest.
fn moves_to_try(position: &FanPosition) -> Vec<Move> {
    let mut moves: Vec<_> = position.legal_moves().into_iter().collect();
    moves.sort_by_key(|play| match play {
        Move::Redeal => 0,
        Move::TakeBack { .. } => 1,
        Move::DrawToPile { .. } | Move::DrawToFoundation { .. } => 2,
        Move::ToPile { .. } => 3,
        _ => 4,
    });
    moves
}
