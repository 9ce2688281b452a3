"""grant, revoke and forget through the program, next to a run with the embedded log: what one persona shares reaches another,
is taken back, and the sum that forget prints counts the shared copies, too. Arguments: the program."""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
DEADLINE_S = 120
STAGES = ["episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle"]
WORD = "zqwvxjkprtmn"


def turn(number: int, texts: list[str]) -> dict:
    observations = [{"id": f"o{index}", "type": "observation", "content": text, "source": "test", "confidence": 1.0,
                     "tags": ["typescript"]} for index, text in enumerate(texts)]
    return {"turn_id": f"01KE7MSSB0BTCJ8P6K7G93X4{number:02}", "agent_id": "helper", "timestamp": "2026-01-01T10:00:00Z", "duration_ms": 10,
            "session_id": "s1", "observations": observations, "tool_executions": [], "goal_updates": [], "action_updates": [],
            "errors": [], "warnings": [],
            "turn_data": {"user_input": "", "assistant_response": "", "urgency": "LOW", "mode": "chat", "parent_turn_id": None},
            "metadata": {"tools_used": [], "memory_types_accessed": [], "budget_used": 0, "budget_total": 10}}


class Sharing(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.state = str(Path(folder.name) / "state")
        self.process = subprocess.Popen([PROGRAM, "run", "--quiet", "--state", self.state, "--listen", "127.0.0.1:0"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.process.communicate)
        self.addCleanup(self.process.kill)
        self.wait_for(lambda: self.call("status").returncode == 0)

    def call(self, *arguments: str, given: str = "") -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *arguments, "--state", self.state], input=given, capture_output=True, text=True,
                              timeout=DEADLINE_S, check=False)

    def wait_for(self, reached) -> None:
        deadline = time.monotonic() + DEADLINE_S
        while not reached():
            if self.process.poll() is not None:
                self.fail(f"the run ended: {self.process.stderr.read()}")
            self.assertLess(time.monotonic(), deadline, "what was waited for never came")
            time.sleep(0.1)

    def command(self, *arguments: str) -> dict:
        done = self.call(*arguments, "--persona", "helper", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def records(self, topic: str) -> list[dict]:
        done = self.call("tail", topic, "--from-beginning", "--raw", "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def received(self) -> list[str]:
        """The summaries of the insights that teacher has."""
        insights: dict[str, dict] = {}
        for completion in self.records("completions.consolidation"):
            for change in completion["changes"]:
                if completion["persona_id"] == "teacher" and change["kind"] == "insight":
                    insights.pop(change["id"], None)
                    if change["op"] == "put":
                        insights[change["id"]] = change["value"]
        return sorted(insight["summary"] for insight in insights.values() if insight["type"] == "shared")

    def removed(self, commands: set[str]) -> int:
        return sum(completion["items_removed"] for stage in STAGES for completion in self.records(f"completions.{stage}")
                   if completion["cause"]["id"] in commands)

    def test_what_is_shared_is_taken_back_and_counted(self) -> None:
        texts = [f"The {WORD} compiler needs strict null checks since May", "The harbour office moved its ledger to Porto in June"]
        lines = "".join(json.dumps(turn(number, [text])) + "\n" for number, text in enumerate(texts))
        self.assertEqual(self.call("publish", "--quiet", given=lines).returncode, 0)
        self.wait_for(lambda: len(self.records("completions.consolidation")) >= len(texts))
        self.command("sweep", "--pass", "consolidate")
        granted = self.command("grant", "--to", "teacher", "--tag", "typescript")
        self.assertEqual(granted["changes"], {"consolidation": {"put grant": 1}})
        self.wait_for(lambda: len(self.received()) == len(texts))

        report = self.command("forget", turn(0, [])["turn_id"])
        self.assertEqual(self.received(), [f"1 January 2026: {texts[1]}"])
        unshares = {record["command_id"] for record in self.records("shares") if record["kind"] == "unshare"}
        self.assertEqual(len(unshares), 1)
        self.assertEqual(report["unanswered"], [])
        self.assertEqual(self.removed(unshares), 1)
        self.assertEqual(report["sum"], self.removed({*report["commands"], *unshares}))
        self.assertEqual(report["removed"]["consolidation"]["insight"], 2)

        revoked = self.command("revoke", "--from", "teacher")
        self.assertEqual(revoked["changes"], {"consolidation": {"delete grant": 1}})
        self.wait_for(lambda: self.received() == [])

    def test_a_grant_that_the_stage_refuses_is_an_error(self) -> None:
        done = self.call("grant", "--persona", "helper", "--to", "teacher", "--domain", "kitchen")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("consolidation refused the command: /args/domains", done.stderr)


if __name__ == "__main__":
    unittest.main()
