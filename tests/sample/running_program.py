"""RunningProgram: a test with the program running on the embedded log in a folder of its own. The log lines of the run go to
a file, so that the program never waits for a reader. Used by the tests next to it; the first argument of such a test is the
program."""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
DEADLINE_S = 240


def turn(number: int, user_input: str = "", observations: tuple = ()) -> dict:
    """A turn of persona helper, a minute after the one with the number before."""
    return {"turn_id": f"01KE7MSSB0BTCJ8P6K7G93X4{number:02}", "agent_id": "helper",
            "timestamp": f"2026-01-01T{10 + number // 60:02}:{number % 60:02}:00Z", "duration_ms": 10, "session_id": "s1",
            "observations": list(observations), "tool_executions": [], "goal_updates": [], "action_updates": [], "errors": [],
            "warnings": [],
            "turn_data": {"user_input": user_input, "assistant_response": "Noted." if user_input else "", "urgency": "LOW",
                          "mode": "chat", "parent_turn_id": None},
            "metadata": {"tools_used": [], "memory_types_accessed": [], "budget_used": 0, "budget_total": 10}}


class RunningProgram(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.state = str(Path(folder.name) / "state")
        self.lines = Path(folder.name) / "run.log"
        self.process = None

    def start(self, *options: str) -> None:
        with self.lines.open("w") as lines:
            self.process = subprocess.Popen([PROGRAM, "run", "--state", self.state, "--listen", "127.0.0.1:0", *options],
                                            stdout=subprocess.DEVNULL, stderr=lines)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        self.wait_for(lambda: self.call("status").returncode == 0)

    def stop(self) -> str:
        """Ends the run; returns its log lines."""
        self.process.terminate()
        self.process.wait(DEADLINE_S)
        return self.lines.read_text()

    def call(self, *arguments: str, given: str = "") -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *arguments, "--state", self.state], input=given, capture_output=True, text=True,
                              timeout=DEADLINE_S, check=False)

    def wait_for(self, reached) -> None:
        deadline = time.monotonic() + DEADLINE_S
        while not reached():
            if self.process.poll() is not None:
                self.fail(f"the run ended: {self.lines.read_text()}")
            self.assertLess(time.monotonic(), deadline, "what was waited for never came")
            time.sleep(0.05)

    def records(self, topic: str) -> list[dict]:
        done = self.call("tail", topic, "--from-beginning", "--raw", "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def publish(self, records: list[dict], *options: str) -> None:
        lines = "".join(json.dumps(record) + "\n" for record in records)
        done = self.call("publish", "--quiet", *options, given=lines)
        self.assertEqual(done.returncode, 0, done.stderr)
