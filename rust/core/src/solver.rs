//! The search over both families: picks the one that fits, and says what it found.

use crate::any_position::{AnyPosition, Table};
use crate::deal::Deal;
use crate::moves::Move;
use crate::rules::{Family, Rules};
use crate::search::{Meter, Stop};
use crate::verdict::{Proof, Verdict};
use crate::{fan, salic};
use std::sync::Arc;

/// Searches deals and positions, and keeps its tables from one deal of a game to the next. Keep one for each thread.
#[derive(Default)]
pub struct Solver {
    salic: Option<(Arc<Rules>, salic::Solver)>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Whether the position can be won.
    pub verdict: Verdict,
    /// How a loss was proved.
    pub proof: Option<String>,
}

impl Solution {
    fn of(found: Result<Result<Vec<Move>, Proof>, Stop>) -> Self {
        let (verdict, proof) = match found {
            Ok(Ok(moves)) => (Verdict::Winnable(moves), None),
            Ok(Err(proof)) => (Verdict::Unwinnable, Some(proof.to_string())),
            Err(stop) => (Verdict::Unknown(stop), None),
        };
        Self { verdict, proof }
    }

    /// Tells whether the caller stopped the search.
    pub fn was_interrupted(&self) -> bool {
        self.verdict == Verdict::Unknown(Stop::Interrupted)
    }
}

impl Solver {
    /// Decides whether a deal can be won.
    pub fn solve_deal(&mut self, deal: &Deal, meter: &mut Meter<'_>) -> Solution {
        let Family::Salic(rules) = &deal.rules().family else {
            return self.solve_position(&AnyPosition::of(deal), &[], meter);
        };
        let kept = self.salic.take().filter(|(known, _)| Arc::ptr_eq(known, deal.rules()) || known == deal.rules());
        let fresh = || (Arc::clone(deal.rules()), salic::Solver::new(Arc::new(rules.clone())));
        let (_, solver) = self.salic.insert(kept.unwrap_or_else(fresh));
        let found = solver.solve_deal(deal.cards(), meter);
        Solution::of(found.map(|won| if won { Ok(solver.moves()) } else { Err(Proof::CompleteSearch) }))
    }

    /// Decides whether a position can be won.
    ///
    /// `without` names reductions to leave out, of those that [`reductions`] lists; they change how long the
    /// search takes and never what it answers.
    pub fn solve_position(&mut self, position: &AnyPosition, without: &[&str], meter: &mut Meter<'_>) -> Solution {
        let found = match position.table() {
            Table::Salic(salic) => {
                salic::solve(salic, &chosen(salic::Reduction::ALL, salic::Reduction::name, without), meter)
                    .map(|found| found.ok_or(Proof::CompleteSearch))
            }
            Table::Fan(fan) => fan::decide(fan, &chosen(fan::Reduction::ALL, fan::Reduction::name, without), meter),
        };
        Solution::of(found)
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
