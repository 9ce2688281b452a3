"""A careful start: after three processes in a row died where intake begins to read an input, the next one finds the records
that no reader survives, writes one dead letter for them, and drains the rest. `doctor` shows the deaths before.

    careful_start_test.py TURNSTREAM

TURNSTREAM_TEST_BOOTSTRAP is the address of a broker; without it the tests are skipped.
"""

import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import raw_batches  # noqa: E402

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
BROKER = os.environ.get("TURNSTREAM_TEST_BOOTSTRAP", "")
SKIPPED = 77
DEADLINE_S = 300
# librdkafka unpacks snappy itself, without our bound: the values take more memory than a careful reader has (320 MiB).
BOMB_RECORDS, VALUE_BYTES = 36, 1 + (10 << 20)


def unsigned(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out) + bytes([number])


def block(delta: int) -> bytes:
    """A record with a value of zeros, as one block of snappy: a literal, copies of 64 bytes at distance 1, a literal."""
    head = b"\0" + raw_batches.varint(0) + raw_batches.varint(delta) + raw_batches.varint(-1) + raw_batches.varint(VALUE_BYTES)
    size = len(head) + VALUE_BYTES + 1
    first = raw_batches.varint(size) + head + b"\0"
    copies = b"\xfe\x01\x00" * ((VALUE_BYTES - 1) // 64)
    return unsigned(len(raw_batches.varint(size)) + size) + bytes([len(first) - 1 << 2]) + first + copies + b"\0\0"


def deadly_batch() -> bytes:
    """Framed as Java's clients do, so that the broker checks the blocks one by one."""
    blocks = [block(delta) for delta in range(BOMB_RECORDS)]
    packed = b"\x82SNAPPY\0" + struct.pack(">ii", 1, 1) + b"".join(struct.pack(">i", len(one)) + one for one in blocks)
    return raw_batches.batch("snappy", BOMB_RECORDS, packed)


class CarefulStart(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.state = Path(folder.name) / "state"
        self.namespace = f"careful-{uuid.uuid4().hex[:8]}"
        self.topic = f"{self.namespace}-turns"
        self.make_topic()
        self.turns = self.call("generate", "--personas", "3", "--turns", "40", "--seed", "7", log=False).stdout.splitlines()
        self.send(self.turns[:20])
        self.assertEqual(self.run_until_drained().returncode, 0)

    def make_topic(self) -> None:
        from confluent_kafka.admin import AdminClient, NewTopic
        settings = {"compression.type": "producer", "max.message.bytes": "25000000"}
        admin = AdminClient({"bootstrap.servers": BROKER})
        made = admin.create_topics([NewTopic(self.topic, 1, 1, config=settings)])
        made[self.topic].result(30)

    def call(self, *arguments: str, log: bool = True) -> subprocess.CompletedProcess:
        place = ("--bootstrap", BROKER, "--namespace", self.namespace, "--state", str(self.state), "--set",
                 f"intake.turns_topics={self.topic}", "--set", "topics.partitions=1") if log else ()
        return subprocess.run([PROGRAM, *arguments, *place], capture_output=True, text=True, timeout=DEADLINE_S,
                              check=False, stdin=subprocess.DEVNULL)

    def run_until_drained(self) -> subprocess.CompletedProcess:
        return self.call("run", "--listen", "127.0.0.1:0", "--until-drained")

    def produce(self, batch: bytes) -> int:
        wire = raw_batches.Wire(BROKER)
        try:
            error, first = wire.produce(self.topic, 0, batch)
        finally:
            wire.close()
        self.assertEqual(error, 0)
        return first

    def send(self, turns: list[str]) -> int:
        rows = b"".join(raw_batches.record(turn.encode(), delta=delta) for delta, turn in enumerate(turns))
        return self.produce(raw_batches.batch("none", len(turns), rows))

    def note_starts(self, offset: int, starts: int) -> None:
        (self.state / "starts").write_text(f"{self.topic} 0 {offset} {starts}\n", encoding="utf-8")

    def dead_letters(self) -> list[dict]:
        lines = self.call("tail", "dead-letters", "--from-beginning", "--json").stdout.splitlines()
        return [json.loads(line)["headers"] for line in lines]

    def logged(self) -> list[str]:
        lines = self.call("tail", "log", "--from-beginning", "--raw").stdout.splitlines()
        return [json.loads(line)["turn_id"] for line in lines if "turn_data" in line]

    def check_logged(self) -> None:
        self.assertEqual(sorted(self.logged()), sorted(json.loads(turn)["turn_id"] for turn in self.turns))

    def test_records_that_end_every_reader_become_one_dead_letter(self) -> None:
        first = self.produce(deadly_batch())
        self.send(self.turns[20:])
        self.note_starts(first, 3)
        examined = self.call("doctor")
        self.assertRegex(examined.stdout, rf"bad +starts: 3 processes in a row began to read {self.topic} 0 at offset {first} ")
        self.assertNotEqual(examined.returncode, 0)
        ran = self.run_until_drained()
        self.assertEqual(ran.returncode, 0, ran.stderr[-2000:])
        self.assertIn("event=reading_carefully", ran.stderr)
        letters = self.dead_letters()
        self.assertEqual(len(letters), 1, letters)
        self.assertEqual((letters[0]["dl_reason"], letters[0]["dl_topic"]), ("unreadable", self.topic))
        self.assertEqual((letters[0]["dl_offset"], letters[0]["dl_last_offset"]),
                         (str(first), str(first + BOMB_RECORDS - 1)))
        self.assertIn("died 3 times in a row", letters[0]["dl_message"])
        self.check_logged()
        self.assertNotIn("starts:", self.call("doctor").stdout)
        self.assertNotIn("reading_carefully", self.run_until_drained().stderr)
        self.assertEqual(len(self.dead_letters()), 1)

    def test_records_that_a_reader_survives_are_read(self) -> None:
        self.note_starts(self.send(self.turns[20:]), 3)
        ran = self.run_until_drained()
        self.assertEqual(ran.returncode, 0, ran.stderr[-2000:])
        self.assertIn("event=reading_carefully", ran.stderr)
        self.assertEqual(self.dead_letters(), [])
        self.check_logged()

    def test_two_deaths_are_not_enough(self) -> None:
        self.note_starts(self.send(self.turns[20:]), 2)
        self.assertIn("starts: 2 processes in a row", self.call("doctor").stdout)
        self.assertNotIn("reading_carefully", self.run_until_drained().stderr)
        self.check_logged()


if __name__ == "__main__":
    if not BROKER:
        print("skipped: TURNSTREAM_TEST_BOOTSTRAP is not set")
        sys.exit(SKIPPED)
    unittest.main()
