"""The labelled turns and sequences of turns of the measure `understanding`."""

import json
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import NamedTuple

from evaluation.label_rows import refused

# Stands in each value that has the shape of a key, so that no scanner for leaked keys takes a row for a leak.
DIVIDER = "¦"


class Remembered(NamedTuple):
    """What one memory should say. `days`: when it happened or holds from, if the label says so; `user`: whose it is, or empty."""

    kind: str
    words: tuple[str, ...]
    days: tuple[date, date] | None
    user: str


class Scene(NamedTuple):
    """One turn, or several in a row, of a persona that knew nothing before."""

    number: int  # the line in the file
    category: str
    turns: list[dict]
    remember: tuple[Remembered, ...]
    gone: tuple[tuple[str, ...], ...]  # the words of what must not be current at the end
    nothing: bool                      # no fact, preference or instruction may come of it
    secrets: tuple[str, ...]


def remembered(label: dict) -> Remembered:
    days = (date.fromisoformat(label["from"]), date.fromisoformat(label["to"])) if "from" in label else None
    return Remembered(label["kind"], tuple(label["words"]), days, label.get("user", ""))


def scene(number: int, row: dict) -> Scene:
    turns = row["turns"] if "turns" in row else [row["turn"]]
    return Scene(number, row["category"], turns, tuple(remembered(label) for label in row["remember"]),
                 tuple(tuple(label["words"]) for label in row.get("gone", [])), row.get("nothing", False),
                 tuple(row.get("secrets", [])))


def without_dividers(row: object) -> object:
    return json.loads(json.dumps(row, ensure_ascii=False).replace(DIVIDER, ""))


def read_scenes(path: Path) -> list[Scene]:
    """Raises ValueError for a row that is not in the form of the file."""
    scenes = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            scenes.append(scene(number, without_dividers(json.loads(line))))
        except (ValueError, KeyError, TypeError) as error:
            raise refused(path, number) from error
    return scenes


def turns_of(scenes: Iterable[Scene], personas: dict[int, str]) -> list[dict]:
    """The turns of all scenes; `personas` has the name of the persona of each, by its line."""
    return [turn | {"agent_id": personas[scene.number]} for scene in scenes for turn in scene.turns]
