"""The goals, and whether the figures of a run meet them."""

import statistics
from typing import NamedTuple

from benchmark.rounds import PEER


class Goal(NamedTuple):
    """The figure must be at most `limit`, or at most the figure that it names. Without a limit the row only shows the figures."""

    name: str
    unit: str
    measure: str
    figure: str
    limit: float | str | None = None
    peer: str = ""  # the same measure of the peer


FUSED, PHASED = "reference fused", "reference phased"
PEER_FUSED, PEER_PHASED = f"{PEER} fused", f"{PEER} phased"
EARLY, OWN, OWN_PHASED = "phases 1 and 2 fused", "pipeline fused", "pipeline phased"

GOALS = (
    Goal("reference job, fused: CPU of a turn", "us", FUSED, "cpu_us", 200, PEER_FUSED),
    Goal(f"… as a part of that of {PEER}", "", "ratio", FUSED, .7),
    Goal("… CPU of the broker", "us", FUSED, "broker_us", peer=PEER_FUSED),
    Goal("reference job, phased: CPU of a turn", "us", PHASED, "cpu_us", 400, PEER_PHASED),
    Goal(f"… as a part of that of {PEER}", "", "ratio", PHASED),
    Goal("… CPU of the broker", "us", PHASED, "broker_us", peer=PEER_PHASED),
    Goal("reference job at 50 turns/s, fused: p50", "ms", FUSED, "p50_ms", 25, PEER_FUSED),
    Goal("… p99", "ms", FUSED, "p99_ms", 80, PEER_FUSED),
    Goal("reference job at 50 turns/s, phased: p50", "ms", PHASED, "p50_ms", 50, PEER_PHASED),
    Goal("… p99", "ms", PHASED, "p99_ms", 150, PEER_PHASED),
    Goal("intake and the stages of phases 1 and 2, fused: CPU of a turn", "us", EARLY, "cpu_us", 350),
    Goal("… CPU of the broker", "us", EARLY, "broker_us"),
    Goal("intake and all stages, fused: CPU of a turn", "us", OWN, "cpu_us"),
    Goal("… CPU of the broker", "us", OWN, "broker_us"),
    Goal("… completions of a turn, as produced", "bytes", OWN, "completion_bytes", 8_000),
    Goal("… completions of a turn, on the broker's disk", "bytes", OWN, "completion_disk_bytes", 8_000),
    Goal("… changelogs of a turn, as produced", "bytes", OWN, "changelog_bytes", 6_000),
    Goal("… changelogs of a turn, on the broker's disk", "bytes", OWN, "changelog_disk_bytes", 6_000),
    Goal("… peak memory: 200 MB and the budgets", "MB", OWN, "rss_mb", "rss_allowed_mb"),
    Goal("… publication to last completion at 50 turns/s: p50", "ms", OWN, "p50_ms", 25),
    Goal("… p99", "ms", OWN, "p99_ms", 80),
    Goal("intake and all stages, phased: CPU of a turn", "us", OWN_PHASED, "cpu_us"),
    Goal("… CPU of the broker", "us", OWN_PHASED, "broker_us"),
    Goal("… publication to last completion at 50 turns/s: p50", "ms", OWN_PHASED, "p50_ms", 50),
    Goal("… p99", "ms", OWN_PHASED, "p99_ms", 150),
    Goal("kill -9 to the first completion", "ms", "kill -9", "first_ms", 1_000),
    Goal("… with a state of", "MB", "kill -9", "state_mb"),
    Goal("worst hostile turn, CPU a byte, as a multiple of an ordinary one", "", "hostile", "factor", 5),
)


def ratios(rounds: dict[str, list[dict]]) -> dict[str, float]:
    """The medians of our CPU time by that of the peer in the same round."""
    pairs = {FUSED: PEER_FUSED, PHASED: PEER_PHASED}
    return {ours: statistics.median(own["cpu_us"] / other["cpu_us"] for own, other in zip(rounds[ours], rounds[theirs], strict=True))
            for ours, theirs in pairs.items() if ours in rounds and theirs in rounds}


def judged(medians: dict[str, dict]) -> list[dict]:
    rows = []
    for goal in GOALS:
        measured = medians.get(goal.measure, {})
        ours = measured.get(goal.figure)
        limit = measured.get(goal.limit) if isinstance(goal.limit, str) else goal.limit
        rows.append({"goal": goal.name, "unit": goal.unit, "at_most": limit, "ours": ours, "theirs": medians.get(goal.peer, {}).get(goal.figure),
                     "met": None if ours is None or limit is None else ours <= limit})
    return rows


def number_text(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}" if abs(value) < 100 else f"{value:,.0f}"


def verdict(row: dict) -> str:
    if row["ours"] is None:
        return "not measured"
    return "" if row["met"] is None else "met" if row["met"] else "MISSED"


def as_table(rows: list[dict], peer: str) -> str:
    cells = [("", "at most", "ours", peer, "")]
    cells += [(f"{row['goal']}{', ' if row['unit'] else ''}{row['unit']}", number_text(row["at_most"]), number_text(row["ours"]), number_text(row["theirs"]),
               verdict(row)) for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(5)]
    return "\n".join("  ".join([row[0].ljust(widths[0]), *(row[column].rjust(widths[column]) for column in (1, 2, 3)), row[4]]).rstrip() for row in cells)
