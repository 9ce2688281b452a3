"""A forgotten text leaves memory, the local state, its files and the changelogs, nothing that is written later has it, and
turns of a forgotten session stay out. On the embedded log and, if there is a broker, on the broker.

    purge_test.py TURNSTREAM SST_DUMP

SST_DUMP prints the entries of RocksDB's table files, whose blocks are compressed (sst_dump.cpp); the write-ahead logs are read
as they are. TURNSTREAM_TEST_BOOTSTRAP names a broker; without it only the embedded log is tested.
"""

import json
import os
import random
import shutil
import sys
import tempfile
import time
import unittest
import uuid
from pathlib import Path

from purge_pipeline import (DEADLINE_S, FORGOTTEN_TURNS, WORD, Pipeline, entries_with_word, raw_files_with_word,
                            topics_with_word, turn)

BROKER = os.environ.get("TURNSTREAM_TEST_BOOTSTRAP", "")
STAGES = ["episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle"]
OLD_TURNS = 10_000
KILLS = 6


def is_changelog(topic: str) -> bool:
    return ".changelog." in topic


class Purge(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def check_store(self, pipeline: Pipeline) -> None:
        for stage in STAGES:
            self.assertNotIn(WORD, pipeline.call("state", "dump", "--stage", stage, "--runtime"), stage)
        self.assertEqual(entries_with_word(pipeline.state / "store"), [])
        self.assertEqual(raw_files_with_word(pipeline.state / "store"), [])

    def check_log(self, pipeline: Pipeline) -> None:
        """Of a stopped embedded log: no byte of a changelog has the word, and nothing that was written last."""
        named = topics_with_word(pipeline.state / "log")
        self.assertIn("turnstream.log", named, "the log keeps the turns: this test must be able to see them")
        self.assertEqual([name for name in named if is_changelog(name)], [])
        self.assertEqual(raw_files_with_word(pipeline.state / "log", "*.log"), [])

    def check_memory(self, pipeline: Pipeline) -> None:
        for persona in ("helper", "teacher"):
            text = json.dumps(pipeline.export(persona))
            self.assertNotIn(WORD, text)
            self.assertIn("harbour", text)

    def changelogs_are_clean(self, pipeline: Pipeline) -> bool:
        return not any(pipeline.with_word(f"{pipeline.namespace}.changelog.{stage}") for stage in STAGES)

    def wait_for_purge(self, pipeline: Pipeline) -> None:
        pipeline.wait(lambda: "event=state_purged" in pipeline.said())
        pipeline.call("tick", "2026-01-01T11:40:00Z")  # A record for each changelog, with which it repeats its rows.
        pipeline.wait(lambda: self.changelogs_are_clean(pipeline))
        if "--bootstrap" not in pipeline.log:
            self.wait_for_log(pipeline)

    def check_forgotten(self, pipeline: Pipeline) -> None:
        pipeline.fill()
        before = pipeline.ends()
        process = pipeline.start()
        began = time.time()
        report = json.loads(pipeline.call("forget", "--persona", "helper", "--session", "secret", "--json"))
        self.assertEqual(report["unanswered"], [])
        self.assertGreater(report["sum"], FORGOTTEN_TURNS)
        self.check_remains(pipeline, report, began)
        self.check_memory(pipeline)
        pipeline.work_on()
        self.wait_for_purge(pipeline)
        self.assertLess(time.time() - began, DEADLINE_S)
        self.check_memory(pipeline)
        for topic in pipeline.topics():
            late = [place for place in pipeline.with_word(topic) if place[1] >= before.get((topic, place[0]), 0)]
            self.assertEqual(late, [], f"records of {topic} that were written after the command")
        pipeline.stop(process)
        self.check_store(pipeline)

    def check_remains(self, pipeline: Pipeline, report: dict, began: float) -> None:
        until = {name: one["until"] for one in report["remains"] for name in one["topics"].split(", ")}
        ns = pipeline.namespace
        self.assertIsNone(until[f"{ns}.log"])
        self.assertIsNone(until[f"{ns}.completions.episodic"])
        self.assertIsNotNone(until["local state"])

        def seconds(name: str) -> float:
            return time.mktime(time.strptime(until[name][:19], "%Y-%m-%dT%H:%M:%S")) - time.timezone - began

        for stage in STAGES:
            self.assertLess(seconds(f"{ns}.changelog.{stage}"), 240)
        self.assertGreater(seconds(f"{ns}.shares"), 7 * 86_400)

    def test_a_forgotten_word_leaves_every_file_that_is_promised_on_the_embedded_log(self) -> None:
        pipeline = Pipeline(self, self.folder / "state")
        self.check_forgotten(pipeline)
        self.check_log(pipeline)

    @unittest.skipUnless(BROKER, "TURNSTREAM_TEST_BOOTSTRAP names no broker")
    def test_a_forgotten_word_leaves_state_and_changelogs_on_the_broker(self) -> None:
        namespace = f"purge-{uuid.uuid4().hex[:8]}"
        self.check_forgotten(Pipeline(self, self.folder / "state", "--bootstrap", BROKER, "--namespace", namespace, "--set",
                                      f"intake.turns_topics={namespace}-turns"))

    def test_kills_between_the_command_and_the_purge_change_nothing(self) -> None:
        killed = Pipeline(self, self.folder / "state")
        killed.fill()
        killed.call("forget", "--persona", "helper", "--session", "secret")
        shutil.copytree(killed.state, self.folder / "calm")
        calm = Pipeline(self, self.folder / "calm")
        calm.drain()
        self.check_store(calm)
        chance = random.Random(7)
        for _ in range(KILLS):
            process = killed.start()
            time.sleep(chance.uniform(0.0, 0.25))
            process.kill()
            process.wait()
        killed.drain()
        self.check_memory(killed)
        self.check_store(killed)
        self.assertEqual(killed.call("digest", "--json"), calm.call("digest", "--json"))
        process = killed.start()
        killed.call("tick", "2026-01-01T11:40:00Z")  # As in wait_for_purge().
        self.wait_for_log(killed)
        killed.stop(process)
        self.check_log(killed)

    def wait_for_log(self, pipeline: Pipeline) -> None:
        pipeline.wait(lambda: not [name for name in topics_with_word(pipeline.state / "log") if is_changelog(name)]
                      and not raw_files_with_word(pipeline.state / "log", "*.log"))

    def test_ten_thousand_turns_of_a_forgotten_session_are_erased_when_they_come_again(self) -> None:
        pipeline = Pipeline(self, self.folder / "state")
        turns = [turn(i, "secret", 0, {"user": f"{WORD} {i}"}) for i in range(OLD_TURNS)]
        pipeline.publish(turns)
        pipeline.drain()
        pipeline.call("forget", "--persona", "helper", "--session", "secret")
        pipeline.drain()
        self.check_store(pipeline)
        before = max(record["o"] for record in pipeline.records("turnstream.log"))
        pipeline.publish(turns)
        pipeline.drain()
        for stage in STAGES:
            answers = [json.loads(record["v"]) for record in pipeline.records(f"turnstream.completions.{stage}")]
            again = [one for one in answers if one["log"]["offset"] > before and one["cause"]["kind"] == "turn"]
            self.assertEqual(len(again), OLD_TURNS, stage)
            self.assertEqual({(one["status"], one["error"]["code"], len(one["changes"])) for one in again},
                             {("partial", "erased", 0)}, stage)
        self.assertEqual(pipeline.records("turnstream.dead-letters"), [])
        self.check_store(pipeline)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
