"""grant, revoke and forget through the program, next to a run with the embedded log: what one persona shares reaches another,
is taken back, and the sum that forget prints counts the shared copies, too. Arguments: the program."""

import json
import unittest

from running_program import RunningProgram, turn

STAGES = ["episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle"]
WORD = "zqwvxjkprtmn"


def observed(number: int, text: str) -> dict:
    observation = {"id": "o0", "type": "observation", "content": text, "source": "test", "confidence": 1.0, "tags": ["typescript"]}
    return {**turn(number, "", (observation,)), "timestamp": "2026-01-01T10:00:00Z"}


class Sharing(RunningProgram):
    def setUp(self) -> None:
        super().setUp()
        self.start("--quiet")

    def command(self, *arguments: str) -> dict:
        done = self.call(*arguments, "--persona", "helper", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

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
        self.publish([observed(number, text) for number, text in enumerate(texts)])
        self.wait_for(lambda: len(self.records("completions.consolidation")) >= len(texts))
        self.command("sweep", "--pass", "consolidate")
        granted = self.command("grant", "--to", "teacher", "--tag", "typescript")
        self.assertEqual(granted["changes"], {"consolidation": {"put grant": 1}})
        self.wait_for(lambda: len(self.received()) == len(texts))

        report = self.command("forget", turn(0)["turn_id"])
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
        done = self.call("grant", "--persona", "helper", "--to", "teacher", "--tag", "x" * 513)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("consolidation refused the command: /args/tags", done.stderr)


if __name__ == "__main__":
    unittest.main()
