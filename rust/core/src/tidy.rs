//! Shorter solutions: leaves out moves that a line can do without, such as hops to and fro and cards parked too early.

use crate::any_position::{AnyPosition, Table};
use crate::card::Card;
use crate::fan::FanPosition;
use crate::moves::{Foundation, Move};
use crate::plain::Keyed;
use crate::salic::SalicPosition;
use crate::search::{Meter, Stop};
use std::collections::HashMap;

/// The most moves that tidying plays, which bounds its work.
pub const MOST_PLAYS: u64 = 1_000_000;

/// Shortens moves that win from a position; the answer wins too and is never longer.
///
/// Tidying what was tidied changes nothing, unless the meter ended it: then the answer is the best so far. The meter
/// counts the moves that are tried. Moves that do not win come back as they are.
pub fn tidy(position: &AnyPosition, moves: &[Move], meter: &mut Meter<'_>) -> Vec<Move> {
    match position.table() {
        Table::Salic(salic) => tidied(salic, moves, meter),
        Table::Fan(fan) => tidied(fan, moves, meter),
    }
}

/// What tidying asks of a position beyond its verbs.
trait Piles: Keyed {
    /// Gives the columns or fans, bottom to top.
    fn piles(&self) -> &[Vec<Card>];
}

impl Piles for SalicPosition {
    fn piles(&self) -> &[Vec<Card>] {
        self.columns()
    }
}

impl Piles for FanPosition {
    fn piles(&self) -> &[Vec<Card>] {
        self.fans()
    }
}

/// A move told by its cards and not by its piles, so that it can still be played when other moves were left out, from
/// wherever the card then lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wish {
    Deal,
    Redeal,
    /// A card to a foundation.
    Out(Card, Foundation),
    /// A card onto the pile with this top card, or onto an empty one.
    Onto(Card, Option<Card>),
    /// A card from a foundation onto such a pile.
    Back(Foundation, Card, Option<Card>),
}

/// A move of a line with what it stands for.
#[derive(Clone, Copy)]
struct Step {
    play: Move,
    wish: Wish,
}

impl Wish {
    /// Tells what a legal move stands for.
    fn of<P: Piles>(position: &P, play: Move) -> Self {
        let piles = position.piles();
        let top = |pile: u8| piles[usize::from(pile)].last().copied();
        let below = |pile: u8, depth: u8| {
            let pile = &piles[usize::from(pile)];
            pile[pile.len() - 1 - usize::from(depth)]
        };
        match play {
            Move::Deal => Self::Deal,
            Move::Redeal => Self::Redeal,
            Move::ToFoundation { from, foundation } => Self::Out(below(from, 0), foundation),
            Move::ToPile { from, to } => Self::Onto(below(from, 0), top(to)),
            Move::DrawToFoundation { from, depth } => Self::Out(below(from, depth), Foundation::Any),
            Move::DrawToPile { from, depth, to } => Self::Onto(below(from, depth), top(to)),
            Move::TakeBack { foundation, card, to } => Self::Back(foundation, card, top(to)),
        }
    }

    /// Tells which card moves, if one does.
    fn card(self) -> Option<Card> {
        match self {
            Self::Deal | Self::Redeal => None,
            Self::Out(card, _) | Self::Onto(card, _) | Self::Back(_, card, _) => Some(card),
        }
    }

    /// Tells whether a line that lacks this can hardly win.
    fn is_vital(self) -> bool {
        matches!(self, Self::Deal | Self::Redeal | Self::Out(..))
    }
}

impl Step {
    /// Finds the legal move that does here what the step stands for: the same one if it does, else the first, and a card
    /// that lies under others is drawn only when it cannot move otherwise.
    fn here<P: Piles>(self, position: &P) -> Option<Move> {
        let is_legal = |play: Move| position.check(play).is_ok();
        if is_legal(self.play) && Wish::of(position, self.play) == self.wish {
            return Some(self.play);
        }
        let (piles, is_draw) =
            (position.piles(), matches!(self.play, Move::DrawToFoundation { .. } | Move::DrawToPile { .. }));
        let numbered = || piles.iter().enumerate().map(|(number, pile)| (number as u8, pile));
        let places = |card: Card| {
            let places = numbered().flat_map(move |(number, pile)| {
                let depths = pile.iter().rev().enumerate().take(if is_draw { pile.len() } else { 1 });
                depths.filter(move |&(_, &here)| here == card).map(move |(depth, _)| (depth as u8, number))
            });
            let mut places: Vec<_> = places.collect();
            places.sort_unstable();
            places
        };
        let takers = |top: Option<Card>| numbered().filter(move |(_, pile)| pile.last().copied() == top);
        match self.wish {
            Wish::Deal | Wish::Redeal => None,
            Wish::Out(card, foundation) => places(card)
                .into_iter()
                .map(|(depth, from)| match depth {
                    0 => Move::ToFoundation { from, foundation },
                    depth => Move::DrawToFoundation { from, depth },
                })
                .find(|&play| is_legal(play)),
            Wish::Onto(card, top) => places(card)
                .into_iter()
                .flat_map(|(depth, from)| {
                    takers(top).map(move |(to, _)| match depth {
                        0 => Move::ToPile { from, to },
                        depth => Move::DrawToPile { from, depth, to },
                    })
                })
                .find(|&play| is_legal(play)),
            Wish::Back(foundation, card, top) => {
                takers(top).map(|(to, _)| Move::TakeBack { foundation, card, to }).find(|&play| is_legal(play))
            }
        }
    }
}

fn tidied<P: Piles>(start: &P, moves: &[Move], meter: &mut Meter<'_>) -> Vec<Move> {
    let mut line = Vec::with_capacity(moves.len());
    let mut position = start.clone();
    for &play in moves {
        if position.check(play).is_err() {
            return moves.to_vec();
        }
        line.push(Step { play, wish: Wish::of(&position, play) });
        position.play_unchecked(play);
    }
    if position.is_won() {
        // The line is a whole one after each step, so whatever ends the work leaves the best so far.
        while let Ok(true) = shorten(start, &mut line, meter) {}
    }
    line.iter().map(|step| step.play).collect()
}

/// Goes over a line once; tells whether it became shorter.
fn shorten<P: Piles>(start: &P, line: &mut Vec<Step>, meter: &mut Meter<'_>) -> Result<bool, Stop> {
    let before = line.len();
    while cut_loop(start, line, meter)? {}
    let mut position = start.clone();
    let mut at = 0;
    while at < line.len() {
        let card = line[at].wish.card();
        let next = (at + 1..line.len()).find(|&later| card.is_some() && line[later].wish.card() == card);
        // The move alone, then with the next one of the same card.
        for with in [None, next] {
            if with.is_none() && line[at].wish.is_vital() && line[at].wish != Wish::Redeal {
                continue;
            }
            let kept = (at + 1..line.len()).filter(|&later| Some(later) != with).map(|later| line[later]);
            if let Some(tail) = replayed(&position, kept, meter)? {
                line.truncate(at);
                line.extend(tail);
                break;
            }
            if next.is_none() {
                break;
            }
        }
        let Some(step) = line.get(at) else { break };
        position.play_unchecked(step.play);
        at += 1;
    }
    Ok(line.len() < before)
}

/// Takes out what lies between two visits to one position, once; tells whether there was such a loop.
fn cut_loop<P: Piles>(start: &P, line: &mut Vec<Step>, meter: &mut Meter<'_>) -> Result<bool, Stop> {
    let mut position = start.clone();
    let mut met: HashMap<Vec<u8>, usize> = HashMap::new();
    for at in 0..=line.len() {
        let mut key = Vec::new();
        position.write_key(&mut key);
        if let Some(&first) = met.get(&key) {
            let mut back = start.clone();
            for step in &line[..first] {
                back.play_unchecked(step.play);
            }
            // Piles that lie elsewhere now are found by their cards; equal cards may stand in the way of that.
            if let Some(tail) = replayed(&back, line[at..].iter().copied(), meter)? {
                line.truncate(first);
                line.extend(tail);
                return Ok(true);
            }
        }
        met.entry(key).or_insert(at);
        if let Some(step) = line.get(at) {
            meter.visit()?;
            position.play_unchecked(step.play);
        }
    }
    Ok(false)
}

/// Plays a line as far as it goes, leaving out what cannot be played; gives the moves played when they win.
fn replayed<P: Piles>(
    from: &P,
    line: impl Iterator<Item = Step>,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Step>>, Stop> {
    let mut position = from.clone();
    let mut played = Vec::new();
    for step in line {
        if position.is_won() {
            break;
        }
        meter.visit()?;
        match step.here(&position) {
            Some(play) => {
                played.push(Step { play, wish: step.wish });
                position.play_unchecked(play);
            }
            None if step.wish.is_vital() => return Ok(None),
            None => {}
        }
    }
    Ok(position.is_won().then_some(played))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::Deal;
    use crate::position::Position;
    use crate::rules::GAMES;
    use crate::search::{Answer, Limits, Progress};
    use crate::solver::Solver;
    use crate::verdict::Verdict;
    use std::sync::Arc;

    fn wins(start: &AnyPosition, moves: &[Move]) -> bool {
        let mut position = start.clone();
        moves.iter().all(|&play| position.play(play).is_ok()) && position.is_won()
    }

    #[test]
    fn tidied_moves_win_at_whatever_point_the_work_ends() {
        let mut report = |_: &Progress| Answer::Continue;
        for game in &GAMES {
            let rules = Arc::new(game.rules());
            let (start, moves) = (0..50)
                .find_map(|seed| {
                    let start = AnyPosition::of(&Deal::from_seed(Arc::clone(&rules), seed));
                    let limits = Limits { states: Some(5000), ..Limits::default() };
                    let mut meter = Meter::new(limits, &mut report);
                    match Solver::default().solve_position(&start, &[], &mut meter).verdict {
                        Verdict::Winnable(moves) => Some((start, moves)),
                        _ => None,
                    }
                })
                .expect("some deal is easy to win");
            let mut length = moves.len();
            for most in [0, 1, 100, 1000, 5000, MOST_PLAYS] {
                let mut meter = Meter::new(Limits { states: Some(most), ..Limits::default() }, &mut report);
                let tidy = tidy(&start, &moves, &mut meter);
                assert!(wins(&start, &tidy), "{}", game.name);
                assert!(tidy.len() <= length, "{}", game.name);
                length = tidy.len();
            }
        }
    }

    #[test]
    fn moves_that_do_not_win_come_back_as_they_are() {
        let mut report = |_: &Progress| Answer::Continue;
        let start = AnyPosition::of(&Deal::from_seed(Arc::new(crate::rules::Rules::named("fan").unwrap()), 2));
        for moves in [vec![], vec![start.legal_moves()[0]], vec![Move::Deal, Move::Redeal]] {
            assert_eq!(tidy(&start, &moves, &mut Meter::new(Limits::default(), &mut report)), moves);
        }
    }
}
