"""load_run_test.py BUILD: scripts/load with the built program, under the design load of a few personas.

How long records take is not checked: other tests run at the same time.
"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(sys.argv.pop(1)) if len(sys.argv) > 1 else ROOT / "build" / "release"


def load(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([ROOT / "scripts" / "load", *arguments, "--no-durations", "--json", "--build", BUILD], capture_output=True,
                          text=True, timeout=900, check=False)


class Load(unittest.TestCase):
    def test_twenty_minutes_of_twenty_personas_hold_the_bars(self) -> None:
        ended = load("--personas", "20", "--turns", "4000", "--parts", "2", "--gap-hours", "5")
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        bars = {bar["name"]: bar["value"] for bar in json.loads(ended.stdout)["bars"]}
        self.assertGreater(bars["items added by episodic"], 4 * 4000)
        self.assertGreater(bars["highest published pressure"], .7)  # else no pass ran

    def test_a_run_in_two_goes_is_the_run_in_one(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run = ("--personas", "3", "--turns", "300", "--parts", "3", "--state")
            first = load(*run, f"{folder}/apart", "--part-count", "1")
            self.assertEqual((first.returncode, first.stdout), (0, ""), first.stderr)
            self.assertIn("1 of 3 parts are processed", first.stderr)
            other = load("--personas", "4", *run[2:], f"{folder}/apart", "--resume")
            self.assertEqual(other.returncode, 1)
            self.assertIn("has other turns or settings", other.stderr)
            ended = [load(*run, f"{folder}/apart", "--resume"), load(*run, f"{folder}/whole")]
            apart, whole = ({bar["name"]: bar["value"] for bar in json.loads(one.stdout)["bars"]} for one in ended)
            for name in ("items added by episodic", "largest state of a persona"):
                self.assertEqual(apart[name], whole[name])

    def test_the_state_of_a_persona_is_flat_behind_low_bounds(self) -> None:
        ended = load("--personas", "1", "--hours", "4", "--parts", "2", "--low-caps")
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)


if __name__ == "__main__":
    unittest.main()
