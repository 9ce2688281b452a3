"""The set-up of tests with batches that cannot be unpacked: a turns topic as a foreign program makes it, in a namespace of its
own, and the program. The script that imports it calls poisoned_topic.main().
"""

import os
import subprocess
import sys
import tempfile
import time
import unittest
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import raw_batches  # noqa: E402

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
BROKER = os.environ.get("TURNSTREAM_TEST_BOOTSTRAP", "")
SKIPPED = 77
PARTITIONS = 2
MEMORY_MIB_MAX = 600
BOMBS = [("gzip", 300), ("lz4", 200), ("zstd", 150), ("zstd", 400)]
# Each of these needs less memory in the batch than in librdkafka's objects: about 384 bytes for a record of 7.
SWARMS = [("zstd", 1_000_000), ("gzip", 500_000), ("lz4", 400_000)]


class PoisonedTopic(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.namespace = f"poison-{uuid.uuid4().hex[:8]}"
        self.topic = f"{self.namespace}-turns"
        self.log = ("--bootstrap", BROKER, "--namespace", self.namespace, "--state", str(self.folder / "state"),
                    "--set", f"intake.turns_topics={self.topic}", "--set", "topics.partitions=2", "--quiet")
        self.wire = raw_batches.Wire(BROKER)
        self.addCleanup(self.wire.close)
        self.sent: list[str] = []
        self.unreadable: dict[tuple[int, int], int] = {}

    def call(self, *arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        done = subprocess.run([PROGRAM, *arguments, *self.log], capture_output=True, text=True, timeout=300, check=False,
                              stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, code, f"{arguments}: {done.stdout[-500:]}{done.stderr[-2000:]}")
        return done

    def program(self, *arguments: str) -> str:
        return self.call(*arguments).stdout

    def turns(self, number: int) -> list[str]:
        return self.program("generate", "--personas", "5", "--turns", str(number), "--seed", "7").splitlines()

    def send(self, partition: int, turns: list[str], codec: str) -> None:
        rows = b"".join(raw_batches.record(turn.encode(), delta=delta) for delta, turn in enumerate(turns))
        error, _ = self.wire.produce(self.topic, partition,
                                     raw_batches.batch(codec, len(turns), raw_batches.pack(codec, rows)))
        self.assertEqual(error, 0)
        self.sent += turns

    def send_unreadable(self, partition: int, batch: bytes, count: int) -> None:
        error, first = self.wire.produce(self.topic, partition, batch)
        self.assertEqual(error, 0)
        self.unreadable[partition, first] = first + count - 1

    def run_process(self, *more: str) -> subprocess.Popen:
        with open(self.folder / "errors", "ab") as errors:
            return subprocess.Popen([PROGRAM, "run", "--listen", "127.0.0.1:0", *more, *self.log],
                                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors)

    def peak_mib(self, process: subprocess.Popen) -> int:
        """Waits for the end of the process. Returns the memory that it took."""
        peak_kib = 0
        while process.poll() is None:
            try:
                status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8").splitlines()
                peak_kib = max([peak_kib] + [int(line.split()[1]) for line in status if line.startswith("VmHWM")])
            except OSError:
                pass  # the process has ended
            time.sleep(0.02)
        print(f"peak memory: {peak_kib // 1024} MiB", file=sys.stderr)
        return peak_kib // 1024

    def drain(self, *more: str) -> None:
        process = self.run_process("--until-drained", *more)
        self.assertLess(self.peak_mib(process), MEMORY_MIB_MAX)
        self.assertEqual(process.returncode, 0, (self.folder / "errors").read_text()[-2000:])

    def fill(self) -> None:
        turns = self.turns(200)
        codecs = list(raw_batches.CODECS)
        batches = [(raw_batches.bomb(codec, size), 1) for codec, size in BOMBS]
        batches += [(raw_batches.swarm(codec, count), count) for codec, count in SWARMS]
        for number, (batch, count) in enumerate(batches):
            partition = number % PARTITIONS
            self.send(partition, turns[number * 20:number * 20 + 20], codecs[number % len(codecs)])
            self.send_unreadable(partition, batch, count)
        # Two unreadable batches in a row, and one at the end of a partition.
        self.send_unreadable(0, batches[2][0], 1)
        self.send(0, turns[180:], "zstd")
        self.send_unreadable(1, batches[2][0], 1)

    def make_foreign_topic(self) -> None:
        """As a program other than turnstream would: the broker stores what producers send."""
        from confluent_kafka.admin import AdminClient, NewTopic
        admin = AdminClient({"bootstrap.servers": BROKER})
        made = admin.create_topics([NewTopic(self.topic, PARTITIONS, 1, config={"compression.type": "producer"})])
        made[self.topic].result(30)


def main() -> None:
    if not BROKER:
        print("skipped: TURNSTREAM_TEST_BOOTSTRAP is not set")
        sys.exit(SKIPPED)
    unittest.main()
