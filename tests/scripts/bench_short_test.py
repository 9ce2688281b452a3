"""bench_short_test.py BUILD TYPE: scripts/bench --short with the built programs and a broker of its own measures everything.

Figures are not checked: other tests run at the same time. TURNSTREAM_TEST_BOOTSTRAP says that brokers can be started; without it, and in a
build of a TYPE other than Release, which takes too long, the test is skipped.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TYPE = sys.argv.pop(2) if len(sys.argv) > 2 else "Release"
BUILD = Path(sys.argv.pop(1)) if len(sys.argv) > 1 else ROOT / "build" / "release"
SKIPPED = 77


class Short(unittest.TestCase):
    def test_everything_but_the_peer_is_measured(self) -> None:
        with tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP")) as folder:
            out = Path(folder) / "bench.json"
            ended = subprocess.run([ROOT / "scripts" / "bench", "--short", "--build", BUILD, "--out", out], capture_output=True, text=True,
                                   timeout=840, check=False)
            self.assertEqual(ended.returncode, 0, (ended.stdout + ended.stderr)[-3000:])
            result = json.loads(out.read_text(encoding="utf-8"))
        self.assertEqual({row["goal"] for row in result["goals"] if row["ours"] is None}, {"… as a part of that of Kafka Streams"})
        for row in result["goals"]:
            self.assertTrue(row["ours"] is None or row["ours"] > 0, row)
        self.assertEqual(set(result["units"]), {"parse_us", "serialise_us", "state_us", "store_us"})
        self.assertGreater(result["medians"]["copy loop"]["cpu_us"], 0)
        self.assertIn("reference phased at 500/s", result["medians"])
        for name, figures in result["medians"].items():
            if "cpu_us" in figures:
                self.assertGreaterEqual(figures["other_share"], 0, name)
        self.assertIn("kill -9 to the first completion", ended.stdout)


if __name__ == "__main__":
    if not os.environ.get("TURNSTREAM_TEST_BOOTSTRAP") or TYPE != "Release":
        print("skipped: needs TURNSTREAM_TEST_BOOTSTRAP and a build of type Release")
        sys.exit(SKIPPED)
    unittest.main()
