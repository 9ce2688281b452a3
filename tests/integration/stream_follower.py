"""A client of /v1/stream for tests: it reads events, loses its connection as often as it is told, and continues behind its last event."""

import http.client
import json
import random
import time
from pathlib import Path
from typing import NamedTuple

from recall_server import DEADLINE_S, SocketConnection, path_of

PASSED_OVER = ("text", "truncated")  # what a memory says at the time of delivery


class Event(NamedTuple):
    name: str
    id: str
    data: dict

    def place(self) -> tuple[int, int, int]:
        """Partition, offset and number of the entry: in an id with several partitions that of the event's own one."""
        partition = self.data["log"]["partition"]
        parts = dict(part.split("@") for part in self.id.split(","))
        offset, number = parts[str(partition)].split(".")
        return partition, int(offset), int(number)

    def comparable(self) -> tuple:
        return self.place(), self.name, json.dumps({name: one for name, one in self.data.items() if name not in PASSED_OVER})


class Blocks:
    """Splits what comes into blocks, and keeps the id of the last one that is whole."""

    def __init__(self, last_id: str) -> None:
        self.last_id, self.rest, self.comments = last_id, b"", 0

    def take(self, part: bytes) -> list[Event]:
        *whole, self.rest = (self.rest + part).split(b"\n\n")
        events = []
        for block in whole:
            fields = {}
            for line in block.decode().split("\n"):
                name, _, value = line.partition(": ")
                if name:
                    fields[name] = value
                else:
                    self.comments += 1
            self.last_id = fields.get("id", self.last_id)
            if "data" in fields:
                events.append(Event(fields["event"], self.last_id, json.loads(fields["data"])))
        return events


class Follower:
    """Follows a persona, or all without one, behind `last_id`. `breaks`: how often it closes its connection in the middle."""

    def __init__(self, state: Path, last_id: str, persona: str | None = None, breaks: int = 0, seed: int = 0) -> None:
        self.socket, self.persona, self.breaks = state / "http.sock", persona, breaks
        self.chance = random.Random(seed)
        self.last_id = last_id
        self.events: list[Event] = []
        self.refused = self.connections = 0

    def follow_until(self, is_done, end: float) -> None:
        """Until is_done(events), or the time is over."""
        while not is_done(self.events) and time.monotonic() < end:
            try:
                self.read_until(is_done, end)
            except (OSError, http.client.HTTPException):
                time.sleep(.2)  # the server is away

    def read_until(self, is_done, end: float) -> None:
        connection = SocketConnection(self.socket)
        try:
            headers = {"Last-Event-ID": self.last_id} if self.last_id else {}
            connection.request("GET", path_of("/v1/stream", persona=self.persona), headers=headers)
            answer = connection.getresponse()
            if answer.status == 503:
                self.refused += 1
                answer.read()
                time.sleep(float(answer.headers["Retry-After"]))
                return
            assert answer.status == 200, (answer.status, answer.read())
            self.connections += 1
            self.read_events(answer, is_done, end)
        finally:
            connection.close()

    def read_events(self, answer: http.client.HTTPResponse, is_done, end: float) -> None:
        """What has come of an event that is not whole is thrown away with the connection."""
        blocks = Blocks(self.last_id)
        bytes_left = self.chance.randrange(1, 6_000) if self.breaks > 0 else None
        while not is_done(self.events) and time.monotonic() < end:
            part = answer.read1(4_096)
            if not part:
                return
            if bytes_left is not None:
                part = part[:bytes_left]
                bytes_left -= len(part)
            self.events += blocks.take(part)
            self.last_id = blocks.last_id
            if bytes_left == 0:
                self.breaks -= 1
                return


def present(state: Path) -> str:
    """The id with which a stream of all personas that begins now continues."""
    connection = SocketConnection(state / "http.sock")
    try:
        connection.request("GET", "/v1/stream")
        answer = connection.getresponse()
        assert answer.status == 200, answer.status
        blocks = Blocks("")
        while not blocks.last_id:
            blocks.take(answer.read1(4_096))
        return blocks.last_id
    finally:
        connection.close()


def wait_for_comment(state: Path) -> Blocks:
    """Reads a stream on which nothing happens until its first comment."""
    connection = SocketConnection(state / "http.sock")
    try:
        connection.request("GET", "/v1/stream")
        answer = connection.getresponse()
        blocks = Blocks("")
        end = time.monotonic() + DEADLINE_S
        while blocks.comments == 0 and time.monotonic() < end:
            blocks.take(answer.read1(4_096))
        return blocks
    finally:
        connection.close()
