//! What the exact searches of the Salic family leave out, and why no answer depends on it.

use super::{general, optional};

/// A reduction: something that a search need not look at, with its proof. Each can be switched off.
///
/// # Terms of the end phase
/// Once the last card is dealt and where foundations take any suit, nothing is built on columns and a bare base takes
/// a card, suits no longer matter and only counts do. A column with at most one card on its base is a *cell*; e is the
/// number of cells. For a rank r let R(r) be how many of its cards have left the columns with two or more cards, n(r)
/// how many of those are on foundations, and p(r) = n(rank before r in its row), for a starter the number of
/// foundations in the row (every base is dealt, so that no starter limit binds). Rank r is *open* when p(r) > n(r).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// The end phase is a walk in the lattice of column depths: what lies in cells and what is out follows from which
    /// cards have left the columns.
    ///
    /// **Claim 1: a card alone on its base may go out as soon as it can.** Let a line win from a position in which X, of
    /// rank r, alone in column d, can go out. Moves of a single card to another bare base only swap the names of two
    /// columns, so leave them out. Let y be the first card of rank r that the line sends out. If y is X, send it first:
    /// no card of rank r goes out in between, so the places that X used up were not missed, the next rank has more places,
    /// and d stands bare, which the line does not use. Otherwise send X first, and when the line sends y out, put y on d
    /// instead (if y is single too, let it lie and swap the names of d and y's column). In between, one more of rank r is
    /// out, none of rank r is played, and the next rank has more places; afterwards both lines have the same ranks in the
    /// same places, with y for X. Repeating this never makes the line longer, so it ends.
    ///
    /// **Claim 2: n(r) = min(R(r), p(r)).** Foundations take r only while p(r) > n(r), so n(r) ≤ p(r) always. If n(r) is
    /// below R(r), a card of rank r is single, and by claim 1 it is there only because it cannot go out: n(r) = p(r).
    /// So n, and the number Σ R(r) − n(r) of cards in cells, follow from the depths of the columns.
    ///
    /// **Claim 3: taking the top x of a column with two or more cards is possible exactly when the cards in cells, with x
    /// removed, are at most the e of before.** If x's rank is open it goes straight out and the number does not rise (it
    /// was at most e: a cell holds one card). Otherwise it needs a bare base, and the number rises by one. Only then, if
    /// x was the second-last card of its column, does the last card count as removed too, in a cell of its own, and e
    /// rises by one. (To test only the position after both steps would let x into the cell that it has yet to open.)
    ///
    /// Without this reduction the whole search is plain.
    EndPhaseLattice,

    /// In the end phase only *runs* are tried: cards of one column, taken until one of them goes straight out or the
    /// column becomes a cell.
    ///
    /// Call a removal *direct* when its rank is open, *parked* otherwise. Let a winning path of the lattice hold a parked
    /// removal of x, of rank r, at step i that is not followed by another removal from its column c and does not make c a
    /// cell. As c must be emptied, its next removal is at some step j > i + 1. M(t) is the set removed after step t.
    /// * If R(r) > n(r) in all of M(i) … M(j−1): put x off to just before step j. In between n is the same without x,
    ///   because n(r) = p(r) ≤ R(r) − 1; so the cells hold one card fewer, e is the same (x leaves two cards or more
    ///   behind), and each removal is direct or parked as before and possible as before. x itself stays parked.
    /// * Otherwise let t be the first step after which R(r) = n(r). Step t was direct, as parked ones leave n alone. Put
    ///   x off to just after t. Up to there all is as above, with a cell to spare; and then p(r) ≥ R(r) > R(r) − 1 =
    ///   n(r), so x's removal is direct now.
    ///
    /// Each change leaves fewer parked removals, or as many of them and one of them later, so changing ends, with a path
    /// made of runs. While cards are parked n does not change, so the set of open ranks is that at the start of the run,
    /// and a run with k cards above its first open one (or its column's last) needs k cells to be free.
    EndPhaseRuns,

    /// In the end phase a top card of an open rank r is played alone when every card of rank r in *other* columns has a
    /// place besides it.
    ///
    /// Let x be that top, c its column, M the set removed, and p(r) ≥ R(r) + (cards of rank r in the other columns) + 1.
    /// Take a winning path from M and play x first, then the path without it. Until the path comes to x it has taken no
    /// card of rank r that lies below x, so on each set M' on it, R(r) + 1 ≤ p(r) even with x removed: x is out, no cell
    /// holds it, and n of the other ranks is no smaller. So with x removed the cells hold at most as many cards, and if c
    /// became a cell, one more with e one higher. By claim 3 of [`Self::EndPhaseLattice`] a removal is possible when the
    /// cards in cells afterwards are at most e, so each step of the path stays possible. After the path's own turn of x
    /// both have removed the same cards.
    ///
    /// Several safe plays may be made one after the other: x takes a place only from y of its own rank, and then there is
    /// one card less of it in the columns other than y's.
    EndPhaseSafePlays,

    /// In the end phase a run z that lost from M is not tried again after another run b from M, in another column, that
    /// does not touch it: either z parks nothing and b takes no card of the rank of z's top, or z and b take no card of
    /// the same rank and together park at most as many cards as cells are free; and after b the run of z's column still
    /// parks as many cards. What is known to lose stays known for the runs after b, under the same terms.
    ///
    /// Let D and B be the cards that z and b take, M ∪ D lost (no win is reached from there). The steps of b are possible
    /// from M ∪ D too:
    /// * If z parks nothing, let x be its top, of rank r. No step of b takes a card of rank r, so on each set on the way
    ///   x would have a place, and the claim follows as for [`Self::EndPhaseSafePlays`]. (z may take the last card of its
    ///   column too, and with it a place that b needs; but then that cell is free, and holds what b could not send out.)
    /// * Otherwise z takes places of its own ranks only, none of which b needs, and at most as many cells as it parks cards
    ///   (if its column becomes a cell, that cell holds the column's last card or is free). So b's last card still has
    ///   its place or is the last of its column, and the cards before it find the cells they need.
    ///
    /// So M ∪ D ∪ B is reached from a lost set, and is lost. After b the run of z's column, which takes as many cards as z
    /// did, leads to that set.
    EndPhaseKnownLosses,

    /// With `plays = forced`, while cards are left to deal, a playable top of rank r is played alone when every card of
    /// rank r in the columns has a place.
    ///
    /// The card stays playable whatever else is played, as the places suffice for all cards of its rank. So every line
    /// plays it before the next card is dealt. Played first, it takes no place from another card, makes one for the next
    /// rank, and shows the card below; what the line plays before it stays playable, and the position before the next
    /// card is dealt is the same. Where each suit has its own limit, "rank" is rank and suit for starters.
    ///
    /// After the last card is dealt nothing is forced, and this does not apply.
    ForcedSafePlays,

    /// With `plays = forced`, while cards are left to deal: if a top of rank r is playable, and plays of other ranks
    /// cannot uncover another card of rank r before the next card is dealt, only the columns that show rank r are tried;
    /// if that is one, there is no choice.
    ///
    /// A top of rank r stays playable until a card of rank r is played, as only those take its places. So each line plays
    /// a card of rank r before the next card is dealt, and the first is one that is on top now. Played before all else, it
    /// takes no place that was used in between, makes one for the next rank, and what the line plays before it stays
    /// playable; after it both have played the same cards. Which cards may be uncovered is counted generously: a rank
    /// counts as playable when it has a place or a card of the rank before it may be played. Where each suit has its own
    /// limit, "rank" is rank and suit for starters.
    ForcedRivals,

    /// One of the search of the options that have no search of their own.
    General(general::Reduction),

    /// One of the search under `plays = optional` and `starters`.
    Optional(optional::Reduction),
}

impl Reduction {
    /// Every reduction of the family.
    pub const ALL: &[Self] = &[
        Self::EndPhaseLattice,
        Self::EndPhaseRuns,
        Self::EndPhaseSafePlays,
        Self::EndPhaseKnownLosses,
        Self::ForcedSafePlays,
        Self::ForcedRivals,
        Self::General(general::Reduction::EqualRanks),
        Self::General(general::Reduction::ColumnOrder),
        Self::General(general::Reduction::SafePlays),
        Self::General(general::Reduction::CompulsoryPlays),
        Self::General(general::Reduction::LoneCards),
        Self::General(general::Reduction::NeverPlaces),
        Self::General(general::Reduction::NeverDelays),
        Self::General(general::Reduction::NeverGoals),
        Self::General(general::Reduction::NeverBlame),
        Self::General(general::Reduction::NeverPatterns),
        Self::Optional(optional::Reduction::StartersAtOnce),
        Self::Optional(optional::Reduction::Postponement),
        Self::Optional(optional::Reduction::RankBlame),
        Self::Optional(optional::Reduction::RelevantPlays),
        Self::Optional(optional::Reduction::MinimisedBlame),
        Self::Optional(optional::Reduction::ProjectedDeadSet),
        Self::Optional(optional::Reduction::AlikeColumns),
        Self::Optional(optional::Reduction::RankProjections),
    ];

    /// Gives the name by which callers switch it off.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EndPhaseLattice => "end_phase_lattice",
            Self::EndPhaseRuns => "end_phase_runs",
            Self::EndPhaseSafePlays => "end_phase_safe_plays",
            Self::EndPhaseKnownLosses => "end_phase_known_losses",
            Self::ForcedSafePlays => "forced_safe_plays",
            Self::ForcedRivals => "forced_rivals",
            Self::General(reduction) => reduction.name(),
            Self::Optional(reduction) => reduction.name(),
        }
    }

    /// Picks those of the general search.
    pub(super) fn general(reductions: &[Self]) -> Vec<general::Reduction> {
        let general = |reduction: &Self| match *reduction {
            Self::General(reduction) => Some(reduction),
            _ => None,
        };
        reductions.iter().filter_map(general).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reduction_is_listed_under_a_name_of_its_own() {
        let mut names: Vec<_> = Reduction::ALL.iter().map(|reduction| reduction.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Reduction::ALL.len());
        assert_eq!(Reduction::general(Reduction::ALL), general::Reduction::ALL);
        let optional = Reduction::ALL.iter().filter_map(|&reduction| match reduction {
            Reduction::Optional(reduction) => Some(reduction),
            _ => None,
        });
        assert!(optional.eq(optional::Reduction::ALL.iter().copied()));
    }
}
