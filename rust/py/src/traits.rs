//! What a game is like, as plain Python values: the board and the rules in plain English are written from these, so that
//! a new game that combines known traits needs no new text.

use intrigue_core::card::Rank;
use intrigue_core::rules::{Build, Family, FanFoundations, FanRules, Layout, Rules, SalicFoundations, SalicRules};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Lists the traits of a game under the options in force.
pub(crate) fn traits<'py>(py: Python<'py>, rules: &Rules) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let pack = rules.pack();
    dict.set_item("suits", pack.suits())?;
    dict.set_item("copies", pack.copies())?;
    dict.set_item("cards", pack.len())?;
    match &rules.family {
        Family::Salic(salic) => salic_traits(&dict, salic)?,
        Family::Fan(fan) => fan_traits(&dict, rules, fan)?,
    }
    Ok(dict)
}

fn salic_traits(dict: &Bound<'_, PyDict>, rules: &SalicRules) -> PyResult<()> {
    let rows: Vec<_> = rules.rows.iter().map(|row| row.iter().map(Rank::to_string).collect::<String>()).collect();
    dict.set_item("family", "salic")?;
    dict.set_item("base", rules.base.to_string())?;
    dict.set_item("rows", PyTuple::new(dict.py(), rows)?)?;
    dict.set_item("removed", rules.removed.map(|rank| rank.to_string()))?;
    dict.set_item("builds_down", rules.builds_down)?;
    dict.set_item(
        "foundations",
        match rules.foundations {
            SalicFoundations::AnySuit => "any_suit",
            SalicFoundations::InSuit => "in_suit",
        },
    )?;
    dict.set_item("stock", true)
}

fn fan_traits(dict: &Bound<'_, PyDict>, all: &Rules, rules: &FanRules) -> PyResult<()> {
    let (stock, empty) = match rules.layout {
        Layout::AllInRounds { empty_takes_king: false } => (false, "stays"),
        Layout::AllInRounds { empty_takes_king: true } => (false, "takes_highest"),
        Layout::ThreesFromStock { .. } => (true, "refilled"),
    };
    dict.set_item("family", "fan")?;
    dict.set_item("ranks", rules.ranks())?;
    dict.set_item("highest", rules.highest().to_string())?;
    dict.set_item("fans", rules.fans())?;
    dict.set_item("stock", stock)?;
    dict.set_item("empty", empty)?;
    dict.set_item(
        "build",
        match rules.build {
            Build::DownInSuit => "down_in_suit",
            Build::UpOrDownInSuit => "up_or_down_in_suit",
            Build::UpOrDownAnySuit => "up_or_down_any_suit",
        },
    )?;
    dict.set_item("fan_limit", rules.fan_limit)?;
    dict.set_item(
        "foundations",
        match rules.foundations {
            FanFoundations::Ascending => "in_suit",
            FanFoundations::OneEachWay => "one_each_way",
        },
    )?;
    dict.set_item("aces_first", rules.aces_first)?;
    dict.set_item("most_redeals", all.most_redeals())?;
    dict.set_item("most_draws", all.most_draws())
}
