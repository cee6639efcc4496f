//! Text to cards and back: every fault of a text is found before any is reported.

use crate::card::Card;
use std::fmt;

/// The longest text that is read at all, in bytes: more than a hundred times the longest layout.
pub const LONGEST_TEXT: usize = 1 << 16;

/// Faults of one input, each a sentence, in the order in which they were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    headline: String,
    list: Vec<String>,
    /// What would be right, said once for all of them.
    hint: &'static str,
}

/// Faults that are written out; the rest is counted.
const FAULTS_SHOWN: usize = 12;

impl Faults {
    /// Adds a fault.
    pub fn push(&mut self, fault: String) {
        self.list.push(fault);
    }

    /// Tells whether no fault was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Puts a sentence over the faults that says what was expected.
    #[must_use]
    pub fn headed(self, headline: &str) -> Self {
        Self { headline: headline.to_owned(), ..self }
    }
}

impl IntoIterator for Faults {
    type Item = String;
    type IntoIter = std::vec::IntoIter<String>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline)?;
        let mut separator = if self.headline.is_empty() { "" } else { "\n  " };
        for fault in self.list.iter().take(FAULTS_SHOWN) {
            write!(f, "{separator}{fault}")?;
            separator = "\n  ";
        }
        match self.list.len().saturating_sub(FAULTS_SHOWN) {
            0 => Ok(()),
            more => write!(f, "{separator}and {more} more"),
        }?;
        if self.hint.is_empty() { Ok(()) } else { write!(f, "{separator}{}", self.hint) }
    }
}

/// A word of a text and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a str,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 20;
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        match self.text.char_indices().nth(LONGEST) {
            None => write!(f, "{:?}", self.text),
            Some((end, _)) => write!(f, "{:?}…", &self.text[..end]),
        }
    }
}

/// Splits one line into words at white space and commas; `line` and `column` say where it begins.
pub fn words(text: &str, line: usize, column: usize) -> impl Iterator<Item = Word<'_>> {
    let is_gap = |letter: char| letter.is_whitespace() || letter == ',';
    let mut rest = text.char_indices().enumerate().peekable();
    std::iter::from_fn(move || {
        while rest.next_if(|&(_, (_, letter))| is_gap(letter)).is_some() {}
        let &(place, (start, _)) = rest.peek()?;
        let mut end = start;
        while let Some((_, (at, letter))) = rest.next_if(|&(_, (_, letter))| !is_gap(letter)) {
            end = at + letter.len_utf8();
        }
        Some(Word { text: &text[start..end], line, column: column + place })
    })
}

/// Reads cards separated by spaces, commas or line breaks; words that are no cards become faults.
pub fn read_cards(text: &str, faults: &mut Faults) -> Vec<Card> {
    if text.len() > LONGEST_TEXT {
        faults.push(format!("the text has {} bytes; none that is right has more than {LONGEST_TEXT}", text.len()));
        return Vec::new();
    }
    let words = text.lines().enumerate().flat_map(|(line, text)| words(text, line + 1, 1));
    words.filter_map(|word| read_card(word, faults)).collect()
}

/// Reads one word as a card; a word that is none becomes a fault.
pub fn read_card(word: Word<'_>, faults: &mut Faults) -> Option<Card> {
    let card = Card::from_text(word.text);
    if card.is_none() {
        faults.push(format!("{word} is no card"));
        faults.hint = "cards are written A 2 … 9 T J Q K, then C S H D, such as TH";
    }
    card
}

/// Writes cards with spaces between them.
pub fn cards_text<'a>(cards: impl IntoIterator<Item = &'a Card>) -> String {
    cards.into_iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_where_they_stand() {
        let found: Vec<_> = words("  QS,10♥\tkd", 3, 1).map(|word| (word.text, word.column)).collect();
        assert_eq!(found, [("QS", 3), ("10♥", 6), ("kd", 10)]);
    }

    #[test]
    fn unreadable_words_are_all_named() {
        let mut faults = Faults::default();
        assert_eq!(read_cards("1H 0H\n11H QS", &mut faults).len(), 1);
        let message = faults.to_string();
        for place in ["line 1, column 1: \"1H\"", "line 1, column 4: \"0H\"", "line 2, column 1: \"11H\""] {
            assert!(message.contains(place), "{message}");
        }
    }

    #[test]
    fn a_text_far_too_long_is_refused_unread() {
        let mut faults = Faults::default();
        assert!(read_cards(&"x ".repeat(LONGEST_TEXT), &mut faults).is_empty());
        assert_eq!(faults.into_iter().count(), 1);
    }
}
