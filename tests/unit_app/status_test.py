"""What `status` prints about a running process, a killed process and a second process, each with the embedded log. The
test starts processes, because a signal and an exit concern a whole process. Arguments: the program."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request
from pathlib import Path

PROGRAM = sys.argv.pop(1)
DEADLINE_S = 60
TURNS = 40


class Status(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.state = Path(folder.name) / "state"

    def call(self, *arguments: str, given: str = "") -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *arguments], input=given, capture_output=True, text=True, timeout=DEADLINE_S,
                              check=False)

    def status(self, *arguments: str) -> tuple[int, dict, str]:
        done = self.call("status", "--json", *(arguments or ("--state", str(self.state))))
        return done.returncode, json.loads(done.stdout), done.stderr

    def start(self, *arguments: str) -> subprocess.Popen:
        process = subprocess.Popen([PROGRAM, "run", "--quiet", "--state", str(self.state), *arguments],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def wait_for(self, process: subprocess.Popen, reached) -> dict:
        """Requests the report until `reached(report)` is true, and returns it."""
        deadline = time.monotonic() + DEADLINE_S
        while time.monotonic() < deadline:
            if process.poll() is not None:
                self.fail(f"the run ended: {process.stderr.read()}")
            _, report, _ = self.status()
            if reached(report):
                return report
        self.fail("the status that was waited for never came")

    def publish(self) -> None:
        turns = self.call("generate", "--turns", str(TURNS), "--quiet").stdout
        self.assertEqual(self.call("publish", "--state", str(self.state), "--quiet", given=turns).returncode, 0)

    @staticmethod
    def is_done(report: dict) -> bool:
        stages = {stage["stage"]: stage for stage in report["stages"]}
        return ({"intake", "episodic"} <= stages.keys() and stages["intake"]["lag"] == 0
                and stages["episodic"]["lag"] == 0 and stages["episodic"]["records"] >= TURNS)

    def test_a_run_says_what_it_did_and_a_killed_one_that_it_has_ended(self) -> None:
        self.publish()
        process = self.start("--listen", "127.0.0.1:0")
        report = self.wait_for(process, self.is_done)

        (row,) = report["processes"]
        self.assertEqual((row["pid"], row["namespace"], row["grouping"]), (process.pid, "turnstream", "fused"))
        for number in ("up_ms", "resident_bytes", "disk_bytes", "disk_free_bytes", "store_write_buffer_bytes"):
            self.assertGreater(row[number], 0, number)
        stages = {stage["stage"]: stage for stage in report["stages"]}
        intake, episodic = stages["intake"], stages["episodic"]
        self.assertEqual({name: stage["phase"] for name, stage in stages.items()},
                         {"intake": 0, "episodic": 1, "skill": 1, "semantic": 2, "pattern": 2, "consolidation": 3, "lifecycle": 3})
        self.assertGreaterEqual(intake["records"], TURNS)
        self.assertGreater(episodic["commits"]["p99_us"], 0)
        self.assertGreater(episodic["timers_armed"], 0)
        self.assertEqual((episodic["dead_letters"], episodic["restarts"]), (0, 0))

        for path, words in (("healthz", ""), ("readyz", ""), ("metrics", "turnstream_records_total{")):
            with urllib.request.urlopen(f"http://{row['address']}/{path}", timeout=DEADLINE_S) as answer:
                self.assertEqual(answer.status, 200, path)
                self.assertIn(words, answer.read().decode())

        screen = self.call("status", "--state", str(self.state))
        self.assertEqual(screen.returncode, 0, screen.stderr)
        self.assertNotIn("\x1b", screen.stdout)
        for line in screen.stdout.splitlines():
            self.assertLessEqual(len(line), 100, line)

        process.send_signal(signal.SIGKILL)
        process.wait(DEADLINE_S)
        code, report, err = self.status()
        self.assertEqual((code, report["processes"][0]["state"], report["stages"]), (4, "ended", []), err)
        self.assertIn(f"process {process.pid} has ended", report["processes"][0]["why"])
        self.assertEqual(json.loads(err)["error"]["code"], "no_process")

    def test_a_run_that_was_stopped_leaves_no_entry(self) -> None:
        process = self.start("--listen", "127.0.0.1:0")
        self.wait_for(process, lambda report: report["processes"])
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(DEADLINE_S), 0)
        code, report, err = self.status()
        self.assertEqual((code, report["processes"]), (4, []))
        self.assertIn("no `turnstream run` is registered", err)

    def test_a_run_without_a_port_answers_on_the_socket_in_its_state_directory(self) -> None:
        process = self.start("--listen", "")
        report = self.wait_for(process, lambda report: report["stages"])
        self.assertEqual((report["processes"][0]["pid"], report["processes"][0]["address"]), (process.pid, ""))
        there = self.state / "http.sock"
        self.assertEqual(there.stat().st_mode & 0o777, 0o600)
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(there))
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: any.example\r\nConnection: close\r\n\r\n")
            answer = b""
            while part := client.recv(4096):
                answer += part
        self.assertTrue(answer.startswith(b"HTTP/1.1 200 ") and answer.endswith(b"ok\n"), answer)
        process.send_signal(signal.SIGKILL)
        process.wait(DEADLINE_S)
        self.assertTrue(there.exists())
        process = self.start("--listen", "")
        self.wait_for(process, lambda report: report["stages"])
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(DEADLINE_S), 0)
        self.assertFalse(there.exists())

    def test_addresses_need_no_state_directory_and_one_that_answers_is_enough(self) -> None:
        process = self.start("--listen", "127.0.0.1:0")
        report = self.wait_for(process, lambda report: report["processes"] and report["stages"])
        there = report["processes"][0]["address"]
        with socket.socket() as silent:
            silent.bind(("127.0.0.1", 0))  # taken and not listening: a connection is refused
            nowhere = f"127.0.0.1:{silent.getsockname()[1]}"
            code, report, err = self.status("--at", nowhere, "--at", there)
            self.assertEqual(code, 0, err)
            self.assertEqual([row["state"] for row in report["processes"]][0], "silent")
            self.assertEqual(report["processes"][1]["pid"], process.pid)
            code, report, err = self.status("--at", nowhere)
            self.assertEqual((code, report["processes"][0]["why"]), (4, "no connection"), err)
        self.assertEqual(self.call("status", "--at", "nonsense").returncode, 2)

    def test_a_port_is_only_insisted_on_where_it_was_asked_for(self) -> None:
        with socket.socket() as taken:
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                taken.bind(("127.0.0.1", 8321))
                taken.listen()
            except OSError:
                pass  # Another process has the port: that serves the test equally well.
            process = self.start()
            report = self.wait_for(process, lambda report: report["stages"])
            self.assertNotEqual(report["processes"][0]["address"], "127.0.0.1:8321")
            refused = self.call("run", "--quiet", "--state", str(self.state) + "2", "--listen",
                                report["processes"][0]["address"])
            self.assertEqual(refused.returncode, 1)
            self.assertIn("cannot listen on", refused.stderr)

    def test_a_watch_goes_on_until_a_signal_and_draws_over_a_terminal_only(self) -> None:
        process = self.start("--listen", "127.0.0.1:0")
        self.wait_for(process, lambda report: report["stages"])
        command = [PROGRAM, "status", "--watch", "--interval", "1", "--state", str(self.state)]
        reader, writer = os.openpty()
        with os.fdopen(reader, "rb", 0) as seen:
            on_terminal = subprocess.Popen(command, stdout=writer)
            os.close(writer)
            self.addCleanup(on_terminal.kill)
            text = b""
            while text.count(b"\x1b[H") < 2:
                text += seen.read(4096)
            on_terminal.send_signal(signal.SIGINT)
            self.assertEqual(on_terminal.wait(DEADLINE_S), 0)
        piped = subprocess.Popen([*command, "--json"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(piped.communicate)
        self.addCleanup(piped.kill)
        for _ in range(2):
            self.assertEqual(json.loads(piped.stdout.readline())["processes"][0]["pid"], process.pid)
        piped.send_signal(signal.SIGINT)
        self.assertEqual(piped.wait(DEADLINE_S), 0)


if __name__ == "__main__":
    unittest.main()
