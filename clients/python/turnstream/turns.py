"""Makes turns (StateExports) of what an agent has at hand."""

from __future__ import annotations

import datetime
import json
import os
import time
from typing import Any, Dict, Iterable, List, Mapping

Turn = Dict[str, Any]

_MEMBERS = {"user": "user_id", "session": "session_id"}
_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_turn_id() -> str:
    """A ULID: the time in milliseconds and 80 random bits."""
    number = int(time.time() * 1000) << 80 | int.from_bytes(os.urandom(10), "big")
    return "".join(_DIGITS[number >> shift & 31] for shift in range(125, -1, -5))


def now() -> str:
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def turn(persona: str, user_input: str, assistant_response: str = "", *, tools: Iterable[Mapping[str, Any]] = (),
         recalled: Iterable[str] = (), **members: Any) -> Turn:
    """One turn with an id and the present time. `tools`: tool executions; `recalled`: ids of the memories that the agent was given;
    `members`: `user`, `user_name` and `session`, and any other members of a StateExport, which replace those made here, such as a `turn_id`: a
    ULID, or a UUID in small letters."""
    made: Turn = {"turn_id": new_turn_id(), "agent_id": persona, "timestamp": now(),
                  "turn_data": {"user_input": user_input, "assistant_response": assistant_response}}
    executions = [dict(tool) for tool in tools]
    if executions:
        made["tool_executions"] = executions
    ids = list(recalled)
    if ids:
        made["metadata"] = {"memories_recalled": ids}
    made.update((_MEMBERS.get(name, name), value) for name, value in members.items() if value is not None)
    return made


def turn_of_messages(persona: str, messages: Iterable[Mapping[str, Any]], **members: Any) -> Turn:
    """The last turn of a chat: `messages` as chat APIs have them, with `role` and `content`; those of the role `tool` answer the
    `tool_calls` of the assistant. Takes what follows the last but one exchange: the user's last words, all that the assistant said and
    did since. Other arguments as for turn()."""
    newest = _newest_exchange(list(messages))
    said = {"user": [], "assistant": []}  # type: Dict[str, List[str]]
    calls: Dict[str, Turn] = {}
    for message in newest:
        role = message.get("role", "")
        if role == "tool":
            _take_result(calls, message)
            continue
        if role in said and _text_of(message):
            said[role].append(_text_of(message))
        for call in message.get("tool_calls") or ():
            calls[str(call.get("id", len(calls)))] = _execution(call)
    tools = [*members.pop("tools", ()), *calls.values()]
    return turn(persona, "\n".join(said["user"]), "\n".join(said["assistant"]), tools=tools, **members)


def _newest_exchange(messages: List[Mapping[str, Any]]) -> List[Mapping[str, Any]]:
    """From the first of the user's messages that no other role interrupts, to the end."""
    last = max((at for at, message in enumerate(messages) if message.get("role") == "user"), default=0)
    first = last
    while first > 0 and messages[first - 1].get("role") == "user":
        first -= 1
    return messages[first:]


def _text_of(message: Mapping[str, Any]) -> str:
    """The text of a message whose content is a text or a list of parts."""
    content = message.get("content")
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "\n".join(str(part["text"]) for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str))


def _object_of(value: Any) -> Dict[str, Any]:
    """Arguments and results of tools are JSON in a text, or values."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return {"text": value}
    return value if isinstance(value, dict) else {"value": value}


def _execution(call: Mapping[str, Any]) -> Turn:
    function = call.get("function", call)
    arguments = function.get("arguments", function.get("input", {}))
    return {"tool_id": str(function.get("name", "tool")), "status": "success", "inputs": _object_of(arguments), "outputs": {}}


def _take_result(calls: Dict[str, Turn], message: Mapping[str, Any]) -> None:
    call = calls.get(str(message.get("tool_call_id", "")))
    if call is None:
        return
    call["outputs"] = _object_of(_text_of(message))
    if message.get("is_error") or message.get("status") == "error":
        call["status"] = "failure"
        call["error"] = _text_of(message)[:500]
