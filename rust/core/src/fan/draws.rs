//! The exact search of a deal in which a covered card may be drawn once (La Belle Lucie, Trefoil).
//!
//! First without the draw. Then over the states before the draw, in each of them every draw that may help; after it the
//! cards are taken as a new root and searched as a deal without draws.

use super::key_set::KeySet;
use super::one_pack::{Goal, State, Step, Tableau, bit_of, bits, card_of, piles};
use super::reductions::Reduction;
use super::search::Search;
use crate::card::Card;
use crate::search::{Meter, Stop};

/// States before the draw, and the steps that lead to the newest.
#[derive(Debug, Default)]
pub(super) struct DrawSearch {
    seen: KeySet,
    stack: Vec<Node>,
    path: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    state: State,
    /// The moves still to try, foundations and builds.
    out: u64,
    build: u64,
    /// How many steps lead to this state.
    steps: usize,
}

impl DrawSearch {
    /// Searches for steps that put all cards out with at most one draw; gives them.
    ///
    /// `fans` are the fans at the root of `tableau`. A step with a covered card is the draw.
    ///
    /// # Errors
    /// What stopped the search before it had an answer.
    pub(super) fn run(
        &mut self,
        search: &mut Search<'_>,
        fans: &[Vec<Card>],
        tableau: &Tableau,
        root: State,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let goal = tableau.all_out();
        self.path.clear();
        if search.run(tableau, root, goal, meter)? {
            return Ok(true);
        }
        self.seen.clear(meter);
        self.stack.clear();
        if self.enter(search, fans, tableau, root, goal, meter)? {
            return Ok(true);
        }
        while let Some(node) = self.stack.last_mut() {
            let step = if node.out != 0 {
                let bit = node.out.trailing_zeros() as u8;
                node.out &= node.out - 1;
                Step::Out(bit)
            } else if node.build != 0 {
                let bit = node.build.trailing_zeros() as u8;
                node.build &= node.build - 1;
                Step::Build(bit)
            } else {
                self.stack.pop();
                continue;
            };
            let state = tableau.play(node.state, step);
            self.path.truncate(node.steps);
            self.path.push(step);
            if self.enter(search, fans, tableau, state, goal, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Gives the steps that the last successful search found: those before the draw and the draw, then those of `search`.
    pub(super) fn steps<'a>(&'a self, search: &'a Search<'_>) -> impl Iterator<Item = Step> + 'a {
        self.path.iter().copied().chain(search.steps())
    }

    /// Lets go of the tables.
    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        self.seen.release(meter);
    }

    /// Plays all safe moves and tries every draw; puts the state on the stack unless it was seen before.
    fn enter(
        &mut self,
        search: &mut Search<'_>,
        fans: &[Vec<Card>],
        tableau: &Tableau,
        mut state: State,
        goal: Goal,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        meter.visit()?;
        state = play_safe_moves(search, tableau, state, &mut self.path);
        let worth = if search.uses(Reduction::RelaxedReachability) {
            tableau.worth_drawing(state, goal.next)
        } else {
            tableau.cards
        };
        if worth == 0 || !self.seen.insert(state.key(), meter)? {
            return Ok(false);
        }
        let steps = self.path.len();
        let fans_now = piles(fans, state);
        for bit in bits(worth) {
            for step in [Step::Out(bit), Step::Build(bit)] {
                let Some((fans, next)) = drawn(&fans_now, state, step) else { continue };
                let (after, root) = tableau.laid_out(fans.iter().map(Vec::as_slice), next);
                if search.run(&after, root, goal, meter)? {
                    self.path.push(step);
                    return Ok(true);
                }
            }
        }
        let mut build = Tableau::can_be_built(state);
        if search.uses(Reduction::BottomStays) {
            build &= !tableau.bottoms;
        }
        self.stack.push(Node { state, out: Tableau::can_go_out(state, goal.next), build, steps });
        Ok(false)
    }
}

/// Plays the moves that are safe although a draw is left, and adds them to `path`.
pub(super) fn play_safe_moves(search: &Search<'_>, tableau: &Tableau, mut state: State, path: &mut Vec<Step>) -> State {
    loop {
        let out = Tableau::can_go_out(state, tableau.all_out().next);
        let build = tableau.safe_builds_before_draw(state);
        let step = if search.uses(Reduction::FoundAtOnce) && out != 0 {
            Step::Out(out.trailing_zeros() as u8)
        } else if search.uses(Reduction::SafeBuild) && build != 0 {
            Step::Build(build.trailing_zeros() as u8)
        } else {
            return state;
        };
        state = tableau.play(state, step);
        path.push(step);
    }
}

/// Draws the covered card of a step; gives the fans and the next cards for the foundations, or nothing if it is illegal.
pub(super) fn drawn(fans: &[Vec<Card>], state: State, step: Step) -> Option<(Vec<Vec<Card>>, u64)> {
    let (Step::Out(bit) | Step::Build(bit) | Step::ToGap(bit)) = step;
    let card = card_of(bit);
    let from = fans.iter().position(|fan| fan.contains(&card))?;
    let place = fans[from].iter().position(|&other| other == card)?;
    if place + 1 == fans[from].len() {
        return None;
    }
    let mut fans = fans.to_vec();
    fans[from].remove(place);
    match step {
        Step::Out(_) => {
            let next = (state.next >> bit & 1 == 1).then(|| state.next + (1 << bit))?;
            Some((fans, next))
        }
        Step::Build(_) | Step::ToGap(_) => {
            let takes = |(index, fan): (usize, &Vec<Card>)| {
                index != from && fan.last().is_some_and(|&top| bit_of(top) == bit + 1)
            };
            let to = fans.iter().enumerate().position(takes)?;
            fans[to].push(card);
            Some((fans, state.next))
        }
    }
}
