"""What a producer sends cannot harm a terminal: no command prints a control character, or a character that changes the
direction of text, of a record; and no depth of a record ends a command. On the embedded log and, if TURNSTREAM_TEST_BOOTSTRAP
names a broker, on Kafka.

    terminal_test.py TURNSTREAM
"""

import json
import os
import pty
import re
import subprocess
import sys
import tempfile
import unittest
import uuid
from pathlib import Path

PROGRAM = sys.argv.pop(1)
BROKER = os.environ.get("TURNSTREAM_TEST_BOOTSTRAP", "")
DEADLINE_S = 60
HOSTILE = ("x\x1b]0;title\x07\x1b[2J\x0b\r\x7f\x85\x9b31m\u061c\u200e\u200f\u202a\u202e\u2066\u2069\u2028\u2029\ufeff\u200b"
           "\u034f\u115f\u1160\u17b4\u180b\u180f\u3164\ufe00\uffa0\ufff0\ufdd0\uffff\U0001d173\U000e0001\U000e0041\U000e0100\U0010fffe"
           "\ttab\nforged line")
# All but the line feed between lines: control characters (C0, DEL, C1), direction, separators, invisible characters,
# noncharacters.
HARMFUL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
                     "\u2028-\u202e\u2060-\u206f\u3164\ufdd0-\ufdef\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
                     "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
                     + "".join(chr(plane * 0x10000 + last) for plane in range(1, 17) for last in (0xfffe, 0xffff)) + "]")
GOOD_ID, REFUSED_ID = "01JGFJJZ00000000000000000A", "01JGFJJZ00000000000000000B"


def turn(turn_id: str, **changes: object) -> bytes:
    tool = {"tool_id": "shell", "status": "failure", "inputs": {HOSTILE: HOSTILE}, "outputs": {"lines": [HOSTILE]},
            "duration_ms": 5, "tokens_used": 7, "error": HOSTILE, "observations_added": [], "memory_writes": []}
    made = {"turn_id": turn_id, "agent_id": HOSTILE, "timestamp": "2026-01-01T10:00:00Z", "duration_ms": 10,
            "session_id": HOSTILE,
            "turn_data": {"user_input": f"I prefer {HOSTILE} TypeScript", "assistant_response": HOSTILE, "urgency": "LOW",
                          "mode": "chat"},
            "tool_executions": [tool], "observations": [], "goal_updates": [], "action_updates": [],
            "errors": [HOSTILE], "warnings": [],
            "metadata": {"daemons_activated": [], "tools_used": [], "memory_types_accessed": [], "memories_recalled": []}}
    made.update(changes)
    return json.dumps(made, ensure_ascii=False).encode()


RECORDS = [
    turn(GOOD_ID),
    turn(HOSTILE),
    turn(REFUSED_ID, duration_ms=HOSTILE),
    turn("01JGFJJZ00000000000000000C").replace(b"TypeScript", b"Type\x9bScript\xff"),
    b"\x1b[31m raw \x9b \xff\x00\x85",
    b'{"x":"\x1b[2J\xe2\x80\xae"',
    HOSTILE.replace("\n", "").encode(),
    b"[" * 2_000_000,
    b"[" * 300_000 + b"]" * 300_000,
    b'{"a":' * 200_000,
]

TEXT_VERBS = [
    "tail turns --from-beginning", "tail log --from-beginning", "tail dead-letters --from-beginning",
    "tail completions.episodic --from-beginning", "tail changelog.episodic --from-beginning",
    "tail turns --from-beginning --full", "tail log --from-beginning --full", "tail dead-letters --from-beginning --full",
    "tail completions.episodic --from-beginning --full", "tail changelog.episodic --from-beginning --full",
    f"explain turn {GOOD_ID}", f"explain turn {REFUSED_ID}", "doctor", "config", "digest", "topics list",
    "redrive --stage episodic --all", "state dump --stage episodic", "log export",
]
JSON_VERBS = [
    "tail turns --from-beginning --json", "tail log --from-beginning --json", "tail dead-letters --from-beginning --json",
    "tail completions.episodic --from-beginning --json", f"explain turn {GOOD_ID} --json",
    f"explain turn {REFUSED_ID} --json", "state dump --stage episodic", "state dump --stage semantic",
    "state dump --stage skill --runtime", "log export",
]


class Terminal(unittest.TestCase):
    turns_topic = "turns"
    place: tuple[str, ...] = ()

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        cls.addClassCleanup(folder.cleanup)
        cls.state = Path(folder.name) / "state"
        cls.turns = Path(folder.name) / "turns.ndjson"
        cls.turns.write_bytes(b"\n".join(RECORDS) + b"\n")
        cls.published = cls.call(f"publish --unchecked {cls.turns}")
        cls.ran = cls.call("run --until-drained --listen 127.0.0.1:0")
        cls.ran_again = cls.call("run --until-drained --listen 127.0.0.1:0 --json")

    @classmethod
    def call(cls, arguments: str) -> subprocess.CompletedProcess:
        words = [cls.turns_topic if word == "turns" else word for word in arguments.split()]
        return subprocess.run([PROGRAM, *words, "--state", cls.state, *cls.place], capture_output=True, timeout=DEADLINE_S,
                              check=False)

    def check_harmless(self, done: subprocess.CompletedProcess, what: str) -> None:
        self.assertGreaterEqual(done.returncode, 0, f"{what}: ended by a signal: {done.stderr[-500:]!r}")
        for output in (done.stdout, done.stderr):
            text = output.decode()  # fails if it is not UTF-8
            found = HARMFUL.search(text)
            self.assertIsNone(found, found and f"{what}: {text[max(0, found.start() - 80):found.end() + 20]!r}")

    def test_the_run_reads_every_record_and_its_log_lines_are_harmless(self) -> None:
        for done in (self.published, self.ran, self.ran_again):
            self.assertEqual(done.returncode, 0, done.stderr[-500:])
            self.check_harmless(done, str(done.args))
        self.assertIn(b"record_refused", self.ran.stderr)
        self.assertIn(b"\\u001b]0;title", self.ran.stderr)
        for line in self.ran.stderr.decode().splitlines():
            self.assertRegex(line, r"^\d{4}-\d\d-\d\dT", "a producer's line feed began a line of the log")

    def test_text_of_records_is_harmless(self) -> None:
        for verb in TEXT_VERBS:
            with self.subTest(verb):
                self.check_harmless(self.call(verb), verb)
        shown = self.call("tail dead-letters --from-beginning").stdout
        self.assertEqual(shown.count(b"\n"), len(RECORDS) - 1, "all refused records, and no forged line")
        full = self.call("tail dead-letters --from-beginning --full").stdout
        self.assertEqual(full.count(b"\n-- ") + 1, len(RECORDS) - 1, "all refused records, and no forged line")
        explained = self.call(f"explain turn {GOOD_ID}").stdout
        self.assertIn(b"x\\u001b]0;title\\u0007", explained)
        self.assertNotIn(b"\nforged line", explained)

    def test_json_stays_valid_and_keeps_the_text(self) -> None:
        for verb in JSON_VERBS:
            with self.subTest(verb):
                done = self.call(verb)
                self.assertEqual(done.returncode, 0, done.stderr[-500:])
                self.check_harmless(done, verb)
                for line in done.stdout.splitlines():
                    json.loads(line)
        keys = {json.loads(line)["key"] for line in self.call("tail turns --from-beginning --json").stdout.splitlines()}
        self.assertIn(HOSTILE, keys)

    def test_a_refused_line_and_an_error_message_are_harmless(self) -> None:
        for verb in (f"publish {self.turns}", f"publish {self.turns} --json"):
            done = self.call(verb)
            self.assertEqual(done.returncode, 3)
            self.check_harmless(done, verb)
        for arguments in (["explain", HOSTILE], ["tail", HOSTILE], ["tail", "turns", "--persona", HOSTILE], [HOSTILE],
                          ["run", "--set", f"{HOSTILE}=1"], ["digest", "--set", f"topics.namespace={HOSTILE}", "--json"]):
            done = subprocess.run([PROGRAM, *arguments, *([] if arguments == [HOSTILE] else ["--state", self.state, *self.place])],
                                  capture_output=True, timeout=DEADLINE_S, check=False)
            self.check_harmless(done, str(arguments))

    def test_raw_is_exact_and_not_for_a_terminal(self) -> None:
        raw = self.call("tail turns --from-beginning --raw").stdout
        for record in RECORDS:
            self.assertIn(record + b"\n", raw)
        main, side = pty.openpty()
        try:
            done = subprocess.run([PROGRAM, "tail", self.turns_topic, "--raw", "--limit", "1", "--state", self.state,
                                   *self.place], stdout=side, stderr=subprocess.PIPE, timeout=DEADLINE_S, check=False)
        finally:
            os.close(side)
            os.close(main)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"commands for a terminal", done.stderr)


@unittest.skipUnless(BROKER, "TURNSTREAM_TEST_BOOTSTRAP names no broker")
class TerminalOnKafka(Terminal):
    turns_topic = f"turns-{uuid.uuid4().hex[:8]}"
    place = ("--bootstrap", BROKER, "--namespace", f"terminal-{uuid.uuid4().hex[:8]}", "--set",
             f"intake.turns_topics={turns_topic}")


if __name__ == "__main__":
    unittest.main()
