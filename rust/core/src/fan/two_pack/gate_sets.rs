//! The complete search over the orders in which gates open, with sets of states for each suit.

use super::coupled::{Answer, Break, Coupled, Gates, Opening, SetId, Way, pack, unpack};
use super::single::Alone;
use super::table::Table;
use super::tools::Tools;
use crate::search::{Meter, Stop};

/// The most bytes that the sets of one search take; a search that needs more has not come to an end in its share.
const MOST_SET_BYTES: usize = 200 << 20;

impl Coupled {
    /// Searches the orders in which gates can open, for this many states.
    pub(super) fn search(&mut self, tools: &mut Tools, states: u64, meter: &mut Meter<'_>) -> Result<Answer, Stop> {
        self.until = meter.states().saturating_add(states);
        let mut visited = Table::new();
        let result = self.joint(tools, &mut visited, meter);
        visited.release(meter);
        match result {
            Ok(answer) => Ok(answer),
            Err(Break::Share) => Ok(Answer::Unfinished),
            Err(Break::Stop(stop)) => Err(stop),
        }
    }

    fn joint(
        &mut self,
        tools: &mut Tools,
        visited: &mut Table<[SetId; 4], ()>,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, Break> {
        struct Frame {
            open: Gates,
            sets: [SetId; 4],
            moves: Vec<(usize, Opening)>,
            way: Way,
        }
        let mut sets = [0; 4];
        for (suit, set) in sets.iter_mut().enumerate().take(tools.model.suits) {
            let alone = self.start(tools, suit);
            if !Self::can_finish(tools, suit, alone, meter)? {
                return Ok(Answer::Lost);
            }
            *set = self.intern(suit, vec![pack(alone)], meter)?;
        }
        let mut frames: Vec<Frame> = Vec::new();
        let mut next = Some((0, sets, (0, 0, 0)));
        loop {
            if let Some((mut open, sets, way)) = next.take() {
                open = self.opened(open);
                if self.sides.iter().all(|side| side.waits_for & !open == 0) {
                    let mut ways: Vec<_> = frames.iter().skip(1).map(|frame| frame.way).collect();
                    if !frames.is_empty() {
                        ways.push(way);
                    }
                    return Ok(Answer::Won(ways));
                }
                // A finished side's set no longer matters.
                let mut key = sets;
                for (set, side) in key.iter_mut().zip(&self.sides) {
                    if side.own & !open == 0 {
                        *set = SetId::MAX;
                    }
                }
                if visited.insert(key, (), meter)?.is_none() {
                    let mut moves = Vec::new();
                    for (suit, &set) in sets.iter().enumerate().take(tools.model.suits) {
                        if self.sides[suit].own & !open != 0 {
                            let (first, count) = self.openings(tools, suit, set, open, meter)?;
                            for index in first..first + count {
                                let opening = self.openings[index as usize];
                                moves.push((suit, opening));
                            }
                        }
                    }
                    frames.push(Frame { open, sets, moves, way });
                }
            }
            let Some(frame) = frames.last_mut() else {
                return Ok(Answer::Lost);
            };
            if let Some((suit, opening)) = frame.moves.pop() {
                let mut sets = frame.sets;
                sets[suit] = opening.to;
                next = Some((frame.open | 1 << opening.gate, sets, (suit, opening.gate, frame.open)));
            } else {
                frames.pop();
            }
        }
    }

    fn intern(&mut self, suit: usize, mut states: Vec<u64>, meter: &mut Meter<'_>) -> Result<SetId, Break> {
        states.sort_unstable();
        states.dedup();
        let states = states.into_boxed_slice();
        let side = &mut self.sides[suit];
        if let Some(&id) = side.known.get(&states) {
            return Ok(id);
        }
        let bytes = 2 * (size_of_val(&*states) + 32);
        if self.bytes + bytes > MOST_SET_BYTES {
            return Err(Break::Share);
        }
        meter.hold(bytes)?;
        self.bytes += bytes;
        let id = side.sets.len() as SetId;
        side.sets.push(states.clone());
        side.known.insert(states, id, meter)?;
        Ok(id)
    }

    /// Gives the gates that a side can open next, with the states right after.
    fn openings(
        &mut self,
        tools: &mut Tools,
        suit: usize,
        set: SetId,
        open: Gates,
        meter: &mut Meter<'_>,
    ) -> Result<(u32, u32), Break> {
        let waited = open & self.sides[suit].waits_for;
        if let Some(&known) = self.sides[suit].moves.get(&(set, waited)) {
            return Ok(known);
        }
        let mut after: Vec<(u8, Vec<u64>)> = Vec::new();
        self.queue.clear();
        self.seen.clear();
        for &packed in &self.sides[suit].sets[set as usize] {
            self.seen.insert(packed, (), meter)?;
            self.queue.push(unpack(packed));
        }
        while let Some(alone) = self.queue.pop() {
            meter.visit()?;
            if meter.states() > self.until {
                return Err(Break::Share);
            }
            let mut locked = alone.locked;
            let bases = self.settle(tools, suit, waited, &mut locked);
            let alone = Alone { locked, ..alone };
            let events = tools.events(alone, self.sides[suit].cards(bases));
            for &event in &events {
                let child = alone.after(event);
                let mut settled = child;
                self.settle(tools, suit, waited, &mut settled.locked);
                let packed = pack(settled);
                let gate = event.taken().filter(|slot| self.sides[suit].gates >> slot & 1 == 1);
                if let Some(slot) = gate {
                    if Self::can_finish(tools, suit, settled, meter)? {
                        let gate = self.sides[suit].gate[usize::from(slot)];
                        match after.iter_mut().find(|(known, _)| *known == gate) {
                            Some((_, states)) => states.push(packed),
                            None => after.push((gate, vec![packed])),
                        }
                    }
                } else if self.seen.get(&packed).is_none() {
                    self.seen.insert(packed, (), meter)?;
                    if Self::can_finish(tools, suit, settled, meter)? {
                        self.queue.push(settled);
                    }
                }
            }
        }
        let first = self.openings.len() as u32;
        for (gate, states) in after {
            let to = self.intern(suit, states, meter)?;
            self.openings.push(Opening { gate, to });
        }
        let count = self.openings.len() as u32 - first;
        self.sides[suit].moves.insert((set, waited), (first, count), meter)?;
        Ok((first, count))
    }
}
