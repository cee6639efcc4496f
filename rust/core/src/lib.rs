//! Rules, deals and exact search for two families of patience games.
//!
//! Data flows one way through the modules: [`notation`] reads text into a [`deal`], a deal is laid out as a
//! [`position`], a [`search`] walks positions and ends in a [`verdict`].

pub mod any_position;
pub mod card;
pub mod deal;
pub mod fan;
pub mod layout;
pub mod most_out;
pub mod moves;
pub mod notation;
pub mod perft;
mod plain;
pub mod playout;
pub mod position;
pub mod rules;
pub mod salic;
pub mod search;
pub mod shuffle;
pub mod solver;
mod store;
pub mod tidy;
pub mod verdict;
