//! Refuted states, and what a refutation says about others.

use super::deck::{CardSet, Deck, MOST_COLUMNS, below, highest};
use super::ranks::{MOST_RANKS, RankSet};
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
/// The most sets of blamed ranks known; others are not projected.
const MOST_EYES: usize = 512;
const NO_EYE: u16 = u16::MAX;

/// States known to be lost, each with the ranks to blame.
#[derive(Debug)]
pub(super) struct Refuted {
    exact: Table,
    /// States as the ranks blamed see them.
    projected: Table,
    /// What the ranks see that are not free in the deck.
    all: Eye,
    /// What the sets of ranks blamed so far see, and for each set, as a number, where it stands, or [`NO_EYE`].
    eyes: Vec<Eye>,
    eye_of: Vec<u16>,
    /// For each number of cards dealt, the eyes of states refuted there, those that were right again soonest first.
    tried: Vec<Vec<u16>>,
    project: bool,
    alike: bool,
}

/// What is seen of a state by some ranks ([`Reduction::ProjectedDeadSet`]).
#[derive(Clone, Debug)]
struct Eye {
    ranks: RankSet,
    cards: CardSet,
    supply: CardSet,
    /// For each column what was seen there last, and the set that stands for it ([`Reduction::AlikeColumns`]).
    last: [(CardSet, CardSet); MOST_COLUMNS],
}

impl Refuted {
    pub(super) fn new(deck: &Deck, switches: Switches) -> Self {
        Self {
            exact: Table::new(!BLAMED),
            projected: Table::new(!0),
            all: Eye::new(deck, deck.order.all().minus(deck.order.free())),
            eyes: Vec::new(),
            eye_of: vec![NO_EYE; 1 << MOST_RANKS],
            tried: vec![Vec::new(); deck.cards + 1],
            project: switches.has(Reduction::ProjectedDeadSet),
            alike: switches.has(Reduction::AlikeColumns),
        }
    }

    /// Gives the ranks to blame when a state is known to be lost.
    pub(super) fn blame(&mut self, deck: &Deck, state: &State, rest: Rest) -> Option<RankSet> {
        let key = self.key(deck, state, rest);
        if let Some(word) = self.exact.get(key) {
            return Some(RankSet((word >> BLAME) as u16 & 0xfff));
        }
        if rest != Rest::Nothing {
            return None;
        }
        let (projected, eyes, alike) = (&self.projected, &mut self.eyes, self.alike);
        let tried = &mut self.tried[usize::from(state.dealt)];
        let at =
            tried.iter().position(|&eye| projected.get(eyes[usize::from(eye)].key(deck, state, alike)).is_some())?;
        let ranks = eyes[usize::from(tried[at])].ranks;
        tried.swap(at, at.saturating_sub(1));
        Some(ranks)
    }

    /// Notes that a state is lost.
    pub(super) fn put(&mut self, deck: &Deck, state: &State, rest: Rest, blame: RankSet, meter: &mut Meter<'_>) {
        let key = self.key(deck, state, rest);
        self.exact.put(key | u128::from(blame.0) << BLAME, meter);
        if !self.project || rest != Rest::Nothing {
            return;
        }
        let Some(eye) = self.eye(deck, blame) else { return };
        let tried = &mut self.tried[usize::from(state.dealt)];
        if !tried.contains(&eye) {
            if tried.len() == MOST_BLAMES {
                tried.pop();
            }
            tried.push(eye);
        }
        self.projected.put(self.eyes[usize::from(eye)].key(deck, state, self.alike), meter);
    }

    /// Gives the eye of some ranks; `None` when there are too many.
    fn eye(&mut self, deck: &Deck, ranks: RankSet) -> Option<u16> {
        let eye = &mut self.eye_of[usize::from(ranks.0)];
        if *eye == NO_EYE && self.eyes.len() < MOST_EYES {
            *eye = self.eyes.len() as u16;
            self.eyes.push(Eye::new(deck, ranks));
        }
        (*eye != NO_EYE).then_some(*eye)
    }

    fn key(&mut self, deck: &Deck, state: &State, rest: Rest) -> u128 {
        if self.alike {
            return self.all.key(deck, state, true) & !BLAMED | (rest as u128) << REST;
        }
        state.left | u128::from(state.dealt) << DEALT | (rest as u128) << REST | TAKEN
    }

    /// Lists what is claimed: cards left in the columns, the number dealt, and the ranks with which that is lost.
    ///
    /// Of states that are taken for one another it gives the one that stands for them.
    #[cfg(test)]
    pub(super) fn claims(&self) -> impl Iterator<Item = (CardSet, usize, RankSet)> {
        let at_rest = self.exact.words().filter(|word| word >> REST & 0xf == Rest::Nothing as u128);
        at_rest.chain(self.projected.words()).map(|word| {
            (word & below(DEALT as usize), (word >> DEALT & 0x7f) as usize, RankSet((word >> BLAME) as u16 & 0xfff))
        })
    }

    /// Lets go of the memory held.
    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        self.exact.release(meter);
        self.projected.release(meter);
    }
}

impl Eye {
    fn new(deck: &Deck, ranks: RankSet) -> Self {
        let supply = deck.of_ranks(deck.order.supply(ranks));
        Self { ranks, cards: deck.of_ranks(ranks), supply, last: [(0, 0); MOST_COLUMNS] }
    }

    fn key(&mut self, deck: &Deck, state: &State, alike: bool) -> u128 {
        let mut seen = 0;
        for column in 0..deck.columns_at(usize::from(state.dealt)) {
            let there = state.left & deck.interval(column);
            let cards = there & self.cards;
            if cards == 0 {
                continue;
            }
            // What lies above the highest blamed card is free to go at once.
            let there = cards | there & self.supply & below(highest(cards));
            if !alike {
                seen |= there;
                continue;
            }
            if self.last[column].0 != there {
                self.last[column] = (there, self.lowest_alike(deck, column, there));
            }
            seen |= self.last[column].1;
        }
        seen | u128::from(state.dealt) << DEALT | u128::from(self.ranks.0) << BLAME | TAKEN
    }

    /// Gives the lowest cards of a column that look like those seen there ([`Reduction::AlikeColumns`]).
    fn lowest_alike(&self, deck: &Deck, column: usize, mut there: CardSet) -> CardSet {
        let interval = deck.interval(column);
        let mut lowest = 0;
        // The cards that may stand for the next one of each rank, and those above all that stand for one.
        let mut above_blamed = interval;
        let mut above_all = interval;
        let mut next = [interval; MOST_RANKS];
        while there != 0 {
            let card = there.trailing_zeros() as usize;
            there &= there - 1;
            let rank = usize::from(deck.rank[card]);
            let blamed = self.cards >> card & 1 == 1;
            let room =
                if blamed { above_all & deck.equal_to(card) } else { next[rank] & above_blamed & deck.of_rank[rank] };
            let stands = room.trailing_zeros() as usize;
            lowest |= 1 << stands;
            let above = interval & !below(stands + 1);
            above_all &= above;
            next[rank] = above;
            if blamed {
                above_blamed = above;
            }
        }
        lowest
    }
}
