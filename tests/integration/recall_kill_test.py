"""The read model of recall after kill -9 at any moment: it is equal to one that is built again from the topics, on the embedded log
and on the broker; what was forgotten is in no row of it.

    recall_kill_test.py TURNSTREAM

TURNSTREAM_TEST_BOOTSTRAP names a broker; without it that test is skipped. TURNSTREAM_TEST_KILLS is the number of kills (6).
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import uuid
from pathlib import Path

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
BROKER = os.environ.get("TURNSTREAM_TEST_BOOTSTRAP", "")
KILLS = int(os.environ.get("TURNSTREAM_TEST_KILLS", "6"))
TURNS_A_ROUND = 60
LIVES_S = (.3, 1.2)
WORD = "zqwvxjkprtmn"
SKIPPED = 77


class RecallAfterKills(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.state = Path(folder.name) / "state"
        seed = int(os.environ.get("TURNSTREAM_TEST_SEED", str(random.randrange(2**31))))
        print(f"seed {seed}")
        self.chance = random.Random(seed)

    def flags(self, *log: str, namespace: str = "") -> list[str]:
        namespace = namespace or f"recall-{uuid.uuid4().hex[:8]}"
        return [*log, "--namespace", namespace, "--state", str(self.state), "--quiet",
                "--set", f"intake.turns_topics={namespace}-turns",
                "--set", "topics.partitions=3", "--set", "intake.clock=event"]  # no ticks between the two digests

    def call(self, *arguments: str, given: str | None = None) -> str:
        done = subprocess.run([PROGRAM, *arguments], input=given, capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stderr[-1500:]}")
        return done.stdout

    def live(self, flags: list[str]) -> None:
        """A run that is killed after a random time."""
        process = subprocess.Popen([PROGRAM, "run", "--listen", "127.0.0.1:0", *flags], stderr=subprocess.DEVNULL)
        time.sleep(self.chance.uniform(*LIVES_S))
        process.send_signal(signal.SIGKILL)
        process.wait()

    def check(self, *log: str) -> None:
        flags = self.flags(*log)
        turns = self.call("generate", "--turns", str(TURNS_A_ROUND * KILLS), "--personas", "7", "--seed", "5", "--quiet").splitlines(True)
        secret = json.loads(turns[0])
        secret["turn_data"]["user_input"] = f"I prefer {WORD} for all of my boats in the harbour"
        turns[0] = json.dumps(secret) + "\n"
        for number in range(KILLS):
            self.call("publish", "-", *flags, given="".join(turns[number * TURNS_A_ROUND:(number + 1) * TURNS_A_ROUND]))
            if number == 0:
                self.call("run", "--until-drained", "--listen", "127.0.0.1:0", *flags)
            if number == KILLS // 2:
                self.call("forget", "--persona", secret["agent_id"], secret["turn_id"], "--wait", "0", *flags)
            self.live(flags)
        self.call("run", "--until-drained", "--listen", "127.0.0.1:0", *flags)
        ask = json.loads(self.call("recall", "--persona", secret["agent_id"], WORD, "--json", *flags))
        self.assertEqual(ask["results"], [], "what was forgotten is not found")
        kept = self.call("recall", "--digest", *flags)
        self.check_files()
        shutil.rmtree(self.state / "recall")
        self.call("run", "--until-drained", "--listen", "127.0.0.1:0", *flags)
        self.assertEqual(self.call("recall", "--digest", *flags), kept, "a read model that is built again is equal")
        self.check_files()
        print(f"{KILLS} kills: {kept.strip()}")

    def digest_on(self, namespace: str, turns: str, *log: str) -> str:
        flags = self.flags(*log, namespace=namespace)
        self.call("publish", "-", *flags, given=turns)
        self.call("run", "--until-drained", "--listen", "127.0.0.1:0", *flags)
        digest = self.call("recall", "--digest", *flags)
        shutil.rmtree(self.state)
        return digest

    @unittest.skipUnless(BROKER, "TURNSTREAM_TEST_BOOTSTRAP is not set")
    def test_is_equal_on_both_logs(self) -> None:
        namespace = f"recall-{uuid.uuid4().hex[:8]}"
        turns = self.call("generate", "--turns", "300", "--personas", "7", "--seed", "5", "--quiet")
        embedded = self.digest_on(namespace, turns)
        self.assertEqual(self.digest_on(namespace, turns, "--bootstrap", BROKER), embedded)
        fewer = "".join(turns.splitlines(True)[:299])
        self.assertNotEqual(self.digest_on(namespace, fewer), embedded)
        print(f"on both logs: {embedded.strip()}")

    def check_files(self) -> None:
        for path in (self.state / "recall").iterdir():
            self.assertNotIn(WORD.encode(), path.read_bytes(), f"{path.name} has a forgotten word")

    def test_on_the_embedded_log(self) -> None:
        self.check()

    @unittest.skipUnless(BROKER, "TURNSTREAM_TEST_BOOTSTRAP is not set")
    def test_on_the_broker(self) -> None:
        self.check("--bootstrap", BROKER)


if __name__ == "__main__":
    if not PROGRAM:
        print("usage: recall_kill_test.py TURNSTREAM")
        sys.exit(SKIPPED)
    unittest.main()
