"""The rows of the files of tests/labelled; those of keep.tsv, and the turn that brings the item of a row."""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

COLUMNS = 9
SPLITS = ("open", "locked", "held")
TOOL = re.compile(r"Tool (?P<tool>\S+) \((?P<status>\w+)\): (?P<inputs>\{.*?\}) → (?P<result>.*)", re.DOTALL)
GOAL = re.compile(r"Goal (?P<goal>\S+) (?P<status>\w+) (?P<progress>[\d.]+): (?P<notes>.*)", re.DOTALL)
ACTION = re.compile(r"Action (?P<action>\S+) (?P<status>\w+): (?P<result>\{.*\})", re.DOTALL)
ULID_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class Row(NamedTuple):
    id: str
    source: str
    item_type: str
    side: str
    fields: dict
    text: str  # empty: the fields name a message of a conversation
    keep: bool
    reason: str
    split: str  # one of SPLITS


def refused(path: Path, number: int) -> ValueError:
    return ValueError(f"{path.name}:{number} is not in the form of the file")


def unescaped(text: str) -> str:
    return text.replace("\\n", "\n")


def lines_of(path: Path, columns: int) -> Iterator[tuple[int, list[str]]]:
    """The rows with their lines in the file. Raises ValueError for a row with another number of columns."""
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        row = line.split("\t")
        if len(row) != columns:
            raise refused(path, number)
        yield number, row


def read_rows(path: Path) -> list[Row]:
    """Raises ValueError for a row that is not in the form of the file."""
    rows = []
    for number, (row_id, source, item_type, side, fields, text, label, reason, split) in lines_of(path, COLUMNS):
        if label not in ("keep", "ephemeral") or split not in SPLITS:
            raise refused(path, number)
        rows.append(Row(row_id, source, item_type, side, {} if fields == "-" else json.loads(fields),
                        "" if text == "-" else unescaped(text), label == "keep", reason, split))
    return rows


def ulid(at: datetime, number: int) -> str:
    """A turn id of this time; `number` tells turns of the same time apart."""
    value = (round(at.timestamp() * 1000) << 80) + number
    return "".join(ULID_DIGITS[value >> shift & 31] for shift in range(125, -1, -5))


def said_turn(persona: str, session: str, said: tuple[str, str], at: datetime, number: int) -> dict:
    """A turn in which user and agent say these texts, of which one may be empty. `number` tells turns of the same time apart."""
    return {
        "turn_id": ulid(at, number),
        "agent_id": persona,
        "timestamp": at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "turn_data": {"user_input": said[0], "assistant_response": said[1]},
        "session_id": session,
    }


def turn_of(row: Row, persona: str, at: datetime, number: int) -> dict:
    """A turn that has the item of the row and no other, in a session of its own."""
    said = row.text if row.side == "user" else "", row.text if row.side == "agent" else ""
    turn = said_turn(persona, row.id, said, at, number)
    return turn if row.item_type == "chat" else turn | part_of(row)


def part_of(row: Row) -> dict:
    """The member of a turn that makes the item; its content is the row's text again."""
    if tool := TOOL.fullmatch(row.text):
        failed = tool["status"] != "success"
        result = {"error": tool["result"]} if failed else {"outputs": json.loads(tool["result"])}
        used = {"tool_id": tool["tool"], "status": tool["status"], "inputs": json.loads(tool["inputs"])}
        return {"tool_executions": [used | result]}
    if goal := GOAL.fullmatch(row.text):
        return {"goal_updates": [{"goal_id": goal["goal"], "status": goal["status"], "progress": float(goal["progress"]),
                                  "notes": goal["notes"]}]}
    if action := ACTION.fullmatch(row.text):
        return {"action_updates": [{"action_id": action["action"], "status": action["status"],
                                    "result": json.loads(action["result"])}]}
    if row.item_type == "error":
        return {"errors": [row.text]}
    observed = {"id": row.id, "type": row.item_type, "content": row.text, "source": "eval", "confidence": 1.0, "tags": [],
                "ephemeral": row.fields.get("ephemeral", False)}
    return {"observations": [observed]}
