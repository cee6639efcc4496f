//! Which orders a way to win breaks.

use super::coupled::{Break, Coupled, Gates, Way, pack};
use super::model::{Event, Id};
use super::orders::{Order, OrderSet};
use super::single::Alone;
use super::table::Table;
use super::tools::Tools;
use crate::search::{Meter, Stop};
use arrayvec::ArrayVec;

impl Coupled {
    /// Finds for each suit its events in a game that opens the gates in this order.
    fn events(&self, tools: &mut Tools, suit: usize, ways: &[Way], meter: &mut Meter<'_>) -> Result<Vec<Event>, Stop> {
        let mut seen = Table::new();
        let found = self.events_of(tools, suit, ways, &mut seen, meter);
        seen.release(meter);
        found
    }

    fn events_of(
        &self,
        tools: &mut Tools,
        suit: usize,
        ways: &[Way],
        seen: &mut Table<(usize, u64), ()>,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Event>, Stop> {
        struct Frame {
            opened: usize,
            alone: Alone,
            events: ArrayVec<Event, 64>,
            event: Option<Event>,
        }
        let own: Vec<_> = ways.iter().filter(|way| way.0 == suit).collect();
        let mut alone = self.start(tools, suit);
        let mut frames: Vec<Frame> = Vec::new();
        let mut opened = 0;
        let mut event = None;
        let found = loop {
            let open = own.get(opened).map_or(Gates::MAX, |way| way.2);
            let bases = self.settle(tools, suit, open, &mut alone.locked);
            let is_new = seen.insert((opened, pack(alone)), (), meter)?.is_none();
            let alive = is_new
                && match Self::can_finish(tools, suit, alone, meter) {
                    Ok(alive) => alive,
                    Err(Break::Stop(stop)) => return Err(stop),
                    Err(Break::Share) => unreachable!("single suits have no share"),
                };
            if alive {
                meter.visit()?;
                let mut events = tools.events(alone, self.sides[suit].cards(bases));
                events.reverse();
                frames.push(Frame { opened, alone, events, event });
                if alone.heights == [tools.model.ranks as u8; 2] {
                    break true;
                }
            }
            let mut found_next = false;
            while let Some(frame) = frames.last_mut() {
                if let Some(next) = frame.events.pop() {
                    let child = frame.alone.after(next);
                    opened = frame.opened;
                    let gate = next.taken().filter(|slot| self.sides[suit].gates >> slot & 1 == 1);
                    if let Some(slot) = gate
                        && opened < own.len()
                    {
                        if own[opened].1 != self.sides[suit].gate[usize::from(slot)] {
                            continue;
                        }
                        opened += 1;
                    }
                    alone = child;
                    event = Some(next);
                    found_next = true;
                    break;
                }
                frames.pop();
            }
            if !found_next {
                break false;
            }
        };
        debug_assert!(found, "the suit has a way through the gates");
        Ok(frames.into_iter().filter_map(|frame| frame.event).collect())
    }

    /// Finds the orders that a game opening the gates in this order does not keep.
    pub(super) fn broken(
        &self,
        tools: &mut Tools,
        all: &[Order],
        kept: OrderSet,
        ways: &[Way],
        meter: &mut Meter<'_>,
    ) -> Result<OrderSet, Stop> {
        let mut sequences = Vec::new();
        for suit in 0..tools.model.suits {
            let events = self.events(tools, suit, ways, meter)?;
            let taken = events.into_iter().filter_map(Event::taken).map(|slot| Id::new(suit, slot.into()));
            sequences.push(taken.collect::<Vec<_>>());
        }
        let mut next = vec![0; sequences.len()];
        let mut locked: [u32; 4] = std::array::from_fn(|suit| tools.model.start.suits[suit].locked);
        // What lies in sequence leaves its place unseen; nobody waits for it here.
        for (suit, locked) in locked.iter_mut().enumerate().take(sequences.len()) {
            let taken = sequences[suit].iter().fold(0, |mask, card| mask | card.bit());
            *locked &= taken;
        }
        // What lies in sequence leaves its place unseen, so that nothing says when: its orders count as broken.
        let is_seen = |card: Id| sequences[card.suit()].contains(&card);
        let mut broken: OrderSet = 0;
        for (number, order) in all.iter().enumerate() {
            if kept >> number & 1 == 0 && !(is_seen(order.first) && is_seen(order.second)) {
                broken |= 1 << number;
            }
        }
        loop {
            let mut best: Option<(u32, usize, OrderSet)> = None;
            for suit in 0..sequences.len() {
                let Some(&card) = sequences[suit].get(next[suit]) else {
                    continue;
                };
                let mut breaks: OrderSet = 0;
                for (number, order) in all.iter().enumerate() {
                    if order.second == card && locked[order.first.suit()] & order.first.bit() != 0 {
                        breaks |= 1 << number;
                    }
                }
                if breaks & kept != 0 {
                    continue;
                }
                let count = (breaks & !broken).count_ones();
                if best.is_none_or(|(fewest, _, _)| count < fewest) {
                    best = Some((count, suit, breaks));
                }
            }
            let Some((_, suit, breaks)) = best else {
                break;
            };
            broken |= breaks;
            let card = sequences[suit][next[suit]];
            locked[suit] &= !card.bit();
            next[suit] += 1;
        }
        debug_assert!(next.iter().zip(&sequences).all(|(&next, sequence)| next == sequence.len()));
        Ok(broken)
    }
}
