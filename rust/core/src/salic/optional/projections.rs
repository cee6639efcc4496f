//! Looking for ranks that can be free and leave the deal lost ([`Reduction::RankProjections`](super::Reduction)).
//!
//! The fewer ranks are kept, the smaller the search; but with too few the deal is won. Two ways to choose take turns: of
//! every row the ranks up to some point, whatever choice is least of those not yet won; and random ranks one by one.

use super::deck::Deck;
use super::plans::Plans;
use super::ranks::{MOST_RANKS, NO_RANK, RankSet};
use super::reduction::Switches;
use super::refuted::Refuted;
use super::search::{Found, Search};
use crate::search::{Meter, Stop};
use crate::shuffle::SplitMix64;

/// The most sets of ranks whose searches can be gone on with.
const MOST_OPEN: usize = 8;

/// The search for ranks to keep.
#[derive(Debug)]
pub(super) struct Projections<'a> {
    deck: &'a Deck,
    switches: Switches,
    random: SplitMix64,
    turns: u64,
    /// Sets of ranks with which the deal is won, and so with all that they hold.
    won: Vec<RankSet>,
    /// What was refuted with other sets, the last one first.
    open: Vec<(RankSet, Refuted)>,
    /// The states spent on row beginnings.
    spent: Vec<(RankSet, u64)>,
}

impl<'a> Projections<'a> {
    pub(super) fn new(deck: &'a Deck, switches: Switches) -> Self {
        Self {
            deck,
            switches,
            random: SplitMix64::new(1),
            turns: 0,
            won: Vec::new(),
            open: Vec::new(),
            spent: Vec::new(),
        }
    }

    /// Looks for a loss; `blamed` counts how often each rank was needed for one of a layout. A turn takes some 100 times
    /// `limit` states at most, and `steps` changes of a plan now and then.
    pub(super) fn is_lost(
        &mut self,
        blamed: &[u64; MOST_RANKS],
        limit: u64,
        steps: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        self.turns += 1;
        if self.turns % 2 == 1 {
            self.keep_row_beginnings(limit, steps, meter)
        } else {
            self.free_one_by_one(blamed, limit, steps, meter)
        }
    }

    /// Gives the ranks that are not free in the deck.
    fn all(&self) -> RankSet {
        self.deck.order.all().minus(self.deck.order.free())
    }

    fn is_won(&self, kept: RankSet) -> bool {
        self.won.iter().any(|&won| kept.minus(won).is_empty())
    }

    /// Keeps of every row the ranks up to some point: the ends of rows free none that is needed later, so that most cards
    /// leave the game.
    fn keep_row_beginnings(&mut self, limit: u64, steps: u32, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let all = self.all();
        let sets = self.row_beginnings();
        let turn = limit * 40;
        let end = meter.states().saturating_add(3 * turn);
        while meter.states() < end {
            let mut least: Vec<RankSet> = Vec::new();
            for &set in &sets {
                if set != all && !self.is_won(set) && !least.iter().any(|fewer| fewer.minus(set).is_empty()) {
                    least.push(set);
                }
            }
            // A rank more makes the search about twice as long.
            let cost = |set: RankSet| {
                let spent = self.spent.iter().find(|known| known.0 == set).map_or(0, |known| known.1);
                (spent + turn) << set.iter().count()
            };
            let Some(kept) = least.into_iter().min_by_key(|&set| cost(set)) else { return Ok(false) };
            let before = meter.states();
            if !self.wins_by_plan(kept, 4 * steps, turn / 6, meter)? && self.goes_on_to_lose(kept, turn, meter)? {
                return Ok(true);
            }
            let spent = meter.states() - before;
            match self.spent.iter_mut().find(|known| known.0 == kept) {
                Some(known) => known.1 += spent,
                None => self.spent.push((kept, spent)),
            }
        }
        Ok(false)
    }

    /// Gives all sets of ranks that hold, of each row, the ranks up to some point, smaller sets first.
    fn row_beginnings(&self) -> Vec<RankSet> {
        let (all, order) = (self.all(), &self.deck.order);
        let mut sets = vec![RankSet::EMPTY];
        for first in all.iter().filter(|&rank| order.previous(rank) == NO_RANK || !all.has(order.previous(rank))) {
            let others = sets.clone();
            let (mut beginning, mut rank) = (RankSet::EMPTY, first);
            while rank != NO_RANK {
                beginning = beginning.with(rank);
                sets.extend(others.iter().map(|set| set.or(beginning)));
                rank = order.next(rank);
            }
        }
        sets.sort_by_key(|set| set.iter().count());
        sets
    }

    /// Frees one rank after another where that is not seen to win, and keeps some again when it is in the end.
    fn free_one_by_one(
        &mut self,
        blamed: &[u64; MOST_RANKS],
        limit: u64,
        steps: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let all = self.all();
        let mut ranks: Vec<_> = all.iter().collect();
        self.random.shuffle(&mut ranks);
        if self.turns % 4 == 2 {
            ranks.sort_by_key(|&rank| blamed[rank]);
        }
        let mut kept = all;
        let mut freed = Vec::new();
        for rank in ranks {
            let fewer = kept.without(rank);
            if self.is_won(fewer) || self.wins_by_plan(fewer, steps / 2, limit, meter)? {
                continue;
            }
            let deck = self.deck.project(fewer);
            let mut search = Search::new(&deck, self.switches);
            let found = search.run(None, meter.states().saturating_add(limit), meter);
            search.release(meter);
            match found? {
                Found::Lost => return Ok(true),
                Found::Won(_) => self.won.push(fewer),
                Found::Open => {
                    kept = fewer;
                    freed.push(rank);
                }
            }
        }
        let end = meter.states().saturating_add(limit * 12);
        while kept != all && meter.states() < end {
            if !self.is_won(kept) && self.goes_on_to_lose(kept, end - meter.states(), meter)? {
                return Ok(true);
            }
            if !self.is_won(kept) {
                break;
            }
            let Some(rank) = freed.pop() else { break };
            kept = kept.with(rank);
        }
        Ok(false)
    }

    /// Tells whether a random plan wins when only these ranks are kept.
    fn wins_by_plan(&mut self, kept: RankSet, steps: u32, limit: u64, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let deck = self.deck.project(kept);
        if deck.cards == 0 {
            return Ok(false);
        }
        let mut plans = Plans::new(&deck, self.switches).with_seed(self.random.output());
        let won = plans.run(steps, limit, meter);
        plans.release(meter);
        let won = won?.is_some();
        if won {
            self.won.push(kept);
        }
        Ok(won)
    }

    /// Goes on with the search in which only these ranks are kept; tells whether that is lost.
    fn goes_on_to_lose(&mut self, kept: RankSet, limit: u64, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let deck = self.deck.project(kept);
        let mut search = Search::new(&deck, self.switches);
        if let Some(at) = self.open.iter().position(|open| open.0 == kept) {
            search.take_over(self.open.remove(at).1);
        }
        let found = search.run(None, meter.states().saturating_add(limit), meter);
        if matches!(found, Ok(Found::Open)) {
            self.open.insert(0, (kept, search.into_refuted(meter)));
            if self.open.len() > MOST_OPEN
                && let Some((_, mut refuted)) = self.open.pop()
            {
                refuted.release(meter);
            }
        } else {
            search.release(meter);
        }
        let found = found?;
        if matches!(found, Found::Won(_)) {
            self.won.push(kept);
        }
        Ok(matches!(found, Found::Lost))
    }

    /// Lets go of the memory held.
    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        for (_, refuted) in &mut self.open {
            refuted.release(meter);
        }
    }
}
