"""Runs the program as a user does: generate, publish, run and digest on the embedded log.

    sample_test.py TURNSTREAM
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
TURNS = 400
DEADLINE_S = 300


class Sample(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, *arguments: str) -> str:
        """What the program prints; a sanitizer that finds an error makes the exit code other than 0."""
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=DEADLINE_S, check=False,
                              stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stderr[-4000:]}")
        return done.stdout

    def run_and_digest(self, state: tuple[str, ...], *run: str) -> str:
        self.program("run", *run, "--listen", "127.0.0.1:0", "--until-drained", *state)
        return self.program("digest", *state)

    def state(self, name: str) -> tuple[str, ...]:
        return "--state", str(self.folder / name), "--set", "intake.clock=event", "--quiet"

    def test_the_same_log_gives_the_same_digests_fused_and_phased(self) -> None:
        turns, log = self.folder / "turns.ndjson", self.folder / "log.ndjson"
        turns.write_text(self.program("generate", "--turns", str(TURNS), "--personas", "6", "--seed", "3",
                                      "--interval-ms", "3600000", "--quiet"), encoding="utf-8")
        self.program("publish", str(turns), *self.state("fused"))
        fused = self.run_and_digest(self.state("fused"), "--grouping", "fused")
        self.assertIn("sha256:", fused)

        log.write_text(self.program("log", "export", *self.state("fused")), encoding="utf-8")
        self.program("log", "import", str(log), *self.state("phased"))
        phased = self.run_and_digest(self.state("phased"), "--stages", "episodic,skill,semantic,pattern,consolidation,lifecycle", "--grouping", "phased",
                                     "--workers", "2")
        self.assertEqual(fused, phased)


if __name__ == "__main__":
    unittest.main()
