"""kill -9 while turns arrive: how soon the process that takes the place of the killed one completes a turn."""

import queue
import threading
import time

from benchmark.jobs import Job, Site, check_answered, run_job
from benchmark.program import REFERENCE, Program
from benchmark.size import PACED_RATE, Size
from recall_measures.program import MeasureFailed, disk_bytes

QUIET_S = 3      # of undisturbed work before each kill
ROUND_S = 8      # for one kill, with the start after it
COMPLETION_S_MAX = 60


class Completions:
    """The times of the completions that a feed prints: when the broker stored them, and when a consumer read them."""

    def __init__(self, feed: Job):
        self.found: queue.Queue[dict] = queue.Queue()
        self.report: dict = {}
        self.failure: MeasureFailed | None = None
        self.thread = threading.Thread(target=self._read, args=(feed,))
        self.thread.start()

    def _read(self, feed: Job) -> None:
        try:
            for line in feed.lines():
                if "appended_ms" in line:
                    self.found.put(line)
                self.report = line
        except MeasureFailed as failure:
            self.failure = failure

    def first_after(self, moment_ms: int) -> int:
        """When the first completion that was stored after that moment was read, in milliseconds since 1970."""
        try:
            while True:
                line = self.found.get(timeout=COMPLETION_S_MAX)
                if line["appended_ms"] > moment_ms:
                    return line["seen_ms"]
        except queue.Empty:
            raise self.failure or MeasureFailed(f"no completion came within {COMPLETION_S_MAX} s") from None

    def end(self) -> dict:
        self.thread.join()
        if self.failure:
            raise self.failure
        return self.report


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def kill_once(program: Program, completions: Completions) -> int:
    """Milliseconds from the kill to the first completion of the next process, which starts at once."""
    killed_ms = now_ms()
    program.kill()
    dead_ms = now_ms()
    program.start()
    return completions.first_after(dead_ms) - killed_ms


def measure_kills(site: Site, size: Size) -> dict:
    with Program(site, REFERENCE, "fused") as program:
        program.drain()  # makes the topics
        run_job(site, "feed", namespace=program.namespace, turns=size.held)
        program.drain()
        result: dict = {"state_mb": program.state_bytes() / 1e6, "disk_mb": disk_bytes(program.state / "store") / 1e6}
        turns = (size.kills * ROUND_S + QUIET_S) * PACED_RATE
        program.start()
        program.await_ready()
        feed = Job(site, "feed", namespace=program.namespace, stages=",".join(REFERENCE.last), first=size.held, turns=turns, rate=PACED_RATE, prints="yes")
        try:
            completions = Completions(feed)
            times = []
            for _ in range(size.kills):
                completions.first_after(now_ms())
                time.sleep(QUIET_S)
                times.append(kill_once(program, completions))
            report = completions.end()
        finally:
            feed.process.kill()
        check_answered(report, turns, "turns while the process was killed")
        program.stop()
    return result | {"first_ms": sorted(times)[len(times) // 2], "first_ms_max": max(times)}
