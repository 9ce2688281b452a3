"""What memory answers."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, List, Mapping, Optional


@dataclasses.dataclass(frozen=True)
class Found:
    """A message or memory that a question found. `raw` is all of it, as the HTTP interface describes it."""

    kind: str
    id: str
    text: str
    score: float
    speaker: Optional[str]
    time: Optional[str]
    session_id: Optional[str]
    confidence: float
    raw: Mapping[str, Any] = dataclasses.field(repr=False)

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> "Found":
        return cls(raw["kind"], raw["id"], raw["text"], raw.get("score", 0.0), raw.get("speaker"), raw.get("time"),
                   raw.get("session_id"), raw.get("confidence", 1.0), raw)


@dataclasses.dataclass(frozen=True)
class Context:
    """A text for a prompt. Give it to `remember(recalled=…)` with the turn in which it was used: what the agent repeats of it then
    confirms nothing."""

    text: str
    ids: List[str]

    def __str__(self) -> str:
        return self.text


@dataclasses.dataclass(frozen=True)
class Remembered:
    """A turn that is in the log. `memory`, if the call waited: remembered, duplicate, refused (see `code`) or pending."""

    turn_id: str
    topic: str
    partition: int
    offset: int
    memory: Optional[str] = None
    code: Optional[str] = None

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> "Remembered":
        return cls(raw["turn_id"], raw["topic"], raw["partition"], raw["offset"], raw.get("memory"), raw.get("code"))


@dataclasses.dataclass(frozen=True)
class Refusal:
    """Why the turn with this index, from 0, was not sent: the rule of the schema that it breaks, and where."""

    index: int
    code: str
    pointer: str
    rule: str
    message: str

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> "Refusal":
        return cls(raw["index"], raw["code"], raw["pointer"], raw["rule"], raw["message"])


def without_none(**members: Any) -> Dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}
