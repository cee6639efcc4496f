//! Looking for a win with some orders kept, one state at a time.

use super::coupled::{Answer, Break, Coupled, Gates, Side, Way, pack};
use super::single::Alone;
use super::table::Table;
use super::tools::Tools;
use crate::search::{Meter, Stop};

impl Coupled {
    /// Looks for a way to win by depth-first search over single states, for this many of them.
    ///
    /// Where there is a win it is mostly found after some dozens of states, long before the sets of states are complete.
    pub(super) fn probe(&mut self, tools: &mut Tools, states: u64, meter: &mut Meter<'_>) -> Result<Answer, Stop> {
        self.until = meter.states().saturating_add(states);
        let mut visited = Table::new();
        let result = self.descend(tools, &mut visited, meter);
        visited.release(meter);
        match result {
            Ok(answer) => Ok(answer),
            Err(Break::Share) => Ok(Answer::Unfinished),
            Err(Break::Stop(stop)) => Err(stop),
        }
    }

    fn descend(
        &mut self,
        tools: &mut Tools,
        visited: &mut Table<([u64; 4], u8), ()>,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, Break> {
        const FREE: u8 = u8::MAX;
        struct Node {
            suits: [Alone; 4],
            open: Gates,
            /// The suit that must go on until it opens a gate.
            bound: u8,
            way: Option<Way>,
        }
        struct Frame {
            first_child: usize,
            way: Option<Way>,
        }
        let mut suits = [Alone { locked: 0, heights: [0; 2] }; 4];
        for (suit, of) in suits.iter_mut().enumerate().take(tools.model.suits) {
            *of = self.start(tools, suit);
            if !Self::can_finish(tools, suit, *of, meter)? {
                return Ok(Answer::Lost);
            }
        }
        let mut frames: Vec<Frame> = Vec::new();
        let mut children: Vec<Node> = Vec::new();
        let mut next = Some(Node { suits, open: 0, bound: FREE, way: None });
        loop {
            if let Some(node) = next.take() {
                let open = self.opened(node.open);
                let finished = |side: &Side| side.waits_for & !open == 0;
                if self.sides.iter().all(finished) {
                    return Ok(Answer::Won(frames.iter().filter_map(|frame| frame.way).chain(node.way).collect()));
                }
                let mut key = [0; 4];
                for (suit, key) in key.iter_mut().enumerate().take(tools.model.suits) {
                    *key = if self.sides[suit].own & !open == 0 { u64::MAX } else { pack(node.suits[suit]) };
                }
                if visited.get(&(key, FREE)).is_none() && visited.insert((key, node.bound), (), meter)?.is_none() {
                    meter.visit()?;
                    if meter.states() > self.until {
                        return Err(Break::Share);
                    }
                    let first_child = children.len();
                    frames.push(Frame { first_child, way: node.way });
                    for suit in 0..tools.model.suits {
                        if self.sides[suit].own & !open == 0 || (node.bound != FREE && usize::from(node.bound) != suit)
                        {
                            continue;
                        }
                        let mut alone = node.suits[suit];
                        let bases = self.settle(tools, suit, open, &mut alone.locked);
                        let events = tools.events(alone, self.sides[suit].cards(bases));
                        for &event in events.iter().rev() {
                            let mut child = alone.after(event);
                            let gate = event.taken().filter(|slot| self.sides[suit].gates >> slot & 1 == 1);
                            let gate = gate.map(|slot| self.sides[suit].gate[usize::from(slot)]);
                            let open_then = gate.map_or(open, |gate| open | 1 << gate);
                            self.settle(tools, suit, open_then, &mut child.locked);
                            if Self::can_finish(tools, suit, child, meter)? {
                                let mut suits = node.suits;
                                suits[suit] = child;
                                let bound = if gate.is_some() { FREE } else { suit as u8 };
                                let way = gate.map(|gate| (suit, gate, open));
                                children.push(Node { suits, open: open_then, bound, way });
                            }
                        }
                    }
                    // Openings of gates first.
                    children[first_child..].sort_by_key(|child| child.way.is_some());
                }
            }
            let Some(frame) = frames.last() else {
                return Ok(Answer::Lost);
            };
            if children.len() > frame.first_child {
                next = children.pop();
            } else {
                frames.pop();
            }
        }
    }
}
