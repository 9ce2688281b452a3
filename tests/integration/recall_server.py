"""The set-up of the tests that ask a running process about memory: a state directory with turns in it, `run`, and questions
through the socket of the state directory.
"""

import http.client
import json
import signal
import socket
import subprocess
import time
import unittest
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

DEADLINE_S = 60


class Answer(NamedTuple):
    status: int
    media: str
    body: bytes

    def json(self):
        return json.loads(self.body)


class SocketConnection(http.client.HTTPConnection):
    """HTTP over a Unix socket; the connection is kept."""

    def __init__(self, path: Path) -> None:
        super().__init__("localhost", timeout=DEADLINE_S)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(DEADLINE_S)
        self.sock.connect(str(self.path))


def path_of(route: str, name: str = "", **query: str | None) -> str:
    """The path of a route: `name` stands for its {…}; of the query only what is not None."""
    head = route[:route.index("{")] + quote(name, safe="") + route[route.index("}") + 1:] if "{" in route else route
    fields = "&".join(f"{key}={quote(value, safe='')}" for key, value in query.items() if value is not None)
    return f"{head}?{fields}" if fields else head


def ask_on(connection: http.client.HTTPConnection, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
    """On a connection that is kept, or again on a new one: the server closes a connection that was silent for ten seconds."""
    for is_last in (False, True):
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers.get("Content-Type", ""), answer.read())
        except (http.client.HTTPException, OSError):
            connection.close()
            if is_last:
                raise
    raise AssertionError("not reached")


class RecallServer:
    """A pipeline in a state directory, on the embedded log with one partition and the event clock."""

    def __init__(self, test: unittest.TestCase, program: str, state: Path, *settings: str) -> None:
        self.test, self.program, self.state = test, program, state
        self.flags = ("--state", str(state), "--quiet", "--set", "intake.clock=event", "--set", "topics.partitions=1",
                      *(part for setting in settings for part in ("--set", setting)))
        self.connection: SocketConnection | None = None

    def call(self, *arguments: str, given: str = "") -> str:
        done = subprocess.run([self.program, *arguments, *self.flags], input=given, capture_output=True, text=True,
                              timeout=DEADLINE_S, check=False)
        self.test.assertEqual(done.returncode, 0, f"{arguments}: {done.stdout[-1000:]}{done.stderr[-2000:]}")
        return done.stdout

    def publish(self, turns: list[dict]) -> None:
        self.call("publish", given="".join(json.dumps(turn) + "\n" for turn in turns))

    def drain(self) -> None:
        self.call("run", "--until-drained", "--listen", "")

    def start(self, listen: str = "") -> subprocess.Popen:
        """A run that answers. Call drain() before, so that memory has everything that was published."""
        lines = self.state.with_suffix(".lines").open("w", encoding="utf-8")
        self.test.addCleanup(lines.close)
        process = subprocess.Popen([self.program, "run", "--listen", listen, *self.flags], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=lines)
        self.test.addCleanup(process.wait)
        self.test.addCleanup(process.kill)
        self.connection = SocketConnection(self.state / "http.sock")
        self.test.addCleanup(self.connection.close)
        end = time.monotonic() + DEADLINE_S
        while not self.is_ready():
            self.test.assertTrue(time.monotonic() < end and process.poll() is None,
                                 self.state.with_suffix(".lines").read_text(encoding="utf-8")[-2000:])
            time.sleep(.05)
        return process

    def is_ready(self) -> bool:
        try:
            return self.get("/readyz").status == 200
        except OSError:
            return False

    def stop(self, process: subprocess.Popen) -> None:
        process.send_signal(signal.SIGTERM)
        self.test.assertEqual(process.wait(timeout=DEADLINE_S), 0)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        return ask_on(self.connection, method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})

    def over_tcp(self, method: str, path: str, **headers: str) -> Answer:
        """On the address of --listen, where Host and Origin are checked. Without a body."""
        connection = http.client.HTTPConnection(self.address(), timeout=DEADLINE_S)
        self.test.addCleanup(connection.close)
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers.get("Content-Type", ""), answer.read())

    def address(self) -> str:
        return json.loads(self.call("status", "--json"))["processes"][0]["address"]

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def post(self, path: str, request) -> Answer:
        """`request`: bytes as they are, all else as JSON."""
        body = request if isinstance(request, bytes) else json.dumps(request).encode()
        return self.ask("POST", path, body, Content_Type="application/json")
