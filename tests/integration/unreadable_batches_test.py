"""Batches that cannot be unpacked, between turns that can be read: each batch becomes one dead letter with its first and last
offset, every turn reaches the log exactly once, and memory stays bounded.

    unreadable_batches_test.py TURNSTREAM

TURNSTREAM_TEST_BOOTSTRAP is the address of a broker; without it the tests are skipped.
"""

import json
import random
import time

import poisoned_topic
import raw_batches
from poisoned_topic import BROKER


class UnreadableBatches(poisoned_topic.PoisonedTopic):
    def check(self) -> None:
        lines = self.program("tail", "dead-letters", "--from-beginning", "--json").splitlines()
        letters = [json.loads(line) for line in lines]
        found = {}
        for letter in letters:
            headers = letter["headers"]
            self.assertEqual(headers["dl_reason"], "unreadable", headers)
            place = int(headers["dl_partition"]), int(headers["dl_offset"])
            self.assertNotIn(place, found)
            found[place] = int(headers["dl_last_offset"])
        self.assertEqual(found, self.unreadable)
        logged = [json.loads(line)["turn_id"] for line in self.program("tail", "log", "--from-beginning", "--raw").splitlines()
                  if "turn_data" in line]
        self.assertEqual(sorted(logged), sorted(json.loads(turn)["turn_id"] for turn in self.sent))

    def test_a_run_passes_over_them(self) -> None:
        self.make_foreign_topic()
        self.fill()
        self.drain()
        self.check()
        self.drain()
        self.check()

    def test_intake_finds_its_progress_past_one_in_the_dead_letters(self) -> None:
        from confluent_kafka.admin import AdminClient
        self.make_foreign_topic()
        self.fill()
        self.drain("--set", "kafka.membership=dynamic")  # a static member would stay in the group for a while
        for partition, size in ((0, 300), (1, 150)):
            error, _ = self.wire.produce(f"{self.namespace}.dead-letters", partition, raw_batches.bomb("gzip", size))
            self.assertEqual(error, 0)
        group = f"{self.namespace}.intake"
        admin = AdminClient({"bootstrap.servers": BROKER})
        admin.delete_consumer_groups([group])[group].result(30)
        self.drain()
        log = (self.folder / "errors").read_text()
        self.assertIn("event=progress_recovered", log)
        self.assertEqual(log.count("reaction=pass_over"), 2)
        lines = self.program("tail", "dead-letters", "--from-beginning", "--json").splitlines()
        letters = [json.loads(line) for line in lines]
        self.assertEqual(len([one for one in letters if "unreadable" not in one]), len(self.unreadable))
        self.assertEqual(len(letters), len(self.unreadable) + 2)

    def test_kills_and_rebalances_lose_and_double_nothing(self) -> None:
        self.make_foreign_topic()
        self.fill()
        choice = random.Random(12)
        for number in range(6):
            processes = [self.run_process("--instance", f"one-{number % 2}"), ]
            if number % 2:
                other = str(self.folder / "other")
                processes.append(self.run_process("--instance", "two", "--state", other))
            time.sleep(choice.uniform(0.4, 2.5))
            for process in processes:
                process.kill()
                process.wait()
        self.drain()
        self.check()


if __name__ == "__main__":
    poisoned_topic.main()
