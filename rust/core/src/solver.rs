//! The search over both families: picks the one that fits, and says what it found.

use crate::any_position::{AnyPosition, Table};
use crate::deal::Deal;
use crate::rules::Family;
use crate::search::{Meter, Stop};
use crate::verdict::Verdict;
use crate::{fan, salic};

/// Searches deals and positions, and keeps its tables from one to the next.
#[derive(Default)]
pub struct Solver {}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Whether the position can be won.
    pub verdict: Verdict,
    /// How a loss was proved.
    pub proof: Option<String>,
}

impl Solution {
    /// Tells whether the caller stopped the search.
    pub fn was_interrupted(&self) -> bool {
        self.verdict == Verdict::Unknown(Stop::Interrupted)
    }
}

impl Solver {
    /// Decides whether a deal can be won.
    pub fn solve_deal(&mut self, deal: &Deal, meter: &mut Meter<'_>) -> Solution {
        self.solve_position(&AnyPosition::of(deal), &[], meter)
    }

    /// Decides whether a position can be won.
    ///
    /// `without` names reductions to leave out, of those that [`reductions`] lists; they change how long the
    /// search takes and never what it answers.
    pub fn solve_position(&mut self, position: &AnyPosition, without: &[&str], meter: &mut Meter<'_>) -> Solution {
        let found = match position.table() {
            Table::Salic(salic) => {
                salic::solve(salic, &chosen(salic::Reduction::ALL, salic::Reduction::name, without), meter)
            }
            Table::Fan(fan) => fan::solve(fan, &chosen(fan::Reduction::ALL, fan::Reduction::name, without), meter),
        };
        let proof = matches!(found, Ok(None)).then(|| "complete search".to_owned());
        let verdict = match found {
            Ok(Some(moves)) => Verdict::Winnable(moves),
            Ok(None) => Verdict::Unwinnable,
            Err(stop) => Verdict::Unknown(stop),
        };
        Solution { verdict, proof }
    }
}

/// Lists the names of the reductions that the search of a family uses, each of which can be left out.
pub fn reductions(family: &Family) -> Vec<&'static str> {
    match family {
        Family::Salic(_) => salic::Reduction::ALL.iter().map(|reduction| reduction.name()).collect(),
        Family::Fan(_) => fan::Reduction::ALL.iter().map(|reduction| reduction.name()).collect(),
    }
}

fn chosen<R: Copy>(all: &[R], name: fn(R) -> &'static str, wanted: &[&str]) -> Vec<R> {
    all.iter().copied().filter(|&reduction| wanted.contains(&name(reduction))).collect()
}
