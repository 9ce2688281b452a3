"""A program with another logic version takes over a pipeline with `turnstream upgrade`, on the embedded log and on the
broker, also if the upgrade is killed again and again. Afterwards the state is that of a pipeline that ran the new program
from the start, old completions are unchanged, and consumers find the new ones in the same topics.

    upgrade_test.py OLD_PROGRAM NEW_PROGRAM

TURNSTREAM_TEST_BOOTSTRAP names a broker; without it only the embedded log is tested.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import uuid
from pathlib import Path

OLD, NEW = sys.argv[1:3] if len(sys.argv) > 2 else ("", "")
BROKER = os.environ.get("TURNSTREAM_TEST_BOOTSTRAP", "")
STAGES = ["episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle"]
STATE_REFUSED = 5


class Upgrade(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, program: str, *arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=300, check=False,
                              stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, code, f"{arguments}: {done.stdout[-1000:]}{done.stderr[-2000:]}")
        return done

    def run_pipeline(self, program: str, log: tuple[str, ...], code: int = 0) -> str:
        return self.program(program, "run", "--listen", "127.0.0.1:0", "--until-drained", *log, code=code).stderr

    def publish(self, log: tuple[str, ...], seed: int, turns: int) -> None:
        file = self.folder / f"turns-{seed}.ndjson"
        file.write_text(self.program(NEW, "generate", "--turns", str(turns), "--seed", str(seed)).stdout, encoding="utf-8")
        self.program(NEW, "publish", str(file), *log)

    def completions(self, log: tuple[str, ...]) -> dict[str, list[str]]:
        """Of each stage, the lines of all completions with their places, by stage."""
        return {stage: self.program(NEW, "log", "export", "--topic", f"{log[1]}.completions.{stage}", *log).stdout
                .splitlines()[1:-1] for stage in STAGES}

    def upgrade_with_kills(self, log: tuple[str, ...], kills: int, into: str) -> str:
        for kill in range(kills):
            process = subprocess.Popen([NEW, "upgrade", "--into", into, *log], stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                process.wait(timeout=random.Random(kill).uniform(0.05, 1.0) * (1 + kill))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
        return self.program(NEW, "upgrade", "--into", into, "--json", *log).stdout

    def check_upgrade(self, kills: int, *where: str) -> None:
        namespace = f"upgrade-{uuid.uuid4().hex[:8]}"
        common = ("--set", "intake.clock=event", "--set", "topics.partitions=3", "--quiet",
                  "--set", "kafka.session_timeout_ms=6000", *where)
        log = ("--namespace", namespace, "--state", str(self.folder / "state"), "--set",
               f"intake.turns_topics={namespace}-turns", *common)
        self.publish(log, 1, 500)
        self.run_pipeline(OLD, log)
        before = self.completions(log)
        refused = self.run_pipeline(NEW, log, code=STATE_REFUSED)
        self.assertIn("turnstream upgrade --into NEW_NAMESPACE", refused)

        into = f"{namespace}-2"
        report = json.loads(self.upgrade_with_kills(log, kills, into))
        self.assertTrue(report["switched"])
        differing = {row["stage"]: row["different"] for row in report["stages"]}
        self.assertGreater(differing["episodic"], 400)
        self.assertEqual(differing["skill"], 0)
        self.assertGreater(differing["lifecycle"], 400, "stages behind a changed one change, too")
        self.assertEqual(self.completions(log), before, "the upgrade writes no completions under the old names")

        self.publish(log, 2, 200)
        self.run_pipeline(NEW, log)
        self.assertIn("upgrade --into", self.run_pipeline(OLD, log, code=STATE_REFUSED))
        after = self.completions(log)
        for stage in STAGES:
            self.assertLessEqual(set(before[stage]), set(after[stage]), "old completions are unchanged")
            self.assertGreater(len(after[stage]), len(before[stage]) + 150)

        self.check_same_as_new_from_start(log, common, after, before)

    def check_same_as_new_from_start(self, log: tuple[str, ...], common: tuple[str, ...], after: dict[str, list[str]],
                                     before: dict[str, list[str]]) -> None:
        """The same log, read from the start by the new program in another place."""
        exported = self.folder / "log.ndjson"
        self.program(NEW, "log", "export", str(exported), *log)
        fresh = ("--namespace", log[1], "--state", str(self.folder / "fresh"), *common[:5])
        self.program(NEW, "log", "import", str(exported), *fresh)
        self.run_pipeline(NEW, ("--stages", ",".join(STAGES), "--grouping", "phased", *fresh))
        digests = [json.loads(self.program(NEW, "digest", "--json", *place).stdout) for place in (log, fresh)]
        states = [{stage: (digest["stages"][stage]["state"], digest["stages"][stage]["position"]) for stage in STAGES} for digest in digests]
        self.assertEqual(*states)

        def values(lines: list[str]) -> set[str]:
            return {json.loads(line)["v"].split(',"attempts"')[0] for line in lines}

        expected = self.completions(fresh)
        for stage in STAGES:
            new = values(after[stage]) - values(before[stage])
            self.assertGreater(len(new), 150)
            self.assertLessEqual(new, values(expected[stage]), f"{stage}: completions after the switch")

    def test_an_upgrade_on_the_embedded_log(self) -> None:
        self.check_upgrade(0)

    def test_an_upgrade_on_the_embedded_log_that_is_killed(self) -> None:
        self.check_upgrade(6)

    def test_a_running_pipeline_and_a_used_namespace_are_refused(self) -> None:
        log = ("--namespace", "busy", "--state", str(self.folder / "state"), "--quiet")
        self.publish(log, 1, 10)
        self.run_pipeline(OLD, log)
        self.program(NEW, "upgrade", "--into", "busy", *log, code=2)
        running = subprocess.Popen([OLD, "run", "--listen", "127.0.0.1:0", *log], stdin=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        try:
            lock = self.folder / "state" / "lock"
            deadline = time.monotonic() + 60
            while f"run, process {running.pid}" not in lock.read_text(encoding="utf-8"):
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.05)
            self.assertIn("is in use", self.program(NEW, "upgrade", "--into", "n2", *log, code=STATE_REFUSED).stderr)
        finally:
            running.terminate()
            running.wait(timeout=60)

    def test_every_file_of_run_and_upgrade_is_private_also_those_of_an_upgrade_that_was_killed(self) -> None:
        before = os.umask(0)
        self.addCleanup(os.umask, before)
        state = self.folder / "state"
        log = ("--namespace", "own", "--state", str(state), "--quiet")
        self.publish(log, 1, 400)
        self.run_pipeline(OLD, log)
        killed = subprocess.Popen([NEW, "upgrade", "--into", "own2", *log], stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while not (state / "upgrade.own2" / "CURRENT").exists():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.005)
        killed.kill()
        killed.wait()
        self.assertTrue((state / "upgrade.own2.crashes").exists())

        def wide() -> list[str]:
            return [f"{oct(path.lstat().st_mode & 0o777)} {path}" for path in [state, *state.rglob("*")]
                    if path.lstat().st_mode & 0o777 != (0o700 if path.is_dir() else 0o600) and not path.is_socket()]

        self.assertEqual(wide(), [])
        # A directory that also has a folder of others: each file of the program is still found by its name.
        theirs = state / "photos"
        theirs.mkdir(mode=0o755)
        for path in state.rglob("*"):
            path.chmod(0o777 if path.is_dir() else 0o666)
        self.run_pipeline(OLD, log)
        self.assertEqual(wide(), [f"0o777 {theirs}"])
        theirs.rmdir()
        self.program(NEW, "upgrade", "--into", "own2", *log)
        self.assertEqual(wide(), [])
        self.assertEqual([path.name for path in state.iterdir() if path.name.startswith("upgrade")], [])

    @unittest.skipUnless(BROKER, "TURNSTREAM_TEST_BOOTSTRAP names no broker")
    def test_an_upgrade_on_the_broker_that_is_killed(self) -> None:
        self.check_upgrade(3, "--bootstrap", BROKER)


if __name__ == "__main__":
    if not NEW:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    del sys.argv[1:3]
    unittest.main()
