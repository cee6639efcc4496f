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
    /// Under `bare_base = never` without building, a card is played at once when there are places for it and for every
    /// other card of its rank but those below it in its column.
    ///
    /// *Proof.* Let x be that card and take a winning line. Up to where the line plays x, cards of its rank are played
    /// from other columns or from among those dealt later, none from below x, so that there is a place for each of them
    /// besides x's. So x can be played first: everything else stays legal, since nothing is put on x, and one more card of
    /// its rank out only adds places. Plays are not compulsory here, or only those of starters, which are themselves
    /// played at once.
    NeverPlaces,
    /// Under `bare_base = never` without building, plays from finished columns during the deal are made only in a chain
    /// that ends with a play of the newest column's top card, and the play before that one makes the only place for it.
    ///
    /// *Proof.* Cut a winning line at each deal. Take a play y from a finished column, and let c be the next play from the
    /// newest column in the same piece, or the deal that ends the piece. Between y and c only finished columns are played
    /// from. If nothing up to c needs y, directly or through others (a play needs y if it uncovers the card below y, or if
    /// it is of the next rank and had no place without y), y can be made just after c instead: fewer cards of its rank
    /// out earlier take no place from another of its rank, and the places for it are as many when all plays of its rank up to
    /// then are the same in number. Each such change lowers the number of pairs of a finished column's play before a
    /// newest column's play or a deal, so it ends. Then each play is needed, and the last one before c directly: it
    /// lies in another column than c, so it makes a place where there was none. If the next card is a base, the newest
    /// column is as good as finished, and nothing need be played. Limits on starters only grow with deals.
    /// A y of c's own rank may take the last place, when a later play of the chain makes it again: so chains are offered to
    /// a top that has a place too.
    NeverDelays,
    /// In a chain of [`Reduction::NeverDelays`] only columns are played from that can help its end: those with a card of a
    /// goal rank. The rank before that of the chain's end is a goal, and so is the rank before that of any card that lies
    /// on or above a goal card in its column. A chain that ends with a starter has no goal.
    ///
    /// *Proof.* Every play in a chain is needed by its end through others. What it needs directly is a place, made by the
    /// rank before it, or that a card above it goes; the goals are closed under both.
    NeverGoals,
    /// Every failure tells which ranks it is due to; if playing a card fails and its rank is not among them, the state
    /// fails, whatever else might be played.
    ///
    /// *Claim.* Let F be the ranks that a failed state S does not blame. Then S is lost even in the game where cards of F
    /// are accepted whenever they are exposed (F is *free*). *Proof*, by induction on the cards left and not dealt; there are
    /// no cycles. A choice that is legal only with F free is a play of a rank of F that was refused, but refused ranks are
    /// blamed. All other choices were searched, and blame at most what S does; what is lost with more ranks free is lost
    /// with fewer. The reductions above hold in the free game too: [`Reduction::NeverPlaces`] and
    /// [`Reduction::NeverDelays`] as they stand (a free card needs no place, so that no chain ends with one), and goals
    /// are fewer when some ranks need no place. States within a chain claim only that no chain can be completed.
    /// *The rule.* Let playing x, of rank r, fail without blaming r. The state after x is lost with r free among others.
    /// In that game x can be played at once without loss, as its place costs nothing and it only adds places. So S is lost in
    /// that game, with the same blame, and hence in the game itself.
    NeverBlame,
    /// A state that fails is looked up by what its blame shows of it: cards dealt, cards of blamed ranks that are left,
    /// and those of the ranks before them that lie below a blamed card or in the stock.
    ///
    /// *Proof.* By [`Reduction::NeverBlame`] the state is lost with all other ranks free. In that game exposed free cards
    /// go out at once, that is all above the topmost blamed card of each column. What is left of ranks that neither are
    /// blamed nor come before a blamed one makes no difference: such a card is refused nowhere and makes no place that is
    /// needed. So states that look the same are won or lost together in that game.
    NeverPatterns,
}

impl Reduction {
    /// Every reduction of the general search.
    pub const ALL: &[Self] = &[
        Self::EqualRanks,
        Self::ColumnOrder,
        Self::SafePlays,
        Self::CompulsoryPlays,
        Self::LoneCards,
        Self::NeverPlaces,
        Self::NeverDelays,
        Self::NeverGoals,
        Self::NeverBlame,
        Self::NeverPatterns,
    ];

    /// Gives the name by which callers switch it off.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EqualRanks => "equal_ranks",
            Self::ColumnOrder => "column_order",
            Self::SafePlays => "safe_plays",
            Self::CompulsoryPlays => "compulsory_plays",
            Self::LoneCards => "lone_cards",
            Self::NeverPlaces => "never_places",
            Self::NeverDelays => "never_delays",
            Self::NeverGoals => "never_goals",
            Self::NeverBlame => "never_blame",
            Self::NeverPatterns => "never_patterns",
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
