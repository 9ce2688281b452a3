"""CPU time of processes and of the whole machine, from /proc."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

TICKS_PER_S = os.sysconf("SC_CLK_TCK")
CPUS = os.cpu_count() or 1


def cpu_s(pid: int | None) -> float:
    """CPU time of all threads of a running process so far; 0 without a process."""
    if pid is None:
        return 0.0
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_S


def busy_s() -> float:
    """CPU time of the machine since its start: of all processes, the kernel, and what other virtual machines took."""
    first = Path("/proc/stat").read_text(encoding="utf-8").split("\n", 1)[0].split()[1:9]
    user, nice, system, _idle, _waiting, interrupt, soft_interrupt, stolen = map(int, first)
    return (user + nice + system + interrupt + soft_interrupt + stolen) / TICKS_PER_S


@dataclass(frozen=True)
class Usage:
    seconds: float
    own_s: float  # CPU time of the measured process
    broker_s: float | None
    other_share: float  # the share of all processors that other processes had

    def per_turn(self, turns: int) -> dict:
        figures = {"turns_per_s": turns / self.seconds, "cpu_us": self.own_s * 1e6 / turns, "other_share": self.other_share}
        return figures | ({} if self.broker_s is None else {"broker_us": self.broker_s * 1e6 / turns})


class Window:
    """What happens on the machine from its construction to close()."""

    def __init__(self, broker_pid: int | None):
        self.broker_pid = broker_pid
        self.broker = cpu_s(broker_pid)
        self.busy = busy_s()
        self.started = time.monotonic()

    def close(self, own_s: float, helpers_s: float = 0.0) -> Usage:
        """`helpers_s`: the CPU time of other processes of the measurement, which is neither own nor other."""
        seconds = time.monotonic() - self.started
        broker = cpu_s(self.broker_pid) - self.broker
        others = busy_s() - self.busy - broker - own_s - helpers_s
        return Usage(seconds, own_s, None if self.broker_pid is None else broker, max(others, 0.0) / (seconds * CPUS))
