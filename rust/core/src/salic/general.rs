//! Exact search for the options of the Salic family that the special searches do not cover: Faerie Queen, bare bases that
//! take cards during the deal, and bare bases that never do.
//!
//! Parts take turns, by states: plans find wins ([`plans`]); a complete search finds wins too and proves losses
//! ([`best_first`], and [`never`] where cards leave columns for foundations alone); easier games prove losses ([`loosened`]).

mod best_first;
mod board;
mod columns;
mod line;
mod loosened;
mod never;
mod plans;
mod reductions;
mod state;

pub use reductions::Reduction;

use crate::moves::Move;
use crate::rules::{BareBase, Plays};
use crate::salic::SalicPosition;
use crate::search::{Meter, Stop};
use crate::shuffle::SplitMix64;
use best_first::{BestFirst, Outcome};
use board::Board;
use columns::Columns;
use line::Line;
use loosened::Loosened;
use never::Never;
use plans::Plans;
use reductions::Switches;
use state::State;

/// States of the first turn; every turn has as many states as all turns before it.
const FIRST_TURN: u64 = 2000;

/// Finds moves that win from exactly this position, or proves that there are none.
///
/// `without` switches reductions off; without all of them the search is slow and still correct.
///
/// # Errors
/// The limit that ended the search before it had an answer.
pub fn solve(
    position: &SalicPosition,
    without: &[Reduction],
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Stop> {
    let board = Board::new(position, Switches::without(without));
    let mut plans = Plans::new(&board, meter)?;
    let answer = if is_straight(&board) { straight(&board, &mut plans, meter) } else { any(&board, &mut plans, meter) };
    plans.release(meter);
    if let Ok(Some(moves)) = &answer {
        debug_assert!(board::replays(position, moves));
    }
    answer
}

/// Tells whether [`Never`] can search this game: nothing is put on columns, and no compulsion binds.
fn is_straight(board: &Board) -> bool {
    board.bare_base == BareBase::Never
        && !board.builds_down
        && board.any_suit
        && match board.plays {
            Plays::Optional => true,
            // Starters without a limit are played at once anyhow.
            Plays::Starters => board.are_starters_harmless && board.switches.has(Reduction::NeverPlaces),
            Plays::Forced => false,
        }
}

/// Solves a game in which cards leave columns for foundations alone.
fn straight(board: &Board, plans: &mut Plans, meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
    let mut search = Never::new(board, 0, meter)?;
    let mut loosened = Loosened::new();
    let answer = straight_turns(board, plans, &mut search, &mut loosened, meter);
    search.release(meter);
    answer
}

/// Lets the search for straight plays, plans and easier games take turns.
///
/// The search begins anew after ever more states, each time with other cards to leave covered first. What it refuted stays
/// refuted, so that its last beginning is complete.
fn straight_turns(
    board: &Board,
    plans: &mut Plans,
    search: &mut Never,
    loosened: &mut Loosened,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Stop> {
    let start = meter.states();
    let mut random = SplitMix64::new(0x0053_5452_4149_5448);
    let mut turn = FIRST_TURN;
    let mut states = FIRST_TURN / 2;
    loop {
        let until = meter.states() + turn;
        while meter.states() < until {
            match search.run(states, board, meter)? {
                never::Outcome::Won(moves) => return Ok(Some(moves)),
                never::Outcome::Lost => return Ok(None),
                never::Outcome::Open => {}
            }
            states += states / 50;
            // Each card is left covered first with one chance in four.
            let half = |random: &mut SplitMix64| u128::from(random.output()) << 64 | u128::from(random.output());
            search.restart(half(&mut random) & half(&mut random), board);
        }
        if let Some(moves) = plans.run(meter.states() + turn, board, meter)? {
            return Ok(Some(moves));
        }
        if loosened.run(meter.states() + turn, board, meter)? {
            return Ok(None);
        }
        turn = (meter.states() - start) / 2;
    }
}

/// Solves a game under any options.
fn any(board: &Board, plans: &mut Plans, meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
    let start = meter.states();
    let mut contents = Columns::new(meter)?;
    let mut search = BestFirst::new();
    let answer = turns(board, plans, &mut contents, &mut search, meter);
    search.release(meter);
    contents.release(meter);
    if answer == Err(Stop::Bytes) {
        // The complete search ran out of memory. Plans need little: they get as many states as all turns had.
        let until = 2 * meter.states() - start;
        return plans.run(until, board, meter)?.map_or(answer, |moves| Ok(Some(moves)));
    }
    answer
}

/// Lets plans and the complete search take turns.
fn turns(
    board: &Board,
    plans: &mut Plans,
    contents: &mut Columns,
    search: &mut BestFirst,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Stop> {
    let first = State::first(board, contents, meter)?;
    search.begin(&first, board, contents, meter)?;
    let start = meter.states();
    let mut turn = FIRST_TURN;
    loop {
        if let Some(moves) = plans.run(meter.states() + turn, board, meter)? {
            return Ok(Some(moves));
        }
        match search.run(turn, board, contents, meter)? {
            Outcome::Won(path) => {
                let mut line = Line::new(board, contents, meter)?;
                line.follow(&path, board, contents, meter)?;
                return Ok(Some(line.moves));
            }
            Outcome::Lost => return Ok(None),
            Outcome::Open => turn = meter.states() - start,
        }
    }
}
