//! A random search for wins: plans that say when each card may be played.
//!
//! A plan gives every card a number of cards that must be dealt before it may be played, and a priority; playing it is
//! then fixed, and so is the layout after the deal. There are two ways to play one, which take turns, as each wins deals
//! that the other hardly can: every top that may go does, the one with the highest priority first; or finished columns
//! are left alone until the top of the newest one needs them ([`needed`]). Small changes of a plan are kept when they make
//! the layout better, and now and then when they do not.

mod needed;

use super::deck::{CardSet, Deck, MOST_CARDS, MOST_COLUMNS, NO_CARD, below, highest};
use super::layout::{Layout, Outcome};
use super::line::Line;
use super::ranks::Counts;
use super::reduction::Switches;
use super::table::Table;
use crate::search::{Meter, Stop};
use crate::shuffle::SplitMix64;

/// For each card, how many cards must be dealt before it may be played.
pub(super) type Hold = [u8; MOST_CARDS];

/// Not during the deal.
const NEVER: u8 = u8::MAX;
const PRIORITIES: u64 = 200;
/// States of the end phase tried for one plan.
const END_LIMIT: usize = 250;
/// How much longer a plan is worth changing that leaves finished columns alone.
const LONGER_WHEN_NEEDED: u32 = 8;
/// Spare cells tried for one plan.
const MOST_SPARE: u8 = 3;
/// e^(−1/1.5) in 32 bits: how likely a plan is kept that leaves one more card. A whole number, so that every machine
/// decides alike.
const ONE_WORSE: u64 = 2_205_109_736;
/// Where the score stands in the words of the table of scores, above the cards.
const SCORE: u32 = 96;
const SCORED: u128 = 1 << 127;

#[derive(Clone, Debug)]
struct Plan {
    hold: Hold,
    priority: [u8; MOST_CARDS],
    /// Whether finished columns are played for the sake of a card.
    wanted: [bool; MOST_CARDS],
}

/// A state of the deal under a plan.
#[derive(Clone, Copy, Debug)]
struct Stage {
    tops: [u8; MOST_COLUMNS],
    left: CardSet,
    out: Counts,
}

/// The search for a plan that wins.
#[derive(Debug)]
pub(super) struct Plans<'a> {
    deck: &'a Deck,
    random: SplitMix64,
    plan: Plan,
    score: u32,
    best: Hold,
    best_score: u32,
    /// For each number of cards dealt, the state before the plays that follow, under the plan kept and the plan tried.
    kept: Vec<Stage>,
    tried: Vec<Stage>,
    /// Whether finished columns are played when they are needed only.
    when_needed: bool,
    /// The plays of the stage being simulated.
    plays: Vec<u8>,
    layout: Layout,
    /// Scores of layouts.
    scores: Table,
}

impl<'a> Plans<'a> {
    pub(super) fn new(deck: &'a Deck, switches: Switches) -> Self {
        let mut tops = [NO_CARD; MOST_COLUMNS];
        for card in 0..deck.dealt {
            tops[usize::from(deck.column[card])] = card as u8;
        }
        let start = Stage { tops, left: below(deck.dealt), out: deck.out };
        Self {
            deck,
            random: SplitMix64::new(0),
            plan: Plan { hold: [0; MOST_CARDS], priority: [0; MOST_CARDS], wanted: [false; MOST_CARDS] },
            score: u32::MAX,
            best: [0; MOST_CARDS],
            best_score: u32::MAX,
            kept: vec![start; deck.cards + 1],
            tried: vec![start; deck.cards + 1],
            when_needed: false,
            plays: Vec::new(),
            layout: Layout::new(&deck.order, switches),
            scores: Table::small(((1 << SCORE) - 1) | SCORED),
        }
    }

    /// Lets the random numbers begin elsewhere.
    pub(super) fn with_seed(self, seed: u64) -> Self {
        Self { random: SplitMix64::new(seed), when_needed: seed % 2 == 1, ..self }
    }

    /// Gives what the best plan of the last run holds.
    pub(super) fn best(&self) -> &Hold {
        &self.best
    }

    /// Begins with a random plan and changes it for a number of steps, but not for many more than `limit` states; gives a
    /// win if it finds one.
    pub(super) fn run(&mut self, steps: u32, limit: u64, meter: &mut Meter<'_>) -> Result<Option<Line>, Stop> {
        let deck = self.deck;
        let end = meter.states().saturating_add(limit);
        self.when_needed = !self.when_needed;
        let steps = if self.when_needed { steps * LONGER_WHEN_NEEDED } else { steps };
        self.randomise();
        let mut from = deck.dealt;
        for step in 0..steps {
            meter.visit()?;
            if meter.states() > end {
                break;
            }
            let before = self.plan.clone();
            if step > 0 {
                from = deck.cards;
                for _ in 0..=self.random.below(3) {
                    let card = self.random.below(deck.cards as u64) as usize;
                    self.change(card);
                    from = from.min(deck.dealt.max(card + 1));
                }
            }
            let last = self.simulate(from, |_, _| {});
            let same = step > 0 && last.left == self.kept[deck.cards].left;
            let score = if same { self.score } else { self.rate(&last, meter)? };
            if score == 0 {
                return Ok(Some(self.line(meter)?));
            }
            if step == 0 || self.accepts(score) {
                self.score = score;
                self.kept[from..].copy_from_slice(&self.tried[from..]);
                if score < self.best_score {
                    self.best_score = score;
                    self.best = self.plan.hold;
                }
            } else {
                self.plan = before;
            }
        }
        Ok(None)
    }

    /// Tells whether a card is never held: free ranks, which go at once, and starters, so that a plan is legal under
    /// `plays = starters` too. Under `optional` this loses plans and finds wins faster.
    fn is_eager(&self, card: usize) -> bool {
        let order = &self.deck.order;
        order.free().or(order.limited()).has(usize::from(self.deck.rank[card]))
    }

    fn randomise(&mut self) {
        for card in 0..self.deck.cards {
            let held = self.random.below(10) == 0 && !self.is_eager(card);
            self.plan.hold[card] = if held { NEVER } else { 0 };
            self.plan.priority[card] = self.random.below(PRIORITIES) as u8;
            self.plan.wanted[card] = self.random.below(2) == 0;
        }
        self.best_score = u32::MAX;
    }

    fn change(&mut self, card: usize) {
        if self.when_needed && self.random.below(5) == 0 {
            self.plan.wanted[card] ^= true;
            return;
        }
        match self.random.below(4) {
            change @ 0..3 if !self.is_eager(card) => {
                self.plan.hold[card] = match change {
                    0 => 0,
                    1 => NEVER,
                    _ => (card as u64 + 1 + self.random.below((self.deck.cards - card) as u64)) as u8,
                };
            }
            _ => self.plan.priority[card] = self.random.below(PRIORITIES) as u8,
        }
    }

    fn accepts(&mut self, score: u32) -> bool {
        let worse = score.saturating_sub(self.score);
        let chance = (0..worse.min(32)).fold(1 << 32, |chance, _| (chance * ONE_WORSE) >> 32);
        worse == 0 || self.random.output() >> 32 < chance
    }

    /// Plays the plan from a number of cards dealt on, into `tried`, and notes each play with the number of cards dealt.
    fn simulate(&mut self, from: usize, mut note: impl FnMut(usize, usize)) -> Stage {
        let deck = self.deck;
        let mut stage = self.kept[from];
        for dealt in from..deck.cards {
            self.tried[dealt] = stage;
            self.plays.clear();
            if self.when_needed {
                self.play_needed(&mut stage, dealt);
            } else {
                while let Some(card) = self.choose(&stage, dealt) {
                    self.play(&mut stage, card);
                }
            }
            for &card in &self.plays {
                note(dealt, usize::from(card));
            }
            stage.left |= 1 << dealt;
            let column = usize::from(deck.column[dealt]);
            stage.tops[column] = dealt as u8;
            self.play_free(&mut stage, column);
        }
        self.tried[deck.cards] = stage;
        stage
    }

    /// Plays a card, and the free ones under it, which the line may leave out.
    fn play(&mut self, stage: &mut Stage, card: usize) {
        self.plays.push(card as u8);
        self.remove(stage, card);
        self.play_free(stage, usize::from(self.deck.column[card]));
    }

    /// Plays the free cards on top of a column.
    fn play_free(&self, stage: &mut Stage, column: usize) {
        let free = self.deck.order.free();
        while stage.tops[column] != NO_CARD && free.has(usize::from(self.deck.rank[usize::from(stage.tops[column])])) {
            self.remove(stage, usize::from(stage.tops[column]));
        }
    }

    fn remove(&self, stage: &mut Stage, card: usize) {
        let column = usize::from(self.deck.column[card]);
        stage.left &= !(1 << card);
        stage.out = stage.out.plus(usize::from(self.deck.rank[card]));
        let under = stage.left & below(card) & self.deck.interval(column);
        stage.tops[column] = if under == 0 { NO_CARD } else { highest(under) as u8 };
    }

    /// Gives the top that may be played and has the highest priority, the first one on ties.
    fn choose(&self, stage: &Stage, dealt: usize) -> Option<usize> {
        let columns = self.deck.columns_at(dealt);
        let gone = below(dealt) & !stage.left;
        let mut best = None;
        for &top in &stage.tops[..columns] {
            let card = usize::from(top);
            if top == NO_CARD || usize::from(self.plan.hold[card]) > dealt {
                continue;
            }
            let priority = self.plan.priority[card];
            if best.is_none_or(|(most, _)| priority > most) && self.deck.has_place(card, stage.out, gone, columns) {
                best = Some((priority, card));
            }
        }
        best.map(|(_, card)| card)
    }

    /// Rates a layout, 0 for a win: the fewest cards left in any position that a short search of the end phase sees, and
    /// as many more as are left with one spare cell, with two, and with three, which tells how near other layouts are.
    fn rate(&mut self, last: &Stage, meter: &mut Meter<'_>) -> Result<u32, Stop> {
        let key = last.left | SCORED;
        if let Some(word) = self.scores.get(key) {
            return Ok((word >> SCORE) as u32 & 0xffff);
        }
        self.layout.lay_out(self.deck, self.deck.order.all(), last.left, last.out);
        let won = self.layout.search(END_LIMIT, meter)? == Outcome::Won;
        let mut score = 0;
        if !won {
            let mut fewest = self.layout.fewest_left();
            score = fewest;
            for spare in 1..=MOST_SPARE {
                self.layout.spare = spare;
                let found = self.layout.search(END_LIMIT, meter);
                self.layout.spare = 0;
                if found? == Outcome::Won {
                    break;
                }
                fewest = fewest.min(self.layout.fewest_left());
                score += fewest;
            }
        }
        self.scores.put(key | u128::from(score) << SCORE, meter);
        Ok(score)
    }

    /// Writes down the plan that has just won.
    fn line(&mut self, meter: &mut Meter<'_>) -> Result<Line, Stop> {
        let mut plays = Vec::new();
        let last = self.simulate(self.deck.dealt, |dealt, card| plays.push((dealt as u8, card as u8)));
        self.layout.lay_out(self.deck, self.deck.order.all(), last.left, last.out);
        self.layout.search(END_LIMIT, meter)?;
        Ok(Line { plays, removals: self.layout.removals() })
    }

    /// Lets go of the memory held.
    pub(super) fn release(&mut self, meter: &mut Meter<'_>) {
        self.scores.release(meter);
        self.layout.release(meter);
    }
}
