"""Streams of changes: each client gets every event exactly once, also if it loses its connection in the middle of one, if more clients come
than there may be streams, and if the server is started again.

    stream_test.py TURNSTREAM

TURNSTREAM_TEST_SEED repeats a run. TURNSTREAM_TEST_STREAMS is the number of clients (300).
"""

import datetime
import os
import random
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from recall_server import RecallServer
from stream_follower import Event, Follower, present, wait_for_comment

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
STREAMS = int(os.environ.get("TURNSTREAM_TEST_STREAMS", "300"))
STREAMS_MAX = 256
SKIPPED = 77
PARTITIONS = 3
# Names each partition: a stream of one persona needs its own one, which the id of an empty log leaves out.
BEGINNING = ",".join(f"{partition}@-1.0" for partition in range(PARTITIONS))
ALL_S = 300
PERSONAS = tuple(f"persona{number}" for number in range(6))
ROUNDS = 4
TURNS_A_ROUND = 30
FIRST = datetime.datetime(2026, 1, 1, 10, tzinfo=datetime.timezone.utc)


def turn(number: int, persona: str) -> dict:
    """Turns come in the order of their numbers."""
    time_of_turn = FIRST + datetime.timedelta(seconds=number)
    return {"turn_id": f"01JGFJJZ0000000000{number:08}", "agent_id": persona, "user_id": "ann", "session_id": f"s{number // 20}",
            "timestamp": time_of_turn.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "turn_data": {"user_input": f"My favourite number is {number} and the port {number} is open",
                          "assistant_response": f"I will remember {number}."}}


class Streams(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.state = Path(folder.name) / "state"
        seed = int(os.environ.get("TURNSTREAM_TEST_SEED", str(random.randrange(2**31))))
        print(f"seed {seed}")
        self.chance = random.Random(seed)
        self.server = RecallServer(self, PROGRAM, self.state)
        self.server.flags = tuple(f"topics.partitions={PARTITIONS}" if flag == "topics.partitions=1" else flag for flag in self.server.flags)
        self.process = self.server.start()

    def ends(self, first: int) -> dict[str, str]:
        """Publishes the last turn of each persona; its id by persona."""
        turns = [turn(first + number, persona) for number, persona in enumerate(PERSONAS)]
        self.server.publish(turns)
        return {one["agent_id"]: one["turn_id"] for one in turns}

    def followers(self, begin: str) -> list[Follower]:
        """Every third one follows all personas. Half of them break their connection three times."""
        return [Follower(self.state, begin, None if number % 3 == 0 else PERSONAS[number % len(PERSONAS)],
                         3 if number % 2 else 0, self.chance.randrange(2**31)) for number in range(STREAMS)]

    def publish_rounds(self) -> int:
        """Turns of all personas, with a new start of the server in the middle. Returns how many."""
        for number in range(ROUNDS):
            first = number * TURNS_A_ROUND
            self.server.publish([turn(first + one, self.chance.choice(PERSONAS)) for one in range(TURNS_A_ROUND)])
            if number == ROUNDS // 2:
                self.server.stop(self.process)
                self.process = self.server.start()
        return ROUNDS * TURNS_A_ROUND

    def test_every_client_has_every_event_once(self) -> None:
        begin = BEGINNING
        last: dict[str, str] = {}
        is_complete = threading.Event()

        def is_done(persona: str | None):
            def check(events: list[Event]) -> bool:
                wanted = {last[persona]} if persona else set(last.values())
                return wanted <= {one.data["turn_id"] for one in events if one.name == "turn"}
            return lambda events: is_complete.is_set() and check(events)

        end = time.monotonic() + ALL_S
        followers = self.followers(begin)
        threads = [threading.Thread(target=one.follow_until, args=(is_done(one.persona), end)) for one in followers]
        for thread in threads:
            thread.start()
        last |= self.ends(self.publish_rounds())
        is_complete.set()
        # A client that already has all looks again when something comes: these turns are compared with nothing.
        number = 10_000
        while any(thread.is_alive() for thread in threads) and time.monotonic() < end:
            self.server.publish([turn(number + one, persona) for one, persona in enumerate(PERSONAS)])
            number += len(PERSONAS)
            time.sleep(1)
        for thread in threads:
            thread.join(ALL_S)
        self.compare(followers, begin, last)

    def compare(self, followers: list[Follower], begin: str, last: dict[str, str]) -> None:
        reference = Follower(self.state, begin)
        wanted = set(last.values())
        reference.follow_until(lambda events: wanted <= {one.data.get("turn_id") for one in events}, time.monotonic() + ALL_S)
        expected = {persona: self.up_to(reference.events, persona, last[persona]) for persona in PERSONAS}
        for persona in PERSONAS:
            self.assertGreater(len(expected[persona]), 2)
        for follower in followers:
            for persona in (follower.persona,) if follower.persona else PERSONAS:
                self.assertEqual(self.up_to(follower.events, persona, last[persona]), expected[persona],
                                 (persona, follower.persona, follower.connections))
        self.assertEqual([one.breaks for one in followers], [0] * len(followers), "a connection was not broken")
        refused, connections = (sum(getattr(one, name) for one in followers) for name in ("refused", "connections"))
        self.assertTrue(refused > 0 or len(followers) <= STREAMS_MAX, "no stream was refused")
        print(f"{len(followers)} clients, {connections} connections, {refused} refused, {len(reference.events)} events")

    def up_to(self, events: list[Event], persona: str, last: str) -> list[tuple]:
        """The events of the persona up to its last turn."""
        own = [one for one in events if one.data.get("persona_id") == persona]
        self.assertIn(last, [one.data.get("turn_id") for one in own], f"{persona}: its last turn did not come")
        end = next(number for number, one in enumerate(own) if one.data.get("turn_id") == last)
        return [one.comparable() for one in own[:end + 1]]

    def test_a_silent_stream_has_comments(self) -> None:
        self.assertEqual(wait_for_comment(self.state).comments, 1)

    def test_wrong_requests_are_refused_and_an_unknown_place_is_a_reset(self) -> None:
        for wrong in ("last_event_id=0", "last_event_id=0%401.0%2C0%402.0", "persona=", "other=x", "persona=a&persona=b"):
            answer = self.server.get(f"/v1/stream?{wrong}")
            self.assertEqual((answer.status, answer.media), (400, "application/problem+json"), wrong)
        follower = Follower(self.state, "0@999999.0")
        follower.follow_until(bool, time.monotonic() + ALL_S)
        self.assertEqual([(one.name, one.data) for one in follower.events], [("reset", {"reason": "unknown_id"})])
        metrics = self.server.get("/metrics").body.decode()
        self.assertIn("turnstream_http_streams", metrics)
        self.assertIn("turnstream_recall_stream_events_total 1\n", metrics)

    def test_a_stop_of_the_server_ends_streams_at_once(self) -> None:
        begin = present(self.state)
        followers = [Follower(self.state, begin) for _ in range(20)]
        end = time.monotonic() + ALL_S
        is_over = threading.Event()
        threads = [threading.Thread(target=one.follow_until, args=(lambda events: is_over.is_set(), end)) for one in followers]
        for thread in threads:
            thread.start()
        while sum(one.connections for one in followers) < len(followers):
            time.sleep(.05)
        self.server.stop(self.process)
        is_over.set()
        for thread in threads:
            thread.join(ALL_S)
        self.assertEqual([one.connections for one in followers], [1] * len(followers))


if __name__ == "__main__":
    if not PROGRAM:
        print("usage: stream_test.py TURNSTREAM")
        sys.exit(SKIPPED)
    unittest.main()
