//! Refuted states, and what a refutation says about others.

use super::deck::{CardSet, Deck, below, highest};
use super::ranks::RankSet;
use super::reduction::{Reduction, Switches};
use super::search::{Rest, State};
use super::table::Table;
use crate::search::Meter;

/// Where the number of cards dealt stands in a key, above the cards.
const DEALT: u32 = 96;
/// Where it stands whether late plays are under way.
const REST: u32 = 103;
/// Where the ranks blamed stand.
const BLAME: u32 = 107;
/// The bits of the ranks blamed.
const BLAMED: u128 = 0xfff << BLAME;
/// Marks a word that is not empty.
const TAKEN: u128 = 1 << 127;

/// The most sets of blamed ranks tried for one number of cards dealt.
const MOST_BLAMES: usize = 24;

/// States known to be lost, each with the ranks to blame.
#[derive(Debug)]
pub(super) struct Refuted {
    exact: Table,
    /// States as the ranks blamed see them.
    projected: Table,
    /// For each number of cards dealt, the sets of ranks blamed there, those that were seen again soonest first.
    eyes: Vec<Vec<Eye>>,
    project: bool,
}

/// What is seen of a state by some ranks ([`Reduction::ProjectedDeadSet`]).
#[derive(Clone, Copy, Debug)]
struct Eye {
    ranks: RankSet,
    cards: CardSet,
    supply: CardSet,
}

impl Refuted {
    pub(super) fn new(deck: &Deck, switches: Switches) -> Self {
        Self {
            exact: Table::new(!BLAMED),
            projected: Table::new(!0),
            eyes: vec![Vec::new(); deck.cards + 1],
            project: switches.has(Reduction::ProjectedDeadSet),
        }
    }

    /// Gives the ranks to blame when a state is known to be lost.
    pub(super) fn blame(&mut self, deck: &Deck, state: &State, rest: Rest) -> Option<RankSet> {
        if let Some(word) = self.exact.get(key(state, rest)) {
            return Some(RankSet((word >> BLAME) as u16 & 0xfff));
        }
        if rest != Rest::Nothing {
            return None;
        }
        let projected = &self.projected;
        let eyes = &mut self.eyes[usize::from(state.dealt)];
        let at = eyes.iter().position(|eye| projected.get(eye.key(deck, state)).is_some())?;
        let ranks = eyes[at].ranks;
        eyes.swap(at, at.saturating_sub(1));
        Some(ranks)
    }

    /// Notes that a state is lost.
    pub(super) fn put(&mut self, deck: &Deck, state: &State, rest: Rest, blame: RankSet, meter: &mut Meter<'_>) {
        self.exact.put(key(state, rest) | u128::from(blame.0) << BLAME, meter);
        if !self.project || rest != Rest::Nothing {
            return;
        }
        let eyes = &mut self.eyes[usize::from(state.dealt)];
        let eye = eyes.iter().find(|eye| eye.ranks == blame).copied().unwrap_or_else(|| {
            if eyes.len() == MOST_BLAMES {
                eyes.pop();
            }
            let supply = deck.of_ranks(deck.order.supply(blame));
            let eye = Eye { ranks: blame, cards: deck.of_ranks(blame), supply };
            eyes.push(eye);
            eye
        });
        self.projected.put(eye.key(deck, state), meter);
    }

    /// Lets go of the memory held.
    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        self.exact.release(meter);
        self.projected.release(meter);
    }
}

fn key(state: &State, rest: Rest) -> u128 {
    state.left | u128::from(state.dealt) << DEALT | (rest as u128) << REST | TAKEN
}

impl Eye {
    fn key(&self, deck: &Deck, state: &State) -> u128 {
        let cards = state.left & self.cards;
        let mut supply = state.left & self.supply;
        for column in 0..deck.columns_at(usize::from(state.dealt)) {
            let interval = deck.interval(column);
            let held = cards & interval;
            // What lies above the highest blamed card is free to go at once.
            let open = if held == 0 { interval } else { interval & !below(highest(held) + 1) };
            supply &= !open;
        }
        cards | supply | u128::from(state.dealt) << DEALT | u128::from(self.ranks.0) << BLAME | TAKEN
    }
}
