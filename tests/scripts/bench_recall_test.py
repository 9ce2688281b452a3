"""bench_recall_test.py BUILD: scripts/bench --recall with the built programs and few messages.

Answers are checked, times are not: other tests run at the same time.
"""

import json
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(sys.argv.pop(1)) if len(sys.argv) > 1 else ROOT / "build" / "release"


class Recall(unittest.TestCase):
    def test_turns_are_found_alone_and_over_http(self) -> None:
        ended = subprocess.run([ROOT / "scripts" / "bench", "--recall", "--short", "--json", "--build", BUILD], capture_output=True,
                               text=True, timeout=600, check=False)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        cases = json.loads(ended.stdout)["cases"]
        # An answer without its turn ends the part with an error.
        self.assertGreater(cases["short"]["found"], 50)
        self.assertGreater(cases["short"]["load"]["documents"], 0)
        self.assertEqual(cases["http-short"]["fresh"]["recallable_ms"]["count"], 20)
        self.assertGreater(cases["http-short"]["http"]["questions_ms"]["count"], 0)


if __name__ == "__main__":
    unittest.main()
