//! The rules of the fan family, each in a case that can be followed by hand.

use intrigue_core::card::{Card, Suit};
use intrigue_core::deal::{Deal, Shuffles};
use intrigue_core::fan::{FanLayout, FanPosition, Foundations};
use intrigue_core::moves::Move;
use intrigue_core::position::Position;
use intrigue_core::rules::{Family, FanFoundations, FanRules, GAMES, Reduction, Rules};
use intrigue_core::shuffle::SplitMix64;
use std::sync::Arc;

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|word| Card::from_text(word).unwrap()).collect()
}

/// Finds the rules of a game, with options such as `redeals=1 take_back=yes` and reduced packs such as `suits=1 ranks=4`.
fn rules(game: &str, options: &str) -> Arc<FanRules> {
    let mut rules = Rules::named(game).unwrap();
    let mut reduction = Reduction::default();
    for option in options.split_whitespace() {
        let (name, value) = option.split_once('=').unwrap();
        match name {
            "suits" => reduction.suits = value.parse().ok(),
            "ranks" => reduction.ranks = value.parse().ok(),
            _ => rules.set(name, value).unwrap(),
        }
    }
    if reduction != Reduction::default() {
        rules = rules.reduced(&reduction).unwrap();
    }
    let Family::Fan(rules) = rules.family else { panic!("{game} is no fan game") };
    Arc::new(rules)
}

/// Lays out fans such as `KH 2S / - / 9D`, bottom to top; cards that are nowhere are out.
fn table(game: &str, options: &str, fans: &str, stock: &str) -> FanPosition {
    table_with_shuffles(game, options, fans, stock, Shuffles::Unknown)
}

fn table_with_shuffles(game: &str, options: &str, fans: &str, stock: &str, shuffles: Shuffles) -> FanPosition {
    let rules = rules(game, options);
    let fans: Vec<_> = fans.split('/').map(|fan| cards(fan.trim().trim_matches('-'))).collect();
    let stock = cards(stock);
    let out =
        |card| rules.pack.copies_of(card) - fans.iter().flatten().chain(&stock).filter(|&&other| other == card).count();
    let height = |suit, pile| rules.pack.ranks().take_while(|&rank| out(Card::new(rank, suit)) > pile).count() as u8;
    // Cases of House on the Hill here keep the piles down empty.
    let piles = if rules.foundations == FanFoundations::OneEachWay { 1 } else { rules.pack.copies() };
    let suits = Suit::all().take(rules.pack.suits());
    let heights: Vec<Vec<_>> = suits.map(|suit| (0..piles).map(|pile| height(suit, pile)).collect()).collect();
    let cards_out: u8 = heights.iter().flatten().sum();
    let cards_left = fans.iter().flatten().count() + stock.len();
    assert_eq!(usize::from(cards_out) + cards_left, rules.pack.len(), "the case is a position of the game");
    let layout = FanLayout {
        foundations: Foundations::with_heights(&rules, &heights),
        fans,
        stock,
        redeals_left: rules.redeals,
        draws_left: rules.draws,
        values_used: 0,
    };
    FanPosition::from_layout(rules, layout, shuffles)
}

fn legal(position: &FanPosition) -> String {
    let mut moves: Vec<_> = position.legal_moves().iter().map(ToString::to_string).collect();
    moves.sort();
    moves.join(" ")
}

fn show(position: &FanPosition) -> String {
    let text = |cards: &[Card]| match cards {
        [] => "-".to_owned(),
        cards => cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
    };
    position.fans().iter().map(|fan| text(fan)).collect::<Vec<_>>().join(" / ")
}

fn stock(position: &FanPosition) -> String {
    position.stock().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}

fn play(position: &mut FanPosition, moves: &str) {
    for text in moves.split(',') {
        position.play(Move::from_text(text).unwrap()).unwrap();
    }
}

fn refusal(position: &FanPosition, text: &str) -> String {
    position.check(Move::from_text(text).unwrap()).unwrap_err().to_string()
}

#[test]
fn the_first_deal_goes_round_three_times() {
    let deal = Deal::from_seed(Arc::new(Rules::named("fan").unwrap()), 0);
    let position = FanPosition::new(rules("fan", ""), deal.cards(), Shuffles::Unknown);
    let fan = |number: usize| &position.fans()[number - 1];
    assert_eq!(position.fans().len(), 18);
    assert_eq!(fan(1), &[deal.cards()[0], deal.cards()[17], deal.cards()[34]]);
    assert_eq!(fan(18), &[deal.cards()[51]]);

    let deal = Deal::from_seed(Arc::new(Rules::named("house_in_the_wood").unwrap()), 0);
    let position = FanPosition::new(rules("house_in_the_wood", ""), deal.cards(), Shuffles::Unknown);
    let lengths: Vec<_> = position.fans().iter().map(Vec::len).collect();
    assert_eq!(lengths.len(), 35);
    assert_eq!((lengths[33], lengths[34]), (3, 2));
}

#[test]
fn trefoil_puts_its_aces_out_before_the_deal() {
    let all = Deal::from_seed(Arc::new(Rules::named("trefoil").unwrap()), 3);
    let without: Vec<_> = all.cards().iter().copied().filter(|card| card.rank().index() > 0).collect();
    let position = FanPosition::new(rules("trefoil", ""), all.cards(), Shuffles::Seed(3));
    assert_eq!(position, FanPosition::new(rules("trefoil", ""), &without, Shuffles::Seed(3)));
    assert!(position.fans().iter().all(|fan| fan.len() == 3));
    assert!(Suit::all().all(|suit| position.foundations().heights(suit) == [1]));
}

#[test]
fn intelligence_puts_out_aces_that_it_meets_and_no_other() {
    // 18 fans take 54 cards; the ace met as the first card goes out, the one right behind the 54th stays in the stock.
    let rules = rules("intelligence", "redeals=0");
    let mut cards: Vec<_> = rules.pack.cards().filter(|card| card.rank().index() > 0).collect();
    let aces: Vec<_> = rules.pack.cards().filter(|card| card.rank().index() == 0).collect();
    cards.splice(54..54, aces[1..].iter().copied());
    cards.insert(0, aces[0]);
    let position = FanPosition::new(rules, &cards, Shuffles::Unknown);
    assert_eq!(position.foundations().tops().count(), 1);
    assert_eq!(position.stock().count(), 104 - 55);
    assert!(stock(&position).starts_with("AS AH AD"));
    assert!(position.fans().iter().all(|fan| fan.len() == 3));
}

#[test]
fn la_belle_lucie_builds_down_in_suit_and_leaves_gaps() {
    let position = table("la_belle_lucie", "redeals=0", "KS TS / QS 9S / KD QD / - / 8S / JS", "");
    assert_eq!(legal(&position), "1-6 2-1 3-f 5-2 5-f");
    assert_eq!(refusal(&position, "1-2"), "1-2: 9S takes only the card of its suit one rank lower, not TS");
    assert_eq!(refusal(&position, "5-4"), "5-4: fan 4 is empty, and an empty fan takes no card");
    assert_eq!(refusal(&position, "4-f"), "4-f: fan 4 is empty");
    assert_eq!(refusal(&position, "9-f"), "9-f: there are 6 fans");
    assert_eq!(refusal(&position, "3-3"), "3-3: a card does not go onto its own fan");
    assert_eq!(refusal(&position, "1-f"), "1-f: no foundation takes TS now");
    assert_eq!(refusal(&position, "deal"), "deal: no such move in this game");
    assert_eq!(refusal(&position, "3-u"), "3-u: no such move in this game");
    assert_eq!(refusal(&position, "redeal"), "redeal: no such move in this game");
}

#[test]
fn fan_lets_kings_into_gaps() {
    let position = table("fan", "", "QS KS / KD / - / QD", "");
    assert_eq!(legal(&position), "1-3 2-3 4-2 4-f");
    assert_eq!(refusal(&position, "4-3"), "4-3: an empty fan takes only a K, not QD");
}

#[test]
fn the_houses_build_both_ways_but_never_from_king_to_ace() {
    // The three takes the king's place.
    let position = table("house_in_the_wood", "suits=1 ranks=3", "3C 2C / AC / 3C / 2C / AC", "");
    assert_eq!(legal(&position), "1-2 1-3 1-5 2-1 2-4 2-f 3-1 3-4 4-2 4-3 4-5 5-1 5-4 5-f");
}

#[test]
fn the_hill_names_the_foundation() {
    let mut position = table("house_on_the_hill", "suits=1 ranks=3", "2C 3C / AC 2C / 3C", "");
    assert_eq!(legal(&position), "1-2 1-d 2-1 2-3 2-u 3-2 3-d");
    assert_eq!(refusal(&position, "1-u"), "1-u: no foundation from the ace up takes 3C now");
    assert_eq!(refusal(&position, "1-f"), "1-f: no such move in this game");
    play(&mut position, "1-d");
    assert_eq!(legal(&position), "1-3 1-d 1-u 2-3 2-d 2-u 3-1 3-2");
}

#[test]
fn a_shamrock_has_three_leaves() {
    let position = table("shamrocks", "", "KC KS QH / KD / QC KH / QD JD", "");
    assert_eq!(legal(&position), "1-2 1-3 1-4 1-f 4-f");
    assert_eq!(refusal(&position, "4-1"), "4-1: fan 1 holds 3 cards, the most it may");
    assert_eq!(refusal(&position, "2-3"), "2-3: KH takes only cards one rank lower or higher, not KD");
}

#[test]
fn gaps_of_intelligence_are_refilled_at_once() {
    // Aces among the three cards go out and are replaced; the one behind the third card stays.
    let pack = "redeals=0 suits=2 ranks=4";
    let mut position = table("intelligence", pack, "4C / 4C 2S", "AS 2S 3S 3S AS 4S 4S");
    let before = position.clone();
    play(&mut position, "1-f");
    assert_eq!((show(&position).as_str(), stock(&position).as_str()), ("2S 3S 3S / 4C 2S", "AS 4S 4S"));
    assert!(position.undo());
    assert_eq!(position, before);

    // Fewer when the stock runs out.
    let mut position = table("intelligence", pack, "4C / 4C 4S 4S 3S 3S 2S", "AS 2S AS");
    play(&mut position, "1-f");
    assert_eq!((show(&position).as_str(), stock(&position).as_str()), ("2S / 4C 4S 4S 3S 3S 2S", ""));

    // Aces alone leave the gap, which then takes nothing.
    let mut position = table("intelligence", pack, "4C / 4C 4S 4S 3S 3S 2S 2S", "AS AS");
    play(&mut position, "1-f");
    assert_eq!((show(&position).as_str(), stock(&position).as_str()), ("- / 4C 4S 4S 3S 3S 2S 2S", ""));
    assert_eq!(legal(&position), "2-f");
    play(&mut position, "2-f,2-f,2-f,2-f,2-f,2-f,2-f");
    assert!(position.is_won());
}

#[test]
fn la_belle_lucie_is_redealt_in_rounds() {
    let order = cards("KS QS JS TS KH QH JH TH 9H");
    let all: Vec<_> = rules("la_belle_lucie", "").pack.cards().filter(|card| !order.contains(card)).collect();
    let first: Vec<_> = all.iter().chain(&order).copied().collect();
    let second: Vec<_> = order.iter().rev().chain(&all).copied().collect();
    let shuffles = Shuffles::Orders(vec![first, second]);
    let fans = "KS KH / 9H TH JH QH QS JS TS / - / -";
    let mut position = table_with_shuffles("la_belle_lucie", "", fans, "", shuffles);
    play(&mut position, "2-f");
    assert!(legal(&position).ends_with("redeal"));
    // Eight cards left: the first round lays two, the others three.
    play(&mut position, "redeal");
    assert_eq!(show(&position), "KS JS JH / QS KH TH / QH 9H / -");
    play(&mut position, "redeal");
    assert_eq!(position.redeals_left(), 0);
    assert_eq!(refusal(&position, "redeal"), "redeal: no redeal is left");
    while position.undo() {}
    assert_eq!(show(&position), fans);
}

#[test]
fn intelligence_is_redealt_fan_by_fan() {
    let order = cards("4C 3C 2S AS 4S 3S 3S 4S AC AC 2C 2C 3C 4C 2S AS");
    let shuffles = Shuffles::Orders(vec![order.clone(), order]);
    let fans = "4S 3S / 3S 4S / 4C 3C";
    let mut position = table_with_shuffles("intelligence", "suits=2 ranks=4", fans, "2S AS", shuffles);
    assert_eq!(position.gathered(), cards("AS 2S 3S 4S 4S 3S 3C 4C"));
    assert_eq!(position.foundations().heights(Suit::new(1)), [2, 0]);
    // The ace is met while the second fan is laid, and goes out.
    play(&mut position, "redeal");
    assert_eq!((show(&position).as_str(), stock(&position).as_str()), ("4C 3C 2S / 4S 3S 3S / 4S", ""));
    assert_eq!(position.foundations().heights(Suit::new(1)), [2, 1]);
    assert!(position.undo());
    assert_eq!((show(&position).as_str(), stock(&position).as_str()), (fans, "2S AS"));
}

#[test]
fn a_covered_card_may_be_drawn_once_when_redeals_are_used() {
    let fans = "KC KH / QH KS QS / KD";
    let mut position = table("la_belle_lucie", "redeals=0 draws=1", fans, "");
    // The king of clubs goes out, the queen of hearts goes out or onto her king; the king of spades goes nowhere.
    assert_eq!(legal(&position), "2-f 3-f draw 1/1-f draw 2/2-1 draw 2/2-f");
    assert_eq!(refusal(&position, "draw 2/3-f"), "draw 2/3-f: fan 2 has no card with 3 cards above it");
    assert_eq!(refusal(&position, "draw 2/1-2"), "draw 2/1-2: a card does not go onto its own fan");
    play(&mut position, "draw 2/2-1");
    assert_eq!(show(&position), "KC KH QH / KS QS / KD");
    assert_eq!(refusal(&position, "draw 2/1-f"), "draw 2/1-f: no draw is left");
    assert!(position.undo());
    assert_eq!((show(&position).as_str(), position.draws_left()), (fans, 1));
    play(&mut position, "draw 1/1-f");
    assert_eq!(show(&position), "KH / QH KS QS / KD");
    assert!(position.undo());
    assert_eq!(show(&position), fans);

    let position = table_with_shuffles("la_belle_lucie", "redeals=1 draws=1", fans, "", Shuffles::Seed(1));
    assert_eq!(legal(&position), "2-f 3-f redeal");
    assert_eq!(
        refusal(&position, "draw 1/1-f"),
        "draw 1/1-f: a covered card may be drawn only when all redeals are used"
    );
}

#[test]
fn cards_may_come_back_where_take_back_allows_it() {
    let position = table("fan", "", "KS / -", "");
    assert_eq!(refusal(&position, "fQS-1"), "fQS-1: cards do not come back from the foundations");
    let mut position = table("fan", "take_back=yes", "KS / - / KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C", "");
    assert_eq!(legal(&position), "1-2 1-f 3-f fAC-3 fKD-2 fKH-2 fQS-1");
    assert_eq!(refusal(&position, "fJS-1"), "fJS-1: JS is not the top of a foundation");
    play(&mut position, "fAC-3");
    assert!(position.undo());
    assert_eq!(position.foundations().heights(Suit::new(0)), [1]);

    let position = table("trefoil", "redeals=0 take_back=yes", "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C", "");
    assert_eq!(refusal(&position, "fAC-1"), "fAC-1: AC was put out before the deal and stays there");
}

#[test]
fn equal_foundations_give_one_move_back() {
    let options = "take_back=yes suits=1 ranks=4";
    let position = table("house_in_the_wood", options, "4C 4C 3C / 3C", "");
    assert_eq!(legal(&position), "1-f 2-f f2C-1 f2C-2");
    let position = table("house_in_the_wood", options, "4C 3C / 4C", "");
    assert_eq!(legal(&position), "1-2 1-f 2-1 2-f f2C-1 f3C-2");
}

#[test]
fn pysolfc_values_are_kept_count_of() {
    use intrigue_core::shuffle::{RawKind, RawValues};
    let values = Arc::new(RawValues { kind: RawKind::Remainder, values: vec![0; 206] });
    let shuffles = Shuffles::PySolFc { number: "1".into(), values };
    let mut position = table_with_shuffles("la_belle_lucie", "", "KS KH / QS QH / -", "", shuffles);
    // Swapping each place with the first turns KS KH QS QH into KH QS QH KS, and the last is dealt first.
    play(&mut position, "redeal");
    assert_eq!((show(&position).as_str(), position.values_used()), ("KS QH QS / KH / -", 3));
    play(&mut position, "redeal");
    assert_eq!(position.values_used(), 6);
    position.undo();
    position.undo();
    assert_eq!(position.values_used(), 0);
}

#[test]
fn a_won_game_cannot_be_redealt() {
    let mut position = table_with_shuffles("la_belle_lucie", "", "KS", "", Shuffles::Seed(1));
    play(&mut position, "1-f");
    assert!(position.is_won());
    assert_eq!(refusal(&position, "redeal"), "redeal: the game is won, and there is nothing left to redeal");
}

/// Plays at random, and takes everything back.
#[test]
fn random_play_can_be_undone() {
    let mut random = SplitMix64::new(11);
    for game in GAMES.iter().filter(|game| matches!(game.rules().family, Family::Fan(_))) {
        for (take_back, draws, seed) in [("no", "0", 1), ("yes", "0", 2), ("no", "1", 3), ("yes", "1", 4)] {
            let mut rules = game.rules();
            rules.set("take_back", take_back).unwrap();
            let has_draws = rules.set("draws", draws).is_ok();
            let deal = Deal::from_seed(Arc::new(rules.clone()), seed);
            let Family::Fan(fan_rules) = rules.family else { unreachable!() };
            let mut position = FanPosition::new(Arc::new(fan_rules), deal.cards(), deal.shuffles().clone());
            let mut before = Vec::new();
            for _ in 0..300 {
                let mut moves = position.legal_moves();
                if moves.len() > 1 && random.below(20) > 0 {
                    moves.retain(|play| *play != Move::Redeal);
                }
                if moves.is_empty() {
                    break;
                }
                for (index, play) in moves.iter().enumerate() {
                    assert!(!moves[..index].contains(play), "{play} twice");
                }
                before.push(position.clone());
                position.play(moves[random.below(moves.len() as u64) as usize]).unwrap();
                let count: usize = Suit::all()
                    .flat_map(|suit| position.foundations().heights(suit))
                    .map(|&height| usize::from(height))
                    .sum();
                assert_eq!(count + position.gathered().len(), position.rules().pack.len(), "{}", game.name);
                let again =
                    FanPosition::from_layout(position.rules().clone(), position.layout(), position.shuffles().clone());
                assert_eq!(again, position);
                assert_eq!(again.legal_moves(), position.legal_moves());
            }
            assert!(before.len() > 5 || has_draws, "{} ended after {} moves", game.name, before.len());
            while let Some(expected) = before.pop() {
                assert!(position.undo());
                assert_eq!(position, expected);
            }
            assert!(!position.undo());
        }
    }
}
