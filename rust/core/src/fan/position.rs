//! Positions of the fan family: the rules as written, nothing clever.

use super::foundations::Foundations;
use super::refusal::Refusal;
use crate::card::{Card, Rank};
use crate::deal::Shuffles;
use crate::moves::{Foundation, Move, MoveList};
use crate::position::{IllegalMove, Position};
use crate::rules::{FanRules, Layout};
use std::sync::Arc;

/// A position of a game of the fan family.
///
/// Fans keep their numbers when they are empty. Two positions are equal when the same cards lie in the same places and the
/// same redeals and draws are to come; the moves that led there do not count.
#[derive(Clone, Debug)]
pub struct FanPosition {
    rules: Arc<FanRules>,
    shuffles: Shuffles,
    table: Table,
    /// The moves played, each with what its undoing needs.
    history: Vec<Played>,
}

/// What lies on the table, and what is left to do with it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Table {
    fans: Vec<Vec<Card>>,
    /// The cards not laid out yet, the next one last.
    stock: Vec<Card>,
    foundations: Foundations,
    redeals_left: u8,
    draws_left: u8,
    /// How many values of PySolFC's generator the redeals so far have used.
    values_used: usize,
}

/// A game in the middle, as it lies on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FanLayout {
    /// The fans, bottom to top, empty ones included.
    pub fans: Vec<Vec<Card>>,
    /// The cards not laid out yet, the next one first.
    pub stock: Vec<Card>,
    /// The cards out.
    pub foundations: Foundations,
    /// The redeals still to come, at most those of the rules; the others count as used.
    pub redeals_left: u8,
    /// The draws still to come, at most those of the rules.
    pub draws_left: u8,
    /// How many values of PySolFC's generator the redeals so far have used; 0 with other shuffles.
    pub values_used: usize,
}

#[derive(Clone, Debug)]
struct Played {
    play: Move,
    trace: Trace,
}

#[derive(Clone, Debug)]
enum Trace {
    /// One card moved, and the fan that it left last was refilled with these stock cards, aces that went out among them.
    Moved(Card, Vec<Card>),
    /// Everything was gathered; this is how it lay.
    Gathered(Box<Table>),
}

impl PartialEq for FanPosition {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules && self.shuffles == other.shuffles && self.table == other.table
    }
}

impl Eq for FanPosition {}

impl FanPosition {
    /// Lays out a deal.
    ///
    /// The precondition is that `cards` is the pack of `rules` in some order (the aces of Trefoil may be left out), and
    /// that `shuffles` knows as many redeals as the rules have.
    pub fn new(rules: Arc<FanRules>, cards: &[Card], shuffles: Shuffles) -> Self {
        let mut foundations = Foundations::new(&rules);
        let mut cards = cards.to_vec();
        if rules.aces_first {
            for ace in rules.pack.cards().filter(|card| card.rank() == Rank::ACE) {
                foundations.put(ace, Foundation::Any);
            }
            cards.retain(|card| card.rank() != Rank::ACE);
        }
        let mut table = Table {
            fans: vec![Vec::new(); rules.fans()],
            stock: Vec::new(),
            foundations,
            redeals_left: rules.redeals,
            draws_left: rules.draws,
            values_used: 0,
        };
        match rules.layout {
            Layout::AllInRounds { .. } => deal_in_rounds(&cards, &mut table.fans),
            Layout::ThreesFromStock { .. } => {
                cards.reverse();
                table.stock = cards;
                for _ in 0..3 {
                    for fan in 0..table.fans.len() {
                        table.lay_from_stock(fan, &mut Vec::new());
                    }
                }
            }
        }
        Self { rules, shuffles, table, history: Vec::new() }
    }

    /// Takes up a game in the middle.
    ///
    /// The precondition is that the cards of the layout are the pack of `rules`, that there is a fan for every three cards
    /// begun and (Intelligence) no empty fan while there is a stock, and that `shuffles` knows the redeals still to come.
    pub fn from_layout(rules: Arc<FanRules>, layout: FanLayout, shuffles: Shuffles) -> Self {
        let table = Table {
            fans: layout.fans,
            stock: layout.stock.into_iter().rev().collect(),
            foundations: layout.foundations,
            redeals_left: layout.redeals_left,
            draws_left: layout.draws_left,
            values_used: layout.values_used,
        };
        Self { rules, shuffles, table, history: Vec::new() }
    }

    /// Gives the layout, which [`FanPosition::from_layout`] takes up again.
    pub fn layout(&self) -> FanLayout {
        FanLayout {
            fans: self.table.fans.clone(),
            stock: self.stock().collect(),
            foundations: self.table.foundations,
            redeals_left: self.table.redeals_left,
            draws_left: self.table.draws_left,
            values_used: self.table.values_used,
        }
    }

    /// Gives the rules.
    pub fn rules(&self) -> &Arc<FanRules> {
        &self.rules
    }

    /// Gives the source of the redeals.
    pub fn shuffles(&self) -> &Shuffles {
        &self.shuffles
    }

    /// Gives the fans, bottom to top, empty ones included.
    pub fn fans(&self) -> &[Vec<Card>] {
        &self.table.fans
    }

    /// Lists the cards not laid out yet, the next one first.
    pub fn stock(&self) -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        self.table.stock.iter().rev().copied()
    }

    /// Gives the foundations.
    pub fn foundations(&self) -> &Foundations {
        &self.table.foundations
    }

    /// Gives the number of redeals still to come.
    pub fn redeals_left(&self) -> u8 {
        self.table.redeals_left
    }

    /// Gives the number of draws still to come.
    pub fn draws_left(&self) -> u8 {
        self.table.draws_left
    }

    /// Gives how many values of PySolFC's generator the redeals so far have used.
    pub fn values_used(&self) -> usize {
        self.table.values_used
    }

    /// Lists the moves played so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.history.iter().map(|played| played.play)
    }

    /// Lists the cards left, on the fans and in the stock, as PySolFC gathers them for a redeal.
    pub fn gathered(&self) -> Vec<Card> {
        self.table.gathered(&self.rules)
    }

    /// Gives the fan with this number, or says that there is none.
    fn fan(&self, fan: u8) -> Result<&[Card], Refusal> {
        let fans = self.fans();
        fans.get(usize::from(fan)).map(Vec::as_slice).ok_or(Refusal::NoSuchFan { fans: fans.len() })
    }

    fn top(&self, fan: u8) -> Result<Card, Refusal> {
        self.fan(fan)?.last().copied().ok_or(Refusal::EmptyFan { fan })
    }

    /// Gives the card with `depth` cards above it.
    fn covered(&self, fan: u8, depth: u8) -> Result<Card, Refusal> {
        if self.table.redeals_left > 0 {
            return Err(Refusal::RedealsComeFirst);
        }
        if self.table.draws_left == 0 {
            return Err(Refusal::NoDrawLeft);
        }
        let cards = self.fan(fan)?;
        let place = cards.len().checked_sub(1 + usize::from(depth)).filter(|_| depth > 0);
        place.map(|place| cards[place]).ok_or(Refusal::NotCovered { fan, depth })
    }

    fn foundation_refusal(&self, card: Card, foundation: Foundation) -> Result<(), Refusal> {
        if !self.foundations().choices().contains(&foundation) {
            Err(Refusal::NoSuchMove)
        } else if self.foundations().accepts(card, foundation) {
            Ok(())
        } else {
            Err(Refusal::Foundation { card, foundation })
        }
    }

    fn fan_refusal(&self, card: Card, to: u8) -> Result<(), Refusal> {
        let cards = self.fan(to)?;
        let Some(&onto) = cards.last() else {
            return match self.rules.layout {
                Layout::AllInRounds { empty_takes_king: true } if card.rank() == self.rules.highest() => Ok(()),
                Layout::AllInRounds { empty_takes_king: true } => {
                    Err(Refusal::EmptyFanTakesKing { card, king: self.rules.highest() })
                }
                _ => Err(Refusal::EmptyFanTakesNothing { fan: to }),
            };
        };
        if !self.rules.builds_on(card, onto) {
            return Err(Refusal::DoesNotBuild { card, onto, build: self.rules.build });
        }
        match self.rules.fan_limit {
            Some(limit) if cards.len() >= limit => Err(Refusal::FanIsFull { fan: to, limit }),
            _ => Ok(()),
        }
    }

    fn other_fan_refusal(&self, card: Card, from: u8, to: u8) -> Result<(), Refusal> {
        if from == to { Err(Refusal::OwnFan) } else { self.fan_refusal(card, to) }
    }

    /// Decides whether a move is legal, and by which rule not.
    fn refusal(&self, play: Move) -> Result<(), Refusal> {
        match play {
            Move::Deal => Err(Refusal::NoSuchMove),
            Move::Redeal if self.rules.redeals == 0 => Err(Refusal::NoSuchMove),
            Move::Redeal if self.table.redeals_left == 0 => Err(Refusal::NoRedealLeft),
            Move::Redeal if self.is_won() => Err(Refusal::AlreadyWon),
            Move::Redeal => Ok(()),
            Move::ToFoundation { from, foundation } => self.foundation_refusal(self.top(from)?, foundation),
            Move::ToPile { from, to } => self.other_fan_refusal(self.top(from)?, from, to),
            Move::DrawToFoundation { from, depth } => {
                self.foundation_refusal(self.covered(from, depth)?, Foundation::Any)
            }
            Move::DrawToPile { from, depth, to } => self.other_fan_refusal(self.covered(from, depth)?, from, to),
            Move::TakeBack { .. } if !self.rules.take_back => Err(Refusal::NoTakeBack),
            Move::TakeBack { foundation, card, to } => {
                if self.rules.aces_first && card.rank() == Rank::ACE {
                    Err(Refusal::AceStays { card })
                } else if self.foundations().shows(card, foundation) {
                    self.fan_refusal(card, to)
                } else {
                    Err(Refusal::NotOnTop { card, foundation })
                }
            }
        }
    }

    fn redeal(&mut self) -> Table {
        let before = self.table.clone();
        let redeal = usize::from(self.rules.redeals - before.redeals_left) + 1;
        let cards = self.shuffles.redeal(redeal, &before.gathered(&self.rules), before.values_used);
        let table = &mut self.table;
        table.redeals_left -= 1;
        if matches!(self.shuffles, Shuffles::PySolFc { .. }) {
            table.values_used += cards.len() - 1;
        }
        table.fans.iter_mut().for_each(Vec::clear);
        match self.rules.layout {
            Layout::AllInRounds { .. } => deal_in_rounds(&cards, &mut table.fans),
            Layout::ThreesFromStock { .. } => {
                table.stock = cards;
                table.stock.reverse();
                for fan in 0..table.fans.len() {
                    for _ in 0..3 {
                        table.lay_from_stock(fan, &mut Vec::new());
                    }
                }
            }
        }
        before
    }
}

/// Deals one card to each fan in three rounds, the first rounds to fewer fans when the cards do not come out even.
pub(super) fn deal_in_rounds(cards: &[Card], fans: &mut [Vec<Card>]) {
    let mut next = cards.iter().copied();
    for round in 0..3 {
        for fan in &mut fans[..(cards.len() + round) / 3] {
            fan.extend(next.next());
        }
    }
}

impl Table {
    /// Lays the next stock card that is no ace on a fan; aces before it go out. Notes the cards used in `laid`.
    fn lay_from_stock(&mut self, fan: usize, laid: &mut Vec<Card>) {
        while let Some(card) = self.stock.pop() {
            laid.push(card);
            if card.rank() != Rank::ACE {
                self.fans[fan].push(card);
                return;
            }
            self.foundations.put(card, self.foundations.choices()[0]);
        }
    }

    /// Lays three stock cards on a fan if it is empty, where there is a stock; gives the cards used.
    fn refill(&mut self, fan: u8) -> Vec<Card> {
        let mut laid = Vec::new();
        if self.fans[usize::from(fan)].is_empty() {
            for _ in 0..3 {
                self.lay_from_stock(usize::from(fan), &mut laid);
            }
        }
        laid
    }

    /// Takes up what [`Table::refill`] laid.
    fn take_up(&mut self, fan: u8, laid: Vec<Card>) {
        for card in laid.into_iter().rev() {
            if card.rank() == Rank::ACE {
                self.foundations.take(card, self.foundations.choices()[0]);
            } else {
                self.fans[usize::from(fan)].pop();
            }
            self.stock.push(card);
        }
    }

    /// Takes out the card with `depth` cards above it, and notes that a draw is used.
    fn draw(&mut self, fan: u8, depth: u8) -> Card {
        self.draws_left -= 1;
        let cards = &mut self.fans[usize::from(fan)];
        cards.remove(cards.len() - 1 - usize::from(depth))
    }

    /// Puts back a card that [`Table::draw`] took out.
    fn put_back(&mut self, card: Card, fan: u8, depth: u8) {
        self.draws_left += 1;
        let cards = &mut self.fans[usize::from(fan)];
        cards.insert(cards.len() - usize::from(depth), card);
    }

    /// Lists the cards left as PySolFC gathers them: the stock, next card last, and each fan from its top; without a stock
    /// each fan from its bottom.
    fn gathered(&self, rules: &FanRules) -> Vec<Card> {
        match rules.layout {
            Layout::AllInRounds { .. } => self.fans.iter().flatten().copied().collect(),
            Layout::ThreesFromStock { .. } => {
                let fans = self.fans.iter().flat_map(|fan| fan.iter().rev());
                self.stock.iter().chain(fans).copied().collect()
            }
        }
    }
}

impl Position for FanPosition {
    fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        let mut offer = |play| {
            if self.refusal(play).is_ok() {
                moves.push(play);
            }
        };
        let fans = || 0..self.fans().len() as u8;
        for from in fans().filter(|&from| !self.fans()[usize::from(from)].is_empty()) {
            for &foundation in self.foundations().choices() {
                offer(Move::ToFoundation { from, foundation });
            }
            for to in fans() {
                offer(Move::ToPile { from, to });
            }
        }
        if self.rules.take_back {
            for (foundation, card) in self.foundations().tops() {
                for to in fans() {
                    offer(Move::TakeBack { foundation, card, to });
                }
            }
        }
        if self.table.draws_left > 0 {
            for from in fans() {
                for depth in 1..self.fans()[usize::from(from)].len() as u8 {
                    offer(Move::DrawToFoundation { from, depth });
                    for to in fans() {
                        offer(Move::DrawToPile { from, depth, to });
                    }
                }
            }
        }
        offer(Move::Redeal);
        moves
    }

    fn check(&self, play: Move) -> Result<(), IllegalMove> {
        self.refusal(play).map_err(|rule| IllegalMove::new(play, rule))
    }

    fn play_unchecked(&mut self, play: Move) {
        let table = &mut self.table;
        let trace = match play {
            Move::ToFoundation { from, foundation } => {
                let card = table.fans[usize::from(from)].pop().expect("a card lies there");
                table.foundations.put(card, foundation);
                Trace::Moved(card, table.refill(from))
            }
            Move::ToPile { from, to } => {
                let card = table.fans[usize::from(from)].pop().expect("a card lies there");
                table.fans[usize::from(to)].push(card);
                Trace::Moved(card, table.refill(from))
            }
            Move::DrawToFoundation { from, depth } => {
                let card = table.draw(from, depth);
                table.foundations.put(card, Foundation::Any);
                Trace::Moved(card, Vec::new())
            }
            Move::DrawToPile { from, depth, to } => {
                let card = table.draw(from, depth);
                table.fans[usize::from(to)].push(card);
                Trace::Moved(card, Vec::new())
            }
            Move::TakeBack { foundation, card, to } => {
                table.foundations.take(card, foundation);
                table.fans[usize::from(to)].push(card);
                Trace::Moved(card, Vec::new())
            }
            Move::Redeal => Trace::Gathered(Box::new(self.redeal())),
            Move::Deal => unreachable!("the fan family deals no single cards"),
        };
        self.history.push(Played { play, trace });
    }

    fn undo(&mut self) -> bool {
        let Some(Played { play, trace }) = self.history.pop() else {
            return false;
        };
        let table = &mut self.table;
        match (play, trace) {
            (_, Trace::Gathered(before)) => *table = *before,
            (Move::ToFoundation { from, foundation }, Trace::Moved(card, laid)) => {
                table.take_up(from, laid);
                table.foundations.take(card, foundation);
                table.fans[usize::from(from)].push(card);
            }
            (Move::ToPile { from, to }, Trace::Moved(card, laid)) => {
                table.take_up(from, laid);
                table.fans[usize::from(to)].pop();
                table.fans[usize::from(from)].push(card);
            }
            (Move::DrawToFoundation { from, depth }, Trace::Moved(card, _)) => {
                table.foundations.take(card, Foundation::Any);
                table.put_back(card, from, depth);
            }
            (Move::DrawToPile { from, depth, to }, Trace::Moved(card, _)) => {
                table.fans[usize::from(to)].pop();
                table.put_back(card, from, depth);
            }
            (Move::TakeBack { foundation, to, .. }, Trace::Moved(card, _)) => {
                table.fans[usize::from(to)].pop();
                table.foundations.put(card, foundation);
            }
            (Move::Redeal | Move::Deal, Trace::Moved(..)) => unreachable!("these moves move no single card"),
        }
        true
    }

    fn is_won(&self) -> bool {
        self.table.stock.is_empty() && self.table.fans.iter().all(Vec::is_empty)
    }
}
