"""What a process says of recall: `status`, /readyz, /metrics and answers, while a stage does not run, and when it runs again. On the
embedded log. Argument: the program."""

import http.client
import json
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
DEADLINE_S = 120
STAGES = ["intake", "episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle", "recall"]
SETTINGS = ("--quiet", "--set", "topics.partitions=1", "--set", "intake.clock=event", "--listen", "127.0.0.1:0")


def turn(number: int, text: str) -> str:
    return json.dumps({"turn_id": f"01JGFJJZ00000000000000{number:04d}", "agent_id": "helper",
                       "timestamp": f"2026-01-01T10:{number:02d}:00Z", "duration_ms": 900,
                       "turn_data": {"user_input": text, "assistant_response": "Noted.", "urgency": "LOW", "mode": "chat",
                                     "parent_turn_id": None},
                       "tool_executions": [], "observations": [], "goal_updates": [], "action_updates": [], "errors": [],
                       "warnings": [], "metadata": {"tools_used": [], "memory_types_accessed": [], "hobgoblins_activated": [],
                                                    "budget_used": 0, "budget_total": 1}}) + "\n"


class Health(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.state = Path(folder.name) / "state"

    def call(self, *arguments: str, given: str = "") -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *arguments, "--state", str(self.state)], input=given, capture_output=True, text=True,
                              timeout=DEADLINE_S, check=False)

    def start(self, *arguments: str) -> subprocess.Popen:
        process = subprocess.Popen([PROGRAM, "run", *SETTINGS, "--state", str(self.state), *arguments], stderr=subprocess.PIPE,
                                   text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def stop(self, process: subprocess.Popen) -> None:
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(DEADLINE_S), 0)

    def wait_for(self, process: subprocess.Popen, reached) -> dict:
        """The process's row of `status`, as soon as `reached(row)` is true."""
        deadline = time.monotonic() + DEADLINE_S
        row = None
        while time.monotonic() < deadline:
            self.assertIsNone(process.poll(), "the run has ended")
            report = json.loads(self.call("status", "--json").stdout)
            row = report["processes"][0] if report["processes"] else {}
            if row.get("recall") and reached(row["recall"]):
                return row
        self.fail(f"the status that was waited for never came: {row}")

    def publish(self, number: int, text: str) -> None:
        self.assertEqual(self.call("publish", "--quiet", given=turn(number, text)).returncode, 0)

    def get(self, address: str, path: str) -> tuple[int, str]:
        host, port = address.rsplit(":", 1)
        client = http.client.HTTPConnection(host, int(port), timeout=DEADLINE_S)
        self.addCleanup(client.close)
        client.request("GET", path)
        answer = client.getresponse()
        return answer.status, answer.read().decode()

    def test_a_stage_that_does_not_run_is_named_wherever_recall_is_asked(self) -> None:
        process = self.start("--grouping", "phased", "--stages", ",".join(name for name in STAGES if name != "lifecycle"))
        self.wait_for(process, lambda recall: True)  # else `publish` may open the log first, and `run` finds it in use
        self.publish(1, "The api port is 8080")
        row = self.wait_for(process, lambda recall: recall["waits_for"])
        recall = row["recall"]
        self.assertEqual((recall["state"], recall["waits_for"], recall["failure"]), ("held", ["lifecycle"], None))
        self.assertEqual((recall["records"], recall["applied_up_to"]), (0, None))
        self.assertEqual(recall["partitions"], [{"partition": 0, "next": 0, "since": 0}])

        status, text = self.get(row["address"], "/readyz")
        self.assertEqual((status, text), (200, "ok\nrecall waits for lifecycle: memory lacks what was not answered\n"))
        metrics = self.get(row["address"], "/metrics")[1]
        self.assertIn('turnstream_recall_waits{stage="lifecycle"} 1\n', metrics)
        self.assertIn('turnstream_recall_waits{stage="episodic"} 0\n', metrics)
        self.assertIn("turnstream_recall_records_total 0\n", metrics)
        self.assertIn("turnstream_recall_failed 0\n", metrics)
        screen = self.call("status").stdout
        self.assertIn("RECALL OF", screen)
        self.assertIn(": recall waits for lifecycle: memory lacks", screen)
        asked = self.call("recall", "--persona", "helper", "api port")
        self.assertEqual((asked.returncode, asked.stdout), (0, "nothing found\n"))
        self.assertIn("recall waits for lifecycle: ", asked.stderr)
        answer = json.loads(self.call("about", "helper", "--json").stdout)
        self.assertEqual(answer["waits_for"], ["lifecycle"])
        self.stop(process)

        process = self.start()
        row = self.wait_for(process, lambda recall: recall["records"] > 0 and recall["lag"] == 0)
        recall = row["recall"]
        self.assertEqual((recall["state"], recall["waits_for"]), ("following", []))
        self.assertGreater(recall["partitions"][0]["next"], 0)
        self.assertTrue(recall["applied_up_to"].startswith("2026-01-01T10:"))
        self.assertEqual(self.get(row["address"], "/readyz"), (200, "ok\n"))
        answer = json.loads(self.call("recall", "--persona", "helper", "--json", "api port").stdout)
        self.assertNotIn("waits_for", answer)
        self.assertEqual(answer["results"][0]["text"], "The api port is 8080")
        row = self.wait_for(process, lambda recall: recall["personas"] == 1)
        self.assertGreater(row["recall"]["index_bytes"], 0)
        self.assertIn("turnstream_recall_personas 1\n", self.get(row["address"], "/metrics")[1])
        self.stop(process)

    def test_a_process_without_recall_says_so(self) -> None:
        process = self.start("--stages", ",".join(name for name in STAGES if name != "recall"))
        deadline = time.monotonic() + DEADLINE_S
        report = {"stages": []}
        while time.monotonic() < deadline and not report["stages"]:
            report = json.loads(self.call("status", "--json").stdout)
        self.assertIsNone(report["processes"][0]["recall"])
        self.assertIn("recall does not run in these processes", self.call("status").stdout)
        metrics = self.get(report["processes"][0]["address"], "/metrics")[1]
        self.assertNotIn("turnstream_recall_", metrics)
        self.stop(process)
        self.assertIn("so recall does not run", self.call("status").stderr)


if __name__ == "__main__":
    unittest.main()
