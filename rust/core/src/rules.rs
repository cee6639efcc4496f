//! The rules of every game, as data: [`GAMES`] is the one table, and a new game is one entry in it.
//!
//! A [`Rules`] value says everything an engine needs to know; options change it by name (see [`options`]).

mod options;
mod table;

pub use options::{OptionValue, Preset, Reduction, RulesError};
pub use table::{GAMES, Game};

use crate::card::{Card, Pack, Rank};
use arrayvec::ArrayVec;

/// The rules of one game with its options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    game: &'static Game,
    reduction: Option<Reduction>,
    /// What the family needs to know.
    pub family: Family,
}

/// The two families of games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Columns grow under base cards while the pack is dealt.
    Salic(SalicRules),
    /// Fans of three cards, top cards built on each other.
    Fan(FanRules),
}

/// The rules of a game of the Salic family.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SalicRules {
    /// The cards in play: every row rank and the base rank.
    pub pack: Pack,
    /// The rank that starts columns and never leaves them.
    pub base: Rank,
    /// The ranks of each foundation row, its starter first. No rank is in two rows.
    pub rows: ArrayVec<ArrayVec<Rank, { Rank::COUNT }>, 2>,
    /// A rank that a full pack holds and the game takes out before play (the queens of Salic Law).
    pub removed: Option<Rank>,
    /// How many row starters may be out.
    pub starter_limit: StarterLimit,
    /// What must be played before the next card is dealt.
    pub plays: Plays,
    /// When a column that shows only its base takes a card.
    pub bare_base: BareBase,
    /// Whether foundations are built in suit.
    pub foundations: SalicFoundations,
    /// Whether, after the deal, a column takes a card one rank lower than its top (Faerie Queen).
    pub builds_down: bool,
}

/// How many cards that start a foundation row may be out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StarterLimit {
    /// As many as the row has foundations.
    None,
    /// In each row, at most as many as bases are dealt.
    Bases,
    /// In each row and suit, at most as many as bases of that suit are dealt.
    Suit,
}

/// What must be played before the next card may be dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Plays {
    /// Everything that a foundation accepts.
    Forced,
    /// Every row starter that a foundation accepts.
    Starters,
    /// Nothing.
    Optional,
}

/// When a column that shows only its base takes a card from another column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BareBase {
    /// Once the last card has been dealt.
    AfterDeal,
    /// At any time.
    AnyTime,
    /// Never.
    Never,
}

/// How the foundations of the Salic family are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SalicFoundations {
    /// Regardless of suit.
    AnySuit,
    /// In suit.
    InSuit,
}

/// What a rank needs before a foundation accepts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// It starts this row.
    Starter(usize),
    /// It follows this rank in its row.
    After(Rank),
}

impl SalicRules {
    /// Tells where in the foundation rows a rank goes; `None` for a rank that is in no row (the base).
    pub fn place(&self, rank: Rank) -> Option<Place> {
        self.rows.iter().enumerate().find_map(|(row, ranks)| {
            let place = ranks.iter().position(|&known| known == rank)?;
            Some(if place == 0 { Place::Starter(row) } else { Place::After(ranks[place - 1]) })
        })
    }

    /// Gives the number of foundations in a row, and of columns in the end.
    pub const fn foundations_in_a_row(&self) -> usize {
        self.pack.cards_of_a_rank()
    }
}

/// The rules of a game of the fan family.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FanRules {
    /// The cards of a deal, aces that go out first among them.
    pub pack: Pack,
    /// How the cards are laid out, and what becomes of an empty fan.
    pub layout: Layout,
    /// Which card goes on which.
    pub build: Build,
    /// The most cards that a fan may hold when a card is built on it.
    pub fan_limit: Option<usize>,
    /// How the foundations are built.
    pub foundations: FanFoundations,
    /// Whether the aces are taken out of the dealing order and put out first (Trefoil).
    pub aces_first: bool,
    /// How often the cards left may be gathered, shuffled and dealt again.
    pub redeals: u8,
    /// How often a covered card may be drawn when no redeal is left.
    pub draws: u8,
    /// Whether the top card of a foundation may be put back on a fan.
    pub take_back: bool,
}

/// How fans are laid out, and what becomes of an empty one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// All cards are laid out, one to each fan in three rounds; an empty fan stays.
    AllInRounds {
        /// Whether an empty fan takes a card of the pack's highest rank.
        empty_takes_king: bool,
    },
    /// This many fans of three, aces put out as they are met; an empty fan is refilled from the stock.
    ThreesFromStock {
        /// The number of fans.
        fans: usize,
    },
}

/// Which top card goes on which in a fan game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Build {
    /// One rank lower, same suit.
    DownInSuit,
    /// One rank lower or higher, same suit.
    UpOrDownInSuit,
    /// One rank lower or higher, any suit.
    UpOrDownAnySuit,
}

/// How the foundations of the fan family are built, always in suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FanFoundations {
    /// Each from the ace up, as many in a suit as the pack has copies.
    Ascending,
    /// In each suit one from the ace up and one from the king down.
    OneEachWay,
}

impl FanRules {
    /// Gives the number of ranks; the ranks are `A` up to the highest.
    pub fn ranks(&self) -> usize {
        self.pack.ranks().count()
    }

    /// Gives the highest rank of the pack, which takes the king's place.
    pub fn highest(&self) -> Rank {
        Rank::new(self.ranks() as u8 - 1)
    }

    /// Gives the number of fans of the first deal.
    pub fn fans(&self) -> usize {
        match self.layout {
            Layout::ThreesFromStock { fans } => fans,
            Layout::AllInRounds { .. } => self.cards_laid_out().div_ceil(3),
        }
    }

    /// Gives the number of cards that the first deal lays out or leaves in the stock.
    fn cards_laid_out(&self) -> usize {
        let aces = if self.aces_first { self.pack.cards_of_a_rank() } else { 0 };
        self.pack.len() - aces
    }

    /// Tells whether a card may be built on another that is the top of a fan with room.
    pub fn builds_on(&self, card: Card, onto: Card) -> bool {
        let (card_rank, onto_rank) = (card.rank().index(), onto.rank().index());
        match self.build {
            Build::DownInSuit => card.suit() == onto.suit() && card_rank + 1 == onto_rank,
            Build::UpOrDownInSuit => card.suit() == onto.suit() && card_rank.abs_diff(onto_rank) == 1,
            Build::UpOrDownAnySuit => card_rank.abs_diff(onto_rank) == 1,
        }
    }
}

impl Rules {
    /// Gives the table entry of the game.
    pub fn game(&self) -> &'static Game {
        self.game
    }

    /// Gives the pack's reduction, when the rules are for tests and study.
    pub fn reduction(&self) -> Option<&Reduction> {
        self.reduction.as_ref()
    }

    /// Gives the cards of a deal.
    pub fn pack(&self) -> Pack {
        match &self.family {
            Family::Salic(rules) => rules.pack,
            Family::Fan(rules) => rules.pack,
        }
    }

    /// Gives the rank that a full pack holds but a deal may leave out: the queens of Salic Law, the aces of Trefoil.
    pub fn may_be_missing(&self) -> Option<Rank> {
        match &self.family {
            Family::Salic(rules) => rules.removed,
            Family::Fan(rules) => rules.aces_first.then_some(Rank::ACE),
        }
    }
}
