//! Proving losses: suits by themselves but for a few orders kept between them.
//!
//! Each suit's cards are a game of their own; what ties the suits together is that a locked card cannot leave before the
//! cards above it. Keep only some of these orders, let the stock be laid out at once, and forget the arrangements: all that
//! gives the player only more. If the cards cannot all go out even so, the position is lost.
//!
//! Only the kept orders join the suits. Call the cards that another suit's card waits for *gates*. Between two gates a suit
//! can move at any time without regard to the others, so its moves may all be put off until just before its own next gate
//! opens; by then more cards may be free, which never hurts (see [`super::single`]). So a suit is described by the *set* of
//! states in which it can be right after its latest gate, and a search over the order in which gates open is complete. A suit
//! that waits for no gate any more opens all its own gates at once: by itself it can be finished, or its state would
//! have been left out.

use super::model::Id;
use super::orders::{Order, OrderSet};
use super::single::{Alone, Cards};
use super::table::Table;
use super::tools::Tools;
use crate::card::Suit;
use crate::search::{Meter, Stop};

/// A set of states of one suit, by number.
pub(super) type SetId = u32;

/// A set of gates, one bit each.
pub(super) type Gates = u64;

/// The opening of a gate: its suit, its number, and the gates that were open before.
pub(super) type Way = (usize, u8, Gates);

/// One suit with the kept orders that concern it.
#[derive(Default)]
pub(super) struct Side {
    /// For each place the gates that must be open before the card is free.
    pub(super) waits: [Gates; 26],
    /// All gates that some card of the suit waits for.
    pub(super) waits_for: Gates,
    /// The places whose cards are gates.
    pub(super) gates: u32,
    /// The number of each gate, by place.
    pub(super) gate: [u8; 26],
    /// All gates of the suit.
    pub(super) own: Gates,
    /// The cards that are loose as soon as they are bases.
    pub(super) in_sequence: u32,
    /// The cards that may have to be lifted.
    pub(super) liftable: u32,
    pub(super) sets: Vec<Box<[u64]>>,
    pub(super) known: Table<Box<[u64]>, SetId>,
    /// For a set and the open gates it has waited for: where its transitions lie.
    pub(super) moves: Table<(SetId, Gates), (u32, u32)>,
}

impl Side {
    /// Describes the suit's bases.
    #[inline]
    pub(super) const fn cards(&self, bases: u32) -> Cards {
        Cards { bases, liftable: bases & self.liftable, gates: self.gates }
    }
}

/// What one gate's opening leads to.
#[derive(Clone, Copy)]
pub(super) struct Opening {
    pub(super) gate: u8,
    pub(super) to: SetId,
}

/// How the search over orders ended.
pub(super) enum Answer {
    /// The gates can open in this order, each with the gates that were open before.
    Won(Vec<Way>),
    /// They cannot.
    Lost,
    /// The states allotted were used up.
    Unfinished,
}

/// The game with some orders kept.
pub(super) struct Coupled {
    pub(super) sides: [Side; Suit::COUNT],
    pub(super) openings: Vec<Opening>,
    pub(super) until: u64,
    pub(super) bytes: usize,
    pub(super) queue: Vec<Alone>,
    pub(super) seen: Table<u64, ()>,
}

/// Why the search broke off.
pub(super) enum Break {
    Stop(Stop),
    Share,
}

impl From<Stop> for Break {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

pub(super) fn pack(alone: Alone) -> u64 {
    u64::from(alone.locked) | u64::from(alone.heights[0]) << 26 | u64::from(alone.heights[1]) << 30
}

pub(super) fn unpack(packed: u64) -> Alone {
    Alone { locked: (packed & 0x3FF_FFFF) as u32, heights: [(packed >> 26 & 15) as u8, (packed >> 30 & 15) as u8] }
}

impl Coupled {
    /// Sets up the game with the orders kept; `None` when there are more gates than the masks hold.
    pub(super) fn new(tools: &Tools, all: &[Order], kept: OrderSet) -> Option<Self> {
        let mut sides: [Side; Suit::COUNT] = std::array::from_fn(|_| Side::default());
        let mut gates: Vec<Id> = Vec::new();
        for (number, order) in all.iter().enumerate() {
            if kept >> number & 1 == 0 {
                continue;
            }
            let gate = gates.iter().position(|&gate| gate == order.first).unwrap_or_else(|| {
                gates.push(order.first);
                gates.len() - 1
            });
            if gate >= 64 {
                return None;
            }
            let side = &mut sides[order.first.suit()];
            side.gates |= order.first.bit();
            side.gate[order.first.slot()] = gate as u8;
            side.own |= 1 << gate;
            let side = &mut sides[order.second.suit()];
            side.waits[order.second.slot()] |= 1 << gate;
            side.waits_for |= 1 << gate;
        }
        for (suit, side) in sides.iter_mut().enumerate().take(tools.model.suits) {
            let order = tools.singles.order(suit);
            side.liftable = if tools.singles.shortcuts.lift_all { u32::MAX } else { order.covering | side.gates };
            // A gate is not in sequence: it opens when it leaves its place. Nor is a card on one that waits.
            side.in_sequence = order.in_sequence & !side.gates;
            for slot in 0..26 {
                if side.in_sequence >> slot & 1 == 1 {
                    let below = tools.singles.order(suit).below[slot];
                    if side.waits[usize::from(below)] != 0 {
                        side.in_sequence &= !(1 << slot);
                    }
                }
            }
        }
        Some(Self { sides, openings: Vec::new(), until: 0, bytes: 0, queue: Vec::new(), seen: Table::new() })
    }

    pub(super) fn release(mut self, meter: &mut Meter<'_>) {
        for side in &mut self.sides {
            side.known.release(meter);
            side.moves.release(meter);
        }
        self.seen.release(meter);
        meter.release(self.bytes);
    }

    /// Opens all gates of the sides that wait for nothing.
    pub(super) fn opened(&self, mut open: Gates) -> Gates {
        loop {
            let before = open;
            for side in &self.sides {
                if side.waits_for & !open == 0 {
                    open |= side.own;
                }
            }
            if open == before {
                return open;
            }
        }
    }

    /// Gives a suit at the start.
    pub(super) fn start(&self, tools: &Tools, suit: usize) -> Alone {
        let mut alone = tools.singles.project(&tools.model, &tools.model.start, suit);
        // The projection loosens more; take the locked cards as they are, but for the aces of the stock.
        alone.locked = tools.model.start.suits[suit].locked & !tools.model.stock_aces[suit];
        self.settle(tools, suit, 0, &mut alone.locked);
        alone
    }

    /// Gives the bases of a side, after making loose what lies in sequence.
    pub(super) fn settle(&self, tools: &Tools, suit: usize, open: Gates, locked: &mut u32) -> u32 {
        let (side, order) = (&self.sides[suit], tools.singles.order(suit));
        loop {
            let mut bases = 0;
            let mut rest = *locked;
            while rest != 0 {
                let slot = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if order.above[slot] & *locked == 0 && side.waits[slot] & !open == 0 {
                    bases |= 1 << slot;
                }
            }
            let loosened = bases & side.in_sequence;
            if loosened == 0 {
                return bases;
            }
            *locked &= !loosened;
        }
    }

    pub(super) fn can_finish(
        tools: &mut Tools,
        suit: usize,
        mut alone: Alone,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Break> {
        tools.singles.order(suit).settle(&mut alone.locked);
        Ok(tools.singles.can_finish_alone(&tools.model, &mut tools.feasibility, suit, alone, meter)?)
    }
}
