"""The rounds of a run: in each of them all measures follow one another, so that what disturbs the machine disturbs all of them."""

import statistics
from collections.abc import Callable
from pathlib import Path

from benchmark.jobs import Site, run_job
from benchmark.kill import measure_kills
from benchmark.peer import Peer
from benchmark.pipeline import pipeline_round, write_turns
from benchmark.program import EARLY, OWN
from benchmark.reference import copy_round, paced_round, reference_round
from benchmark.size import Size

PARTS = ("stages", "floor", "reference", "pipeline", "kill")
PEER = "Kafka Streams"
GROUPINGS = ("fused", "phased")

# The figures in the order in which they are printed, and how.
TEXTS = {
    "cpu_us": "{:.0f} us CPU a turn", "worker_us": "workers {:.0f}", "client_us": "client {:.0f}", "store_us": "store {:.0f}",
    "broker_us": "broker {:.0f} us CPU a turn", "turns_per_s": "{:.0f} turns/s", "p50_ms": "p50 {:.1f} ms", "p99_ms": "p99 {:.1f} ms",
    "paced_cpu_us": "{:.0f} us CPU a turn while they are paced", "rss_mb": "{:.0f} MB at most", "resident_mb": "{:.0f} MB",
    "completion_bytes": "completions {:.0f} bytes a turn", "completion_disk_bytes": "on disk {:.0f}",
    "changelog_bytes": "changelogs {:.0f} bytes a turn", "changelog_disk_bytes": "on disk {:.0f}",
    "state_mb": "state {:.0f} MB", "disk_mb": "on disk {:.0f} MB", "first_ms": "first completion after {:.0f} ms", "first_ms_max": "at most {:.0f} ms",
}


def as_text(figures: dict) -> str:
    texts = [text.format(figures[name]) for name, text in TEXTS.items() if name in figures]
    if "other_share" in figures:
        paced = f", {figures['paced_other_share']:.0%} while paced" if "paced_other_share" in figures else ""
        texts.append(f"other processes had {figures['other_share']:.0%} of the CPUs{paced}")
    return ", ".join(texts)


def median_of(rounds: list[dict]) -> dict:
    return {name: statistics.median(one[name] for one in rounds if name in one) for name in rounds[0]}


class Rounds:
    def __init__(self, site: Site, size: Size, parts: set[str], peer: Peer | None):
        self.site, self.size, self.parts, self.peer = site, size, parts, peer
        self.files: dict[str, Path] = write_turns(site, size) if "pipeline" in parts else {}
        self.rounds: dict[str, list[dict]] = {}

    def run(self) -> dict[str, list[dict]]:
        """The figures of each measure, by round."""
        for number in range(self.size.runs):
            for name, measure in self._measures(number):
                self._take(name, measure, f"round {number + 1} of {self.size.runs}, ")
        if "kill" in self.parts:
            self._take("kill -9", lambda: measure_kills(self.site, self.size))
        return self.rounds

    def _take(self, name: str, measure: Callable[[], dict], heading: str = "") -> None:
        figures = measure()
        self.rounds.setdefault(name, []).append(figures)
        print(f"{heading}{name}: {as_text(figures)}", flush=True)

    def _measures(self, number: int) -> list[tuple[str, Callable[[], dict]]]:
        site, size = self.site, self.size
        measures: list[tuple[str, Callable[[], dict]]] = []
        if "floor" in self.parts:
            measures.append(("copy loop", lambda: copy_round(site, size)))
        if "reference" in self.parts:
            for grouping in GROUPINGS:
                measures.append((f"reference {grouping}", lambda grouping=grouping: reference_round(site, size, grouping)))
                if self.peer:
                    measures.append((f"{PEER} {grouping}", lambda grouping=grouping: self.peer.round(size, grouping, number == 0)))
            for rate, turns in size.other_rates:
                for grouping in GROUPINGS:
                    measures.append((f"reference {grouping} at {rate}/s",
                                     lambda grouping=grouping, rate=rate, turns=turns: paced_round(site, grouping, rate, turns)))
        if "pipeline" in self.parts:
            for name, kind, grouping in (("phases 1 and 2 fused", EARLY, "fused"), ("pipeline fused", OWN, "fused"), ("pipeline phased", OWN, "phased")):
                measures.append((name, lambda kind=kind, grouping=grouping: pipeline_round(site, size, kind, grouping, self.files, number == 0)))
        return measures


def units(site: Site) -> dict:
    return run_job(site, "units")
