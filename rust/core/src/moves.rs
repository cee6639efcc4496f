//! Moves of both families.

use crate::card::Card;
use arrayvec::ArrayVec;
use std::fmt;

/// One move. Piles are counted from 0 here and written from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Deal the next card (Salic family).
    Deal,
    /// Gather, shuffle and deal again (fan family).
    Redeal,
    /// The top card of a pile to a foundation.
    ToFoundation {
        /// The pile.
        from: u8,
        /// Which foundation.
        foundation: Foundation,
    },
    /// The top card of a pile onto another.
    ToPile {
        /// The pile that the card leaves.
        from: u8,
        /// The pile that takes it.
        to: u8,
    },
    /// The card that lies `depth` below the top of a fan to a foundation.
    DrawToFoundation {
        /// The fan.
        from: u8,
        /// How many cards lie above the drawn one, at least one.
        depth: u8,
    },
    /// The card that lies `depth` below the top of a fan onto another fan.
    DrawToPile {
        /// The fan that the card leaves.
        from: u8,
        /// How many cards lie above the drawn one, at least one.
        depth: u8,
        /// The fan that takes it.
        to: u8,
    },
    /// A card from the top of a foundation back onto a fan.
    TakeBack {
        /// The foundation that the card leaves.
        foundation: Foundation,
        /// The card.
        card: Card,
        /// The fan that takes it.
        to: u8,
    },
}

/// Which foundation takes or gives a card, where that is a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Foundation {
    /// The one that accepts it, written `f`.
    Any,
    /// The one from the ace up (House on the Hill), written `u`.
    Up,
    /// The one from the king down (House on the Hill), written `d`.
    Down,
}

impl Foundation {
    const fn letter(self) -> char {
        match self {
            Self::Any => 'f',
            Self::Up => 'u',
            Self::Down => 'd',
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        [Self::Any, Self::Up, Self::Down].into_iter().find(|foundation| {
            let mut letters = text.chars();
            letters.next().is_some_and(|letter| letter.eq_ignore_ascii_case(&foundation.letter()))
                && letters.next().is_none()
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Deal => f.write_str("deal"),
            Self::Redeal => f.write_str("redeal"),
            Self::ToFoundation { from, foundation } => write!(f, "{}-{}", from + 1, foundation.letter()),
            Self::ToPile { from, to } => write!(f, "{}-{}", from + 1, to + 1),
            Self::DrawToFoundation { from, depth } => write!(f, "draw {}/{depth}-f", from + 1),
            Self::DrawToPile { from, depth, to } => write!(f, "draw {}/{depth}-{}", from + 1, to + 1),
            Self::TakeBack { foundation, card, to } => write!(f, "{}{card}-{}", foundation.letter(), to + 1),
        }
    }
}

impl Move {
    /// Reads a move as it is written; `None` when it is none.
    pub fn from_text(text: &str) -> Option<Self> {
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "deal" => return Some(Self::Deal),
            "redeal" => return Some(Self::Redeal),
            _ => {}
        }
        let pile = |text: &str| {
            let digits_only = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u8>().ok().filter(|_| digits_only)?.checked_sub(1)
        };
        let (drawn, text) = match text.split_once(char::is_whitespace) {
            Some((word, rest)) if word.eq_ignore_ascii_case("draw") => (true, rest.trim_start()),
            Some(_) => return None,
            None => (false, text),
        };
        let (source, target) = text.split_once('-')?;
        if drawn {
            let (from, depth) = source.split_once('/')?;
            let (from, depth) = (pile(from)?, pile(depth)? + 1);
            if let Some(to) = pile(target) {
                return Some(Self::DrawToPile { from, depth, to });
            }
            return (Foundation::from_text(target)? == Foundation::Any)
                .then_some(Self::DrawToFoundation { from, depth });
        }
        if let Some(from) = pile(source) {
            return match pile(target) {
                Some(to) => Some(Self::ToPile { from, to }),
                None => Some(Self::ToFoundation { from, foundation: Foundation::from_text(target)? }),
            };
        }
        let first = source.chars().next()?;
        let foundation = Foundation::from_text(&source[..first.len_utf8()])?;
        let card = Card::from_text(&source[first.len_utf8()..])?;
        Some(Self::TakeBack { foundation, card, to: pile(target)? })
    }
}

/// The most piles of any game: 35 fans of House in the Wood.
pub const MOST_PILES: usize = 35;

/// The most moves that any position offers.
///
/// Fan family, two packs: each of 35 tops goes to a foundation in at most 2 ways (70). In suit, another top takes it
/// only when it is one rank away: with 2 copies of a card, at most 4 tops (140). The at most 8 foundation tops go back
/// onto at most 4 fans each (32), and with the redeal that makes 243. Any suit (Shamrocks): 18 tops, at most 8 takers each
/// (144), 18 to foundations, 4 · 8 take-backs: 195. Draws: 34 covered cards, with at most 3 targets each (one card of the
/// next rank, the foundation, and for a king none): below 102 more in games with at most 18 + 18 · 1 other moves. Reduced
/// packs with up to 8 copies of a card: 35 tops may each go onto 16 others, 560, and 8 tops back onto 16 fans, 128.
/// Salic family: 8 columns, so at most 1 + 8 + 8 · 7.
pub const MOST_MOVES: usize = 768;

/// The legal moves of a position.
pub type MoveList = ArrayVec<Move, MOST_MOVES>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_read_back_from_their_text() {
        for text in
            ["deal", "redeal", "3-f", "3-12", "3-u", "3-d", "draw 3/1-f", "draw 3/1-12", "f7S-12", "u7S-12", "d7S-12"]
        {
            assert_eq!(Move::from_text(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for text in [
            "",
            "3",
            "-",
            "3-",
            "-f",
            "0-f",
            "3-x",
            "3-0",
            "256-f",
            "+3-f",
            "draw 3-f",
            "draw 3/0-f",
            "draw 3/1-u",
            "x7S-12",
            "f7X-1",
            "é7S-1",
        ] {
            assert_eq!(Move::from_text(text), None, "{text}");
        }
    }
}
