//! The reductions of the searches, each with its claim and its proof.

/// A reduction of the search: what it leaves out without losing a win.
///
/// Any of them may be switched off; the answers stay the same. "Built down in suit" below means the games of one pack with
/// one card of each kind that build down in suit: La Belle Lucie, Trefoil, Fan. There card c can be built on nothing but
/// c + 1, the next card of its suit, and c + 1 cannot go out before c.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// Built down in suit: a card that a foundation takes goes out at once.
    ///
    /// Proof. Let c be such a card, and take moves that win from here. Play c out first and leave out all its later moves.
    /// All lower cards of its suit are out, so no move builds on c. Hence at any time the two games differ in c alone,
    /// which now covers nothing: every card that was free is free, every gap is a gap, and each other move is legal, a
    /// draw of a card that c alone covered being an ordinary move. The same holds when the aim is not to win but to have
    /// exactly certain cards out, c among them, and certain others free.
    FoundAtOnce,
    /// Built down in suit: c goes onto c + 1 at once when c + 1 needs no move to another fan any more.
    ///
    /// With no draw left it needs none (1) when it lies on c + 2; (2) when c + 2 lies below it, in whatever depth; (3) when it is the king
    /// and gaps take no card or it is the bottom card of its fan; (4) when it is the bottom card of its fan and gaps are of
    /// no use (see [`Self::BottomStays`]); (5) when c + 2 lies below c and c + 1 is to go out: c + 2 is free only when c
    /// has left its fan, for c + 1, which it then covers, or for the foundation, where c + 1 follows
    /// at once ([`Self::FoundAtOnce`]) instead of moving.
    ///
    /// Proof. Take moves that win and do not move c + 1 to another fan. Play c onto c + 1 first and leave out its later
    /// move there, if any. What c + 1 covers stays covered no longer than before, since c + 1 can go out only after c; no
    /// other card could be built on c + 1; and what c covered is free earlier. So all other moves stay legal. The same holds
    /// when the aim is to have exactly certain cards out and certain others, each the next of its suit, free: if c + 1 is one of
    /// them then c is to go out.
    ///
    /// With a draw left only cases (3) and (4), where gaps take no card, and in (3) only when no card of the suit lower than c
    /// lies below the king. For then c + 1 is not drawn either: a king goes nowhere but out, last of its suit; and drawing the
    /// bottom card from under c gains as little as moving it ([`Self::BottomStays`]). And the draw of a card d
    /// onto d + 1 stays legal, which it would not if d + 1 were built on c and had come to lie in the fan of d: no such d
    /// lies below c + 1.
    SafeBuild,
    /// Built down in suit: where gaps are of no use, the bottom card of a fan is not built on another.
    ///
    /// Gaps are of no use where they take no card, and in Fan when there are as many as kings that lie on other cards.
    ///
    /// Proof. Take moves that win, and leave out that the bottom card c goes onto c + 1. Then c + 1 is free where it was
    /// covered, and c is as free as before; only the gap is missing, and nothing needs it. A draw of c + 1 from under c
    /// becomes an ordinary move, and no draw onto a card built on c becomes one within a fan, for nothing lies below c.
    BottomStays,
    /// Fan: a king on other cards moves to a gap at once when there are as many gaps as kings on other cards.
    ///
    /// Proof. Take moves that win, move this king first and leave out its later move to a gap, if any. There is one gap
    /// less until then, but each king moves to a gap at most once (at the bottom of a fan it gains nothing), so there is
    /// always one left for every other king.
    RoomForKings,
    /// Built down in suit: a position is lost when it is lost even if every card that becomes free stays free.
    ///
    /// Cards free now are free for good; a free card is removable when a foundation takes it, when the next card of its suit
    /// is free for good and does not lie below it, or when it is a king and some fan has become empty; the card below a
    /// removable one is free for good; foundations take every card whose turn it is and that is free for good. Repeat
    /// until nothing changes. With a draw left, the same for each choice of one card that is removable when the next card of its
    /// suit is free for good or when it is its turn to go out, whatever lies above it; it then lies below no other.
    ///
    /// Proof. By induction over the moves of any game from here: each card that becomes free or goes out in it is found free
    /// for good or out here. So a card that is not found out here never goes out.
    RelaxedReachability,
    /// Built down in suit: cards that are out stay out, except at the end of a deal that is to be redealt.
    ///
    /// At such an end, cards of a suit may be put back, the highest first, when the next card of the suit is free.
    ///
    /// Proof, redeal to come whose order depends only on which cards are left. When c is taken back and later goes out again,
    /// in between only cards of its suit lower than c lie on it, and go out again before it; leave out all these moves: c + 1 is free
    /// meanwhile and no other move needs it covered. So each card is taken back at most once, for good.
    /// It then covers c + 1 until the deal ends, and lower cards of the suit alone are put on it. Play all of these last, in the
    /// same order: c + 1 cannot have moved.
    ///
    /// Proof, no redeal left. Of moves that win take those with the fewest cards taken back, and of these cards c, the last one.
    /// From the position with c back on c + 1 (or, in Fan, a king in a gap) the rest of the moves take no card back and
    /// win. Then so do moves that play c out at once ([`Self::FoundAtOnce`]), back to the position before c was taken
    /// back: one card less is taken back, against the choice.
    CardsStayOut,
    /// Two packs, no redeal left: a card on a neighbour of its suit counts as built there as soon as no card lies on the two.
    ///
    /// Proof. Nothing on the table tells whether it was dealt or built there.
    Sequences,
    /// Two packs, no redeal left: a position is lost when one suit cannot go out even if the other suits vanish, the whole
    /// stock is laid out with its aces out, and loose cards may be rearranged freely after every play that cannot be undone.
    ///
    /// Proof. Take the plays of the suit from a game that is won. With the other suits gone, a card of the suit is free no later
    /// than in the game, since only cards of its suit lie on it, and a free card that nothing is done with is in nobody's way.
    /// So the same plays win. What the rearranging allows is counted exactly (`two_pack/feasible.rs`), so it only adds plays.
    SingleSuits,
    /// Two packs, within [`Self::SingleSuits`] and [`Self::KeptOrders`]: a card that covers no card of its suit, and for which no card
    /// of another suit waits, is not built on another; it only goes out.
    ///
    /// Proof. Building it elsewhere frees nothing. Take plays that win and leave it where it is, with what is built on it
    /// later: its host has one more place, cards on it lie as free as before, and when it goes out it has nothing on it.
    UncoveringLifts,
    /// Two packs, within [`Self::SingleSuits`] and [`Self::KeptOrders`]: of cards of one kind that may go out now, a base that
    /// covers no card of its suit and for which none of another suit waits goes only when its twin is no loose card, nor a
    /// base that covers one and for which none of another suit waits; and of two such bases only one is tried.
    ///
    /// Proof. Such a base is at least as good as its twin: it carries what its twin carries, and takes up no other card's
    /// place. So after the twin went out, it can stand in for the twin, in the plays of any win that lets the base go
    /// instead: where the twin is moved, it stays; where the twin goes out, it does. What the twin covered is free earlier.
    TwinsLast,
    /// Two packs, no redeal left: a position is lost when the cards cannot go out even if the suits are joined by a few orders
    /// alone, each that one card leaves its place before another below it, and all else is as for [`Self::SingleSuits`].
    ///
    /// Proof. Every order kept holds in the game, so the plays of a game that is won win here. That the search over
    /// the orders is complete is proved in `two_pack/coupled.rs`.
    KeptOrders,
    /// Two packs, no redeal left, stock empty: the bottom card of a fan is not built on another.
    ///
    /// Proof. The gap would take nothing. Take moves that win, and leave the card where it is, as for [`Self::UncoveringLifts`].
    NoNewGaps,
    /// Two packs, no redeal left: a suit whose cards can all go out one after the other does so at once.
    ///
    /// Proof. Take moves that win, let the suit go out first, and leave out its moves. No card of another suit is ever
    /// built on it. So each fan is at any time as it was but for cards of the suit, or shorter by what was below
    /// them and moved since; gaps come no later than before, and as the refills come in their order, each comes
    /// no later. So every other card is free at least when it was, and more free cards are in nobody's way.
    FinishedSuits,
    /// Two packs, no redeal left: a free king goes out at once when both queens of its suit are out.
    ///
    /// Proof. Only a queen could be built on it, or take it. Take moves that win: the king moves but once, and it may as well
    /// do so first, by the argument for [`Self::FinishedSuits`].
    LastKings,
    /// Shamrocks: a card alone in its fan stays there until it goes out.
    ///
    /// Proof. Say that a position is finer than another when it arises from it by splitting fans: the cards of a fan above some
    /// place become a fan of their own, perhaps more than once. Whatever is played in a position can be played in a finer one,
    /// to the same cards, and leaves a finer one: a top card is a top card, and no fan holds more cards than it did. If
    /// a lone card is moved onto another, the position without this move is finer than the one after it. So a game won with
    /// such moves is won without them.
    LoneCardStays,
}

impl Reduction {
    /// Every reduction.
    pub const ALL: &[Self] = &[
        Self::FoundAtOnce,
        Self::SafeBuild,
        Self::BottomStays,
        Self::RoomForKings,
        Self::RelaxedReachability,
        Self::CardsStayOut,
        Self::Sequences,
        Self::SingleSuits,
        Self::UncoveringLifts,
        Self::TwinsLast,
        Self::KeptOrders,
        Self::NoNewGaps,
        Self::FinishedSuits,
        Self::LastKings,
        Self::LoneCardStays,
    ];

    /// Gives the name by which the reduction is switched off.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FoundAtOnce => "found_at_once",
            Self::SafeBuild => "safe_build",
            Self::BottomStays => "bottom_stays",
            Self::RoomForKings => "room_for_kings",
            Self::RelaxedReachability => "relaxed_reachability",
            Self::CardsStayOut => "cards_stay_out",
            Self::Sequences => "sequences",
            Self::SingleSuits => "single_suits",
            Self::UncoveringLifts => "uncovering_lifts",
            Self::TwinsLast => "twins_last",
            Self::KeptOrders => "kept_orders",
            Self::NoNewGaps => "no_new_gaps",
            Self::FinishedSuits => "finished_suits",
            Self::LastKings => "last_kings",
            Self::LoneCardStays => "lone_card_stays",
        }
    }
}
