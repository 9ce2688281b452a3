"""A `turnstream run` for a test, which ends with it."""

import os
import subprocess
import tempfile
import time
import unittest
from collections.abc import Mapping
from pathlib import Path

DEADLINE_S = 60


def new_folder(test: unittest.TestCase) -> Path:
    folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
    test.addCleanup(folder.cleanup)
    return Path(folder.name)


def start_run(test: unittest.TestCase, program: str, state: Path, *flags: str, environment: Mapping[str, str] | None = None) -> None:
    """Returns when it answers on the socket in its state directory; its topics exist then."""
    lines = new_folder(test) / "lines"
    with lines.open("w", encoding="utf-8") as log:
        process = subprocess.Popen([program, "run", "--listen", "", *flags], env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=log)
    test.addCleanup(process.wait)
    test.addCleanup(process.kill)
    end = time.monotonic() + DEADLINE_S
    while not (state / "http.sock").exists():
        test.assertTrue(time.monotonic() < end and process.poll() is None, lines.read_text(encoding="utf-8")[-2000:])
        time.sleep(.05)
