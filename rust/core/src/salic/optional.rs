//! The exact search under `plays = optional` and `plays = starters`, where foundations take any suit, nothing is built on
//! columns and bare bases take cards after the deal.
//!
//! Its parts take turns by states, for ever more of them, until one has the answer: a depth-first search of the deal that
//! learns which ranks each loss is due to ([`search`], with the proofs in [`Reduction`]), a random search for wins
//! ([`plans`]) whose best plan tells the next depth-first search where to begin, and the deal with some ranks free, which
//! may be lost even so.

#[cfg(test)]
mod claims;
mod deck;
mod judge;
mod late;
mod layout;
mod line;
mod plans;
mod projections;
mod ranks;
mod reduction;
mod refuted;
mod search;
mod starters;
mod table;

pub use reduction::Reduction;

use crate::moves::Move;
use crate::rules::{Plays, StarterLimit};
use crate::salic::SalicPosition;
use crate::search::{Meter, Stop};
use deck::Deck;
use layout::{Layout, Outcome};
use line::{Line, Writer};
use plans::Plans;
use projections::Projections;
use reduction::Switches;
use search::{Found, Search};
use starters::Starters;

/// How many states each part gets.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// The first depth-first search.
    pub first: u64,
    /// The next ones: a quarter more each time.
    pub again: u64,
    /// The changes made to one random plan before another is begun with.
    pub steps: u32,
}

impl Schedule {
    /// What is good for full packs.
    pub const FULL: Self = Self { first: 3000, again: 10_000, steps: 500 };
}

/// Finds moves that win from exactly this position, or proves that there are none.
///
/// `without` switches reductions off; without all of them the search is slow and still correct.
///
/// # Errors
/// The limit that ended the search before it had an answer.
pub fn solve(
    position: &SalicPosition,
    without: &[crate::salic::Reduction],
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Stop> {
    solve_by(position, without, Schedule::FULL, meter)
}

/// Does the same by another schedule, which changes no answer.
///
/// # Errors
/// The limit that ended the search before it had an answer.
pub fn solve_by(
    position: &SalicPosition,
    without: &[crate::salic::Reduction],
    schedule: Schedule,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Stop> {
    let switches = Switches::without(without);
    let deck = Deck::new(position, switches.has(Reduction::StartersAtOnce));
    let rules = position.rules();
    let must_play =
        rules.plays == Plays::Starters && (rules.starter_limit != StarterLimit::None || deck.order.free().is_empty());
    let mut parts = Parts {
        deck: &deck,
        position,
        switches,
        search: Some(Search::new(&deck, switches)),
        plans: Plans::new(&deck, switches),
        starters: must_play.then(|| Starters::new(&deck, switches)),
        projections: Projections::new(&deck, switches),
    };
    let answer = parts.take_turns(schedule, meter);
    parts.release(meter);
    answer
}

/// The answer of an exact search.
enum Answer {
    Won(Vec<Move>),
    Lost,
}

impl Answer {
    fn moves(self) -> Option<Vec<Move>> {
        match self {
            Self::Won(moves) => Some(moves),
            Self::Lost => None,
        }
    }
}

/// All that takes part in solving one deal.
struct Parts<'a> {
    deck: &'a Deck,
    position: &'a SalicPosition,
    switches: Switches,
    /// The search under `plays = optional`. Where starters must be played, its losses count and its wins may not.
    search: Option<Search<'a>>,
    plans: Plans<'a>,
    /// The search where starters must be played and a limit can stop them.
    starters: Option<Starters<'a>>,
    /// The search for ranks that can be free and leave the deal lost.
    projections: Projections<'a>,
}

impl Parts<'_> {
    fn take_turns(&mut self, schedule: Schedule, meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
        if let Some(answer) = self.search(false, schedule.first, meter)? {
            return Ok(answer.moves());
        }
        let mut limit = schedule.again;
        loop {
            if self.deck.cards > 0
                && let Some(line) = self.plans.run(schedule.steps, u64::MAX, meter)?
                && let Some(moves) = self.write(&line, meter)?
            {
                return Ok(Some(moves));
            }
            if let Some(answer) = self.search(true, limit, meter)? {
                return Ok(answer.moves());
            }
            if self.switches.has(Reduction::RankProjections)
                && let Some(search) = &self.search
                && self.projections.is_lost(search.blamed(), limit, schedule.steps, meter)?
            {
                return Ok(None);
            }
            limit += limit / 4;
        }
    }

    /// Lets the exact searches go on, for `limit` states each.
    fn search(&mut self, planned: bool, limit: u64, meter: &mut Meter<'_>) -> Result<Option<Answer>, Stop> {
        let hold = planned.then(|| self.plans.best());
        if let Some(search) = &mut self.search {
            match search.run(hold, meter.states().saturating_add(limit), meter)? {
                Found::Lost => return Ok(Some(Answer::Lost)),
                Found::Open => {}
                Found::Won(line) => {
                    if let Some(moves) = self.write(&line, meter)? {
                        return Ok(Some(Answer::Won(moves)));
                    }
                    // Starters that must be played spoil this win; another might not, but this search is done.
                    if let Some(mut search) = self.search.take() {
                        search.release(meter);
                    }
                }
            }
        }
        if let Some(starters) = &mut self.starters {
            match starters.run(meter.states().saturating_add(limit), meter)? {
                Found::Lost => return Ok(Some(Answer::Lost)),
                Found::Open => {}
                Found::Won(line) => {
                    let moves = self.write(&line, meter)?;
                    return Ok(Some(Answer::Won(moves.expect("a line that plays starters replays"))));
                }
            }
        }
        Ok(None)
    }

    /// Writes a line out as moves; `None` when starters that must be played stand in its way.
    fn write(&self, line: &Line, meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
        let mut writer = Writer::new(self.deck, self.position);
        if !writer.deal(line) {
            assert!(self.starters.is_some(), "where nothing must be played nothing stands in the way");
            return Ok(None);
        }
        if self.starters.is_none() {
            return Ok(Some(writer.finish(&line.removals)));
        }
        // Starters may have gone that the line left for the end.
        let mut layout = Layout::new(&self.deck.order, self.switches);
        layout.lay_out(self.deck, self.deck.order.all(), writer.left(), writer.out());
        let won = layout.search(usize::MAX, meter);
        let removals = layout.removals();
        layout.release(meter);
        Ok((won? == Outcome::Won).then(|| writer.finish(&removals)))
    }

    fn release(&mut self, meter: &mut Meter<'_>) {
        if let Some(search) = &mut self.search {
            search.release(meter);
        }
        if let Some(starters) = &mut self.starters {
            starters.release(meter);
        }
        self.plans.release(meter);
        self.projections.release(meter);
    }
}
