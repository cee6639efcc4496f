//! Every refutation against plain search: what is lost with blame on some ranks must be lost when all others are free.
//!
//! A verdict tests one state of a deal, and a wrong refutation spoils it only where no other way wins. The refutations
//! themselves are thousands, and each must be right. `INTRIGUE_CHECKS=N` checks those of N packs.

use super::deck::{CardSet, Deck, MOST_CARDS, below, highest};
use super::plans::Hold;
use super::ranks::RankSet;
use super::reduction::{Reduction, Switches};
use super::search::{Found, Search};
use crate::card::Card;
use crate::rules::{Family, Reduction as Reduced, Rules, SalicRules};
use crate::salic::SalicPosition;
use crate::search::{Answer, Limits, Meter, Progress};
use crate::shuffle::SplitMix64;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Plain search gives up on a game after so many positions.
const MOST_POSITIONS: usize = 100_000;

/// Changes made to one pack.
const CHANGES: usize = 30;

/// Searches of one deck, which learns from each.
const SEARCHES: usize = 4;

/// The game in which all ranks but some are free, without any reduction.
struct FreeGame<'a> {
    deck: &'a Deck,
    kept: RankSet,
    /// Positions searched: the cards in the columns and, during the deal, the number of cards dealt, after it the cards
    /// that lie on bare bases, which one is of no account.
    known: FxHashMap<(CardSet, CardSet), bool>,
}

impl<'a> FreeGame<'a> {
    fn new(deck: &'a Deck, kept: RankSet) -> Self {
        Self { deck, kept, known: FxHashMap::default() }
    }

    /// Tells whether a state of the deal can be won; `None` when there are too many positions.
    fn is_won(&mut self, left: CardSet, dealt: usize) -> Option<bool> {
        self.search(left, 0, dealt)
    }

    fn search(&mut self, left: CardSet, parked: CardSet, dealt: usize) -> Option<bool> {
        let dealing = dealt < self.deck.cards;
        let key = (left, if dealing { 1 << 127 | dealt as CardSet } else { parked });
        if let Some(&won) = self.known.get(&key) {
            return Some(won);
        }
        if self.known.len() > MOST_POSITIONS {
            return None;
        }
        let won = !dealing && left | parked == 0 || self.continues(left, parked, dealt)?;
        self.known.insert(key, won);
        Some(won)
    }

    fn continues(&mut self, left: CardSet, parked: CardSet, dealt: usize) -> Option<bool> {
        let columns = self.deck.columns_at(dealt);
        let in_columns = (0..columns).map(|column| left & self.deck.interval(column)).filter(|&cards| cards != 0);
        let columns_left: Vec<_> = in_columns.collect();
        let gone = below(dealt) & !left & !parked;
        for card in
            columns_left.iter().map(|&cards| highest(cards)).chain((0..dealt).filter(|&card| parked >> card & 1 == 1))
        {
            if self.takes(card, gone, columns) && self.search(left & !(1 << card), parked & !(1 << card), dealt)? {
                return Some(true);
            }
        }
        if dealt < self.deck.cards {
            return self.search(left | 1 << dealt, parked, dealt + 1);
        }
        if columns_left.len() + (parked.count_ones() as usize) < columns {
            for card in columns_left.iter().filter(|cards| cards.count_ones() > 1).map(|&cards| highest(cards)) {
                if self.search(left & !(1 << card), parked | 1 << card, dealt)? {
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    /// Tells whether a foundation takes a card when `gone` went out.
    fn takes(&self, card: usize, gone: CardSet, columns: usize) -> bool {
        let mut out = self.deck.out;
        for rank in self.deck.order.all().iter() {
            out.add(rank, (gone & self.deck.of_rank[rank]).count_ones() as u8);
        }
        !self.kept.has(usize::from(self.deck.rank[card])) || self.deck.has_place(card, out, gone, columns)
    }
}

/// Gives random rules over a pack of at most 24 cards besides the bases.
fn random_rules(random: &mut SplitMix64) -> Arc<SalicRules> {
    let mut rules = Rules::named("intrigue").unwrap();
    rules.set("plays", "optional").unwrap();
    rules.set("starter_limit", ["none", "none", "bases", "suit"][random.below(4) as usize]).unwrap();
    let (suits, copies) = [(1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (4, 1), (1, 4)][random.below(7) as usize];
    let ranks = (24 / (suits * copies) - random.below(2) as usize).min(8);
    let (first, second) = "5432AK67".split_at(ranks).0.split_at(if random.below(2) == 0 {
        ranks
    } else {
        1 + random.below(ranks as u64 - 1) as usize
    });
    let rows = [first, second].into_iter().filter(|row| !row.is_empty()).map(str::to_owned).collect();
    let reduced =
        Reduced { suits: Some(suits as u8), copies: Some(copies as u8), rows: Some(rows), ..Reduced::default() };
    match rules.reduced(&reduced).unwrap().family {
        Family::Salic(rules) => Arc::new(rules),
        Family::Fan(_) => unreachable!("Intrigue is of the Salic family"),
    }
}

/// Shuffles the pack, every other time with all bases before the other cards of the first half.
fn shuffled(rules: &SalicRules, random: &mut SplitMix64) -> Vec<Card> {
    let mut cards: Vec<_> = rules.pack.cards().collect();
    random.shuffle(&mut cards);
    if random.below(2) == 0 {
        let half = cards.len() / 2;
        cards[..half].sort_by_key(|card| card.rank() != rules.base);
    }
    cards
}

/// Checks what searches of a deck refute; adds the refutations checked to `checked` and gives, for a deck that is won, how
/// many positions plain search saw.
fn check(deck: &Deck, switches: Switches, random: &mut SplitMix64, checked: &mut usize) -> Option<usize> {
    let mut report = |_: &Progress| Answer::Continue;
    let mut meter = Meter::new(Limits::default(), &mut report);
    let mut search = Search::new(deck, switches);
    let mut game = FreeGame::new(deck, deck.order.all().minus(deck.order.free()));
    let expected = game.is_won(below(deck.dealt), deck.dealt);
    for _ in 0..SEARCHES {
        let mut hold: Hold = [0; MOST_CARDS];
        hold[..deck.cards].fill_with(|| [0, u8::MAX][random.below(2) as usize]);
        let found = search.run(Some(&hold), u64::MAX, &mut meter).unwrap();
        let won = !matches!(found, Found::Lost);
        assert!(expected.is_none_or(|expected| expected == won), "{deck:?}");
    }
    let mut games: FxHashMap<RankSet, FreeGame<'_>> = FxHashMap::default();
    for (left, dealt, blame) in search.into_refuted(&mut meter).claims() {
        let game = games.entry(blame).or_insert_with(|| FreeGame::new(deck, blame));
        if let Some(won) = game.is_won(left, dealt) {
            assert!(!won, "{left:b} with {dealt} dealt is not lost with blame {blame:?}\n{deck:?}");
            *checked += 1;
        }
    }
    expected.is_some_and(|won| won).then_some(game.known.len())
}

#[test]
fn what_is_refuted_is_lost_with_all_but_the_blamed_ranks_free() {
    let checks =
        std::env::var("INTRIGUE_CHECKS").map_or(2000, |text| text.parse().expect("INTRIGUE_CHECKS is a number"));
    let mut random = SplitMix64::new(1);
    let mut checked = 0;
    for _ in 0..checks / CHANGES {
        let rules = random_rules(&mut random);
        let mut cards = shuffled(&rules, &mut random);
        let mut hardest = 0;
        for _ in 0..CHANGES {
            let mut changed = cards.clone();
            for _ in 0..=random.below(2) {
                let card = |random: &mut SplitMix64| random.below(cards.len() as u64) as usize;
                changed.swap(card(&mut random), card(&mut random));
            }
            let off = Reduction::ALL[random.below(Reduction::ALL.len() as u64) as usize];
            let off = (random.below(4) == 0).then_some(crate::salic::Reduction::Optional(off));
            let switches = Switches::without(off.as_slice());
            let position = SalicPosition::new(Arc::clone(&rules), &changed);
            let deck = Deck::new(&position, switches.has(Reduction::StartersAtOnce));
            let seen = check(&deck, switches, &mut random, &mut checked);
            // The same with about half of the ranks free from the start.
            for _ in 0..2 {
                let kept = RankSet(random.output() as u16 & deck.order.all().0).minus(deck.order.free());
                check(&deck.project(kept), switches, &mut random, &mut checked);
            }
            // Where few ways win a wrong refutation shows soonest.
            if let Some(seen) = seen.filter(|seen| seen * 10 >= hardest * 7) {
                hardest = seen;
                cards = changed;
            }
        }
    }
    assert!(checked > checks * 20, "{checked}");
}
