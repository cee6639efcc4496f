//! Redeals of known order, and cards taken back from foundations.
//!
//! A win of the deal as it lies, cards staying out, is a win under every option, so this is looked for first. Then deals are
//! tried that a redeal leads to: a redeal gathers what is left, and the fewer cards are left, the easier the next deal. What
//! a redeal deals depends only on which cards are left (but for PySolFC's, which depends on how they lie), so each set
//! of cards left is tried once. A loss is proved when all sets that can be reached are known, by a complete search, and all
//! are lost; or by plain search of everything.

use super::super::{FanLayout, FanPosition, Foundations, Reduction};
use super::exact::{ExactSearch, Outlook};
use super::replay;
use super::schedule::{Decided, FIRST_TURN, Stages};
use super::tools::Tools;
use super::win::Diver;
use crate::card::Card;
use crate::deal::Shuffles;
use crate::moves::Move;
use crate::plain;
use crate::position::Position;
use crate::search::{Answer, Limits, Meter, Stop};
use crate::verdict::Proof;

/// The heights of all foundations, four bits each.
pub(super) type Heights = u32;

/// The deals tried in one turn.
const DEALS_A_TURN: usize = 4;

/// A set of cards left that a redeal could gather.
struct Candidate {
    heights: Heights,
    /// Moves that lead there, if a dive found them.
    path: Option<Vec<Move>>,
    /// The states spent on its deal.
    spent: u64,
    lost: bool,
}

/// The search of one position under options, taken up where it was left.
pub(super) struct OptionSearch<'a> {
    position: &'a FanPosition,
    without: &'a [Reduction],
    stages: Stages,
    /// Whether the stages proved that this deal as it lies cannot be won, cards staying out.
    this_deal_lost: bool,
    diver: Diver,
    candidates: Vec<Candidate>,
    /// Finds all sets of cards left that can be reached; its tools leave nothing out that does not win.
    reach: Option<(Tools, ExactSearch)>,
    all_reached: bool,
    /// The states for the next plain search, if one may still be of use.
    plain: Option<u64>,
    bytes: usize,
}

/// The reductions that hold only where everything must go out in this deal.
const OF_WINS: [Reduction; 3] = [Reduction::SingleSuits, Reduction::FinishedSuits, Reduction::LastKings];

impl<'a> OptionSearch<'a> {
    pub(super) fn new(
        position: &'a FanPosition,
        without: &'a [Reduction],
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let mut search = Self {
            position,
            without,
            stages: Stages::new(position, without, meter)?,
            this_deal_lost: false,
            diver: Diver::new(meter),
            candidates: Vec::new(),
            reach: None,
            all_reached: false,
            plain: None,
            bytes: 0,
        };
        if position.redeals_left() > 0 {
            let now = search.stages.tools.model.start_heights();
            search.candidates.push(Candidate { heights: now, path: Some(Vec::new()), spent: 0, lost: false });
        }
        if position.rules().take_back || !search.sets_tell_deals() {
            search.plain = Some(FIRST_TURN);
        } else if position.redeals_left() > 0 {
            let without: Vec<_> = without.iter().copied().chain(OF_WINS).collect();
            let tools = Tools::new(position, &without, meter)?;
            let mut exact = ExactSearch::new(&tools, meter)?;
            exact.collect_heights();
            search.reach = Some((tools, exact));
        }
        Ok(search)
    }

    pub(super) fn release(mut self, meter: &mut Meter<'_>) {
        self.stages.release(meter);
        self.diver.release(meter);
        if let Some((tools, mut exact)) = self.reach.take() {
            exact.release(meter);
            tools.release(meter);
        }
        meter.release(self.bytes);
    }

    /// Tells whether a redeal depends only on which cards are left.
    fn sets_tell_deals(&self) -> bool {
        !matches!(self.position.shuffles(), Shuffles::PySolFc { .. })
    }

    /// Searches for about as many states; `None` when that was not enough.
    pub(super) fn take_turns(&mut self, turn: u64, meter: &mut Meter<'_>) -> Result<Option<Decided>, Stop> {
        if !self.this_deal_lost {
            match self.stages.take_turns(turn, meter)? {
                Some(Ok(moves)) => return Ok(Some(Ok(moves))),
                Some(Err(proof)) => {
                    self.this_deal_lost = true;
                    if self.position.redeals_left() == 0 && !self.position.rules().take_back {
                        return Ok(Some(Err(proof)));
                    }
                }
                None => {}
            }
        }
        if self.position.redeals_left() > 0
            && let Some(moves) = self.try_deals(turn, meter)?
        {
            return Ok(Some(Ok(moves)));
        }
        if let Some(decided) = self.reach_all(turn, meter)? {
            return Ok(Some(decided));
        }
        if let Some(states) = self.plain {
            self.plain = Some(4 * states);
            match plain_search(self.position, states, meter) {
                Ok(None) => {}
                Ok(decided) => return Ok(decided),
                Err(Stop::Bytes) => self.plain = None,
                Err(stop) => return Err(stop),
            }
        }
        let nothing_left = self.this_deal_lost && self.plain.is_none() && self.reach.is_none();
        if nothing_left && self.position.redeals_left() == 0 { Err(Stop::Bytes) } else { Ok(None) }
    }

    /// Tries some deals that a redeal leads to.
    fn try_deals(&mut self, turn: u64, meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
        for _ in 0..DEALS_A_TURN {
            let dive = self.diver.dive(&mut self.stages.tools, meter)?;
            if !self.candidates.iter().any(|known| known.heights == dive.heights) {
                let path = replay::moves(&self.stages.tools.model, &dive.path, meter)?;
                self.note(Candidate { heights: dive.heights, path: Some(path), spent: 0, lost: false }, meter)?;
            }
        }
        for _ in 0..DEALS_A_TURN {
            let open = self.candidates.iter_mut().filter(|candidate| !candidate.lost && 2 * candidate.spent <= turn);
            let hopeful =
                open.min_by_key(|candidate| (candidate.spent, std::cmp::Reverse(cards_out(candidate.heights))));
            let Some(candidate) = hopeful else {
                break;
            };
            let states = (2 * candidate.spent).max(FIRST_TURN);
            candidate.spent = states;
            let (heights, path) = (candidate.heights, candidate.path.clone());
            let mut dealt = match &path {
                Some(path) => {
                    let mut dealt = self.position.clone();
                    for &play in path {
                        dealt.play_unchecked(play);
                    }
                    dealt
                }
                None => self.gathered(heights),
            };
            if dealt.is_won() {
                return Ok(path);
            }
            dealt.play_unchecked(Move::Redeal);
            match within(&dealt, self.without, states, meter)? {
                Some(Ok(rest)) => {
                    let mut moves = match path {
                        Some(path) => path,
                        None => self.path_to(heights, meter)?,
                    };
                    moves.push(Move::Redeal);
                    moves.extend(rest);
                    return Ok(Some(moves));
                }
                Some(Err(_)) => {
                    let same = |candidate: &&mut Candidate| candidate.heights == heights;
                    self.candidates.iter_mut().find(same).expect("it was tried").lost = true;
                }
                None => {}
            }
        }
        Ok(None)
    }

    fn note(&mut self, candidate: Candidate, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let bytes =
            2 * size_of::<Candidate>() + candidate.path.as_ref().map_or(0, |path| path.capacity() * size_of::<Move>());
        meter.hold(bytes)?;
        self.bytes += bytes;
        self.candidates.push(candidate);
        Ok(())
    }

    /// Looks for more sets of cards left; a loss when all are known and lost.
    fn reach_all(&mut self, turn: u64, meter: &mut Meter<'_>) -> Result<Option<Decided>, Stop> {
        let Some((tools, exact)) = &mut self.reach else {
            return Ok(None);
        };
        if !self.all_reached {
            match exact.run(tools, turn / 2, meter) {
                Ok(Outlook::Won(path)) => {
                    return replay::moves(&tools.model, &path, meter).map(|moves| Some(Ok(moves)));
                }
                Ok(Outlook::Lost) => self.all_reached = true,
                Ok(Outlook::Open) => {}
                Err(Stop::Bytes) => {
                    exact.release(meter);
                    let (tools, _) = self.reach.take().expect("it was there");
                    tools.release(meter);
                    return Ok(None);
                }
                Err(stop) => return Err(stop),
            }
            for heights in exact.take_new_heights() {
                if !self.candidates.iter().any(|known| known.heights == heights) {
                    self.note(Candidate { heights, path: None, spent: 0, lost: false }, meter)?;
                }
            }
        }
        let all_lost = self.all_reached && self.candidates.iter().all(|candidate| candidate.lost);
        Ok(all_lost.then_some(Err(Proof::CompleteSearch)))
    }

    /// Gives a position with these foundations, from which a redeal leads where it leads from all of them.
    fn gathered(&self, heights: Heights) -> FanPosition {
        let rules = self.position.rules();
        let of_suit = |suit: usize| vec![(heights >> (8 * suit) & 15) as u8, (heights >> (8 * suit + 4) & 15) as u8];
        let heights: Vec<_> = (0..rules.pack.suits()).map(of_suit).collect();
        let foundations = Foundations::with_heights(rules, &heights);
        let mut left: Vec<Card> = Vec::new();
        for card in rules.pack.cards() {
            let out = heights[card.suit().index()].iter().filter(|&&height| usize::from(height) > card.rank().index());
            let of_card = left.iter().filter(|&&other| other == card).count();
            if of_card + out.count() < rules.pack.copies() {
                left.push(card);
            }
        }
        let mut fans = vec![Vec::new(); self.position.fans().len()];
        fans[0] = left;
        let layout = FanLayout {
            fans,
            stock: Vec::new(),
            foundations,
            redeals_left: self.position.redeals_left(),
            draws_left: 0,
            values_used: self.position.values_used(),
        };
        FanPosition::from_layout(rules.clone(), layout, self.position.shuffles().clone())
    }

    /// Finds moves after which the foundations have these heights.
    fn path_to(&self, heights: Heights, meter: &mut Meter<'_>) -> Result<Vec<Move>, Stop> {
        let without: Vec<_> = self.without.iter().copied().chain(OF_WINS).collect();
        let mut tools = Tools::new(self.position, &without, meter)?;
        let mut exact = ExactSearch::new(&tools, meter)?;
        exact.look_for(heights);
        let found = exact.run(&mut tools, u64::MAX, meter);
        let moves = match found {
            Ok(Outlook::Won(path)) => replay::moves(&tools.model, &path, meter),
            Ok(_) => unreachable!("the heights were reached before"),
            Err(stop) => Err(stop),
        };
        exact.release(meter);
        tools.release(meter);
        moves
    }
}

fn cards_out(heights: Heights) -> u32 {
    (0..8).map(|pile| heights >> (4 * pile) & 15).sum()
}

/// Decides a position within so many states; `None` when they did not do.
///
/// Calls itself through the search of a position with one redeal less, so at most twice.
fn within(
    position: &FanPosition,
    without: &[Reduction],
    states: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Decided>, Stop> {
    let until = meter.states().saturating_add(states);
    let mut search = OptionSearch::new(position, without, meter)?;
    let mut turn = (states / 4).max(FIRST_TURN / 4);
    let decided = loop {
        match search.take_turns(turn, meter) {
            Ok(None) if meter.states() < until => turn += turn / 2,
            Ok(decided) => break Ok(decided),
            Err(Stop::Bytes) => break Ok(None),
            Err(stop) => break Err(stop),
        }
    };
    search.release(meter);
    decided
}

/// Searches plainly for so many states; `None` when they did not do.
fn plain_search(position: &FanPosition, states: u64, meter: &mut Meter<'_>) -> Result<Option<Decided>, Stop> {
    let bytes = Some(meter.bytes_left());
    let limits = Limits { states: Some(states), bytes, ..Limits::default() };
    let (mut seen, mut held, mut stopped) = (0, 0, None);
    let mut report = |progress: &crate::search::Progress| {
        let new = progress.states - seen;
        seen = progress.states;
        meter.release(held);
        held = 0;
        let counted = meter.visit_many(new).and_then(|()| meter.hold(progress.bytes as usize));
        match counted {
            Ok(()) => {
                held = progress.bytes as usize;
                Answer::Continue
            }
            Err(stop) => {
                stopped = Some(stop);
                Answer::Stop
            }
        }
    };
    let mut inner = Meter::new(limits, &mut report);
    let found = plain::solve(position, &mut inner);
    let rest = inner.states();
    meter.release(held);
    meter.visit_many(rest - seen)?;
    match (found, stopped) {
        (Ok(found), _) => Ok(Some(found.ok_or(Proof::CompleteSearch))),
        (Err(Stop::States), _) => Ok(None),
        (Err(_), Some(stop)) | (Err(stop), None) => Err(stop),
    }
}

/// Finds moves that win from this position, or proves that none do.
///
/// The precondition is that [`super::knows`] the position.
pub(in super::super) fn solve(
    position: &FanPosition,
    without: &[Reduction],
    meter: &mut Meter<'_>,
) -> Result<Decided, Stop> {
    if position.is_won() {
        return Ok(Ok(Vec::new()));
    }
    let mut search = OptionSearch::new(position, without, meter)?;
    let mut turn = FIRST_TURN;
    let decided = loop {
        match search.take_turns(turn, meter) {
            Ok(None) => turn += turn / 2,
            Ok(Some(decided)) => break Ok(decided),
            Err(stop) => break Err(stop),
        }
    };
    search.release(meter);
    decided
}
