//! Cards, ranks, suits and packs.

use std::fmt;

/// A rank, `A` = 0 to `K` = 12.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

/// A suit, in the order `C S H D` in which packs are sorted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Suit(u8);

/// A card: one byte, `13 * suit + rank`, so that cards sort as packs do (`C S H D`, then `A…K`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Rank {
    /// The number of ranks.
    pub const COUNT: usize = 13;
    /// The ace.
    pub const ACE: Self = Self(0);
    /// The queen.
    pub const QUEEN: Self = Self(11);
    /// The king.
    pub const KING: Self = Self(12);
    const LETTERS: &'static [u8; Self::COUNT] = b"A23456789TJQK";

    /// Makes the rank with this index, ace = 0.
    ///
    /// # Panics
    /// When `index` is 13 or more.
    pub const fn new(index: u8) -> Self {
        assert!((index as usize) < Self::COUNT, "a rank is below 13");
        Self(index)
    }

    /// Reads one letter, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::LETTERS.iter().position(|&known| char::from(known) == letter).map(|index| Self(index as u8))
    }

    /// Gives the index, ace = 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Gives the letter in which this rank is written.
    pub const fn letter(self) -> char {
        Self::LETTERS[self.0 as usize] as char
    }

    /// Lists all ranks, ace first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }
}

impl Suit {
    /// The number of suits.
    pub const COUNT: usize = 4;
    const LETTERS: &'static [u8; Self::COUNT] = b"CSHD";
    const SYMBOLS: [char; Self::COUNT] = ['♣', '♠', '♥', '♦'];

    /// Makes the suit with this index in `C S H D`.
    ///
    /// # Panics
    /// When `index` is 4 or more.
    pub const fn new(index: u8) -> Self {
        assert!((index as usize) < Self::COUNT, "a suit is below 4");
        Self(index)
    }

    /// Reads one letter, in either case, or one of `♣♠♥♦`.
    pub fn from_letter(letter: char) -> Option<Self> {
        let upper = letter.to_ascii_uppercase();
        (0..Self::COUNT)
            .find(|&index| char::from(Self::LETTERS[index]) == upper || Self::SYMBOLS[index] == letter)
            .map(|index| Self(index as u8))
    }

    /// Gives the index in `C S H D`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Gives the letter in which this suit is written.
    pub const fn letter(self) -> char {
        Self::LETTERS[self.0 as usize] as char
    }

    /// Gives the name, in the plural.
    pub const fn name(self) -> &'static str {
        ["clubs", "spades", "hearts", "diamonds"][self.0 as usize]
    }

    /// Lists all suits, in pack order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }
}

impl Card {
    /// The number of different cards.
    pub const COUNT: usize = 52;

    /// Makes a card.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(suit.0 * 13 + rank.0)
    }

    /// Makes the card with this index in a sorted pack, the inverse of [`Card::index`].
    ///
    /// # Panics
    /// When `index` is 52 or more.
    pub const fn from_index(index: u8) -> Self {
        assert!((index as usize) < Self::COUNT, "a card is below 52");
        Self(index)
    }

    /// Gives the rank.
    pub const fn rank(self) -> Rank {
        Rank(self.0 % 13)
    }

    /// Gives the suit.
    pub const fn suit(self) -> Suit {
        Suit(self.0 / 13)
    }

    /// Gives the place in a sorted pack, `0..52`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Reads a card such as `QS`, `10h` or `t♦`; `None` when it is not one.
    pub fn from_text(text: &str) -> Option<Self> {
        let suit = text.chars().next_back()?;
        let rank = &text[..text.len() - suit.len_utf8()];
        let rank = if rank == "10" { "T" } else { rank };
        let mut letters = rank.chars();
        let rank = Rank::from_letter(letters.next()?)?;
        if letters.next().is_some() {
            return None;
        }
        Some(Self::new(rank, Suit::from_letter(suit)?))
    }

    /// Lists the 52 cards in pack order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank(), self.suit())
    }
}

macro_rules! debug_as_display {
    ($($kind:ty),*) => {$(
        impl fmt::Debug for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )*};
}
debug_as_display!(Rank, Suit, Card);

/// The cards that a game is played with: some ranks of the first few suits, each card a number of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pack {
    /// Bit `r` is set when the pack holds the rank with index `r`.
    ranks: u16,
    suits: u8,
    copies: u8,
}

impl Pack {
    /// The most cards that any pack holds; states and moves are sized by it.
    pub const MOST_CARDS: usize = 104;

    /// Makes a pack of these ranks in the first `suits` of `C S H D`, each card `copies` times.
    ///
    /// # Panics
    /// When that is no pack or holds more than 104 cards; rules check this before they make one.
    pub fn new(ranks: impl IntoIterator<Item = Rank>, suits: usize, copies: usize) -> Self {
        let ranks = ranks.into_iter().fold(0, |mask, rank| mask | 1 << rank.index());
        let pack = Self { ranks, suits: suits as u8, copies: copies as u8 };
        assert!((1..=Suit::COUNT).contains(&suits) && copies >= 1 && pack.len() <= Self::MOST_CARDS);
        pack
    }

    /// Gives how often the pack holds this card.
    pub const fn copies_of(self, card: Card) -> usize {
        if self.ranks >> card.rank().index() & 1 == 1 && card.suit().index() < self.suits as usize {
            self.copies as usize
        } else {
            0
        }
    }

    /// Tells whether the pack holds cards of this rank.
    pub const fn has_rank(self, rank: Rank) -> bool {
        self.ranks >> rank.index() & 1 == 1
    }

    /// Gives the number of suits.
    pub const fn suits(self) -> usize {
        self.suits as usize
    }

    /// Gives how often each card is in the pack.
    pub const fn copies(self) -> usize {
        self.copies as usize
    }

    /// Lists the ranks, ace first.
    pub fn ranks(self) -> impl DoubleEndedIterator<Item = Rank> {
        Rank::all().filter(move |&rank| self.has_rank(rank))
    }

    /// Lists the cards copy by copy, suits `C S H D`, ranks `A…K`: the order from which a seed shuffles.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        (0..self.copies())
            .flat_map(move |_| Suit::all().take(self.suits()))
            .flat_map(move |suit| self.ranks().map(move |rank| Card::new(rank, suit)))
    }

    /// Gives the number of cards.
    pub const fn len(self) -> usize {
        self.ranks.count_ones() as usize * self.suits as usize * self.copies as usize
    }

    /// Tells whether the pack holds no card.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Gives the number of cards of one rank.
    pub const fn cards_of_a_rank(self) -> usize {
        self.suits as usize * self.copies as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_from_its_text() {
        for card in Card::all() {
            assert_eq!(Card::from_text(&card.to_string()), Some(card));
            assert_eq!(Card::from_index(card.index() as u8), card);
        }
    }

    #[test]
    fn other_ways_to_write_a_card_are_understood() {
        for (text, card) in [("10h", "TH"), ("qs", "QS"), ("a♦", "AD"), ("T♣", "TC"), ("10♥", "TH")] {
            assert_eq!(Card::from_text(text).unwrap().to_string(), card);
        }
        for text in ["", "1H", "0H", "11H", "QX", "Q", "S", "QSS", "♥", "100H"] {
            assert_eq!(Card::from_text(text), None, "{text}");
        }
    }

    #[test]
    fn a_full_pack_lists_copies_in_turn() {
        let pack = Pack::new(Rank::all(), 4, 2);
        let cards: Vec<_> = pack.cards().collect();
        assert_eq!(cards.len(), 104);
        assert_eq!(cards[0].to_string(), "AC");
        assert_eq!(cards[51].to_string(), "KD");
        assert_eq!(cards[52].to_string(), "AC");
    }
}
