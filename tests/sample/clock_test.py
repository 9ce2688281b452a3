"""The commands about time, with a running pipeline: what intake refuses is reported by the command that sent it.

    clock_test.py TURNSTREAM
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
DEADLINE_S = 60


class Clock(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.state = Path(folder.name) / "state"

    def call(self, arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *arguments.split(), "--state", self.state], capture_output=True, text=True,
                              timeout=DEADLINE_S, check=False)

    def start(self, settings: str = "") -> None:
        process = subprocess.Popen([PROGRAM, "run", "--listen", "127.0.0.1:0", "--json", "--state", self.state,
                                    *settings.split()], stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait, DEADLINE_S)
        self.addCleanup(process.terminate)
        while '"event":"started"' not in process.stderr.readline():
            self.assertIsNone(process.poll())

    def test_a_tick_that_a_running_intake_refuses_is_reported(self) -> None:
        self.start()
        sent = self.call("tick 2026-01-01T10:00:00Z --set intake.clock=event")
        self.assertEqual(sent.returncode, 3, sent.stderr)
        self.assertIn("intake.clock=event only", sent.stderr)

    def test_a_tick_that_intake_takes_is_not_reported(self) -> None:
        self.start("--set intake.clock=event")
        sent = self.call("tick 2026-01-01T10:00:00Z --set intake.clock=event")
        self.assertEqual((sent.returncode, sent.stderr), (0, ""))

    def test_a_tick_under_the_wall_clock_is_refused_before_it_is_sent(self) -> None:
        self.start()
        refused = self.call("tick 2026-01-01T10:00:00Z")
        self.assertEqual(refused.returncode, 2)
        self.assertEqual(self.call("tail dead-letters --from-beginning").stdout, "")

    def test_clock_shows_each_process_and_accepts_nothing_where_nothing_is_held(self) -> None:
        self.start()
        shown = json.loads(self.call("clock --json").stdout)
        self.assertEqual([one["clock"] for one in shown["processes"]], ["good"])
        self.assertIn("follows the wall clock", self.call("clock").stdout)
        refused = self.call("clock --accept")
        self.assertEqual(refused.returncode, 3)
        self.assertIn("nothing to accept", refused.stderr)

    def test_commands_to_a_directory_without_a_log_are_refused_and_make_nothing(self) -> None:
        for verb in ("clock --accept", "tick 2026-01-01T10:00:00Z --set intake.clock=event", "redrive --stage skill --all",
                     "upgrade --into next", "tail turns --follow"):
            with self.subTest(verb):
                refused = self.call(verb)
                self.assertEqual(refused.returncode, 2, refused.stderr)
                self.assertIn(f"there is no embedded log in the state directory {self.state}", refused.stderr)
                self.assertIn("--state", refused.stderr)
                self.assertIn("--bootstrap", refused.stderr)
                self.assertFalse(self.state.exists())
        self.state.mkdir()
        self.assertEqual(self.call("clock --accept").returncode, 2)
        self.assertEqual(list(self.state.iterdir()), [])

    def test_an_accept_that_no_intake_has_read_says_so(self) -> None:
        self.assertEqual(self.call("topics create").returncode, 0)
        sent = self.call("clock --accept")
        self.assertEqual(sent.returncode, 0, sent.stderr)
        self.assertIn("no intake has read it yet", sent.stdout)
        self.start()
        letters = ""
        for _ in range(200):
            letters = self.call("tail dead-letters --from-beginning --json").stdout
            if letters.count("clock_refused") == 8:
                break
        self.assertEqual(letters.count("clock_refused"), 8, letters)


if __name__ == "__main__":
    unittest.main()
