"""The store of a survey: one SQLite file with a row of whole numbers for each seed.

Rows are written in one transaction a chunk, in write-ahead mode with every commit on disk before the next begins, so
that a survey that ends anyhow keeps all that was committed and nothing half. The survey holds the store's write lock
from its beginning to its end, which is how a second one is refused; reports read beside it.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, Self

from ._core import GENERATOR, Rules, __version__
from .errors import SurveyError, fault_list
from .verdict import Verdict

SCHEMA = 1  # of the tables below; a reader of a later one must still read this
APPLICATION = 0x696E7472  # "intr": tells a store from any other SQLite file
MOST_SEEDS = (1 << 63) - 1  # SQLite's whole numbers end there
ROWS_AT_ONCE = 50
SECONDS_FOR_LOCK = 2.0  # another survey between two transactions holds no lock for some microseconds

# What the codes of `intrigue._core.survey_chunk` stand for.
CODES: tuple[tuple[Verdict, str | None], ...] = (
    (Verdict.UNWINNABLE, None),
    (Verdict.WINNABLE, None),
    (Verdict.UNKNOWN, "states"),
    (Verdict.UNKNOWN, "seconds"),
    (Verdict.UNKNOWN, "bytes"),
)
FIRST_UNKNOWN = 2

# `outcomes` is all numbers: a row takes some 18 bytes. `deals` is the same spelled out, for people with an SQL prompt.
TABLES = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE attempts (attempt INTEGER PRIMARY KEY, max_states INTEGER, max_seconds REAL, max_bytes INTEGER);
CREATE TABLE verdicts (code INTEGER PRIMARY KEY, verdict TEXT NOT NULL, reason TEXT);
CREATE TABLE outcomes (
    seed INTEGER PRIMARY KEY,
    code INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    states INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    microseconds INTEGER NOT NULL
);
CREATE VIEW deals AS
    SELECT seed, verdict, reason, states, nullif(moves, 0) AS moves, microseconds, attempt
    FROM outcomes JOIN verdicts USING (code);
"""


class Limits(NamedTuple):
    """The limits of each search; None is no limit."""

    max_states: int | None = None
    max_seconds: float | None = None
    max_bytes: int | None = None

    def allow_more_than(self, other: "Limits") -> bool:
        """Tell whether no limit is smaller than the other's and one is larger."""
        pairs = [(_size(mine), _size(others)) for mine, others in zip(self, other, strict=True)]
        return all(mine >= others for mine, others in pairs) and self != other

    def __str__(self) -> str:
        """Write the limits that there are."""
        limits = self._asdict().items()
        return ", ".join(f"{name} = {limit}" for name, limit in limits if limit is not None) or "no limits"


class Settings(NamedTuple):
    """What the outcomes of a survey depend on, besides the seeds and the limits."""

    game: str
    options: str  # JSON, names sorted
    generator: str
    version: str

    @classmethod
    def of(cls, rules: Rules) -> Self:
        """Give the settings of a survey of these rules with this solver."""
        return cls(rules.game, json.dumps(rules.options, sort_keys=True), GENERATOR, __version__)

    @property
    def rules(self) -> dict[str, Any]:
        """Every option of the rules by name."""
        options: dict[str, Any] = json.loads(self.options)
        return options


class Outcomes(NamedTuple):
    """Columns of outcomes, as `intrigue._core.survey_chunk` gives them."""

    codes: bytes
    states: Sequence[int]
    moves: Sequence[int]
    microseconds: Sequence[int]


class Store:
    """A store opened for reading; IntrigueError when the file is none."""

    def __init__(self, path: str | Path) -> None:
        """Open an existing store; a survey may be writing to it."""
        self.path = Path(path)
        with self._explained():
            if not self.path.is_file():
                raise SurveyError(f"{self.path}: there is no such store")
            self._connection = self._open()
            self.settings = self._settings()

    def _open(self) -> sqlite3.Connection:
        uri = self.path.resolve().as_uri()
        # A store on a read-only medium can be read only by a promise that nobody writes to it.
        for mode in ("mode=ro", "immutable=1"):
            connection = sqlite3.connect(f"{uri}?{mode}", uri=True, isolation_level=None, timeout=SECONDS_FOR_LOCK)
            try:
                connection.execute("SELECT 1 FROM sqlite_master").fetchone()
            except sqlite3.OperationalError as error:
                connection.close()
                leftover = self.path.with_name(self.path.name + "-wal")
                if mode == "immutable=1" or error.sqlite_errorname == "SQLITE_BUSY" or leftover.exists():
                    raise
            else:
                break
        return connection

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        """Begin; the end closes the store."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the store."""
        self.close()

    @property
    def attempts(self) -> tuple[Limits, ...]:
        """The limits of the first search of each deal, then those of each `retry_unknown`."""
        rows = self._select("SELECT max_states, max_seconds, max_bytes FROM attempts ORDER BY attempt")
        return tuple(Limits(*row) for row in rows)

    def counts(self, seeds: range | None = None) -> list[int]:
        """Count outcomes by code, for all seeds or some."""
        span = f" WHERE seed >= {seeds.start} AND seed < {seeds.stop}" if seeds is not None else ""
        found = dict(self._select(f"SELECT code, count(*) FROM outcomes{span} GROUP BY code"))
        return [found.get(code, 0) for code in range(len(CODES))]

    def missing(self, seeds: range) -> list[range]:
        """List the spans of seeds that have no outcome yet."""
        where = f"seed >= {seeds.start} AND seed < {seeds.stop}"
        first, last, count = (
            next(self._select(f"SELECT {what} FROM outcomes WHERE {where}"))[0]
            for what in ("min(seed)", "max(seed)", "count(*)")
        )
        if not count:
            return [seeds]
        gaps = [(seeds.start, first), (last + 1, seeds.stop)]
        if count < last + 1 - first:
            # Only the ends of stored spans are listed: however large a store, it has few.
            gaps[1:1] = self._select(
                f"""SELECT seed + 1, (SELECT min(seed) FROM outcomes AS later WHERE later.seed > this.seed)
                    FROM outcomes AS this
                    WHERE seed >= {first} AND seed < {last}
                    AND NOT EXISTS (SELECT 1 FROM outcomes AS later WHERE later.seed = this.seed + 1)
                    ORDER BY seed"""
            )
        return [range(start, stop) for start, stop in gaps if start < stop]

    def spans(self) -> list[range]:
        """List the spans of seeds that have outcomes."""
        gaps = self.missing(range(MOST_SEEDS))
        starts = [0, *(gap.stop for gap in gaps)]
        stops = [*(gap.start for gap in gaps), MOST_SEEDS]
        return [range(start, stop) for start, stop in zip(starts, stops, strict=True) if start < stop]

    def rows(self, size: int = 1 << 16) -> Iterator[list[tuple[int, int, int, int, int]]]:
        """Give seed, code, states, moves (0 unless winnable) and microseconds of each deal, in portions of `size`."""
        with self._explained():
            cursor = self._connection.execute("SELECT seed, code, states, moves, microseconds FROM outcomes")
            while portion := cursor.fetchmany(size):
                yield portion

    def columns(self, size: int = 1 << 16) -> Iterator[tuple[tuple[int, ...], ...]]:
        """Give codes, states, moves (0 unless winnable) and microseconds, in portions of `size` deals."""
        with self._explained():
            cursor = self._connection.execute("SELECT code, states, moves, microseconds FROM outcomes")
            while portion := cursor.fetchmany(size):
                yield tuple(zip(*portion, strict=True))

    def unknown_states(self) -> list[int]:
        """List the states of the deals that are not decided."""
        return [states for (states,) in self._select(f"SELECT states FROM outcomes WHERE code >= {FIRST_UNKNOWN}")]

    def _select(self, query: str) -> Iterator[tuple[Any, ...]]:
        with self._explained():
            return iter(self._connection.execute(query).fetchall())

    def _number(self, query: str) -> int:
        return int(next(self._select(query))[0])

    def _settings(self) -> Settings:
        """Read the settings; SurveyError unless the file is a store that this version reads."""
        if self._number("PRAGMA application_id") != APPLICATION:
            raise SurveyError(f"{self.path} is no store of a survey; it was left as it is")
        schema = self._number("PRAGMA user_version")
        if schema != SCHEMA:
            age = "an older" if schema < SCHEMA else "a newer"
            raise SurveyError(
                f"{self.path} was written by {age} version of intrigue (tables {schema}, this version has {SCHEMA}); "
                "it was left as it is: use that version for it, or start a new store"
            )
        found = dict(self._select("SELECT name, value FROM settings"))
        return Settings(**{name: found[name] for name in Settings._fields})

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Say in words what SQLite's errors mean for a survey."""
        try:
            yield
        except sqlite3.Error as error:
            raise SurveyError(_explanation(self.path, error)) from error


class SurveyStore(Store):
    """A store opened for a survey, which holds its write lock; made if there is none.

    SurveyError when it holds a survey of something else, is in use by another survey, or cannot be written.
    """

    def __init__(self, path: str | Path, settings: Settings, limits: Limits, *, retry_unknown: bool = False) -> None:
        """Open or make a store; `retry_unknown`: the limits are those of a further attempt at unknown deals."""
        self.path = Path(path)
        if retry_unknown and not self.path.is_file():
            raise SurveyError(f"{self.path}: there is no such store, so there are no unknown deals to try again")
        with self._explained():
            self._connection = sqlite3.connect(self.path, isolation_level=None, timeout=SECONDS_FOR_LOCK)
            try:
                self._begin(settings, limits, retry_unknown)
            except BaseException:
                # Nothing was changed, so nothing is to be put back.
                self._connection.close()
                raise

    def _begin(self, settings: Settings, limits: Limits, retry_unknown: bool) -> None:
        if self._is_empty():
            self._make(settings, limits)
        self.settings = self._settings()
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute("BEGIN IMMEDIATE")
        self._check(settings, limits, retry_unknown)
        self.attempt = 0
        if retry_unknown:
            self.attempt = self._attempt_with(limits)

    def _is_empty(self) -> bool:
        """Tell a new file, or one that was left before its tables were made, from any other."""
        application, tables = self._number("PRAGMA application_id"), self._number("SELECT count(*) FROM sqlite_master")
        return application == 0 and tables == 0

    def _make(self, settings: Settings, limits: Limits) -> None:
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        if self._is_empty():  # and nobody was faster
            for statement in TABLES.split(";"):
                connection.execute(statement)
            connection.executemany("INSERT INTO settings VALUES (?, ?)", settings._asdict().items())
            connection.execute("INSERT INTO attempts VALUES (0, ?, ?, ?)", limits)
            codes = [(code, str(verdict), reason) for code, (verdict, reason) in enumerate(CODES)]
            connection.executemany("INSERT INTO verdicts VALUES (?, ?, ?)", codes)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.execute("COMMIT")

    def _check(self, settings: Settings, limits: Limits, retry_unknown: bool) -> None:
        """Refuse settings other than the store's."""
        there, here = _named(self.settings), _named(settings)
        if not retry_unknown:
            there |= self.attempts[0]._asdict()
            here |= limits._asdict()
        faults = [
            f"{name} is {_shown(there.get(name))} there, {_shown(here.get(name))} here"
            for name in {**there, **here}
            if there.get(name) != here.get(name)
        ]
        if faults:
            headline = f"{self.path} holds a survey with other settings; use the same ones, or a new store:"
            raise SurveyError(fault_list(headline, faults))

    def _attempt_with(self, limits: Limits) -> int:
        """Give the number of the attempt with these limits, which is the last or a new one."""
        attempts = self.attempts
        if len(attempts) > 1 and limits == attempts[-1]:
            return len(attempts) - 1
        if not limits.allow_more_than(attempts[-1]):
            raise SurveyError(
                f"to try unknown deals again takes larger limits than the last time: {attempts[-1]} then, {limits} now"
            )
        self._connection.execute("INSERT INTO attempts VALUES (?, ?, ?, ?)", (len(attempts), *limits))
        return len(attempts)

    def unknown(self, seeds: range) -> list[int]:
        """List the seeds that are unknown and were not tried with the limits of this attempt."""
        query = f"""SELECT seed FROM outcomes WHERE seed >= {seeds.start} AND seed < {seeds.stop}
                    AND code >= {FIRST_UNKNOWN} AND attempt < {self.attempt} ORDER BY seed"""
        return [seed for (seed,) in self._select(query)]

    def add(self, chunks: Iterable[tuple[Sequence[int], Outcomes]]) -> None:
        """Write the outcomes of seeds, all in one transaction; a decided verdict is never overwritten."""
        update = f"""UPDATE outcomes SET code = ?2, attempt = {self.attempt}, states = ?3, moves = ?4, microseconds = ?5
                     WHERE seed = ?1 AND code >= {FIRST_UNKNOWN}"""
        with self._explained():
            for seeds, outcomes in chunks:
                rows = [*zip(seeds, *outcomes, strict=True)]
                if self.attempt:
                    self._connection.executemany(update, rows)
                else:
                    self._insert(rows)
            self._connection.execute("COMMIT")
            self._connection.execute("BEGIN IMMEDIATE")

    def _insert(self, rows: Sequence[tuple[int, ...]]) -> None:
        # A statement costs as much as the rest of a row, so most rows share one.
        whole = len(rows) - len(rows) % ROWS_AT_ONCE
        for start, stop, size in ((0, whole, ROWS_AT_ONCE), (whole, len(rows), 1)):
            query = "INSERT INTO outcomes VALUES " + ", ".join(["(?, ?, 0, ?, ?, ?)"] * size)
            values = (tuple(chain.from_iterable(rows[at : at + size])) for at in range(start, stop, size))
            self._connection.executemany(query, values)

    def close(self) -> None:
        """Let go of the file, as one file without companions if no report is reading it."""
        with suppress(sqlite3.Error):
            self._connection.execute("ROLLBACK")
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()


def _size(limit: float | None) -> float:
    return float("inf") if limit is None else limit


def _named(settings: Settings) -> dict[str, Any]:
    """Give settings by name, options one by one."""
    return {name: value for name, value in settings._asdict().items() if name != "options"} | settings.rules


def _shown(value: object) -> str:
    return "not set" if value is None else str(value)


def _explanation(path: Path, error: sqlite3.Error) -> str:
    """Say what an error of SQLite means, and what to do."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return (
            f"{path} is in use by another survey; wait for its end, or give this one a store of its own "
            "(`intrigue report` takes several)"
        )
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        return (
            f"{path} cannot be written: {error} (is the disk full?); what was stored is safe: make room and give the "
            "same command again"
        )
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")):
        return f"{path} cannot be opened for this: {error}; check that the folder exists and may be written to"
    if name.startswith("SQLITE_NOTADB"):
        return f"{path} is no store of a survey; it was left as it is"
    return f"{path}: {error}"
