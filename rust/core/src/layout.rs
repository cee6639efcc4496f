//! Layouts as text: a position as it lies on the table, one pile a line, read and written.
//!
//! ```text
//! 1: QS 3H 4D
//! 2: QH
//! stock: 5H AS
//! foundations: 2 5 7
//! ```
//!
//! Reading goes in two steps: text to [`Layout`], what the lines say, and then the family's own check of whether that is
//! a position of the game. Both find every fault before they report any.

mod fan;
mod salic;

use crate::card::Card;
use crate::deal::{DealError, Shuffles};
use crate::notation::{self, Faults, Word};
use crate::shuffle::GENERATOR;
use std::fmt;

pub use fan::read_fan;
pub use salic::read_salic;

/// What the lines of a layout say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The piles, bottom to top.
    pub piles: Vec<Vec<Card>>,
    /// The stock, next card first.
    pub stock: Vec<Card>,
    /// The words that say what the foundations show, by kind of line.
    tops: Vec<(TopsLine, Vec<String>)>,
    /// Redeals left.
    pub redeals: Option<u8>,
    /// Draws left.
    pub draws: Option<u8>,
    /// Where the redeals left take their order from.
    pub source: Option<Source>,
}

/// The lines that say what foundations show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TopsLine {
    Foundations,
    Up,
    Down,
}

impl TopsLine {
    const fn name(self) -> &'static str {
        match self {
            Self::Foundations => "foundations",
            Self::Up => "up",
            Self::Down => "down",
        }
    }
}

/// Where a layout says that redeals take their order from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// `splitmix64-1 seed N`.
    Seed(u64),
    /// `pysolfc N +USED`: the number, and how many generator values redeals have used.
    PySolFc {
        /// The number of the deal.
        number: String,
        /// Generator values used by redeals so far.
        values_used: usize,
    },
    /// One line for each redeal still to come, by its number.
    Orders(Vec<(usize, Vec<Card>)>),
}

impl Layout {
    /// Reads the lines of a layout.
    ///
    /// # Errors
    /// Names every line and word that cannot be read, with its place.
    pub fn from_text(text: &str) -> Result<Self, DealError> {
        let mut faults = Faults::default();
        let mut layout = Self::default();
        if text.len() > notation::LONGEST_TEXT {
            notation::read_cards(text, &mut faults);
        } else {
            let mut reader = Reader { layout: &mut layout, piles: Vec::new(), faults: &mut faults };
            for (line, text) in text.lines().enumerate() {
                reader.line(line + 1, text);
            }
            reader.number_piles();
        }
        if faults.is_empty() {
            Ok(layout)
        } else {
            Err(DealError { faults: faults.headed("this layout cannot be read:"), unreadable: true })
        }
    }

    fn tops(&self, line: TopsLine) -> Option<&[String]> {
        self.tops.iter().find(|(known, _)| *known == line).map(|(_, words)| words.as_slice())
    }

    /// Compares a line of foundation tops, if it is there, with what the cards on the table leave out.
    fn check_tops(&self, line: TopsLine, expected: &[String], faults: &mut Faults) {
        let Some(given) = self.tops(line) else { return };
        let sorted = |words: &[String]| {
            let mut words = words.to_vec();
            words.sort();
            words
        };
        if sorted(given) != sorted(expected) {
            faults.push(format!(
                "{}: the cards that are not on the table leave {} there, not {}",
                line.name(),
                list(expected),
                list(given)
            ));
        }
    }
}

/// Reads the lines of a layout one by one.
struct Reader<'a> {
    layout: &'a mut Layout,
    /// Piles with the numbers and lines they were given.
    piles: Vec<(usize, usize, Vec<Card>)>,
    faults: &'a mut Faults,
}

impl Reader<'_> {
    fn line(&mut self, line: usize, text: &str) {
        let content = text.split('#').next().unwrap_or_default();
        if content.trim().is_empty() {
            return;
        }
        let Some((label, rest)) = content.split_once(':') else {
            self.faults.push(format!("line {line}: {:?} has no colon; a line is such as `3: QS 4D`", clipped(content)));
            return;
        };
        let column = label.chars().count() + 2;
        let words: Vec<_> = notation::words(rest, line, column).filter(|word| word.text != "-").collect();
        let folded = label.trim().to_lowercase();
        let ordinal = folded.strip_prefix("order ").and_then(|number| number.trim().parse::<usize>().ok());
        match (folded.as_str(), ordinal) {
            (_, Some(number)) => {
                let cards = self.cards(&words);
                match self.layout.source.get_or_insert_with(|| Source::Orders(Vec::new())) {
                    Source::Orders(orders) => orders.push((number, cards)),
                    _ => self.faults.push(format!("line {line}: orders and a line `shuffles` exclude each other")),
                }
            }
            ("stock", _) => {
                let cards = self.cards(&words);
                self.layout.stock.extend(cards);
            }
            ("foundations", _) => self.tops(TopsLine::Foundations, &words),
            ("up", _) => self.tops(TopsLine::Up, &words),
            ("down", _) => self.tops(TopsLine::Down, &words),
            ("redeals", _) => self.layout.redeals = self.number_left(line, &words),
            ("draws", _) => self.layout.draws = self.number_left(line, &words),
            ("shuffles", _) => self.source(line, &words),
            (label, _) => match label.parse::<usize>() {
                Ok(number) => {
                    let cards = self.cards(&words);
                    self.piles.push((number, line, cards));
                }
                Err(_) => self.faults.push(format!(
                    "line {line}: unknown label {:?}; labels are pile numbers, stock, foundations (House on the Hill: up, down), \
                     redeals, draws, shuffles and order K",
                    clipped(label)
                )),
            },
        }
    }

    fn cards(&mut self, words: &[Word<'_>]) -> Vec<Card> {
        words.iter().filter_map(|&word| notation::read_card(word, self.faults)).collect()
    }

    /// Keeps tops as they are written on output, so that `10h` and `TH` compare equal.
    fn tops(&mut self, line: TopsLine, words: &[Word<'_>]) {
        let folded = words.iter().map(|word| match Card::from_text(word.text) {
            Some(card) => card.to_string(),
            None if word.text == "10" => "T".to_owned(),
            None => word.text.to_uppercase(),
        });
        self.layout.tops.push((line, folded.collect()));
    }

    fn number_left(&mut self, line: usize, words: &[Word<'_>]) -> Option<u8> {
        let number = words.first().and_then(|word| word.text.parse().ok());
        if number.is_none() {
            self.faults.push(format!("line {line}: expected a number, such as `1 left`"));
        }
        number
    }

    fn source(&mut self, line: usize, words: &[Word<'_>]) {
        let texts: Vec<_> = words.iter().map(|word| word.text).collect();
        let read = match texts.as_slice() {
            [GENERATOR, "seed", seed] => seed.parse().ok().map(Source::Seed),
            ["pysolfc", number, used] => used
                .strip_prefix('+')
                .and_then(|used| used.parse().ok())
                .map(|values_used| Source::PySolFc { number: (*number).to_owned(), values_used }),
            _ => None,
        };
        if read.is_none() {
            self.faults.push(format!("line {line}: expected `{GENERATOR} seed N` or `pysolfc N +USED`"));
        }
        if self.layout.source.is_some() {
            self.faults.push(format!("line {line}: the order of redeals is given twice"));
        }
        self.layout.source = read;
    }

    /// Puts the piles in the order of their numbers, which must be 1, 2, 3 … without a gap.
    fn number_piles(&mut self) {
        self.piles.sort_by_key(|&(number, line, _)| (number, line));
        for (place, &(number, line, _)) in self.piles.iter().enumerate() {
            if number != place + 1 {
                self.faults.push(format!("line {line}: pile {number} stands where pile {} should follow", place + 1));
                return;
            }
        }
        self.layout.piles = self.piles.drain(..).map(|(_, _, cards)| cards).collect();
    }
}

fn clipped(text: &str) -> String {
    text.trim().chars().take(40).collect()
}

/// Counts the cards on the table against the pack and gives those that must be on foundations; surplus cards are faults.
fn cards_out<'a>(
    pack: crate::card::Pack,
    cards: impl IntoIterator<Item = &'a Card>,
    faults: &mut Faults,
) -> [u8; Card::COUNT] {
    let mut out: [u8; Card::COUNT] = std::array::from_fn(|index| pack.copies_of(Card::from_index(index as u8)) as u8);
    let mut surplus = Vec::new();
    for card in cards {
        match out[card.index()].checked_sub(1) {
            Some(left) => out[card.index()] = left,
            None => surplus.push(*card),
        }
    }
    if !surplus.is_empty() {
        faults.push(format!("more often on the table than in the pack: {}", notation::cards_text(&surplus)));
    }
    out
}

/// Writes words after a label, or `-` when there are none.
fn list<T: fmt::Display>(items: &[T]) -> String {
    if items.is_empty() { "-".to_owned() } else { items.iter().map(T::to_string).collect::<Vec<_>>().join(" ") }
}

/// Writes the piles, one a line.
fn piles_text<'a>(piles: impl IntoIterator<Item = &'a [Card]>) -> String {
    piles.into_iter().enumerate().map(|(index, pile)| format!("{}: {}\n", index + 1, list(pile))).collect()
}

/// Writes where the redeals still to come take their order from; `used` redeals are over.
fn source_text(shuffles: &Shuffles, used: usize, left: usize, values_used: usize) -> String {
    match shuffles {
        _ if left == 0 => String::new(),
        Shuffles::Unknown => String::new(),
        Shuffles::Seed(seed) => format!("shuffles: {GENERATOR} seed {seed}\n"),
        Shuffles::PySolFc { number, .. } => format!("shuffles: pysolfc {number} +{values_used}\n"),
        Shuffles::Orders(orders) => (used..used + left)
            .map(|index| format!("order {}: {}\n", index + 1, notation::cards_text(&orders[index])))
            .collect(),
    }
}
