//! Options by name: reading, setting, presets, and reduced packs.

use super::{
    BareBase, Family, FanFoundations, FanRules, Layout, Plays, Rules, SalicFoundations, SalicRules, StarterLimit,
};
use crate::card::{Pack, Rank, Suit};
use arrayvec::ArrayVec;
use std::fmt;

/// What is wrong with a game's name or an option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// No game has this name.
    #[error("unknown game {name:?}; the nearest are {}", nearest.join(", "))]
    UnknownGame {
        /// The name asked for.
        name: String,
        /// Names of games like it.
        nearest: Vec<&'static str>,
    },
    /// The game has no such option.
    #[error("{game} has no option {name:?}; its options are {}", known.join(", "))]
    UnknownOption {
        /// The game.
        game: &'static str,
        /// The option asked for.
        name: String,
        /// The options it has.
        known: Vec<&'static str>,
    },
    /// The option does not take this value.
    #[error("{game} does not take {name} = {value}; right would be {}", allowed.join(", "))]
    BadValue {
        /// The game.
        game: &'static str,
        /// The option.
        name: &'static str,
        /// The value given.
        value: String,
        /// The values it takes.
        allowed: Vec<String>,
    },
    /// There is no such preset.
    #[error("unknown preset {0:?}; the only one is pysolfc")]
    UnknownPreset(String),
    /// The reduced pack makes no sense.
    #[error("bad reduced pack: {0}")]
    BadReduction(String),
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// One of a few words.
    Word(&'static str),
    /// A small number.
    Number(u8),
    /// A list of words: the rows of a reduced pack.
    Words(Vec<String>),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Number(number) => write!(f, "{number}"),
            Self::Words(words) => f.write_str(&words.join(",")),
        }
    }
}

/// Named sets of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// The rules that PySolFC 3.6 plays.
    PySolFc,
}

impl std::str::FromStr for Preset {
    type Err = RulesError;

    fn from_str(name: &str) -> Result<Self, RulesError> {
        if name.eq_ignore_ascii_case("pysolfc") {
            Ok(Self::PySolFc)
        } else {
            Err(RulesError::UnknownPreset(name.to_owned()))
        }
    }
}

/// A smaller pack for exhaustive cross-checks: what differs from the full game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reduction {
    /// The first so many of `C S H D`.
    pub suits: Option<u8>,
    /// How often the pack holds each card.
    pub copies: Option<u8>,
    /// Fan family: ranks from the ace up.
    pub ranks: Option<u8>,
    /// Intelligence: the number of fans.
    pub fans: Option<u8>,
    /// Salic family: the rows, each as its ranks' letters, the starter first.
    pub rows: Option<Vec<String>>,
}

/// An option that is one of a few words.
trait Words: Copy + PartialEq + 'static {
    const WORDS: &'static [(&'static str, Self)];

    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, value)| *value == self).expect("every value has a word").0
    }
}

macro_rules! words {
    ($kind:ty { $($word:literal = $value:expr),* $(,)? }) => {
        impl Words for $kind {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, $value)),*];
        }
    };
}

words!(Plays { "forced" = Self::Forced, "starters" = Self::Starters, "optional" = Self::Optional });
words!(BareBase { "after_deal" = Self::AfterDeal, "any_time" = Self::AnyTime, "never" = Self::Never });
words!(SalicFoundations { "any_suit" = Self::AnySuit, "in_suit" = Self::InSuit });
words!(StarterLimit { "none" = Self::None, "bases" = Self::Bases, "suit" = Self::Suit });
words!(bool { "yes" = true, "no" = false });

/// Reads a value given as text for the option `name` of `game`.
struct Setting<'a> {
    game: &'static str,
    name: &'static str,
    value: &'a str,
}

impl Setting<'_> {
    fn bad(&self, allowed: Vec<String>) -> RulesError {
        RulesError::BadValue { game: self.game, name: self.name, value: self.value.to_owned(), allowed }
    }

    fn word<W: Words>(&self) -> Result<W, RulesError> {
        let folded = self.value.trim().to_lowercase().replace([' ', '-'], "_");
        W::WORDS
            .iter()
            .find(|(word, _)| *word == folded)
            .map(|&(_, value)| value)
            .ok_or_else(|| self.bad(W::WORDS.iter().map(|(word, _)| (*word).to_owned()).collect()))
    }

    fn number(&self, most: u8) -> Result<u8, RulesError> {
        let number = self.value.trim().parse().ok().filter(|&number: &u8| number <= most);
        number.ok_or_else(|| self.bad((0..=most).map(|number| number.to_string()).collect()))
    }
}

impl Rules {
    /// Lists every option in force, those of a reduced pack last.
    pub fn options(&self) -> Vec<(&'static str, OptionValue)> {
        use OptionValue::{Number, Word, Words};
        let mut options = match &self.family {
            Family::Salic(rules) => {
                let mut options = vec![
                    ("plays", Word(rules.plays.word())),
                    ("bare_base", Word(rules.bare_base.word())),
                    ("starter_limit", Word(rules.starter_limit.word())),
                ];
                if rules.builds_down {
                    options.push(("foundations", Word(rules.foundations.word())));
                }
                options
            }
            Family::Fan(rules) => {
                let mut options = vec![("redeals", Number(rules.redeals))];
                if self.most_draws() > 0 {
                    options.push(("draws", Number(rules.draws)));
                }
                options.push(("take_back", Word(rules.take_back.word())));
                options
            }
        };
        if let Some(reduction) = &self.reduction {
            let numbers = [
                ("suits", reduction.suits),
                ("copies", reduction.copies),
                ("ranks", reduction.ranks),
                ("fans", reduction.fans),
            ];
            options.extend(numbers.into_iter().filter_map(|(name, number)| Some((name, Number(number?)))));
            options.extend(reduction.rows.iter().map(|rows| ("rows", Words(rows.clone()))));
        }
        options
    }

    /// Lists the values that each option takes, for the options that are no reduction of the pack.
    pub fn choices(&self) -> Vec<(&'static str, Vec<OptionValue>)> {
        fn words<W: Words>() -> Vec<OptionValue> {
            W::WORDS.iter().map(|&(word, _)| OptionValue::Word(word)).collect()
        }
        let numbers = |most: u8| (0..=most).map(OptionValue::Number).collect();
        let names = self.game.rules().options().into_iter().map(|(name, _)| name);
        names
            .map(|name| {
                let values = match name {
                    "plays" => words::<Plays>(),
                    "bare_base" => words::<BareBase>(),
                    "starter_limit" => words::<StarterLimit>(),
                    "foundations" => words::<SalicFoundations>(),
                    "redeals" => numbers(self.most_redeals()),
                    "draws" => numbers(self.most_draws()),
                    "take_back" => words::<bool>(),
                    _ => unreachable!("{name} is an option without values"),
                };
                (name, values)
            })
            .collect()
    }

    /// Lists the options that differ from the game's defaults, those of a reduced pack included.
    pub fn changed_options(&self) -> Vec<(&'static str, OptionValue)> {
        let defaults = self.game.rules().options();
        self.options().into_iter().filter(|option| !defaults.contains(option)).collect()
    }

    /// Sets one option by name.
    ///
    /// # Errors
    /// An option that the game does not have, or a value that it does not take; the rules stay as they were.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), RulesError> {
        let known: Vec<_> = self.game.rules().options().into_iter().map(|(name, _)| name).collect();
        let folded = name.trim().to_lowercase().replace([' ', '-'], "_");
        let game = self.game.name;
        let Some(&name) = known.iter().find(|&&option| option == folded) else {
            return Err(RulesError::UnknownOption { game, name: name.to_owned(), known });
        };
        let setting = Setting { game, name, value };
        let (most_redeals, most_draws) = (self.most_redeals(), self.most_draws());
        match (&mut self.family, name) {
            (Family::Salic(rules), "plays") => rules.plays = setting.word()?,
            (Family::Salic(rules), "bare_base") => rules.bare_base = setting.word()?,
            (Family::Salic(rules), "starter_limit") => rules.starter_limit = setting.word()?,
            (Family::Salic(rules), "foundations") => rules.foundations = setting.word()?,
            (Family::Fan(rules), "redeals") => rules.redeals = setting.number(most_redeals)?,
            (Family::Fan(rules), "draws") => rules.draws = setting.number(most_draws)?,
            (Family::Fan(rules), "take_back") => rules.take_back = setting.word()?,
            _ => unreachable!("{game} lists {name} among its options"),
        }
        Ok(())
    }

    /// Gives the game's own number of redeals, the most that the option takes.
    pub fn most_redeals(&self) -> u8 {
        match self.game.rules().family {
            Family::Fan(rules) => rules.redeals,
            Family::Salic(_) => 0,
        }
    }

    /// Gives the most draws that the option takes: one where cards are built down in suit and redealt.
    pub fn most_draws(&self) -> u8 {
        match self.game.rules().family {
            Family::Fan(FanRules { layout: Layout::AllInRounds { .. }, redeals, .. }) => u8::from(redeals > 0),
            _ => 0,
        }
    }

    /// Sets the options of a preset.
    pub fn apply(&mut self, preset: Preset) {
        let Preset::PySolFc = preset;
        let most_redeals = self.most_redeals();
        let is_salic_law = self.game.rules().may_be_missing() == Some(Rank::QUEEN);
        match &mut self.family {
            Family::Salic(rules) => {
                rules.plays = Plays::Optional;
                rules.bare_base = BareBase::AfterDeal;
                // PySolFC's Salic Law, alone, plays to bare kings during the deal and opens ace piles one a king.
                if is_salic_law {
                    rules.bare_base = BareBase::AnyTime;
                    rules.starter_limit = StarterLimit::Bases;
                }
            }
            Family::Fan(rules) => {
                rules.take_back = true;
                rules.redeals = most_redeals;
                rules.draws = 0;
            }
        }
    }

    /// Gives the same rules over a smaller pack, for exhaustive cross-checks.
    ///
    /// # Errors
    /// A reduction that does not fit the family or leaves no playable pack; the message says what would be right.
    pub fn reduced(&self, reduction: &Reduction) -> Result<Self, RulesError> {
        let bad = |message: &str| Err(RulesError::BadReduction(message.to_owned()));
        let suits = reduction.suits.map_or(self.pack().suits(), usize::from);
        let copies = reduction.copies.map_or(self.pack().copies(), usize::from);
        if !(1..=Suit::COUNT).contains(&suits) || !(1..=8).contains(&copies) || suits * copies > 8 {
            return bad("suits must be 1 to 4, copies 1 to 8, and their product at most 8");
        }
        let mut rules = self.clone();
        rules.reduction = Some(reduction.clone());
        match &mut rules.family {
            Family::Salic(salic) => {
                if reduction.ranks.is_some() || reduction.fans.is_some() {
                    return bad("the Salic family is reduced by suits, copies and rows");
                }
                let rows = match &reduction.rows {
                    None => salic.rows.clone(),
                    Some(rows) => read_rows(rows, salic.base)?,
                };
                *salic = SalicRules {
                    removed: None,
                    starter_limit: salic.starter_limit,
                    bare_base: salic.bare_base,
                    foundations: salic.foundations,
                    builds_down: salic.builds_down,
                    ..SalicRules::new(salic.base, rows, suits, copies, salic.plays)
                };
            }
            Family::Fan(fan) => {
                if reduction.rows.is_some() {
                    return bad("the fan family is reduced by suits, copies, ranks and (Intelligence) fans");
                }
                let ranks = reduction.ranks.map_or(fan.ranks(), usize::from);
                if !(2..=Rank::COUNT).contains(&ranks) {
                    return bad("ranks must be 2 to 13");
                }
                if fan.foundations == FanFoundations::OneEachWay && copies != 2 {
                    return bad("one foundation up and one down in each suit need two copies of each card");
                }
                match (&mut fan.layout, reduction.fans) {
                    (_, None) => {}
                    (Layout::ThreesFromStock { fans }, Some(wanted @ 1..=35)) => *fans = usize::from(wanted),
                    _ => return bad("only Intelligence takes a number of fans, 1 to 35"),
                }
                fan.pack = Pack::new(Rank::all().take(ranks), suits, copies);
            }
        }
        Ok(rules)
    }
}

fn read_rows(rows: &[String], base: Rank) -> Result<ArrayVec<ArrayVec<Rank, { Rank::COUNT }>, 2>, RulesError> {
    let bad = |message: String| Err(RulesError::BadReduction(message));
    if !(1..=2).contains(&rows.len()) || rows.iter().any(String::is_empty) {
        return bad("rows must be one or two words of rank letters, such as 54".to_owned());
    }
    let mut seen = vec![base];
    let mut read = ArrayVec::new();
    for row in rows {
        let mut ranks = ArrayVec::new();
        for letter in row.chars() {
            let Some(rank) = Rank::from_letter(letter) else {
                return bad(format!("{letter:?} in row {row:?} is no rank; ranks are A 2 3 4 5 6 7 8 9 T J Q K"));
            };
            if seen.contains(&rank) {
                return bad(format!("rank {rank} in row {row:?} is the base rank or stands in a row already"));
            }
            seen.push(rank);
            ranks.push(rank);
        }
        read.push(ranks);
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(rules: &Rules) -> String {
        rules.options().iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn options_are_set_by_name() {
        let mut rules = Rules::named("faerie queen").unwrap();
        rules.set("foundations", "in suit").unwrap();
        rules.set("plays", "Forced").unwrap();
        assert_eq!(text(&rules), "plays=forced bare_base=after_deal starter_limit=none foundations=in_suit");
    }

    #[test]
    fn wrong_options_say_what_would_be_right() {
        let mut rules = Rules::named("fan").unwrap();
        let message = rules.set("plays", "forced").unwrap_err().to_string();
        assert_eq!(message, "fan has no option \"plays\"; its options are redeals, take_back");
        let message = rules.set("redeals", "1").unwrap_err().to_string();
        assert_eq!(message, "fan does not take redeals = 1; right would be 0");
    }

    #[test]
    fn the_preset_is_what_pysolfc_plays() {
        let mut rules = Rules::named("salic_law").unwrap();
        rules.apply(Preset::PySolFc);
        assert_eq!(text(&rules), "plays=optional bare_base=any_time starter_limit=bases");
        let mut rules = Rules::named("la_belle_lucie").unwrap();
        rules.apply(Preset::PySolFc);
        assert_eq!(text(&rules), "redeals=2 draws=0 take_back=yes");
    }

    #[test]
    fn packs_can_be_reduced() {
        let reduction = Reduction {
            suits: Some(1),
            copies: Some(4),
            rows: Some(vec!["54".into(), "67".into()]),
            ..Reduction::default()
        };
        let rules = Rules::named("intrigue").unwrap().reduced(&reduction).unwrap();
        assert_eq!(rules.pack().len(), 20);
        let reduction = Reduction { suits: Some(2), ranks: Some(5), fans: Some(4), ..Reduction::default() };
        let rules = Rules::named("intelligence").unwrap().reduced(&reduction).unwrap();
        assert_eq!(rules.pack().len(), 20);
        assert_eq!(text(&rules), "redeals=2 take_back=no suits=2 ranks=5 fans=4");
    }
}
