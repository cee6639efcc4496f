//! The model of the one-pack games that build down in suit: La Belle Lucie, Trefoil, Fan.
//!
//! Card c can be built on nothing but c + 1, the next card of its suit. There it stays until it goes out: c + 1 is covered and
//! so cannot move, and no other card takes c. A king in a gap has no reason to move to another. So a position is told
//! by the layout at the root, by which cards are out, and by which of the others have moved: the cards that have not moved lie in
//! their first order, the others each on its next card. Sets of cards are words, a suit in each 16 bits.

use super::FanPosition;
use crate::card::{Card, Rank, Suit};
use crate::rules::{Build, FanFoundations, FanRules, Layout};

/// A set of cards: bit `16 * suit + rank`.
pub(super) type Cards = u64;

/// The bit of the ace in every suit.
pub(super) const ACES: Cards = 0x0001_0001_0001_0001;

/// No card: what lies below the bottom card of a fan.
const NONE: u8 = u8::MAX;

/// Gives all bits of the suit of a card.
pub(super) const fn in_suit(bit: u8) -> Cards {
    0xffff << (bit & 0x30)
}

/// Gives the number of the bit for a card.
pub(super) const fn bit_of(card: Card) -> u8 {
    (card.suit().index() << 4 | card.rank().index()) as u8
}

/// Gives the card of a bit.
pub(super) const fn card_of(bit: u8) -> Card {
    Card::new(Rank::new(bit & 15), Suit::new(bit >> 4))
}

/// Lists the numbers of the bits that are set.
pub(super) fn bits(mut cards: Cards) -> impl Iterator<Item = u8> + Clone {
    std::iter::from_fn(move || {
        let bit = (cards != 0).then(|| cards.trailing_zeros() as u8);
        cards &= cards.wrapping_sub(1);
        bit
    })
}

/// What a search of one deal is to reach: exactly the cards below `next` out, and the cards `free` covered by none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    /// The next card for each suit's foundation.
    pub(super) next: Cards,
    /// Cards that must lie free, each the next of its suit.
    pub(super) free: Cards,
}

/// What does not change while the cards of one deal are played.
#[derive(Clone, Debug)]
pub(super) struct Tableau {
    /// The card on which each card lay at the root.
    under: [u8; 64],
    /// The cards that lay below each card at the root.
    pub(super) below: [Cards; 64],
    /// The cards on the fans at the root.
    pub(super) cards: Cards,
    /// The bottom cards of fans at the root.
    pub(super) bottoms: Cards,
    /// The card of the highest rank in each suit.
    pub(super) kings: Cards,
    /// Whether a gap takes a king.
    gaps_take_kings: bool,
    /// Cards that may be built on the next card of their suit, since that did not lie below them at the root.
    pub(super) can_build: Cards,
    /// Cards whose next card needs no move to another fan, whatever happens: cases 2 and 3 of `SafeBuild`, and case 4
    /// where gaps take no card.
    safe_always: Cards,
    /// Cards whose next card needs none if it is to go out: case 5.
    safe_if_out: Cards,
    /// Cards that may be built safely although a draw is left (games in which gaps take no card).
    safe_before_draw: Cards,
    /// Cards whose next card is the bottom card of its fan: case 4 when gaps are of no use.
    next_is_bottom: Cards,
}

/// A position as it differs from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The cards that nothing covers.
    pub(super) free: Cards,
    /// The cards, not out, that have been built or moved to a gap.
    pub(super) moved: Cards,
    /// The next card for each suit's foundation; one beyond the king when the suit is complete.
    pub(super) next: Cards,
    /// The number of empty fans.
    pub(super) gaps: u8,
}

/// One move of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// This card to its foundation.
    Out(u8),
    /// This card onto the next of its suit.
    Build(u8),
    /// This king to a gap.
    ToGap(u8),
}

impl Tableau {
    /// Tells whether the model fits a game.
    pub(super) fn fits(rules: &FanRules) -> bool {
        rules.pack.copies() == 1
            && rules.build == Build::DownInSuit
            && rules.foundations == FanFoundations::Ascending
            && rules.fan_limit.is_none()
            && matches!(rules.layout, Layout::AllInRounds { .. })
    }

    /// Takes a position as the root; the precondition is that the model fits its game.
    pub(super) fn new(position: &FanPosition) -> (Self, State) {
        let rules = position.rules();
        // A suit that a reduced pack leaves out counts as complete.
        let height = |suit: Suit| match position.foundations().heights(suit)[0] {
            height if suit.index() < rules.pack.suits() => usize::from(height),
            _ => rules.ranks(),
        };
        let next = Suit::all().map(|suit| 1 << (16 * suit.index() + height(suit))).sum();
        let tableau = Self {
            under: [NONE; 64],
            below: [0; 64],
            cards: 0,
            bottoms: 0,
            kings: ACES << rules.highest().index(),
            gaps_take_kings: rules.layout == Layout::AllInRounds { empty_takes_king: true },
            can_build: 0,
            safe_always: 0,
            safe_if_out: 0,
            safe_before_draw: 0,
            next_is_bottom: 0,
        };
        tableau.laid_out(position.fans().iter().map(Vec::as_slice), next)
    }

    /// Lays out fans, bottom to top, of a game like this one.
    pub(super) fn laid_out<'a>(&self, fans: impl Iterator<Item = &'a [Card]>, next: Cards) -> (Self, State) {
        let mut tableau = self.clone();
        tableau.bottoms = 0;
        let mut state = State { free: 0, moved: 0, next, gaps: 0 };
        tableau.cards = 0;
        for fan in fans {
            let (mut under, mut below) = (NONE, 0);
            for &card in fan {
                let bit = bit_of(card);
                tableau.under[usize::from(bit)] = under;
                tableau.below[usize::from(bit)] = below;
                if under == NONE {
                    tableau.bottoms |= 1 << bit;
                }
                under = bit;
                below |= 1 << bit;
            }
            tableau.cards |= below;
            if under == NONE {
                state.gaps += 1;
            } else {
                state.free |= 1 << under;
            }
        }
        tableau.classify();
        (tableau, state)
    }

    /// Finds out which builds are possible and which are safe among the cards left.
    fn classify(&mut self) {
        (self.can_build, self.safe_always, self.safe_if_out, self.safe_before_draw) = (0, 0, 0, 0);
        for bit in bits(self.cards & !self.kings) {
            let (card, next): (Cards, Cards) = (1 << bit, 2 << bit);
            let (below, below_next) = (self.below[usize::from(bit)], self.below[usize::from(bit) + 1]);
            let next_to_next = if next & self.kings != 0 { 0 } else { next << 1 };
            if below & next == 0 {
                self.can_build |= card;
            }
            let next_stays = next & self.bottoms != 0 || next & self.kings != 0;
            if below_next & next_to_next != 0
                || next_stays && !self.gaps_take_kings
                || next & self.kings & self.bottoms != 0
            {
                self.safe_always |= card;
            }
            if below & next_to_next != 0 {
                self.safe_if_out |= card;
            }
            let lower = card - (1 << (bit & 0x30));
            if next & self.bottoms != 0 || next & self.kings != 0 && below_next & lower == 0 {
                self.safe_before_draw |= card;
            }
        }
        self.next_is_bottom = self.bottoms >> 1 & !self.kings;
    }

    /// Gives the goal of the game: every card out.
    pub(super) const fn all_out(&self) -> Goal {
        Goal { next: self.kings << 1, free: 0 }
    }

    /// Gives the cards, built or not, that foundations take until `goal` is next.
    #[inline]
    pub(super) const fn can_go_out(state: State, goal: Cards) -> Cards {
        state.free & state.next & !goal
    }

    /// Gives the cards that can be built on the next of their suit.
    #[inline]
    pub(super) const fn can_be_built(state: State) -> Cards {
        state.free & state.free >> 1
    }

    /// Gives the kings that could still gain by moving to a gap.
    #[inline]
    const fn kings_on_cards(&self, state: State) -> Cards {
        if self.gaps_take_kings { self.kings & !self.bottoms & !state.moved & !(state.next >> 1) } else { 0 }
    }

    /// Gives the kings that can move to a gap and gain by it.
    #[inline]
    pub(super) const fn can_go_to_gap(&self, state: State) -> Cards {
        if state.gaps == 0 { 0 } else { self.kings_on_cards(state) & state.free }
    }

    /// Tells whether no further gap is of use.
    #[inline]
    pub(super) const fn gaps_are_of_no_use(&self, state: State) -> bool {
        state.gaps as u32 >= self.kings_on_cards(state).count_ones()
    }

    /// Gives the builds that are safe when just the cards below `goal` are to go out.
    #[inline]
    pub(super) const fn safe_builds(&self, state: State, goal: Cards) -> Cards {
        let to_go_out = goal - ACES;
        let mut safe = self.safe_always | self.safe_if_out & to_go_out >> 1 | state.moved >> 1;
        if self.gaps_are_of_no_use(state) {
            safe |= self.next_is_bottom;
        }
        Self::can_be_built(state) & safe
    }

    /// Gives the builds that are safe although a draw is left; the next card must not have moved.
    #[inline]
    pub(super) const fn safe_builds_before_draw(&self, state: State) -> Cards {
        Self::can_be_built(state) & self.safe_before_draw & !(state.moved >> 1)
    }

    /// Plays a step; the precondition is that it is legal.
    #[inline]
    pub(super) fn play(&self, mut state: State, step: Step) -> State {
        let (Step::Out(bit) | Step::Build(bit) | Step::ToGap(bit)) = step;
        let card = 1 << bit;
        state.free &= !card;
        if state.moved & card != 0 {
            // Only foundations take it. It leaves the next card of its suit, or a gap if it is a king.
            state.moved &= !card;
            if self.kings & card != 0 {
                state.gaps += 1;
            } else {
                state.free |= card << 1;
            }
        } else if self.under[usize::from(bit)] == NONE {
            state.gaps += 1;
        } else {
            state.free |= 1 << self.under[usize::from(bit)];
        }
        match step {
            Step::Out(_) => state.next += card,
            Step::Build(_) => {
                state.free = state.free & !(card << 1) | card;
                state.moved |= card;
            }
            Step::ToGap(_) => {
                state.gaps -= 1;
                state.free |= card;
                state.moved |= card;
            }
        }
        state
    }

    /// Tells whether a goal can be reached if every card that becomes free stays free.
    ///
    /// See `RelaxedReachability`.
    pub(super) fn may_reach(&self, state: State, goal: Goal) -> bool {
        let relaxed = self.relaxed(state, goal.next);
        relaxed.next == goal.next && goal.free & !relaxed.free == 0
    }

    /// Gives a bound: no game from here puts a card out that is not below these, if every card is to go out that can.
    pub(super) fn may_put_out(&self, state: State) -> Cards {
        self.relaxed(state, self.all_out().next).next
    }

    /// Gives the covered cards one of which must be drawn, if all cards below `goal` are to go out with one draw.
    pub(super) fn worth_drawing(&self, state: State, goal: Cards) -> Cards {
        self.worth_drawing_for(state, goal, |next| next == goal)
    }

    /// Gives the covered cards with whose draw, and with every card free for good that becomes free, so many go out, none but
    /// those below `goal`, that the next ones then are `enough`.
    pub(super) fn worth_drawing_for(&self, state: State, goal: Cards, enough: impl Fn(Cards) -> bool) -> Cards {
        let relaxed = self.relaxed(state, goal);
        let covered = self.cards & !(state.next - ACES) & !state.moved & !state.free;
        let mut worth = 0;
        for bit in bits(covered & (relaxed.free >> 1 | relaxed.next)) {
            let mut with_draw = relaxed;
            with_draw.free |= 1 << bit;
            with_draw.removable |= 1 << bit;
            match self.under[usize::from(bit)] {
                NONE => {}
                under => with_draw.free |= 1 << under,
            }
            // The drawn card lies below none any more.
            let can_build = self.can_build | 1 << bit >> 1;
            self.relax_further(&mut with_draw, state, can_build, goal);
            if enough(with_draw.next) {
                worth |= 1 << bit;
            }
        }
        worth
    }

    /// Frees cards for good until nothing changes; gives the cards free for good, those removable, and those next.
    fn relaxed(&self, state: State, goal: Cards) -> Relaxed {
        let mut relaxed = Relaxed { free: state.free, removable: 0, next: state.next, gap: state.gaps > 0 };
        self.relax_further(&mut relaxed, state, self.can_build, goal);
        relaxed
    }

    fn relax_further(&self, relaxed: &mut Relaxed, state: State, can_build: Cards, goal: Cards) {
        let kings = self.kings_on_cards(state);
        let can_build = can_build & !state.moved;
        let mut out = 0;
        loop {
            loop {
                let goes_out = relaxed.free & relaxed.next & !goal;
                if goes_out == 0 {
                    break;
                }
                out |= goes_out;
                relaxed.next += goes_out;
            }
            let to_gap = if relaxed.gap { kings } else { 0 };
            let leave = relaxed.free & !relaxed.removable & (out | relaxed.free >> 1 & can_build | to_gap);
            if leave == 0 {
                return;
            }
            relaxed.removable |= leave;
            relaxed.free |= (leave & state.moved & !self.kings) << 1;
            for bit in bits(leave & !state.moved) {
                match self.under[usize::from(bit)] {
                    NONE => relaxed.gap = true,
                    under => relaxed.free |= 1 << under,
                }
            }
            relaxed.gap |= leave & state.moved & self.kings != 0;
        }
    }
}

/// Gives the fans as they lie in a state, from the fans at the root, in a game in which gaps take no card.
pub(super) fn piles(fans: &[Vec<Card>], state: State) -> Vec<Vec<Card>> {
    let out = state.next - ACES;
    let pile = |fan: &Vec<Card>| {
        let stays = |card: &&Card| (out | state.moved) >> bit_of(**card) & 1 == 0;
        let mut pile: Vec<_> = fan.iter().filter(stays).copied().collect();
        // On the last card that has not moved lie those that have been built on it, each on its next card.
        let built = |card: &Card| bit_of(*card).checked_sub(1).filter(|bit| state.moved >> bit & 1 == 1).map(card_of);
        pile.extend(std::iter::successors(pile.last().and_then(built), built));
        pile
    };
    fans.iter().map(pile).collect()
}

/// Lists the cards left when `next` are the next cards for the foundations, in pack order.
pub(super) fn cards_left(kings: Cards, next: Cards) -> Vec<Card> {
    let all = (kings << 1) - ACES;
    bits(all & !(next - ACES)).map(card_of).collect()
}

/// How far cards become free when every card that becomes free stays free.
#[derive(Clone, Copy, Debug)]
struct Relaxed {
    free: Cards,
    removable: Cards,
    next: Cards,
    gap: bool,
}

impl State {
    /// Gives a key that tells this state from every other under the same root; never 0.
    ///
    /// In the 16 bits of a suit the lowest set bit is the next card for the foundation; the bits above it say, one place
    /// up, which cards have moved.
    #[inline]
    pub(super) const fn key(self) -> u64 {
        self.moved << 1 | self.next
    }

    /// Gives the cards that can come back from their foundation onto the next of their suit.
    pub(super) const fn can_be_taken_back(self) -> Cards {
        (self.free & self.next & !ACES) >> 1
    }

    /// Takes a card back from its foundation onto the next of its suit; the precondition is that it can be.
    pub(super) const fn taken_back(mut self, bit: u8) -> Self {
        let card = 1 << bit;
        self.free = self.free & !(card << 1) | card;
        self.moved |= card;
        self.next -= card;
        self
    }
}

impl Step {
    /// Gives the step in one byte.
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Out(bit) => bit,
            Self::Build(bit) => 0x40 | bit,
            Self::ToGap(bit) => 0x80 | bit,
        }
    }

    /// Reads a byte that [`Step::code`] gave.
    pub(super) const fn from_code(code: u8) -> Self {
        let bit = code & 0x3f;
        match code >> 6 {
            0 => Self::Out(bit),
            1 => Self::Build(bit),
            _ => Self::ToGap(bit),
        }
    }
}
