"""Which messages consolidation kept: what its insights say of each turn."""

import re
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple


class Fate(Enum):
    DROPPED = "dropped"    # the item made no insight
    UNQUOTED = "unquoted"  # the item made an insight of what the other side said
    QUOTED = "quoted"      # an insight says it


class Side(NamedTuple):
    """A message of a turn. `speaker`: the name that stands before what the side said in an insight."""

    turn_id: str
    speaker: str


def sides_of(turn: dict) -> list[Side]:
    """The sides that said something, the user first, as in the list `dia_ids` of a converted turn."""
    data = turn["turn_data"]
    named = [(data["user_input"], turn.get("user_id") or "user"),
             (data["assistant_response"], turn.get("agent_name") or turn["agent_id"])]
    return [Side(turn["turn_id"], speaker) for text, speaker in named if text]


def summaries_of(changes: Iterable[dict]) -> dict[str, list[str]]:
    """The summaries of the extracted insights of each turn. An insight that later left is still what a pass made."""
    summaries: dict[str, list[str]] = {}
    by_id: dict[str, str] = {}
    for change in changes:
        value = change.get("value", {})
        extracted = change["id"] in by_id if change["op"] == "patch" else value.get("type") == "extracted"
        if extracted and change["op"] != "delete":
            by_id[change["id"]] = value.get("summary") or by_id[change["id"]]
            for source in value.get("sources", []):
                summaries.setdefault(source["turn_id"], []).append(by_id[change["id"]])
    return summaries


def names(summary: str, speaker: str) -> bool:
    """Whether the summary quotes the speaker: `Ann: We moved. Bo: When?` quotes both."""
    return re.search(rf"(?:^|\s){re.escape(speaker)}: ", summary) is not None


def fate_of(side: Side, summaries: dict[str, list[str]]) -> Fate:
    of_turn = summaries.get(side.turn_id)
    if not of_turn:
        return Fate.DROPPED
    return Fate.QUOTED if any(names(summary, side.speaker) for summary in of_turn) else Fate.UNQUOTED
