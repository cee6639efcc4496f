//! The most cards out, exactly, in the one-pack games that build down in suit.
//!
//! A card that can go out does so at once (`FoundAtOnce`), so cards out only become more, and the sets of cards out in which
//! games end are what counts. Branch and bound: a state is left when even `RelaxedReachability` puts no more cards out
//! than the best state found. The safe builds are those that are safe whatever goes out.
//!
//! Taking cards back from foundations gains nothing: of moves that end with the most cards out take those with the fewest
//! cards taken back, and of these cards c, the last one. From there on c can go out at once, after which no fewer cards go
//! out than before (`FoundAtOnce`; c itself if it did not), and back at the position before c was taken back one card
//! less is taken back.

use super::FanPosition;
use super::draws::{drawn, play_safe_moves};
use super::key_set::KeySet;
use super::one_pack::{ACES, Cards, State, Step, Tableau, bits, piles};
use super::reductions::Reduction;
use super::search::{Aim, Replay, Search};
use super::shamrocks;
use crate::card::Card;
use crate::moves::Move;
use crate::search::{Meter, Stop};

/// Finds moves that put out as many cards as possible: exactly, or the best found when a limit stopped the search, and
/// says which limit. `None` for a game that needs another search; the precondition is that no redeal is left.
///
/// In the games of this file, of several sets of as many cards it takes the one with the most diamonds, then hearts, then
/// spades; in Shamrocks the first one found.
pub(crate) fn most_out(position: &FanPosition, meter: &mut Meter<'_>) -> Option<(Vec<Move>, Result<(), Stop>)> {
    if !Tableau::fits(position.rules()) {
        return shamrocks::most_out(position, meter);
    }
    let (tableau, root) = Tableau::new(position);
    let mut search = Search::new(&[]);
    let mut most = Most { all: tableau.all_out().next, best: root.next, steps: Vec::new(), before: Vec::new() };
    let mut draws = Draws::default();
    let ended = run(position, &tableau, root, &mut search, &mut draws, &mut most, meter);
    search.release(meter);
    draws.seen.release(meter);
    let mut replay = Replay::new(position);
    most.steps.iter().for_each(|&step| replay.play(step));
    Some((replay.moves, ended))
}

fn run(
    position: &FanPosition,
    tableau: &Tableau,
    root: State,
    search: &mut Search<'_>,
    draws: &mut Draws,
    most: &mut Most,
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    // A win first, whose search is the quicker one: it leaves whatever cannot be won.
    if search.run(tableau, root, tableau.all_out(), meter)? {
        most.best = most.all;
        most.steps = search.steps().collect();
        return Ok(());
    }
    search.run(tableau, root, &mut *most, meter)?;
    if position.draws_left() > 0 {
        draws.run(search, position.fans(), tableau, root, most, meter)?;
    }
    Ok(())
}

/// The best state found, and the steps that lead there.
#[derive(Debug)]
struct Most {
    /// The next cards for the foundations when all cards are out.
    all: Cards,
    /// The next cards in the best state.
    best: Cards,
    steps: Vec<Step>,
    /// The steps before the root of the search that is under way.
    before: Vec<Step>,
}

impl Most {
    /// Tells whether a set of cards out, or a bound of such sets, is better than the best.
    ///
    /// No set within a bound has as many cards as the bound but the bound itself, so the rule among equals prunes too.
    fn is_better(&self, next: Cards) -> bool {
        let rank = |next: Cards| ((next - ACES).count_ones(), next);
        rank(next) > rank(self.best)
    }

    /// Notes a state when it is better; `true` when all cards are out.
    fn note(&mut self, next: Cards, path: impl Iterator<Item = Step>) -> bool {
        if self.is_better(next) {
            self.best = next;
            self.steps.clone_from(&self.before);
            self.steps.extend(path);
        }
        self.best == self.all
    }
}

impl Aim for &mut Most {
    fn may_go_out(&self) -> Cards {
        self.all
    }

    fn goes_out(&self, state: State) -> Cards {
        // Of the others none is sure to.
        state.next
    }

    fn is_reached(&mut self, state: State, path: &[u8]) -> bool {
        self.note(state.next, path.iter().map(|&code| Step::from_code(code)))
    }

    fn may_be_reached(&self, tableau: &Tableau, state: State) -> bool {
        self.is_better(tableau.may_put_out(state))
    }
}

/// States before the draw, and the steps that lead to the newest.
#[derive(Debug, Default)]
struct Draws {
    seen: KeySet,
    stack: Vec<Node>,
    path: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    state: State,
    /// The builds still to try.
    build: Cards,
    /// How many steps lead to this state.
    steps: usize,
}

impl Draws {
    /// Searches for more cards out with a draw; the precondition is that the search without is complete.
    fn run(
        &mut self,
        search: &mut Search<'_>,
        fans: &[Vec<Card>],
        tableau: &Tableau,
        root: State,
        most: &mut Most,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if self.enter(search, fans, tableau, root, most, meter)? {
            return Ok(());
        }
        while let Some(node) = self.stack.last_mut() {
            if node.build == 0 {
                self.stack.pop();
                continue;
            }
            let step = Step::Build(node.build.trailing_zeros() as u8);
            node.build &= node.build - 1;
            let state = tableau.play(node.state, step);
            self.path.truncate(node.steps);
            self.path.push(step);
            if self.enter(search, fans, tableau, state, most, meter)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Plays all safe moves and tries every draw; `true` when all cards go out.
    fn enter(
        &mut self,
        search: &mut Search<'_>,
        fans: &[Vec<Card>],
        tableau: &Tableau,
        state: State,
        most: &mut Most,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        meter.visit()?;
        let state = play_safe_moves(search, tableau, state, &mut self.path);
        if !self.seen.insert(state.key(), meter)? {
            return Ok(false);
        }
        let steps = self.path.len();
        let worth = tableau.worth_drawing_for(state, most.all, |next| most.is_better(next));
        let fans_now = if worth == 0 { Vec::new() } else { piles(fans, state) };
        for bit in bits(worth) {
            for step in [Step::Out(bit), Step::Build(bit)] {
                let Some((fans, next)) = drawn(&fans_now, state, step) else { continue };
                let (after, root) = tableau.laid_out(fans.iter().map(Vec::as_slice), next);
                most.before.clone_from(&self.path);
                most.before.push(step);
                search.run(&after, root, &mut *most, meter)?;
                if most.best == most.all {
                    return Ok(true);
                }
            }
        }
        if worth != 0 || most.is_better(tableau.may_put_out(state)) {
            // Every card that can go out is out, so that only builds are left, and the bottom cards of fans stay.
            debug_assert!(search.uses(Reduction::FoundAtOnce));
            self.stack.push(Node { state, build: Tableau::can_be_built(state) & !tableau.bottoms, steps });
        }
        Ok(false)
    }
}
