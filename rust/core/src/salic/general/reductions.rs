//! The reductions of the general search, each with its proof and a switch.

/// One reduction of the general search of the Salic family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// Cards that the rules in force do not tell apart are one kind: equal copies always, and, when foundations are built
    /// regardless of suit, all cards of a rank (except starters under a limit suit by suit).
    ///
    /// *Proof.* Every rule of section 2 of the rules is a condition on ranks and on counts of ranks (with the starter
    /// limit by suit: also on the suits of starters), so exchanging two cards of a kind is an automorphism of the game.
    EqualRanks,
    /// Columns are a multiset: their order does not matter, save which one the next card is dealt on.
    ///
    /// *Proof.* The rules say the same of every column, but for the newest, which takes the cards dealt, and the limits on
    /// starters, which depend on which bases are dealt, that is on the number of cards dealt alone. So permuting columns is
    /// an automorphism as long as the newest stays apart; once the next card is a base, or no card is left to deal, the
    /// newest takes no more cards dealt and is like the others.
    ColumnOrder,
    /// A card that a foundation will accept whenever it is exposed, and on which no card will ever have to be built, is
    /// played at once and nothing else is tried.
    ///
    /// *Proof.* Call a card *certain* when all cards of the class before it are out, or it is a starter and its limit lets
    /// every starter of its group out. What is certain stays so, and certain cards do not compete: each has its own place.
    /// Let x be exposed and certain, and take a winning line. Move the play of x to the foundation to the front and drop
    /// any other move of x. (a) Every later move stays legal: counts on foundations are only larger earlier, in a class
    /// where nobody is refused; x covers nothing; columns are as before or shorter by x, so that bases are bare earlier.
    /// (b) Compulsion: where x is compulsory, the line plays x before its next deal anyhow, so both lines deal in the same
    /// position. Where it is not (a card that starts no row under `plays = starters`), the place that it makes only serves
    /// cards that are not compulsory either, but playing it early may uncover a starter early and make that compulsory. So
    /// the reduction then asks that starters have no limit and nothing can be built on them: such a starter is itself
    /// certain, and by induction on the cards left it may be played as soon as it is exposed. (c) Building: the line may have built on x cards y of the next lower rank. There
    /// are none left if that rank is out. If instead every such y is certain and the rank below it is out, change the line
    /// first: play each y to the foundation when it is first moved; no card of the rank below is left to be built on it, so
    /// (a) and (b) hold for y, and nothing is built on x any more.
    SafePlays,
    /// During the deal a compulsory card is played at once when every card on the table that competes for its places has
    /// one; nothing else is tried.
    ///
    /// *Proof.* No deal is legal while the card x is playable, it stays playable until it is played (its competitors on the
    /// table leave it a place, and places are only added), and nothing is built on columns before the deal is over. So a
    /// winning line plays x before its next deal; moving that play to the front keeps every move legal as in
    /// [`Reduction::SafePlays`], and both lines deal in the same position. A win without a next deal does not exist while
    /// cards are left to deal.
    CompulsoryPlays,
    /// After the deal, without building on columns and with bare bases open to cards, a lone card on its base that a
    /// foundation accepts is played at once and nothing else is tried.
    ///
    /// *Proof.* Let y be that card, of class r. If a winning line plays no other card of class r before y, move the play
    /// of y to the front: the places of other classes grow only earlier, and y's base is bare earlier. Otherwise let x be
    /// the first card of class r that the line plays to a foundation, before y. Play y at the front instead, drop later
    /// moves of y, and move x onto the base that y left where the line played x. From then on the positions
    /// differ in nothing but that x lies alone on a base where y lay alone, and x and y are accepted alike.
    /// After the deal no starter limit binds, since all bases are dealt, so that suits do not matter either.
    /// (If y was itself moved between bare bases, the base that x takes is the one where y lay at that time.)
    LoneCards,
}

impl Reduction {
    /// Every reduction of the general search.
    pub const ALL: &[Self] =
        &[Self::EqualRanks, Self::ColumnOrder, Self::SafePlays, Self::CompulsoryPlays, Self::LoneCards];

    /// Gives the name by which callers switch it off.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EqualRanks => "equal_ranks",
            Self::ColumnOrder => "column_order",
            Self::SafePlays => "safe_plays",
            Self::CompulsoryPlays => "compulsory_plays",
            Self::LoneCards => "lone_cards",
        }
    }
}

/// Which reductions are on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Switches(u32);

impl Switches {
    /// Switches all on but those named.
    pub(super) fn without(off: &[Reduction]) -> Self {
        Self(Reduction::ALL.iter().filter(|reduction| !off.contains(reduction)).map(|&on| 1 << on as u32).sum())
    }

    /// Tells whether a reduction is on.
    #[inline]
    pub(super) const fn has(self, reduction: Reduction) -> bool {
        self.0 >> reduction as u32 & 1 == 1
    }
}
