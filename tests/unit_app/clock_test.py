"""A run whose wall clock jumps, with the embedded log and a faked clock: what memory loses, what waits, and how an operator
accepts the jump. Arguments: the program. Needs libfaketime (Debian package faketime); without it, or if the program is built
with a sanitizer, the test is skipped."""

import glob
import json
import os
import subprocess
import sys
import tempfile
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path

PROGRAM = sys.argv.pop(1)
DEADLINE_S = 60
SKIPPED = 77
TEN_YEARS = timedelta(days=3652)
LIBRARY = next(iter(sorted(glob.glob("/usr/lib/*/faketime/libfaketime.so.1"))), None)


def is_sanitized() -> bool:
    linked = subprocess.run(["ldd", PROGRAM], capture_output=True, text=True, check=True).stdout
    return "libasan" in linked or "libtsan" in linked


class ClockJump(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.state = str(Path(folder.name) / "state")

    def call(self, *arguments: str, given: str = "", ahead: timedelta = timedelta()) -> subprocess.CompletedProcess:
        environment = dict(os.environ)
        if ahead:
            environment |= {"LD_PRELOAD": LIBRARY, "FAKETIME": f"+{ahead.days}d", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        return subprocess.run([PROGRAM, *arguments, "--state", self.state], input=given, capture_output=True, text=True,
                              timeout=DEADLINE_S, env=environment, check=False)

    def run_until_drained(self, ahead: timedelta = timedelta()) -> subprocess.CompletedProcess:
        return self.call("run", "--until-drained", "--set", "http.listen=", ahead=ahead)

    def turns(self, count: int) -> list[dict]:
        made = self.call("generate", "--turns", str(count), "--quiet")
        return [json.loads(line) for line in made.stdout.splitlines()]

    def publish(self, turns: list[dict], ahead: timedelta = timedelta()) -> None:
        lines = "".join(json.dumps(turn) + "\n" for turn in turns)
        self.assertEqual(self.call("publish", "--quiet", given=lines, ahead=ahead).returncode, 0)

    def skills(self) -> list[str]:
        dumped = self.call("state", "dump", "--stage", "skill")
        self.assertEqual(dumped.returncode, 0, dumped.stderr)
        return dumped.stdout.splitlines()

    def test_a_clock_ten_years_ahead_erases_nothing(self) -> None:
        turns = self.turns(300)
        self.publish(turns[:299])
        self.assertEqual(self.run_until_drained().returncode, 0)
        before = len(self.skills())
        self.assertGreater(before, 20)
        self.publish(turns[299:], TEN_YEARS)
        jumped = self.run_until_drained(TEN_YEARS)
        self.assertIn("clock_ahead", jumped.stderr)
        self.assertGreaterEqual(len(self.skills()), before)

    def test_turns_of_the_jump_wait_and_an_operator_accepts_it(self) -> None:
        first, second = self.turns(2)
        self.publish([first])
        self.assertEqual(self.run_until_drained().returncode, 0)
        then = datetime.now(timezone.utc) + TEN_YEARS
        second["timestamp"] = then.strftime("%Y-%m-%dT%H:%M:%S.000Z")
        self.publish([second], TEN_YEARS)
        held = self.run_until_drained(TEN_YEARS)
        self.assertEqual(held.returncode, 3, held.stderr)
        self.assertIn("turnstream clock --accept", held.stderr.splitlines()[-1])
        self.assertEqual(self.call("clock", "--accept", ahead=TEN_YEARS).returncode, 0)
        accepted = self.run_until_drained(TEN_YEARS)
        self.assertEqual(accepted.returncode, 0, accepted.stderr)
        log = self.call("tail", "log", "--from-beginning", "--raw", "--quiet").stdout
        self.assertIn(second["turn_id"], log)


if __name__ == "__main__":
    if LIBRARY is None or is_sanitized():
        print("skipped: no libfaketime here, or a program that is built with a sanitizer")
        sys.exit(SKIPPED)
    unittest.main(verbosity=2)
