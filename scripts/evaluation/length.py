"""How long summaries are: the share of their source, and their number of characters.

Reads each insight as a pass made it, before others merged into it. Its source is what both sides of its turn said. The
names, dates and questions before its quotes count as parts of the summary; a second figure leaves them out.
"""

import argparse
import statistics
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from evaluation.kept import quotes_of, sides_of
from evaluation.pipeline_run import PipelineRun
from evaluation.report import Report

CHARACTERS_MAX = 300
SHARE_MAX = .4


class Length(NamedTuple):
    summary: int
    quotes: int
    source: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("conversations", type=Path, metavar="FILE")


def lengths_of(changes: Iterable[dict], turns: Iterable[dict]) -> list[Length]:
    """In Unicode code points, of the insights that were put; those of no turn of `turns` are left out."""
    sides = {turn["turn_id"]: sides_of(turn) for turn in turns}
    found: dict[str, Length] = {}
    for change in changes:
        value = change.get("value", {})
        if change["op"] == "put" and value.get("type") == "extracted" and change["id"] not in found:
            said = sides.get(value["sources"][0]["turn_id"], [])
            if said:
                quotes = quotes_of(value["summary"], {side.speaker for side in said})
                found[change["id"]] = Length(len(value["summary"]), sum(len(text.strip()) for _, text in quotes),
                                             sum(len(side.text) for side in said))
    return list(found.values())


def measure(lengths: list[Length]) -> Report:
    report = Report()
    if lengths:
        _, part, whole = statistics.median_low([(one.summary / one.source, one.summary, one.source) for one in lengths])
        report.add("median share of its source that a summary has", part, whole, ("≤", SHARE_MAX))
        _, part, whole = statistics.median_low([(one.quotes / one.source, one.quotes, one.source) for one in lengths])
        report.add("median share of the quotes alone", part, whole)
    fitting = sum(one.summary <= CHARACTERS_MAX for one in lengths)
    report.add(f"summaries of at most {CHARACTERS_MAX} characters", fitting, len(lengths), ("≥", 1))
    report.add("summaries longer than their source", sum(one.summary > one.source for one in lengths), len(lengths))
    report.add("characters of all summaries, of their sources", sum(one.summary for one in lengths), sum(one.source for one in lengths))
    return report


def run(arguments: argparse.Namespace) -> Report:
    with PipelineRun(arguments.build, arguments.set) as pipeline:
        turns = pipeline.convert(arguments.conversations)
        pipeline.publish(turns)
        pipeline.consolidate_all(sorted({turn["agent_id"] for turn in turns}))
        return measure(lengths_of(pipeline.changes("insight"), turns))
