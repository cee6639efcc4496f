//! Plain exhaustive search, written against the trait `Position` alone, to compare searches with.

use intrigue_core::card::Suit;
use intrigue_core::deal::Shuffles;
use intrigue_core::fan::FanPosition;
use intrigue_core::position::Position;
use intrigue_core::rules::{Reduction, Rules};
use std::collections::HashSet;

/// Tells whether a position can be won; `None` when more than `most` positions would have to be seen.
pub(crate) fn winnable<P: Position, K: std::hash::Hash + Eq>(
    root: &P,
    key: impl Fn(&P) -> K,
    most: usize,
) -> Option<bool> {
    let mut position = root.clone();
    let mut seen = HashSet::from([key(&position)]);
    let mut levels = vec![position.legal_moves().to_vec()];
    if position.is_won() {
        return Some(true);
    }
    while let Some(moves) = levels.last_mut() {
        let Some(play) = moves.pop() else {
            levels.pop();
            position.undo();
            continue;
        };
        position.play(play).expect("a move that is listed is legal");
        if position.is_won() {
            return Some(true);
        }
        if seen.insert(key(&position)) {
            if seen.len() > most {
                return None;
            }
            levels.push(position.legal_moves().to_vec());
        } else {
            position.undo();
        }
    }
    Some(false)
}

/// Writes down all that lies on the table of a game of the fan family, and what is left to do with it.
pub(crate) fn fan_key(position: &FanPosition) -> Vec<u8> {
    let mut fans = position.fans().to_vec();
    if position.redeals_left() == 0 || !matches!(position.shuffles(), Shuffles::PySolFc { .. }) {
        fans.sort();
    }
    let mut key = vec![position.redeals_left(), position.draws_left(), position.values_used() as u8];
    key.extend(Suit::all().flat_map(|suit| position.foundations().heights(suit)));
    for cards in fans.iter().map(Vec::as_slice).chain([position.stock().collect::<Vec<_>>().as_slice()]) {
        key.push(u8::MAX);
        key.extend(cards.iter().map(|card| card.index() as u8));
    }
    key
}

/// Makes the rules of a game with options such as `redeals=0`, over a smaller pack.
pub(crate) fn reduced_rules(game: &str, options: &str, pack: &Reduction) -> Rules {
    let mut rules = Rules::named(game).expect("the game is known");
    for option in options.split_whitespace() {
        let (name, value) = option.split_once('=').expect("an option has a value");
        rules.set(name, value).expect("the game has the option");
    }
    rules.reduced(pack).expect("the pack can be dealt")
}
