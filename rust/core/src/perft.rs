//! Exhaustive counts of move sequences: the strictest comparison of two engines.

use crate::position::Position;
use crate::search::{Meter, Stop};

/// Counts the sequences of exactly `depth` legal moves from a position.
///
/// # Errors
/// The limit of the meter that was reached; every move played counts as one state.
pub fn perft<P: Position>(position: &P, depth: usize, meter: &mut Meter<'_>) -> Result<u64, Stop> {
    if depth == 0 {
        return Ok(1);
    }
    let mut position = position.clone();
    // One list of moves still to play for each depth: no recursion, so that no depth can overflow the stack.
    let mut levels = vec![position.legal_moves()];
    let mut count = 0;
    while let Some(moves) = levels.last_mut() {
        let Some(play) = moves.pop() else {
            levels.pop();
            if !levels.is_empty() {
                position.undo();
            }
            continue;
        };
        meter.visit()?;
        if levels.len() == depth {
            count += 1;
            continue;
        }
        position.play_unchecked(play);
        levels.push(position.legal_moves());
    }
    Ok(count)
}
