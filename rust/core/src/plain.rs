//! Plain exhaustive search: every legal move of every position, nothing left out. Slow, obvious, right for all options.

use crate::moves::Move;
use crate::position::Position;
use crate::search::{Meter, Stop};
use crate::store::Held;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A position that can write down all that the rest of the game depends on.
pub(crate) trait Keyed: Position {
    /// Adds at most 255 bytes that are the same for two positions of one game only when these are won or lost alike.
    fn write_key(&self, key: &mut Vec<u8>);

    /// Lists the legal moves, the most hopeful last.
    fn moves_to_try(&self) -> Vec<Move>;
}

/// Searches for a win from exactly this position: `Some(moves)` wins, `None` says that a complete search found none.
///
/// # Errors
/// The limit that was reached, [`Stop::Bytes`] also when the positions met fill the most that any search may hold.
pub(crate) fn solve<P: Keyed>(start: &P, meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
    let mut held = Held::default();
    let answer = search(start.clone(), P::moves_to_try, |position, _| position.is_won(), meter, &mut held);
    held.release_all(meter);
    answer
}

/// Looks at every position that can be reached by the moves that `moves` lists, until `look`, which gets each with the
/// moves that lead there, says that it has seen enough.
///
/// # Errors
/// As for [`solve`].
pub(crate) fn explore<P: Keyed>(
    start: &P,
    moves: impl Fn(&P) -> Vec<Move>,
    look: impl FnMut(&P, &[Move]) -> bool,
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    let mut held = Held::default();
    let answer = search(start.clone(), moves, look, meter, &mut held);
    held.release_all(meter);
    answer.map(|_| ())
}

/// What a position keeps for each move played, so that it can be taken back.
const HISTORY_BYTES: usize = 160;

fn search<P: Keyed>(
    mut position: P,
    moves: impl Fn(&P) -> Vec<Move>,
    mut look: impl FnMut(&P, &[Move]) -> bool,
    meter: &mut Meter<'_>,
    held: &mut Held,
) -> Result<Option<Vec<Move>>, Stop> {
    let mut met = Met::default();
    let mut line = Vec::new();
    // The moves still to try of every position on the line, one stretch after the other, and where each stretch begins.
    let mut untried: Vec<Move> = Vec::new();
    let mut stretches: Vec<usize> = Vec::new();
    let mut longest = 0;
    loop {
        if look(&position, &line) {
            return Ok(Some(line));
        }
        meter.visit()?;
        held.push(&mut stretches, untried.len(), meter)?;
        // A position met before is searched already, or being searched further up the line; either way nothing is new.
        if met.insert(&position, meter, held)? {
            for play in moves(&position) {
                held.push(&mut untried, play, meter)?;
            }
        }
        while stretches.last().is_some_and(|&begin| begin == untried.len()) {
            stretches.pop();
            position.undo();
            line.pop();
        }
        let Some(play) = untried.pop() else {
            return Ok(None);
        };
        if line.len() == longest {
            held.hold(HISTORY_BYTES, meter)?;
            longest += 1;
        }
        position.play_unchecked(play);
        held.push(&mut line, play, meter)?;
    }
}

/// The positions met: their keys one after the other in blocks that never move, and a table of where each begins.
#[derive(Default)]
struct Met {
    blocks: Vec<Vec<u8>>,
    places: HashTable<Place>,
    key: Vec<u8>,
}

/// Where a key lies: the block and the first byte, which gives the length.
#[derive(Clone, Copy)]
struct Place {
    block: u32,
    start: u32,
}

const BLOCK: usize = 1 << 16;

impl Met {
    /// Notes a position; `false` when it was there before.
    fn insert<P: Keyed>(&mut self, position: &P, meter: &mut Meter<'_>, held: &mut Held) -> Result<bool, Stop> {
        self.key.clear();
        position.write_key(&mut self.key);
        debug_assert!(u8::try_from(self.key.len()).is_ok());
        let hash = hash(&self.key);
        let blocks = &self.blocks;
        if self.places.find(hash, |&place| stored(blocks, place) == self.key).is_some() {
            return Ok(false);
        }
        held.reserve(&mut self.places, |&place| self::hash(stored(blocks, place)), meter)?;
        if self.blocks.last().is_none_or(|block| block.len() + self.key.len() >= BLOCK) {
            held.hold(BLOCK, meter)?;
            held.push(&mut self.blocks, Vec::with_capacity(BLOCK), meter)?;
        }
        let number = self.blocks.len() - 1;
        let block = &mut self.blocks[number];
        let place = Place { block: number as u32, start: block.len() as u32 };
        block.push(self.key.len() as u8);
        block.extend_from_slice(&self.key);
        let blocks = &self.blocks;
        self.places.insert_unique(hash, place, |&place| self::hash(stored(blocks, place)));
        Ok(true)
    }
}

fn stored(blocks: &[Vec<u8>], place: Place) -> &[u8] {
    let from = &blocks[place.block as usize][place.start as usize..];
    &from[1..=usize::from(from[0])]
}

/// Picks a bucket for a key; it never decides equality.
fn hash(key: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(key);
    hasher.finish()
}
