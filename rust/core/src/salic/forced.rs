//! The exact search for `plays = forced`: the deal runs by itself but where cards compete for a place.

use super::chains::Chains;
use super::end_phase::EndPhase;
use super::met::Met;
use super::stacks::{COLUMNS, Columns, Kinds, NO_KIND, Stack, Stacks};
use super::{Reduction, SalicPosition};
use crate::card::{Card, Pack, Suit};
use crate::moves::{Foundation, Move};
use crate::rules::{SalicRules, StarterLimit};
use crate::search::{Meter, Stop};
use std::sync::Arc;

/// The kind of the first base in a deck; those of other suits follow.
const BASE: u8 = 24;

/// Solves positions of one game one after the other, and keeps its tables from one to the next.
pub(super) struct Forced {
    rules: Arc<SalicRules>,
    /// The kind of each card; bases are [`BASE`] and their suit.
    kinds: [u8; Card::COUNT],
    /// The kind that gets places from each.
    next: [u8; 32],
    /// The state before any base is dealt.
    empty: State,
    /// The starters that a base of each suit lets out.
    starters: [[u8; 2]; Suit::COUNT],
    end_phase: EndPhase,
    met: Met,
    /// The cards to deal, by kind.
    deck: Vec<u8>,
    frames: Vec<Frame>,
    /// The plays of the line being searched.
    line: Vec<Play>,
    /// The layout in which the deal ended.
    layout: Columns,
    safe: bool,
    rivals: bool,
}

/// A card sent out during the deal.
#[derive(Clone, Copy)]
struct Play {
    /// How many cards of the deck were dealt by then.
    dealt: u8,
    column: u8,
}

/// A position of the deal.
#[derive(Clone, Copy)]
struct State {
    columns: Columns,
    /// For each kind, how many more of its cards may go out.
    places: [i8; 32],
    /// For each kind, its cards in columns.
    laid: [i8; 32],
    /// For each kind, the columns before the newest that show it.
    shown: [u8; 32],
    /// The kinds that some column before the newest shows.
    exposed: Kinds,
    /// The kinds with places.
    open: Kinds,
    dealt: u8,
    /// The newest column, of which `columns` knows nothing.
    newest: u8,
    /// Its stack.
    stack: Stack,
    /// What it shows.
    top: u8,
}

/// A choice on the line that is being searched.
struct Frame {
    state: State,
    /// The columns still to be tried.
    untried: u8,
    /// The number of plays that led here.
    plays: u8,
}

impl Forced {
    pub(super) fn new(rules: Arc<SalicRules>, without: &[Reduction]) -> Self {
        let chains = Chains::new(&rules);
        let kinds = std::array::from_fn(|card| {
            let card = Card::from_index(card as u8);
            if card.rank() == rules.base { BASE + card.suit().index() as u8 } else { chains.kind(card) }
        });
        let ranks = chains.ranks_of_kinds();
        let next = std::array::from_fn(|kind| match ranks[kind] {
            rank @ 0..16 => chains.next[usize::from(rank)],
            _ => Chains::NONE,
        });
        let mut empty = State::new();
        let mut starters = [[Chains::NONE; 2]; Suit::COUNT];
        for suit in Suit::all() {
            for (row, kind) in chains.starters(suit).enumerate() {
                if rules.starter_limit == StarterLimit::None {
                    empty.places[usize::from(kind)] = chains.foundations as i8;
                    empty.open |= 1 << kind;
                } else {
                    starters[suit.index()][row] = kind;
                }
            }
        }
        Self {
            end_phase: EndPhase::new(chains, without),
            rules,
            kinds,
            next,
            empty,
            starters,
            met: Met::new(),
            // No line has more choices or plays than cards.
            deck: Vec::with_capacity(Pack::MOST_CARDS),
            frames: Vec::with_capacity(Pack::MOST_CARDS),
            line: Vec::with_capacity(Pack::MOST_CARDS),
            layout: Columns::default(),
            safe: !without.contains(&Reduction::ForcedSafePlays),
            rivals: !without.contains(&Reduction::ForcedRivals),
        }
    }

    /// Tells whether a new deal can be won; then [`Forced::moves`] says how.
    ///
    /// The precondition is that `cards` is the pack of the rules in some order.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn solve_deal(&mut self, cards: &[Card], meter: &mut Meter<'_>) -> Result<bool, Stop> {
        self.clear(meter)?;
        let answer = self.search_deal(cards, meter);
        meter.release(self.bytes());
        answer
    }

    /// Tells whether a position can be won; then [`Forced::moves`] says how.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn solve(&mut self, position: &SalicPosition, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        self.clear(meter)?;
        let answer = self.search_position(position, meter);
        meter.release(self.bytes());
        answer
    }

    /// Gives the bytes held.
    fn bytes(&self) -> usize {
        self.end_phase.bytes() + self.met.bytes() + self.frames.capacity() * size_of::<Frame>()
    }

    /// Forgets the deal before and counts what the tables hold; when they are too big for the limit, makes them anew.
    fn clear(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if meter.hold(self.bytes()).is_err() {
            self.end_phase.shrink();
            self.met = Met::new();
            meter.hold(self.bytes())?;
        }
        self.end_phase.clear();
        self.met.clear();
        self.deck.clear();
        self.frames.clear();
        self.line.clear();
        Ok(())
    }

    fn search_deal(&mut self, cards: &[Card], meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let base = cards.iter().position(|card| card.rank() == self.rules.base).expect("a pack holds base cards");
        self.deck.extend(cards[..base].iter().chain(&cards[base + 1..]).map(|card| self.kinds[card.index()]));
        let mut state = self.empty;
        self.add_starters(&mut state, cards[base].suit());
        self.search(state, meter)
    }

    fn search_position(&mut self, position: &SalicPosition, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        self.deck.extend(position.stock().map(|card| self.kinds[card.index()]));
        let mut state = self.empty;
        for (index, column) in position.columns().iter().enumerate() {
            if index == 0 {
                self.add_starters(&mut state, column[0].suit());
            } else {
                self.open_column(&mut state, column[0].suit());
            }
            for &card in &column[1..] {
                self.lay(&mut state, self.kinds[card.index()], meter)?;
            }
        }
        for card in Card::all().filter(|&card| card.rank() != self.rules.base) {
            for _ in 0..position.out(card) {
                self.send_out(&mut state, self.kinds[card.index()]);
            }
        }
        self.search(state, meter)
    }

    /// Searches the deal depth first.
    fn search(&mut self, start: State, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let mut state = start;
        loop {
            let untried = self.advance(&mut state, meter)?;
            if untried == 0 {
                self.layout = state.all_columns();
                if self.end_phase.search(self.layout, meter)? {
                    return Ok(true);
                }
            } else {
                // Only where there is a choice do lines meet again.
                meter.visit()?;
                if self.met.insert(state.key(), meter)? {
                    self.frames.push(Frame { state, untried, plays: self.line.len() as u8 });
                }
            }
            let column = loop {
                let Some(frame) = self.frames.last_mut() else {
                    return Ok(false);
                };
                if frame.untried != 0 {
                    let column = self.end_phase.stacks.deepest(frame.state.all_columns(), frame.untried);
                    frame.untried &= !(1 << column);
                    state = frame.state;
                    self.line.truncate(usize::from(frame.plays));
                    break column;
                }
                self.frames.pop();
            };
            self.play(&mut state, column);
        }
    }

    /// Deals and plays until there is a choice of columns, or none and the deal is over.
    #[inline(never)]
    fn advance(&mut self, state: &mut State, meter: &mut Meter<'_>) -> Result<u8, Stop> {
        while usize::from(state.dealt) < self.deck.len() {
            let playable = state.playable();
            if playable != 0 {
                let first = state.columns_showing(playable.trailing_zeros() as u8);
                let columns = if playable.is_power_of_two() && first.is_power_of_two() {
                    first
                } else {
                    self.choices(state, playable)
                };
                if !columns.is_power_of_two() {
                    return Ok(columns);
                }
                self.play(state, columns.trailing_zeros() as u8);
                continue;
            }
            let kind = self.deck[usize::from(state.dealt)];
            state.dealt += 1;
            if kind >= BASE {
                self.open_column(state, Suit::new(kind - BASE));
            } else if state.open >> kind & 1 == 0 {
                self.lay(state, kind, meter)?;
            } else if usize::from(state.dealt) < self.deck.len() {
                // The only card that can go out, so it must.
                self.line.push(Play { dealt: state.dealt, column: state.newest });
                self.send_out(state, kind);
            } else {
                // After the last card nothing is forced any more: there is no deal to hold back.
                self.lay(state, kind, meter)?;
            }
        }
        Ok(0)
    }

    /// Lists columns of which one must be tried.
    fn choices(&self, state: &State, playable: Kinds) -> u8 {
        let mut kinds = if self.safe { playable } else { 0 };
        while kinds != 0 {
            let kind = kinds.trailing_zeros() as u8;
            kinds &= kinds - 1;
            if state.is_safe(kind) {
                let shown = state.columns_showing(kind);
                return shown & shown.wrapping_neg();
            }
        }
        let mut all = 0;
        let mut best = u8::MAX;
        kinds = playable;
        while kinds != 0 {
            let kind = kinds.trailing_zeros() as u8;
            kinds &= kinds - 1;
            let shown = state.columns_showing(kind);
            all |= shown;
            if self.rivals && shown.count_ones() < best.count_ones() && !self.may_uncover(state, kind) {
                best = shown;
                if shown.is_power_of_two() {
                    break;
                }
            }
        }
        if best == u8::MAX { all } else { best }
    }

    /// Tells whether plays of other kinds might uncover a card of this kind before the next card is dealt.
    fn may_uncover(&self, state: &State, kind: u8) -> bool {
        let stacks = &self.end_phase.stacks;
        let mut columns: [Stack; COLUMNS] = std::array::from_fn(|column| state.all_columns().get(column));
        let columns = &mut columns[..=usize::from(state.newest & 7)];
        let mut open = state.open & !(1 << kind);
        loop {
            let before = open;
            for stack in &mut *columns {
                let mut node = stacks.get(*stack);
                while open >> (node.kind & 31) & 1 == 1 {
                    open |= 1 << self.next[usize::from(node.kind & 31)] & !(1 << kind);
                    *stack = node.below;
                    node = stacks.get(*stack);
                    if node.kind == kind {
                        return true;
                    }
                }
            }
            if open == before {
                return false;
            }
        }
    }

    /// Lays a base as the next column.
    fn open_column(&self, state: &mut State, suit: Suit) {
        state.show(state.top, state.newest);
        state.columns.replace(usize::from(state.newest), 0, state.stack);
        state.newest += 1;
        state.stack = Stacks::root(usize::from(state.newest));
        state.top = NO_KIND;
        self.add_starters(state, suit);
    }

    /// Lets the starters out that wait for a base of this suit.
    fn add_starters(&self, state: &mut State, suit: Suit) {
        for kind in self.starters[suit.index()] {
            state.add_places(kind, 1);
        }
    }

    /// Lays a card on the newest column.
    #[inline]
    fn lay(&mut self, state: &mut State, kind: u8, meter: &mut Meter<'_>) -> Result<(), Stop> {
        state.stack = self.end_phase.stacks.push(state.stack, kind, meter)?;
        state.top = kind;
        state.laid[usize::from(kind & 31)] += 1;
        Ok(())
    }

    /// Sends the top card of a column out.
    #[inline]
    fn play(&mut self, state: &mut State, column: u8) {
        let stacks = &self.end_phase.stacks;
        let kind = if column == state.newest {
            let node = stacks.get(state.stack);
            state.stack = node.below;
            state.top = stacks.get(node.below).kind;
            node.kind
        } else {
            let stack = state.columns.get(usize::from(column));
            let node = stacks.get(stack);
            state.columns.replace(usize::from(column), stack, node.below);
            state.hide(node.kind, column);
            state.show(stacks.get(node.below).kind, column);
            node.kind
        };
        state.laid[usize::from(kind & 31)] -= 1;
        self.line.push(Play { dealt: state.dealt, column });
        self.send_out(state, kind);
    }

    /// Counts a card as out.
    #[inline]
    fn send_out(&self, state: &mut State, kind: u8) {
        let places = &mut state.places[usize::from(kind & 31)];
        *places -= 1;
        state.open &= !(Kinds::from(*places <= 0) << (kind & 31));
        state.add_places(self.next[usize::from(kind & 31)], 1);
    }

    /// Writes the win just found as moves.
    pub(super) fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(3 * self.deck.len());
        let mut dealt = 0;
        for play in &self.line {
            moves.extend((dealt..play.dealt).map(|_| Move::Deal));
            dealt = play.dealt;
            moves.push(Move::ToFoundation { from: play.column, foundation: Foundation::Any });
        }
        moves.extend((usize::from(dealt)..self.deck.len()).map(|_| Move::Deal));
        self.end_phase.moves(self.layout, &mut moves);
        moves
    }
}

impl State {
    /// Makes the state with one column to come and without places.
    fn new() -> Self {
        Self {
            columns: Columns::default(),
            places: [0; 32],
            laid: [0; 32],
            shown: [0; 32],
            exposed: 0,
            open: 0,
            dealt: 0,
            newest: 0,
            stack: Stacks::root(0),
            top: NO_KIND,
        }
    }

    /// Gives the columns and the number of cards dealt, which together tell what is out.
    ///
    /// The number is at most 103, so that its bits fit in the free bits of the stacks' numbers.
    fn key(&self) -> Columns {
        let bits = (0..COLUMNS).fold(0, |bits, bit| bits | u128::from(self.dealt >> bit & 1) << (16 * bit + 15));
        Columns(self.all_columns().0 | bits)
    }

    /// Gives the stacks of all columns.
    fn all_columns(&self) -> Columns {
        let mut columns = self.columns;
        columns.replace(usize::from(self.newest), 0, self.stack);
        columns
    }

    #[inline]
    fn playable(&self) -> Kinds {
        (self.exposed | 1 << (self.top & 31)) & self.open
    }

    #[inline]
    fn columns_showing(&self, kind: u8) -> u8 {
        self.shown[usize::from(kind & 31)] | u8::from(self.top == kind) << (self.newest & 7)
    }

    /// Tells whether there are places for every card of a kind in columns.
    #[inline]
    fn is_safe(&self, kind: u8) -> bool {
        self.places[usize::from(kind & 31)] >= self.laid[usize::from(kind & 31)]
    }

    #[inline]
    fn add_places(&mut self, kind: u8, more: i8) {
        let kind = kind & 31;
        self.places[usize::from(kind)] += more;
        self.open |= Kinds::from(self.places[usize::from(kind)] > 0) << kind;
    }

    #[inline]
    fn show(&mut self, kind: u8, column: u8) {
        self.shown[usize::from(kind & 31)] |= 1 << (column & 7);
        self.exposed |= 1 << (kind & 31);
    }

    #[inline]
    fn hide(&mut self, kind: u8, column: u8) {
        let shown = &mut self.shown[usize::from(kind & 31)];
        *shown &= !(1 << (column & 7));
        self.exposed &= !(Kinds::from(*shown == 0) << (kind & 31));
    }
}
