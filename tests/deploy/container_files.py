"""The container files, read: docker-compose.yml as data, Dockerfile as instructions; and the built program."""

import json
import os
import re
import subprocess
import unittest
from pathlib import Path
from typing import NamedTuple

import yaml

ROOT = Path(__file__).resolve().parents[2]


def compose() -> dict:
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())


def broker_check(host: str = "kafka", port: int = 19092) -> list[str]:
    """The command of the broker's health check, asked at another address."""
    kind, *command = compose()["services"]["kafka"]["healthcheck"]["test"]
    assert kind == "CMD", kind
    return [word.replace("$$", "$").replace("/dev/tcp/kafka/19092", f"/dev/tcp/{host}/{port}") for word in command]


class Instruction(NamedTuple):
    stage: int
    word: str
    rest: str

    def words(self) -> list[str]:
        return json.loads(self.rest) if self.rest.startswith("[") else self.rest.split()


def dockerfile() -> list[Instruction]:
    text = re.sub(r"^\s*#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    stage, instructions = -1, []
    for line in re.sub(r"\\\n\s*", " ", text).splitlines():
        if line.strip():
            word, rest = line.split(maxsplit=1)
            stage += word == "FROM"
            instructions.append(Instruction(stage, word, rest.strip()))
    return instructions


def program() -> str:
    path = os.environ.get("TURNSTREAM_PROGRAM", "")
    if not os.access(path, os.X_OK):
        raise unittest.SkipTest("skipped: TURNSTREAM_PROGRAM names no built program")
    return path


def run_program(*arguments: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TURNSTREAM_")}
    return subprocess.run([program(), *arguments], env=kept | (environment or {}), capture_output=True, text=True,
                          timeout=60, check=False, stdin=subprocess.DEVNULL)


def verb_and_flags(command: list[str]) -> tuple[list[str], list[str]]:
    """["topics", "create", "--partitions", "2"] -> (["topics", "create"], ["--partitions"])."""
    first_flag = next((at for at, word in enumerate(command) if word.startswith("--")), len(command))
    return command[:first_flag], [word for word in command[first_flag:] if word.startswith("--")]


class CommandTest(unittest.TestCase):
    def assert_program_knows(self, command: list[str]) -> None:
        verb, flags = verb_and_flags(command)
        helped = run_program(*verb, "--help")
        self.assertEqual(helped.returncode, 0, helped.stdout + helped.stderr)
        self.assertRegex(helped.stdout, rf"Usage: \S*turnstream {' '.join(verb)}\b")
        for flag in flags:
            self.assertRegex(helped.stdout, rf"{flag}\b", f"turnstream {' '.join(verb)} has no {flag}")
