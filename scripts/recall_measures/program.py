"""The program `recall_bench`, and a `turnstream run` on an embedded log that it measures."""

import json
import os
import subprocess
import time
from pathlib import Path

START_S_MAX = 120
DRAIN_S_MAX = 3600


class MeasureFailed(Exception):
    pass


class RecallBench:
    def __init__(self, build: Path, locomo: Path | None):
        self.program = build / "tests" / "bench" / "recall" / "recall_bench"
        self.words = ["--locomo", str(locomo)] if locomo else []

    def call(self, part: str, **options: object) -> dict:
        """The figures that the part prints; an option of Python's name_of is --name_of of the program."""
        flags = [text for name, value in options.items() for text in (f"--{name}", str(value))]
        ended = subprocess.run([self.program, part, *flags, *self.words], capture_output=True, text=True, check=False)
        if ended.returncode != 0:
            raise MeasureFailed(f"recall_bench {part} ended with exit code {ended.returncode}: {ended.stderr.strip()[-600:]}")
        return json.loads(ended.stdout)

    def write_turns(self, messages: int, file: Path) -> None:
        with file.open("wb") as turns:
            subprocess.run([self.program, "turns", "--messages", str(messages), *self.words], stdout=turns, check=True)


class ServedProgram:
    """`turnstream run` with default settings, which has processed the turns in a file."""

    def __init__(self, build: Path, folder: Path, turns: Path):
        self.program = build / "turnstream"
        self.state = folder / "state"
        self.lines = (folder / "run.log").open("w", encoding="utf-8")
        started = time.monotonic()
        self._call("publish", str(turns))
        self._call("run", "--until-drained", "--listen", "127.0.0.1:0")
        self.drained_s = time.monotonic() - started
        self.process = subprocess.Popen([self.program, "run", "--state", str(self.state), "--listen", "127.0.0.1:0"],
                                        stdout=subprocess.DEVNULL, stderr=self.lines)
        try:
            self.port = self._port()
        except BaseException:
            self.stop()
            raise

    def __enter__(self) -> "ServedProgram":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.lines.close()

    @property
    def socket(self) -> Path:
        return self.state / "socket"

    def cpu_s(self) -> float:
        """CPU time of the process so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_bytes(self) -> int:
        return int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="utf-8").split()[1]) * os.sysconf("SC_PAGESIZE")

    def _call(self, *arguments: str) -> None:
        ended = subprocess.run([self.program, *arguments, "--state", str(self.state), "--quiet"], capture_output=True, text=True,
                               timeout=DRAIN_S_MAX, check=False)
        if ended.returncode != 0:
            raise MeasureFailed(f"turnstream {arguments[0]} ended with exit code {ended.returncode}: {ended.stderr.strip()[-600:]}")

    def _port(self) -> int:
        deadline = time.monotonic() + START_S_MAX
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                address = json.loads((self.state / "endpoint.json").read_text(encoding="utf-8"))["address"]
            except (OSError, ValueError, KeyError):
                address = ""
            if address:
                return int(address.rpartition(":")[2])
            time.sleep(.05)
        raise MeasureFailed("turnstream run did not start to listen")


def disk_bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
