"""Whether the topics agree with each other: completions with the log, and the sums of working memory.

Runs turns of FILE, or generated ones, with sweeps and forget commands between them, and then reads topics alone, as any
consumer could. Each stage must have one final part for each record of the log. The passes of a persona must add up to its
statistics, and what came in, less what passes handled and commands removed, to what waits.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from evaluation.pipeline_run import PipelineRun
from evaluation.report import Report

STAGES = ("episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle")
PARTS = ("deleted", "extracted", "merged", "gone")


class Position(NamedTuple):
    partition: int
    offset: int


class Topics(NamedTuple):
    """What the measure reads: positions of the log, the forget commands in it, completions by stage, events of passes."""

    log: list[Position]
    forgets: set[str]
    completions: dict[str, list[dict]]
    passes: list[dict]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("conversations", type=Path, metavar="FILE", nargs="?", help="conversations; without it, generated turns")
    parser.add_argument("--turns", type=int, default=600, help="how many turns to generate (600)")


def run_turns(pipeline: PipelineRun, turns: list[dict]) -> None:
    """Half of the turns, passes until nothing waits, the rest; then two sessions are forgotten, one of what passes had
    handled and one of what waits, and one more pass runs for each second persona."""
    personas = sorted({turn["agent_id"] for turn in turns})
    middle = len(turns) // 2
    pipeline.publish(turns[:middle])
    pipeline.consolidate_all(sorted({turn["agent_id"] for turn in turns[:middle]}))
    pipeline.publish(turns[middle:])
    for turn in (turns[0], turns[-1]):
        pipeline.forget_session(turn["agent_id"], turn["session_id"])
    pipeline.sweep(personas[::2], "consolidate")


def read(pipeline: PipelineRun) -> Topics:
    log = pipeline.records("log")
    commands = [record for record in log if record["headers"]["kind"] == "command"]
    forgets = {record["headers"]["trace_id"] for record in commands if '"kind":"forget"' in record["value"]}
    completions = {stage: pipeline.values(f"completions.{stage}") for stage in STAGES}
    passes = [event for event in pipeline.values("consolidation") if event["type"] == "pass"]
    return Topics([Position(record["partition"], record["offset"]) for record in log], forgets, completions, passes)


def add_completions(report: Report, topics: Topics) -> None:
    log = set(topics.log)
    for stage, records in topics.completions.items():
        ends = Counter(Position(**record["log"]) for record in records if record["last"])
        once = sum(ends[position] == 1 for position in log)
        report.add(f"records of the log with one completion of {stage}", once, len(log | set(ends)), ("≥", 1))


def new_items(completions: Iterable[dict]) -> Counter:
    """By persona: items that episodic put for the first time, which is said by their turn and their time."""
    counts: Counter = Counter()
    for record in completions:
        for change in record["changes"]:
            value = change.get("value", {})
            if (change["op"], change["kind"]) == ("put", "memory") and value["recorded_at"] == record["timestamp"]:
                counts[record["persona_id"]] += value["provenance"]["turn_id"] == record["turn_id"]
    return counts


def forgotten_entries(completions: Iterable[dict], forgets: set[str]) -> Counter:
    """By persona: entries of working memory that no pass had handled when a command removed them."""
    counts: Counter = Counter()
    waits: set[str] = set()
    for record in completions:
        for change in record["changes"]:
            if change["kind"] != "working":
                continue
            if change["op"] == "delete" and record["cause"]["id"] in forgets:
                counts[record["persona_id"]] += change["id"] in waits
            if change["op"] == "put":
                waits.add(change["id"])
            elif change["op"] == "delete" or change["value"].get("consolidated"):
                waits.discard(change["id"])
    return counts


def statistics(completions: Iterable[dict]) -> dict[str, dict]:
    """The newest statistics of working memory, by persona."""
    return {record["persona_id"]: change["value"] for record in completions for change in record["changes"]
            if change["kind"] == "stats" and change["id"] == "working_memory" and change["op"] == "put"}


def add_sums(report: Report, topics: Topics) -> None:
    consolidation = topics.completions["consolidation"]
    processed: Counter = Counter()
    right = 0
    for event in topics.passes:
        processed[event["persona_id"]] += event["processed"]
        right += event["processed"] == sum(event[part] for part in PARTS)
    report.add("passes whose parts add up", right, len(topics.passes), ("≥", 1))
    came, forgotten = new_items(topics.completions["episodic"]), forgotten_entries(consolidation, topics.forgets)
    newest = statistics(consolidation)
    totals = waiting = 0
    for persona in came:
        stats = newest.get(persona, defaultdict(int))
        totals += stats["total_consolidated"] == processed[persona]
        waiting += stats["working_memory_count"] == came[persona] - processed[persona] - forgotten[persona]
    report.add("personas whose total_consolidated is the sum of their passes", totals, len(came), ("≥", 1))
    report.add("personas whose count of waiting entries follows", waiting, len(came), ("≥", 1))
    report.add("new items that passes handled", sum(processed.values()), sum(came.values()))
    report.add("new items that were forgotten while they waited", sum(forgotten.values()), sum(came.values()))


def measure(topics: Topics) -> Report:
    report = Report()
    add_completions(report, topics)
    add_sums(report, topics)
    return report


def run(arguments: argparse.Namespace) -> Report:
    with PipelineRun(arguments.build, arguments.set) as pipeline:
        given = arguments.conversations
        turns = pipeline.convert(given) if given else pipeline.generate(arguments.turns)
        run_turns(pipeline, turns)
        return measure(read(pipeline))
