//! From the states of a win back to moves.

use super::board::{BASE, Board};
use super::columns::{BARE, Columns};
use super::state::{Key, State};
use crate::moves::{Foundation, Move};
use crate::search::{Meter, Stop};

/// Columns in the order in which they lie on the table, and the moves played on them.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) moves: Vec<Move>,
    columns: Vec<u32>,
    dealt: u8,
}

impl Line {
    /// Starts at the position that the board was made from.
    pub(super) fn new(board: &Board, contents: &mut Columns, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let mut columns = Vec::new();
        for cards in &board.columns {
            let mut number = BARE;
            for &kind in cards {
                number = contents.with(number, kind, board, meter)?;
            }
            columns.push(number);
        }
        Ok(Self { moves: Vec::new(), columns, dealt: 0 })
    }

    fn key_with(&self, board: &Board, change: [(usize, u32); 2]) -> Key {
        let mut columns = [BARE; super::board::MOST_COLUMNS];
        columns[..self.columns.len()].copy_from_slice(&self.columns);
        for (column, number) in change {
            columns[column] = number;
        }
        let mut state = State { dealt: self.dealt, columns, out: super::board::Counts::default() };
        state.sort(board);
        state.key()
    }

    /// Follows the states of a win, the first of which is the position at hand.
    pub(super) fn follow(
        &mut self,
        path: &[Key],
        board: &Board,
        contents: &mut Columns,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        for key in path.iter().skip(1) {
            let dealt = (key[0] >> 24) as u8;
            if dealt > self.dealt {
                self.deal(board, contents, meter)?;
                continue;
            }
            let play = self.play_to(key, board, contents, meter)?.expect("the next state is one move away");
            self.play(play, board, contents, meter)?;
        }
        Ok(())
    }

    fn deal(&mut self, board: &Board, contents: &mut Columns, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.play(Move::Deal, board, contents, meter)
    }

    fn play_to(
        &self,
        key: &Key,
        board: &Board,
        contents: &mut Columns,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Move>, Stop> {
        for from in 0..self.columns.len() {
            let content = *contents.get(self.columns[from]);
            if content.height == 0 {
                continue;
            }
            let out = (from, content.below);
            if self.key_with(board, [out, out]) == *key {
                return Ok(Some(Move::ToFoundation { from: from as u8, foundation: Foundation::Any }));
            }
            for to in (0..self.columns.len()).filter(|&to| to != from) {
                let number = contents.with(self.columns[to], content.top, board, meter)?;
                if self.key_with(board, [out, (to, number)]) == *key {
                    return Ok(Some(Move::ToPile { from: from as u8, to: to as u8 }));
                }
            }
        }
        Ok(None)
    }

    /// Plays a move.
    pub(super) fn play(
        &mut self,
        play: Move,
        board: &Board,
        contents: &mut Columns,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        match play {
            Move::Deal => {
                let card = board.next(self.dealt).expect("a card is left to deal");
                self.dealt += 1;
                if card == BASE {
                    self.columns.push(BARE);
                } else {
                    let newest = self.columns.last_mut().expect("the first base is laid");
                    *newest = contents.with(*newest, card, board, meter)?;
                }
            }
            Move::ToFoundation { from, .. } => {
                let number = &mut self.columns[from as usize];
                *number = contents.get(*number).below;
            }
            Move::ToPile { from, to } => {
                let content = *contents.get(self.columns[from as usize]);
                self.columns[from as usize] = content.below;
                let number = &mut self.columns[to as usize];
                *number = contents.with(*number, content.top, board, meter)?;
            }
            _ => unreachable!("no other move is made in the Salic family"),
        }
        self.moves.push(play);
        Ok(())
    }
}
