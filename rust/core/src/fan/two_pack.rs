//! The exact search of the two-pack games that are built up and down in suit: Intelligence and the two Houses.
//!
//! [`model`] sees a position as locked, loose and founded cards; [`feasible`] and [`single`] say what cannot be any more.
//! [`win`] finds wins in depth and [`beam`] in breadth, through [`node`]s with the arrangements of [`arrangement`] and their
//! [`events`], and [`replay`] writes them out as moves. [`refute`] proves losses in easier games with few [`orders`] between the suits, which [`coupled`] sets up,
//! [`probe`] and [`gate_sets`] search and [`broken`] learns from. [`exact`] is complete, and soon done only when little
//! is left. [`schedule`] lets them take turns until one is sure.

mod arrangement;
mod beam;
mod broken;
mod cards;
mod coupled;
mod events;
mod exact;
mod feasible;
mod gate_sets;
mod model;
mod node;
mod orders;
mod probe;
mod redeals;
mod refute;
mod replay;
mod schedule;
mod single;
mod table;
mod tools;
mod win;

pub(super) use redeals::solve;

/// Tells whether these searches know the rules of a position.
pub(super) fn knows(position: &super::FanPosition) -> bool {
    model::Model::knows(position.rules())
}
