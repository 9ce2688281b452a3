"""The set-up of purge_test: turns that have a word in everything that becomes memory, a namespace with such turns, and what the
files of its state directory contain.
"""

import base64
import json
import re
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

PROGRAM, SST_DUMP = sys.argv[1:3] if len(sys.argv) > 2 else ("", "")
WORD = "zqwvxjkprtmn"
DEADLINE_S = 60
FORGOTTEN_TURNS = 14
PASSES = ("consolidate", "topics", "flush", "meta")
ENTRY = re.compile(r"^'([0-9A-F]*)' seq:\d+, type:\d+ => ([0-9A-F]*)$", re.MULTILINE)


def turn(number: int, session: str, minute: int, texts: dict, persona: str = "helper") -> dict:
    return {"turn_id": f"01KE7MSSB0BTCJ8P6K7G9{number:05}", "agent_id": persona, "session_id": session, "user_id": "ann",
            "timestamp": f"2026-01-01T{10 + minute // 60:02}:{minute % 60:02}:00Z", "duration_ms": 10,
            "turn_data": {"user_input": texts.get("user", ""), "assistant_response": texts.get("reply", ""), "urgency": "LOW",
                          "mode": "chat", "parent_turn_id": None},
            "tool_executions": texts.get("tools", []), "observations": texts.get("observations", []),
            "goal_updates": texts.get("goals", []), "action_updates": [], "errors": texts.get("errors", []), "warnings": [],
            "metadata": {"tools_used": [], "memory_types_accessed": [], "budget_used": 0, "budget_total": 10}}


def forgotten_turn(number: int) -> dict:
    """A turn that has the word in everything that becomes memory."""
    tool = {"tool_id": f"{WORD}_search", "status": "success", "inputs": {"query": f"{WORD} {number}"}, "outputs": {"found": WORD},
            "duration_ms": 4, "tokens_used": 1, "error": None,
            "observations_added": [{"id": f"t{number}", "type": "observation", "content": f"The {WORD} tool found {number} ports",
                                    "source": "tool", "confidence": 0.9, "tags": [WORD]}],
            "memory_writes": [{"type": "fact", "content": f"the {WORD} gateway uses port {7000 + number}", "importance": 0.8,
                               "tags": [WORD]}]}
    return turn(number, "secret", number, {
        "user": f"I prefer {WORD} for large codebases. Always run the {WORD} tests. The {WORD} ledger number {number} moved to Porto.",
        "reply": f"Noted, {WORD} number {number} it is.", "tools": [tool],
        "goals": [{"goal_id": f"g{number}", "status": "active", "progress": 0.5, "notes": f"move to {WORD}"}],
        "errors": [f"{WORD} refused connection {number}"],
        "observations": [{"id": f"o{number}", "type": "observation", "source": "test", "confidence": 0.9,
                          "tags": ["typescript", WORD],
                          "content": f"The {WORD} compiler needs {number} strict null checks since May"}]})


def plain_turn(number: int, minute: int, persona: str = "helper") -> dict:
    return turn(number, "open", minute, {"user": f"The harbour ledger number {number} moved to Porto",
                                         "reply": "Noted."}, persona)


def lines_of(turns: list[dict]) -> str:
    return "".join(json.dumps(one) + "\n" for one in turns)


def bytes_of(field) -> bytes:
    if isinstance(field, dict):
        return base64.b64decode(field["base64"])
    return (field or "").encode()


class Pipeline:
    """A namespace in a state directory."""

    def __init__(self, test: unittest.TestCase, state: Path, *where: str) -> None:
        self.test, self.state = test, state
        self.namespace = next((where[i + 1] for i, flag in enumerate(where) if flag == "--namespace"), "turnstream")
        self.log = ("--state", str(state), "--set", "intake.clock=event", "--set", "topics.partitions=2", "--set",
                    "topics.purge_ms=1000", *where)

    def call(self, *arguments: str, given: str = "") -> str:
        done = subprocess.run([PROGRAM, *arguments, *self.log], input=given, capture_output=True, text=True,
                              timeout=2 * DEADLINE_S, check=False)
        self.test.assertEqual(done.returncode, 0, f"{arguments}: {done.stdout[-1000:]}{done.stderr[-2000:]}")
        return done.stdout

    def publish(self, turns: list[dict]) -> None:
        self.call("publish", "--quiet", given=lines_of(turns))

    def drain(self) -> None:
        self.call("run", "--until-drained", "--quiet", "--listen", "")

    def start(self) -> subprocess.Popen:
        """A run that has its partitions; its log lines are in the file `lines`."""
        lines = self.state.with_suffix(".lines")
        with open(lines, "w", encoding="utf-8") as out:
            process = subprocess.Popen([PROGRAM, "run", "--listen", "", *self.log], stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=out)
        self.test.addCleanup(process.wait)
        self.test.addCleanup(process.kill)
        self.wait(lambda: "event=state_restored" in lines.read_text(encoding="utf-8") or process.poll() is not None)
        return process

    def said(self) -> str:
        return self.state.with_suffix(".lines").read_text(encoding="utf-8")

    def stop(self, process: subprocess.Popen) -> None:
        process.send_signal(signal.SIGTERM)
        self.test.assertEqual(process.wait(timeout=DEADLINE_S), 0)

    def wait(self, reached) -> None:
        end = time.monotonic() + DEADLINE_S
        while not reached():
            self.test.assertLess(time.monotonic(), end, f"what was waited for never came. {self.said()[-2000:]}")
            time.sleep(0.2)

    def topics(self) -> list[str]:
        return [row["name"] for row in json.loads(self.call("topics", "list", "--json"))]

    def records(self, topic: str) -> list[dict]:
        return [json.loads(line) for line in self.call("log", "export", "--topic", topic).splitlines()[1:-1]]

    def ends(self) -> dict[tuple[str, int], int]:
        """The offset after the last record of each partition."""
        ends: dict[tuple[str, int], int] = {}
        for topic in self.topics():
            for record in self.records(topic):
                ends[topic, record["p"]] = record["o"] + 1
        return ends

    def with_word(self, topic: str) -> list[tuple[int, int]]:
        """Partition and offset of the records that have the word."""
        return [(record["p"], record["o"]) for record in self.records(topic)
                if WORD.encode() in bytes_of(record.get("v")) + bytes_of(record.get("k"))]

    def export(self, persona: str = "helper") -> dict:
        return json.loads(self.call("export", persona, "--json"))

    def fill(self) -> None:
        """Memory of each kind that has the word, and some that does not."""
        self.publish([plain_turn(100 + i, i, persona) for i in range(3) for persona in ("helper", "teacher")])
        self.publish([forgotten_turn(i) for i in range(FORGOTTEN_TURNS)])
        process = self.start()
        self.call("grant", "--persona", "helper", "--to", "teacher", "--tag", "typescript")
        for passed in PASSES:
            self.call("sweep", "--persona", "helper", "--pass", passed)
        self.call("tick", "2026-01-01T10:30:00Z")
        self.call("tick", "2026-01-01T10:40:00Z")
        self.stop(process)
        self.drain()
        memory = self.export()
        for kind in ("items", "facts", "notes", "patterns", "skills", "insights", "topics", "daily", "working_memory"):
            self.test.assertIn(WORD, json.dumps(memory[kind]), kind)
        self.test.assertIn(WORD, json.dumps(self.export("teacher")["insights"]))
        # Each start writes what it recovers to table files, so that the word is in files, not only in the write-ahead log.
        self.drain()
        self.test.assertTrue(entries_with_word(self.state / "store"))

    def work_on(self) -> None:
        """Turns and passes after the command."""
        self.publish([plain_turn(200 + i, 50 + i) for i in range(4)])
        for passed in PASSES:
            self.call("sweep", "--persona", "helper", "--pass", passed)
        self.call("tick", "2026-01-01T11:30:00Z")


def entries(folder: Path) -> list[tuple[bytes, bytes]]:
    """Keys and values of all table files, also of those entries that a later one hides. Not complete while a process runs."""
    done = subprocess.run([SST_DUMP, f"--file={folder}", "--command=scan", "--output_hex"], capture_output=True, text=True,
                          timeout=DEADLINE_S, check=False, errors="replace")
    return [(bytes.fromhex(key), bytes.fromhex(value)) for key, value in ENTRY.findall(done.stdout)]


def entries_with_word(folder: Path) -> list[bytes]:
    """The keys of the entries whose key or value has the word."""
    return [key for key, value in entries(folder) if WORD.encode() in key + value]


def raw_files_with_word(folder: Path, pattern: str = "*") -> list[str]:
    return [path.name for path in folder.rglob(pattern) if path.is_file() and WORD.encode() in path.read_bytes()]


def topics_with_word(folder: Path) -> set[str]:
    """The topics of an embedded log whose batches in table files have the word."""
    names, with_word = {}, set()
    for key, value in entries(folder):
        if key[:1] == b"t" and value:
            size = int.from_bytes(value[:4], "little")
            names[key[1:5]] = value[4:4 + size].decode()
        elif key[:1] == b"b" and WORD.encode() in value:
            with_word.add(key[1:5])
    return {names.get(topic, topic.hex()) for topic in with_word}
