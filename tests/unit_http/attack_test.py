"""`run` under attack by many slow clients and by damaged requests: /healthz answers each time, the process stays small, and
the server closes the slow clients. Arguments: the program."""

import os
import random
import re
import resource
import select
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request
from pathlib import Path

PROGRAM = sys.argv.pop(1)
WAIT_S = 60
HEADER_DRIPPERS, BODY_DRIPPERS = 1_000, 100
UPLOAD_BYTES = 200_000_000
RSS_GROWTH_MIB_MAX = 128  # with a sanitizer; without one it is about 10
GET = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"


class Drippers:
    """Connections that send a byte a second each, after the beginning of a request."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.headers = [self.connect(address, GET + b"X: ") for _ in range(HEADER_DRIPPERS)]
        self.bodies = [self.connect(address, POST + b"Content-Length: 1000000\r\n\r\n") for _ in range(BODY_DRIPPERS)]
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.drip)
        self.thread.start()

    @staticmethod
    def connect(address: tuple[str, int], begin: bytes) -> socket.socket:
        client = socket.create_connection(address, timeout=WAIT_S)
        client.sendall(begin)
        client.setblocking(False)
        return client

    def drip(self) -> None:
        while not self.stopped.wait(1):
            for client in self.headers + self.bodies:
                try:
                    client.send(b"a")
                except OSError:
                    pass

    @staticmethod
    def is_closed(client: socket.socket) -> bool:
        try:
            return client.recv(1) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True

    def stop(self) -> None:
        self.stopped.set()
        self.thread.join()
        for client in self.headers + self.bodies:
            client.close()


class Attack(unittest.TestCase):
    def setUp(self) -> None:
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if most != resource.RLIM_INFINITY and most < 4 * HEADER_DRIPPERS:
            self.skipTest(f"skipped: a process may open only {most} files")
        resource.setrlimit(resource.RLIMIT_NOFILE, (4 * HEADER_DRIPPERS, most))
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        with (Path(folder.name) / "log").open("w+") as log:
            self.process = subprocess.Popen([PROGRAM, "run", "--state", f"{folder.name}/state", "--listen", "127.0.0.1:0"],
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            self.addCleanup(self.process.wait)
            self.addCleanup(self.process.kill)
            end = time.monotonic() + WAIT_S
            while not (found := re.search(r"http_started\S* .*?127\.0\.0\.1:(\d+)", Path(log.name).read_text())):
                self.assertTrue(time.monotonic() < end and self.process.poll() is None, Path(log.name).read_text())
                time.sleep(0.05)
        self.address = ("127.0.0.1", int(found[1]))

    def assert_healthy(self, meanwhile: str) -> None:
        """With a new connection, as a health check makes it."""
        url = f"http://{self.address[0]}:{self.address[1]}/healthz"
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                self.assertEqual(answer.read(), b"ok\n", meanwhile)
        except OSError as error:
            self.fail(f"/healthz does not answer while {meanwhile}: {error}")

    def peak_mib(self) -> int:
        return int(re.search(r"VmHWM:\s*(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())[1]) >> 10

    def ask(self, parts: list[bytes]) -> bytes:
        """Sends the parts and returns what the server sends until it closes the connection."""
        with socket.create_connection(self.address, timeout=WAIT_S) as client:
            answer = b""
            try:
                for part in parts:
                    client.sendall(part)
                while received := client.recv(65_536):
                    answer += received
            except OSError:
                pass  # the server closed the connection before it read everything, or was silent for too long
            return answer

    def test_slow_clients_and_damaged_requests_take_nothing_away(self) -> None:
        self.assert_healthy("nothing else happens")
        before = self.peak_mib()
        seed = random.randrange(1 << 32)
        noise = random.Random(seed).randbytes(10_000_000)
        block = bytes(1 << 20)
        blocks = UPLOAD_BYTES // len(block)
        chunk = b"100000\r\n" + block + b"\r\n"
        close = b"Connection: close\r\n"
        attacks = {
            "200 MB arrive": ([POST + b"Content-Length: %d\r\n\r\n" % UPLOAD_BYTES, *[block] * blocks], rb"(HTTP/1.1 4\d\d |$)"),
            "200 MB arrive in chunks": ([POST + close + b"Transfer-Encoding: chunked\r\n\r\n", *[chunk] * blocks, b"0\r\n\r\n"],
                                        rb"HTTP/1.1 4\d\d "),
            "headers are giant": ([GET + b"X: " + b"a" * 1_000_000 + b"\r\n\r\n"], rb"(HTTP/1.1 4\d\d |$)"),
            "headers are many": ([GET + b"X: a\r\n" * 100_000 + b"\r\n"], rb"(HTTP/1.1 4\d\d |$)"),
            "two lengths are given": ([GET + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"], rb"HTTP/1.1 400 "),
            "10 MB of noise arrive": ([noise], rb"^"),
            "the host is foreign": ([b"GET /status HTTP/1.1\r\nHost: evil.example\r\n" + close + b"\r\n"], rb"HTTP/1.1 403 "),
            "garbage follows a request": ([GET + b"\r\n" + noise[:10_000]], rb"HTTP/1.1 200 "),
        }
        drippers = Drippers(self.address)
        self.addCleanup(drippers.stop)
        for meanwhile, (parts, expected) in attacks.items():
            with self.subTest(meanwhile, seed=seed):
                answers: list[bytes] = []
                attack = threading.Thread(target=lambda p=parts, a=answers: a.append(self.ask(p)))
                attack.start()
                try:
                    self.assert_healthy(meanwhile)
                finally:
                    attack.join()
                self.assertRegex(answers[0][:100], expected)
                self.assert_healthy(f"{meanwhile} (afterwards)")
        end = time.monotonic() + WAIT_S
        waiting = list(drippers.headers)
        while waiting and time.monotonic() < end:
            self.assert_healthy(f"{len(waiting)} clients drip their headers")
            select.select([], [], [], 0.2)
            waiting = [client for client in waiting if not drippers.is_closed(client)]
        self.assertEqual(len(waiting), 0, "the server does not close clients that drip their headers")
        self.assertLess(self.peak_mib() - before, RSS_GROWTH_MIB_MAX)


if __name__ == "__main__":
    unittest.main()
