"""An import with a model, through the program with the embedded log: while a scripted model answers slowly, log time stands
still, and each answer stands right behind the record that caused its request. Arguments: the program."""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
import uuid
from pathlib import Path

PROGRAM = sys.argv.pop(1)
DEADLINE_S = 240
TURNS = 40
SPACE = uuid.UUID("5c981c69-c222-5c9b-948f-8c70724b75a6")  # of all ids, as docs/topics.md says
ANSWERED = ("chat", "stat", "embed")
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


def answer(request: dict) -> dict:
    return {"kind": request["kind"], "effect_id": request["effect_id"], "request_hash": request["request_hash"],
            "persona_id": request["persona_id"], "status": "ok",
            "response": {"text": "NO_REPLY" if request["purpose"] == "flush" else "{}"}, "error": None,
            "usage": {"tokens_in": 1, "tokens_out": 1, "cost_usd": 0}, "performed_at": "2026-01-01T12:00:00Z"}


class EventClock(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.state = str(Path(folder.name) / "state")
        self.process = None
        self.answered: set[str] = set()

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

    def answer_requests(self) -> int:
        """Answers one open request. Returns how many there were."""
        requests = [one for one in self.records("effects.requests")
                    if one["kind"] in ANSWERED and one["effect_id"] not in self.answered]
        for request in requests[:1]:
            self.answered.add(request["effect_id"])
            self.publish([answer(request)], "--topic", "turnstream.effects.results", "--unchecked")
        return len(requests)

    def log(self) -> list[dict]:
        """What consolidation answered, once for each record of the log, in its order."""
        seen: dict[int, dict] = {}
        for completion in self.records("completions.consolidation"):
            seen.setdefault(completion["log"]["offset"], completion)
        return list(seen.values())

    def turns_done(self) -> int:
        return sum(one["cause"]["kind"] == "turn" for one in self.log())

    def check_places(self) -> int:
        """Each result is behind its cause, with nothing between them that moves the time. Returns how many there are."""
        causes: dict[str, int] = {}
        results = 0
        log = self.log()
        for place, record in enumerate(log):
            cause = record["cause"]
            if cause["kind"] == "effect_result":
                results += 1
                begin = causes[cause["id"]]
                between = [one["cause"]["kind"] for one in log[begin + 1:place]]
                self.assertFalse({"turn", "tick"} & set(between), between)
                self.assertEqual(record["timestamp"], log[begin]["timestamp"])
            for ordinal in range(40):
                name = json.dumps(["effect", "helper", "consolidation", cause["id"], str(ordinal)], separators=(",", ":"))
                causes.setdefault(str(uuid.uuid5(SPACE, name)), place)
        return results

    def test_each_answer_stands_right_behind_its_cause_also_after_a_kill(self) -> None:
        self.start()
        self.publish([turn(number) for number in range(TURNS)])
        self.wait_for(self.answer_requests)
        self.wait_for(lambda: self.answer_requests() and len(self.answered) >= 2)
        self.wait_for(lambda: any(one["effect_id"] not in self.answered for one in self.records("effects.requests")))
        before = self.turns_done()
        self.assertLess(before, TURNS)
        self.process.kill()
        self.process.wait()
        self.start()
        time.sleep(1)
        self.assertEqual(self.turns_done(), before)

        def all_done() -> bool:
            self.answer_requests()
            return self.turns_done() == TURNS
        self.wait_for(all_done)
        self.assertGreaterEqual(self.check_places(), 3)
        self.assertEqual(self.records("dead-letters"), [])

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
