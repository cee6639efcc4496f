//! Complete search where cards leave columns for foundations alone: `bare_base = never` without building.
//!
//! A position is the number of cards dealt and the set of cards left. The search is depth first and without cycles, so
//! that every failure can say which ranks it is due to ([`Reduction::NeverBlame`]).

#[cfg(test)]
mod claims;

use super::board::{BASE, Board, Counts, MOST_COLUMNS};
use super::reductions::Reduction;
use crate::card::{Pack, Rank};
use crate::moves::{Foundation, Move};
use crate::search::{Meter, Stop};
use crate::store::{Held, mixed};
use arrayvec::ArrayVec;
use hashbrown::HashTable;

/// Stands for dealing among the choices of a state; columns are 0 to 7.
const DEAL: u8 = MOST_COLUMNS as u8;

/// Stands for taking up a chain of plays that ends with the newest column's top.
const CHAIN: u8 = DEAL + 1;

/// The most sets of blamed ranks that are looked for at each number of cards dealt.
const MOST_PATTERNS: usize = 24;

/// Those sets.
type Blames = ArrayVec<u16, MOST_PATTERNS>;

/// The most states on a line: the first, and one after each of at most 104 deals, 96 plays and as many chains taken up.
const MOST_FRAMES: usize = 1 + 104 + 96 + 96;

/// Whether a state is in the middle of a chain of plays ([`Reduction::NeverDelays`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chain {
    /// It is not: the next card may be dealt.
    None,
    /// It is, and the newest column's top may not end it yet.
    Begun,
    /// It is, and the newest column's top may end it.
    Ripe,
}

/// A state on the line that is being searched.
#[derive(Clone, Debug)]
struct Frame {
    /// The cards that are on the table or not dealt yet.
    left: u128,
    out: Counts,
    dealt: u8,
    chain: Chain,
    /// The ranks that failures so far are due to.
    blame: u16,
    /// What is still to be tried, the first choice last.
    untried: ArrayVec<u8, { MOST_COLUMNS + 2 }>,
    /// The choice that is being searched.
    choice: u8,
    /// The rank of the card that this choice plays, if its failure may settle the state; else no rank.
    settles: u8,
}

/// How a slice of the search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// These moves win.
    Won(Vec<Move>),
    /// There is no win.
    Lost,
    /// The slice is used up; the search can go on.
    Open,
}

/// A search that can be stopped and taken up again.
#[derive(Debug)]
pub(super) struct Never {
    /// By card, numbered as dealt, bases left out: its kind.
    kinds: ArrayVec<u8, { Pack::MOST_CARDS }>,
    /// By rank: its cards.
    of_rank: [u128; Rank::COUNT],
    /// By rank: the rank before it in its row; 13 for a starter.
    previous: [u8; Rank::COUNT],
    /// By column: its cards, those not dealt yet included.
    columns: [u128; MOST_COLUMNS],
    /// By cards dealt: the cards dealt.
    dealt: Vec<u128>,
    /// Ranks that go out whenever they are exposed, in the game with free ranks that is searched.
    free: u16,
    frames: Vec<Frame>,
    begun: bool,
    /// Failed states, with their blame in the upper 13 bits.
    failed: HashTable<u128>,
    /// Failed states as far as the blamed ranks show, see [`Reduction::NeverPatterns`].
    patterns: HashTable<u128>,
    /// By cards dealt: the sets of blamed ranks that were found there, the last one used first.
    blames: Vec<Blames>,
    /// Cards to leave on their columns first where there is a choice.
    cover_first: u128,
    full: bool,
    held: Held,
}

const KEY_BITS: u32 = 115;

#[inline]
fn hash(key: u128) -> u64 {
    mixed(mixed(key as u64) ^ (key >> 64) as u64)
}

#[inline]
fn hash_failed(entry: &u128) -> u64 {
    hash(entry & ((1 << KEY_BITS) - 1))
}

#[inline]
fn key(frame: &Frame) -> u128 {
    // Cards without bases are at most 104 − 8 = 96 in any pack with 8 bases, and fewer bases mean fewer cards.
    frame.left | u128::from(frame.dealt) << 104 | (frame.chain as u128) << 112
}

impl Never {
    /// Begins at the board's position, in the game where these ranks are free.
    ///
    /// # Errors
    /// [`Stop::Bytes`] when there is no room for the line of states.
    pub(super) fn new(board: &Board, free: u16, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let mut held = Held::default();
        held.hold(MOST_FRAMES * size_of::<Frame>() + (board.stock.len() + 1) * size_of::<Blames>(), meter)?;
        let mut kinds = ArrayVec::new();
        let mut columns = [0; MOST_COLUMNS];
        for (column, cards) in columns.iter_mut().zip(&board.columns) {
            for &kind in cards {
                *column |= 1 << kinds.len();
                kinds.push(kind);
            }
        }
        let mut dealt = vec![(1u128 << kinds.len()) - 1];
        for (at, &kind) in board.stock.iter().enumerate() {
            if kind != BASE {
                columns[board.columns_at(at as u8) - 1] |= 1 << kinds.len();
                kinds.push(kind);
            }
            dealt.push((1 << kinds.len()) - 1);
        }
        let mut of_rank = [0; Rank::COUNT];
        let mut previous = [Rank::COUNT as u8; Rank::COUNT];
        let mut table = Counts::default();
        for (card, &kind) in kinds.iter().enumerate() {
            let rank = board.kind(kind).rank as usize;
            of_rank[rank] |= 1 << card;
            previous[rank] = board.previous_rank(kind).unwrap_or(Rank::COUNT as u8);
            if dealt[0] >> card & 1 == 1 {
                table += board.kind(kind).one;
            }
        }
        let blames = vec![Blames::new(); board.stock.len() + 1];
        let first = Frame {
            left: (1 << kinds.len()) - 1,
            out: board.out(0, table),
            dealt: 0,
            chain: Chain::None,
            blame: 0,
            untried: ArrayVec::new(),
            choice: DEAL,
            settles: Rank::COUNT as u8,
        };
        let mut frames = Vec::with_capacity(MOST_FRAMES);
        frames.push(first);
        Ok(Self {
            kinds,
            of_rank,
            previous,
            columns,
            dealt,
            free,
            frames,
            begun: false,
            failed: HashTable::new(),
            patterns: HashTable::new(),
            blames,
            cover_first: 0,
            full: false,
            held,
        })
    }

    #[inline]
    fn rank(&self, card: u8, board: &Board) -> u8 {
        board.kind(self.kinds[card as usize]).rank
    }

    /// Gives the top card of a column.
    #[inline]
    fn top(&self, frame: &Frame, column: usize) -> Option<u8> {
        let cards = frame.left & self.columns[column] & self.dealt[frame.dealt as usize];
        if cards == 0 { None } else { Some(cards.ilog2() as u8) }
    }

    #[inline]
    fn is_free(&self, rank: u8) -> bool {
        self.free >> rank & 1 == 1
    }

    #[inline]
    fn accepts(&self, frame: &Frame, card: u8, board: &Board) -> bool {
        self.is_free(self.rank(card, board)) || board.accepts(self.kinds[card as usize], frame.dealt, frame.out)
    }

    #[inline]
    fn play(&self, frame: &mut Frame, card: u8, board: &Board) {
        frame.left &= !(1 << card);
        frame.out += board.kind(self.kinds[card as usize]).one;
    }

    /// Plays what may be played at once ([`Reduction::NeverPlaces`]) and notes it in `line`.
    fn settle(&self, frame: &mut Frame, board: &Board, mut note: impl FnMut(u8)) {
        if !board.switches.has(Reduction::NeverPlaces) {
            return;
        }
        let count = board.columns_at(frame.dealt);
        'again: loop {
            for column in 0..count {
                let Some(card) = self.top(frame, column) else { continue };
                let kind = self.kinds[card as usize];
                let rank = board.kind(kind).rank;
                let below = self.of_rank[rank as usize] & self.columns[column] & ((1 << card) - 1);
                let rivals = (frame.left & self.of_rank[rank as usize] & !below).count_ones();
                if self.is_free(rank)
                    || board.is_certain(kind, frame.dealt, frame.out)
                    || board.places(kind, frame.out).is_some_and(|places| places >= rivals)
                {
                    self.play(frame, card, board);
                    note(column as u8);
                    continue 'again;
                }
            }
            return;
        }
    }

    /// Gives the columns in which a play can help the newest column's top out ([`Reduction::NeverGoals`]).
    fn goals(&self, frame: &Frame, newest: usize, card: u8, board: &Board) -> u8 {
        let all = ((1u16 << newest) - 1) as u8;
        if !board.switches.has(Reduction::NeverGoals) {
            return all;
        }
        let previous = self.previous[self.rank(card, board) as usize];
        if previous as usize == Rank::COUNT {
            return 0;
        }
        let mut goals = self.of_rank[previous as usize];
        let mut columns = 0u8;
        let dealt = frame.left & self.dealt[frame.dealt as usize];
        loop {
            let before = goals;
            for column in 0..newest {
                let cards = dealt & self.columns[column];
                let wanted = cards & goals;
                if wanted == 0 {
                    continue;
                }
                columns |= 1 << column;
                let to_go = cards & (u128::MAX << wanted.trailing_zeros());
                for rank in 0..Rank::COUNT {
                    if self.of_rank[rank] & to_go != 0 && (self.previous[rank] as usize) < Rank::COUNT {
                        goals |= self.of_rank[self.previous[rank] as usize];
                    }
                }
            }
            if goals == before {
                return columns;
            }
        }
    }

    /// Lists what is to be tried in a state, and blames the ranks that are refused.
    fn expand(&self, frame: &mut Frame, board: &Board) {
        frame.untried.clear();
        let count = board.columns_at(frame.dealt);
        let dealing = !board.is_dealt_out(frame.dealt);
        let delays = board.switches.has(Reduction::NeverDelays) && dealing;
        let newest = count - 1;
        if !delays {
            if dealing {
                frame.untried.push(DEAL);
            }
            for column in (0..count).rev() {
                let Some(card) = self.top(frame, column) else { continue };
                if self.accepts(frame, card, board) {
                    frame.untried.push(column as u8);
                } else {
                    frame.blame |= 1 << self.rank(card, board);
                }
            }
            return;
        }
        let top = self.top(frame, newest);
        if frame.chain == Chain::None {
            frame.untried.push(DEAL);
            if board.next(frame.dealt) == Some(BASE) {
                return;
            }
            let Some(card) = top else { return };
            if !(board.is_starter(self.kinds[card as usize]) || self.is_free(self.rank(card, board))) {
                frame.untried.push(CHAIN);
            }
            if !self.accepts(frame, card, board) {
                frame.blame |= 1 << self.rank(card, board);
            } else if self.cover_first >> card & 1 == 1 {
                frame.untried.insert(0, newest as u8);
            } else {
                frame.untried.push(newest as u8);
            }
            return;
        }
        let card = top.expect("a chain ends with this card");
        let columns = self.goals(frame, newest, card, board);
        for column in (0..newest).rev().filter(|&column| columns >> column & 1 == 1) {
            let Some(card) = self.top(frame, column) else { continue };
            if self.accepts(frame, card, board) {
                frame.untried.push(column as u8);
            } else {
                frame.blame |= 1 << self.rank(card, board);
            }
        }
        if frame.chain == Chain::Ripe {
            frame.untried.push(newest as u8);
        }
    }

    /// Gives the key of a state as far as a set of blamed ranks shows it.
    fn pattern(&self, frame: &Frame, blame: u16, board: &Board) -> u128 {
        let (mut blamed, mut supply) = (0, 0);
        for rank in (0..Rank::COUNT).filter(|rank| blame >> rank & 1 == 1) {
            blamed |= self.of_rank[rank];
            let previous = self.previous[rank] as usize;
            if previous < Rank::COUNT && blame >> previous & 1 == 0 {
                supply |= self.of_rank[previous];
            }
        }
        let mut seen = frame.left & blamed;
        let dealt = frame.left & self.dealt[frame.dealt as usize];
        seen |= frame.left & supply & !self.dealt[frame.dealt as usize];
        for column in &self.columns[..board.columns_at(frame.dealt)] {
            let cards = dealt & column;
            let deep = cards & blamed;
            if deep != 0 {
                // Cards of other ranks above the last blamed one go out at once.
                let last = deep.ilog2();
                seen |= cards & supply & ((1 << last) - 1);
            }
        }
        seen | u128::from(frame.dealt) << 104 | u128::from(blame) << 112
    }

    /// Gives the blame of a state that is known to fail.
    fn known(&mut self, frame: &Frame, board: &Board) -> Option<u16> {
        let key = key(frame);
        let mask = (1u128 << KEY_BITS) - 1;
        if let Some(entry) = self.failed.find(hash(key), |&entry| entry & mask == key) {
            return Some((entry >> KEY_BITS) as u16);
        }
        if frame.chain != Chain::None || !board.switches.has(Reduction::NeverPatterns) {
            return None;
        }
        let count = self.blames[frame.dealt as usize].len();
        for at in 0..count {
            let blame = self.blames[frame.dealt as usize][at];
            let pattern = self.pattern(frame, blame, board);
            if self.patterns.find(hash(pattern), |&other| other == pattern).is_some() {
                if at > 0 {
                    self.blames[frame.dealt as usize].swap(at - 1, at);
                }
                return Some(blame);
            }
        }
        None
    }

    /// Notes that a state fails; without memory left nothing is noted, which costs time and nothing else.
    fn note(&mut self, frame: &Frame, board: &Board, meter: &mut Meter<'_>) {
        if self.full {
            return;
        }
        if self.held.reserve(&mut self.failed, hash_failed, meter).is_err()
            || self.held.reserve(&mut self.patterns, |&pattern| hash(pattern), meter).is_err()
        {
            self.full = true;
            return;
        }
        let key = key(frame);
        self.failed
            .insert_unique(hash(key), key | u128::from(frame.blame) << KEY_BITS, |_| unreachable!("room was made"));
        if frame.chain != Chain::None || !board.switches.has(Reduction::NeverPatterns) {
            return;
        }
        let pattern = self.pattern(frame, frame.blame, board);
        if self.patterns.find(hash(pattern), |&other| other == pattern).is_some() {
            return;
        }
        self.patterns.insert_unique(hash(pattern), pattern, |_| unreachable!("room was made"));
        let blames = &mut self.blames[frame.dealt as usize];
        if !blames.contains(&frame.blame) {
            if blames.is_full() {
                blames.pop();
            }
            blames.push(frame.blame);
        }
    }

    /// Makes the state that a choice leads to.
    fn chosen(&self, frame: &Frame, choice: u8, board: &Board) -> Frame {
        let mut next = frame.clone();
        next.blame = 0;
        next.untried.clear();
        match choice {
            DEAL => next.dealt += 1,
            CHAIN => next.chain = Chain::Begun,
            column => {
                let card = self.top(frame, column as usize).expect("a card lies there");
                self.play(&mut next, card, board);
                let newest = board.columns_at(frame.dealt) - 1;
                next.chain = if frame.chain == Chain::None || column as usize == newest {
                    Chain::None
                } else {
                    // The play must have made a place for the newest column's top where there was none.
                    let last = self.top(frame, newest).expect("a chain ends with this card");
                    if !self.accepts(frame, last, board) && self.accepts(&next, last, board) {
                        Chain::Ripe
                    } else {
                        Chain::Begun
                    }
                };
            }
        }
        if next.chain == Chain::None {
            self.settle(&mut next, board, |_| {});
        }
        next
    }

    /// Begins again at the first state, leaving these cards on their columns first where there is a choice.
    ///
    /// What is known to fail stays known.
    pub(super) fn restart(&mut self, cover_first: u128, board: &Board) {
        self.cover_first = cover_first;
        self.frames.truncate(1);
        if let (true, Some(first)) = (self.begun, self.frames.pop()) {
            let mut first = Frame { blame: 0, ..first };
            self.expand(&mut first, board);
            self.frames.push(first);
        }
    }

    /// Visits at most so many states.
    ///
    /// # Errors
    /// A limit of the meter, but not the one on bytes.
    pub(super) fn run(&mut self, most: u64, board: &Board, meter: &mut Meter<'_>) -> Result<Outcome, Stop> {
        let blames = board.switches.has(Reduction::NeverBlame);
        if !self.begun {
            self.begun = true;
            let mut first = self.frames.pop().expect("the first state");
            self.settle(&mut first, board, |_| {});
            if first.left == 0 && board.is_dealt_out(first.dealt) {
                self.frames.push(first);
                return Ok(Outcome::Won(self.moves(board)));
            }
            self.expand(&mut first, board);
            self.frames.push(first);
        }
        for _ in 0..most {
            let Some(frame) = self.frames.last_mut() else { return Ok(Outcome::Lost) };
            let failed = if let Some(choice) = frame.untried.pop() {
                frame.choice = choice;
                meter.visit()?;
                let frame = self.frames.last().expect("it is there");
                let mut next = self.chosen(frame, choice, board);
                // Only a play that is made for itself can settle a state, not one in a chain.
                let settles = if choice < DEAL && frame.chain == Chain::None {
                    self.rank(self.top(frame, choice as usize).expect("a card lies there"), board)
                } else {
                    Rank::COUNT as u8
                };
                self.frames.last_mut().expect("it is there").settles = settles;
                if next.left == 0 && board.is_dealt_out(next.dealt) {
                    self.frames.push(next);
                    return Ok(Outcome::Won(self.moves(board)));
                }
                match self.known(&next, board) {
                    None => {
                        self.expand(&mut next, board);
                        self.frames.push(next);
                        continue;
                    }
                    Some(blame) => blame,
                }
            } else {
                let frame = self.frames.pop().expect("it is there");
                self.note(&frame, board, meter);
                frame.blame
            };
            let Some(parent) = self.frames.last_mut() else { return Ok(Outcome::Lost) };
            if blames && (parent.settles as usize) < Rank::COUNT && failed >> parent.settles & 1 == 0 {
                // The card just played was in nobody's way: without playing it the state fails as well.
                parent.untried.clear();
                parent.blame = failed;
            } else {
                parent.blame |= failed;
            }
        }
        Ok(Outcome::Open)
    }

    /// Lists the moves that led to the last state.
    fn moves(&self, board: &Board) -> Vec<Move> {
        let mut moves = Vec::new();
        let to_foundation = |from| Move::ToFoundation { from, foundation: Foundation::Any };
        let mut state = self.frames[0].clone();
        state.left = (1 << self.kinds.len()) - 1;
        let mut table = Counts::default();
        for (card, &kind) in self.kinds.iter().enumerate() {
            if self.dealt[0] >> card & 1 == 1 {
                table += board.kind(kind).one;
            }
        }
        state.out = board.out(0, table);
        state.dealt = 0;
        state.chain = Chain::None;
        self.settle(&mut state, board, |column| moves.push(to_foundation(column)));
        for (frame, next) in self.frames.iter().zip(&self.frames[1..]) {
            let mut state = frame.clone();
            match frame.choice {
                CHAIN => {}
                DEAL => {
                    moves.push(Move::Deal);
                    state.dealt += 1;
                }
                column => {
                    moves.push(to_foundation(column));
                    let card = self.top(frame, column as usize).expect("a card lies there");
                    self.play(&mut state, card, board);
                }
            }
            if next.chain == Chain::None {
                self.settle(&mut state, board, |column| moves.push(to_foundation(column)));
            }
        }
        moves
    }

    /// Lets go of all memory.
    pub(super) fn release(mut self, meter: &mut Meter<'_>) {
        self.held.release_all(meter);
    }
}
