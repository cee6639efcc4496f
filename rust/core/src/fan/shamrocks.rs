//! The exact search of Shamrocks: built up or down in any suit, at most three cards in a fan.
//!
//! A card alone in its fan stays there until it goes out (`Reduction::LoneCardStays`), so each fan has a base, and a state is
//! told by the foundations and by the at most two cards on each base. With three cards to a fan there is little room: 52 cards
//! have 54 places, and a place more with each card out that was not a base. So many deals run dry soon, and all states
//! that can be reached are visited, the most hopeful first. Some moves can be turned back; a table of the states met keeps the
//! search from going round in circles.

use super::FanPosition;
use crate::card::{Card, Rank, Suit};
use crate::moves::{Foundation, Move};
use crate::rules::{Build, FanFoundations, Layout};
use crate::search::{Meter, Stop};
use crate::store::{Held, mixed};
use arrayvec::ArrayVec;
use hashbrown::HashTable;

/// The most fans of a pack of 52 cards.
const MOST_FANS: usize = 18;

/// The most cards in a fan.
const LIMIT: usize = 3;

/// No card on this place.
const FREE: u8 = 0;

/// What does not change during a game.
struct Game {
    /// The bases, and the number of the fan of each in the position.
    bases: ArrayVec<(Card, u8), MOST_FANS>,
    take_back: bool,
    ranks: u8,
    suits: usize,
}

/// A state: the two places on each base, each [`FREE`] or the index of a card plus 1, and the foundations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    places: [[u8; LIMIT - 1]; MOST_FANS],
    heights: [u8; Suit::COUNT],
}

/// A state in 6 bits for each place and 4 for each foundation.
type Key = [u64; 4];

#[derive(Clone, Copy, Debug)]
enum Step {
    Out { from: u8 },
    Build { from: u8, to: u8 },
    Back { suit: u8, to: u8 },
}

/// A state that was met, and how.
#[derive(Clone, Copy, Debug)]
struct Node {
    key: Key,
    parent: u32,
    step: Step,
}

impl State {
    const FANS_IN_A_WORD: usize = 5;

    fn key(&self) -> Key {
        let mut key = [0; 4];
        for (fan, places) in self.places.iter().enumerate() {
            let both = u64::from(places[0]) | u64::from(places[1]) << 6;
            key[fan / Self::FANS_IN_A_WORD] |= both << (12 * (fan % Self::FANS_IN_A_WORD));
        }
        for (suit, &height) in self.heights.iter().enumerate() {
            key[3] |= u64::from(height) << (40 + 4 * suit);
        }
        key
    }

    fn from_key(key: Key) -> Self {
        let place = |fan: usize, place: usize| {
            let shift = 12 * (fan % Self::FANS_IN_A_WORD) + 6 * place;
            (key[fan / Self::FANS_IN_A_WORD] >> shift & 0x3f) as u8
        };
        Self {
            places: std::array::from_fn(|fan| std::array::from_fn(|number| place(fan, number))),
            heights: std::array::from_fn(|suit| (key[3] >> (40 + 4 * suit) & 0xf) as u8),
        }
    }

    fn cards_out(&self) -> u32 {
        self.heights.iter().map(|&height| u32::from(height)).sum()
    }

    fn is_out(&self, card: Card) -> bool {
        (card.rank().index() as u8) < self.heights[card.suit().index()]
    }
}

/// A fan as it lies in a state: its cards, bottom to top.
type Fan = ArrayVec<Card, LIMIT>;

impl Game {
    /// Takes a position as the root, if the search fits its game and layout.
    fn new(position: &FanPosition) -> Option<(Self, State)> {
        let rules = position.rules();
        let fits = rules.build == Build::UpOrDownAnySuit
            && rules.fan_limit == Some(LIMIT)
            && rules.pack.copies() == 1
            && rules.foundations == FanFoundations::Ascending
            && rules.layout == Layout::AllInRounds { empty_takes_king: false }
            && position.redeals_left() == 0
            && position.draws_left() == 0
            && position.fans().iter().all(|fan| fan.len() <= LIMIT)
            && position.fans().iter().filter(|fan| !fan.is_empty()).count() <= MOST_FANS;
        if !fits {
            return None;
        }
        let mut game = Self {
            bases: ArrayVec::new(),
            take_back: rules.take_back,
            ranks: rules.ranks() as u8,
            suits: rules.pack.suits(),
        };
        let mut state = State { places: [[FREE; LIMIT - 1]; MOST_FANS], heights: [0; Suit::COUNT] };
        for suit in Suit::all().take(game.suits) {
            state.heights[suit.index()] = position.foundations().heights(suit)[0];
        }
        for (number, fan) in (0..).zip(position.fans()) {
            let Some((&base, rest)) = fan.split_first() else { continue };
            for (place, card) in rest.iter().enumerate() {
                state.places[game.bases.len()][place] = card.index() as u8 + 1;
            }
            game.bases.push((base, number));
        }
        Some((game, state))
    }

    /// Gives the fans; one whose base is out is empty, even when the base has come back to another.
    fn fans(&self, state: &State) -> ArrayVec<Fan, MOST_FANS> {
        let placed = state.places.iter().flatten().fold(0u64, |cards, &place| cards | 1 << place);
        let fan = |(&(base, _), places): (&(Card, u8), &[u8; LIMIT - 1])| {
            let mut fan = Fan::new();
            if !state.is_out(base) && placed >> (base.index() + 1) & 1 == 0 {
                fan.push(base);
                fan.extend(places.iter().filter(|&&place| place != FREE).map(|place| Card::from_index(place - 1)));
            }
            fan
        };
        self.bases.iter().zip(&state.places).map(fan).collect()
    }

    /// Lists the states after each move, with the move.
    fn successors(&self, state: &State, fans: &[Fan], found: &mut Vec<(State, Step)>) {
        found.clear();
        let takes = |card: Card, fan: &Fan| {
            fan.len() < LIMIT && fan.last().is_some_and(|top| top.rank().index().abs_diff(card.rank().index()) == 1)
        };
        for (from, fan) in fans.iter().enumerate() {
            let Some(&top) = fan.last() else { continue };
            let mut left = *state;
            if fan.len() > 1 {
                left.places[from][fan.len() - 2] = FREE;
            }
            if top.rank().index() as u8 == state.heights[top.suit().index()] {
                let mut after = left;
                after.heights[top.suit().index()] += 1;
                found.push((after, Step::Out { from: from as u8 }));
            }
            if fan.len() == 1 {
                continue;
            }
            for (to, target) in fans.iter().enumerate().filter(|&(to, target)| to != from && takes(top, target)) {
                let mut after = left;
                after.places[to][target.len() - 1] = top.index() as u8 + 1;
                found.push((after, Step::Build { from: from as u8, to: to as u8 }));
            }
        }
        if !self.take_back {
            return;
        }
        for suit in Suit::all().take(self.suits) {
            let Some(rank) = state.heights[suit.index()].checked_sub(1) else { continue };
            let card = Card::new(Rank::new(rank), suit);
            for (to, target) in fans.iter().enumerate().filter(|(_, target)| takes(card, target)) {
                let mut after = *state;
                after.heights[suit.index()] -= 1;
                after.places[to][target.len() - 1] = card.index() as u8 + 1;
                found.push((after, Step::Back { suit: suit.index() as u8, to: to as u8 }));
            }
        }
    }

    fn is_won(&self, state: &State) -> bool {
        state.heights[..self.suits].iter().all(|&height| height == self.ranks)
    }
}

/// What makes a state look far from a win; the search of one deal tries several.
#[derive(Clone, Copy, Debug)]
struct Weights {
    /// Each card left.
    left: usize,
    /// Each pair of a card and a higher one above it in its fan.
    above_lower: usize,
    /// Each card above one that could go out now.
    above_next: usize,
    /// Each card by which a foundation is ahead of the lowest.
    uneven: usize,
    /// The most of a noise that differs from state to state.
    noise: u64,
}

impl Weights {
    /// The weights tried in turn.
    const ALL: [Self; 6] = [
        Self { left: 2, above_lower: 3, above_next: 2, uneven: 0, noise: 1 },
        Self { left: 2, above_lower: 3, above_next: 0, uneven: 1, noise: 1 },
        Self { left: 4, above_lower: 6, above_next: 4, uneven: 1, noise: 6 },
        Self { left: 3, above_lower: 6, above_next: 4, uneven: 0, noise: 4 },
        Self { left: 3, above_lower: 2, above_next: 1, uneven: 1, noise: 3 },
        Self { left: 4, above_lower: 5, above_next: 6, uneven: 2, noise: 10 },
    ];

    /// Estimates how far a state is from a win.
    fn distance(self, fans: &[Fan], state: &State, hash: u64) -> usize {
        let mut distance = 0;
        for fan in fans {
            distance += self.left * fan.len();
            for (place, lower) in fan.iter().enumerate() {
                let above = &fan[place + 1..];
                distance += self.above_lower * above.iter().filter(|upper| upper.rank() > lower.rank()).count();
                if lower.rank().index() == usize::from(state.heights[lower.suit().index()]) {
                    distance += self.above_next * above.len();
                }
            }
        }
        let lowest = usize::from(*state.heights.iter().min().expect("there are four"));
        distance += self.uneven * state.heights.iter().map(|&height| usize::from(height) - lowest).sum::<usize>();
        distance + (hash >> 40) as usize % self.noise as usize
    }
}

/// States to visit, by their distance from a win; of those equally far the newest first.
#[derive(Default)]
struct Queue {
    nodes: Vec<Vec<u32>>,
    nearest: usize,
}

impl Queue {
    fn push(&mut self, distance: usize, node: u32, held: &mut Held, meter: &mut Meter<'_>) -> Result<(), Stop> {
        while self.nodes.len() <= distance {
            held.push(&mut self.nodes, Vec::new(), meter)?;
        }
        held.push(&mut self.nodes[distance], node, meter)?;
        self.nearest = self.nearest.min(distance);
        Ok(())
    }

    fn pop(&mut self) -> Option<u32> {
        while let Some(nodes) = self.nodes.get_mut(self.nearest) {
            if let Some(node) = nodes.pop() {
                return Some(node);
            }
            self.nearest += 1;
        }
        None
    }
}

/// Finds moves that win, if the search fits the game.
///
/// # Errors
/// What stopped the search before it had an answer.
pub(super) fn solve(position: &FanPosition, meter: &mut Meter<'_>) -> Option<Result<Option<Vec<Move>>, Stop>> {
    let (game, root) = Game::new(position)?;
    let mut best = Best { out: root.cards_out(), moves: Vec::new() };
    let found = run(&game, root, &mut best, meter);
    Some(found.map(|is_won| is_won.then_some(best.moves)))
}

/// Finds moves that put out as many cards as possible, if the search fits the game; also says what stopped it, if so.
///
/// A lost deal is lost only when every state has been visited, `LoneCardStays` leaving out no more than others equal in
/// cards out, so the best of them is the best there is.
pub(super) fn most_out(position: &FanPosition, meter: &mut Meter<'_>) -> Option<(Vec<Move>, Result<(), Stop>)> {
    let (game, root) = Game::new(position)?;
    let mut best = Best { out: root.cards_out(), moves: Vec::new() };
    let ended = run(&game, root, &mut best, meter);
    Some((best.moves, ended.map(|_| ())))
}

/// The most cards out in any state visited, and the moves that lead to the first such state.
struct Best {
    out: u32,
    moves: Vec<Move>,
}

/// Tells whether the root can be won; then the best are the moves that win.
fn run(game: &Game, root: State, best: &mut Best, meter: &mut Meter<'_>) -> Result<bool, Stop> {
    // Short searches with different weights find most wins; the last one goes on until nothing is left to visit.
    let tries = TRIES.iter().flat_map(|&most| Weights::ALL.map(|weights| (weights, most)));
    for (weights, most) in tries.chain([(Weights::ALL[0], u64::MAX)]) {
        let mut held = Held::default();
        let mut nodes = Vec::new();
        let mut furthest = (best.out, 0);
        let found = search(game, root, weights, most, &mut nodes, &mut furthest, &mut held, meter);
        if furthest.0 > best.out {
            *best = Best { out: furthest.0, moves: moves(game, &nodes, furthest.1) };
        }
        held.release_all(meter);
        match found? {
            Found::Unfinished => {}
            Found::Won => return Ok(true),
            Found::Lost => return Ok(false),
        }
    }
    unreachable!("the last search is not cut short")
}

/// How many states a search with each of the weights visits at most, in turn.
const TRIES: [u64; 3] = [2_000, 16_000, 100_000];

/// What a search found.
enum Found {
    Won,
    Lost,
    Unfinished,
}

/// Visits states, the nearest to a win first; notes the nodes, and the most cards out with the node that has them.
#[allow(clippy::too_many_arguments, reason = "the last four are what a search leaves behind")]
fn search(
    game: &Game,
    root: State,
    weights: Weights,
    most: u64,
    nodes: &mut Vec<Node>,
    furthest: &mut (u32, u32),
    held: &mut Held,
    meter: &mut Meter<'_>,
) -> Result<Found, Stop> {
    let mut met: HashTable<u32> = HashTable::new();
    let mut queue = Queue::default();
    let mut successors = Vec::new();
    let first = Node { key: root.key(), parent: u32::MAX, step: Step::Out { from: 0 } };
    held.push(nodes, first, meter)?;
    held.reserve(&mut met, |_| hash(&first.key), meter)?;
    met.insert_unique(hash(&first.key), 0, |_| hash(&first.key));
    queue.push(0, 0, held, meter)?;
    let mut visited = 0;
    while let Some(number) = queue.pop() {
        if visited == most {
            return Ok(Found::Unfinished);
        }
        visited += 1;
        meter.visit()?;
        let state = State::from_key(nodes[number as usize].key);
        if state.cards_out() > furthest.0 {
            *furthest = (state.cards_out(), number);
        }
        if game.is_won(&state) {
            return Ok(Found::Won);
        }
        game.successors(&state, &game.fans(&state), &mut successors);
        for &(after, step) in &successors {
            let key = after.key();
            let hash_of_key = hash(&key);
            if met.find(hash_of_key, |&other| nodes[other as usize].key == key).is_some() {
                continue;
            }
            held.reserve(&mut met, |&other| hash(&nodes[other as usize].key), meter)?;
            let new = nodes.len() as u32;
            held.push(nodes, Node { key, parent: number, step }, meter)?;
            met.insert_unique(hash_of_key, new, |&other| hash(&nodes[other as usize].key));
            queue.push(weights.distance(&game.fans(&after), &after, hash_of_key), new, held, meter)?;
        }
    }
    Ok(Found::Lost)
}

fn hash(key: &Key) -> u64 {
    key.iter().fold(0, |hash, &word| mixed(hash ^ word))
}

/// Lists the moves that led to a node.
fn moves(game: &Game, nodes: &[Node], mut number: u32) -> Vec<Move> {
    let fan = |index: u8| game.bases[usize::from(index)].1;
    let mut moves = Vec::new();
    while nodes[number as usize].parent != u32::MAX {
        let node = nodes[number as usize];
        let parent = State::from_key(nodes[node.parent as usize].key);
        moves.push(match node.step {
            Step::Out { from } => Move::ToFoundation { from: fan(from), foundation: Foundation::Any },
            Step::Build { from, to } => Move::ToPile { from: fan(from), to: fan(to) },
            Step::Back { suit, to } => {
                let card = Card::new(Rank::new(parent.heights[usize::from(suit)] - 1), Suit::new(suit));
                Move::TakeBack { foundation: Foundation::Any, card, to: fan(to) }
            }
        });
        number = node.parent;
    }
    moves.reverse();
    moves
}
