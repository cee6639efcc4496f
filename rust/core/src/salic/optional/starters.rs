//! The exact search where starters must be played and a limit can stop them.
//!
//! There putting plays off is no good: starters that come to the top must go, and may take the place that another needs. So
//! every play is looked at.

use super::deck::{CardSet, Deck, NO_CARD, below, highest};
use super::layout::{Layout, Outcome};
use super::line::Line;
use super::ranks::Counts;
use super::reduction::Switches;
use super::search::Found;
use super::table::Table;
use crate::search::{Meter, Stop};

/// Where the number of cards dealt stands in a key, above the cards.
const DEALT: u32 = 96;
/// Where the number of columns begun stands.
const COLUMNS: u32 = 103;
/// Marks a word that is not empty.
const TAKEN: u128 = 1 << 127;

#[derive(Clone, Copy, Debug)]
struct State {
    left: CardSet,
    out: Counts,
    dealt: u8,
    /// The bases dealt.
    columns: u8,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    state: State,
    /// Columns to be tried, one bit each.
    try_columns: u8,
    try_deal: bool,
    /// The card whose play is being searched, or none.
    card: u8,
}

/// The search and what it has refuted.
#[derive(Debug)]
pub(super) struct Starters<'a> {
    deck: &'a Deck,
    lost: Table,
    layout: Layout,
    frames: Vec<Frame>,
}

impl<'a> Starters<'a> {
    /// Makes the search of a deck whose starters are not free.
    pub(super) fn new(deck: &'a Deck, switches: Switches) -> Self {
        Self { deck, lost: Table::new(!0), layout: Layout::new(&deck.order, switches), frames: Vec::new() }
    }

    /// Searches until `meter` counts `limit` states.
    pub(super) fn run(&mut self, limit: u64, meter: &mut Meter<'_>) -> Result<Found, Stop> {
        let deck = self.deck;
        self.frames.clear();
        let start = State {
            left: below(deck.dealt),
            out: deck.out,
            dealt: deck.dealt as u8,
            columns: deck.columns_begun as u8,
        };
        let mut next = Some(start);
        loop {
            meter.visit()?;
            if meter.states() > limit {
                return Ok(Found::Open);
            }
            if let Some(state) = next.take()
                && self.lost.get(state.key()).is_none()
            {
                if usize::from(state.dealt) == deck.cards && usize::from(state.columns) == deck.columns {
                    self.layout.lay_out(deck, deck.order.all(), state.left, state.out);
                    if self.layout.search(usize::MAX, meter)? == Outcome::Won {
                        let played = self.frames.iter().filter(|frame| frame.card != NO_CARD);
                        let plays = played.map(|frame| (frame.state.dealt, frame.card)).collect();
                        return Ok(Found::Won(Line { plays, removals: self.layout.removals() }));
                    }
                    self.lost.put(state.key(), meter);
                } else {
                    let try_columns = ((1u16 << state.columns) - 1) as u8;
                    self.frames.push(Frame { state, try_columns, try_deal: true, card: NO_CARD });
                }
            }
            let Some(mut frame) = self.frames.pop() else { return Ok(Found::Lost) };
            next = self.step(&mut frame);
            if next.is_some() {
                self.frames.push(frame);
            } else {
                self.lost.put(frame.state.key(), meter);
            }
        }
    }

    /// Gives the next state to be tried from a frame.
    fn step(&self, frame: &mut Frame) -> Option<State> {
        let deck = self.deck;
        let state = frame.state;
        let gone = below(usize::from(state.dealt)) & !state.left;
        while frame.try_columns != 0 {
            let column = frame.try_columns.trailing_zeros() as usize;
            frame.try_columns &= frame.try_columns - 1;
            let cards = state.left & deck.interval(column);
            if cards == 0 {
                continue;
            }
            let card = highest(cards);
            if !deck.has_place(card, state.out, gone, usize::from(state.columns)) {
                continue;
            }
            let rank = usize::from(deck.rank[card]);
            // A starter that can go keeps the next card from being dealt.
            frame.try_deal &= !deck.order.is_starter(rank);
            frame.card = card as u8;
            return Some(State { left: state.left & !(1 << card), out: state.out.plus(rank), ..state });
        }
        if !std::mem::take(&mut frame.try_deal) {
            return None;
        }
        frame.card = NO_CARD;
        if usize::from(state.columns) < deck.columns_at(usize::from(state.dealt)) {
            return Some(State { columns: state.columns + 1, ..state });
        }
        Some(State { left: state.left | 1 << state.dealt, dealt: state.dealt + 1, ..state })
    }

    /// Lets go of the memory held.
    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        self.lost.release(meter);
        self.layout.release(meter);
    }
}

impl State {
    fn key(&self) -> u128 {
        self.left | u128::from(self.dealt) << DEALT | u128::from(self.columns) << COLUMNS | TAKEN
    }
}
