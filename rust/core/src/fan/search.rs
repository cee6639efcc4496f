//! The exact search of one deal of the one-pack games that build down in suit.
//!
//! Each card moves once in the tableau and once out, so there are no cycles. Depth first, all safe moves at once, a set of
//! the states seen, and a relaxation that proves most losses.

use super::FanPosition;
use super::key_set::KeySet;
use super::one_pack::{Cards, Goal, State, Step, Tableau, card_of};
use super::reductions::Reduction;
use crate::card::Card;
use crate::moves::{Foundation, Move};
use crate::position::Position;
use crate::search::{Meter, Stop};

/// A search with its tables, which serve one deal after another.
#[derive(Debug)]
pub(super) struct Search<'a> {
    /// The reductions that are off.
    without: &'a [Reduction],
    seen: KeySet,
    stack: Vec<Node>,
    /// The steps from the root to the newest state.
    path: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    state: State,
    /// The moves still to try.
    moves: Moves,
    /// How many steps lead to this state.
    steps: usize,
}

#[derive(Clone, Copy, Debug)]
struct Moves {
    out: Cards,
    build: Cards,
    to_gap: Cards,
}

impl Moves {
    /// Takes the next move to try: kings to gaps first, since they free cards and cover none.
    fn take(&mut self) -> Option<Step> {
        let take = |cards: &mut Cards| {
            let bit = cards.trailing_zeros() as u8;
            *cards &= *cards - 1;
            bit
        };
        if self.out != 0 {
            Some(Step::Out(take(&mut self.out)))
        } else if self.to_gap != 0 {
            Some(Step::ToGap(take(&mut self.to_gap)))
        } else if self.build != 0 {
            Some(Step::Build(take(&mut self.build)))
        } else {
            None
        }
    }
}

/// What a search is for.
pub(super) trait Aim {
    /// The cards that may go out are those below these.
    fn may_go_out(&self) -> Cards;

    /// The cards that are sure to go out are those below these.
    fn goes_out(&self, state: State) -> Cards;

    /// Looks at a state and the steps to it; `true` ends the search.
    fn is_reached(&mut self, state: State, path: &[u8]) -> bool;

    /// Tells whether the search may end in a state that is reached from this one, by `RelaxedReachability`.
    fn may_be_reached(&self, tableau: &Tableau, state: State) -> bool;
}

impl Aim for Goal {
    #[inline]
    fn may_go_out(&self) -> Cards {
        self.next
    }

    #[inline]
    fn goes_out(&self, _: State) -> Cards {
        self.next
    }

    #[inline]
    fn is_reached(&mut self, state: State, _: &[u8]) -> bool {
        state.next == self.next && self.free & !state.free == 0
    }

    #[inline]
    fn may_be_reached(&self, tableau: &Tableau, state: State) -> bool {
        tableau.may_reach(state, *self)
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(without: &'a [Reduction]) -> Self {
        Self { without, seen: KeySet::default(), stack: Vec::new(), path: Vec::new() }
    }

    pub(super) fn uses(&self, reduction: Reduction) -> bool {
        !self.without.contains(&reduction)
    }

    /// Lets go of the tables.
    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        self.seen.release(meter);
    }

    /// Gives the steps that the last successful search found.
    pub(super) fn steps(&self) -> impl Iterator<Item = Step> {
        self.path.iter().map(|&code| Step::from_code(code))
    }

    /// Searches for steps that reach an aim.
    ///
    /// # Errors
    /// What stopped the search before it had an answer.
    pub(super) fn run(
        &mut self,
        tableau: &Tableau,
        root: State,
        mut aim: impl Aim,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        self.seen.clear(meter);
        self.stack.clear();
        self.path.clear();
        if self.enter(tableau, root, &mut aim, meter)? {
            return Ok(true);
        }
        while let Some(node) = self.stack.last_mut() {
            let Some(step) = node.moves.take() else {
                self.stack.pop();
                continue;
            };
            let state = tableau.play(node.state, step);
            self.path.truncate(node.steps);
            self.path.push(step.code());
            if self.enter(tableau, state, &mut aim, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Plays all safe moves and, unless the state is settled, puts it on the stack; `true` when the aim is reached.
    fn enter(
        &mut self,
        tableau: &Tableau,
        state: State,
        aim: &mut impl Aim,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        meter.visit()?;
        let state = self.play_safe_moves(tableau, state, aim);
        if aim.is_reached(state, &self.path) {
            return Ok(true);
        }
        if self.uses(Reduction::RelaxedReachability) && !aim.may_be_reached(tableau, state) {
            return Ok(false);
        }
        if !self.seen.insert(state.key(), meter)? {
            return Ok(false);
        }
        let mut build = Tableau::can_be_built(state);
        if self.uses(Reduction::BottomStays) && tableau.gaps_are_of_no_use(state) {
            build &= !tableau.bottoms;
        }
        let moves =
            Moves { out: Tableau::can_go_out(state, aim.may_go_out()), build, to_gap: tableau.can_go_to_gap(state) };
        self.stack.push(Node { state, moves, steps: self.path.len() });
        Ok(false)
    }

    fn play_safe_moves(&mut self, tableau: &Tableau, mut state: State, aim: &impl Aim) -> State {
        loop {
            let out = Tableau::can_go_out(state, aim.may_go_out());
            let build = tableau.safe_builds(state, aim.goes_out(state));
            let to_gap = tableau.can_go_to_gap(state);
            let step = if self.uses(Reduction::FoundAtOnce) && out != 0 {
                Step::Out(out.trailing_zeros() as u8)
            } else if self.uses(Reduction::SafeBuild) && build != 0 {
                Step::Build(build.trailing_zeros() as u8)
            } else if self.uses(Reduction::RoomForKings) && to_gap != 0 && tableau.gaps_are_of_no_use(state) {
                Step::ToGap(to_gap.trailing_zeros() as u8)
            } else {
                return state;
            };
            state = tableau.play(state, step);
            self.path.push(step.code());
        }
    }
}

/// Turns steps into moves, by playing them.
pub(super) struct Replay {
    position: FanPosition,
    /// The moves so far.
    pub(super) moves: Vec<Move>,
}

impl Replay {
    pub(super) fn new(position: &FanPosition) -> Self {
        Self { position: position.clone(), moves: Vec::new() }
    }

    /// Gives the position after the moves so far.
    pub(super) fn position(&self) -> &FanPosition {
        &self.position
    }

    /// Plays a step of the model; with a covered card, as a draw.
    pub(super) fn play(&mut self, step: Step) {
        let (Step::Out(bit) | Step::Build(bit) | Step::ToGap(bit)) = step;
        let (from, depth) = self.place(card_of(bit));
        let to = match step {
            Step::Out(_) if depth == 0 => {
                return self.play_move(Move::ToFoundation { from, foundation: Foundation::Any });
            }
            Step::Out(_) => return self.play_move(Move::DrawToFoundation { from, depth }),
            Step::Build(_) => self.fan_showing(Some(card_of(bit + 1))),
            Step::ToGap(_) => self.fan_showing(None),
        };
        self.play_move(if depth == 0 { Move::ToPile { from, to } } else { Move::DrawToPile { from, depth, to } });
    }

    /// Puts the top card of a foundation back onto the next card of its suit.
    pub(super) fn take_back(&mut self, bit: u8) {
        let to = self.fan_showing(Some(card_of(bit + 1)));
        self.play_move(Move::TakeBack { foundation: Foundation::Any, card: card_of(bit), to });
    }

    /// Redeals.
    pub(super) fn redeal(&mut self) {
        self.play_move(Move::Redeal);
    }

    /// Finds the fan of a card, and the number of cards above it.
    fn place(&self, card: Card) -> (u8, u8) {
        let mut fans = (0..).zip(self.position.fans());
        let place =
            fans.find_map(|(index, fan)| Some((index, fan.iter().rev().position(|&other| other == card)? as u8)));
        place.expect("the card is left")
    }

    fn play_move(&mut self, play: Move) {
        debug_assert_eq!(self.position.check(play), Ok(()));
        self.position.play_unchecked(play);
        self.moves.push(play);
    }

    /// Finds the fan with this card on top, or an empty one.
    fn fan_showing(&self, top: Option<Card>) -> u8 {
        let fans = self.position.fans();
        fans.iter().position(|fan| fan.last().copied() == top).expect("the step is legal") as u8
    }
}
