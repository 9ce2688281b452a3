"""The program on an embedded log under the event clock: its time is that of the turns."""

import concurrent.futures
import itertools
import json
import os
import re
import resource
import subprocess
import time
from collections.abc import Iterable, Iterator
from datetime import datetime, timezone
from pathlib import Path

from design_load.bars import Stage, seconds

STAGES = ("episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle")
TICK_S = 30
DRAINED_S_MAX = 600
TIMESTAMP = re.compile(rb'"timestamp":"([^"]+)"')


class ProgramFailed(Exception):
    pass


def time_text(at: float) -> str:
    return datetime.fromtimestamp(at, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class Program:
    def __init__(self, build: Path, state: Path, settings: Iterable[str] = ()):
        self.program = build / "turnstream"
        self.flags = ["--state", str(state), "--quiet", *(f"--set={name}" for name in ["intake.clock=event", *settings])]

    def generate(self, *flags: str) -> subprocess.Popen:
        return subprocess.Popen([self.program, "generate", "--profile", "design-load", "--quiet", *flags], stdout=subprocess.PIPE)

    def publish(self, turns: Iterator[bytes], count: int) -> float:
        """Sends at most `count` of the turns as they come, and returns the time of the last one."""
        last = b""
        with subprocess.Popen([self.program, "publish", "-", *self.flags], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as publish:
            for turn in itertools.islice(turns, count):
                publish.stdin.write(turn)
                last = turn
        self._check(publish)
        return seconds(TIMESTAMP.search(last).group(1).decode()) if last else 0.0

    def drain(self) -> tuple[float, float]:
        """Processes what was sent. Returns the seconds that it took, and the CPU time in them."""
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        self.call("run", "--until-drained", "--listen", "127.0.0.1:0")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.monotonic() - started, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def tick(self, after: float, minutes: int) -> None:
        """Pushes time on without turns, at each boundary of ticks."""
        for number in range(1, minutes * 60 // TICK_S + 1):
            self.call("tick", time_text((after // TICK_S + number) * TICK_S))
        self.drain()

    def read(self) -> list[Stage]:
        """What the completions of each stage say, some stages at a time: a long run has tens of gigabytes of them."""
        with concurrent.futures.ProcessPoolExecutor() as pool:
            return list(pool.map(self._read_stage, STAGES))

    def _read_stage(self, name: str) -> Stage:
        stage = Stage(name)
        for part in self._lines("tail", f"completions.{name}", "--from-beginning", "--raw"):
            stage.take(part)
        return stage

    def sizes(self) -> dict[str, int]:
        """The bytes of the rows of each persona in all stages."""
        sizes: dict[str, int] = {}
        for stage in STAGES:
            for line in self._lines("state", "dump", "--stage", stage, "--sizes"):
                row = json.loads(line)
                sizes[row["persona_id"]] = sizes.get(row["persona_id"], 0) + row["bytes"]
        return sizes

    def timers_due(self) -> int:
        """Timers that are still due when the program has processed everything, as `status` tells."""
        with subprocess.Popen([self.program, "run", "--listen", "127.0.0.1:0", *self.flags], stderr=subprocess.DEVNULL) as run:
            try:
                deadline = time.monotonic() + DRAINED_S_MAX
                while time.monotonic() < deadline:
                    time.sleep(1)
                    stages = json.loads(self.call("status", "--json", check=False) or '{"stages":[]}')["stages"]
                    if len(stages) > len(STAGES) and all(row["lag"] == 0 for row in stages):
                        return sum(row["timers_due"] for row in stages)
            finally:
                run.terminate()
        raise ProgramFailed("run did not process its input")

    def call(self, *arguments: str, check: bool = True) -> str:
        ended = subprocess.run([self.program, *arguments, *self.flags], capture_output=True, encoding="utf-8", check=False)
        if check and ended.returncode != 0:
            raise ProgramFailed(f"turnstream {' '.join(arguments[:2])} ended with exit code {ended.returncode}: {ended.stderr.strip()[-600:]}")
        return ended.stdout

    def _lines(self, *arguments: str) -> Iterator[bytes]:
        with subprocess.Popen([self.program, *arguments, *self.flags], stdout=subprocess.PIPE) as process:
            for line in process.stdout:
                yield line.rstrip(b"\n")
        self._check(process)

    @staticmethod
    def _check(process: subprocess.Popen) -> None:
        if process.returncode != 0:
            raise ProgramFailed(f"turnstream {process.args[1]} ended with exit code {process.returncode}")


def disk_bytes(folder: Path) -> int:
    return sum(os.path.getsize(file) for file in folder.rglob("*") if file.is_file())
