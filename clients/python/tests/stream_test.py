"""How the client reads server-sent events, without a process."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from turnstream import Event  # noqa: E402 (needs the path set above)
from turnstream.stream import EventReader  # noqa: E402

ALL = b"""retry: 500

id: 0@4.0

: heartbeat

event: turn
id: 0@5.0
data: {"persona_id":"helper","turn_id":"T"}

event: change
id: 0@5.1
data: {"op":"add","kind":"fact","text":"the port: 8080"}

"""


class Reading(unittest.TestCase):
    def test_events_have_name_id_and_data(self) -> None:
        reader = EventReader()
        turn, change = reader.read(ALL.splitlines(keepends=True))
        self.assertEqual(turn, Event("turn", "0@5.0", {"persona_id": "helper", "turn_id": "T"}))
        self.assertEqual((change.op, change.kind, change.text, change.persona), ("add", "fact", "the port: 8080", None))
        self.assertEqual((reader.last_id, reader.retry_s), ("0@5.1", .5))

    def test_an_event_that_is_not_whole_is_not_read_and_its_id_is_not_kept(self) -> None:
        for size in range(len(ALL)):
            reader = EventReader("0@3.0")
            events = list(reader.read(ALL[:size].splitlines(keepends=True)))
            self.assertEqual(len(events), ALL[:size].count(b"}\n\n"), size)
            self.assertEqual(reader.last_id, events[-1].id if events else "0@4.0" if size >= 23 else "0@3.0", size)


if __name__ == "__main__":
    unittest.main()
