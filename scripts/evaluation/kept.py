"""Which messages consolidation kept: what its insights say of each turn."""

import re
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple


WORDS_COMPARED = 8
MERGED_SHARE = .7


class Fate(Enum):
    DROPPED = "dropped"    # the item made no insight
    UNQUOTED = "unquoted"  # the item made an insight of what the other side said
    QUOTED = "quoted"      # an insight says it


class Side(NamedTuple):
    """A message of a turn. `speaker`: the name that stands before what the side said in an insight."""

    turn_id: str
    speaker: str
    text: str


def sides_of(turn: dict) -> list[Side]:
    """The sides that said something, the user first, as in the list `dia_ids` of a converted turn."""
    data = turn["turn_data"]
    named = [(data["user_input"], turn.get("user_name") or turn.get("user_id") or "user"),
             (data["assistant_response"], turn.get("agent_name") or turn["agent_id"])]
    return [Side(turn["turn_id"], speaker, text) for text, speaker in named if text]


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


def quotes_of(summary: str, speakers: Iterable[str]) -> list[tuple[str, str]]:
    """What the summary quotes, each with its speaker: `Ann: We moved. Bo, 8 May 2023, asked "Where to?": To Bern.` quotes
    `We moved.` of Ann and `To Bern.` of Bo."""
    names = "|".join(re.escape(name) for name in speakers)
    labels = list(re.finditer(rf"(?:^|\s)({names})(?:, \d+ [A-Z][a-z]+ \d+)?(?:, asked \"[^\"]*\"(?: after saying \"[^\"]*\")?)?: ", summary))
    ends = [*(label.start() for label in labels), len(summary)][1:]
    return [(label[1], summary[label.end():end]) for label, end in zip(labels, ends, strict=True)]


def says(text: str, quote: str) -> bool:
    """Whether the message says what the quote begins with, in about these words: an insight that merged has others. An
    insight also names the turn whose question it quotes; that turn does not say it."""
    words = re.findall(r"\w+", quote.lower())[:WORDS_COMPARED]
    return sum(word in set(re.findall(r"\w+", text.lower())) for word in words) >= MERGED_SHARE * len(words)


def fates_of(sides: list[Side], summaries: dict[str, list[str]]) -> list[Fate]:
    """The fates of the sides of one turn."""
    speakers = {side.speaker for side in sides}
    quotes = [quote for summary in summaries.get(sides[0].turn_id, []) for quote in quotes_of(summary, speakers)]
    quoted = [any(speaker == side.speaker and says(side.text, quote) for speaker, quote in quotes) for side in sides]
    return [Fate.QUOTED if quote else Fate.UNQUOTED if any(quoted) else Fate.DROPPED for quote in quoted]
