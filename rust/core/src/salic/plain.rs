//! Plain exhaustive search: every legal move of every position, nothing left out. Slow, obvious, right for all options.

use super::SalicPosition;
use crate::moves::Move;
use crate::position::Position;
use crate::search::{Meter, Stop};
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

/// The most bytes that the set of positions may hold where the caller sets no limit.
const MOST_BYTES: usize = 1 << 30;

/// Searches for a win from exactly this position: `Some(moves)` wins, `None` says that a complete search found none.
///
/// # Errors
/// The limit that was reached, [`Stop::Bytes`] also when the positions met fill a gigabyte.
pub(super) fn solve(start: &SalicPosition, meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
    let mut held = 0;
    let answer = search(start, meter, &mut held);
    meter.release(held);
    answer
}

fn search(start: &SalicPosition, meter: &mut Meter<'_>, held: &mut usize) -> Result<Option<Vec<Move>>, Stop> {
    let mut met = HashSet::with_hasher(FxBuildHasher);
    let mut position = start.clone();
    let mut line = Vec::new();
    // The moves still to try of every position on the line, one stretch after the other, and where each stretch begins.
    let mut untried: Vec<Move> = Vec::new();
    let mut stretches: Vec<usize> = Vec::new();
    loop {
        if position.is_won() {
            return Ok(Some(line));
        }
        meter.visit()?;
        stretches.push(untried.len());
        // A position met before is searched already, or being searched further up the line; either way nothing is new.
        let key = key(&position);
        let bytes = key.len() + 2 * size_of::<Box<[u8]>>() + 4 * size_of::<Move>();
        if met.insert(key) {
            if *held + bytes > MOST_BYTES {
                return Err(Stop::Bytes);
            }
            meter.hold(bytes)?;
            *held += bytes;
            untried.extend(position.legal_moves());
        }
        while stretches.last().is_some_and(|&begin| begin == untried.len()) {
            stretches.pop();
            position.undo();
            line.pop();
        }
        let Some(play) = untried.pop() else {
            return Ok(None);
        };
        position.play_unchecked(play);
        line.push(play);
    }
}

/// Writes down the whole position but for what never changes: the stock by its length, then column after column.
///
/// The cards on foundations are the rest of the pack, so that equal keys mean equal positions of one game.
fn key(position: &SalicPosition) -> Box<[u8]> {
    const END_OF_COLUMN: u8 = u8::MAX;
    let columns = position
        .columns()
        .iter()
        .flat_map(|column| column.iter().map(|card| card.index() as u8).chain([END_OF_COLUMN]));
    [position.stock().len() as u8].into_iter().chain(columns).collect()
}
