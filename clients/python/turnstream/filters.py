"""What a question may be limited to. docs/recall.md says what the filters mean."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Type, TypedDict

# What the HTTP interface calls otherwise.
_MEMBERS = {"user": "user_id", "session": "session_id", "room": "room_id", "task": "task_id"}


class Conditions(TypedDict, total=False):
    """Of recall and context. Times are ISO 8601."""

    tags: List[str]
    user: str
    session: str
    room: str
    task: str
    since: str
    until: str
    min_importance: float
    as_of: str
    after_turn: str
    count: bool


class Filters(Conditions, total=False):
    """Of recall."""

    kinds: List[str]
    types: List[str]
    current: bool


def conditions(given: Mapping[str, Any], allowed: Type[Any]) -> Dict[str, Any]:
    """As members of a request, without those that are None."""
    for name in given:
        if name not in allowed.__annotations__ and name not in Conditions.__annotations__:
            raise TypeError(f"there is no filter {name}")
    return {_MEMBERS.get(name, name): value for name, value in given.items() if value is not None}
