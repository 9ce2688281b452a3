"""An import under the event clock with a model that never answers, through the program with the embedded log. The tests
of tests/scenario have a model that answers. Arguments: the program."""

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
TURNS = 40
PLACES = ("harbour", "lighthouse", "garden", "market", "station", "library", "bridge", "museum")


def turn(number: int) -> dict:
    place = PLACES[number % len(PLACES)]
    text = f"My sister moved to house {number} near the {place} and works at the {place} office since May."
    return {"turn_id": f"01KE7MSSB0BTCJ8P6K7G93X4{number:02}", "agent_id": "helper",
            "timestamp": f"2026-01-01T{10 + number // 60:02}:{number % 60:02}:00Z", "duration_ms": 10, "session_id": "s1",
            "observations": [], "tool_executions": [], "goal_updates": [], "action_updates": [], "errors": [], "warnings": [],
            "turn_data": {"user_input": text, "assistant_response": "Noted.", "urgency": "LOW", "mode": "chat",
                          "parent_turn_id": None},
            "metadata": {"tools_used": [], "memory_types_accessed": [], "budget_used": 0, "budget_total": 10}}


class EventClock(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.state = str(Path(folder.name) / "state")
        self.process = None

    def start(self, *settings: str) -> None:
        options = [word for setting in settings for word in ("--set", setting)]
        self.process = subprocess.Popen(
            [PROGRAM, "run", "--state", self.state, "--listen", "127.0.0.1:0", "--set", "intake.clock=event", "--set",
             "topics.partitions=1", "--set", "memory.model.name=parrot", *options],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.process.stderr.close)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        self.wait_for(lambda: self.call("status").returncode == 0)

    def call(self, *arguments: str, given: str = "") -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *arguments, "--state", self.state], input=given, capture_output=True, text=True,
                              timeout=DEADLINE_S, check=False)

    def wait_for(self, reached) -> None:
        deadline = time.monotonic() + DEADLINE_S
        while not reached():
            self.assertIsNone(self.process.poll(), "the run ended")
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

    def log(self) -> list[dict]:
        """What consolidation answered, once for each record of the log, in its order."""
        seen: dict[int, dict] = {}
        for completion in self.records("completions.consolidation"):
            seen.setdefault(completion["log"]["offset"], completion)
        return list(seen.values())

    def turns_done(self) -> int:
        return sum(one["cause"]["kind"] == "turn" for one in self.log())

    def test_without_answers_the_import_waits_once_and_goes_on(self) -> None:
        self.start("intake.effects_wait_s_max=2")
        self.publish([turn(number) for number in range(TURNS)])
        self.wait_for(lambda: self.turns_done() == TURNS)
        self.process.terminate()
        lines = [line for line in self.process.stderr if "effects_not_awaited" in line]
        self.assertEqual(len(lines), 1, lines)

    def test_a_run_until_drained_takes_all_turns_if_the_wait_is_switched_off(self) -> None:
        self.publish([turn(number) for number in range(TURNS)], "--set", "topics.partitions=1")
        done = self.call("run", "--listen", "127.0.0.1:0", "--until-drained", "--set", "topics.partitions=1", "--set",
                         "intake.clock=event", "--set", "memory.model.name=parrot", "--set",
                         "intake.event_waits_for_effects=false")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("effects_not_awaited", done.stderr)
        self.assertEqual(self.turns_done(), TURNS)


if __name__ == "__main__":
    unittest.main()
