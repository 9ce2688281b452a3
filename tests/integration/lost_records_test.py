"""Records that the broker deleted, or refuses to take, and the way on that each error names: `run --accept-loss`, `upgrade
--new-names`, a larger segment.bytes.

    lost_records_test.py TURNSTREAM

TURNSTREAM_TEST_BOOTSTRAP is the address of a broker; without it the tests are skipped.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
BROKER = os.environ.get("TURNSTREAM_TEST_BOOTSTRAP", "")
SKIPPED = 77
STAGES = ["episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle"]


class LostRecords(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.namespace = f"lost-{uuid.uuid4().hex[:8]}"
        self.common = ("--set", f"intake.turns_topics={self.namespace}-turns", "--set", "topics.partitions=1",
                       "--set", "intake.clock=event", "--set", "kafka.session_timeout_ms=6000", "--quiet")
        self.log = ("--bootstrap", BROKER, "--namespace", self.namespace, "--state", str(self.folder / "state"), *self.common)

    def program(self, *arguments: str, code: int = 0, given: str = "") -> subprocess.CompletedProcess[str]:
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=300, check=False, input=given)
        self.assertEqual(done.returncode, code, f"{arguments}: {done.stdout[-1000:]}{done.stderr[-2000:]}")
        return done

    def publish(self, turns: int, seed: int) -> None:
        made = self.program("generate", "--turns", str(turns), "--seed", str(seed), "--quiet").stdout
        self.program("publish", *self.log, given=made)

    def drain(self, *more: str, code: int = 0) -> str:
        return self.program("run", "--until-drained", "--listen", "127.0.0.1:0", *self.log, *more, code=code).stderr

    def tool(self, name: str, *arguments: str) -> str:
        return subprocess.run([ROOT / "scripts/kafka", "tool", name, "--bootstrap-server", BROKER, *arguments], check=True,
                              capture_output=True, text=True, timeout=120).stdout

    def set_topic(self, topic: str, option: str, setting: str) -> None:
        """`option` is --add-config or --delete-config. Returns when the broker has the change: its controller answers before that."""
        entity = ("--entity-type", "topics", "--entity-name", topic)
        self.tool("configs", "--alter", *entity, option, setting)
        name = setting.split("=")[0] + "="
        for _ in range(50):
            shown = self.tool("configs", "--describe", *entity).split()
            if setting in shown or (option == "--delete-config" and not any(part.startswith(name) for part in shown)):
                return
        self.fail(f"the broker does not show {option} {setting} of {topic}")

    def delete_records(self, topic: str) -> None:
        """Deletes all records of the topic, as retention does."""
        file = self.folder / "offsets.json"
        file.write_text(json.dumps({"version": 1, "partitions": [{"topic": topic, "partition": 0, "offset": -1}]}))
        self.tool("org.apache.kafka.tools.DeleteRecordsCommand", "--offset-json-file", str(file))

    def test_a_run_continues_behind_deleted_records_if_the_loss_is_accepted(self) -> None:
        self.publish(20, 1)
        self.drain()
        self.publish(20, 2)
        self.drain("--stages", "intake")
        self.delete_records(f"{self.namespace}.log")
        found = self.program("doctor", *self.log, code=1).stdout
        self.assertRegex(found, rf"bad  deleted records: {self.namespace}\.log\[0\]: records may have been lost: offsets \d+ to \d+ ")
        refused = self.drain(code=1)
        self.assertIn(f"Records of {self.namespace}.log[0] may have been lost: offsets ", refused)
        self.assertIn("`turnstream run --accept-loss`", refused)
        self.publish(20, 3)
        self.assertIn("event=loss_accepted", self.drain("--accept-loss"))
        self.drain()
        after = self.program("doctor", *self.log, code=1).stdout
        self.assertEqual(after.count("bad  "), 1, after)  # what was deleted stays deleted
        self.assertRegex(after, rf"bad  log records: {self.namespace}\.log no longer has its first records")

    def test_doctor_names_a_log_that_lost_processed_records(self) -> None:
        self.publish(20, 1)
        self.drain()
        self.assertNotIn("log records", self.program("doctor", *self.log).stdout)
        log = f"{self.namespace}.log"
        self.delete_records(log)
        found = self.program("doctor", *self.log, code=1).stdout
        self.assertRegex(found, rf"bad  log records: {log} no longer has its first records: it begins at offset \d+ in partition 0\. ")
        self.assertIn("a person or another program deleted them", found)
        self.drain()  # the state is still good
        for setting in ("retention.bytes", "retention.ms"):
            self.set_topic(log, "--add-config", f"{setting}=100000000000")
            if setting == "retention.ms":  # the completions must have the same
                for stage in STAGES:
                    self.set_topic(f"{self.namespace}.completions.{stage}", "--add-config", f"{setting}=100000000000")
            noted = self.program("doctor", *self.log).stdout
            self.assertRegex(noted, rf"note  log records: {log} .* The topic has {setting}=100000000000, which deletes old records")
            self.set_topic(log, "--delete-config", setting)

    def test_a_record_of_another_program_in_a_changelog_is_named_and_not_used(self) -> None:
        self.publish(20, 1)
        self.drain()
        self.assertRegex(self.program("doctor", *self.log).stdout, r"good  changelogs: all \d+ records are as the pipeline wrote them")
        before = self.program("digest", "--json", *self.log).stdout
        changelog = f"{self.namespace}.changelog.semantic"
        subprocess.run([ROOT / "scripts/kafka", "tool", "console-producer", "--bootstrap-server", BROKER, "--topic", changelog],
                       input=b"y\n", check=True, capture_output=True, timeout=120)
        for deep in ((), ("--deep",)):
            found = self.program("doctor", *deep, *self.log, code=1).stdout
            self.assertRegex(found, rf"bad  changelogs: The record at offset \d+ of {changelog}\[0\] is not as the pipeline wrote it")
        shutil.rmtree(self.folder / "state")  # as on another machine
        self.assertIn("event=foreign_records_passed_over", self.drain())
        self.assertEqual(self.program("digest", "--json", *self.log).stdout, before)

    def test_a_changelog_that_lost_records_is_made_again_by_an_upgrade(self) -> None:
        self.publish(20, 1)
        self.drain()
        before = json.loads(self.program("digest", "--json", *self.log).stdout)
        self.delete_records(f"{self.namespace}.changelog.skill")
        self.drain()  # The local state has all rows.
        shutil.rmtree(self.folder / "state")  # as on another machine
        lost = self.drain(code=1)
        self.assertIn(f"{self.namespace}.changelog.skill[0] begins at offset ", lost)
        self.assertIn("`turnstream upgrade --into NEW_NAMESPACE`", lost)
        self.program("upgrade", "--into", f"{self.namespace}-2", *self.log)
        shutil.rmtree(self.folder / "state", ignore_errors=True)
        self.drain()
        after = json.loads(self.program("digest", "--json", *self.log).stdout)
        self.assertEqual(after["stages"], before["stages"])
        self.publish(20, 2)
        self.drain()
        self.assertEqual(self.program("doctor", *self.log).stdout.count("bad  "), 0)

    def test_stages_continue_under_new_names(self) -> None:
        self.publish(20, 1)
        self.drain()
        before = json.loads(self.program("digest", "--json", *self.log).stdout)
        into = f"{self.namespace}-2"
        done = self.program("upgrade", "--into", into, "--new-names", *self.log).stdout
        intake, stages = re.findall(r"^(?:intake|stages): turnstream (.*)$", done, re.MULTILINE)
        self.publish(20, 2)
        for command in (intake, stages):
            self.program(*command.split(), *self.common, "--until-drained", "--listen", "127.0.0.1:0")
        after = json.loads(self.program("digest", "--json", "--namespace", into, "--log-of", self.namespace, "--bootstrap", BROKER,
                                        "--state", str(self.folder / "state"), *self.common).stdout)
        for stage in STAGES:
            self.assertEqual(after["stages"][stage]["position"], after["log_end"])
            self.assertGreater(after["log_end"][0], before["log_end"][0])
        fresh = f"{self.namespace}-3"
        self.program("run", "--until-drained", "--listen", "127.0.0.1:0", "--namespace", fresh, "--log-of", self.namespace,
                     "--bootstrap", BROKER, "--state", str(self.folder / "fresh"), *self.common)
        replayed = json.loads(self.program("digest", "--json", "--namespace", fresh, "--log-of", self.namespace, "--bootstrap",
                                           BROKER, *self.common).stdout)
        self.assertEqual(after["stages"], replayed["stages"])

    def test_a_topic_whose_segments_are_too_small_ends_the_run_with_the_cure(self) -> None:
        self.program("topics", "create", *self.log)
        loud = [argument for argument in self.log if argument != "--quiet"]
        process = subprocess.Popen([PROGRAM, "run", "--listen", "127.0.0.1:0", "--json", *loud], stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        topic = f"{self.namespace}.completions.episodic"
        self.publish(1, 1)
        for line in process.stderr:  # the start has checked the topics when a worker begins to restore
            if '"event":"state_restored"' in line:
                break
        self.set_topic(topic, "--add-config", "segment.bytes=1000")
        self.publish(200, 2)
        _, rest = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 1, rest[-2000:])
        error = json.loads(rest.splitlines()[-1])["error"]
        self.assertEqual(error["code"], "segment_too_small")
        self.assertIn(topic, error["message"])
        self.assertIn("segment.bytes is smaller than a batch of records", error["message"])
        self.assertIn("nothing is lost", error["message"])
        again = self.drain(code=2)
        self.assertIn(f"topic {topic} has segment.bytes=1000", again)
        self.assertIn("Set segment.bytes to at least", again)
        self.set_topic(topic, "--delete-config", "segment.bytes")
        self.drain()
        answers = self.program("tail", "completions.episodic", "--from-beginning", "--raw", "--limit", "1000", *self.log).stdout
        turns = {json.loads(line)["turn_id"] for line in answers.splitlines()} - {None}
        self.assertEqual(len(turns), 201)


if __name__ == "__main__":
    if not BROKER:
        print("skipped: TURNSTREAM_TEST_BOOTSTRAP names no broker", file=sys.stderr)
        sys.exit(SKIPPED)
    unittest.main()
