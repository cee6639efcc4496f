//! The rules that forbid moves of the fan family, each as a sentence about the cards at hand.

use crate::card::{Card, Rank};
use crate::moves::Foundation;
use crate::rules::Build;
use std::fmt;

/// Why a move is illegal. Cheap to make, so that the one function that decides legality can also name the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    NoSuchMove,
    NoSuchFan { fans: usize },
    EmptyFan { fan: u8 },
    OwnFan,
    Foundation { card: Card, foundation: Foundation },
    DoesNotBuild { card: Card, onto: Card, build: Build },
    FanIsFull { fan: u8, limit: usize },
    EmptyFanTakesNothing { fan: u8 },
    EmptyFanTakesKing { card: Card, king: Rank },
    NoRedealLeft,
    AlreadyWon,
    RedealsComeFirst,
    NoDrawLeft,
    NotCovered { fan: u8, depth: u8 },
    NoTakeBack,
    AceStays { card: Card },
    NotOnTop { card: Card, foundation: Foundation },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let foundation_name = |foundation| match foundation {
            Foundation::Any => "foundation",
            Foundation::Up => "foundation from the ace up",
            Foundation::Down => "foundation from the king down",
        };
        match *self {
            Self::NoSuchMove => f.write_str("no such move in this game"),
            Self::NoSuchFan { fans } => write!(f, "there are {fans} fans"),
            Self::EmptyFan { fan } => write!(f, "fan {} is empty", fan + 1),
            Self::OwnFan => f.write_str("a card does not go onto its own fan"),
            Self::Foundation { card, foundation } => write!(f, "no {} takes {card} now", foundation_name(foundation)),
            Self::DoesNotBuild { card, onto, build } => match build {
                Build::DownInSuit => write!(f, "{onto} takes only the card of its suit one rank lower, not {card}"),
                Build::UpOrDownInSuit => {
                    write!(f, "{onto} takes only cards of its suit one rank lower or higher, not {card}")
                }
                Build::UpOrDownAnySuit => write!(f, "{onto} takes only cards one rank lower or higher, not {card}"),
            },
            Self::FanIsFull { fan, limit } => write!(f, "fan {} holds {limit} cards, the most it may", fan + 1),
            Self::EmptyFanTakesNothing { fan } => write!(f, "fan {} is empty, and an empty fan takes no card", fan + 1),
            Self::EmptyFanTakesKing { card, king } => write!(f, "an empty fan takes only a {king}, not {card}"),
            Self::NoRedealLeft => f.write_str("no redeal is left"),
            Self::AlreadyWon => f.write_str("the game is won, and there is nothing left to redeal"),
            Self::RedealsComeFirst => f.write_str("a covered card may be drawn only when all redeals are used"),
            Self::NoDrawLeft => f.write_str("no draw is left"),
            Self::NotCovered { fan, depth } => write!(f, "fan {} has no card with {depth} cards above it", fan + 1),
            Self::NoTakeBack => f.write_str("cards do not come back from the foundations"),
            Self::AceStays { card } => write!(f, "{card} was put out before the deal and stays there"),
            Self::NotOnTop { card, foundation } => {
                write!(f, "{card} is not the top of a {}", foundation_name(foundation))
            }
        }
    }
}
