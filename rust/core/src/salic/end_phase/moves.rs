//! Writing a win of the end phase as moves.

use super::runs::column_of;
use super::{COLUMNS, Columns, EndPhase, Nibbles, of, one};
use crate::moves::{Foundation, Move};
use crate::salic::chains::Chains;
use crate::salic::stacks::Stack;

impl EndPhase {
    /// Writes the win just found as moves, from the layout given to [`EndPhase::search`].
    pub(in crate::salic) fn moves(&self, columns: Columns, moves: &mut Vec<Move>) {
        let stacks = std::array::from_fn(|column| columns.get(column));
        let mut table = Table { stacks, out: self.out(columns), single: [None; COLUMNS] };
        for column in 0..COLUMNS {
            table.note_single(self, column);
        }
        table.send_singles_out(self, moves);
        for &run in &self.line {
            let column = column_of(run);
            loop {
                let node = self.stacks.get(table.stacks[column]);
                let straight_out = table.is_open(&self.chains, node.rank);
                table.stacks[column] = node.below;
                if straight_out {
                    table.out += one(node.rank);
                    moves.push(Move::ToFoundation { from: column as u8, foundation: Foundation::Any });
                } else {
                    let bare = (0..COLUMNS).find(|&other| table.is_bare(self, other));
                    let bare = bare.expect("a run never parks more cards than cells are free");
                    table.single[bare] = Some(node.rank);
                    moves.push(Move::ToPile { from: column as u8, to: bare as u8 });
                }
                table.note_single(self, column);
                table.send_singles_out(self, moves);
                if straight_out || !self.by_runs || self.stacks.get(table.stacks[column]).size == 0 {
                    break;
                }
            }
        }
    }
}

/// The columns as they lie on the table.
struct Table {
    /// The columns, those that have come down to one card empty.
    stacks: [Stack; COLUMNS],
    out: Nibbles,
    /// The ranks of the cards in cells, by column.
    single: [Option<u8>; COLUMNS],
}

impl Table {
    fn is_bare(&self, search: &EndPhase, column: usize) -> bool {
        let stack = self.stacks[column];
        stack != 0 && search.stacks.get(stack).size == 0 && self.single[column].is_none()
    }

    /// Makes a cell of a column that has come down to one card.
    fn note_single(&mut self, search: &EndPhase, column: usize) {
        let node = search.stacks.get(self.stacks[column]);
        if node.size == 1 {
            self.single[column] = Some(node.rank);
            self.stacks[column] = node.below;
        }
    }

    fn is_open(&self, chains: &Chains, rank: u8) -> bool {
        of(chains.places(self.out), rank) > 0
    }

    fn send_singles_out(&mut self, search: &EndPhase, moves: &mut Vec<Move>) {
        let can_go =
            |table: &Self, column: usize| table.single[column].is_some_and(|rank| table.is_open(&search.chains, rank));
        while let Some(column) = (0..COLUMNS).find(|&column| can_go(self, column)) {
            let rank = self.single[column].take().expect("a card lies there");
            self.out += one(rank);
            moves.push(Move::ToFoundation { from: column as u8, foundation: Foundation::Any });
        }
    }
}
