//! A way to win, and writing it out as moves.

use super::deck::{CardSet, Deck, below, highest};
use super::ranks::Counts;
use crate::card::Card;
use crate::moves::{Foundation, Move};
use crate::position::Position;
use crate::rules::{Place, Plays};
use crate::salic::SalicPosition;

/// A way to win by cards and columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    /// Cards played during the deal, each with the number of cards dealt before. Free cards may be left out.
    pub(super) plays: Vec<(u8, u8)>,
    /// The columns whose top cards leave after the deal, the last card of a column included, which stays on its base
    /// until a foundation takes it.
    pub(super) removals: Vec<u8>,
}

/// Plays a line, move by move.
pub(super) struct Writer<'a> {
    deck: &'a Deck,
    position: SalicPosition,
    moves: Vec<Move>,
    dealt: usize,
    /// The cards dealt and not on foundations.
    left: CardSet,
    /// Whether starters are played whenever they can be.
    eager: bool,
}

impl<'a> Writer<'a> {
    /// Begins at a position, of which `deck` holds the cards.
    pub(super) fn new(deck: &'a Deck, position: &SalicPosition) -> Self {
        Self {
            deck,
            position: position.clone(),
            moves: Vec::new(),
            dealt: deck.dealt,
            left: below(deck.dealt),
            eager: position.rules().plays == Plays::Starters || !deck.order.free().is_empty(),
        }
    }

    /// Plays a line up to the last card dealt; `false` when starters, which must be played, stand in its way.
    pub(super) fn deal(&mut self, line: &Line) -> bool {
        for &(dealt, card) in &line.plays {
            if !self.deal_to(usize::from(dealt)) {
                return false;
            }
            // A starter may have gone by itself before.
            while self.left >> card & 1 == 1 {
                if !self.deck.order.free().is_empty() {
                    self.play_starters();
                    if self.left >> card & 1 == 0 {
                        break;
                    }
                }
                let from = self.deck.column[usize::from(card)];
                let is_top = highest(self.left & self.deck.interval(usize::from(from))) == usize::from(card);
                let played = is_top && self.take(from);
                // A base that comes next raises limits.
                if !played && !self.deal_base() {
                    return false;
                }
            }
        }
        self.deal_to(self.deck.cards) && self.deal_bases()
    }

    /// Plays the end of a line after the last card dealt, and gives all moves.
    pub(super) fn finish(mut self, removals: &[u8]) -> Vec<Move> {
        self.clear_cells();
        for &column in removals {
            if self.seen(usize::from(column)) > 1 {
                self.remove(column);
                self.clear_cells();
            }
        }
        assert!(self.position.is_won(), "a line that the search has found wins");
        self.moves
    }

    /// Gives the cards dealt and not on foundations.
    pub(super) fn left(&self) -> CardSet {
        self.left
    }

    /// Gives how many of each rank are on foundations.
    pub(super) fn out(&self) -> Counts {
        let gone = below(self.dealt) & !self.left;
        let mut out = self.deck.out;
        for rank in self.deck.order.all().iter() {
            out.add(rank, (gone & self.deck.of_rank[rank]).count_ones() as u8);
        }
        out
    }

    fn try_play(&mut self, play: Move) -> bool {
        let legal = self.position.play(play).is_ok();
        if legal {
            self.moves.push(play);
        }
        legal
    }

    /// Plays the top of a column to a foundation, if one takes it.
    fn take(&mut self, from: u8) -> bool {
        let played = self.try_play(Move::ToFoundation { from, foundation: Foundation::Any });
        if played {
            let cards = self.left & self.deck.interval(usize::from(from));
            self.left &= !(1 << highest(cards));
        }
        played
    }

    fn play_starters(&mut self) {
        if !self.eager {
            return;
        }
        let mut column = 0;
        while column < self.position.columns().len() {
            let top = *self.position.columns()[column].last().expect("every column has its base");
            let is_starter = matches!(self.position.rules().place(top.rank()), Some(Place::Starter(_)));
            if !(is_starter && self.take(column as u8)) {
                column += 1;
            }
        }
    }

    fn deal_base(&mut self) -> bool {
        self.play_starters();
        let base = self.position.rules().base;
        self.position.stock().next().is_some_and(|card| card.rank() == base) && self.try_play(Move::Deal)
    }

    fn deal_bases(&mut self) -> bool {
        while self.deal_base() {}
        let base = self.position.rules().base;
        self.position.stock().next().is_none_or(|card| card.rank() != base)
    }

    fn deal_to(&mut self, dealt: usize) -> bool {
        while self.dealt < dealt {
            if !self.deal_bases() {
                return false;
            }
            self.play_starters();
            if !self.try_play(Move::Deal) {
                return false;
            }
            self.left |= 1 << self.dealt;
            self.dealt += 1;
        }
        true
    }

    /// Tells whether the search of the end phase leaves a card out: nothing holds it up, and nothing needs it.
    fn is_left_out(&self, card: Card) -> bool {
        let rows = &self.position.rules().rows;
        !self.deck.order.free().is_empty() && rows.iter().any(|row| row.as_slice() == [card.rank()])
    }

    /// Counts the cards on a base that the search of the end phase sees.
    fn seen(&self, column: usize) -> usize {
        self.position.columns()[column][1..].iter().filter(|&&card| !self.is_left_out(card)).count()
    }

    /// Sends out every card that lies alone on its base and can go; cards that the search leaves out do not count, and go
    /// when they are on top.
    fn clear_cells(&mut self) {
        let mut column = 0;
        while column < self.position.columns().len() {
            let top = *self.position.columns()[column].last().expect("every column has its base");
            let goes = self.is_left_out(top) || self.seen(column) == 1;
            let play = Move::ToFoundation { from: column as u8, foundation: Foundation::Any };
            column = if goes && self.try_play(play) { 0 } else { column + 1 };
        }
    }

    /// Takes the top of a column to a foundation, else to a bare base.
    fn remove(&mut self, from: u8) {
        if self.try_play(Move::ToFoundation { from, foundation: Foundation::Any }) {
            return;
        }
        let bare = self.position.columns().iter().position(|column| column.len() == 1);
        let to = bare.expect("the search leaves a bare base") as u8;
        assert!(self.try_play(Move::ToPile { from, to }), "a bare base takes a card after the deal");
    }
}
