"""`run --background`, `stop` and `logs` on the embedded log.

    background_test.py TURNSTREAM
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
DEADLINE_S = 120
UNREACHABLE, STATE_REFUSED = 4, 5


class Background(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.state = Path(folder.name) / "state"

    def call(self, *words: str) -> subprocess.CompletedProcess[str]:
        # Pipes, as a shell script would have them: the process in the background must not keep them open.
        return subprocess.run([PROGRAM, *words, "--state", str(self.state)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=DEADLINE_S, check=False)

    def start(self, *words: str) -> int:
        started = self.call("run", "--background", "--json", "--listen", "127.0.0.1:0", *words)
        self.assertEqual(started.returncode, 0, started.stderr)
        answer = json.loads(started.stdout)
        self.assertEqual(answer["log"], str(self.state / "log.jsonl"))
        self.addCleanup(self.end, answer["pid"])
        return answer["pid"]

    @staticmethod
    def end(process: int) -> None:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            return

    def has_ended(self, process: int) -> bool:
        for _ in range(DEADLINE_S * 10):
            try:
                stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
            except FileNotFoundError:
                return True
            if stat.rsplit(")", 1)[1].split()[0] == "Z":  # a container without an init keeps it as a zombie
                return True
            time.sleep(0.1)
        return False

    def events(self) -> list[str]:
        logs = self.call("logs", "--tail", "1000")
        self.assertEqual(logs.returncode, 0, logs.stderr)
        return [json.loads(line)["event"] for line in logs.stdout.splitlines()]

    def test_runs_answers_and_is_stopped(self) -> None:
        process = self.start()
        self.assertNotEqual(os.getsid(process), os.getsid(0))
        turn = {"agent_id": "helper", "turn_id": "7d444840-9dc0-11d1-b245-5ffdce74fad2", "turn_data": {"user_input": "Hello", "assistant_response": "Hi"},
                "timestamp": "2026-01-01T10:00:00Z"}
        file = self.state.parent / "turns.ndjson"
        file.write_text(json.dumps(turn) + "\n", encoding="utf-8")
        self.assertEqual(self.call("publish", str(file)).returncode, 0)
        self.assertEqual(self.call("status").returncode, 0)
        stopped = self.call("stop", "--json")
        self.assertEqual(stopped.returncode, 0, stopped.stderr)
        self.assertEqual([one["pid"] for one in json.loads(stopped.stdout)["stopped"]], [process])
        self.assertTrue(self.has_ended(process))
        events = self.events()
        self.assertIn("started", events)
        self.assertEqual(events[-1], "stopping")
        self.assertEqual(self.call("stop").returncode, UNREACHABLE)

    def test_until_drained_ends_by_itself(self) -> None:
        self.assertTrue(self.has_ended(self.start("--until-drained")))
        self.assertEqual(self.events()[-1], "stopping")

    def test_a_start_that_fails_is_told_in_the_terminal(self) -> None:
        self.start()
        second = self.call("run", "--background", "--listen", "127.0.0.1:0")
        self.assertEqual(second.returncode, STATE_REFUSED)
        self.assertIn("is in use by turnstream run", second.stderr)
        self.assertEqual(second.stdout, "")
        self.assertEqual(self.events().count("started"), 1)

    def test_closed_streams_are_not_replaced_by_files_of_the_state(self) -> None:
        for closed in ("<&-", ">&-", "<&- >&-", "<&- >&- 2>&-"):
            with self.subTest(closed=closed):
                subprocess.run(["sh", "-c", f'"$0" run --background --listen 127.0.0.1:0 --state "$1" {closed}', PROGRAM, str(self.state)],
                               timeout=DEADLINE_S, check=False)
                process = json.loads((self.state / "endpoint.json").read_text(encoding="utf-8"))["pid"]
                self.addCleanup(self.end, process)
                self.assertEqual([os.readlink(f"/proc/{process}/fd/{number}") for number in range(3)], ["/dev/null"] * 3)
                self.assertEqual(self.call("stop").returncode, 0)

    def test_a_killed_process_is_noticed(self) -> None:
        process = self.start()
        os.kill(process, signal.SIGKILL)
        self.assertTrue(self.has_ended(process))
        stopped = self.call("stop")
        self.assertEqual(stopped.returncode, UNREACHABLE)
        self.assertIn(f"process {process} of the namespace turnstream was killed", stopped.stderr)
        self.assertNotEqual(self.start(), process)  # and the next one takes its place

    def test_logs_reach_into_older_files(self) -> None:
        self.state.mkdir(mode=0o700)
        for number, name in enumerate(["log.2.jsonl", "log.1.jsonl", "log.jsonl"]):
            lines = [json.dumps({"event": f"e{3 * number + i}"}) for i in range(3)]
            (self.state / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.assertEqual(self.events(), [f"e{i}" for i in range(9)])
        self.assertEqual([json.loads(line)["event"] for line in self.call("logs", "--tail", "5").stdout.splitlines()],
                         ["e4", "e5", "e6", "e7", "e8"])

    def test_no_lines(self) -> None:
        logs = self.call("logs")
        self.assertEqual(logs.returncode, 1)
        self.assertIn("only `turnstream run --background` writes them", logs.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
