//! What the searches of the two-pack games know of a position: which cards still lie where they were dealt.
//!
//! A card is *locked* while it lies in its dealt place, *loose* once it was built on a card of its suit, and *out* on a
//! foundation. Fans are stacks of locked cards with loose ones on top. The top locked card of a fan is a *base*: all cards
//! on it were built there, so they are of its suit, and suits meet only through the order of the locked cards of a fan and
//! through the refills from the stock. Taking a locked card away cannot be undone; moves of loose cards can.

use super::super::FanPosition;
use super::cards::{self, Ranks};
use crate::card::{Card, Rank, Suit};
use crate::rules::{Build, FanFoundations, FanRules, Layout};
use arrayvec::ArrayVec;

/// One of the cards of the game: its suit, rank and copy in one byte. Copies of a card are told apart by where they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Id(u8);

impl Id {
    /// One more than the largest number of an id.
    pub(super) const END: usize = 32 * Suit::COUNT;

    pub(super) const fn new(suit: usize, slot: usize) -> Self {
        Self((suit * 32 + slot) as u8)
    }

    pub(super) const fn number(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn suit(self) -> usize {
        self.0 as usize >> 5
    }

    /// Gives the place among the cards of the suit, `2 * rank + copy`.
    pub(super) const fn slot(self) -> usize {
        self.0 as usize & 31
    }

    pub(super) const fn rank(self) -> usize {
        self.slot() >> 1
    }

    /// Gives the card.
    pub(super) const fn card(self) -> Card {
        Card::new(Rank::new(self.rank() as u8), Suit::new(self.suit() as u8))
    }

    /// Gives the bit of this card in the masks of its suit.
    pub(super) const fn bit(self) -> u32 {
        1 << self.slot()
    }
}

/// The cards that one gap takes from the stock.
#[derive(Clone, Debug)]
pub(super) struct Refill {
    /// The card that comes to lie on top; `None` when the stock held nothing but aces.
    pub(super) top: Option<Id>,
    /// The aces that go out meanwhile.
    pub(super) aces: Vec<Id>,
}

/// How the foundations of a suit are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Foundations {
    /// Two from the ace up, the higher one first.
    Ascending,
    /// One from the ace up, then one from the king down.
    OneEachWay,
}

/// What a suit is like in a position, but for the arrangement of its loose cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SuitState {
    /// The locked cards, those of the stock included.
    pub(super) locked: u32,
    /// The bases among them.
    pub(super) bases: u32,
    /// The number of cards on each foundation.
    pub(super) heights: [u8; 2],
}

/// A position, but for the arrangement of the loose cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) suits: [SuitState; Suit::COUNT],
    /// The number of refills so far.
    pub(super) refills: u8,
}

/// All of a [`State`] that the rest does not follow from.
pub(super) type StateKey = [u32; 5];

/// A move that cannot be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Event {
    /// A loose card goes out.
    LooseOut {
        /// Its rank.
        rank: u8,
        /// Onto which foundation.
        pile: u8,
    },
    /// A base with nothing on it goes out.
    BaseOut {
        /// Its place in the suit.
        slot: u8,
        /// Onto which foundation.
        pile: u8,
    },
    /// A base with nothing on it is built on another card.
    Lift {
        /// Its place in the suit.
        slot: u8,
    },
}

impl Event {
    /// Gives the place in its suit of the locked card that leaves, if one does.
    #[inline]
    pub(super) const fn taken(self) -> Option<u8> {
        match self {
            Self::LooseOut { .. } => None,
            Self::BaseOut { slot, .. } | Self::Lift { slot } => Some(slot),
        }
    }
}

/// A locked card that became a base, and what lies on it from the start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exposed {
    pub(super) base: Id,
    /// The highest of the cards that lie on the base in an unbroken sequence, the base itself when there is none.
    pub(super) top: Id,
}

/// The cards that one event can expose.
pub(super) type ExposedList = ArrayVec<Exposed, 1>;

/// The parts of a position that do not change.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) ranks: usize,
    pub(super) suits: usize,
    pub(super) foundations: Foundations,
    /// Whether cards in sequence count as built on each other.
    sequences: bool,
    /// For each card the locked card below it.
    pub(super) below: Vec<Option<Id>>,
    /// For each card the locked card above it.
    pub(super) above: Vec<Option<Id>>,
    /// For each card the fan in which it lies at the start; `None` for cards of the stock.
    pub(super) fan: Vec<Option<u8>>,
    /// Each suit's cards with none below them in their fan.
    pub(super) bottoms: [u32; Suit::COUNT],
    /// The refills that the stock holds, in order.
    pub(super) refills: Vec<Refill>,
    /// Each suit's aces in the stock.
    pub(super) stock_aces: [u32; Suit::COUNT],
    pub(super) start: State,
    /// What is exposed at the start, in the order of the fans.
    pub(super) exposed: Vec<Exposed>,
}

impl Model {
    /// Tells whether this module's searches know the game: two packs (or fewer suits and ranks of them), built up and down
    /// in suit.
    pub(super) fn knows(rules: &FanRules) -> bool {
        rules.build == Build::UpOrDownInSuit
            && rules.fan_limit.is_none()
            && !rules.aces_first
            && rules.pack.copies() == 2
            && rules.ranks() >= 3
            && !matches!(rules.layout, Layout::AllInRounds { empty_takes_king: true })
    }

    /// Takes up a position; all its cards but those in unbroken sequences count as locked.
    ///
    /// A fan `… 9S 8S` is the same on the table whether the 8S was dealt there or built there. So a locked card on a
    /// neighbour of its suit becomes loose as soon as it would become a base; the card below it is the base.
    ///
    /// The precondition is [`Model::knows`].
    pub(super) fn new(position: &FanPosition, sequences: bool) -> Self {
        let rules = position.rules();
        let foundations = match rules.foundations {
            FanFoundations::Ascending => Foundations::Ascending,
            FanFoundations::OneEachWay => Foundations::OneEachWay,
        };
        let mut model = Self {
            ranks: rules.ranks(),
            suits: rules.pack.suits(),
            foundations,
            sequences,
            below: vec![None; Id::END],
            above: vec![None; Id::END],
            fan: vec![None; Id::END],
            bottoms: [0; Suit::COUNT],
            refills: Vec::new(),
            stock_aces: [0; Suit::COUNT],
            start: State { suits: [SuitState { locked: 0, bases: 0, heights: [0; 2] }; Suit::COUNT], refills: 0 },
            exposed: Vec::new(),
        };
        for (suit, state) in model.start.suits.iter_mut().enumerate().take(model.suits) {
            state.heights.copy_from_slice(position.foundations().heights(Suit::new(suit as u8)));
        }
        let mut tops = Vec::new();
        for (number, fan) in position.fans().iter().enumerate() {
            if let Some(top) = model.lay(fan.iter().copied(), Some(number as u8)) {
                tops.push(top);
            }
        }
        let mut stock = position.stock().peekable();
        while stock.peek().is_some() {
            let (mut fan, mut aces) = (ArrayVec::<Card, 3>::new(), Vec::new());
            while !fan.is_full()
                && let Some(card) = stock.next()
            {
                if card.rank() == Rank::ACE {
                    let ace = model.lock(card);
                    model.stock_aces[ace.suit()] |= ace.bit();
                    aces.push(ace);
                } else {
                    fan.push(card);
                }
            }
            let top = model.lay(fan.into_iter(), None);
            model.refills.push(Refill { top, aces });
        }
        let mut start = model.start;
        for top in tops {
            model.exposed.push(model.expose(&mut start, top));
        }
        model.start = start;
        model
    }

    /// Notes a locked card.
    fn lock(&mut self, card: Card) -> Id {
        let suit = &mut self.start.suits[card.suit().index()];
        let first = 2 * card.rank().index();
        let slot = if suit.locked >> first & 1 == 0 { first } else { first + 1 };
        suit.locked |= 1 << slot;
        Id::new(card.suit().index(), slot)
    }

    /// Notes the cards of a fan, bottom to top, and gives the top one.
    fn lay(&mut self, cards: impl Iterator<Item = Card>, fan: Option<u8>) -> Option<Id> {
        let mut top: Option<Id> = None;
        for card in cards {
            let id = self.lock(card);
            self.fan[id.number()] = fan;
            self.below[id.number()] = top;
            match top {
                Some(below) => self.above[below.number()] = Some(id),
                None => self.bottoms[id.suit()] |= id.bit(),
            }
            top = Some(id);
        }
        top
    }

    /// Tells whether a card lies on a neighbour of its suit.
    pub(super) fn in_sequence(&self, card: Id) -> Option<Id> {
        self.below[card.number()].filter(|&below| self.goes_with(card, below))
    }

    /// Tells whether two cards are neighbours of one suit, of which the one may count as built on the other.
    pub(super) fn goes_with(&self, card: Id, below: Id) -> bool {
        self.sequences && below.suit() == card.suit() && below.rank().abs_diff(card.rank()) == 1
    }

    /// Makes a base of the top locked card of a fan, or of the lowest card of the sequence that it ends.
    fn expose(&self, state: &mut State, top: Id) -> Exposed {
        let mut base = top;
        let suit = &mut state.suits[top.suit()];
        while let Some(below) = self.in_sequence(base) {
            suit.locked &= !base.bit();
            base = below;
        }
        suit.bases |= base.bit();
        Exposed { base, top }
    }

    /// Takes a base away from its fan and says what that exposes; the card itself is not put anywhere.
    pub(super) fn take(&self, state: &mut State, card: Id) -> ExposedList {
        let suit = &mut state.suits[card.suit()];
        suit.locked &= !card.bit();
        suit.bases &= !card.bit();
        let mut exposed = ExposedList::new();
        if let Some(below) = self.below[card.number()] {
            exposed.push(self.expose(state, below));
        } else if let Some(refill) = self.refills.get(usize::from(state.refills)) {
            state.refills += 1;
            for &ace in &refill.aces {
                let suit = &mut state.suits[ace.suit()];
                suit.locked &= !ace.bit();
                let pile = self.accepting(suit.heights, 0).next().expect("an ace finds a place");
                self.put(suit, pile);
            }
            if let Some(top) = refill.top {
                exposed.push(self.expose(state, top));
            }
        }
        exposed
    }

    /// Puts a card of the suit on a foundation.
    pub(super) fn put(&self, suit: &mut SuitState, pile: u8) {
        suit.heights[usize::from(pile)] += 1;
        debug_assert!(self.foundations == Foundations::OneEachWay || suit.heights[0] >= suit.heights[1]);
    }

    /// Plays an event of a suit, apart from the arrangement of loose cards.
    #[inline]
    pub(super) fn play(&self, state: &mut State, suit: usize, event: Event) -> ExposedList {
        match event {
            Event::LooseOut { pile, .. } => {
                self.put(&mut state.suits[suit], pile);
                ExposedList::new()
            }
            Event::BaseOut { slot, pile } => {
                self.put(&mut state.suits[suit], pile);
                self.take(state, Id::new(suit, usize::from(slot)))
            }
            Event::Lift { slot } => self.take(state, Id::new(suit, usize::from(slot))),
        }
    }

    /// Lists the foundations that take a rank, by their number; of two equal ones only the first.
    #[inline]
    pub(super) fn accepting(&self, heights: [u8; 2], rank: usize) -> impl Iterator<Item = u8> + use<> {
        let (first, second) = match self.foundations {
            Foundations::Ascending => {
                let first = usize::from(heights[0]) == rank;
                (first, !first && usize::from(heights[1]) == rank)
            }
            Foundations::OneEachWay => {
                (usize::from(heights[0]) == rank, usize::from(heights[1]) + rank + 1 == self.ranks)
            }
        };
        first.then_some(0).into_iter().chain(second.then_some(1))
    }

    /// Gives the ranks that the foundations take, one bit each.
    #[inline]
    pub(super) fn wanted(&self, heights: [u8; 2]) -> u32 {
        let bit = |height: u8| if usize::from(height) < self.ranks { 1u32 << height } else { 0 };
        match self.foundations {
            Foundations::Ascending => bit(heights[0]) | bit(heights[1]),
            Foundations::OneEachWay => {
                let down = usize::from(heights[1]);
                bit(heights[0]) | if down < self.ranks { 1 << (self.ranks - 1 - down) } else { 0 }
            }
        }
    }

    /// Counts the cards of each rank on foundations of these heights.
    #[inline]
    pub(super) fn out(&self, heights: [u8; 2]) -> Ranks {
        match self.foundations {
            Foundations::Ascending => cards::one_each_below(heights[0]) + cards::one_each_below(heights[1]),
            Foundations::OneEachWay => {
                let down = self.ranks as u8 - heights[1];
                cards::one_each_below(heights[0]) + cards::one_each_below(self.ranks as u8)
                    - cards::one_each_below(down)
            }
        }
    }

    /// Counts the loose cards of each rank.
    #[inline]
    pub(super) fn loose(&self, locked: u32, heights: [u8; 2]) -> Ranks {
        2 * cards::one_each_below(self.ranks as u8) - cards::count(locked) - self.out(heights)
    }

    /// Tells whether all cards are out.
    pub(super) fn is_won(&self, state: &State) -> bool {
        let suit_is_out = |suit: &SuitState| suit.heights == [self.ranks as u8; 2];
        state.suits[..self.suits].iter().all(suit_is_out)
    }

    /// Gives the heights of the foundations at the start, four bits each, as the key of a state has them.
    pub(super) fn start_heights(&self) -> u32 {
        Self::key(&self.start)[4]
    }

    /// Writes down what tells states apart.
    #[inline]
    pub(super) fn key(state: &State) -> StateKey {
        let mut key = [0; 5];
        for (suit, of) in state.suits.iter().enumerate() {
            key[suit] = of.locked;
            key[4] |= (u32::from(of.heights[0]) | u32::from(of.heights[1]) << 4) << (8 * suit);
        }
        key
    }
}
