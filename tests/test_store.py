"""Stores of surveys: what they keep, what they refuse, and that no fault costs a row."""

import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import intrigue
from intrigue import SurveyError, store
from intrigue.store import Limits, Outcomes, Settings, Store, SurveyStore

SETTINGS = Settings.of(intrigue.rules("intrigue"))


def columns(count: int, code: int = 1) -> Outcomes:
    """Make outcomes of one code."""
    return Outcomes(bytes([code] * count), [50] * count, [200 if code == 1 else 0] * count, [7] * count)


def rows_of(path: Path) -> list[tuple[int, ...]]:
    """List seed, code, states and moves of all rows."""
    with Store(path) as opened:
        return [row[:4] for portion in opened.rows() for row in portion]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give a store with the outcomes of seeds 10 to 19 and 30 to 39."""
    path = tmp_path / "results.sqlite"
    with SurveyStore(path, SETTINGS, Limits()) as opened:
        opened.add([(range(10, 20), columns(10)), (range(30, 40), columns(10, code=2))])
    return path


@pytest.fixture
def folder() -> Iterator[Path]:
    """Give a folder that every user of the machine can enter."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_gaps_are_found_wherever_they_are(path: Path) -> None:
    with Store(path) as opened:
        assert opened.spans() == [range(10, 20), range(30, 40)]
        assert opened.missing(range(50)) == [range(10), range(20, 30), range(40, 50)]
        assert opened.missing(range(12, 35)) == [range(20, 30)]
        assert opened.missing(range(20, 30)) == [range(20, 30)]
        assert opened.missing(range(12, 18)) == []
        assert opened.missing(range(50, 60)) == [range(50, 60)]
        assert opened.counts(range(31)) == [0, 10, 1, 0, 0]


def test_the_largest_seeds_have_their_place(tmp_path: Path) -> None:
    last = range(store.MOST_SEEDS - 3, store.MOST_SEEDS)
    done = intrigue.survey("intrigue", last, tmp_path / "a.sqlite", workers=1)
    assert (done.deals, done.left) == (3, 0)
    with Store(tmp_path / "a.sqlite") as opened:
        assert opened.spans() == [last]
    for seeds in (range(5, 5), range(-1, 5), range(0, 10, 2), range(store.MOST_SEEDS + 1)):
        with pytest.raises(SurveyError, match="no span of seeds"):
            intrigue.survey("intrigue", seeds, tmp_path / "b.sqlite")


def test_a_store_can_be_read_with_any_sql_prompt(path: Path) -> None:
    connection = sqlite3.connect(path)
    found = connection.execute("SELECT * FROM deals WHERE seed IN (10, 30) ORDER BY seed").fetchall()
    connection.close()
    assert found == [(10, "winnable", None, 50, 200, 7, 0), (30, "unknown", "states", 50, None, 7, 0)]


def test_a_finished_store_is_one_file(path: Path) -> None:
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    ("settings", "limits", "said"),
    [
        (Settings.of(intrigue.rules("glencoe")), Limits(), "game is intrigue there, glencoe here"),
        (Settings.of(intrigue.rules("intrigue", plays="optional")), Limits(), "plays is forced there, optional here"),
        (SETTINGS, Limits(max_states=5), "max_states is not set there, 5 here"),
        (SETTINGS._replace(version="0.0.9"), Limits(), "version is .* there, 0.0.9 here"),
        (SETTINGS._replace(generator="other-1"), Limits(), "generator is splitmix64-1 there, other-1 here"),
    ],
)
def test_a_store_with_other_settings_is_refused_and_left_alone(
    path: Path, settings: Settings, limits: Limits, said: str
) -> None:
    rows = rows_of(path)
    with pytest.raises(SurveyError, match=said):
        SurveyStore(path, settings, limits)
    assert rows_of(path) == rows


@pytest.mark.parametrize(("tables", "age"), [(0, "an older"), (99, "a newer")])
def test_a_store_of_another_version_is_refused_and_left_alone(path: Path, tables: int, age: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {tables}")
    connection.close()
    before = path.read_bytes()
    for attempt in (lambda: Store(path), lambda: SurveyStore(path, SETTINGS, Limits())):
        with pytest.raises(SurveyError, match=f"written by {age} version of intrigue"):
            attempt()
    assert path.read_bytes() == before


def test_files_that_are_no_stores_are_refused_and_left_alone(tmp_path: Path) -> None:
    text, other = tmp_path / "notes.txt", tmp_path / "other.sqlite"
    text.write_text("not a database, but more than a hundred bytes of text " * 5)
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE things (x)")
    connection.close()
    for path in (text, other):
        before = path.read_bytes()
        for attempt in (lambda path=path: Store(path), lambda path=path: SurveyStore(path, SETTINGS, Limits())):
            with pytest.raises(SurveyError, match="no store of a survey; it was left as it is"):
                attempt()
        assert path.read_bytes() == before
    with pytest.raises(SurveyError, match="no such store"):
        Store(tmp_path / "missing.sqlite")
    with pytest.raises(SurveyError, match="cannot be opened"):
        SurveyStore(tmp_path / "no" / "folder.sqlite", SETTINGS, Limits())
    assert sorted(tmp_path.iterdir()) == [text, other]


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    (tmp_path / "a.sqlite").touch()  # what is left of a survey that was killed before it wrote anything
    assert intrigue.survey("intrigue", range(5), tmp_path / "a.sqlite").deals == 5


def test_a_second_survey_on_a_store_is_refused_while_reports_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "SECONDS_FOR_LOCK", 0.1)
    with SurveyStore(path, SETTINGS, Limits()) as first:
        with pytest.raises(SurveyError, match="in use by another survey"):
            intrigue.survey("intrigue", range(100), path)
        assert len(rows_of(path)) == 20
        first.add([(range(5), columns(5))])
        assert len(rows_of(path)) == 25
        with pytest.raises(SurveyError, match="in use by another survey"):
            intrigue.survey("intrigue", range(100), path)
    assert intrigue.survey("intrigue", range(40), path).left == 0


def test_a_full_disk_costs_only_the_chunk_that_did_not_fit(path: Path) -> None:
    with SurveyStore(path, SETTINGS, Limits()) as opened:
        pages = opened._connection.execute("PRAGMA page_count").fetchone()[0]
        opened._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        opened.add([(range(100, 110), columns(10))])
        with pytest.raises(SurveyError, match=r"(?s)cannot be written: .*full.*what was stored is safe"):
            opened.add([(range(1000, 9000), columns(8000))])
    assert [row[0] for row in rows_of(path)] == [*range(10, 20), *range(30, 40), *range(100, 110)]
    assert intrigue.survey("intrigue", range(120), path).left == 0


@pytest.mark.skipif(sys.platform == "win32", reason="limits on the size of files are POSIX")
def test_a_survey_on_a_full_disk_says_so_and_goes_on_later(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    program = f"""
import resource
from intrigue.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
main(["survey", "intrigue", "--seed", "0:20000", "--store", {str(path)!r}, "--workers", "1"])
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert "cannot be written" in ended.stderr
    assert "what was stored is safe" in ended.stderr
    assert "Traceback" not in ended.stderr
    with Store(path) as opened:
        kept = sum(opened.counts())
    assert 0 < kept < 20000
    done = intrigue.survey("intrigue", range(20000), path, max_bytes=2 << 30)  # the limit that the command sets
    assert (done.solved, done.deals) == (20000 - kept, 20000)


@pytest.mark.skipif(sys.platform == "win32", reason="users and permissions are POSIX")
@pytest.mark.parametrize("writable_folder", [True, False])
def test_a_read_only_store_is_refused_by_surveys_and_read_by_reports(folder: Path, writable_folder: bool) -> None:
    path = folder / "a.sqlite"
    intrigue.survey("intrigue", range(10), path)
    path.chmod(0o444)
    folder.chmod(0o777 if writable_folder else 0o555)
    program = f"""
import os, intrigue, intrigue.store
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
try:
    intrigue.survey("intrigue", range(20), {str(path)!r})
except intrigue.SurveyError as error:
    print(error)
with intrigue.store.Store({str(path)!r}) as opened:
    print(opened.counts())
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert "cannot be opened for this: attempt to write a readonly database" in ended.stdout, ended.stderr
    assert ended.stdout.endswith("[0, 10, 0, 0, 0]\n")
    folder.chmod(0o755)
    assert list(folder.iterdir()) == [path]
    assert len(rows_of(path)) == 10
