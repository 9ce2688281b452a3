"""A whole pipeline on the broker, as its users run it: `turnstream`, or `pipeline_bench` with other stages."""

import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from benchmark.jobs import Site, run_job
from recall_measures.program import MeasureFailed

START_S_MAX = 60
STOP_S_MAX = 60


@dataclass(frozen=True)
class Kind:
    """A program, its stages, and those of its last phase. Recall is left out: it is not part of a turn's way to its completions."""
    program: tuple[str, ...]
    stages: tuple[str, ...]
    last: tuple[str, ...]


EARLY_STAGES = ("episodic", "skill", "semantic", "pattern")
STAGES = (*EARLY_STAGES, "consolidation", "lifecycle")
OWN = Kind(("turnstream",), STAGES, ("consolidation", "lifecycle"))
EARLY = Kind(("tests/bench/pipeline_bench", "early"), EARLY_STAGES, ("semantic", "pattern"))
REFERENCE = Kind(("tests/bench/pipeline_bench", "reference"), STAGES, ("consolidation", "lifecycle"))


class Program:
    """A namespace and a state directory of its own; close() deletes both."""

    def __init__(self, site: Site, kind: Kind, grouping: str):
        self.site, self.kind = site, kind
        self.namespace = site.new_name()
        self.state = site.folder / self.namespace
        self.publisher = site.build / "turnstream"
        self.program = [site.build / kind.program[0], *kind.program[1:]]
        self.flags = ["--bootstrap", site.broker.bootstrap, "--namespace", self.namespace, "--set",
                      f"intake.turns_topics={self.namespace}-turns", "--state", str(self.state), "--quiet"]
        self.run_flags = ["--stages", ",".join(("intake", *kind.stages)), "--grouping", grouping, "--listen", "127.0.0.1:0", *self.flags]
        self.log = site.folder / f"{self.namespace}.log"
        self.process: subprocess.Popen | None = None

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process:
            self.kill()
        shutil.rmtree(self.state, ignore_errors=True)
        run_job(self.site, "drop", namespace=self.namespace)

    def publish(self, file: Path) -> None:
        self._check(subprocess.run([self.publisher, "publish", file, *self.flags], capture_output=True, text=True,
                                   env=self.site.environment, check=False), "publish")

    def drain(self) -> tuple[float, float]:
        """Processes all input. Returns the CPU time of the process, its start and end included, and its peak memory in MB."""
        process = self._spawn("--until-drained")
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise self._failed(process.returncode)
        return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6

    def start(self) -> int:
        """Starts a run that goes on, without waiting until it is ready. Returns its process id."""
        self.process = self._spawn()
        return self.process.pid

    def await_ready(self) -> None:
        deadline = time.monotonic() + START_S_MAX
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                address = json.loads((self.state / "endpoint.json").read_text(encoding="utf-8"))["address"]
                with urllib.request.urlopen(f"http://{address}/readyz", timeout=5):
                    return
            except (OSError, ValueError, KeyError, urllib.error.URLError):
                time.sleep(.05)
        raise self._failed(self.process.poll())

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process = None

    def stop(self) -> None:
        self.process.terminate()
        try:
            code = self.process.wait(STOP_S_MAX)
        finally:
            process, self.process = self.process, None
            process.kill()
        if code != 0:
            raise self._failed(code)

    def state_bytes(self) -> int:
        """Of the newest rows in the changelogs of all stages."""
        total = 0
        for stage in self.kind.stages:
            with subprocess.Popen([*self.program, "state", "dump", "--stage", stage, "--sizes", *self.flags], stdout=subprocess.PIPE,
                                  text=True, env=self.site.environment) as dump:
                total += sum(json.loads(line)["bytes"] for line in dump.stdout)
            if dump.returncode != 0:
                raise MeasureFailed(f"state dump of {stage} ended with exit code {dump.returncode}")
        return total

    def settings(self) -> dict[str, str]:
        text = subprocess.run([*self.program, "config", "--json", *self.flags], capture_output=True, text=True, check=True).stdout
        return {row["name"]: row["value"] for row in json.loads(text)}

    def _spawn(self, *more: str) -> subprocess.Popen:
        with self.log.open("a", encoding="utf-8") as log:
            return subprocess.Popen([*self.program, "run", *more, *self.run_flags], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                    stderr=log, env=self.site.environment)

    def _failed(self, code: int | None) -> MeasureFailed:
        what = "is not ready" if code is None else f"ended with exit code {code}"
        return MeasureFailed(f"run {what}: {self.log.read_text(encoding='utf-8')[-600:].strip()}")

    @staticmethod
    def _check(ended: subprocess.CompletedProcess, verb: str) -> None:
        if ended.returncode != 0:
            raise MeasureFailed(f"turnstream {verb} ended with exit code {ended.returncode}: {ended.stderr.strip()[-600:]}")
