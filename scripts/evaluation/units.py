"""The units of conversations, as the notes of the project divide messages, from the test program `print_units` of a build."""

import json
import subprocess
from pathlib import Path

from evaluation.locomo import Message
from evaluation.pipeline_run import RunFailed

PROGRAM = Path("tests", "unit_notes", "print_units")


def units_of(build: Path, conversations: Path) -> dict[Message, list[str]]:
    program = build / PROGRAM
    if not program.exists():
        raise RunFailed(f"there is no program {program}; build the target print_units")
    ended = subprocess.run([program, conversations, "--text"], capture_output=True, encoding="utf-8", check=True)
    units: dict[Message, list[str]] = {}
    session: list[dict] = []
    for line in map(json.loads, ended.stdout.splitlines()):
        if "sample" not in line:
            session.append(line)
            continue
        for unit in session:
            units.setdefault(Message(line["sample"], unit["id"]), []).append(unit["text"])
        session = []
    return units
