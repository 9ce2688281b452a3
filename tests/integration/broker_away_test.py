"""A broker that goes away: killed, or frozen with its connections open. The pipeline waits, says so once, and continues
exactly once; publish counts only what the broker has confirmed. Starts a broker of its own, because it kills it."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = sys.argv.pop(1)
ROLES = ["intake", "episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle"]
TURNS = 600
# Readiness ends within 5 s; a loaded machine may need longer.
LOST_S_MAX = 15


def free_port() -> str:
    return subprocess.check_output([sys.executable, "-B", str(ROOT / "scripts/free_port.py")], text=True).strip()


def comes(condition: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


class Broker:
    def __init__(self, folder: Path) -> None:
        self.data = folder / "kafka"
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"

    def call(self, verb: str, *more: str) -> str:
        done = subprocess.run([str(ROOT / "scripts/kafka"), verb, *more, "--data", str(self.data)], capture_output=True, text=True,
                              check=True)
        return done.stdout

    def start(self) -> None:
        self.call("start", "--port", self.port)

    def signal(self, number: int) -> None:
        os.kill(int(self.call("status").split("pid ")[1].split()[0]), number)


class BrokerAway(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.broker = Broker(self.folder)
        self.broker.start()
        self.addCleanup(self.broker.call, "stop")
        self.processes: dict[str, subprocess.Popen] = {}
        self.addresses: dict[str, str] = {}
        self.addCleanup(self.stop_all)

    def stop_all(self) -> None:
        for process in self.processes.values():
            process.kill()
            process.wait()

    def program(self, *arguments: str, **options: object) -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *arguments, "--bootstrap", self.broker.address], capture_output=True, text=True, check=False,
                              timeout=120, **options)

    def run_role(self, role: str) -> None:
        taken = set(self.addresses.values())  # perhaps not bound yet
        self.addresses[role] = next(address for address in iter(lambda: f"127.0.0.1:{free_port()}", "") if address not in taken)
        with (self.folder / f"{role}.log").open("w") as log:
            self.processes[role] = subprocess.Popen(
                [PROGRAM, "run", "--bootstrap", self.broker.address, "--state", str(self.folder / "state" / role), "--stages", role,
                 "--grouping", "phased", "--instance", role, "--listen", self.addresses[role]], stdout=log, stderr=log)

    def answer(self, role: str, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(f"http://{self.addresses[role]}{path}", timeout=5) as reply:
                return reply.status, reply.read().decode()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.read().decode()
        except OSError:
            return 0, ""

    def all_ready(self, ready: bool) -> bool:
        return all((self.answer(role, "/readyz")[0] == 200) == ready for role in self.processes)

    def log_of(self, role: str) -> str:
        return (self.folder / f"{role}.log").read_text()

    def publish(self, turns: list[str]) -> None:
        self.assertEqual(self.program("publish", "-", "--quiet", input="\n".join(turns) + "\n").returncode, 0)

    def check_lost(self) -> None:
        self.assertTrue(comes(lambda: self.all_ready(False), LOST_S_MAX), "a process is ready without its broker")
        self.assertIn(f"Kafka at {self.broker.address}", self.answer("intake", "/readyz")[1])
        status = json.loads(self.program("status", "--json", "--state", str(self.folder / "state")).stdout)
        for process in status["processes"]:
            self.assertEqual(process["state"], "no-log")
            self.assertIn(self.broker.address, process["log"])
            self.assertRegex(process["log_lost_since"], r"^20\d\d-")
        doctor = self.program("doctor", "--state", str(self.folder / "state"), "--set", "kafka.connect_timeout_ms=1000")
        self.assertEqual(doctor.returncode, 4)
        self.assertRegex(doctor.stdout, rf"bad  process skill: its log, Apache Kafka at {self.broker.address}.* since 20\d\d-")
        self.assertRegex(doctor.stdout, rf"bad  log: Apache Kafka at {self.broker.address}")

    def check_back(self, outages: int) -> None:
        self.assertTrue(comes(lambda: self.all_ready(True), 90), "a process is not ready though its broker is back")
        for role, process in self.processes.items():
            self.assertIsNone(process.poll(), self.log_of(role)[-2000:])
            events = re.findall(r" event=(log_lost|log_back)", self.log_of(role))
            self.assertEqual(events, ["log_lost", "log_back"] * outages, role)
            bad = re.findall(r"^\S+ (?:warning|error) event=(?!log_lost).*$", self.log_of(role), re.MULTILINE)
            self.assertEqual(bad, [], role)

    def digest(self, *more: str) -> dict:
        done = self.program("digest", "--json", *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_the_pipeline_waits_and_continues_exactly_once(self) -> None:
        turns = self.program("generate", "--turns", str(TURNS), "--seed", "7", "--quiet").stdout.splitlines()
        for role in ROLES:
            self.run_role(role)
        self.assertTrue(comes(lambda: self.all_ready(True), 60))

        self.publish(turns[:200])
        self.broker.signal(signal.SIGKILL)
        self.check_lost()
        time.sleep(12)  # longer than a transaction's time-out
        self.broker.start()
        self.check_back(1)

        self.publish(turns[200:400])
        self.broker.signal(signal.SIGSTOP)
        try:
            self.check_lost()
            time.sleep(15)
        finally:
            self.broker.signal(signal.SIGCONT)
        self.check_back(2)

        self.publish(turns[400:])
        self.digest("--wait")
        self.processes["intake"].terminate()  # it would write ticks
        self.assertEqual(self.processes.pop("intake").wait(30), 0)
        disturbed = self.digest("--wait")
        for role in list(self.processes):
            self.processes[role].terminate()
            self.assertEqual(self.processes.pop(role).wait(30), 0)
        answered = self.program("tail", "completions.episodic", "--from-beginning", "--raw").stdout.splitlines()
        turn_ids = [json.loads(line)["turn_id"] for line in answered]
        self.assertEqual(sorted(one for one in turn_ids if one), sorted(json.loads(turn)["turn_id"] for turn in turns))
        replay = self.program("run", "--namespace", "again", "--log-of", "turnstream", "--until-drained", "--listen", "127.0.0.1:0",
                              "--state", str(self.folder / "again"))
        self.assertEqual(replay.returncode, 0, replay.stderr[-2000:])
        undisturbed = self.digest("--namespace", "again", "--log-of", "turnstream")
        self.assertEqual(disturbed["stages"], undisturbed["stages"])

    def test_publish_counts_only_what_the_broker_has_confirmed(self) -> None:
        turns = self.program("generate", "--turns", "3000", "--seed", "8", "--quiet").stdout.splitlines()
        self.publish(turns[:1])
        command = [PROGRAM, "publish", "-", "--json", "--topic", "cut", "--bootstrap", self.broker.address, "--set",
                   "kafka.client.message.timeout.ms=4000", "--set", "kafka.connect_timeout_ms=1000"]
        publish = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        publish.stdin.write("\n".join(turns[:1000]) + "\n")
        publish.stdin.flush()
        # The broker dies after it has stored some.
        self.assertTrue(comes(lambda: self.count("cut") > 0, 30))
        self.broker.signal(signal.SIGKILL)
        out, err = publish.communicate("\n".join(turns[1000:]) + "\n", timeout=120)
        self.assertNotEqual(publish.returncode, 0, out)
        report = json.loads(out)
        self.assertGreater(report["sent"], 0)
        self.assertGreater(report["not_stored"] + report["unknown"], 0)
        self.assertLessEqual(report["sent"] + report["not_stored"] + report["unknown"], 3000)
        self.assertIn("certainly stored", json.loads(err.splitlines()[-1])["error"]["message"])
        self.broker.start()
        stored = self.count("cut")
        self.assertLessEqual(report["sent"], stored)
        self.assertLessEqual(stored, report["sent"] + report["unknown"])

    def count(self, topic: str) -> int:
        done = self.program("tail", topic, "--from-beginning", "--raw")
        return len(done.stdout.splitlines()) if done.returncode == 0 else 0

    def test_a_deleted_topic_ends_the_process_which_names_it(self) -> None:
        self.run_role("intake")
        self.run_role("skill")
        self.assertTrue(comes(lambda: self.all_ready(True), 60))
        self.broker_tool("topics", "--delete", "--topic", "turnstream.changelog.skill")
        self.publish(self.program("generate", "--turns", "5", "--quiet").stdout.splitlines())
        self.assertEqual(self.processes["skill"].wait(90), 2, self.log_of("skill"))
        self.assertIn("The topic turnstream.changelog.skill was deleted", self.log_of("skill"))

    def broker_tool(self, name: str, *arguments: str) -> None:
        subprocess.run([str(ROOT / "scripts/kafka"), "tool", name, "--bootstrap-server", self.broker.address, *arguments], check=True,
                       capture_output=True, timeout=60)


if __name__ == "__main__":
    if not os.environ.get("TURNSTREAM_TEST_BOOTSTRAP"):
        print("TURNSTREAM_TEST_BOOTSTRAP is not set: no broker for tests")
        sys.exit(77)
    unittest.main()
