"""Recall on topics of which the broker deleted records: a new read model begins with what is left together with all answers, one that is
further continues, and one that misses records stops, says why in /readyz and `status`, and what to do.

    recall_start_test.py TURNSTREAM

TURNSTREAM_TEST_BOOTSTRAP is the address of a broker; without it the tests are skipped.
"""

import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
BROKER = os.environ.get("TURNSTREAM_TEST_BOOTSTRAP", "")
SKIPPED = 77
DEADLINE_S = 120
STAGES = ["episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle"]
WITHOUT_RECALL = ("--stages", ",".join(["intake", *STAGES]))


def turn(number: int, text: str) -> str:
    return json.dumps({"turn_id": f"01JGFJJZ00000000000000{number:04d}", "agent_id": "helper",
                       "timestamp": f"2026-01-01T10:{number:02d}:00Z",
                       "turn_data": {"user_input": text, "assistant_response": ""}}) + "\n"


class RecallStart(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.state = self.folder / "state"
        self.namespace = f"start-{uuid.uuid4().hex[:8]}"
        self.flags = ("--bootstrap", BROKER, "--namespace", self.namespace, "--state", str(self.state),
                      "--set", f"intake.turns_topics={self.namespace}-turns", "--set", "topics.partitions=1",
                      "--set", "intake.clock=event", "--set", "kafka.session_timeout_ms=6000")

    def program(self, *arguments: str, code: int = 0, given: str = "") -> subprocess.CompletedProcess[str]:
        done = subprocess.run([PROGRAM, *arguments, *self.flags], capture_output=True, text=True, timeout=300, check=False, input=given)
        self.assertEqual(done.returncode, code, f"{arguments}: {done.stdout[-1000:]}{done.stderr[-2000:]}")
        return done

    def say(self, number: int, text: str) -> None:
        self.program("publish", "--quiet", given=turn(number, text))

    def drain(self, *more: str, code: int = 0) -> str:
        return self.program("run", "--until-drained", "--listen", "127.0.0.1:0", *more, code=code).stderr

    def found(self, query: str) -> list[str]:
        answer = json.loads(self.program("recall", "--persona", "helper", "--quiet", "--json", query).stdout)
        return [result["text"] for result in answer["results"] if result["kind"] == "message"]

    def log_offset(self) -> int:
        return json.loads(self.program("recall", "--persona", "helper", "--quiet", "--json", "x").stdout)["log"]["offset"]

    def delete_records(self, topic: str, before: int = -1) -> None:
        """Deletes the records before the offset, as retention does; -1: all."""
        file = self.folder / "offsets.json"
        file.write_text(json.dumps({"version": 1, "partitions": [{"topic": f"{self.namespace}.{topic}", "partition": 0,
                                                                  "offset": before}]}))
        subprocess.run([ROOT / "scripts/kafka", "tool", "org.apache.kafka.tools.DeleteRecordsCommand", "--bootstrap-server", BROKER,
                        "--offset-json-file", str(file)], check=True, capture_output=True, timeout=120)

    def test_a_new_read_model_begins_with_what_is_left(self) -> None:
        self.say(1, "The zeppelin is ready")
        self.drain()
        self.say(2, "The bakery is open")
        self.drain()
        last = self.log_offset()
        self.delete_records("log", last)
        shutil.rmtree(self.state / "recall")
        self.assertIn(f"event=recall_begins_late partition=0 offset={last} ", self.drain())
        self.assertEqual(self.found("zeppelin bakery"), ["The bakery is open"])
        before = self.program("recall", "--persona", "helper", "--as-of", f"0@{last - 1}", "bakery", code=1).stderr
        self.assertIn(f"the records of the log before 0@{last} had been deleted", before)

        # The completions of one stage are deleted further than the log.
        self.say(3, "The lantern is green")
        self.drain()
        newest = self.log_offset()
        answers = self.program("tail", "completions.skill", "--from-beginning", "--json").stdout.splitlines()
        of_newest = [record["offset"] for record in map(json.loads, answers)
                     if json.loads(record["value"])["log"]["offset"] == newest]
        self.delete_records("completions.skill", of_newest[0])
        shutil.rmtree(self.state / "recall")
        process, address = self.start()
        row = self.wait_for(process, lambda recall: recall["records"] > 0 and recall["lag"] == 0)
        since = row["recall"]["partitions"][0]["since"]
        self.assertTrue(last < since <= newest, (last, since, newest))
        self.assertIn(f"  since 0@{since}: earlier records were deleted", self.program("status").stdout)
        self.assertEqual(self.get(address, "/readyz"), (200, "ok\n"))
        self.stop(process)
        self.assertEqual(self.found("zeppelin bakery lantern"), ["The lantern is green"])

    def test_a_read_model_that_is_further_continues(self) -> None:
        self.say(1, "The zeppelin is ready")
        self.drain()
        for topic in ("log", *(f"completions.{stage}" for stage in STAGES)):
            self.delete_records(topic)
        self.drain()
        self.say(2, "The bakery is open")
        self.assertNotIn("recall_begins_late", self.drain())
        self.assertEqual(sorted(self.found("zeppelin bakery")), ["The bakery is open", "The zeppelin is ready"])

    def test_a_read_model_that_misses_records_stops_and_says_why(self) -> None:
        self.say(1, "The zeppelin is ready")
        self.drain()
        self.say(2, "The lantern is green")
        self.drain(*WITHOUT_RECALL)
        self.delete_records("log")
        process, address = self.start()
        row = self.wait_for(process, lambda recall: recall["failure"])
        self.assertEqual(row["recall"]["state"], "stopped")
        self.assertRegex(row["recall"]["failure"], rf"Records of {self.namespace}\.log\[0\] may have been lost: offsets \d+ to \d+ were "
                                                   r"deleted before recall read them.*remove the folder `recall`")
        self.assertIn(": recall has stopped: Records of ", self.program("status").stdout)
        status, text = self.get(address, "/readyz")
        self.assertEqual(status, 503)
        self.assertRegex(text, r"^recall has stopped: Records of .*\n$")
        self.assertIn("turnstream_recall_failed 1\n", self.get(address, "/metrics")[1])
        status, text = self.get(address, "/v1/personas/helper")
        self.assertEqual((status, "Recall has stopped: Records of " in json.loads(text)["detail"]), (503, True))
        self.say(3, "The bakery is open")  # the stages continue
        self.stop(process)
        self.assertIn("code=lost_input", self.drain(code=1))
        shutil.rmtree(self.state / "recall")
        self.drain()
        self.assertEqual(self.found("zeppelin bakery lantern"), ["The bakery is open"])

    def start(self) -> tuple[subprocess.Popen, str]:
        process = subprocess.Popen([PROGRAM, "run", "--listen", "127.0.0.1:0", *self.flags], stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        for line in process.stderr:
            if found := re.search(r"event=http_started address=(\S+)", line):
                return process, found.group(1)
        self.fail("the run ended")

    def wait_for(self, process: subprocess.Popen, reached) -> dict:
        """The process's row of `status`, as soon as `reached(its recall)` is true."""
        deadline = time.monotonic() + DEADLINE_S
        while time.monotonic() < deadline:
            self.assertIsNone(process.poll(), "the run has ended")
            row = json.loads(self.program("status", "--json").stdout)["processes"][0]
            if row["recall"] and reached(row["recall"]):
                return row
        self.fail(f"the status that was waited for never came: {row}")

    def get(self, address: str, path: str) -> tuple[int, str]:
        host, port = address.rsplit(":", 1)
        client = http.client.HTTPConnection(host, int(port), timeout=DEADLINE_S)
        self.addCleanup(client.close)
        client.request("GET", path)
        answer = client.getresponse()
        return answer.status, answer.read().decode()

    def stop(self, process: subprocess.Popen) -> None:
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(DEADLINE_S), 0)


if __name__ == "__main__":
    if not BROKER:
        print("skipped: TURNSTREAM_TEST_BOOTSTRAP names no broker", file=sys.stderr)
        sys.exit(SKIPPED)
    unittest.main()
