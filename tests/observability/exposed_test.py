"""A process exposes every metric, with every label, that the board and the alert rules use. On the embedded log.

    exposed_test.py TURNSTREAM
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request
from pathlib import Path

from expressions import ADDED, ROOT, uses

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
DEADLINE_S = 120
SAMPLE = re.compile(r"^(turnstream_\w+)(?:\{(.*)\})? (\S+)$", re.MULTILINE)
# What exists only after a loss that a test cannot bring about in a short time: the source must have the name and the label.
AFTER_A_LOSS = {"turnstream_lost_offsets_total": "topic"}
STAGES = ["intake", "episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle", "recall"]


def turn(number: int, text: str) -> dict:
    return {"turn_id": f"01JGFJJZ00000000000000{number:04d}", "agent_id": "helper", "timestamp": "2026-01-01T10:00:00Z", "duration_ms": 9,
            "turn_data": {"user_input": text, "assistant_response": "Noted.", "urgency": "LOW", "mode": "chat", "parent_turn_id": None},
            "tool_executions": [], "observations": [], "goal_updates": [], "action_updates": [], "errors": [], "warnings": [],
            "metadata": {"tools_used": [], "memory_types_accessed": [], "hobgoblins_activated": [], "budget_used": 0, "budget_total": 1}}


def samples(text: str) -> dict[str, list[tuple[dict[str, str], float]]]:
    found: dict[str, list[tuple[dict[str, str], float]]] = {}
    for name, labels, value in SAMPLE.findall(text):
        found.setdefault(name, []).append((dict(re.findall(r'(\w+)="([^"]*)"', labels)), float(value)))
    return found


class Exposed(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.state = Path(folder.name) / "state"
        self.lines = Path(folder.name) / "lines"

    def call(self, *arguments: str, given: str = "") -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *arguments, "--state", str(self.state)], input=given, capture_output=True, text=True,
                              timeout=DEADLINE_S, check=False)

    def start(self, *arguments: str) -> None:
        lines = self.lines.open("w", encoding="utf-8")
        self.addCleanup(lines.close)
        self.process = subprocess.Popen([PROGRAM, "run", "--state", str(self.state), "--listen", "127.0.0.1:0", *arguments],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=lines)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        self.address = self.wait_for(self.listening)

    def listening(self) -> str:
        shown = self.call("status", "--json").stdout
        processes = json.loads(shown)["processes"] if shown else []
        return processes[0]["address"] if processes else ""

    def wait_for(self, reached):
        """What `reached` returns, as soon as it is not empty."""
        end = time.monotonic() + DEADLINE_S
        while time.monotonic() < end and self.process.poll() is None:
            if found := reached():
                return found
            time.sleep(.1)
        self.fail(f"{reached.__name__}: never\n{self.lines.read_text(encoding='utf-8')[-2000:]}")

    def metrics(self) -> dict[str, list[tuple[dict[str, str], float]]]:
        with urllib.request.urlopen(f"http://{self.address}/metrics", timeout=DEADLINE_S) as answer:
            return samples(answer.read().decode())

    def publish(self, *turns: dict, flags: tuple[str, ...] = ()) -> None:
        given = "".join(json.dumps(one) + "\n" for one in turns)
        self.assertEqual(self.call("publish", "--quiet", *flags, given=given).returncode, 0)

    def both_turns_are_remembered(self) -> bool:
        """Recall has a turn when all stages have answered it."""
        return all(text in self.call("recall", "--persona", "helper", text).stdout for text in ("8080", "TypeScript"))

    def test_every_metric_and_label_that_is_used_is_exposed(self) -> None:
        self.start()
        self.publish(turn(1, "The api port is 8080"), turn(2, "I prefer TypeScript for large codebases"))
        self.publish({"turn_id": "bad"}, flags=("--unchecked",))
        self.wait_for(self.both_turns_are_remembered)
        self.call("sweep", "--persona", "helper")  # the metrics of passes exist from the first pass on
        used = [(use, metric) for use in uses() for metric in use.metrics if metric not in AFTER_A_LOSS]
        needed = {metric for _, metric in used}
        found = {}

        def all_are_there() -> bool:
            found.clear()
            found.update(self.metrics())
            self.missing = sorted(needed - found.keys())
            return not self.missing

        try:
            self.wait_for(all_are_there)
        finally:
            self.assertEqual(getattr(self, "missing", ["everything"]), [])
        for use, metric in used:
            for label in use.labels_of(metric) - ADDED:
                self.assertTrue(all(label in labels for labels, _ in found[metric]), f"{use.where}: {metric} has no label {label}")

    def test_records_that_wait_for_a_stage_that_does_not_run_are_counted_at_the_gate(self) -> None:
        self.start("--grouping", "phased", "--stages", ",".join(name for name in STAGES if name != "episodic"))
        self.publish(turn(1, "The api port is 8080"))

        def waits_at_the_gate() -> bool:
            waiting = {labels["stage"]: value for labels, value in self.metrics().get("turnstream_gate_records", [])}
            return waiting.get("semantic", 0) >= 1

        self.wait_for(waits_at_the_gate)


class Source(unittest.TestCase):
    def test_what_only_a_loss_brings_about_has_its_name_and_label_in_the_source(self) -> None:
        text = (ROOT / "pipeline" / "runtime" / "common" / "meters.cpp").read_text(encoding="utf-8")
        for metric, label in AFTER_A_LOSS.items():
            self.assertIn(f'"{metric}"', text)
            self.assertIn(f'{{{{"{label}", {label}}}}}', text)
            for use in uses():
                if metric in use.metrics:
                    self.assertLessEqual(use.labels_of(metric) - ADDED, {label}, use.where)


if __name__ == "__main__":
    if not PROGRAM:
        print("usage: exposed_test.py TURNSTREAM")
        sys.exit(77)
    unittest.main()
