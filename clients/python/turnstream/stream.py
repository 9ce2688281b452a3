"""Changes of memory as they come: server-sent events, and the connection that is made again when it is lost."""

from __future__ import annotations

import dataclasses
import http.client
import json
import time
from typing import Any, Iterable, Iterator, Mapping, Optional

from .errors import Unreachable
from .transport import Transport

_SILENCE_MAX_S = 45.0  # the server says something every 15 s


@dataclasses.dataclass(frozen=True)
class Event:
    """`name` is turn (memory has taken in a record of the log), change (of one message or memory) or reset (changes were missed: ask for
    everything again). `data` is all of it, as the HTTP interface describes it. Give `id` to `follow(after=…)` to continue behind it."""

    name: str
    id: str
    data: Mapping[str, Any]

    @property
    def persona(self) -> Optional[str]:
        return self.data.get("persona_id")

    @property
    def op(self) -> Optional[str]:
        """Of a change: add, update or delete."""
        return self.data.get("op")

    @property
    def kind(self) -> Optional[str]:
        """Of a change: message, memory, fact …; persona: everything of it was forgotten."""
        return self.data.get("kind")

    @property
    def text(self) -> Optional[str]:
        """Of a change: the first 500 characters of what the memory says now; None if it is gone."""
        return self.data.get("text")


class EventReader:
    """Reads events out of lines. `last_id` is the place behind the last event that is whole."""

    def __init__(self, last_id: str = "") -> None:
        self.last_id = last_id
        self.retry_s = 2.0

    def read(self, lines: Iterable[bytes]) -> Iterator[Event]:
        name, id, data = "message", self.last_id, ""
        for line in lines:
            if not line.endswith(b"\n"):
                return  # the connection ended within it
            field, _, value = line[:-1].decode("utf-8").partition(": ")
            if line == b"\n":
                self.last_id = id
                if data:
                    yield Event(name, id, json.loads(data))
                name, data = "message", ""
            elif field == "event":
                name = value
            elif field == "id":
                id = value
            elif field == "data":
                data += value
            elif field == "retry":
                self.retry_s = int(value) / 1000


def follow(transport: Transport, path: str, after: str = "") -> Iterator[Event]:
    """Without end. A connection that was good once is made again when it is lost; the first one raises what goes wrong."""
    reader = EventReader(after)
    was_good = False
    while True:
        headers = {"Accept": "text/event-stream"}
        if reader.last_id:
            headers["Last-Event-ID"] = reader.last_id
        try:
            with transport.stream(path, headers, _SILENCE_MAX_S) as lines:
                was_good = True
                yield from reader.read(lines)
        except (Unreachable, OSError, http.client.HTTPException):
            if not was_good:
                raise
        time.sleep(reader.retry_s)
