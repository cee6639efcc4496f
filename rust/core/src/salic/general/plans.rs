//! Finding wins by plans: a plan settles what is played during the deal, and a short search ends the game.
//!
//! A plan gives every card two numbers: how many cards must be dealt before it may be played (*hold*), and which of two
//! playable cards goes first (*urgency*). Plans are changed a little at a time, and a change is kept when it leads nearer to
//! a win, and sometimes when it does not (Metropolis). Only legal moves are made, so a win is a win; nothing follows from
//! failure.

use super::best_first::{BestFirst, Outcome};
use super::board::{BASE, Board, Counts, MOST_COLUMNS};
use super::columns::Columns;
use super::line::Line;
use super::state::{Key, State};
use crate::card::Pack;
use crate::moves::{Foundation, Move};
use crate::rules::{BareBase, Plays};
use crate::search::{Meter, Stop};
use crate::shuffle::SplitMix64;
use arrayvec::ArrayVec;

/// No card.
const NONE: u8 = u8::MAX;

/// Not during the deal.
const NEVER: u8 = u8::MAX;

/// What a plan says of one card.
#[derive(Clone, Copy, Debug)]
struct Wish {
    /// How many cards must be dealt before the card may be played.
    hold: u8,
    /// The higher goes first.
    urgency: u8,
    /// How many cards must be dealt before the card may go onto a bare base during the deal.
    stash: u8,
}

/// A card of the game, bases left out.
#[derive(Clone, Copy, Debug)]
struct Place {
    kind: u8,
    /// How many cards are dealt when it lies on the table.
    dealt: u8,
}

/// What the deal phase of one plan leads to.
#[derive(Clone, Debug)]
struct Layout {
    tops: [u8; MOST_COLUMNS],
    below: [u8; Pack::MOST_CARDS],
    /// Column and target of each move, `NONE` for a foundation; a deal is (`NONE`, `NONE`).
    moves: Vec<(u8, u8)>,
}

/// A win finder that can be stopped and taken up again.
#[derive(Debug)]
pub(super) struct Plans {
    random: SplitMix64,
    cards: ArrayVec<Place, { Pack::MOST_CARDS }>,
    tops: [u8; MOST_COLUMNS],
    below: [u8; Pack::MOST_CARDS],
    current: Vec<Wish>,
    trial: Vec<Wish>,
    score: usize,
    key: Option<Key>,
    /// Steps until a new start.
    steps_left: u32,
    contents: Columns,
    search: BestFirst,
    layout: Layout,
}

/// Steps from one start.
const STEPS: u32 = 3000;

/// States of the search that ends the game, for one plan; in suit the end is longer.
const STATES: u64 = 250;
const STATES_IN_SUIT: u64 = 2000;

/// Contents after which the table of contents is cleared.
const MOST_CONTENTS: usize = 60_000;

/// The chance, in 65,536ths, to keep a plan that is worse by 1, 2, …: about exp(−worse / 2.5).
const KEEP_WORSE: [u64; 12] = [43929, 29446, 19738, 13231, 8869, 5945, 3985, 2671, 1790, 1200, 804, 539];

impl Plans {
    /// Makes a finder for this board.
    pub(super) fn new(board: &Board, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let mut cards = ArrayVec::new();
        let mut tops = [NONE; MOST_COLUMNS];
        let mut below = [NONE; Pack::MOST_CARDS];
        for (top, column) in tops.iter_mut().zip(&board.columns) {
            for &kind in column {
                below[cards.len()] = *top;
                *top = cards.len() as u8;
                cards.push(Place { kind, dealt: 0 });
            }
        }
        for (at, &kind) in board.stock.iter().enumerate() {
            if kind != BASE {
                cards.push(Place { kind, dealt: at as u8 + 1 });
            }
        }
        Ok(Self {
            random: SplitMix64::new(0x0050_4C41_4E53),
            cards,
            tops,
            below,
            current: Vec::new(),
            trial: Vec::new(),
            score: usize::MAX,
            key: None,
            steps_left: 0,
            contents: Columns::new(meter)?,
            search: BestFirst::new(),
            layout: Layout { tops, below, moves: Vec::new() },
        })
    }

    /// Tries plans until the meter has counted so many states, and gives the first win.
    pub(super) fn run(&mut self, until: u64, board: &Board, meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
        while meter.states() < until {
            meter.visit()?;
            if self.steps_left == 0 {
                self.start(board);
            } else {
                self.change(board);
            }
            self.steps_left -= 1;
            self.play(board);
            if let Some(moves) = self.finish(board, meter)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// Makes a new first plan.
    fn start(&mut self, board: &Board) {
        self.steps_left = STEPS;
        self.score = usize::MAX;
        self.key = None;
        self.trial.clear();
        for place in &self.cards {
            let held = self.random.below(10) == 0 && !board.is_starter(place.kind);
            let urgency = self.random.below(200) as u8;
            self.trial.push(Wish { hold: if held { NEVER } else { 0 }, urgency, stash: NEVER });
        }
    }

    /// Changes the plan of a few cards.
    fn change(&mut self, board: &Board) {
        self.trial.clone_from(&self.current);
        if self.cards.is_empty() {
            return;
        }
        let stashes = board.bare_base == BareBase::AnyTime;
        for _ in 0..=self.random.below(3) {
            let card = self.random.below(self.cards.len() as u64) as usize;
            let place = self.cards[card];
            let later = board.stock.len() as u64 - u64::from(place.dealt);
            let some_time = place.dealt + self.random.below(later + 1) as u8;
            let wish = &mut self.trial[card];
            let choice = self.random.below(if stashes { 6 } else { 4 });
            match choice {
                0..3 if board.is_starter(place.kind) => wish.urgency = self.random.below(200) as u8,
                0 => wish.hold = 0,
                1 => wish.hold = NEVER,
                2 => wish.hold = some_time,
                3 => wish.urgency = self.random.below(200) as u8,
                4 => wish.stash = NEVER,
                _ => wish.stash = some_time,
            }
        }
    }

    /// Plays the deal phase of the trial plan.
    fn play(&mut self, board: &Board) {
        let layout = &mut self.layout;
        layout.tops = self.tops;
        layout.below = self.below;
        layout.moves.clear();
        let dealt_first = self.cards.iter().filter(|place| place.dealt == 0).count();
        let mut next = dealt_first;
        let mut table = Counts::default();
        for place in &self.cards[..dealt_first] {
            table += board.kind(place.kind).one;
        }
        let mut out = board.out(0, table);
        let stashes = board.bare_base == BareBase::AnyTime;
        for dealt in 0..board.stock.len() as u8 {
            let count = board.columns_at(dealt);
            loop {
                let mut best: Option<(u8, usize)> = None;
                for column in 0..count {
                    let top = layout.tops[column];
                    if top == NONE {
                        continue;
                    }
                    let (wish, kind) = (self.trial[top as usize], self.cards[top as usize].kind);
                    if (wish.hold <= dealt || board.plays == Plays::Forced)
                        && best.is_none_or(|(urgency, _)| wish.urgency > urgency)
                        && board.accepts(kind, dealt, out)
                    {
                        best = Some((wish.urgency, column));
                    }
                }
                if let Some((_, column)) = best {
                    let top = layout.tops[column];
                    layout.tops[column] = layout.below[top as usize];
                    out += board.kind(self.cards[top as usize].kind).one;
                    layout.moves.push((column as u8, NONE));
                    continue;
                }
                if !stashes {
                    break;
                }
                // Bases of finished columns first; a card on the newest one is covered by the next.
                let Some(base) = (0..count).find(|&column| layout.tops[column] == NONE) else { break };
                let stashed = (0..count).find(|&column| {
                    let top = layout.tops[column];
                    top != NONE && layout.below[top as usize] != NONE && self.trial[top as usize].stash <= dealt
                });
                let Some(column) = stashed else { break };
                let top = layout.tops[column];
                layout.tops[column] = layout.below[top as usize];
                layout.below[top as usize] = NONE;
                layout.tops[base] = top;
                layout.moves.push((column as u8, base as u8));
            }
            if board.next(dealt) != Some(BASE) {
                let newest = &mut layout.tops[count - 1];
                layout.below[next] = *newest;
                *newest = next as u8;
                next += 1;
            }
            layout.moves.push((NONE, NONE));
        }
    }

    /// Searches the end of the game from where the trial plan led, and keeps the better plan.
    fn finish(&mut self, board: &Board, meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
        if self.contents.len() > MOST_CONTENTS {
            self.contents.clear();
            self.key = None;
        }
        let dealt = board.stock.len() as u8;
        let mut columns = [const { ArrayVec::<u8, { Pack::MOST_CARDS }>::new_const() }; MOST_COLUMNS];
        for (column, &top) in columns.iter_mut().zip(&self.layout.tops) {
            let mut card = top;
            while card != NONE {
                column.push(self.cards[card as usize].kind);
                card = self.layout.below[card as usize];
            }
            column.reverse();
        }
        let contents = columns[..board.columns_at(dealt)].iter().map(ArrayVec::as_slice);
        let state = State::laid_out(board, dealt, contents, &mut self.contents, meter)?;
        if self.key == Some(state.key()) {
            std::mem::swap(&mut self.current, &mut self.trial);
            return Ok(None);
        }
        self.search.begin(&state, board, &self.contents, meter)?;
        let states = if board.any_suit { STATES } else { STATES_IN_SUIT };
        let outcome = self.search.run(states, board, &mut self.contents, meter)?;
        if let Outcome::Won(path) = outcome {
            let mut line = Line::new(board, &mut self.contents, meter)?;
            for &(from, to) in &self.layout.moves {
                let play = match (from, to) {
                    (NONE, _) => Move::Deal,
                    (from, NONE) => Move::ToFoundation { from, foundation: Foundation::Any },
                    (from, to) => Move::ToPile { from, to },
                };
                line.play(play, board, &mut self.contents, meter)?;
            }
            line.follow(&path, board, &mut self.contents, meter)?;
            return Ok(Some(line.moves));
        }
        let score = self.search.nearest;
        let keep = score <= self.score
            || KEEP_WORSE.get(score - self.score - 1).is_some_and(|&chance| self.random.below(65_536) < chance);
        if keep {
            self.score = score;
            self.key = Some(state.key());
            std::mem::swap(&mut self.current, &mut self.trial);
        }
        Ok(None)
    }

    /// Lets go of all memory.
    pub(super) fn release(self, meter: &mut Meter<'_>) {
        self.search.release(meter);
        self.contents.release(meter);
    }
}
