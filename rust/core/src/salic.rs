//! The Salic family: Intrigue, Laggard Lady, Glencoe, Salic Law, Faerie Queen.

mod position;

pub use position::SalicPosition;
