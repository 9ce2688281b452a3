"""Real conversations through the program, fused on the embedded log and phased on the broker: every stage answers every
record of the log once, nothing is refused, and every message is found in memory.

    locomo_test.py TURNSTREAM

TURNSTREAM_LOCOMO names a LoCoMo file, TURNSTREAM_TEST_BOOTSTRAP a broker; the tests of a variable that is not set are skipped.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
import uuid
from pathlib import Path

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
DATASET = os.environ.get("TURNSTREAM_LOCOMO", "")
BROKER = os.environ.get("TURNSTREAM_TEST_BOOTSTRAP", "")
SKIPPED = 77
STAGES = ["episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle"]


def messages() -> list[tuple[str, str, str]]:
    """Persona, dia_id and text of every message, read without the program."""
    found = []
    for sample in json.loads(Path(DATASET).read_text(encoding="utf-8")):
        for name, session in sample["conversation"].items():
            if name.startswith("session_") and not name.endswith("_date_time"):
                found += [(sample["sample_id"], one["dia_id"], one["text"]) for one in session]
    return found


class Locomo(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, *arguments: str) -> str:
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=300, check=False,
                              stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stderr[-2000:]}")
        return done.stdout

    def remember(self, grouping: str, *log: str) -> None:
        namespace = f"locomo-{uuid.uuid4().hex[:8]}"
        log = (*log, "--namespace", namespace, "--state", str(self.folder / "state"),
               "--set", f"intake.turns_topics={namespace}-turns", "--set", "intake.clock=event", "--quiet")
        turns = self.folder / "turns.ndjson"
        turns.write_text(self.program("convert", "locomo", DATASET), encoding="utf-8")
        self.program("publish", str(turns), *log)
        self.program("run", "--grouping", grouping, "--listen", "127.0.0.1:0", "--until-drained", *log)
        read = {topic: self.program("tail", topic, "--from-beginning", "--raw", *log).splitlines()
                for topic in ("log", "dead-letters", *(f"completions.{stage}" for stage in STAGES))}

        self.assertEqual(read["dead-letters"], [])
        sent = turns.read_text(encoding="utf-8").splitlines()
        logged = [line for line in read["log"] if '"kind":' not in line[:20]]
        self.assertEqual(sorted(logged), sorted(sent), "the log has the turns as they were sent")
        answers = {stage: [json.loads(line) for line in read[f"completions.{stage}"]] for stage in STAGES}
        for stage, given in answers.items():
            with self.subTest(stage=stage):
                self.assertEqual({answer["status"] for answer in given}, {"success"})
                places = [(answer["log"]["partition"], answer["log"]["offset"]) for answer in given if answer["last"]]
                self.assertEqual((len(places), len(set(places))), (len(read["log"]), len(read["log"])),
                                 "one completion a record")
        print(f"{grouping}: {len(read['log'])} log records, {len(sent)} of them turns, each answered once by {', '.join(STAGES)}")
        self.check_memory(sent, answers["episodic"])

    def check_memory(self, sent: list[str], answers: list[dict]) -> None:
        turn_of = {(turn["agent_id"], dia): turn["turn_id"] for turn in map(json.loads, sent) for dia in turn["dia_ids"]}
        of_turn: dict[tuple[str, str], list[str]] = {}
        of_persona: dict[str, list[str]] = {}
        for answer in answers:
            for change in answer["changes"]:
                if change["op"] == "put" and change["kind"] == "memory":
                    item = change["value"]
                    of_turn.setdefault((item["persona_id"], item["provenance"]["turn_id"]), []).append(item["content"])
                    of_persona.setdefault(item["persona_id"], []).append(item["content"])
        elsewhere = 0
        asked = messages()
        for persona, dia, text in asked:
            if not any(text in content for content in of_turn.get((persona, turn_of[persona, dia]), [])):
                self.assertTrue(any(text in content for content in of_persona[persona]), (persona, dia, text))
                elsewhere += 1
        print(f"{len(asked)} messages in {len(sent)} turns found in memory items, {elsewhere} of them collapsed with an "
              f"equal earlier one; {len(answers)} completions")

    def test_every_message_is_remembered_on_the_embedded_log(self) -> None:
        self.remember("fused")

    @unittest.skipUnless(BROKER, "TURNSTREAM_TEST_BOOTSTRAP names no broker")
    def test_every_message_is_remembered_on_the_broker(self) -> None:
        self.remember("phased", "--bootstrap", BROKER)


if __name__ == "__main__":
    if not PROGRAM or not os.access(DATASET, os.R_OK):
        print("SKIPPED: TURNSTREAM_LOCOMO names no LoCoMo file" if PROGRAM else __doc__, file=sys.stderr)
        sys.exit(SKIPPED if PROGRAM else 2)
    unittest.main()
