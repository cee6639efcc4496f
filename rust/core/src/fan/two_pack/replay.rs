//! Turning a way of events into moves of the game.

use super::arrangement::{Arrangement, Stack, add_exposed, slot_of_stack, stack_of_base};
use super::model::{Event, Foundations, Id, Model};
use super::tools::PathStep;
use crate::moves::{Foundation, Move};
use crate::search::{Meter, Stop};
use rustc_hash::FxHashSet;

/// Writes out the moves of loose cards that lead to each event, and the events themselves.
///
/// # Errors
/// What stopped the meter; a way of some hundred events takes some milliseconds.
pub(super) fn moves(model: &Model, path: &[PathStep], meter: &mut Meter<'_>) -> Result<Vec<Move>, Stop> {
    let mut moves = Vec::new();
    let mut state = model.start;
    let mut arrangements = Arrangement::of_start(model);
    let mut fan_of_base = [0u8; Id::END];
    for exposed in &model.exposed {
        fan_of_base[exposed.base.number()] = model.fan[exposed.base.number()].expect("the card lies on the table");
    }
    for step in path {
        let suit = step.suit;
        let bases = state.suits[suit].bases;
        let fan = |stack: u32| fan_of_base[Id::new(suit, usize::from(slot_of_stack(bases, stack))).number()];
        let (ways, last) = way(bases, arrangements[suit], step, meter)?;
        moves.extend(ways.into_iter().map(|(from, to)| Move::ToPile { from: fan(from), to: fan(to) }));
        let from = fan(last.from);
        moves.push(match (last.to, step.event) {
            (Some(to), _) => Move::ToPile { from, to: fan(to) },
            (None, Event::LooseOut { pile, .. } | Event::BaseOut { pile, .. }) => {
                Move::ToFoundation { from, foundation: foundation(model, pile) }
            }
            (None, Event::Lift { .. }) => unreachable!("a lifted card is built somewhere"),
        });
        arrangements[suit] = step.after;
        let exposed = model.play(&mut state, suit, step.event);
        for exposed in &exposed {
            // What a card exposes lies in its own fan, whether it lay below or comes from the stock.
            fan_of_base[exposed.base.number()] = from;
        }
        add_exposed(&mut arrangements, model, &state, &exposed);
    }
    Ok(moves)
}

fn foundation(model: &Model, pile: u8) -> Foundation {
    match (model.foundations, pile) {
        (Foundations::Ascending, _) => Foundation::Any,
        (Foundations::OneEachWay, 0) => Foundation::Up,
        (Foundations::OneEachWay, _) => Foundation::Down,
    }
}

/// The stacks between which the card of an event moves; `to` is empty when it goes out.
struct Last {
    from: u32,
    to: Option<u32>,
}

/// Finds the fewest moves of loose cards after which the event leads to the arrangement wanted.
fn way(
    bases: u32,
    start: Arrangement,
    step: &PathStep,
    meter: &mut Meter<'_>,
) -> Result<(Vec<(u32, u32)>, Last), Stop> {
    // Each arrangement reached, with the one before it and the move between them.
    let mut reached = vec![(start, 0, (0, 0))];
    let mut known = FxHashSet::default();
    known.insert(start);
    let mut next = 0;
    loop {
        meter.visit()?;
        let arrangement = reached[next].0;
        if let Some(last) = last_move(bases, arrangement, step) {
            let mut ways = Vec::new();
            while next != 0 {
                let (_, before, way) = reached[next];
                ways.push(way);
                next = before;
            }
            ways.reverse();
            return Ok((ways, last));
        }
        let stacks = arrangement.stacks();
        for (from, &stack) in stacks.iter().enumerate().filter(|(_, stack)| !stack.is_bare()) {
            for (to, &host) in stacks.iter().enumerate().filter(|(_, host)| host.rank.abs_diff(stack.rank) == 1) {
                let moved = arrangement.moved(stack, host);
                if known.insert(moved) {
                    reached.push((moved, next, (from as u32, to as u32)));
                }
            }
        }
        next += 1;
        assert!(next < reached.len(), "every event of a way can be reached from the one before");
    }
}

/// Gives the move by which the event leads from an arrangement straight to the one wanted, if one does.
fn last_move(bases: u32, arrangement: Arrangement, step: &PathStep) -> Option<Last> {
    let stacks = arrangement.stacks();
    match step.event {
        Event::LooseOut { rank, .. } => {
            let leads = |stack: &Stack| {
                !stack.is_bare() && stack.rank == usize::from(rank) && arrangement.without_top(*stack) == step.after
            };
            stacks.iter().position(leads).map(|from| Last { from: from as u32, to: None })
        }
        Event::BaseOut { slot, .. } => {
            let from = stack_of_base(bases, Id::new(step.suit, usize::from(slot)));
            let stack = stacks[from as usize];
            (stack.is_bare() && arrangement.without_top(stack) == step.after).then_some(Last { from, to: None })
        }
        Event::Lift { slot } => {
            let from = stack_of_base(bases, Id::new(step.suit, usize::from(slot)));
            let stack = stacks[from as usize];
            let leads =
                |host: &Stack| host.rank.abs_diff(stack.rank) == 1 && arrangement.moved(stack, *host) == step.after;
            let to = stacks.iter().position(leads).filter(|_| stack.is_bare())?;
            Some(Last { from, to: Some(to as u32) })
        }
    }
}
