"""Damaged commands of all kinds through the program: each becomes a log record or a dead letter, none stops the process,
and every partition of the log has the same settings. On the embedded log and, if TURNSTREAM_TEST_BOOTSTRAP names a broker,
on Kafka.

    commands_test.py TURNSTREAM
"""

import base64
import copy
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
import uuid
from collections import Counter
from pathlib import Path

PROGRAM = sys.argv.pop(1)
BROKER = os.environ.get("TURNSTREAM_TEST_BOOTSTRAP", "")
ROOT = Path(__file__).parents[2]
COMMANDS, SHARES, PARTITIONS, DEADLINE_S = 2000, 200, 8, 300
JUNK = [None, True, False, 0, 1, -1, -5, 0.5, 10**15 + 1, 10**30, 1e300, "", "x", "helper", "a\u0000\u001b[31mb", "x" * 600, "é" * 513,
        [], {}, [1], ["{}"], [None], {"a": {}}, {"values": {}}, "2026-01-01T10:00:00Z", [{"stage": "episodic", "parts": ["{}", 7]}],
        {"episodic": {"turn_items_max": -5}}, {"episodic": {"turn_items_max": 9}}, {"skill": {"skills_max": "9"}}]
TOKENS = [b"\xff", b"{", b"]", b"\"", b"\\ud800", b"1e999", b"\x00", b",", b"null", b"\"args\":{},", b"[" * 200, b"\xe2\x80\xae"]


def places(value: object, path: tuple = ()) -> list[tuple]:
    """The path of each value inside `value`."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for name, child in steps for found in [(*path, name), *places(child, (*path, name))]]


def damage(rng: random.Random, command: dict) -> bytes:
    made = copy.deepcopy(command)
    for _ in range(rng.randrange(4)):
        where = rng.choice(places(made) or [("x",)])
        parent = made
        for name in where[:-1]:
            parent = parent[name]
        if rng.random() < 0.3 and places(made):
            del parent[where[-1]]
        else:
            parent[where[-1]] = copy.deepcopy(rng.choice(JUNK))
    data = bytearray(json.dumps(made, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass"))
    for _ in range(rng.choice([0, 0, 0, 1, 3])):
        at = rng.randrange(len(data) + 1)
        data[at:at + rng.randrange(4)] = rng.choice(TOKENS)
    return bytes(data)


def examples() -> list[dict]:
    paths = sorted((ROOT / "schemas" / "examples").glob("command.*.json"))
    return [json.loads(path.read_text(encoding="utf-8")) for path in paths]


def exported(data: bytes | None) -> object:
    """A key or a value in the form of `log export`."""
    try:
        return None if data is None else data.decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode("ascii")}


def export_of(topic: str, records: list[tuple[int, bytes | None, bytes]]) -> str:
    following = [0] * PARTITIONS
    lines = [json.dumps({"kind": "log_export", "format": 1, "topic": topic, "partitions": PARTITIONS}, separators=(",", ":"))]
    for partition, key, value in records:
        record = {"p": partition, "o": following[partition], "k": exported(key), "v": exported(value), "h": []}
        following[partition] += 1
        lines.append(json.dumps(record, separators=(",", ":"), ensure_ascii=False))
    lines.append(json.dumps({"kind": "log_export_end", "next": following, "records": len(records)}, separators=(",", ":")))
    return "\n".join(lines) + "\n"


class Commands(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, *arguments: str, put_in: str = "") -> str:
        done = subprocess.run([PROGRAM, *arguments, *self.where], input=put_in.encode("utf-8"), capture_output=True, timeout=DEADLINE_S,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr.decode("utf-8", "replace")[-2000:])
        return done.stdout.decode("utf-8")

    def records(self, topic: str) -> list[dict]:
        lines = self.program("log", "export", "--topic", f"{self.namespace}.{topic}").splitlines()
        return [json.loads(line) for line in lines[1:-1]]

    def check(self, *where: str) -> None:
        self.namespace = f"commands-{uuid.uuid4().hex[:8]}"
        self.where = ["--quiet", "--namespace", self.namespace, "--state", str(self.folder / "state"), *where]
        seed = random.randrange(10**9)
        rng = random.Random(seed)
        known = examples()
        sent = Counter()
        for topic, count in (("commands", COMMANDS), ("shares", SHARES)):
            made = []
            for number in range(count):
                command = copy.deepcopy(rng.choice(known))
                command["command_id"] = f"{topic}-{number}"
                key = command["persona_id"].encode() if command["persona_id"] and rng.random() < 0.7 else None
                made.append((rng.randrange(PARTITIONS), key, damage(rng, command)))
            sent[f"{self.namespace}.{topic}"] += count
            file = self.folder / topic
            file.write_text(export_of(f"{self.namespace}.{topic}", made), encoding="utf-8")
            self.program("log", "import", "--topic", f"{self.namespace}.{topic}", str(file))
        turn = next(line for line in self.program("generate", "--turns", "1").splitlines())
        self.program("run", "--until-drained", "--listen", "")
        self.program("publish", put_in=turn + "\n")
        self.program("run", "--until-drained", "--listen", "")
        with self.subTest(seed=seed):
            self.check_results(sent, json.loads(turn)["turn_id"])

    def check_results(self, sent: Counter, turn_id: str) -> None:
        taken = Counter()
        settings = [[] for _ in range(PARTITIONS)]
        for record in self.records("log"):
            headers = dict(record["h"])
            if headers["kind"] == "settings":
                settings[record["p"]].append(headers["trace_id"])
            if "source_topic" in headers and not (headers["kind"] == "settings" and record["p"] > 0):
                taken[headers["source_topic"]] += 1
        logged = sum(taken.values())
        for record in self.records("dead-letters"):
            headers = dict(record["h"])
            if headers["dl_stage"] == "intake":
                taken[headers["dl_topic"]] += 1
        self.assertEqual(dict(taken), {**sent, self.turns: 1})
        self.assertGreater(logged, 100)
        self.assertGreater(len(settings[0]), 10)
        for other in settings[1:]:
            self.assertEqual(other, settings[0])
        self.assertIn(turn_id, "".join(json.dumps(record) for record in self.records("completions.episodic")))

    turns = "turns"

    def test_each_is_a_log_record_or_a_dead_letter_on_the_embedded_log(self) -> None:
        self.check()

    @unittest.skipUnless(BROKER, "TURNSTREAM_TEST_BOOTSTRAP names no broker")
    def test_each_is_a_log_record_or_a_dead_letter_on_kafka(self) -> None:
        self.turns = f"turns-{uuid.uuid4().hex[:8]}"
        self.check("--bootstrap", BROKER, "--set", f"intake.turns_topics={self.turns}")


if __name__ == "__main__":
    unittest.main()
