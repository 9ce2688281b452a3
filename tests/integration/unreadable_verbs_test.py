"""The commands that read, on topics with batches that cannot be unpacked: they name such a batch and go on, or say why they do
not; they end, and their memory is bounded.

    unreadable_verbs_test.py TURNSTREAM

TURNSTREAM_TEST_BOOTSTRAP is the address of a broker; without it the tests are skipped.
"""

import json
import re
import subprocess

import poisoned_topic
import raw_batches

TAILS = 30
TAIL_MIB_MAX = 400


class UnreadableVerbs(poisoned_topic.PoisonedTopic):
    def setUp(self) -> None:
        super().setUp()
        self.make_foreign_topic()

    def fill_a_little(self) -> None:
        turns = self.turns(40)
        self.send(0, turns[:20], "zstd")
        self.send_unreadable(0, raw_batches.bomb("zstd", 150), 1)
        self.send_unreadable(0, raw_batches.swarm("gzip", 300_000), 300_000)
        self.send(1, turns[20:], "none")

    def poison(self, topic: str) -> tuple[str, int]:
        """Writes a bomb, with a key, into partition 0 of the namespace's topic. Returns the topic and the bomb's offset."""
        name = f"{self.namespace}.{topic}"
        row = raw_batches.record(bytes(300 << 20), key=b"x")
        error, first = self.wire.produce(name, 0, raw_batches.batch("gzip", 1, raw_batches.pack("gzip", row)))
        self.assertEqual(error, 0)
        return name, first

    def test_tail_shows_where_records_cannot_be_read_and_all_others(self) -> None:
        self.fill_a_little()
        (bomb, last), (swarm, swarm_last) = sorted((first, last) for (_, first), last in self.unreadable.items())
        shown = self.program("tail", self.topic, "--from-beginning")
        self.assertEqual(len(re.findall(r"^2026-01-\d\dT\d\d:\d\d:\d\dZ  [01]@\d+ .* user-\d+: ", shown, re.M)), 40)
        self.assertEqual(len(shown.splitlines()), 42)
        full = self.program("tail", self.topic, "--from-beginning", "--full")
        self.assertEqual(len(re.findall("^-- " + re.escape(self.topic) + r" [01]/\d+", full, re.M)), 40)
        self.assertRegex(shown, rf"(?m)^-- offsets {bomb} to {last} of {self.topic}\[0\] cannot be read: .*Decompression")
        self.assertRegex(shown, rf"(?m)^-- offsets {swarm} to {swarm_last} of {self.topic}\[0\] cannot be read: ")
        lines = [json.loads(line) for line in self.program("tail", self.topic, "--from-beginning", "--json").splitlines()]
        self.assertEqual([(line["offset"], line["last_offset"]) for line in lines if line.get("unreadable")],
                         [(bomb, last), (swarm, swarm_last)])
        self.assertEqual(len([line for line in lines if "value" in line]), 40)
        raw = self.call("tail", self.topic, "--from-beginning", "--raw")
        self.assertEqual(sorted(raw.stdout.splitlines()), sorted(self.sent))
        self.assertIn(f"offsets {swarm} to {swarm_last} of {self.topic}[0] cannot be read", raw.stderr)
        self.assertEqual(len(self.program("tail", self.topic, "--from-beginning", "--raw", "--limit", "30").splitlines()), 30)

    def test_tail_shows_the_newest_and_those_from_a_time_on_in_order_of_time(self) -> None:
        turns = self.turns(60)
        for first in range(0, 60, 20):  # the turns of each batch alternate with those of the other partition
            self.send(0, turns[first:first + 20:2], "zstd")
            self.send(1, turns[first + 1:first + 20:2], "lz4")
            self.send_unreadable(0, raw_batches.bomb("zstd", 150), 1)
        places = [first for _, first in self.unreadable]

        def tail(*flags: str) -> list[str]:
            return self.program("tail", self.topic, "--json", *flags).splitlines()

        def turns_in(lines: list[str]) -> list[str]:
            return [read["value"] for read in map(json.loads, lines) if "value" in read]

        def gaps_in(lines: list[str]) -> list[int]:
            return [read["offset"] for read in map(json.loads, lines) if "unreadable" in read]

        self.assertEqual(turns_in(tail("--from-beginning")), turns)
        self.assertEqual(gaps_in(tail("--from-beginning")), places)
        self.assertEqual(turns_in(tail()), turns[-10:])
        self.assertEqual(gaps_in(tail()), places[-1:])
        self.assertEqual((turns_in(tail("--limit", "30")), gaps_in(tail("--limit", "30"))), (turns[-30:], places[-2:]))
        self.assertEqual(turns_in(tail("--partition", "1", "--limit", "3")), turns[-5::2])
        moment = json.loads(turns[47])["timestamp"]
        self.assertEqual(turns_in(tail("--from", moment)), turns[47:])
        persona = json.loads(turns[0])["agent_id"]
        own = [turn for turn in turns if json.loads(turn)["agent_id"] == persona]
        self.assertEqual(turns_in(tail("--persona", persona, "--limit", "4")), own[-4:])
        self.assertEqual(turns_in(tail("--persona", persona, "--limit", "1000")), own)
        self.assertEqual(turns_in(tail("--from", "1@0", "--limit", "2")), turns[1:5:2])

    def test_tail_follows_behind_what_it_showed(self) -> None:
        turns = self.turns(16)
        self.send(0, turns[:12:2], "none")
        self.send(1, turns[1:12:2], "none")
        process = subprocess.Popen([poisoned_topic.PROGRAM, "tail", self.topic, "--follow", "--raw", "--limit", "14", *self.log],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        shown = [process.stdout.readline() for _ in range(10)]
        self.send(1, turns[12:], "none")
        shown += process.communicate(timeout=60)[0].splitlines(keepends=True)
        self.assertEqual((process.returncode, shown), (0, [f"{turn}\n" for turn in turns[2:]]))

    def test_tail_ends_as_well_after_the_thirtieth_time(self) -> None:
        self.send_unreadable(0, raw_batches.bomb("zstd", 150), 1)
        self.send(1, self.turns(1), "none")
        for _ in range(TAILS):
            self.assertIn("cannot be read", self.program("tail", self.topic, "--from-beginning"))

    def test_an_export_says_what_it_left_out_and_is_not_done(self) -> None:
        self.fill_a_little()
        file = self.folder / "turns.ndjson"
        done = self.call("log", "export", str(file), "--topic", self.topic, code=3)
        for (partition, first), last in self.unreadable.items():
            self.assertIn(f"left out: offsets {first} to {last} of {self.topic}[{partition}] cannot be read: ", done.stderr)
        self.assertIn(f"exported 40 records of {self.topic}; left out 300001 offsets that cannot be read", done.stderr)
        exported = [json.loads(line)["v"] for line in file.read_text().splitlines()[1:-1]]
        self.assertEqual(sorted(exported), sorted(self.sent))

    def test_a_bomb_in_the_dead_letters_is_passed_over_with_a_warning(self) -> None:
        self.fill_a_little()
        self.drain()
        digest = self.program("digest")
        self.assertEqual(json.loads(self.program("digest", "--json"))["left_out"], [])
        topic, offset = self.poison("dead-letters")
        warning = f"left out: offsets {offset} to {offset} of {topic}[0] cannot be read: "
        turn_id = json.loads(self.sent[0])["turn_id"]
        calls = [(("digest",), 3), (("explain", "turn", turn_id), 0), (("config", "--in-force"), 0),
                 (("redrive", "--stage", "episodic", "--all"), 3)]
        for arguments, code in calls:
            done = self.call(*arguments, code=code)
            self.assertEqual(done.stderr.count(warning), 1, f"{arguments}: {done.stderr}")
        self.assertEqual(self.call("digest", code=3).stdout, digest)
        left_out = [{"topic": topic, "partition": 0, "offset": offset, "last_offset": offset}]
        self.assertEqual(json.loads(self.call("digest", "--json", code=3).stdout)["left_out"], left_out)
        self.assertIn(f"offsets {offset} to {offset} ", self.program("tail", "dead-letters", "--from-beginning"))

    def test_a_bomb_in_the_log_is_an_error_with_advice_for_a_command_that_reads(self) -> None:
        self.fill_a_little()
        self.drain()
        topic, offset = self.poison("log")
        for arguments in [("digest",), ("explain", "turn", json.loads(self.sent[0])["turn_id"])]:
            error = self.call(*arguments, code=1).stderr
            self.assertIn(f"offsets {offset} to {offset} of {topic}[0] cannot be read: ", error)
            self.assertIn(f"turnstream tail {topic} --from-beginning", error)
            self.assertNotIn("--log-of", error)
        self.assertIn(f"offsets {offset} to {offset} ", self.program("tail", "log", "--from-beginning"))
        self.assertRegex(self.call("doctor", code=1).stdout, rf"bad +next of episodic: offsets {offset} to {offset} of {topic}")

    def test_doctor_names_a_bomb_in_a_changelog_and_goes_on_behind_it(self) -> None:
        self.fill_a_little()
        self.drain()
        topic, offset = self.poison("changelog.episodic")
        error, foreign = self.wire.produce(
            topic, 0, raw_batches.batch("none", 1, raw_batches.record(b"y", key=b"foreign")))
        self.assertEqual(error, 0)
        found = self.call("doctor", code=1)
        self.assertRegex(found.stdout, rf"(?m)^bad +changelogs: offsets {offset} to {offset} of {topic}\[0\] cannot be read: "
                                       r".*restores its state")
        self.assertRegex(found.stdout, rf"(?m)^bad +changelogs: The record at offset {foreign} of {topic}\[0\] is not as")
        self.assertRegex(found.stdout, r"(?m)^good +transactions: ")
        self.assertNotIn("this command", found.stdout)

    def test_doctor_names_the_batch_that_is_next_for_intake(self) -> None:
        self.send(0, self.turns(20), "none")
        self.drain()
        self.send_unreadable(0, raw_batches.bomb("zstd", 150), 1)
        ((_, first), last), = self.unreadable.items()
        self.assertRegex(self.program("doctor"), rf"next of intake: offsets {first} to {last} of {self.topic}\[0\] cannot be")
        self.drain()
        self.assertNotIn("next of intake", self.program("doctor"))

    def test_tail_of_bombs_swarms_and_huge_records_ends_and_takes_little_memory(self) -> None:
        batches = [raw_batches.bomb("zstd", 150), raw_batches.bomb("gzip", 60), raw_batches.swarm("zstd", 1_000_000),
                   raw_batches.bomb("lz4", 55), raw_batches.swarm("lz4", 100_000), raw_batches.swarm("gzip", 300_000),
                   raw_batches.bomb("gzip", 300), raw_batches.swarm("snappy", 100_000)]
        for number, batch in enumerate(batches):
            error, _ = self.wire.produce(self.topic, number % 2, batch)
            self.assertEqual(error, 0)
        for mode in [(), ("--json",)]:
            with open(self.folder / "out", "wb") as out:
                process = subprocess.Popen([poisoned_topic.PROGRAM, "tail", self.topic, "--from-beginning", *mode, *self.log],
                                           stdin=subprocess.DEVNULL, stdout=out)
            self.assertLess(self.peak_mib(process), TAIL_MIB_MAX)
            self.assertEqual(process.returncode, 0)
            self.assertEqual((self.folder / "out").read_bytes().count(b'"left_out":"too_large"' if mode else b"(left out: "), 2)


if __name__ == "__main__":
    poisoned_topic.main()
