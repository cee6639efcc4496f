//! Deals: the cards in dealing order, checked against the pack, and where redeals take their order from.

use crate::card::{Card, Rank};
use crate::notation::{self, Faults};
use crate::rules::{Family, Rules};
use crate::shuffle::{self, RawValues, SplitMix64};
use std::fmt;
use std::sync::Arc;

/// A deal: the rules, the cards in dealing order, and the order of the redeals.
///
/// Two deals are equal when rules, cards and redeals are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    rules: Arc<Rules>,
    cards: Vec<Card>,
    shuffles: Shuffles,
    number: Option<Number>,
}

/// The number that a deal was made from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// A native seed.
    Seed(u64),
    /// A number of PySolFC, as it writes it.
    PySolFc(String),
}

/// Where redeals take their order from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shuffles {
    /// Nowhere: the deal cannot be redealt.
    Unknown,
    /// A native seed: redeal k depends only on which cards are left, the seed and k.
    Seed(u64),
    /// Own orders, each a full order of the pack, of which the cards left are taken.
    Orders(Vec<Vec<Card>>),
    /// The values of PySolFC's generator after the first shuffle: a redeal also depends on how the cards lie.
    PySolFc {
        /// The number of the deal.
        number: String,
        /// The values, in order of use.
        values: Arc<RawValues>,
    },
}

impl Shuffles {
    /// Gives the dealing order of redeal `number` (counted from 1) of the cards left, as they are gathered.
    ///
    /// `values_used` counts the generator values that earlier redeals took; a redeal of n cards takes n − 1.
    /// Source: rules.md, sections 3.4 and 4.
    ///
    /// # Panics
    /// When the shuffles are unknown or too few; a deal or layout checks this before it allows redeals.
    pub fn redeal(&self, number: usize, gathered: &[Card], values_used: usize) -> Vec<Card> {
        let mut cards = gathered.to_vec();
        match self {
            Self::Unknown => unreachable!("redeals of a deal without shuffles are refused at the door"),
            Self::Seed(seed) => {
                cards.sort_unstable();
                SplitMix64::for_redeal(*seed, number).shuffle(&mut cards);
            }
            Self::Orders(orders) => {
                let mut left = [0u8; Card::COUNT];
                for card in gathered {
                    left[card.index()] += 1;
                }
                let mut take = |card: &Card| {
                    left[card.index()] > 0 && {
                        left[card.index()] -= 1;
                        true
                    }
                };
                cards = orders[number - 1].iter().copied().filter(|card| take(card)).collect();
            }
            Self::PySolFc { values, .. } => {
                values.shuffle(&mut cards, values_used);
                cards.reverse();
            }
        }
        cards
    }
}

/// Why cards are not a deal of the game: every fault at once.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{faults}")]
pub struct DealError {
    /// The faults, one a line.
    pub faults: Faults,
    /// Whether some word could not be read as a card.
    pub unreadable: bool,
}

impl Deal {
    /// Makes the deal of a native seed (rules.md, section 4).
    pub fn from_seed(rules: Arc<Rules>, seed: u64) -> Self {
        let mut cards = shuffle::full_pack(&rules);
        SplitMix64::new(seed).shuffle(&mut cards);
        Self { cards: kept(&rules, cards), rules, shuffles: Shuffles::Seed(seed), number: Some(Number::Seed(seed)) }
    }

    /// Makes a deal of cards in dealing order.
    ///
    /// # Errors
    /// Names every missing and surplus card; redeals in force whose order is not known.
    pub fn new(rules: Arc<Rules>, cards: &[Card], shuffles: Shuffles) -> Result<Self, DealError> {
        let mut faults = Faults::default();
        check_pack(&rules, cards, &mut faults);
        check_shuffles(&rules, &shuffles, &mut faults);
        if faults.is_empty() {
            Ok(Self { cards: kept(&rules, cards.to_vec()), rules, shuffles, number: None })
        } else {
            Err(DealError { faults: faults.headed(&not_a_deal(&rules)), unreadable: false })
        }
    }

    /// Makes the deal of a PySolFC number from PySolFC's dealing order.
    ///
    /// # Errors
    /// As for [`Deal::new`].
    pub fn from_pysolfc(
        rules: Arc<Rules>,
        number: String,
        cards: &[Card],
        values: Arc<RawValues>,
    ) -> Result<Self, DealError> {
        let deal = Self::new(rules, cards, Shuffles::PySolFc { number: number.clone(), values })?;
        Ok(Self { number: Some(Number::PySolFc(number)), ..deal })
    }

    /// Reads cards in dealing order, separated by spaces, commas or line breaks.
    ///
    /// # Errors
    /// Names every word that is no card, with line and column, and every missing and surplus card.
    pub fn from_text(rules: Arc<Rules>, text: &str, shuffles: Shuffles) -> Result<Self, DealError> {
        let mut faults = Faults::default();
        let cards = notation::read_cards(text, &mut faults);
        if faults.is_empty() {
            return Self::new(rules, &cards, shuffles);
        }
        check_pack(&rules, &cards, &mut faults);
        check_shuffles(&rules, &shuffles, &mut faults);
        Err(DealError { faults: faults.headed(&not_a_deal(&rules)), unreadable: true })
    }

    /// Gives the rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Gives the cards in dealing order.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Gives where redeals take their order from.
    pub fn shuffles(&self) -> &Shuffles {
        &self.shuffles
    }

    /// Gives the number that the deal was made from.
    pub fn number(&self) -> Option<&Number> {
        self.number.as_ref()
    }

    /// Gives the name under which the deal can be made again: `intrigue#42` or `pysolfc:12345`.
    pub fn id(&self) -> Option<String> {
        Some(match self.number.as_ref()? {
            Number::Seed(seed) => format!("{}#{seed}", self.rules.game().name),
            Number::PySolFc(number) => format!("pysolfc:{number}"),
        })
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::cards_text(&self.cards))
    }
}

/// Takes out the rank that leaves the dealing order before play in Salic Law, so that both ways to write a deal are one.
fn kept(rules: &Rules, mut cards: Vec<Card>) -> Vec<Card> {
    if let Family::Salic(salic) = &rules.family {
        cards.retain(|card| Some(card.rank()) != salic.removed);
    }
    cards
}

fn not_a_deal(rules: &Rules) -> String {
    let all = shuffle::full_pack(rules).len();
    match rules.may_be_missing() {
        None => format!("this is no deal of {}, which takes {all} cards:", rules.game().name),
        Some(rank) => {
            let fewer = all - rules.pack().cards_of_a_rank();
            format!(
                "this is no deal of {}, which takes {all} cards, or {fewer} without those of rank {rank}:",
                rules.game().name
            )
        }
    }
}

/// Kinds of missing or surplus cards that are written out; the rest is counted.
const KINDS_SHOWN: usize = 26;

/// Counts cards against the pack, the rank that may be missing left out or there in full.
pub(crate) fn check_pack(rules: &Rules, cards: &[Card], faults: &mut Faults) {
    let mut count = [0usize; Card::COUNT];
    for card in cards {
        count[card.index()] += 1;
    }
    let pack = rules.pack();
    let optional = rules.may_be_missing();
    let none_of = |rank: Rank| cards.iter().all(|card| card.rank() != rank);
    let wanted = |card: Card| match optional {
        Some(rank) if card.rank() == rank && none_of(rank) => 0,
        Some(rank) if card.rank() == rank && card.suit().index() < pack.suits() => pack.copies(),
        _ => pack.copies_of(card),
    };
    let times = |card: Card, number: usize| if number == 1 { card.to_string() } else { format!("{card} ×{number}") };
    let list = |missing: bool| {
        let difference = |card: Card| {
            let (have, want) = (count[card.index()], wanted(card));
            if missing { want.saturating_sub(have) } else { have.saturating_sub(want) }
        };
        let cards = Card::all().filter(|&card| difference(card) > 0);
        let mut texts: Vec<_> = cards.map(|card| times(card, difference(card))).collect();
        let more = texts.len().saturating_sub(KINDS_SHOWN);
        if more > 0 {
            texts.truncate(KINDS_SHOWN);
            texts.push(format!("and {more} other cards"));
        }
        texts
    };
    let (missing, surplus) = (list(true), list(false));
    if cards.is_empty() {
        if faults.is_empty() {
            faults.push("no cards are given".to_owned());
        }
        return;
    }
    if !missing.is_empty() {
        faults.push(format!("missing: {}", missing.join(" ")));
    }
    if !surplus.is_empty() {
        faults.push(format!("surplus: {}", surplus.join(" ")));
    }
    if missing.len() + surplus.len() > 0 {
        faults.push(format!("cards given: {}", cards.len()));
    }
}

/// Checks that the redeals in force have an order.
fn check_shuffles(rules: &Rules, shuffles: &Shuffles, faults: &mut Faults) {
    let Family::Fan(fan) = &rules.family else { return };
    match shuffles {
        Shuffles::Unknown if fan.redeals > 0 => faults.push(format!(
            "redeals = {} needs the order of each redeal: give redeal_orders, or set redeals = 0",
            fan.redeals
        )),
        Shuffles::Orders(orders) => {
            if orders.len() < usize::from(fan.redeals) {
                faults.push(format!("redeals = {} needs as many orders; given: {}", fan.redeals, orders.len()));
            }
            for (index, order) in orders.iter().enumerate() {
                let mut own = Faults::default();
                check_pack(rules, order, &mut own);
                for fault in own {
                    faults.push(format!("order of redeal {}: {fault}", index + 1));
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(name: &str) -> Arc<Rules> {
        Arc::new(Rules::named(name).unwrap())
    }

    fn refusal(game: &str, text: &str) -> String {
        Deal::from_text(rules(game), text, Shuffles::Unknown).unwrap_err().to_string()
    }

    #[test]
    fn a_deal_reads_back_from_its_text() {
        for game in &crate::rules::GAMES {
            let deal = Deal::from_seed(Arc::new(game.rules()), 42);
            let mut rules = game.rules();
            if rules.most_redeals() > 0 {
                rules.set("redeals", "0").unwrap();
            }
            let read = Deal::from_text(Arc::new(rules), &deal.to_string(), Shuffles::Unknown).unwrap();
            assert_eq!(read.cards(), deal.cards());
            assert_eq!(deal.id().unwrap(), format!("{}#42", game.name));
        }
    }

    #[test]
    fn salic_law_takes_96_or_104_cards() {
        let deal = Deal::from_seed(rules("salic_law"), 1);
        assert_eq!(deal.cards().len(), 96);
        let queens = " QC QC QS QS QH QH QD QD";
        let read = Deal::from_text(rules("salic_law"), &(deal.to_string() + queens), Shuffles::Unknown).unwrap();
        assert_eq!(read.cards(), deal.cards());
        let message = refusal("salic_law", &(deal.to_string() + " QC"));
        assert!(message.contains("missing: QC QS ×2 QH ×2 QD ×2"), "{message}");
    }

    #[test]
    fn every_fault_of_a_deal_is_named_at_once() {
        let text = Deal::from_seed(rules("intrigue"), 1).to_string();
        let text = format!("1H {}", text.replacen("AC", "3D", 1).replacen(" KH", "", 1));
        let message = refusal("intrigue", &text);
        assert!(message.contains("line 1, column 1: \"1H\" is no card"), "{message}");
        assert!(message.contains("missing: AC KH"), "{message}");
        assert!(message.contains("surplus: 3D"), "{message}");
        assert!(refusal("intrigue", "").contains("no cards are given"));
        assert!(refusal("fan", "\0").contains("\"\\0\" is no card"));
    }

    #[test]
    fn redeals_in_force_need_their_order() {
        let deal = Deal::from_seed(rules("trefoil"), 5);
        let message = refusal("trefoil", &deal.to_string());
        assert!(message.contains("redeals = 2 needs the order of each redeal"), "{message}");
        let orders = Shuffles::Orders(vec![deal.cards().to_vec(), deal.cards()[1..].to_vec()]);
        let message = Deal::new(rules("trefoil"), deal.cards(), orders).unwrap_err().to_string();
        assert!(message.contains("order of redeal 2: missing"), "{message}");
    }
}
