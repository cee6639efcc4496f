//! The exact search with PySolFC's redeals, which depend on how the cards lie.
//!
//! PySolFC gathers the fans as they lie and shuffles that, so each state of a deal has a redeal of its own, and no state can
//! be left out before the last deal. A deal may have millions of states, but few of their redeals are needed to find a
//! win: so only so many states are looked at in each deal, then more, until a win is found or no state was left out.

use super::FanPosition;
use super::draws::DrawSearch;
use super::key_set::KeySet;
use super::one_pack::{ACES, Cards, State, Step, Tableau, piles};
use super::position::deal_in_rounds;
use super::reductions::Reduction;
use super::search::{Replay, Search};
use crate::card::Card;
use crate::moves::Move;
use crate::search::{Meter, Stop};

/// How many states of each deal are looked at first, and by how much the number grows.
const FIRST_STATES: usize = 32;
const GROWTH: usize = 16;

/// A move in a deal that is to be redealt.
#[derive(Clone, Copy, Debug)]
enum Play {
    Step(Step),
    /// This card from the top of its foundation back onto the next card of its suit.
    Back(u8),
}

/// A walk over all states of a deal, each once.
#[derive(Debug, Default)]
struct Walk {
    seen: KeySet,
    stack: Vec<Node>,
    states: usize,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The move that led here; none at the root.
    play: Option<Play>,
    state: State,
    /// The moves still to try.
    out: Cards,
    build: Cards,
    back: Cards,
}

/// Where the redeals of a search stand.
#[derive(Clone, Copy, Debug)]
struct Stage {
    /// Redeals still to play.
    redeals: u8,
    /// Redeals that the whole way is to use.
    all: u8,
    /// Values of PySolFC's generator used so far.
    values_used: usize,
}

struct LayoutSearch<'a> {
    position: &'a FanPosition,
    search: Search<'a>,
    draws: DrawSearch,
    /// One walk for each deal on the way, by redeals still to play less one.
    walks: [Walk; 2],
    /// The most states to look at in a deal.
    most: usize,
    /// Whether a state was left out.
    cut: bool,
}

/// Finds moves that win, with as few redeals as possible unless more of them are found first.
///
/// # Errors
/// What stopped the search before it had an answer.
pub(super) fn solve(
    position: &FanPosition,
    without: &[Reduction],
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Stop> {
    let mut search = LayoutSearch {
        position,
        search: Search::new(without),
        draws: DrawSearch::default(),
        walks: Default::default(),
        most: FIRST_STATES,
        cut: true,
    };
    let found = search.run(meter);
    search.search.release(meter);
    search.draws.release(meter);
    search.walks.iter_mut().for_each(|walk| walk.seen.release(meter));
    found
}

impl LayoutSearch<'_> {
    fn run(&mut self, meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
        while self.cut {
            self.cut = false;
            for redeals in 0..=self.position.redeals_left() {
                let stage = Stage { redeals, all: redeals, values_used: self.position.values_used() };
                let (tableau, root) = Tableau::new(self.position);
                if self.win(self.position.fans(), &tableau, root, stage, meter)? {
                    return Ok(Some(self.moves(redeals)));
                }
            }
            self.most = self.most.saturating_mul(GROWTH);
        }
        Ok(None)
    }

    /// Looks for a win with exactly the redeals of a stage. Calls itself once for each redeal, so at most twice.
    fn win(
        &mut self,
        fans: &[Vec<Card>],
        tableau: &Tableau,
        root: State,
        stage: Stage,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let Some(level) = stage.redeals.checked_sub(1).map(usize::from) else {
            return if self.draws(stage.all) {
                self.draws.run(&mut self.search, fans, tableau, root, meter)
            } else {
                self.search.run(tableau, root, tableau.all_out(), meter)
            };
        };
        let rules = self.position.rules();
        let number = usize::from(rules.redeals - self.position.redeals_left() + stage.all - stage.redeals) + 1;
        // The lowest cards that may come back: none, or with take-backs all, but for the aces of Trefoil.
        let fixed = match (rules.take_back, rules.aces_first) {
            (false, _) => Cards::MAX,
            (true, true) => ACES,
            (true, false) => 0,
        };
        self.walks[level].start(tableau, root, fixed, meter)?;
        loop {
            if self.walks[level].states > self.most {
                self.cut = true;
                return Ok(false);
            }
            let Some(state) = self.walks[level].state() else { return Ok(false) };
            let gathered = piles(fans, state).concat();
            // With every card out the game is won, and the last deal has found it without a redeal.
            if !gathered.is_empty() {
                let cards = self.position.shuffles().redeal(number, &gathered, stage.values_used);
                let mut fans = vec![Vec::with_capacity(3); cards.len().div_ceil(3)];
                deal_in_rounds(&cards, &mut fans);
                let (after, root) = tableau.laid_out(fans.iter().map(Vec::as_slice), state.next);
                let values_used = stage.values_used + cards.len() - 1;
                let stage = Stage { redeals: stage.redeals - 1, values_used, ..stage };
                if self.win(&fans, &after, root, stage, meter)? {
                    return Ok(true);
                }
            }
            self.walks[level].advance(tableau, fixed, meter)?;
        }
    }

    fn draws(&self, redeals: u8) -> bool {
        redeals == self.position.redeals_left() && self.position.draws_left() > 0
    }

    /// Lists the moves of the win just found.
    fn moves(&self, redeals: u8) -> Vec<Move> {
        let mut replay = Replay::new(self.position);
        for walk in self.walks[..usize::from(redeals)].iter().rev() {
            for play in walk.stack.iter().filter_map(|node| node.play) {
                match play {
                    Play::Step(step) => replay.play(step),
                    Play::Back(card) => replay.take_back(card),
                }
            }
            replay.redeal();
        }
        if self.draws(redeals) {
            self.draws.steps(&self.search).for_each(|step| replay.play(step));
        } else {
            self.search.steps().for_each(|step| replay.play(step));
        }
        replay.moves
    }
}

impl Walk {
    fn start(&mut self, tableau: &Tableau, root: State, fixed: Cards, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.seen.clear(meter);
        self.stack.clear();
        self.states = 0;
        self.enter(tableau, None, root, fixed, meter)?;
        Ok(())
    }

    /// Gives the state where the walk is; none at its end.
    fn state(&self) -> Option<State> {
        self.stack.last().map(|node| node.state)
    }

    /// Goes on to the next state that was not seen before.
    fn advance(&mut self, tableau: &Tableau, fixed: Cards, meter: &mut Meter<'_>) -> Result<(), Stop> {
        while let Some(node) = self.stack.last_mut() {
            let take = |cards: &mut Cards| {
                let bit = cards.trailing_zeros() as u8;
                *cards &= *cards - 1;
                bit
            };
            let (play, state) = if node.out != 0 {
                let step = Step::Out(take(&mut node.out));
                (Play::Step(step), tableau.play(node.state, step))
            } else if node.build != 0 {
                let step = Step::Build(take(&mut node.build));
                (Play::Step(step), tableau.play(node.state, step))
            } else if node.back != 0 {
                let bit = take(&mut node.back);
                (Play::Back(bit), node.state.taken_back(bit))
            } else {
                self.stack.pop();
                continue;
            };
            if self.enter(tableau, Some(play), state, fixed, meter)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Puts a state on the stack; `false` when it was seen before.
    fn enter(
        &mut self,
        tableau: &Tableau,
        play: Option<Play>,
        state: State,
        fixed: Cards,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        meter.visit()?;
        if !self.seen.insert(state.key(), meter)? {
            return Ok(false);
        }
        self.states += 1;
        self.stack.push(Node {
            play,
            state,
            out: Tableau::can_go_out(state, tableau.all_out().next),
            build: Tableau::can_be_built(state),
            back: state.can_be_taken_back() & !fixed,
        });
        Ok(true)
    }
}
