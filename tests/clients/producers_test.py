"""A producer of examples/, as a user runs it, with a broker and a `turnstream run`: what it publishes is recalled, the turns of a persona
are in one partition, the one that `turnstream publish` chooses, and a turn that is not stored is reported.

    producers_test.py TURNSTREAM python|node|shell

TURNSTREAM_TEST_BOOTSTRAP is the address of a broker; without it, or without the producer's client, the tests are skipped.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
import unittest
import uuid
from pathlib import Path

from turnstream_run import DEADLINE_S, new_folder, start_run

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "clients" / "python"))

from turnstream import Memory, turn  # noqa: E402 (needs the path set above)

EXAMPLES = ROOT / "examples"
BROKER = os.environ.get("TURNSTREAM_TEST_BOOTSTRAP", "")
CACHE = Path(os.environ.get("TURNSTREAM_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "turnstream")
NODE_PACKAGES = CACHE / "node" / "node_modules"
PROGRAM, CLIENT = sys.argv[1:3] if len(sys.argv) > 2 else ("", "")
SKIPPED = 77
SECRET = "correct horse battery"


def missing() -> str:
    """Why the producer cannot run here; empty: it can."""
    if not BROKER:
        return "TURNSTREAM_TEST_BOOTSTRAP is not set"
    if CLIENT == "python" and importlib.util.find_spec("confluent_kafka") is None:
        return "Python's confluent-kafka is missing; scripts/setup test installs it"
    if CLIENT == "node" and shutil.which("node") is None:
        return "Node.js is missing; install it and npm, then run scripts/setup test"
    if CLIENT == "node" and not (NODE_PACKAGES / "kafkajs").is_dir():
        return f"the packages of examples/package.json are not in {NODE_PACKAGES}; scripts/setup test installs them"
    if CLIENT == "shell" and not (shutil.which("kcat") and shutil.which("jq")):
        return "kcat or jq is missing; scripts/setup test installs them"
    return ""


class Producer(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = new_folder(self)
        self.name = f"producer-{uuid.uuid4().hex[:8]}"
        self.topic = f"{self.name}-turns"
        self.place = ("--bootstrap", BROKER, "--namespace", self.name, "--state", str(self.folder / "state"),
                      "--set", f"intake.turns_topics={self.topic}", "--set", "kafka.session_timeout_ms=6000")

    def command(self) -> list[str]:
        if CLIENT == "python":
            return [sys.executable, "-B", str(EXAMPLES / "producer_python.py")]
        if CLIENT == "shell":
            return [str(EXAMPLES / "producer_shell.sh")]
        # Node.js looks for packages next to the program.
        if not (self.folder / "node_modules").exists():
            (self.folder / "node_modules").symlink_to(NODE_PACKAGES)
        return ["node", shutil.copy(EXAMPLES / "producer_node.mjs", self.folder)]

    def produce(self, persona: str, lines: str, broker: str, **properties: str) -> subprocess.CompletedProcess[str]:
        given = {f"TURNSTREAM_KAFKA__CLIENT__{name}": value for name, value in properties.items()}
        environment = os.environ | given | {"TURNSTREAM_KAFKA__BOOTSTRAP": broker, "PYTHONPATH": str(ROOT / "clients" / "python")}
        return subprocess.run([*self.command(), persona, self.topic], env=environment, input=lines, capture_output=True, text=True,
                              timeout=DEADLINE_S, check=False)

    def turnstream(self, *arguments: str, given: str = "") -> str:
        done = subprocess.run([PROGRAM, *arguments, *self.place], input=given, capture_output=True, text=True, timeout=DEADLINE_S,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_what_it_publishes_is_recalled_and_has_one_place(self) -> None:
        start_run(self, PROGRAM, self.folder / "state", *self.place)
        personas = [f"{CLIENT} {number}" for number in range(5)]
        said = ["The api port is 8080", "Zoë said \"naïve\", then C:\\temp 🙂", "A\tB"]
        for persona in personas:
            done = self.produce(persona, "\n".join(said) + "\n", BROKER)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.turnstream("publish", "--quiet", given=json.dumps(turn(persona, "And now the program", "Noted.")))
        for persona in personas:
            memory = Memory(self.folder / "state", persona=persona)
            wanted = {*said, "And now the program"}
            end = time.monotonic() + DEADLINE_S
            while (texts := self.user_texts(memory)) != wanted:
                self.assertLess(time.monotonic(), end, f"{texts}")
                time.sleep(.05)
            self.assertEqual(memory.recall("which port does the api use?", kinds=["message"])[0].text, "The api port is 8080")
            self.assertEqual(len({found.raw["provenance"]["partition"] for found in memory.recall(kinds=["message"], limit=100)}), 1)
        records = [json.loads(line) for line in self.turnstream("tail", self.topic, "--from-beginning", "--json").splitlines()]
        self.assertEqual(len(records), len(personas) * (len(said) + 1))
        self.assertEqual({record["key"] for record in records}, set(personas))
        self.assertEqual(self.turnstream("tail", "dead-letters", "--json", "--quiet"), "")

    def user_texts(self, memory: Memory) -> set[str]:
        return {found.text for found in memory.recall(kinds=["message"], limit=100) if found.speaker == "user"}

    def test_a_turn_that_is_not_stored_is_reported_without_a_secret(self) -> None:
        done = self.produce("ann", "hello\n", "127.0.0.1:1", MESSAGE_TIMEOUT_MS="3000", SECURITY_PROTOCOL="SASL_SSL", SASL_MECHANISM="PLAIN",
                            SASL_USERNAME="ann", SASL_PASSWORD=SECRET)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, r"(?i)not stored|refused|ERROR")
        self.assertNotIn(SECRET, done.stdout + done.stderr)


if __name__ == "__main__":
    if not PROGRAM:
        print("usage: producers_test.py TURNSTREAM python|node|shell")
        sys.exit(SKIPPED)
    if why := missing():
        print(f"skipped: {why}.")
        sys.exit(SKIPPED)
    unittest.main(argv=sys.argv[:1])
