//! The most cards that can be on the foundations at once, by any legal play without redealing.
//!
//! The one-pack fan games have searches of their own, which soon are complete. For all others: a
//! winnable position has every card out, so first the search for a win, within a share of the states; then careless games, to
//! begin with something; then every position that can be reached, until none is left or a limit ends it.

use crate::any_position::{AnyPosition, Table};
use crate::card::Suit;
use crate::fan::{self, FanPosition};
use crate::moves::Move;
use crate::plain::{self, Keyed};
use crate::playout;
use crate::position::Position;
use crate::rules::{Family, Layout};
use crate::salic::SalicPosition;
use crate::search::{Answer, Limits, Meter, Progress, Stop};
use crate::shuffle::SplitMix64;
use crate::solver::Solver;
use crate::verdict::Verdict;
use std::time::Instant;

/// The most cards out that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MostOut {
    /// How many cards are on the foundations after the moves.
    pub cards_out: usize,
    /// The moves that put them there.
    pub moves: Vec<Move>,
    /// What ended the search early; `None` when there is no better play.
    pub stopped: Option<Stop>,
    /// States visited.
    pub states: u64,
}

/// The most states of the search for a win; half the limit on states if that is less.
const STATES_FOR_A_WIN: u64 = 100_000;

/// Careless games before the complete search; game k plays with `SplitMix64` seeded with k.
const CARELESS_GAMES: u64 = 64;

/// Finds the most cards that can be on the foundations at once by any legal play without redealing.
///
/// A draw is part of it when all redeals are used. The same limits give the same answer, but for those on time.
pub fn most_out(position: &AnyPosition, limits: Limits, report: &mut dyn FnMut(&Progress) -> Answer) -> MostOut {
    let mut start = position.clone();
    if redeals_left(position) > 0 {
        start.lower(Some(0), Some(0)).expect("the position has redeals, and no number is below 0");
    }
    let mut search = MostOutSearch { begun: Instant::now(), limits, report, states: 0, best: Vec::new() };
    let mut stopped = search.run(&start).err();
    for &play in &search.best {
        start.play_unchecked(play);
    }
    if start.is_won() {
        stopped = None;
    }
    MostOut { cards_out: cards_out(&start), moves: search.best, stopped, states: search.states }
}

/// Counts the cards on the foundations: all that have left the game but those that a game takes out before play.
pub fn cards_out(position: &AnyPosition) -> usize {
    match position.table() {
        Table::Salic(salic) => salic.cards_out(),
        Table::Fan(fan) => fan.cards_out(),
    }
}

/// Counts the cards that a won game has on the foundations: the pack, in the Salic family without the bases.
pub fn cards_of_a_win(position: &AnyPosition) -> usize {
    match &position.rules().family {
        Family::Salic(rules) => rules.pack.len() - rules.pack.cards_of_a_rank(),
        Family::Fan(rules) => rules.pack.len(),
    }
}

fn redeals_left(position: &AnyPosition) -> u8 {
    match position.table() {
        Table::Salic(_) => 0,
        Table::Fan(fan) => fan.redeals_left(),
    }
}

/// The stages, and what they share.
struct MostOutSearch<'a> {
    begun: Instant,
    limits: Limits,
    report: &'a mut dyn FnMut(&Progress) -> Answer,
    states: u64,
    best: Vec<Move>,
}

impl MostOutSearch<'_> {
    fn run(&mut self, start: &AnyPosition) -> Result<(), Stop> {
        if let Table::Fan(fan) = start.table()
            && let Some((moves, ended)) = self.stage(None, |meter| fan::most_out(fan, meter))
        {
            self.best = moves;
            return ended;
        }
        let share = self.limits.states.map_or(u64::MAX, |most| most / 2);
        let verdict = self.stage(Some(share.min(STATES_FOR_A_WIN)), |meter| {
            Solver::default().solve_position(start, &[], meter).verdict
        });
        let all = cards_of_a_win(start);
        let enough = match verdict {
            Verdict::Winnable(moves) => {
                self.best = moves;
                return Ok(());
            }
            Verdict::Unwinnable => all - 1,
            Verdict::Unknown(stop @ (Stop::Seconds | Stop::Interrupted)) => return Err(stop),
            Verdict::Unknown(Stop::States | Stop::Bytes) => all,
        };
        let mut out = cards_out(start);
        self.play_carelessly(start, &mut out)?;
        if out >= enough {
            return Ok(());
        }
        match start.table() {
            Table::Salic(salic) => self.explore(salic, out, enough),
            Table::Fan(fan) => self.explore(fan, out, enough),
        }
    }

    /// Runs a stage with a meter of its own, which has what is left of the limits.
    fn stage<T>(&mut self, most: Option<u64>, work: impl FnOnce(&mut Meter<'_>) -> T) -> T {
        let before = self.states;
        let left = self.limits.states.map(|limit| limit.saturating_sub(before));
        let limits = Limits {
            states: left.into_iter().chain(most).min(),
            time: self.limits.time.map(|time| time.saturating_sub(self.begun.elapsed())),
            bytes: self.limits.bytes,
        };
        let begun = self.begun;
        let report = &mut *self.report;
        let mut in_all = |progress: &Progress| {
            report(&Progress { states: before + progress.states, time: begun.elapsed(), bytes: progress.bytes })
        };
        let mut meter = Meter::new(limits, &mut in_all);
        let result = work(&mut meter);
        self.states = before + meter.states();
        result
    }

    fn play_carelessly(&mut self, start: &AnyPosition, out: &mut usize) -> Result<(), Stop> {
        let known = start.moves().len();
        let best = self.stage(None, |meter| {
            let mut best = None;
            for game in 0..CARELESS_GAMES {
                let mut position = start.clone();
                playout::careless(&mut position, &mut SplitMix64::new(game));
                let mut moves = position.moves();
                if let Err(stop) = meter.visit_many((moves.len() - known) as u64) {
                    return (best, Err(stop));
                }
                if cards_out(&position) > *out {
                    *out = cards_out(&position);
                    best = Some(moves.split_off(known));
                }
            }
            (best, Ok(()))
        });
        let (moves, ended) = best;
        self.best = moves.unwrap_or_default();
        ended
    }

    /// Looks at every position that can be reached, until one has `enough` cards out.
    fn explore<P: Counted>(&mut self, start: &P, mut most: usize, enough: usize) -> Result<(), Stop> {
        let mut best = None;
        let look = |position: &P, line: &[Move]| {
            let out = position.cards_out();
            if out > most {
                most = out;
                best = Some(line.to_vec());
            }
            most >= enough
        };
        let ended = self.stage(None, |meter| plain::explore(start, P::moves_of_use, look, meter));
        self.best = best.unwrap_or(std::mem::take(&mut self.best));
        ended
    }
}

/// A position whose cards out can be counted.
trait Counted: Keyed {
    /// Counts the cards on the foundations.
    fn cards_out(&self) -> usize;

    /// Lists the legal moves, the most hopeful last; those that cannot lead to more cards out may be missing.
    fn moves_of_use(&self) -> Vec<Move>;
}

impl Counted for SalicPosition {
    fn cards_out(&self) -> usize {
        self.rules().rows.iter().flatten().map(|&rank| self.out_of_rank(rank)).sum()
    }

    fn moves_of_use(&self) -> Vec<Move> {
        let mut moves = self.moves_to_try();
        moves.sort_by_key(|play| match play {
            Move::ToPile { .. } => 0,
            Move::Deal => 1,
            _ => 2,
        });
        moves
    }
}

impl Counted for FanPosition {
    fn cards_out(&self) -> usize {
        let heights = Suit::all().take(self.rules().pack.suits()).flat_map(|suit| self.foundations().heights(suit));
        heights.map(|&height| usize::from(height)).sum()
    }

    /// Leaves out that a card alone in its fan is built on another, where the gap would take nothing.
    ///
    /// Proof. Say that a position is finer than another when it arises from it by splitting fans. Whatever is played in a
    /// position can be played in a finer one, to the same cards, and leaves a finer one: a top card is a top card, no fan
    /// holds more cards than it did, and gaps are of no use. The position without such a move is finer than the one
    /// after it, with the same cards out.
    fn moves_of_use(&self) -> Vec<Move> {
        let mut moves = self.moves_to_try();
        let gap_takes_card = match self.rules().layout {
            Layout::AllInRounds { empty_takes_king } => empty_takes_king,
            Layout::ThreesFromStock { .. } => self.stock().len() > 0,
        };
        if !gap_takes_card {
            let is_alone = |from: u8| self.fans()[usize::from(from)].len() == 1;
            moves.retain(|play| !matches!(play, Move::ToPile { from, .. } if is_alone(*from)));
        }
        moves
    }
}
