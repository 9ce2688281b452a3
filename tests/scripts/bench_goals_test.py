"""scripts/bench: medians, the CPU time of the machine, and the table of goals."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from benchmark.goals import FUSED, GOALS, OWN, PEER_FUSED, as_table, judged, ratios  # noqa: E402 (needs the path set above)
from benchmark.machine import Usage, Window, busy_s, cpu_s  # noqa: E402
from benchmark.rounds import as_text, median_of  # noqa: E402


def row_of(medians: dict, measure: str, figure: str) -> dict:
    return judged(medians)[next(place for place, goal in enumerate(GOALS) if (goal.measure, goal.figure) == (measure, figure))]


class Goals(unittest.TestCase):
    def test_a_figure_at_its_limit_meets_the_goal(self) -> None:
        self.assertTrue(row_of({FUSED: {"cpu_us": 200.0}}, FUSED, "cpu_us")["met"])
        self.assertFalse(row_of({FUSED: {"cpu_us": 200.1}}, FUSED, "cpu_us")["met"])

    def test_a_limit_may_be_a_measured_figure(self) -> None:
        row = row_of({OWN: {"rss_mb": 400.0, "rss_allowed_mb": 434.0}}, OWN, "rss_mb")
        self.assertEqual((row["at_most"], row["met"]), (434.0, True))

    def test_what_was_not_measured_is_neither_met_nor_missed(self) -> None:
        rows = judged({})
        self.assertEqual({row["met"] for row in rows}, {None})
        self.assertEqual(as_table(rows, "peer").count("not measured"), len(GOALS))

    def test_the_peer_is_compared_round_by_round(self) -> None:
        rounds = {FUSED: [{"cpu_us": 100}, {"cpu_us": 300}, {"cpu_us": 90}], PEER_FUSED: [{"cpu_us": 200}, {"cpu_us": 500}, {"cpu_us": 100}]}
        self.assertEqual(ratios(rounds), {FUSED: .6})
        row = row_of({FUSED: {"cpu_us": 100}, PEER_FUSED: {"cpu_us": 200}}, FUSED, "cpu_us")
        self.assertEqual((row["ours"], row["theirs"]), (100, 200))

    def test_the_table_says_what_is_missed(self) -> None:
        line = next(line for line in as_table(judged({FUSED: {"cpu_us": 512.4}, PEER_FUSED: {"cpu_us": 1800.0}}), "peer").splitlines()
                    if line.startswith("reference job, fused: CPU of a turn, us"))
        self.assertEqual(line.split()[-4:], ["200", "512", "1,800", "MISSED"])


class Figures(unittest.TestCase):
    def test_a_median_is_over_the_rounds_that_have_the_figure(self) -> None:
        self.assertEqual(median_of([{"cpu_us": 3, "bytes": 7}, {"cpu_us": 1}, {"cpu_us": 2}]), {"cpu_us": 2, "bytes": 7})

    def test_usage_is_given_for_a_turn(self) -> None:
        self.assertEqual(Usage(2.0, .5, .25, .1).per_turn(1000), {"turns_per_s": 500, "cpu_us": 500, "broker_us": 250, "other_share": .1})
        self.assertNotIn("broker_us", Usage(2.0, .5, None, .1).per_turn(1000))

    def test_other_processes_are_those_that_are_not_measured(self) -> None:
        window = Window(None)
        before = cpu_s(os.getpid())
        loop = subprocess.Popen([sys.executable, "-c", "import time\nend = time.monotonic() + .5\nwhile time.monotonic() < end: pass"])
        loop.wait()
        usage = window.close(cpu_s(os.getpid()) - before)
        self.assertGreater(usage.other_share * usage.seconds * (os.cpu_count() or 1), .1)
        self.assertIsNone(usage.broker_s)
        self.assertGreater(busy_s(), 0)

    def test_a_round_is_one_line(self) -> None:
        self.assertEqual(as_text({"cpu_us": 512.4, "p50_ms": 62.0, "other_share": .04}),
                         "512 us CPU a turn, p50 62.0 ms, other processes had 4% of the CPUs")


if __name__ == "__main__":
    unittest.main()
