//! States of the general search, their lossless keys and the states that follow.

use super::board::{BASE, Board, Counts, MOST_COLUMNS};
use super::columns::{BARE, Columns};
use super::reductions::Reduction;
use crate::rules::{BareBase, Plays};
use crate::search::{Meter, Stop};
use arrayvec::ArrayVec;

/// A position during the search: how many cards are dealt and the contents of the columns, the newest last.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) dealt: u8,
    pub(super) columns: [u32; MOST_COLUMNS],
    /// The cards on foundations; they follow from the rest.
    pub(super) out: Counts,
}

/// A state without loss: the contents of the columns, and the number of cards dealt in the first one's upper 8 bits.
pub(super) type Key = [u32; MOST_COLUMNS];

/// The most states that follow one: a deal, 8 plays, 8 · 7 moves between columns.
pub(super) type Following = ArrayVec<State, { 1 + MOST_COLUMNS * MOST_COLUMNS }>;

impl State {
    /// Takes the position that the board was made from.
    pub(super) fn first(board: &Board, columns: &mut Columns, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        Self::laid_out(board, 0, board.columns.iter().map(Vec::as_slice), columns, meter)
    }

    /// Takes columns as they lie, without their bases, when so many cards are dealt.
    pub(super) fn laid_out<'c>(
        board: &Board,
        dealt: u8,
        contents: impl Iterator<Item = &'c [u8]>,
        columns: &mut Columns,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let mut numbers = [BARE; MOST_COLUMNS];
        let mut table = Counts::default();
        for (number, cards) in numbers.iter_mut().zip(contents) {
            for &kind in cards {
                *number = columns.with(*number, kind, board, meter)?;
            }
            table += columns.get(*number).cards;
        }
        let mut state = Self { dealt, columns: numbers, out: board.out(dealt, table) };
        state.sort(board);
        Ok(state)
    }

    /// Gives the key.
    pub(super) fn key(&self) -> Key {
        let mut key = self.columns;
        key[0] |= u32::from(self.dealt) << 24;
        key
    }

    /// Takes a state back from its key.
    pub(super) fn from_key(key: &Key, board: &Board, columns: &Columns) -> Self {
        let dealt = (key[0] >> 24) as u8;
        let mut numbers = *key;
        numbers[0] &= (1 << 24) - 1;
        let mut table = Counts::default();
        for &number in &numbers[..board.columns_at(dealt)] {
            table += columns.get(number).cards;
        }
        Self { dealt, columns: numbers, out: board.out(dealt, table) }
    }

    /// Tells whether the newest column is apart from the others: a card will be dealt on it next.
    pub(super) fn is_newest_apart(&self, board: &Board) -> bool {
        board.next(self.dealt).is_some_and(|next| next != BASE)
    }

    /// Brings columns that are alike into order, see [`super::Reduction::ColumnOrder`].
    #[inline]
    pub(super) fn sort(&mut self, board: &Board) {
        if !board.switches.has(Reduction::ColumnOrder) {
            return;
        }
        let count = board.columns_at(self.dealt) - usize::from(self.is_newest_apart(board));
        let columns = &mut self.columns[..count];
        for right in 1..columns.len() {
            let mut at = right;
            while at > 0 && columns[at - 1] > columns[at] {
                columns.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    /// Tells whether the game is won.
    pub(super) fn is_won(&self, board: &Board) -> bool {
        board.is_dealt_out(self.dealt) && self.out == board.pack
    }

    /// Plays the top card of a column to a foundation.
    pub(super) fn played(&self, from: usize, board: &Board, columns: &Columns) -> Self {
        let content = columns.get(self.columns[from]);
        let mut next = *self;
        next.columns[from] = content.below;
        next.out += board.kind(content.top).one;
        next.sort(board);
        next
    }

    /// Deals the next card.
    pub(super) fn after_deal(&self, board: &Board, columns: &mut Columns, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let mut next = *self;
        next.dealt += 1;
        let card = board.next(self.dealt).expect("a card is left to deal");
        if card != BASE {
            let newest = board.columns_at(self.dealt) - 1;
            next.columns[newest] = columns.with(self.columns[newest], card, board, meter)?;
        }
        next.sort(board);
        Ok(next)
    }

    /// Tells whether the next card may be dealt, as far as compulsory plays go.
    pub(super) fn may_deal(&self, board: &Board, columns: &Columns) -> bool {
        !board.is_dealt_out(self.dealt)
            && (board.plays == Plays::Optional
                || !self.columns[..board.columns_at(self.dealt)].iter().any(|&number| {
                    let content = columns.get(number);
                    content.height > 0
                        && (board.plays == Plays::Forced || board.is_starter(content.top))
                        && board.accepts(content.top, self.dealt, self.out)
                }))
    }

    /// Gives a column whose top card may be played at once with nothing else tried.
    #[inline]
    pub(super) fn settled_play(&self, board: &Board, columns: &Columns) -> Option<usize> {
        let switches = board.switches;
        let dealing = !board.is_dealt_out(self.dealt);
        let lone_cards = switches.has(Reduction::LoneCards)
            && !dealing
            && board.any_suit
            && !board.builds_down
            && board.bare_base != BareBase::Never;
        self.columns[..board.columns_at(self.dealt)].iter().position(|&number| {
            let content = columns.get(number);
            if content.height == 0 || !board.accepts(content.top, self.dealt, self.out) {
                return false;
            }
            let top = content.top;
            let compulsory = dealing
                && match board.plays {
                    Plays::Forced => true,
                    Plays::Starters => board.is_starter(top),
                    Plays::Optional => false,
                };
            let harmless = !dealing || board.plays != Plays::Starters || compulsory || board.are_starters_harmless;
            switches.has(Reduction::SafePlays)
                && harmless
                && board.is_certain(top, self.dealt, self.out)
                && board.is_no_place_to_build(top, self.dealt, self.out)
                || switches.has(Reduction::CompulsoryPlays)
                    && compulsory
                    && board.has_place_for_all_dealt(top, self.dealt, self.out)
                || lone_cards && content.height == 1
        })
    }

    /// Lists the states that follow, all but those that a reduction rules out.
    pub(super) fn following(
        &self,
        board: &Board,
        columns: &mut Columns,
        meter: &mut Meter<'_>,
    ) -> Result<Following, Stop> {
        let mut following = Following::new();
        if let Some(from) = self.settled_play(board, columns) {
            following.push(self.played(from, board, columns));
            return Ok(following);
        }
        let count = board.columns_at(self.dealt);
        let sorted = board.switches.has(Reduction::ColumnOrder);
        let apart = self.is_newest_apart(board);
        // Of equal columns one is enough, and the newest, if it is apart, is equal to none.
        let alike = |column: usize| {
            sorted && column > 0 && !(apart && column == count - 1) && self.columns[column] == self.columns[column - 1]
        };
        for from in (0..count).filter(|&from| !alike(from)) {
            let content = *columns.get(self.columns[from]);
            if content.height > 0 && board.accepts(content.top, self.dealt, self.out) {
                following.push(self.played(from, board, columns));
            }
        }
        if self.may_deal(board, columns) {
            following.push(self.after_deal(board, columns, meter)?);
        }
        let dealing = !board.is_dealt_out(self.dealt);
        let onto_bases = match board.bare_base {
            BareBase::AnyTime => true,
            BareBase::AfterDeal => !dealing,
            BareBase::Never => false,
        };
        let onto_cards = board.builds_down && !dealing;
        if !onto_bases && !onto_cards {
            return Ok(following);
        }
        for to in (0..count).filter(|&to| !alike(to)) {
            let target = *columns.get(self.columns[to]);
            if !(if target.height == 0 { onto_bases } else { onto_cards }) {
                continue;
            }
            for from in (0..count).filter(|&from| from != to && !alike(from)) {
                let content = *columns.get(self.columns[from]);
                if content.height == 0 {
                    continue;
                }
                if target.height == 0 {
                    // A lone card gains nothing by moving to another bare base, unless one of the two is dealt on next.
                    if sorted && content.height == 1 && !(apart && (from == count - 1 || to == count - 1)) {
                        continue;
                    }
                } else if board.kind(target.top).rank != board.kind(content.top).rank + 1 {
                    continue;
                }
                let mut next = *self;
                next.columns[from] = content.below;
                next.columns[to] = columns.with(self.columns[to], content.top, board, meter)?;
                next.sort(board);
                following.push(next);
            }
        }
        Ok(following)
    }
}
