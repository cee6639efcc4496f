//! What the search under `plays = optional` leaves out, and why no answer depends on it.

/// A reduction of the search under `plays = optional` and `starters`, with its proof. Each can be switched off.
///
/// # Terms
/// A rank has a *place* when more cards of the rank before it in its row are out than of itself. To *free* a rank is to
/// let its cards go out whenever they are on top, place or no place, limit or no limit. G(B) is the game in which all
/// ranks but those of the set B are free, so G(all ranks) is the game itself.
///
/// **Freeing only helps.** What is out and what lies where is the same in all these games; a smaller B only adds legal
/// plays. So a state lost in G(B) is lost in G(C) for every C that holds B, and in the game.
///
/// **A free card goes at once.** Let a line of a game win, and let x, of a free rank, be on top. Play x first and then the
/// line without it. Until the line's own turn of x, one more of its rank is out: a free rank misses no place for that,
/// and the next rank has one more. x is missing on top of its column: cards dealt there lie on what was below it, and a
/// column left bare by it is a bare base more. Where the line moves x to a bare base, leave the move out.
///
/// **Blame.** A state is *lost with blame B* when it is lost in G(B). All that this search concludes is of this kind.
/// When every continuation of a state is looked at, a play that has no place blames its rank, and every other
/// continuation blames what its own loss blames, then the state is lost with all that blame: a line of G(B) that wins
/// would begin with a legal play, whose state is lost in G(B), or with a play of a rank in B that has no place.
///
/// The end phase is that of [`salic::Reduction::EndPhaseLattice`](crate::salic::Reduction::EndPhaseLattice), whose proof
/// holds in each G(B) as well, where a free rank has always a place: none of its cards is ever in a cell. A layout that
/// was searched there without success is lost with the ranks that were in cells in any position looked at, those refused
/// for want of a cell included: with all others free the same positions have the same cards in cells, so that the search
/// would go the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reduction {
    /// Starters that no limit can stop are played at once.
    ///
    /// They are free, and a free card goes at once. As every optional win becomes one that plays starters at once,
    /// `plays = starters` wins the same deals where there is no limit on starters.
    StartersAtOnce,

    /// A column on which no more cards will be dealt is *finished*. Its cards are played during the deal only in a row of
    /// such plays, whose last one makes the place that the top of the newest column, played next, needs: it had none before,
    /// or the last one took it and gave it back. What is left is played in the end phase. At the last card of a column
    /// nothing is decided, and a base is dealt as soon as the card before it.
    ///
    /// Take a line of G(B) that wins, and call the plays of finished columns *late*. Among the winning lines take one
    /// that has the fewest late plays in front of the other moves of the deal, summed over these moves. Let x be a late
    /// play directly in front of another move y.
    /// * y deals: then x can follow y. Dealing needs nothing, leaves finished columns alone, and only raises limits. The
    ///   sum falls: a contradiction.
    /// * y plays the newest column, and x has a place after y, and y one before x. Then x can follow y. Again the sum falls.
    ///
    /// So only a y that needs x follows a late play: x is of the rank before y's, and y had no place before it; or both are
    /// of one rank with one place left, which x took and a free card under x, going with it, gave back. (If y has a place
    /// before x, it takes none from an x of another rank.) In G(B) this y is of a rank in B, so it needs x, or the card
    /// under it, in the game too, and the search looks at it: a card that is free in G(B) only is a late play of its own in
    /// the game, the one that makes the place. Whichever play of the row had no place is blamed, as above. Free cards that
    /// go out with a late play count as part of it.
    Postponement,

    /// When playing a top card of rank r fails with blame that does not hold r, nothing else is tried.
    ///
    /// The state after the play is lost in G(B), where r is free. A free card goes at once, so the state itself is lost
    /// in G(B): lost with the same blame. This holds only where anything may follow the play, so not within a row of late
    /// plays.
    RankBlame,

    /// Within a row of late plays (see [`Self::Postponement`]) only columns are played that hold a card of a *goal*: the
    /// rank that the newest top needs, and, for every column, the rank needed by each card from its top down to its
    /// deepest card of a goal.
    ///
    /// Let a row of late plays and y follow each other in G(B) as above. Keep of the row the plays that lie, in their
    /// columns, at or above the deepest card of a goal, and put the others off until after y. What is kept stays legal: what
    /// lies above a kept card is kept, and of the rank that a kept card needs, a goal, all plays are kept. So it is with y,
    /// which needs a goal. The plays put off, in their order, are legal after y: if a card of their rank was kept, or y is
    /// one, all plays that made places for this rank come before them, places for all; if none was kept, they have at
    /// least the places that they had. So a line with the fewest late plays in front of other moves keeps all plays. In
    /// G(B) the goals are among those of the game, as a free rank needs nothing, so that the game's goals may be used.
    RelevantPlays,

    /// A lost layout after the deal is searched again with more ranks free, to blame fewer.
    ///
    /// What is lost in G(K) is lost with blame K, whatever suggested K: the blame found before less one rank.
    MinimisedBlame,

    /// A state is lost when it looks like one lost with blame B, to an eye that sees only B and its supply.
    ///
    /// In G(B) play all free cards on top, which neither wins nor loses anything: a free card goes at once, and the state
    /// after it is one that the state can reach. Of what is left, cards of ranks neither in B nor needed by B make no
    /// places that matter; they go when uncovered, and a column whose cards are all free is bare. So in G(B) two
    /// states, with the same number of cards dealt, are played alike when the same cards of B are left, and the same
    /// cards of the ranks needed by B below the highest card of B in each column; what is out of these ranks and suits
    /// follows.
    ///
    /// The needed ranks must be looked at: a free card played before it was covered, and the same card buried, make a
    /// difference in supply.
    ProjectedDeadSet,

    /// States are one when their columns look alike: where the eye of [`Self::ProjectedDeadSet`] sees, in each column, cards
    /// of B of the same ranks in the same order, and between two of them equally many cards of each needed rank.
    ///
    /// Nothing tells two cards of a rank apart but the limit on starters of a suit, and cards of limited ranks in B are
    /// compared with their suits. So the same plays are open in both, and lead to states that look alike. The needed
    /// ranks are free: when the card of B above them goes, all the cards between it and the next card of B go at once, in
    /// whatever order they lie. The same is true of the game itself, where B is all ranks that are not free.
    ///
    /// Each class has one set that stands for it: from the bottom of a column, the lowest cards that look like those seen.
    /// A card of B takes the first of its kind above all cards taken before it; a needed one, the first of its rank above
    /// the last card of B taken and those of its own rank. None stands higher than the card it stands for, by induction, so
    /// that there is one for each; and from the cards taken, the column as seen can be read again.
    AlikeColumns,

    /// Now and then the deal is searched with some ranks free from the start, and without the cards that then neither
    /// need a place nor make one that is needed.
    ///
    /// What is lost in G(K) is lost. A free card goes at once, so that it never lies on top of another when cards are dealt,
    /// and taking away the cards of ranks that no rank of K needs changes nothing for the others.
    RankProjections,
}

impl Reduction {
    /// Every reduction of this search.
    pub const ALL: &[Self] = &[
        Self::StartersAtOnce,
        Self::Postponement,
        Self::RankBlame,
        Self::RelevantPlays,
        Self::MinimisedBlame,
        Self::ProjectedDeadSet,
        Self::AlikeColumns,
        Self::RankProjections,
    ];

    /// Gives the name by which callers switch it off.
    pub const fn name(self) -> &'static str {
        match self {
            Self::StartersAtOnce => "starters_at_once",
            Self::Postponement => "postponement",
            Self::RankBlame => "rank_blame",
            Self::RelevantPlays => "relevant_plays",
            Self::MinimisedBlame => "minimised_blame",
            Self::ProjectedDeadSet => "projected_dead_set",
            Self::AlikeColumns => "alike_columns",
            Self::RankProjections => "rank_projections",
        }
    }
}

/// Which reductions are in use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Switches {
    /// Bit `i` for reduction `i` of [`Reduction::ALL`].
    on: u16,
    /// [`salic::Reduction::EndPhaseRuns`](crate::salic::Reduction::EndPhaseRuns).
    pub(super) end_phase_runs: bool,
    /// [`salic::Reduction::EndPhaseSafePlays`](crate::salic::Reduction::EndPhaseSafePlays).
    pub(super) end_phase_safe_plays: bool,
}

impl Switches {
    /// Switches on all but these.
    pub(super) fn without(without: &[crate::salic::Reduction]) -> Self {
        use crate::salic::Reduction as Any;
        let on = |reduction: Reduction| u16::from(!without.contains(&Any::Optional(reduction))) << reduction as u16;
        Self {
            on: Reduction::ALL.iter().fold(0, |all, &reduction| all | on(reduction)),
            end_phase_runs: !without.contains(&Any::EndPhaseRuns),
            end_phase_safe_plays: !without.contains(&Any::EndPhaseSafePlays),
        }
    }

    /// Tells whether a reduction is in use.
    pub(super) const fn has(self, reduction: Reduction) -> bool {
        self.on >> reduction as u16 & 1 == 1
    }
}
