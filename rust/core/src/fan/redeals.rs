//! The exact search with redeals of known order, which depends only on which cards are left.
//!
//! Foundations are built in suit from one copy of each card, so which cards are left is told by the height of each foundation:
//! at most 14⁴ sets. What a deal is worth to the next is just the sets of cards out that can be reached in it. Each set is
//! looked for by a search of its own, in which all cards of the set may go out at once and the others never.

use super::FanPosition;
use super::draws::DrawSearch;
use super::key_set::KeySet;
use super::one_pack::{ACES, Cards, Goal, State, Tableau, bits, cards_left, in_suit};
use super::position::deal_in_rounds;
use super::reductions::Reduction;
use super::search::{Replay, Search};
use crate::card::Card;
use crate::moves::Move;
use crate::search::{Meter, Stop};

/// The cards out at the end of a deal that is redealt, and those of them that are then taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reached {
    /// The next card for each suit's foundation, before cards are taken back.
    out: Cards,
    /// The same afterwards.
    kept: Cards,
}

/// A deal as it is laid out.
struct Dealt {
    fans: Vec<Vec<Card>>,
    tableau: Tableau,
    root: State,
}

struct RedealSearch<'a> {
    position: &'a FanPosition,
    search: Search<'a>,
    draws: DrawSearch,
    /// By redeals still to play, the sets of cards left whose deal is lost or being looked at.
    tried: [KeySet; 3],
    known: KeySet,
}

/// Finds moves that win, with as few redeals as possible.
///
/// # Errors
/// What stopped the search before it had an answer.
pub(super) fn solve(
    position: &FanPosition,
    without: &[Reduction],
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>, Stop> {
    let mut search = RedealSearch {
        position,
        search: Search::new(without),
        draws: DrawSearch::default(),
        tried: Default::default(),
        known: KeySet::default(),
    };
    let found = search.run(meter);
    search.search.release(meter);
    search.draws.release(meter);
    search.known.release(meter);
    search.tried.iter_mut().for_each(|tried| tried.release(meter));
    found
}

impl RedealSearch<'_> {
    fn run(&mut self, meter: &mut Meter<'_>) -> Result<Option<Vec<Move>>, Stop> {
        let (tableau, root) = Tableau::new(self.position);
        let dealt = Dealt { fans: self.position.fans().to_vec(), tableau, root };
        for redeals in 0..=self.position.redeals_left() {
            self.tried.iter_mut().for_each(|tried| tried.clear(meter));
            if let Some(goals) = self.win(&dealt, redeals, redeals, meter)? {
                return self.moves(&goals, meter).map(Some);
            }
        }
        Ok(None)
    }

    /// Looks for a win with exactly this many of `all` redeals; gives what is reached before each of them.
    ///
    /// Calls itself once for each redeal, so at most twice.
    fn win(
        &mut self,
        dealt: &Dealt,
        redeals: u8,
        all: u8,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Reached>>, Stop> {
        if redeals == 0 {
            return Ok(self.win_last(dealt, all, meter)?.then(Vec::new));
        }
        let reached = self.reach(dealt, meter)?;
        let bytes = reached.capacity() * size_of::<Reached>();
        meter.hold(bytes)?;
        let mut found = Ok(None);
        for reached in reached {
            match self.win_after(dealt, reached, redeals, all, meter) {
                Ok(None) => {}
                other => {
                    found = other;
                    break;
                }
            }
        }
        meter.release(bytes);
        found
    }

    fn win_after(
        &mut self,
        dealt: &Dealt,
        reached: Reached,
        redeals: u8,
        all: u8,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Reached>>, Stop> {
        if !self.tried[usize::from(redeals)].insert(reached.kept, meter)? {
            return Ok(None);
        }
        let next = self.redealt(&dealt.tableau, reached.kept, all - redeals);
        let goals = self.win(&next, redeals - 1, all, meter)?;
        Ok(goals.map(|mut goals| {
            goals.insert(0, reached);
            goals
        }))
    }

    /// Tells whether a deal can be won without a further redeal.
    fn win_last(&mut self, dealt: &Dealt, all: u8, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        if all == self.position.redeals_left() && self.position.draws_left() > 0 {
            self.draws.run(&mut self.search, &dealt.fans, &dealt.tableau, dealt.root, meter)
        } else {
            self.search.run(&dealt.tableau, dealt.root, dealt.tableau.all_out(), meter)
        }
    }

    /// Deals the cards left again, after `played` redeals from the position searched.
    fn redealt(&self, tableau: &Tableau, next: Cards, played: u8) -> Dealt {
        let rules = self.position.rules();
        let number = usize::from(rules.redeals - self.position.redeals_left() + played) + 1;
        let cards = self.position.shuffles().redeal(number, &cards_left(tableau.kings, next), 0);
        let mut fans = vec![Vec::with_capacity(3); cards.len().div_ceil(3)];
        deal_in_rounds(&cards, &mut fans);
        let (tableau, root) = tableau.laid_out(fans.iter().map(Vec::as_slice), next);
        Dealt { fans, tableau, root }
    }

    /// Lists the sets of cards out that this deal can end with, the largest first.
    ///
    /// A set is reached by way of another with one card less, so that only sets above a reached one are looked for.
    fn reach(&mut self, dealt: &Dealt, meter: &mut Meter<'_>) -> Result<Vec<Reached>, Stop> {
        self.known.clear(meter);
        let Dealt { tableau, root, .. } = dealt;
        let all_out = tableau.all_out().next;
        let mut outs = vec![root.next];
        let mut index = 0;
        while let Some(&out) = outs.get(index) {
            index += 1;
            for card in bits(out & !all_out) {
                let more = out + (1 << card);
                if self.known.insert(more, meter)?
                    && self.search.run(tableau, *root, Goal { next: more, free: 0 }, meter)?
                {
                    outs.push(more);
                }
            }
        }
        // All cards out would be a win, and there is nothing left to redeal.
        outs.retain(|&out| out != all_out);
        let mut reached: Vec<_> = outs.into_iter().map(|out| Reached { out, kept: out }).collect();
        if self.position.rules().take_back {
            self.take_back(dealt, &mut reached, meter)?;
        }
        reached.sort_by_key(|reached| std::cmp::Reverse((reached.kept - ACES).count_ones()));
        Ok(reached)
    }

    /// Adds the sets that are reached by taking cards back at the end, each suit's from the highest down.
    fn take_back(&mut self, dealt: &Dealt, reached: &mut Vec<Reached>, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let Dealt { tableau, root, .. } = dealt;
        let all_out = tableau.all_out().next;
        // The lowest next cards: in Trefoil the aces stay out.
        let lowest = if self.position.rules().aces_first { ACES << 1 } else { ACES };
        let outs: Vec<_> = reached.iter().map(|reached| reached.out).collect();
        self.known.clear(meter);
        for &out in &outs {
            self.known.insert(out, meter)?;
        }
        for out in outs {
            // A suit without its king on the table takes nothing back.
            let open = out & !all_out;
            // All choices of suits, by counting down through the subsets of `open`.
            let mut free = open;
            while free != 0 {
                if self.search.run(tableau, *root, Goal { next: out, free }, meter)? {
                    let mut kept = vec![out];
                    for card in bits(free) {
                        let suit = in_suit(card);
                        let fewer = (lowest & suit).trailing_zeros()..u32::from(card);
                        let with = |next: &Cards, bit: u32| next & !suit | 1 << bit;
                        kept = kept.iter().flat_map(|next| fewer.clone().map(move |bit| with(next, bit))).collect();
                    }
                    for kept in kept {
                        if self.known.insert(kept, meter)? {
                            reached.push(Reached { out, kept });
                        }
                    }
                }
                free = (free - 1) & open;
            }
        }
        Ok(())
    }

    /// Plays the winning deals out once more, for their moves.
    fn moves(&mut self, goals: &[Reached], meter: &mut Meter<'_>) -> Result<Vec<Move>, Stop> {
        let mut replay = Replay::new(self.position);
        for &Reached { out, kept } in goals {
            let (tableau, root) = Tableau::new(replay.position());
            let back = bits(out).zip(bits(kept)).filter(|(out, kept)| out != kept);
            let goal = Goal { next: out, free: back.clone().map(|(out, _)| 1 << out).sum() };
            let found = self.search.run(&tableau, root, goal, meter)?;
            debug_assert!(found, "the same search found it before");
            self.search.steps().for_each(|step| replay.play(step));
            back.flat_map(|(out, kept)| (kept..out).rev()).for_each(|card| replay.take_back(card));
            replay.redeal();
        }
        let (tableau, root) = Tableau::new(replay.position());
        let dealt = Dealt { fans: replay.position().fans().to_vec(), tableau, root };
        let with_draw = goals.len() as u8;
        self.win_last(&dealt, with_draw, meter)?;
        if with_draw == self.position.redeals_left() && self.position.draws_left() > 0 {
            self.draws.steps(&self.search).for_each(|step| replay.play(step));
        } else {
            self.search.steps().for_each(|step| replay.play(step));
        }
        Ok(replay.moves)
    }
}
