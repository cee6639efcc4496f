//! One suit by itself: whether it can still be finished when the other suits stand in no way.
//!
//! **Claim.** Take a position and let all cards of other suits vanish, with the whole stock laid out at once and its aces
//! out. If the cards of the suit cannot all go out then, the position is lost.
//!
//! **Proof.** Play the moves of the suit from a win of the whole game. A card of the suit is a base in the projection no later
//! than in the game, since only locked cards of its own suit lie above it; a further base with nothing on it takes part in
//! no move and is in nobody's way. The foundations of other suits play no part. ∎
//!
//! In the projection arrangements are forgotten as well ([`super::feasible`]), which again only gives more.
//!
//! **Claim.** In the projection a card with no card of its suit below it need not be lifted; it only goes out as a base.
//! **Proof.** Lifting it exposes nothing. Take a win in which it is lifted, and leave it where it is: what is later built on
//! it is built on it there, and moves of the card itself are left out; its hosts only have more room. When it goes out it
//! has nothing on it. So every step of the win stays possible. ∎

use super::feasible::Feasibility;
use super::model::{Event, Id, Model, State};
use super::table::Table;
use crate::card::Suit;
use crate::search::{Meter, Stop};
use arrayvec::ArrayVec;

/// The order of a suit's locked cards in the projection, by their places in the suit.
#[derive(Clone, Debug, Default)]
pub(super) struct SuitOrder {
    /// For each place the locked cards of the suit that lie above it in its fan.
    pub(super) above: [u32; 26],
    /// For each place the place of the next card of the suit below in its fan, if there is one.
    pub(super) below: [u8; 26],
    /// Cards with a locked card of the suit below.
    pub(super) covering: u32,
    /// Cards that lie on a neighbour, once the other suits have vanished.
    pub(super) in_sequence: u32,
}

impl SuitOrder {
    pub(super) fn new(model: &Model, suit: usize) -> Self {
        let mut order = Self::default();
        for slot in 0..2 * model.ranks {
            let card = Id::new(suit, slot);
            let mut above = model.above[card.number()];
            while let Some(other) = above {
                if other.suit() == suit {
                    order.above[slot] |= other.bit();
                }
                above = model.above[other.number()];
            }
            let mut below = model.below[card.number()];
            while let Some(other) = below {
                if other.suit() == suit {
                    order.covering |= card.bit();
                    order.below[slot] = other.slot() as u8;
                    if model.goes_with(card, other) {
                        order.in_sequence |= card.bit();
                    }
                    break;
                }
                below = model.below[other.number()];
            }
        }
        order
    }

    /// Gives the bases among the locked cards, after making loose what lies in sequence on a base.
    #[inline]
    pub(super) fn settle(&self, locked: &mut u32) -> u32 {
        loop {
            let mut bases = 0;
            let mut rest = *locked;
            while rest != 0 {
                let slot = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if self.above[slot] & *locked == 0 {
                    bases |= 1 << slot;
                }
            }
            let loosened = bases & self.in_sequence;
            if loosened == 0 {
                return bases;
            }
            *locked &= !loosened;
        }
    }
}

/// A suit in the projection: locked cards after [`SuitOrder::settle`], and heights.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Alone {
    pub(super) locked: u32,
    pub(super) heights: [u8; 2],
}

impl Alone {
    /// Gives the suit after an event; what that exposes is still to be settled.
    #[inline]
    pub(super) fn after(mut self, event: Event) -> Self {
        if let Event::LooseOut { pile, .. } | Event::BaseOut { pile, .. } = event {
            self.heights[usize::from(pile)] += 1;
        }
        if let Some(slot) = event.taken() {
            self.locked &= !(1 << slot);
        }
        self
    }

    /// Writes the suit and its state as one number.
    #[inline]
    fn key(self, suit: usize) -> u64 {
        u64::from(self.locked)
            | u64::from(self.heights[0]) << 26
            | u64::from(self.heights[1]) << 30
            | (suit as u64) << 34
    }
}

/// Answers for single suits, remembered.
pub(super) struct SingleSuits {
    orders: [SuitOrder; Suit::COUNT],
    /// Whether the suit can be finished from a state.
    known: Table<u64, bool>,
    stack: Vec<Frame>,
    children: Vec<Alone>,
    pub(super) shortcuts: Shortcuts,
}

struct Frame {
    key: u64,
    first_child: usize,
}

impl SingleSuits {
    pub(super) fn new(model: &Model, shortcuts: Shortcuts) -> Self {
        let orders = std::array::from_fn(|suit| SuitOrder::new(model, suit));
        Self { orders, known: Table::new(), stack: Vec::new(), children: Vec::new(), shortcuts }
    }

    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        self.known.release(meter);
    }

    /// Gives the order of a suit's locked cards.
    pub(super) fn order(&self, suit: usize) -> &SuitOrder {
        &self.orders[suit]
    }

    /// Gives the projection of a state on a suit.
    #[inline]
    pub(super) fn project(&self, model: &Model, state: &State, suit: usize) -> Alone {
        let of = &state.suits[suit];
        let mut alone = Alone { locked: of.locked, heights: of.heights };
        let aces = alone.locked & model.stock_aces[suit];
        if aces != 0 {
            alone.locked &= !aces;
            for _ in 0..aces.count_ones() {
                let pile = usize::from(alone.heights[0] != 0);
                alone.heights[pile] += 1;
            }
        }
        self.orders[suit].settle(&mut alone.locked);
        alone
    }

    /// Tells whether a suit of a state can be finished by itself.
    ///
    /// With a limit on steps, `true` may also mean that the limit was reached.
    #[inline]
    pub(super) fn can_finish(
        &mut self,
        model: &Model,
        feasibility: &mut Feasibility,
        state: &State,
        suit: usize,
        most_steps: u64,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let alone = self.project(model, state, suit);
        if let Some(&known) = self.known.get(&alone.key(suit)) {
            return Ok(known);
        }
        self.search(model, feasibility, suit, alone, most_steps, meter)
    }

    /// As [`SingleSuits::can_finish`], for a suit that is projected already.
    #[inline]
    pub(super) fn can_finish_alone(
        &mut self,
        model: &Model,
        feasibility: &mut Feasibility,
        suit: usize,
        alone: Alone,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        if let Some(&known) = self.known.get(&alone.key(suit)) {
            return Ok(known);
        }
        self.search(model, feasibility, suit, alone, u64::MAX, meter)
    }

    fn search(
        &mut self,
        model: &Model,
        feasibility: &mut Feasibility,
        suit: usize,
        root: Alone,
        most_steps: u64,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        self.stack.clear();
        self.children.clear();
        let found = self.descend(model, feasibility, suit, root, most_steps, meter);
        // What is still on the way leads to the goal, or is not known.
        for frame in self.stack.drain(..) {
            match found {
                Ok(Some(true)) => {
                    *self.known.get_mut(&frame.key).expect("frames are noted") = true;
                }
                Ok(Some(false)) => unreachable!("nothing is left on the way of a complete search"),
                Ok(None) | Err(_) => self.known.remove(&frame.key),
            }
        }
        found.map(|found| found.unwrap_or(true))
    }

    /// Searches in depth; `None` when the steps ran out.
    fn descend(
        &mut self,
        model: &Model,
        feasibility: &mut Feasibility,
        suit: usize,
        root: Alone,
        most_steps: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<bool>, Stop> {
        let mut steps = 0;
        let mut next = Some(root);
        loop {
            if let Some(alone) = next.take() {
                let key = alone.key(suit);
                match self.known.get(&key) {
                    Some(true) => return Ok(Some(true)),
                    Some(false) => {}
                    None => {
                        if alone.heights == [model.ranks as u8; 2] {
                            return Ok(Some(true));
                        }
                        steps += 1;
                        if steps > most_steps {
                            return Ok(None);
                        }
                        if steps % 64 == 0 {
                            meter.visit()?;
                        }
                        self.known.insert(key, false, meter)?;
                        self.stack.push(Frame { key, first_child: self.children.len() });
                        self.expand(model, feasibility, suit, alone);
                    }
                }
            }
            let Some(frame) = self.stack.last() else {
                return Ok(Some(false));
            };
            if self.children.len() > frame.first_child {
                next = self.children.pop();
            } else {
                self.stack.pop();
            }
        }
    }

    /// Lists the children of a state, the most hopeful last.
    fn expand(&mut self, model: &Model, feasibility: &mut Feasibility, suit: usize, alone: Alone) {
        let order = &self.orders[suit];
        let mut events = ArrayVec::<Event, 64>::new();
        let mut locked = alone.locked;
        let bases = order.settle(&mut locked);
        let liftable = if self.shortcuts.lift_all { bases } else { bases & order.covering };
        let cards = Cards { bases, liftable, gates: 0 };
        single_events(model, feasibility, self.shortcuts, cards, alone, &mut events);
        for &event in events.iter().rev() {
            let mut child = alone.after(event);
            order.settle(&mut child.locked);
            self.children.push(child);
        }
    }
}

/// What the events of a suit may leave out.
#[derive(Clone, Copy)]
pub(super) struct Shortcuts {
    /// Whether lifts of cards that cover none of their suit are tried, too.
    pub(super) lift_all: bool,
    /// Whether of equal cards the one that is of no other use goes out last.
    pub(super) twins_last: bool,
}

/// The bases of a suit, those of them that may have to be lifted, and those that another suit waits for.
#[derive(Clone, Copy)]
pub(super) struct Cards {
    pub(super) bases: u32,
    pub(super) liftable: u32,
    pub(super) gates: u32,
}

/// Lists the events of a suit that the masks allow, foundations first.
pub(super) fn single_events(
    model: &Model,
    feasibility: &mut Feasibility,
    shortcuts: Shortcuts,
    cards: Cards,
    alone: Alone,
    events: &mut ArrayVec<Event, 64>,
) {
    let Cards { bases, liftable, gates } = cards;
    let allowed = feasibility.allowed(super::cards::count(bases), model.loose(alone.locked, alone.heights));
    let mut out = model.wanted(alone.heights);
    while out != 0 {
        let rank = out.trailing_zeros() as usize;
        out &= out - 1;
        for pile in model.accepting(alone.heights, rank) {
            let loose_goes = allowed.loose >> rank & 1 == 1;
            if loose_goes {
                events.push(Event::LooseOut { rank: rank as u8, pile });
            }
            if allowed.bare >> rank & 1 == 1 {
                let twins = bases & 3 << (2 * rank);
                let mut going = twins;
                if shortcuts.twins_last {
                    let useful = twins & liftable;
                    // A gate opens when it goes out, which is not the same as when its twin does.
                    if loose_goes || useful & !gates != 0 {
                        going = useful;
                    } else if useful == 0 {
                        going &= going.wrapping_neg();
                    }
                }
                while going != 0 {
                    events.push(Event::BaseOut { slot: going.trailing_zeros() as u8, pile });
                    going &= going - 1;
                }
            }
        }
    }
    let mut lifts = liftable;
    while lifts != 0 {
        let slot = lifts.trailing_zeros() as usize;
        lifts &= lifts - 1;
        if allowed.lift >> (slot >> 1) & 1 == 1 {
            events.push(Event::Lift { slot: slot as u8 });
        }
    }
}
