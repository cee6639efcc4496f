//! Layouts of the Salic family.

use super::{Layout, TopsLine, cards_out, list, piles_text};
use crate::card::{Card, Rank, Suit};
use crate::deal::DealError;
use crate::notation::Faults;
use crate::rules::{SalicFoundations, SalicRules, StarterLimit};
use crate::salic::SalicPosition;
use std::fmt;
use std::sync::Arc;

impl fmt::Display for SalicPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stock: Vec<_> = self.stock().collect();
        let out = std::array::from_fn(|index| self.out(Card::from_index(index as u8)) as u8);
        f.write_str(&piles_text(self.columns().iter().map(Vec::as_slice)))?;
        writeln!(f, "stock: {}", list(&stock))?;
        write!(f, "foundations: {}", list(&tops(self.rules(), &out)))
    }
}

/// Makes a position of a layout.
///
/// # Errors
/// Names every fault: columns without a base, cards that the pack does not hold, foundations that cannot be.
pub fn read_salic(rules: &Arc<SalicRules>, layout: &Layout) -> Result<SalicPosition, DealError> {
    let mut faults = Faults::default();
    check_columns(rules, layout, &mut faults);
    let out = cards_out(rules.pack, layout.piles.iter().flatten().chain(&layout.stock), &mut faults);
    check_foundations(rules, layout, &out, &mut faults);
    for line in [TopsLine::Up, TopsLine::Down] {
        if layout.tops(line).is_some() {
            faults.push(format!("{}: this game has one line, `foundations`", line.name()));
        }
    }
    if layout.redeals.is_some() || layout.draws.is_some() || layout.source.is_some() {
        faults.push("this game has no redeals and no draws".to_owned());
    }
    if faults.is_empty() {
        Ok(SalicPosition::from_columns(Arc::clone(rules), layout.piles.clone(), &layout.stock))
    } else {
        Err(DealError { faults: faults.headed("this is no layout of the game:"), unreadable: false })
    }
}

fn check_columns(rules: &SalicRules, layout: &Layout, faults: &mut Faults) {
    if layout.piles.is_empty() {
        faults.push(format!("there is no column; a layout has at least one, with its base {}", rules.base));
    }
    for (index, column) in layout.piles.iter().enumerate() {
        let is_base = |card: &Card| card.rank() == rules.base;
        if !column.first().is_some_and(is_base) {
            faults.push(format!("column {} does not begin with a base {}", index + 1, rules.base));
        }
        for card in column.iter().skip(1).filter(|card| is_base(card)) {
            faults.push(format!("column {} holds the base {card} above its bottom", index + 1));
        }
    }
}

fn check_foundations(rules: &SalicRules, layout: &Layout, out: &[u8; Card::COUNT], faults: &mut Faults) {
    let bases_missing: Vec<_> = Card::all().filter(|card| card.rank() == rules.base && out[card.index()] > 0).collect();
    if !bases_missing.is_empty() {
        faults.push(format!("bases neither in a column nor in the stock: {}", list(&bases_missing)));
    }
    for (rank, previous) in rules.rows.iter().flat_map(|row| row.iter().skip(1).zip(row)) {
        for suits in groups(rules) {
            let (have, below) = (count(out, *rank, suits), count(out, *previous, suits));
            if have > below {
                let suit = if suits.len() == 1 { suits[0].to_string() } else { String::new() };
                faults.push(format!(
                    "not on the table: {have} of {rank}{suit} but only {below} of {previous}{suit}, on which they would lie"
                ));
            }
        }
    }
    for starter in rules.rows.iter().map(|row| row[0]) {
        let suits: Vec<_> = Suit::all().collect();
        let groups: Vec<&[Suit]> = match rules.starter_limit {
            StarterLimit::None => Vec::new(),
            StarterLimit::Bases => vec![&suits],
            StarterLimit::Suit => suits.chunks(1).collect(),
        };
        for group in groups {
            let bases = layout
                .piles
                .iter()
                .filter(|column| column.first().is_some_and(|base| group.contains(&base.suit())))
                .count();
            let have = count(out, starter, group);
            if have > bases {
                let suit = if group.len() == 1 { group[0].to_string() } else { String::new() };
                faults.push(format!(
                    "not on the table: {have} of {starter}{suit}, more than the bases {}{suit} dealt ({bases}) allow",
                    rules.base
                ));
            }
        }
    }
    if faults.is_empty() {
        layout.check_tops(TopsLine::Foundations, &tops(rules, out), faults);
    }
}

/// Gives the suits that share foundations: all together, or each alone.
fn groups(rules: &SalicRules) -> Vec<&'static [Suit]> {
    const SUITS: [Suit; 4] = [Suit::new(0), Suit::new(1), Suit::new(2), Suit::new(3)];
    match rules.foundations {
        SalicFoundations::AnySuit => vec![&SUITS],
        SalicFoundations::InSuit => SUITS.chunks(1).collect(),
    }
}

fn count(out: &[u8; Card::COUNT], rank: Rank, suits: &[Suit]) -> usize {
    suits.iter().map(|&suit| usize::from(out[Card::new(rank, suit).index()])).sum()
}

/// Lists what the non-empty foundations show: row by row (in suit: suit by suit), furthest along first.
fn tops(rules: &SalicRules, out: &[u8; Card::COUNT]) -> Vec<String> {
    let mut tops = Vec::new();
    for suits in groups(rules) {
        for row in &rules.rows {
            for (place, &rank) in row.iter().enumerate().rev() {
                let beyond = row.get(place + 1).map_or(0, |&next| count(out, next, suits));
                let showing = count(out, rank, suits).saturating_sub(beyond);
                let text = match rules.foundations {
                    SalicFoundations::AnySuit => rank.to_string(),
                    SalicFoundations::InSuit => Card::new(rank, suits[0]).to_string(),
                };
                tops.extend(std::iter::repeat_n(text, showing));
            }
        }
    }
    tops
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Move;
    use crate::position::Position;
    use crate::rules::{Family, Rules};

    fn rules(game: &str) -> Arc<SalicRules> {
        let Family::Salic(rules) = Rules::named(game).unwrap().family else { panic!("{game} is of the Salic family") };
        Arc::new(rules)
    }

    fn read(game: &str, text: &str) -> Result<SalicPosition, DealError> {
        read_salic(&rules(game), &Layout::from_text(text)?)
    }

    #[test]
    fn a_game_in_the_middle_of_the_deal_reads_back() {
        let pack: Vec<_> = rules("glencoe").pack.cards().collect();
        let mut position = SalicPosition::new(rules("glencoe"), &pack);
        for _ in 0..90 {
            let play = *position.legal_moves().iter().find(|&&play| play != Move::Deal).unwrap_or(&Move::Deal);
            position.play(play).unwrap();
            let again = read("glencoe", &position.to_string()).unwrap();
            assert_eq!(again, position);
        }
        assert!(position.to_string().contains("foundations: "), "{position}");
    }

    #[test]
    fn a_layout_may_leave_out_what_follows() {
        let text = "2: QH AC\n1: QS # the first base\n";
        let all = "1: QS\n2: QH AC\nstock: -\n";
        // Only the last ace is left to play, so all other bases must be there too.
        let message = read("intrigue", text).unwrap_err().to_string();
        assert!(message.contains("bases neither in a column nor in the stock: QC QS QH QD"), "{message}");
        assert_eq!(read("intrigue", text), read("intrigue", all));
    }

    #[test]
    fn every_fault_of_a_layout_is_named() {
        let message = read("intrigue", "1: QS 1H\nheap: 3C\n3: QD").unwrap_err().to_string();
        for part in ["line 1, column 7: \"1H\"", "line 2: unknown label \"heap\"", "pile 3 stands where pile 2"] {
            assert!(message.contains(part), "{message}");
        }
        let message = read("salic_law", "1: KS 2H QC\n2: 3H\nfoundations: J").unwrap_err().to_string();
        for part in ["column 2 does not begin with a base K", "more often on the table than in the pack: QC"] {
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn foundations_that_cannot_be_are_refused() {
        let columns = "1: QC 5C 5C 5S 5S 5H 5H 5D 5D\n2: QC\n3: QS\n4: QS\n5: QH\n6: QH\n7: QD\n8: QD\n";
        let message = read("intrigue", columns).unwrap_err().to_string();
        assert!(message.contains("8 of 4 but only 0 of 5"), "{message}");
        let message = read("laggard_lady", "1: QS\nstock: QC QC QS QH QH QD QD 5S").unwrap_err().to_string();
        assert!(message.contains("7 of 5, more than the bases Q dealt (1) allow"), "{message}");
    }
}
