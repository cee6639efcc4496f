//! The depth-first search of the deal.

use super::deck::{CardSet, Deck, NO_CARD, below, highest};
use super::judge::Judge;
use super::late::relevant_columns;
use super::layout::Outcome;
use super::line::Line;
use super::plans::Hold;
use super::ranks::{Counts, MOST_RANKS, NO_RANK, RankSet};
use super::reduction::{Reduction, Switches};
use super::refuted::Refuted;
use crate::search::{Meter, Stop};

/// What a search of the deal found.
#[derive(Clone, Debug)]
pub(super) enum Found {
    /// A win.
    Won(Line),
    /// There is none.
    Lost,
    /// The limit was reached first.
    Open,
}

/// A state of the deal. The cards of free ranks that were on top have gone out.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// The cards dealt and not on foundations.
    pub(super) left: CardSet,
    /// How many of each rank are out; follows from `left` and `dealt`.
    pub(super) out: Counts,
    /// The number of cards dealt.
    pub(super) dealt: u8,
}

/// Whether a row of late plays is under way ([`Reduction::Postponement`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// None is.
    Nothing,
    /// One is, and the top of the newest column has still, or had before, a place without the last play.
    Running,
    /// One is, and its last play made the place that the top of the newest column needs, or took the last one and gave it
    /// back.
    Ready,
}

/// One state of the line being searched and what is still to be tried in it.
#[derive(Clone, Debug)]
struct Frame {
    state: State,
    rest: Rest,
    /// The top card of the newest column.
    top: u8,
    try_top: bool,
    try_deal: bool,
    /// Columns, one bit each.
    try_columns: u8,
    /// Deal before the top is tried.
    deal_first: bool,
    /// The card whose play is being searched, or none.
    card: u8,
    /// The ranks to blame for what was tried without success.
    blame: RankSet,
}

/// The exact search of one deck, with all that it has learnt.
#[derive(Debug)]
pub(super) struct Search<'a> {
    deck: &'a Deck,
    refuted: Refuted,
    judge: Judge,
    frames: Vec<Frame>,
    /// How many layouts were lost with blame on each rank.
    blamed: [u64; MOST_RANKS],
    postpone: bool,
    skip: bool,
    relevant: bool,
}

/// How a state presents itself.
enum Entered {
    Frame(Frame),
    Lost(RankSet),
    /// Won by removing the tops of these columns after the deal.
    Won(Vec<u8>),
}

impl<'a> Search<'a> {
    pub(super) fn new(deck: &'a Deck, switches: Switches) -> Self {
        Self {
            deck,
            refuted: Refuted::new(deck, switches),
            judge: Judge::new(deck, switches),
            frames: Vec::new(),
            blamed: [0; MOST_RANKS],
            postpone: switches.has(Reduction::Postponement),
            skip: switches.has(Reduction::RankBlame),
            relevant: switches.has(Reduction::RelevantPlays),
        }
    }

    /// Takes over what an earlier search of the same deck has refuted.
    pub(super) fn take_over(&mut self, refuted: Refuted) {
        self.refuted = refuted;
    }

    /// Ends the search and gives what it has refuted.
    pub(super) fn into_refuted(mut self, meter: &mut Meter<'_>) -> Refuted {
        self.judge.release(meter);
        self.refuted
    }

    /// Tells how many layouts were lost with blame on each rank.
    pub(super) fn blamed(&self) -> &[u64; MOST_RANKS] {
        &self.blamed
    }

    /// Searches from the start until `meter` counts `limit` states. A card that `hold` holds is left to be covered first.
    pub(super) fn run(&mut self, hold: Option<&Hold>, limit: u64, meter: &mut Meter<'_>) -> Result<Found, Stop> {
        self.frames.clear();
        let start = self.start();
        let mut entered = Some(self.enter(start, hold, meter)?);
        loop {
            let blame = match entered {
                Some(Entered::Won(removals)) => return Ok(Found::Won(self.line(removals))),
                Some(Entered::Frame(frame)) => {
                    meter.visit()?;
                    if meter.states() > limit {
                        return Ok(Found::Open);
                    }
                    self.frames.push(frame);
                    None
                }
                Some(Entered::Lost(blame)) => Some(blame),
                None => {
                    let frame = self.frames.pop().expect("a frame has just been searched");
                    self.refuted.put(self.deck, &frame.state, frame.rest, frame.blame, meter);
                    Some(frame.blame)
                }
            };
            let Some(at) = self.frames.len().checked_sub(1) else { return Ok(Found::Lost) };
            if let Some(blame) = blame {
                self.absorb(at, blame);
            }
            entered = self.next(at, hold, meter)?;
        }
    }

    fn start(&self) -> State {
        let mut state = State { left: below(self.deck.dealt), out: self.deck.out, dealt: self.deck.dealt as u8 };
        for column in 0..self.deck.columns_begun {
            self.play_free(&mut state, column);
        }
        state
    }

    /// Plays the free cards on top of a column.
    #[inline]
    fn play_free(&self, state: &mut State, column: usize) {
        let free = self.deck.order.free();
        if free.is_empty() {
            return;
        }
        let mut cards = state.left & self.deck.interval(column);
        while cards != 0 {
            let top = highest(cards);
            let rank = usize::from(self.deck.rank[top]);
            if !free.has(rank) {
                return;
            }
            cards &= !(1 << top);
            state.left &= !(1 << top);
            state.out = state.out.plus(rank);
        }
    }

    fn after_play(&self, mut state: State, card: usize) -> State {
        state.left &= !(1 << card);
        state.out = state.out.plus(usize::from(self.deck.rank[card]));
        self.play_free(&mut state, usize::from(self.deck.column[card]));
        state
    }

    fn after_deal(&self, mut state: State) -> State {
        let card = usize::from(state.dealt);
        state.left |= 1 << card;
        state.dealt += 1;
        self.play_free(&mut state, usize::from(self.deck.column[card]));
        state
    }

    fn has_place(&self, state: &State, card: usize) -> bool {
        let gone = below(usize::from(state.dealt)) & !state.left;
        self.deck.has_place(card, state.out, gone, self.deck.columns_at(usize::from(state.dealt)))
    }

    /// Deals on until something can be decided, and looks at what can.
    fn enter(&mut self, mut state: State, hold: Option<&Hold>, meter: &mut Meter<'_>) -> Result<Entered, Stop> {
        let deck = self.deck;
        let top = loop {
            let dealt = usize::from(state.dealt);
            if dealt == deck.cards {
                return self.judge(&state, meter);
            }
            if !self.postpone {
                break NO_CARD;
            }
            if !deck.begins_column(dealt) {
                let cards = state.left & deck.interval(usize::from(deck.column[dealt]));
                if cards != 0 {
                    break highest(cards) as u8;
                }
            }
            state = self.after_deal(state);
        };
        if let Some(blame) = self.refuted.blame(deck, &state, Rest::Nothing) {
            return Ok(Entered::Lost(blame));
        }
        let mut frame = Frame {
            state,
            rest: Rest::Nothing,
            top,
            try_top: false,
            try_deal: true,
            try_columns: 0,
            deal_first: false,
            card: NO_CARD,
            blame: RankSet::EMPTY,
        };
        if top == NO_CARD {
            frame.try_columns = first_columns(deck.columns_at(usize::from(state.dealt)));
            return Ok(Entered::Frame(frame));
        }
        if self.has_place(&state, usize::from(top)) {
            frame.try_top = true;
            frame.deal_first = hold.is_some_and(|hold| hold[usize::from(top)] > state.dealt);
        } else {
            frame.blame = frame.blame.with(usize::from(deck.rank[usize::from(top)]));
        }
        frame.try_columns = self.late_columns(&state, top);
        Ok(Entered::Frame(frame))
    }

    /// Looks at a state within a row of late plays for the sake of `top`.
    fn enter_late(&mut self, state: State, rest: Rest, top: u8) -> Entered {
        if let Some(blame) = self.refuted.blame(self.deck, &state, rest) {
            return Entered::Lost(blame);
        }
        Entered::Frame(Frame {
            state,
            rest,
            top,
            try_top: rest == Rest::Ready,
            try_deal: false,
            try_columns: self.late_columns(&state, top),
            deal_first: false,
            card: NO_CARD,
            blame: RankSet::EMPTY,
        })
    }

    /// Gives the columns from which late plays may come for the sake of `top`.
    fn late_columns(&self, state: &State, top: u8) -> u8 {
        let top = usize::from(top);
        let newest = usize::from(self.deck.column[top]);
        let goal = self.deck.order.previous(usize::from(self.deck.rank[top]));
        if goal == NO_RANK {
            0
        } else if self.relevant {
            relevant_columns(self.deck, state, newest, goal)
        } else {
            first_columns(newest)
        }
    }

    /// Judges the layout after the deal.
    fn judge(&mut self, state: &State, meter: &mut Meter<'_>) -> Result<Entered, Stop> {
        if let Some(blame) = self.refuted.blame(self.deck, state, Rest::Nothing) {
            return Ok(Entered::Lost(blame));
        }
        let blamed = self.frames.iter().fold(RankSet::EMPTY, |ranks, frame| ranks.or(frame.blame));
        let Outcome::Lost(blame) = self.judge.judge(self.deck, state, blamed, meter)? else {
            return Ok(Entered::Won(self.judge.removals()));
        };
        for rank in blame.iter() {
            self.blamed[rank] += 1;
        }
        self.refuted.put(self.deck, state, Rest::Nothing, blame, meter);
        Ok(Entered::Lost(blame))
    }

    /// Takes in that what was tried last in a frame is lost.
    fn absorb(&mut self, at: usize, blame: RankSet) {
        let frame = &mut self.frames[at];
        // What was played in a frame at rest: the top, or any card when nothing is postponed.
        let played = frame.rest == Rest::Nothing && (frame.card == frame.top || !self.postpone);
        let rank = if frame.card == NO_CARD { NO_RANK } else { usize::from(self.deck.rank[usize::from(frame.card)]) };
        if self.skip && played && rank != NO_RANK && !blame.has(rank) {
            frame.blame = blame;
            frame.try_top = false;
            frame.try_deal = false;
            frame.try_columns = 0;
        } else {
            frame.blame = frame.blame.or(blame);
        }
    }

    /// Enters the next state to be tried from a frame; `None` when there is none.
    fn next(&mut self, at: usize, hold: Option<&Hold>, meter: &mut Meter<'_>) -> Result<Option<Entered>, Stop> {
        let frame = &mut self.frames[at];
        let state = frame.state;
        frame.card = NO_CARD;
        if frame.try_top && !frame.deal_first {
            frame.try_top = false;
            frame.card = frame.top;
            let after = self.after_play(state, usize::from(self.frames[at].top));
            return self.enter(after, hold, meter).map(Some);
        }
        // Where nothing is postponed plays come first, as no later deal would be as good.
        if frame.try_deal && (self.postpone || frame.try_columns == 0) {
            frame.try_deal = false;
            frame.deal_first = false;
            let after = self.after_deal(state);
            return self.enter(after, hold, meter).map(Some);
        }
        while self.frames[at].try_columns != 0 {
            let frame = &mut self.frames[at];
            let column = frame.try_columns.trailing_zeros() as usize;
            frame.try_columns &= frame.try_columns - 1;
            let cards = state.left & self.deck.interval(column);
            if cards == 0 {
                continue;
            }
            let card = highest(cards);
            if !self.has_place(&state, card) {
                let frame = &mut self.frames[at];
                frame.blame = frame.blame.with(usize::from(self.deck.rank[card]));
                continue;
            }
            let frame = &mut self.frames[at];
            frame.card = card as u8;
            let top = frame.top;
            let after = self.after_play(state, card);
            if !self.postpone {
                return self.enter(after, hold, meter).map(Some);
            }
            let rank = usize::from(self.deck.rank[usize::from(top)]);
            let order = &self.deck.order;
            // A play that takes the last place gives it back when a free card that lay under it goes too.
            let takes = u8::from(usize::from(self.deck.rank[card]) == rank);
            let made_place = order.places(rank, state.out) <= takes && order.accepts(rank, after.out);
            return Ok(Some(self.enter_late(after, if made_place { Rest::Ready } else { Rest::Running }, top)));
        }
        if self.frames[at].try_deal {
            return self.next(at, hold, meter);
        }
        Ok(None)
    }

    /// Gives the line to the end of the deal, and what follows.
    fn line(&self, removals: Vec<u8>) -> Line {
        let played = self.frames.iter().filter(|frame| frame.card != NO_CARD);
        Line { plays: played.map(|frame| (frame.state.dealt, frame.card)).collect(), removals }
    }

    /// Lets go of the memory held.
    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        self.refuted.release(meter);
        self.judge.release(meter);
    }
}

/// Gives the first `count` columns as one bit each.
const fn first_columns(count: usize) -> u8 {
    ((1u16 << count) - 1) as u8
}
