//! A position of either family, for callers that do not care which.

use crate::deal::{Deal, DealError, Shuffles};
use crate::fan::{FanLayout, FanPosition};
use crate::layout::{self, Layout};
use crate::moves::{Move, MoveList};
use crate::position::{IllegalMove, Position};
use crate::rules::{Family, Rules};
use crate::salic::SalicPosition;
use std::fmt;
use std::sync::Arc;

/// A position of either family, with the rules by which it is played.
///
/// Two positions are equal when their rules and their layouts are: neither the moves that led there nor redeals that are
/// over count.
#[derive(Clone, Debug)]
pub struct AnyPosition {
    rules: Arc<Rules>,
    table: Table,
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules && self.to_string() == other.to_string()
    }
}

impl Eq for AnyPosition {}

/// The position itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Table {
    /// A position of the Salic family.
    Salic(SalicPosition),
    /// A position of the fan family.
    Fan(FanPosition),
}

/// Does the same with a position of either family.
macro_rules! either {
    ($self:expr, $position:ident => $work:expr) => {
        match $self {
            Table::Salic($position) => $work,
            Table::Fan($position) => $work,
        }
    };
}

impl AnyPosition {
    /// Lays out a deal.
    pub fn of(deal: &Deal) -> Self {
        let table = match &deal.rules().family {
            Family::Salic(rules) => Table::Salic(SalicPosition::new(Arc::new(rules.clone()), deal.cards())),
            Family::Fan(rules) => {
                Table::Fan(FanPosition::new(Arc::new(rules.clone()), deal.cards(), deal.shuffles().clone()))
            }
        };
        Self { rules: Arc::clone(deal.rules()), table }
    }

    /// Makes a position of a layout; `shuffles` is where its redeals take their order from.
    ///
    /// # Errors
    /// Names every fault of the layout.
    pub fn read(rules: &Arc<Rules>, layout: &Layout, shuffles: Shuffles) -> Result<Self, DealError> {
        let table = match &rules.family {
            Family::Salic(salic) => Table::Salic(layout::read_salic(&Arc::new(salic.clone()), layout)?),
            Family::Fan(fan) => Table::Fan(layout::read_fan(rules, &Arc::new(fan.clone()), layout, shuffles)?),
        };
        Ok(Self { rules: Arc::clone(rules), table })
    }

    /// Gives the rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Gives the position itself.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Lists the moves played so far.
    pub fn moves(&self) -> Vec<Move> {
        either!(&self.table, position => position.moves().collect())
    }

    /// Lowers the redeals and draws still to come.
    ///
    /// # Errors
    /// A number that is larger than the position has left.
    pub fn lower(&mut self, redeals: Option<u8>, draws: Option<u8>) -> Result<(), String> {
        let Table::Fan(fan) = &self.table else {
            return match (redeals.unwrap_or(0), draws.unwrap_or(0)) {
                (0, 0) => Ok(()),
                _ => Err("this game has no redeals and no draws".to_owned()),
            };
        };
        let layout = fan.layout();
        for (name, wanted, left) in [("redeals", redeals, layout.redeals_left), ("draws", draws, layout.draws_left)] {
            if let Some(wanted) = wanted.filter(|&wanted| wanted > left) {
                return Err(format!("{name} = {wanted} is more than the {left} that are left; it can only be lowered"));
            }
        }
        let lowered = FanLayout {
            redeals_left: redeals.unwrap_or(layout.redeals_left),
            draws_left: draws.unwrap_or(layout.draws_left),
            ..layout
        };
        self.table = Table::Fan(FanPosition::from_layout(Arc::clone(fan.rules()), lowered, fan.shuffles().clone()));
        Ok(())
    }
}

impl Position for AnyPosition {
    fn legal_moves(&self) -> MoveList {
        either!(&self.table, position => position.legal_moves())
    }

    fn check(&self, play: Move) -> Result<(), IllegalMove> {
        either!(&self.table, position => position.check(play))
    }

    fn play_unchecked(&mut self, play: Move) {
        either!(&mut self.table, position => position.play_unchecked(play));
    }

    fn undo(&mut self) -> bool {
        either!(&mut self.table, position => position.undo())
    }

    fn is_won(&self) -> bool {
        either!(&self.table, position => position.is_won())
    }
}

impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        either!(&self.table, position => position.fmt(f))
    }
}
