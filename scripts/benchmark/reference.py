"""The reference job, which compares runtimes: six stages in three phases, without intake."""

from benchmark.jobs import Site, check_answered, run_job
from benchmark.size import PACED_RATE, Size


def reference_round(site: Site, size: Size, grouping: str) -> dict:
    """A backlog, then turns at a rate, as one run of the peer."""
    report = run_job(site, "reference", grouping=grouping, warm=size.warm, turns=size.turns, paced=size.paced, settle=size.settle, rate=PACED_RATE)
    check_answered(report, size.paced - size.settle, f"reference job, {grouping}")
    paced = report["usage_paced"].per_turn(size.paced)
    # The job measures its own CPU time more exactly than /proc does.
    return report["usage_backlog"].per_turn(size.turns) | {
        "cpu_us": report["cpu_us_per_turn"], "worker_us": report["worker_us_per_turn"], "client_us": report["client_us_per_turn"],
        "store_us": report["store_us_per_turn"], "resident_mb": report["resident_mb"], "p50_ms": report["p50_ms"], "p99_ms": report["p99_ms"],
        "paced_cpu_us": report["paced_cpu_us_per_turn"], "paced_other_share": paced["other_share"]}


def paced_round(site: Site, grouping: str, rate: int, turns: int) -> dict:
    """Turns at another rate, on state that is empty at first."""
    report = run_job(site, "reference", grouping=grouping, turns=0, paced=turns, rate=rate)
    check_answered(report, turns, f"reference job, {grouping}, {rate} turns/s")
    return report["usage_paced"].per_turn(turns) | {"cpu_us": report["paced_cpu_us_per_turn"], "p50_ms": report["p50_ms"], "p99_ms": report["p99_ms"]}


def copy_round(site: Site, size: Size) -> dict:
    """The lower bound: a loop that only copies the turns in transactions."""
    report = run_job(site, "copy", turns=size.copied)
    return report["usage_backlog"].per_turn(size.copied) | {"cpu_us": report["cpu_us_per_turn"]}
