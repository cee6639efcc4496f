//! Positions of the Salic family: the rules as written, nothing clever.

use crate::card::{Card, Rank};
use crate::moves::{Foundation, Move, MoveList};
use crate::position::{IllegalMove, Position};
use crate::rules::{BareBase, Place, Plays, SalicFoundations, SalicRules, StarterLimit};
use std::sync::Arc;

/// A position of a game of the Salic family.
///
/// Every column begins with its base; the column dealt to is the last one. Two positions are equal when the same cards
/// lie in the same places; the moves that led there do not count.
#[derive(Clone, Debug)]
pub struct SalicPosition {
    rules: Arc<SalicRules>,
    columns: Vec<Vec<Card>>,
    /// The cards not dealt yet, the next one last.
    stock: Vec<Card>,
    /// How many of each card are on foundations.
    out: [u8; Card::COUNT],
    /// The moves played, each with the card it moved.
    history: Vec<(Move, Card)>,
}

impl PartialEq for SalicPosition {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules && self.columns == other.columns && self.stock == other.stock && self.out == other.out
    }
}

impl Eq for SalicPosition {}

impl SalicPosition {
    /// Lays out a deal: the first base card in `cards` becomes the first column, the rest is the stock.
    ///
    /// The precondition is that `cards` is the pack of `rules` in some order.
    pub fn new(rules: Arc<SalicRules>, cards: &[Card]) -> Self {
        let first = cards.iter().position(|card| card.rank() == rules.base).expect("a pack holds base cards");
        let mut stock: Vec<_> = cards.iter().rev().copied().collect();
        let base = stock.remove(cards.len() - 1 - first);
        Self { rules, columns: vec![vec![base]], stock, out: [0; Card::COUNT], history: Vec::new() }
    }

    /// Takes up a game in the middle: columns bottom to top, each beginning with its base; the stock, next card first.
    ///
    /// The precondition is that these cards are part of the pack of `rules`, with a base card at the bottom of every
    /// column and nowhere else in the columns; all other cards of the pack are taken to be on foundations.
    pub fn from_columns(rules: Arc<SalicRules>, columns: Vec<Vec<Card>>, stock: &[Card]) -> Self {
        let mut out = [0; Card::COUNT];
        for card in rules.pack.cards() {
            out[card.index()] += 1;
        }
        for card in columns.iter().flatten().chain(stock) {
            out[card.index()] -= 1;
        }
        Self { rules, columns, stock: stock.iter().rev().copied().collect(), out, history: Vec::new() }
    }

    /// Gives the rules.
    pub fn rules(&self) -> &Arc<SalicRules> {
        &self.rules
    }

    /// Gives the columns, bottom to top, each beginning with its base.
    pub fn columns(&self) -> &[Vec<Card>] {
        &self.columns
    }

    /// Lists the cards not dealt yet, the next one first.
    pub fn stock(&self) -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        self.stock.iter().rev().copied()
    }

    /// Lists the moves played so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.history.iter().map(|&(play, _)| play)
    }

    /// Gives how many of this card are on foundations.
    pub fn out(&self, card: Card) -> usize {
        self.out[card.index()] as usize
    }

    /// Gives how many cards of this rank are on foundations.
    pub fn out_of_rank(&self, rank: Rank) -> usize {
        crate::card::Suit::all().map(|suit| self.out(Card::new(rank, suit))).sum()
    }

    /// Gives the number of bases dealt, of one suit if it is given.
    fn bases_dealt(&self, suit: Option<crate::card::Suit>) -> usize {
        self.columns.iter().filter(|column| suit.is_none_or(|suit| column[0].suit() == suit)).count()
    }

    /// Tells why no foundation takes this card, if none does.
    fn refusal(&self, card: Card) -> Result<(), String> {
        let rank = card.rank();
        let in_suit = self.rules.foundations == SalicFoundations::InSuit;
        match self.rules.place(rank) {
            None => Err(format!("{card} is a base and stays where it is")),
            Some(Place::After(previous)) => {
                let below = Card::new(previous, card.suit());
                let (wanted, have, what) = if in_suit {
                    (self.out(below), self.out(card), below.to_string())
                } else {
                    (self.out_of_rank(previous), self.out_of_rank(rank), previous.to_string())
                };
                if wanted > have { Ok(()) } else { Err(format!("no foundation shows a {what} for {card}")) }
            }
            Some(Place::Starter(_)) => {
                let (limit, have, what) = match self.rules.starter_limit {
                    StarterLimit::None => {
                        (self.rules.foundations_in_a_row(), self.out_of_rank(rank), "foundations in the row".to_owned())
                    }
                    StarterLimit::Bases => {
                        (self.bases_dealt(None), self.out_of_rank(rank), format!("{}s dealt", self.rules.base))
                    }
                    StarterLimit::Suit => (
                        self.bases_dealt(Some(card.suit())),
                        self.out(card),
                        format!("{}s dealt", Card::new(self.rules.base, card.suit())),
                    ),
                };
                if have < limit { Ok(()) } else { Err(format!("as many {rank}s are out as {what} allow: {have}")) }
            }
        }
    }

    /// Gives the top card of a column unless only its base is there.
    fn movable(&self, column: u8) -> Result<Card, String> {
        match self.columns.get(usize::from(column)).map(Vec::as_slice) {
            None => Err(format!("there are {} columns", self.columns.len())),
            Some([base]) => Err(format!("column {} shows only its base {base}", column + 1)),
            Some(cards) => Ok(cards[cards.len() - 1]),
        }
    }

    fn is_starter(&self, card: Card) -> bool {
        matches!(self.rules.place(card.rank()), Some(Place::Starter(_)))
    }

    fn deal_refusal(&self) -> Result<(), String> {
        if self.stock.is_empty() {
            return Err("all cards are dealt".to_owned());
        }
        let must_go = |card: &&Card| match self.rules.plays {
            Plays::Optional => false,
            Plays::Starters => self.is_starter(**card) && self.refusal(**card).is_ok(),
            Plays::Forced => self.refusal(**card).is_ok(),
        };
        match self.columns.iter().filter(|column| column.len() > 1).filter_map(|column| column.last()).find(must_go) {
            None => Ok(()),
            Some(card) => {
                Err(format!("{card} can go to a foundation and must be played before the next card is dealt"))
            }
        }
    }

    fn pile_refusal(&self, card: Card, from: u8, to: u8) -> Result<(), String> {
        let Some(target) = self.columns.get(usize::from(to)) else {
            return Err(format!("there are {} columns", self.columns.len()));
        };
        if from == to {
            return Err("a card does not go onto its own column".to_owned());
        }
        if let [base] = target.as_slice() {
            return match self.rules.bare_base {
                BareBase::AnyTime => Ok(()),
                BareBase::AfterDeal if self.stock.is_empty() => Ok(()),
                BareBase::AfterDeal => Err(format!("the bare base {base} takes a card only when all cards are dealt")),
                BareBase::Never => Err(format!("the bare base {base} never takes a card")),
            };
        }
        let top = target[target.len() - 1];
        if !self.rules.builds_down {
            return Err(format!("column {} is covered by {top}, and there is no building on columns", to + 1));
        }
        if !self.stock.is_empty() {
            return Err("columns are built on only when all cards are dealt".to_owned());
        }
        if top.rank().index() == card.rank().index() + 1 {
            Ok(())
        } else {
            Err(format!("{top} takes only a card one rank lower, which {card} is not"))
        }
    }

    fn refusal_of(&self, play: Move) -> Result<(), String> {
        match play {
            Move::Deal => self.deal_refusal(),
            Move::ToFoundation { from, foundation: Foundation::Any } => self.refusal(self.movable(from)?),
            Move::ToPile { from, to } => self.pile_refusal(self.movable(from)?, from, to),
            _ => Err("no such move in this game".to_owned()),
        }
    }
}

impl Position for SalicPosition {
    fn legal_moves(&self) -> MoveList {
        let columns = 0..self.columns.len() as u8;
        let foundations = columns.clone().map(|from| Move::ToFoundation { from, foundation: Foundation::Any });
        let piles = columns.clone().flat_map(|from| columns.clone().map(move |to| Move::ToPile { from, to }));
        [Move::Deal].into_iter().chain(foundations).chain(piles).filter(|&play| self.refusal_of(play).is_ok()).collect()
    }

    fn check(&self, play: Move) -> Result<(), IllegalMove> {
        self.refusal_of(play).map_err(|rule| IllegalMove::new(play, rule))
    }

    fn play_unchecked(&mut self, play: Move) {
        let card = match play {
            Move::Deal => {
                let card = self.stock.pop().expect("a card is left to deal");
                if card.rank() == self.rules.base {
                    self.columns.push(vec![card]);
                } else {
                    self.columns.last_mut().expect("the first base is laid").push(card);
                }
                card
            }
            Move::ToFoundation { from, .. } => {
                let card = self.columns[usize::from(from)].pop().expect("a card lies there");
                self.out[card.index()] += 1;
                card
            }
            Move::ToPile { from, to } => {
                let card = self.columns[usize::from(from)].pop().expect("a card lies there");
                self.columns[usize::from(to)].push(card);
                card
            }
            _ => unreachable!("no other move is legal in the Salic family"),
        };
        self.history.push((play, card));
    }

    fn undo(&mut self) -> bool {
        let Some((play, card)) = self.history.pop() else {
            return false;
        };
        match play {
            Move::Deal => {
                let newest = self.columns.last_mut().expect("a card was dealt");
                newest.pop();
                if newest.is_empty() {
                    self.columns.pop();
                }
                self.stock.push(card);
            }
            Move::ToFoundation { from, .. } => {
                self.out[card.index()] -= 1;
                self.columns[usize::from(from)].push(card);
            }
            Move::ToPile { from, to } => {
                self.columns[usize::from(to)].pop();
                self.columns[usize::from(from)].push(card);
            }
            _ => unreachable!("no other move was played"),
        }
        true
    }

    fn is_won(&self) -> bool {
        self.stock.is_empty() && self.columns.iter().all(|column| column.len() == 1)
    }
}
