//! Layouts of the fan family.

use super::{Layout, Source, TopsLine, cards_out, list, piles_text, source_text};
use crate::card::{Card, Rank, Suit};
use crate::deal::{DealError, Shuffles, check_pack};
use crate::fan::{FanLayout, FanPosition, Foundations};
use crate::notation::Faults;
use crate::rules::{FanFoundations, FanRules, Layout as Laid, Rules};
use std::fmt;
use std::sync::Arc;

impl fmt::Display for FanPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules();
        f.write_str(&piles_text(self.fans().iter().map(Vec::as_slice)))?;
        if matches!(rules.layout, Laid::ThreesFromStock { .. }) {
            writeln!(f, "stock: {}", list(&self.stock().collect::<Vec<_>>()))?;
        }
        let mut lines: Vec<_> = lines_of(rules)
            .iter()
            .map(|&line| format!("{}: {}", line.name(), list(&tops(rules, self.foundations(), line))))
            .collect();
        if rules.redeals > 0 {
            lines.push(format!("redeals: {} left", self.redeals_left()));
        }
        if rules.draws > 0 {
            lines.push(format!("draws: {} left", self.draws_left()));
        }
        let used = usize::from(rules.redeals - self.redeals_left());
        let source = source_text(self.shuffles(), used, usize::from(self.redeals_left()), self.values_used());
        lines.extend(source.lines().map(str::to_owned));
        f.write_str(&lines.join("\n"))
    }
}

/// Gives the lines that say what the foundations of a game show.
fn lines_of(rules: &FanRules) -> &'static [TopsLine] {
    match rules.foundations {
        FanFoundations::Ascending => &[TopsLine::Foundations],
        FanFoundations::OneEachWay => &[TopsLine::Up, TopsLine::Down],
    }
}

/// Lists what the non-empty foundations of one line show: suit by suit, furthest along first.
fn tops(rules: &FanRules, foundations: &Foundations, line: TopsLine) -> Vec<String> {
    let highest = rules.ranks() as u8;
    let top = |suit: Suit, height: u8| Card::new(Rank::new(height - 1), suit).to_string();
    Suit::all()
        .take(rules.pack.suits())
        .flat_map(|suit| {
            let heights = foundations.heights(suit);
            let piles = match line {
                TopsLine::Foundations => heights.iter().filter(|&&height| height > 0).copied().collect(),
                TopsLine::Up => heights[..1].iter().filter(|&&height| height > 0).copied().collect(),
                TopsLine::Down => {
                    heights[1..].iter().filter(|&&height| height > 0).map(|height| highest - height + 1).collect()
                }
            };
            let piles: Vec<u8> = piles;
            piles.into_iter().map(move |height| top(suit, height))
        })
        .collect()
}

/// Makes a position of a layout; `shuffles` is where its redeals take their order from.
///
/// A layout without a line `redeals` has all of them left when their order is known, and none otherwise.
///
/// # Errors
/// Names every fault: cards that the pack does not hold, foundations that cannot be, redeals without an order.
pub fn read_fan(
    rules: &Rules,
    fan: &Arc<FanRules>,
    layout: &Layout,
    shuffles: Shuffles,
) -> Result<FanPosition, DealError> {
    let mut faults = Faults::default();
    check_fans(fan, layout, &mut faults);
    let out = cards_out(fan.pack, layout.piles.iter().flatten().chain(&layout.stock), &mut faults);
    let heights = heights(fan, layout, &out, &mut faults);
    let redeals_left = layout.redeals.unwrap_or(if shuffles == Shuffles::Unknown { 0 } else { fan.redeals });
    let draws_left = layout.draws.unwrap_or(fan.draws);
    for (what, left, most) in [("redeals", redeals_left, fan.redeals), ("draws", draws_left, fan.draws)] {
        if left > most {
            faults.push(format!("{what}: {left} left, but the rules in force have {most}"));
        }
    }
    let values_used = match &layout.source {
        Some(Source::PySolFc { values_used, .. }) => *values_used,
        _ => 0,
    };
    if faults.is_empty() {
        let cards = layout.piles.iter().map(Vec::len).sum::<usize>() + layout.stock.len();
        check_shuffles(rules, fan.redeals, redeals_left, &shuffles, values_used, cards, &mut faults);
    }
    if !faults.is_empty() {
        return Err(DealError { faults: faults.headed("this is no layout of the game:"), unreadable: false });
    }
    let mut fans = layout.piles.clone();
    fans.resize(fan.fans(), Vec::new());
    let layout = FanLayout {
        fans,
        stock: layout.stock.clone(),
        foundations: Foundations::with_heights(fan, &heights),
        redeals_left,
        draws_left,
        values_used,
    };
    Ok(FanPosition::from_layout(Arc::clone(fan), layout, shuffles))
}

fn check_fans(rules: &FanRules, layout: &Layout, faults: &mut Faults) {
    if layout.piles.len() > rules.fans() {
        faults.push(format!("{} fans, but the game has {}", layout.piles.len(), rules.fans()));
    }
    let has_stock = matches!(rules.layout, Laid::ThreesFromStock { .. });
    if !has_stock && !layout.stock.is_empty() {
        faults.push("this game has no stock".to_owned());
    }
    for number in 1..=rules.fans() {
        let fan = layout.piles.get(number - 1).map_or(&[][..], Vec::as_slice);
        if fan.is_empty() && !layout.stock.is_empty() && has_stock {
            faults.push(format!("fan {number} is empty while the stock has cards, which refill it at once"));
        }
        if rules.fan_limit.is_some_and(|most| fan.len() > most) {
            faults.push(format!(
                "fan {number} holds {} cards; the game allows {}",
                fan.len(),
                rules.fan_limit.unwrap_or(0)
            ));
        }
        if let Some(ace) = fan.iter().find(|card| rules.aces_first && card.rank() == Rank::ACE) {
            faults.push(format!("fan {number} holds {ace}; in this game aces are out from the start and stay there"));
        }
    }
}

/// Finds the heights of the foundations from the cards that are not on the table.
fn heights(rules: &FanRules, layout: &Layout, out: &[u8; Card::COUNT], faults: &mut Faults) -> Vec<Vec<u8>> {
    for line in [TopsLine::Foundations, TopsLine::Up, TopsLine::Down] {
        if layout.tops(line).is_some() && !lines_of(rules).contains(&line) {
            let right: Vec<_> = lines_of(rules).iter().map(|line| line.name()).collect();
            faults.push(format!("{}: this game writes its foundations as {}", line.name(), right.join(" and ")));
        }
    }
    let suits = Suit::all().take(rules.pack.suits());
    let counts = |suit| Rank::all().take(rules.ranks()).map(move |rank| out[Card::new(rank, suit).index()]);
    let heights: Vec<Vec<u8>> = match rules.foundations {
        FanFoundations::Ascending => suits
            .map(|suit| {
                let counts: Vec<_> = counts(suit).collect();
                for (rank, pair) in counts.windows(2).enumerate().filter(|(_, pair)| pair[1] > pair[0]) {
                    let (below, above) =
                        (Card::new(Rank::new(rank as u8), suit), Card::new(Rank::new(rank as u8 + 1), suit));
                    faults.push(format!(
                        "not on the table: {} of {above} but only {} of {below}, on which they would lie",
                        pair[1], pair[0]
                    ));
                }
                (0..rules.pack.copies() as u8)
                    .map(|pile| counts.iter().take_while(|&&count| count > pile).count() as u8)
                    .collect()
            })
            .collect(),
        FanFoundations::OneEachWay => {
            suits.map(|suit| both_ways(rules, layout, suit, &counts(suit).collect::<Vec<_>>(), faults)).collect()
        }
    };
    if faults.is_empty() {
        let foundations = Foundations::with_heights(rules, &heights);
        for &line in lines_of(rules) {
            layout.check_tops(line, &tops(rules, &foundations, line), faults);
        }
    }
    heights
}

/// Finds how far one suit's foundations up and down have come; the lines `up` and `down` settle what is not clear.
fn both_ways(rules: &FanRules, layout: &Layout, suit: Suit, counts: &[u8], faults: &mut Faults) -> Vec<u8> {
    let ranks = rules.ranks();
    let fits = |up: usize, down: usize| {
        (0..ranks).all(|rank| usize::from(counts[rank]) == usize::from(rank < up) + usize::from(rank >= ranks - down))
    };
    let shown = |line| {
        let words = layout.tops(line).unwrap_or_default();
        let cards = words.iter().filter_map(|word| Card::from_text(word));
        cards.filter(|card| card.suit() == suit).map(|card| card.rank().index()).next()
    };
    let told = (layout.tops(TopsLine::Up).is_some() || layout.tops(TopsLine::Down).is_some()).then(|| {
        (
            shown(TopsLine::Up).map_or(0, |rank| rank + 1),
            shown(TopsLine::Down).map_or(0, |rank| ranks.saturating_sub(rank)),
        )
    });
    let pairs = (0..=ranks).flat_map(|up| (0..=ranks).map(move |down| (up, down)));
    let possible: Vec<_> = pairs.filter(|&(up, down)| fits(up, down)).collect();
    match (told, possible.as_slice()) {
        (_, []) => faults.push(format!("the cards of {suit} that are not on the table make no foundation up and down")),
        (Some(told), _) if possible.contains(&told) => return vec![told.0 as u8, told.1 as u8],
        (_, &[(up, down)]) => return vec![up as u8, down as u8],
        (None, _) => {
            faults.push(format!("the foundations of {suit} could lie in several ways: add the lines up and down"));
        }
        (Some(_), _) => {
            faults.push(format!("the lines up and down do not fit the cards of {suit} that are not on the table"));
        }
    }
    vec![0, 0]
}

fn check_shuffles(
    rules: &Rules,
    redeals: u8,
    left: u8,
    shuffles: &Shuffles,
    values_used: usize,
    cards: usize,
    faults: &mut Faults,
) {
    match shuffles {
        _ if left == 0 => {}
        Shuffles::Seed(_) => {}
        Shuffles::Unknown => faults.push(format!(
            "redeals: {left} left, but their order is not known: add a line `shuffles` or lines `order K`, or set redeals = 0"
        )),
        Shuffles::Orders(orders) => {
            for number in usize::from(redeals - left) + 1..=usize::from(redeals) {
                let mut own = Faults::default();
                check_pack(rules, orders.get(number - 1).map_or(&[][..], Vec::as_slice), &mut own);
                for fault in own {
                    faults.push(format!("order {number}: {fault}"));
                }
            }
        }
        Shuffles::PySolFc { values, .. } => {
            let needed = values_used.saturating_add(usize::from(left) * cards.saturating_sub(1));
            if needed > values.values.len() {
                faults.push(format!("shuffles: +{values_used} is more than the redeals of this game can have used"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any_position::AnyPosition;
    use crate::deal::Deal;
    use crate::moves::Move;
    use crate::position::Position;
    use crate::shuffle::SplitMix64;

    /// Plays at random and reads every layout back.
    fn random_play_reads_back(game: &str, options: &[(&str, &str)], seed: u64) {
        let mut rules = Rules::named(game).unwrap();
        for (name, value) in options {
            rules.set(name, value).unwrap();
        }
        let rules = Arc::new(rules);
        let mut position = AnyPosition::of(&Deal::from_seed(Arc::clone(&rules), seed));
        let mut generator = SplitMix64::new(seed);
        for _ in 0..150 {
            let text = position.to_string();
            let layout = Layout::from_text(&text).unwrap();
            let again = AnyPosition::read(&rules, &layout, Shuffles::Seed(seed)).unwrap();
            assert_eq!(again.to_string(), text);
            assert_eq!(again.legal_moves(), position.legal_moves(), "{text}");
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // A redeal is always offered; it should not be taken at every turn.
            let play = moves[generator.below(moves.len() as u64) as usize];
            if play != Move::Redeal || generator.below(20) == 0 {
                position.play(play).unwrap();
            }
        }
    }

    #[test]
    fn layouts_read_back_all_through_a_game() {
        for game in crate::rules::GAMES.iter().filter(|game| game.rules().most_redeals() > 0) {
            random_play_reads_back(game.name, &[("take_back", "yes")], 3);
        }
        for game in ["fan", "house_in_the_wood", "house_on_the_hill", "shamrocks"] {
            random_play_reads_back(game, &[], 4);
        }
        random_play_reads_back("la_belle_lucie", &[("draws", "1")], 5);
    }

    fn read(game: &str, text: &str) -> Result<AnyPosition, DealError> {
        let mut rules = Rules::named(game).unwrap();
        rules.set("redeals", "0").unwrap();
        AnyPosition::read(&Arc::new(rules), &Layout::from_text(text)?, Shuffles::Unknown)
    }

    #[test]
    fn foundations_follow_from_the_table_except_on_the_hill() {
        let position = read("fan", "1: KC QC").unwrap();
        assert!(position.to_string().ends_with("foundations: JC KS KH KD"), "{position}");
        // One of each club is out: up, down or met in the middle.
        let clubs = "1: AC 2C 3C 4C 5C 6C 7C\n2: 8C 9C TC JC QC KC";
        let message = read("house_on_the_hill", clubs).unwrap_err().to_string();
        assert!(message.contains("the foundations of C could lie in several ways"), "{message}");
        let told = format!("{clubs}\nup: 7C KS KH KD\ndown: 8C AS AH AD");
        assert!(read("house_on_the_hill", &told).unwrap().to_string().ends_with("up: 7C KS KH KD\ndown: 8C AS AH AD"));
    }

    #[test]
    fn impossible_layouts_are_refused() {
        for (game, text, part) in [
            ("fan", "1: AC", "1 of 2C but only 0 of AC"),
            ("trefoil", "1: AC KC", "aces are out from the start"),
            ("shamrocks", "1: KC QC JC TC", "holds 4 cards; the game allows 3"),
            ("intelligence", "1: KC\nstock: QC", "fan 2 is empty while the stock has cards"),
            ("fan", "1: KC\nstock: QC", "this game has no stock"),
            ("fan", "1: KC\nredeals: 1 left", "redeals: 1 left, but the rules in force have 0"),
        ] {
            let message = read(game, text).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
    }
}
