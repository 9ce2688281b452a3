"""HTTP to a `turnstream run`, at an address or on the socket in its state directory."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import socket
from pathlib import Path
from typing import Any, Iterator, Mapping, NamedTuple, Optional, TypedDict, Union
from urllib.parse import quote, urlsplit

from .errors import TurnstreamError, Unreachable, error_of

Where = Union[str, "os.PathLike[str]", None]
_SOCKET_PATH_MAX = 100  # the kernel's limit is 107 bytes


class Connection(TypedDict, total=False):
    """`token`: for a URL whose server wants one; without it, that of the environment variable TURNSTREAM_TOKEN. `timeout_s`: of one
    request (30)."""

    token: Optional[str]
    timeout_s: float


class Answer(NamedTuple):
    status: int
    value: Any


def usual_state_directory() -> Path:
    home = os.environ.get("XDG_STATE_HOME")
    return (Path(home) if home else Path.home() / ".local" / "state") / "turnstream" / "turnstream"


def path_of(*segments: str, **query: Optional[str]) -> str:
    path = "".join("/" + quote(segment, safe="") for segment in segments)
    fields = "&".join(f"{name}={quote(value, safe='')}" for name, value in query.items() if value is not None)
    return f"{path}?{fields}" if fields else path


class _SocketConnection(http.client.HTTPConnection):
    def __init__(self, path: Path, timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        if len(os.fsencode(self._path)) <= _SOCKET_PATH_MAX:
            self.sock.connect(str(self._path))
            return
        folder = os.open(self._path.parent, os.O_PATH | os.O_DIRECTORY)
        try:
            self.sock.connect(f"/proc/self/fd/{folder}/{self._path.name}")
        finally:
            os.close(folder)


class Transport:
    """One connection for each request. The token is sent to an address, and not through a socket, which needs none. Threads: any."""

    def __init__(self, where: Where, *, token: Optional[str] = None, timeout_s: float = 30.0) -> None:
        self._timeout_s = timeout_s
        self._url = urlsplit(where) if isinstance(where, str) and "://" in where else None
        if self._url is not None and (self._url.scheme not in ("http", "https") or not self._url.hostname):
            raise ValueError(f"{where} is not a URL such as http://127.0.0.1:8321")
        self._token = ""
        if self._url is not None:
            self._token = os.environ.get("TURNSTREAM_TOKEN", "") if token is None else token
        if not all("!" <= letter <= "~" for letter in self._token):
            raise ValueError("a token has only visible ASCII characters, and no blanks")
        path = usual_state_directory() if where is None else Path(where)
        self._socket = path if path.suffix == ".sock" else path / "http.sock"

    def __repr__(self) -> str:
        return self._url.geturl() if self._url is not None else str(self._socket)

    def ask(self, method: str, path: str, request: Optional[object] = None, waits_s: float = 0.0) -> Answer:
        """The answer, with any status, and its JSON. `waits_s`: how long the server may wait on purpose."""
        body = None if request is None else json.dumps(request, ensure_ascii=False, allow_nan=False).encode("utf-8")
        headers = self._headers({} if body is None else {"Content-Type": "application/json"})
        connection = self._connection(self._timeout_s + waits_s)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return Answer(answer.status, _json_of(answer.read()))
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(f"No `turnstream run` answers at {self!r}: {error}") from error
        finally:
            connection.close()

    def call(self, method: str, path: str, request: Optional[object] = None, waits_s: float = 0.0) -> Any:
        """The JSON of a good answer; raises the error of another one."""
        status, value = self.ask(method, path, request, waits_s)
        if 200 <= status < 300:
            return value
        raise error_of(status, value if isinstance(value, Mapping) else {})

    @contextlib.contextmanager
    def stream(self, path: str, headers: Mapping[str, str], silence_max_s: float) -> Iterator[http.client.HTTPResponse]:
        """The lines of an answer without an end. Raises the error of an answer that is not good; OSError and HTTPException while the
        lines are read."""
        connection = self._connection(silence_max_s)
        try:
            try:
                connection.request("GET", path, headers=self._headers(headers))
                answer = connection.getresponse()
            except (OSError, http.client.HTTPException) as error:
                raise Unreachable(f"No `turnstream run` answers at {self!r}: {error}") from error
            if answer.status != 200:
                value = _json_of(answer.read())
                raise error_of(answer.status, value if isinstance(value, Mapping) else {})
            yield answer
        finally:
            connection.close()

    def _headers(self, headers: Mapping[str, str]) -> dict[str, str]:
        return {**headers, "Authorization": f"Bearer {self._token}"} if self._token else dict(headers)

    def _connection(self, timeout_s: float) -> http.client.HTTPConnection:
        if self._url is None:
            return _SocketConnection(self._socket, timeout_s)
        kind = http.client.HTTPSConnection if self._url.scheme == "https" else http.client.HTTPConnection
        return kind(str(self._url.hostname), self._url.port, timeout=timeout_s)


def _json_of(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError as error:
        raise TurnstreamError("The answer is not JSON; is this the address of a `turnstream run`?") from error
