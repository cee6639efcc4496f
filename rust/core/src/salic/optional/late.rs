//! Which finished columns may help to bring out the top of the newest one.

use super::deck::{Deck, MOST_CARDS, MOST_COLUMNS, below};
use super::ranks::{NO_RANK, RankSet};
use super::search::State;

/// Gives the columns before `newest` that late plays may come from when a card of rank `goal` is needed, one bit a column
/// ([`Reduction::RelevantPlays`](super::Reduction::RelevantPlays)).
pub(super) fn relevant_columns(deck: &Deck, state: &State, newest: usize, goal: usize) -> u8 {
    let finished = state.left & below(usize::from(deck.starts[newest]));
    let mut goals = RankSet::EMPTY.with(goal);
    let mut goal_cards = deck.of_rank[goal] & finished;
    // For each column the deepest card of a goal found so far: the cards from there to the top are looked at.
    let mut deepest = [MOST_CARDS; MOST_COLUMNS];
    let mut columns = 0;
    while goal_cards != 0 {
        let mut needed = RankSet::EMPTY;
        for (column, deepest) in deepest.iter_mut().enumerate().take(newest) {
            let cards = finished & deck.interval(column);
            let wanted = goal_cards & cards;
            let found = wanted.trailing_zeros() as usize;
            if wanted == 0 || found >= *deepest {
                continue;
            }
            columns |= 1 << column;
            let mut new = cards & below(*deepest) & !below(found);
            *deepest = found;
            while new != 0 {
                let previous = deck.order.previous(usize::from(deck.rank[new.trailing_zeros() as usize]));
                needed = needed.with(previous);
                new &= new - 1;
            }
        }
        needed = needed.without(NO_RANK).minus(goals);
        goals = goals.or(needed);
        goal_cards = deck.of_ranks(needed) & finished;
    }
    columns
}
