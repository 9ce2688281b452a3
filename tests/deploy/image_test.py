"""Dockerfile: which files are in the image and which are not; the entry point and the health check work."""

import fnmatch
import http.server
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

from container_files import ROOT, CommandTest, dockerfile, program

INSTRUCTIONS = dockerfile()
FINAL = [instruction for instruction in INSTRUCTIONS if instruction.stage == INSTRUCTIONS[-1].stage]
HEALTH = str(ROOT / "scripts/container_health")


def one(word: str) -> str:
    found = [instruction for instruction in FINAL if instruction.word == word]
    assert len(found) == 1, f"{len(found)} times {word}"
    return found[0].rest


class Image(CommandTest):
    def test_every_copied_file_exists_and_is_not_ignored(self) -> None:
        kept = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
        for instruction in INSTRUCTIONS:
            if instruction.word == "COPY" and "--from=" not in instruction.rest:
                for source in instruction.words()[:-1]:
                    self.assertTrue((ROOT / source).exists(), source)
                    self.assertTrue(any(fnmatch.fnmatch(source, pattern) for pattern in kept), f"{source} is ignored")

    def test_every_file_that_the_build_reads_is_copied(self) -> None:
        copied = [source for i in INSTRUCTIONS if i.word == "COPY" and "--from=" not in i.rest for source in i.words()[:-1]]
        folders = [ROOT / source for source in copied if (ROOT / source).is_dir()]
        read = {named for folder in folders for file in folder.rglob("CMakeLists.txt")
                for named in re.findall(r"\$\{CMAKE_SOURCE_DIR\}/([\w./-]+)", file.read_text())}
        self.assertIn("schemas/openapi.json", read)
        for named in read:
            self.assertTrue(any(named == source or named.startswith(source + "/") for source in copied), f"{named} is not copied")

    def test_base_images_are_named_with_their_release(self) -> None:
        bases = [instruction.words()[0] for instruction in INSTRUCTIONS if instruction.word == "FROM"]
        self.assertEqual(set(bases), {"debian:trixie-slim"})

    def test_it_does_not_run_as_root(self) -> None:
        self.assertEqual(one("USER"), "turnstream")
        self.assertIn("useradd --system --uid 10001", " ".join(i.rest for i in FINAL if i.word == "RUN"))

    def test_what_it_keeps_is_for_its_user_alone(self) -> None:
        """The command of the image makes the folders here, with this user in place of the image's."""
        installed = re.search(r"install --directory (.+?)(?: &&|$)", " ".join(i.rest for i in FINAL if i.word == "RUN"))[1].split()
        state = next(i.rest for i in FINAL if i.word == "ENV").split()[0].removeprefix("TURNSTREAM_STATE__DIRECTORY=")
        folders = [word for word in installed if word.startswith("/")]
        self.assertEqual(folders, [one("VOLUME"), state])
        self.assertIn("--owner=turnstream", installed)
        with tempfile.TemporaryDirectory() as root:
            made = [word for word in installed if not word.startswith(("/", "--owner", "--group"))]
            subprocess.run(["install", "--directory", *made, *(root + folder for folder in folders)], check=True)
            for folder in folders:
                self.assertEqual(Path(root + folder).stat().st_mode & 0o777, 0o700, folder)
        order = [i.word for i in FINAL if i.word == "VOLUME" or "install --directory" in i.rest]
        self.assertEqual(order, ["RUN", "VOLUME"], "what follows VOLUME is not in the volume")

    def test_nothing_of_the_build_gets_into_the_image(self) -> None:
        installed = " ".join(instruction.rest for instruction in FINAL if instruction.word == "RUN")
        self.assertNotRegex(installed, r"-dev\b|\bg\+\+|\bcmake\b")
        self.assertIn("rm -rf /var/lib/apt/lists/*", installed)
        self.assertIn("--no-install-recommends", installed)

    def test_every_library_that_the_program_needs_is_installed(self) -> None:
        if not shutil.which("readelf"):
            self.skipTest("skipped: no readelf here")
        installed = re.search(r"install --no-install-recommends -y (.*?) &&", next(i.rest for i in FINAL if i.word == "RUN"))[1]
        shown = subprocess.run(["readelf", "-d", program()], capture_output=True, text=True, check=True).stdout
        base_system = {"libc", "libm", "libstdc++", "libgcc_s", "ld-linux-x86-64", "libasan", "libubsan", "libtsan"}
        # spdlog depends on libfmt, which a build without optimisation needs by itself.
        packages = {"libcrypto": "libssl", "libssl": "libssl", "libfmt": "libspdlog"}
        for library in re.findall(r"Shared library: \[([^\]]+?)\.so", shown):
            stem = re.sub(r"-[\d.]+$", "", library)
            if stem not in base_system:
                package = packages.get(stem, stem.replace("_", "-"))  # A name of a package has no underscore.
                self.assertRegex(installed, rf"(?:^|\s){re.escape(package)}-?[\d.]", f"no package for {library}")

    def test_the_entry_point_is_a_command_of_the_program(self) -> None:
        self.assertEqual(one("ENTRYPOINT"), '["turnstream"]')
        command = next(instruction for instruction in FINAL if instruction.word == "CMD")
        self.assert_program_knows(command.words())

    def test_the_health_check_is_in_the_image(self) -> None:
        self.assertRegex(one("HEALTHCHECK"), r'CMD \["container_health"\]$')
        self.assertIn("/usr/local/bin/container_health", " ".join(i.rest for i in FINAL if i.word == "COPY"))


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(self.server.status if self.path == "/healthz" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def health_of(port: int) -> int:
    return subprocess.run([HEALTH, f"127.0.0.1:{port}"], capture_output=True, timeout=10, check=False).returncode


class Health(unittest.TestCase):
    def test_the_health_check_follows_the_answer(self) -> None:
        for status, is_healthy in {200: True, 503: False, 404: False}.items():
            with self.subTest(status), http.server.HTTPServer(("127.0.0.1", 0), Answer) as server:
                server.status = status
                threading.Thread(target=server.serve_forever, daemon=True).start()
                self.assertEqual(health_of(server.server_port) == 0, is_healthy)
                server.shutdown()

    def test_an_address_without_a_server_is_unhealthy(self) -> None:
        self.assertNotEqual(health_of(free_port()), 0)

    def test_the_program_as_the_image_starts_it_gets_healthy_and_stops_in_time(self) -> None:
        port = free_port()
        with tempfile.TemporaryDirectory() as state:
            environment = {**os.environ, "TURNSTREAM_STATE__DIRECTORY": state, "TURNSTREAM_HTTP__LISTEN": f"127.0.0.1:{port}"}
            command = next(instruction for instruction in FINAL if instruction.word == "CMD").words()
            output = Path(state, "output")
            with output.open("w") as sink:
                running = subprocess.Popen([program(), *command], env=environment, stdin=subprocess.DEVNULL, stdout=sink, stderr=sink)
            try:
                end = time.monotonic() + 30
                while health_of(port) != 0 and running.poll() is None and time.monotonic() < end:
                    time.sleep(0.1)
                self.assertEqual(health_of(port), 0, output.read_text())
                running.send_signal(signal.SIGTERM)
                self.assertEqual(running.wait(timeout=10), 0, output.read_text())
            finally:
                running.kill()
                running.wait()


if __name__ == "__main__":
    unittest.main()
