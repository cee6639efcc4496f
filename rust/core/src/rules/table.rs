//! The table of games, and finding one by name.

use super::{
    BareBase, Build, Family, FanFoundations, FanRules, Layout, Plays, Rules, RulesError, SalicFoundations, SalicRules,
    StarterLimit,
};
use crate::card::{Pack, Rank};

/// One entry of the table of games.
#[derive(Debug)]
pub struct Game {
    /// The name by which programs know the game.
    pub name: &'static str,
    /// The name by which people know it.
    pub title: &'static str,
    /// Other names, and names with options built in.
    pub aliases: &'static [&'static str],
    family: fn() -> Family,
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Game {}

impl std::hash::Hash for Game {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// Every game, the Salic family first.
pub static GAMES: [Game; 13] = [
    Game { name: "intrigue", title: "Intrigue", aliases: &["intryga"], family: || queens(StarterLimit::None) },
    Game { name: "laggard_lady", title: "Laggard Lady", aliases: &[], family: || queens(StarterLimit::Bases) },
    Game { name: "glencoe", title: "Glencoe", aliases: &[], family: || queens(StarterLimit::Suit) },
    Game {
        name: "salic_law",
        title: "Salic Law",
        aliases: &[],
        family: || {
            Family::Salic(SalicRules {
                removed: Some(Rank::QUEEN),
                ..salic(Rank::KING, &["A23456789TJ"], Plays::Optional)
            })
        },
    },
    Game {
        name: "faerie_queen",
        title: "Faerie Queen",
        aliases: &["fairie queen", "fairy queen"],
        family: || {
            Family::Salic(SalicRules { builds_down: true, ..salic(Rank::KING, &["A23456789TJQ"], Plays::Optional) })
        },
    },
    Game { name: "intelligence", title: "Intelligence", aliases: &[], family: || Family::Fan(intelligence(18)) },
    Game {
        name: "intelligence_19",
        title: "Intelligence with 19 fans",
        aliases: &["intelligence +", "intelligence plus", "intelligence19"],
        family: || Family::Fan(intelligence(19)),
    },
    Game {
        name: "la_belle_lucie",
        title: "La Belle Lucie",
        aliases: &["three_shuffles_and_a_draw"],
        family: || Family::Fan(FanRules { redeals: 2, ..fans(1, Build::DownInSuit) }),
    },
    Game {
        name: "trefoil",
        title: "Trefoil",
        aliases: &[],
        family: || Family::Fan(FanRules { redeals: 2, aces_first: true, ..fans(1, Build::DownInSuit) }),
    },
    Game {
        name: "fan",
        title: "Fan",
        aliases: &[],
        family: || {
            Family::Fan(FanRules {
                layout: Layout::AllInRounds { empty_takes_king: true },
                ..fans(1, Build::DownInSuit)
            })
        },
    },
    Game {
        name: "house_in_the_wood",
        title: "House in the Wood",
        aliases: &["house in the woods", "double fan"],
        family: || Family::Fan(fans(2, Build::UpOrDownInSuit)),
    },
    Game {
        name: "house_on_the_hill",
        title: "House on the Hill",
        aliases: &[],
        family: || Family::Fan(FanRules { foundations: FanFoundations::OneEachWay, ..fans(2, Build::UpOrDownInSuit) }),
    },
    Game {
        name: "shamrocks",
        title: "Shamrocks",
        aliases: &[],
        family: || Family::Fan(FanRules { fan_limit: Some(3), ..fans(1, Build::UpOrDownAnySuit) }),
    },
];

fn salic(base: Rank, rows: &[&str], plays: Plays) -> SalicRules {
    let rows = rows.iter().map(|row| row.chars().map(|letter| Rank::from_letter(letter).unwrap()).collect()).collect();
    SalicRules::new(base, rows, 4, 2, plays)
}

impl SalicRules {
    pub(super) fn new(
        base: Rank,
        rows: arrayvec::ArrayVec<arrayvec::ArrayVec<Rank, { Rank::COUNT }>, 2>,
        suits: usize,
        copies: usize,
        plays: Plays,
    ) -> Self {
        Self {
            pack: Pack::new(rows.iter().flatten().copied().chain([base]), suits, copies),
            base,
            rows,
            removed: None,
            starter_limit: StarterLimit::None,
            plays,
            bare_base: BareBase::AfterDeal,
            foundations: SalicFoundations::AnySuit,
            builds_down: false,
        }
    }
}

/// The three games with queens as bases, which differ in their starter limit alone.
fn queens(starter_limit: StarterLimit) -> Family {
    Family::Salic(SalicRules { starter_limit, ..salic(Rank::QUEEN, &["5432AK", "6789TJ"], Plays::Forced) })
}

fn fans(packs: usize, build: Build) -> FanRules {
    FanRules {
        pack: Pack::new(Rank::all(), 4, packs),
        layout: Layout::AllInRounds { empty_takes_king: false },
        build,
        fan_limit: None,
        foundations: FanFoundations::Ascending,
        aces_first: false,
        redeals: 0,
        draws: 0,
        take_back: false,
    }
}

fn intelligence(count: usize) -> FanRules {
    FanRules { layout: Layout::ThreesFromStock { fans: count }, redeals: 2, ..fans(2, Build::UpOrDownInSuit) }
}

/// Brings a name to the form in which names are compared.
fn folded(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '-'], "_")
}

impl Game {
    /// Gives the rules of the game with its default options.
    pub fn rules(&'static self) -> Rules {
        Rules { game: self, reduction: None, family: (self.family)() }
    }
}

impl Rules {
    /// Finds the rules of a game by any of its names, forgiving case, spaces, `-` and `_`.
    ///
    /// # Errors
    /// An unknown name gives the nearest known ones.
    pub fn named(name: &str) -> Result<Self, RulesError> {
        let wanted = folded(name);
        let game = GAMES.iter().find(|game| {
            game.name == wanted
                || folded(game.title) == wanted
                || game.aliases.iter().any(|alias| folded(alias) == wanted)
        });
        let Some(game) = game else {
            return Err(RulesError::UnknownGame { name: name.to_owned(), nearest: nearest(&wanted) });
        };
        let mut rules = game.rules();
        if wanted == "three_shuffles_and_a_draw" {
            rules.set("draws", "1")?;
        }
        Ok(rules)
    }
}

fn nearest(wanted: &str) -> Vec<&'static str> {
    let mut names: Vec<_> = GAMES
        .iter()
        .map(|game| {
            let known = game.aliases.iter().copied().chain([game.name]);
            let likeness = known.map(|name| strsim::jaro_winkler(wanted, &folded(name))).fold(0.0, f64::max);
            (likeness, game.name)
        })
        .collect();
    names.sort_by(|a, b| b.0.total_cmp(&a.0));
    names.into_iter().take(3).map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_any_of_their_names() {
        for (name, game) in [
            ("Laggard Lady", "laggard_lady"),
            ("laggard-lady", "laggard_lady"),
            ("Intryga", "intrigue"),
            ("Fairie Queen", "faerie_queen"),
            ("Double Fan", "house_in_the_wood"),
            ("Intelligence +", "intelligence_19"),
            ("Intelligence 19", "intelligence_19"),
            ("three shuffles and a draw", "la_belle_lucie"),
        ] {
            assert_eq!(Rules::named(name).unwrap().game().name, game);
        }
    }

    #[test]
    fn an_unknown_name_gets_the_nearest_ones() {
        let message = Rules::named("intrige").unwrap_err().to_string();
        assert!(message.contains("intrigue"), "{message}");
    }

    #[test]
    fn packs_have_their_published_sizes() {
        let sizes: Vec<_> = GAMES.iter().map(|game| game.rules().pack().len()).collect();
        assert_eq!(sizes, [104, 104, 104, 96, 104, 104, 104, 52, 52, 52, 104, 104, 52]);
    }
}
