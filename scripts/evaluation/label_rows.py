"""The rows of tests/labelled/keep.tsv, and the turn that brings the item of a row."""

import json
import re
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


def read_rows(path: Path) -> list[Row]:
    """Raises ValueError for a row that is not in the form of the file."""
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != COLUMNS or columns[6] not in ("keep", "ephemeral") or columns[8] not in SPLITS:
            raise ValueError(f"{path.name}:{number} is not in the form of the file")
        row_id, source, item_type, side, fields, text, label, reason, split = columns
        rows.append(Row(row_id, source, item_type, side, {} if fields == "-" else json.loads(fields),
                        "" if text == "-" else text.replace("\\n", "\n"), label == "keep", reason, split))
    return rows


def ulid(at: datetime, number: int) -> str:
    """A turn id of this time; `number` tells turns of the same time apart."""
    value = (round(at.timestamp() * 1000) << 80) + number
    return "".join(ULID_DIGITS[value >> shift & 31] for shift in range(125, -1, -5))


def turn_of(row: Row, persona: str, at: datetime, number: int) -> dict:
    """A turn that has the item of the row and no other, in a session of its own."""
    turn = {
        "turn_id": ulid(at, number),
        "agent_id": persona,
        "timestamp": at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "turn_data": {"user_input": row.text if row.side == "user" else "",
                      "assistant_response": row.text if row.side == "agent" else ""},
        "session_id": row.id,
    }
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
