"""Reports and pictures of surveys, against the rows that they speak of."""

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import intrigue
from intrigue import report
from intrigue.cli import main
from intrigue.stats import Summary, winnable_interval
from intrigue.store import Limits, Settings, Store, SurveyStore


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Make a store with unknown deals and one without."""
    folder = tmp_path_factory.mktemp("stores")
    fan, optional = folder / "fan.sqlite", folder / "glencoe.sqlite"
    intrigue.survey("fan", range(500), fan, max_states=50)
    intrigue.survey("fan", range(400), fan, max_states=100, retry_unknown=True)
    intrigue.survey(intrigue.rules("glencoe", plays="forced"), range(7, 207), optional)
    return fan, optional


def run(*arguments: str | Path) -> str:
    """Run a command that succeeds and give what it printed."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_summary_says_what_the_rows_say(stores: tuple[Path, Path]) -> None:
    with Store(stores[0]) as store:
        summary = Summary.of(store)
        rows = [row for portion in store.rows() for row in portion]
    results = [
        intrigue.solve(intrigue.deal("fan", seed=seed), max_states=100 if seed < 400 else 50) for seed, *_ in rows
    ]
    verdicts = [str(result.verdict) for result in results]
    tally = [verdicts.count(verdict) for verdict in ("winnable", "unwinnable", "unknown")]
    assert [summary.winnable, summary.unwinnable, summary.undecided] == tally
    assert summary.unknown == {"states": tally[2]}
    assert summary.interval == winnable_interval(*tally)
    assert (summary.deals, summary.spans) == (500, [range(500)])
    assert summary.attempts == (Limits(max_states=50), Limits(max_states=100))
    states = sorted(result.states for result in results)
    assert [summary.states.percentile(50), summary.states.percentile(100)] == [states[249], states[-1]]
    assert summary.states_decided.total == 500 - tally[2]
    assert summary.moves.total == tally[0]
    assert summary.moves.mean == pytest.approx(sum(len(result.moves) for result in results) / tally[0])


def test_formats_agree(stores: tuple[Path, Path]) -> None:
    text, markdown = run("report", *stores), run("report", *stores, "--format", "markdown")
    rows = list(csv.DictReader(io.StringIO(run("report", *stores, "--format", "csv"))))
    assert [row["game"] for row in rows] == ["fan", "glencoe"]
    assert [row["seeds"] for row in rows] == ["0:500", "7:207"]
    assert json.loads(rows[1]["options"])["plays"] == "forced"
    for row in rows:
        share, low, high = (f"{100 * float(row[name]):.2f} %" for name in ("winnable_share", "low", "high"))
        assert row["reproducible"] == "True"
        for written in (text, markdown):
            assert share in written
            assert f"{low} – {high}" in written
    for written in (text, markdown):
        assert "with every card known in advance" in written
    assert "undecided     none" in text
    assert f"out of states {int(rows[0]['unknown_states']):,}" in text
    assert len({line.count("|") for line in markdown.splitlines()[:4]}) == 1


def test_every_deal_is_written_to_csv_and_parquet(stores: tuple[Path, Path], tmp_path: Path) -> None:
    lines = list(csv.DictReader(io.StringIO(run("report", *stores, "--deals", "--format", "csv"))))
    assert len(lines) == 700
    for line in [*lines[:20], *lines[-20:]]:
        deal = intrigue.deal(line["game"], seed=int(line["seed"]))
        result = intrigue.solve(deal, max_states=100 if line["game"] == "fan" else None)
        assert (line["verdict"], line["reason"]) == (result.verdict, result.reason or "")
        assert (line["states"], line["moves"]) == (str(result.states), str(len(result.moves) or ""))
    parquet = pytest.importorskip("pyarrow.parquet")
    run("report", *stores, "--deals", "--format", "parquet", "--output", tmp_path / "deals.parquet")
    table = parquet.read_table(tmp_path / "deals.parquet")
    written = [{name: "" if value is None else str(value) for name, value in row.items()} for row in table.to_pylist()]
    assert written == lines
    settings = json.loads(table.schema.metadata[b"intrigue"])
    assert settings[0]["attempts"][1]["max_states"] == 100
    run("report", *stores, "--format", "parquet", "--output", tmp_path / "summary.parquet")
    assert parquet.read_table(tmp_path / "summary.parquet").column("deals").to_pylist() == [500, 200]


def test_pictures_are_the_same_every_time_and_name_the_games(stores: tuple[Path, Path], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    run("report", *stores, "--plot", tmp_path / "a.svg")
    run("report", *stores, "--plot", tmp_path / "b.svg")
    drawn = (tmp_path / "a.svg").read_bytes()
    assert drawn == (tmp_path / "b.svg").read_bytes()
    words = " ".join(ElementTree.fromstring(drawn).itertext())
    for word in ("Fan", "Glencoe", "winnable with every card known", "states searched", "moves of the solution"):
        assert word in words
    run("report", stores[0], "--plot", tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    refused = CliRunner().invoke(main, ["report", str(stores[0]), "--plot", str(tmp_path / "a.xyz")])
    assert refused.exit_code == 2
    assert "cannot be drawn" in refused.stderr


def test_an_empty_store_is_reported_as_one(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    SurveyStore(path, Settings.of(intrigue.rules("fan")), Limits()).close()
    assert "0.00 % – 100.00 %" in run("report", path)
    assert "| 0 |" in run("report", path, "--format", "markdown")
    assert run("report", path, "--format", "csv", "--deals").count("\n") == 1


def test_what_cannot_be_reported_is_refused_in_words(stores: tuple[Path, Path], tmp_path: Path) -> None:
    refusals = {
        "there is no such store": ["report", str(tmp_path / "none.sqlite")],
        "--deals is written as csv or parquet": ["report", str(stores[0]), "--deals"],
        "cannot be written": ["report", str(stores[0]), "--output", str(tmp_path / "no" / "folder.txt")],
    }
    for said, arguments in refusals.items():
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 2
        assert said in result.stderr


def test_options_that_are_not_the_usual_ones_are_named() -> None:
    settings = Settings.of(intrigue.rules("glencoe", plays="optional"))
    spread = report.Distribution({})
    summary = Summary(settings, (Limits(max_seconds=1),), [], 0, 0, {}, spread, spread, spread, spread)
    assert report.title(summary) == "Glencoe plays=optional"
    assert "another machine may decide other deals" in report.as_text([summary])
    assert report.row_of(summary)["reproducible"] is False
