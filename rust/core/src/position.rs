//! What every position can do: five verbs, and nothing else is needed to walk, count or search a game.

use crate::moves::{Move, MoveList};
use std::fmt;

/// A position of a game, mid-deal and mid-game too.
pub trait Position: Clone {
    /// Lists the legal moves, distinct by text.
    fn legal_moves(&self) -> MoveList;

    /// Tells why a move is illegal, if it is.
    ///
    /// # Errors
    /// Names the rule that forbids the move.
    fn check(&self, play: Move) -> Result<(), IllegalMove>;

    /// Plays a legal move; the precondition is that [`Position::check`] would accept it.
    fn play_unchecked(&mut self, play: Move);

    /// Takes back the last move played; `false` when there is none.
    fn undo(&mut self) -> bool;

    /// Tells whether the game is won.
    fn is_won(&self) -> bool;

    /// Plays a move.
    ///
    /// # Errors
    /// Names the rule that forbids the move; the position stays as it was.
    fn play(&mut self, play: Move) -> Result<(), IllegalMove> {
        self.check(play)?;
        self.play_unchecked(play);
        Ok(())
    }
}

/// Why a move is illegal: the move and the rule that forbids it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{play}: {rule}")]
pub struct IllegalMove {
    /// The move.
    pub play: Move,
    /// The rule, as a sentence about the cards at hand.
    pub rule: String,
}

impl IllegalMove {
    /// Says that `rule` forbids `play`.
    pub fn new(play: Move, rule: impl fmt::Display) -> Self {
        Self { play, rule: rule.to_string() }
    }
}
