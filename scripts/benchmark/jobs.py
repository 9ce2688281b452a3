"""The program `runtime_bench`, which runs one job at a time on the broker."""

import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.broker import Broker
from benchmark.machine import Usage, Window, cpu_s
from recall_measures.program import MeasureFailed

JOB_S_MAX = 1800


@dataclass
class Site:
    """What all measures of a run share. `count` makes names that are used once."""
    build: Path
    folder: Path
    broker: Broker
    environment: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    count: int = 0

    def new_name(self) -> str:
        self.count += 1
        return f"bench-{os.getpid()}-{self.count}"


class Job:
    """One run of runtime_bench. lines() gives its lines of JSON as they come, and ends with the process."""

    def __init__(self, site: Site, job: str, **options: object):
        self.job = job
        self.state = site.folder / f"{site.new_name()}.job"
        flags = [text for name, value in options.items() for text in (f"--{name}", str(value))]
        self.errors = tempfile.TemporaryFile("w+", dir=site.folder)
        self.process = subprocess.Popen([site.build / "tests" / "bench" / "runtime_bench", "--job", job, "--bootstrap", site.broker.bootstrap,
                                         "--state", self.state, *flags],
                                        stdout=subprocess.PIPE, stderr=self.errors, text=True, env=site.environment)
        self.timer = threading.Timer(JOB_S_MAX, self.process.kill)
        self.timer.start()

    def lines(self) -> Iterator[dict]:
        try:
            for line in self.process.stdout:
                yield json.loads(line)
            if self.process.wait() != 0:
                self.errors.seek(0)
                raise MeasureFailed(f"runtime_bench --job {self.job} ended with exit code {self.process.returncode}: {self.errors.read().strip()[-600:]}")
        finally:
            self.end()

    def end(self) -> None:
        self.timer.cancel()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()
        shutil.rmtree(self.state, ignore_errors=True)


def run_job(site: Site, job: str, **options: object) -> dict:
    """What the job reports, and for each part that it marks its Usage as `usage_<part>`."""
    running = Job(site, job, **options)
    windows: dict[str, tuple[Window, float]] = {}
    usages: dict[str, Usage] = {}
    report: dict = {}
    for report in running.lines():
        part, _, is_end = report.get("mark", "").partition("_")
        if is_end:
            window, before = windows[part]
            usages[f"usage_{part}"] = window.close(cpu_s(running.process.pid) - before)
        elif part:
            windows[part] = (Window(site.broker.pid), cpu_s(running.process.pid))
    return report | usages


def check_answered(report: dict, expected: int, what: str) -> None:
    if report.get("answered") != expected:
        raise MeasureFailed(f"{what}: {report.get('answered')} of {expected} turns were answered")
