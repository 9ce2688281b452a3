"""The labelled rows of the measure `understanding`, and the turns that say them."""

from datetime import date, datetime, timezone
from pathlib import Path
from typing import NamedTuple

from evaluation.label_rows import lines_of, refused, said_turn, unescaped

START = datetime(2024, 6, 3, 9, tzinfo=timezone.utc)
EFFECTS = ("supersedes", "ends", "same", "coexists", "none")
VERDICTS = ("fact", "preference", "event", "thin", "none")
WORTH_KNOWING = ("fact", "preference", "event")
WANTED = ("instruction", "correction")


class Wanted(NamedTuple):
    kind: str   # one of WANTED
    text: str   # the words of it, as the row says them


class InstructionRow(NamedTuple):
    number: int  # the line in the file
    category: str
    text: str
    wanted: tuple[Wanted, ...]


class ChangeRow(NamedTuple):
    number: int
    category: str
    first: str
    second: str
    expected: str  # one of EFFECTS


class SentenceRow(NamedTuple):
    number: int
    conversation: str
    dia_id: str
    place: int    # of the sentence in the message, from 1
    sha256: str   # the beginning of the digest of its words
    verdict: str  # one of VERDICTS
    about: str
    days: tuple[date, date] | None  # the first and last day on which the event may be


def read_instructions(path: Path) -> list[InstructionRow]:
    rows = []
    for number, (category, text, expected) in lines_of(path, 3):
        parts = [] if expected == "-" else [part.split(" | ", 1) for part in expected.split(" ;; ")]
        if any(len(part) != 2 or part[0] not in WANTED for part in parts):
            raise refused(path, number)
        rows.append(InstructionRow(number, category, unescaped(text), tuple(Wanted(kind, unescaped(said)) for kind, said in parts)))
    return rows


def read_changes(path: Path) -> list[ChangeRow]:
    rows = []
    for number, (category, first, second, expected) in lines_of(path, 4):
        if expected not in EFFECTS:
            raise refused(path, number)
        rows.append(ChangeRow(number, category, unescaped(first), unescaped(second), expected))
    return rows


def days_of(text: str) -> tuple[date, date] | None:
    """`2023-05-01..2023-05-07`, a day alone, or `-`."""
    if text == "-":
        return None
    first, _, last = text.partition("..")
    return date.fromisoformat(first), date.fromisoformat(last or first)


def read_sentences(path: Path) -> list[SentenceRow]:
    rows = []
    for number, (conversation, dia_id, place, digest, verdict, about, day) in lines_of(path, 7):
        try:
            rows.append(SentenceRow(number, conversation, dia_id, int(place), digest, verdict, about, days_of(day)))
        except ValueError as error:
            raise refused(path, number) from error
        if verdict not in VERDICTS:
            raise refused(path, number)
    return rows


def said(persona: str, session: str, text: str, at: datetime, number: int) -> dict:
    """A turn in which the user says the text and the agent says nothing. `number` tells turns of the same time apart."""
    return said_turn(persona, session, (text, ""), at, number)
