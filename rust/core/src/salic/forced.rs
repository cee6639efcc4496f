//! The exact search for `plays = forced`: the deal runs by itself but where cards compete for a place.

use super::chains::Chains;
use super::end_phase::{EndPhase, Outcome};
use super::met::Met;
use super::stacks::{COLUMNS, Kinds, NO_KIND, Stack, Stacks};
use super::{Reduction, SalicPosition};
use crate::card::{Card, Suit};
use crate::moves::{Foundation, Move};
use crate::rules::{SalicRules, StarterLimit};
use crate::search::{Meter, Stop};
use std::sync::Arc;

/// The kind of the first base in a deck; those of other suits follow.
const BASE: u8 = 24;

/// Solves positions of one game one after the other, and keeps its tables from one to the next.
pub(super) struct Forced {
    rules: Arc<SalicRules>,
    chains: Chains,
    /// The kind of each card; bases are [`BASE`] and their suit.
    kinds: [u8; Card::COUNT],
    next: [u8; 32],
    end_phase: EndPhase,
    met: Met,
    deck: Vec<u8>,
    frames: Vec<Frame>,
    /// The plays of the line being searched.
    line: Vec<Play>,
    /// The layout in which the deal ended.
    layout: [Stack; COLUMNS],
    safe: Kinds,
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
    columns: [Stack; COLUMNS],
    /// For each kind, how many more of its cards may go out.
    places: [i8; 32],
    /// For each kind, the places less the cards in columns.
    surplus: [i8; 32],
    /// For each kind, the columns that show it.
    shown: [u32; 32],
    /// The kinds that some column shows.
    exposed: Kinds,
    /// The kinds with places.
    open: Kinds,
    /// The kinds with places for every card in columns.
    safe: Kinds,
    dealt: u8,
    /// The number of columns.
    count: u8,
}

struct Frame {
    state: State,
    untried: u32,
    plays: u32,
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
        Self {
            end_phase: EndPhase::new(chains.clone(), without),
            rules,
            chains,
            kinds,
            next,
            met: Met::new(),
            deck: Vec::new(),
            frames: Vec::new(),
            line: Vec::new(),
            layout: [0; COLUMNS],
            safe: if without.contains(&Reduction::ForcedSafePlays) { 0 } else { Kinds::MAX },
        }
    }

    /// Tells whether a new deal can be won; then [`Forced::moves`] says how.
    ///
    /// The precondition is that `cards` is the pack of the rules in some order.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn solve_deal(&mut self, cards: &[Card], meter: &mut Meter<'_>) -> Result<bool, Stop> {
        self.clear();
        let base = cards.iter().position(|card| card.rank() == self.rules.base).expect("a pack holds base cards");
        self.deck.extend(cards[..base].iter().chain(&cards[base + 1..]).map(|card| self.kinds[card.index()]));
        let mut state = State::new();
        for kind in (0..32).filter(|&kind| self.is_starter(kind)) {
            state.add_places(kind, self.starters_at_first());
        }
        self.open_column(&mut state, cards[base].suit());
        self.search(state, meter)
    }

    /// Tells whether a position can be won; then [`Forced::moves`] says how.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn solve(&mut self, position: &SalicPosition, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        self.clear();
        self.deck.extend(position.stock().map(|card| self.kinds[card.index()]));
        let mut state = State::new();
        for kind in (0..32).filter(|&kind| self.is_starter(kind)) {
            state.add_places(kind, self.starters_at_first());
        }
        for column in position.columns() {
            self.open_column(&mut state, column[0].suit());
            for &card in &column[1..] {
                self.lay(&mut state, self.kinds[card.index()], meter)?;
            }
        }
        // In row order a rank gets all its places before its own cards take them.
        for &rank in self.rules.rows.iter().flatten() {
            for suit in Suit::all() {
                let card = Card::new(rank, suit);
                for _ in 0..position.out(card) {
                    self.send_out(&mut state, usize::from(self.kinds[card.index()]));
                }
            }
        }
        self.search(state, meter)
    }

    fn clear(&mut self) {
        self.end_phase.clear();
        self.met.clear();
        self.deck.clear();
        self.frames.clear();
        self.line.clear();
    }

    fn is_starter(&self, kind: usize) -> bool {
        Suit::all().any(|suit| self.chains.starters(suit).any(|starter| usize::from(starter) == kind))
    }

    /// Gives the number of starters of a kind that may go out before any base is dealt.
    fn starters_at_first(&self) -> i8 {
        if self.rules.starter_limit == StarterLimit::None { self.chains.foundations as i8 } else { 0 }
    }

    /// Searches the deal from a state in which nothing is known of the columns yet.
    fn search(&mut self, start: State, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let mut state = start;
        loop {
            if self.advance(&mut state, meter)? == Branch::No {
                self.layout = state.columns;
                match self.end_phase.search::<false>(&state.columns, u64::MAX, meter)? {
                    Outcome::Won => return Ok(true),
                    Outcome::Lost(_) => {}
                    Outcome::Unfinished => unreachable!("no search is that long"),
                }
            } else {
                // Only where there is a choice do lines meet again.
                meter.visit()?;
                if self.met.insert(&state.key(), meter)?.is_ok() {
                    let playable = state.exposed & state.open;
                    let kinds = (0..NO_KIND).filter(|kind| playable >> kind & 1 == 1);
                    let untried = kinds.fold(0, |columns, kind| columns | state.shown[usize::from(kind)]);
                    self.frames.push(Frame { state, untried, plays: self.line.len() as u32 });
                }
            }
            let column = loop {
                let Some(frame) = self.frames.last_mut() else {
                    return Ok(false);
                };
                if frame.untried != 0 {
                    let column = frame.untried.trailing_zeros();
                    frame.untried &= frame.untried - 1;
                    state = frame.state;
                    self.line.truncate(frame.plays as usize);
                    break column;
                }
                self.frames.pop();
            };
            self.play(&mut state, column as usize);
        }
    }

    /// Deals and plays until there is a choice or the deal is over.
    fn advance(&mut self, state: &mut State, meter: &mut Meter<'_>) -> Result<Branch, Stop> {
        loop {
            // After the last card nothing is forced any more: there is no deal to hold back.
            if usize::from(state.dealt) == self.deck.len() {
                return Ok(Branch::No);
            }
            let playable = state.exposed & state.open;
            if playable == 0 {
                let kind = self.deck[usize::from(state.dealt)];
                state.dealt += 1;
                match kind.checked_sub(BASE) {
                    Some(suit) => self.open_column(state, Suit::new(suit)),
                    None => self.lay(state, kind, meter)?,
                }
                continue;
            }
            let safe = playable & state.safe & self.safe;
            if safe == 0 {
                return Ok(Branch::Yes);
            }
            let column = state.shown[safe.trailing_zeros() as usize].trailing_zeros();
            self.play(state, column as usize);
        }
    }

    /// Lays a base as the next column.
    fn open_column(&self, state: &mut State, suit: Suit) {
        let column = usize::from(state.count);
        state.columns[column] = Stacks::root(column);
        state.shown[usize::from(NO_KIND)] |= 1 << column;
        state.count += 1;
        if self.rules.starter_limit != StarterLimit::None {
            for kind in self.chains.starters(suit) {
                state.add_places(usize::from(kind), 1);
            }
        }
    }

    /// Lays a card on the newest column.
    #[inline]
    fn lay(&mut self, state: &mut State, kind: u8, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let column = usize::from(state.count) - 1;
        let stacks = &mut self.end_phase.stacks;
        let covered = stacks.get(state.columns[column]).kind;
        state.hide(covered, column);
        state.columns[column] = stacks.push(state.columns[column], kind, meter)?;
        state.show(kind, column);
        let kind = usize::from(kind & 31);
        state.surplus[kind] -= 1;
        if state.surplus[kind] < 0 {
            state.safe &= !(1 << kind);
        }
        Ok(())
    }

    /// Sends the top card of a column out.
    #[inline]
    fn play(&mut self, state: &mut State, column: usize) {
        let stacks = &self.end_phase.stacks;
        let node = *stacks.get(state.columns[column]);
        state.hide(node.kind, column);
        state.columns[column] = node.below;
        state.show(stacks.get(node.below).kind, column);
        state.surplus[usize::from(node.kind & 31)] += 1;
        self.line.push(Play { dealt: state.dealt, column: column as u8 });
        self.send_out(state, usize::from(node.kind));
    }

    /// Counts a card as out that does not count as lying in a column.
    #[inline]
    fn send_out(&self, state: &mut State, kind: usize) {
        state.places[kind & 31] -= 1;
        state.surplus[kind & 31] -= 1;
        if state.places[kind & 31] <= 0 {
            state.open &= !(1 << (kind & 31));
        }
        state.add_places(usize::from(self.next[kind & 31]), 1);
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
        self.end_phase.moves(&self.layout, &mut moves);
        moves
    }
}

/// Whether there is a choice of plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Branch {
    Yes,
    No,
}

impl State {
    /// Makes the state without columns and without places.
    fn new() -> Self {
        Self {
            columns: [0; COLUMNS],
            places: [0; 32],
            surplus: [0; 32],
            shown: [0; 32],
            exposed: 0,
            open: 0,
            safe: Kinds::MAX,
            dealt: 0,
            count: 0,
        }
    }

    /// Gives the columns and the number of cards dealt: what is out follows from them.
    fn key(&self) -> [Stack; COLUMNS] {
        let mut key = self.columns;
        key[0] |= Stack::from(self.dealt) << 24;
        key
    }

    #[inline]
    fn add_places(&mut self, kind: usize, more: i8) {
        self.places[kind & 31] += more;
        self.surplus[kind & 31] += more;
        self.open |= Kinds::from(self.places[kind & 31] > 0) << (kind & 31);
        self.safe |= Kinds::from(self.surplus[kind & 31] >= 0) << (kind & 31);
    }

    #[inline]
    fn show(&mut self, kind: u8, column: usize) {
        self.shown[usize::from(kind & 31)] |= 1 << column;
        self.exposed |= 1 << (kind & 31);
    }

    #[inline]
    fn hide(&mut self, kind: u8, column: usize) {
        let shown = &mut self.shown[usize::from(kind & 31)];
        *shown &= !(1 << column);
        self.exposed &= !(Kinds::from(*shown == 0) << (kind & 31));
    }
}
