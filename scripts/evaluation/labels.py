"""Decisions of the stage against the labels of tests/labelled/keep.tsv.

The rows with a text become turns of a persona that has heard the first conversation of FILE before, each turn in a session
of its own; the rows without a text are messages of the conversations. A row counts as kept if an insight says it, as in
`keep`. Without --locomo only the rows with a text are scored, and the persona has heard nothing before. Locked and held
rows are not scored; with --locked or --held those are, and no others.
"""

import argparse
import hashlib
from collections import Counter
from datetime import datetime, timedelta, timezone
from pathlib import Path

from evaluation import locomo
from evaluation.keep import fates
from evaluation.kept import Fate, summaries_of
from evaluation.label_rows import Row, read_rows, turn_of
from evaluation.locomo import Message
from evaluation.pipeline_run import PipelineRun, RunFailed
from evaluation.report import Report

LABELS = Path(__file__).resolve().parents[2] / "tests" / "labelled" / "keep.tsv"
PERSONA = "labels"
START = datetime(2024, 6, 3, 9, tzinfo=timezone.utc)
DIGEST_CHARACTERS = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--locomo", type=Path, metavar="FILE", help="the conversations that rows without a text name")
    parser.add_argument("--labels", type=Path, default=LABELS, metavar="FILE", help="the labelled rows")
    split = parser.add_mutually_exclusive_group()
    for name in ("locked", "held"):
        split.add_argument(f"--{name}", dest="split", action="store_const", const=name, default="open",
                           help=f"score the {name} rows, and only them")
    parser.add_argument("--rows", action="store_true", help="name the rows that the stage decides otherwise")


def own_decisions(pipeline: PipelineRun, rows: list[Row], heard_before: list[dict]) -> dict[str, bool]:
    """Row id → whether it was kept. All rows are said, in the order of the file, because some repeat earlier ones."""
    turns = {row.id: turn_of(row, PERSONA, START + timedelta(minutes=place), place) for place, row in enumerate(rows)}
    pipeline.publish([*(turn | {"agent_id": PERSONA} for turn in heard_before), *turns.values()])
    pipeline.consolidate_all([PERSONA])
    kept = summaries_of(pipeline.changes("insight"))
    return {row_id: turn["turn_id"] in kept for row_id, turn in turns.items()}


def message_of(row: Row, conversations: locomo.Conversations) -> Message:
    message = Message(row.fields["conversation"], row.fields["dia_id"])
    digest = hashlib.sha256(conversations.messages.get(message, "").encode()).hexdigest()
    if digest[:DIGEST_CHARACTERS] != row.fields["sha256"]:
        raise RunFailed(f"row {row.id} names a message that the file of conversations does not have")
    return message


def measure(rows: list[Row], decided: dict[str, bool], name_rows: bool) -> Report:
    """Figures over all rows, and over those of each source and item type."""
    report = Report()
    report.add("right", sum(decided[row.id] == row.keep for row in rows), len(rows))
    keep = [row for row in rows if row.keep]
    ephemeral = [row for row in rows if not row.keep]
    report.add("rows to keep that were kept", sum(decided[row.id] for row in keep), len(keep))
    report.add("ephemeral rows that were dropped", sum(not decided[row.id] for row in ephemeral), len(ephemeral))
    groups = Counter((row.source, row.item_type) for row in rows)
    for source, item_type in sorted(groups):
        right = sum(decided[row.id] == row.keep for row in rows if (row.source, row.item_type) == (source, item_type))
        report.add(f"right, {source} {item_type}", right, groups[source, item_type])
    if name_rows:
        report.notes = [f"{row.id} {'dropped' if row.keep else 'kept'}: {row.reason}  {row.text}".rstrip()
                        for row in rows if decided[row.id] != row.keep]
    return report


def run(arguments: argparse.Namespace) -> Report:
    rows = read_rows(arguments.labels)
    own = [row for row in rows if row.text]
    named = [row for row in rows if not row.text]
    heard: list[dict] = []
    decided: dict[str, bool] = {}
    if arguments.locomo:
        conversations = locomo.load(arguments.locomo)
        with PipelineRun(arguments.build, arguments.set) as pipeline:
            turns = pipeline.convert(arguments.locomo)
            pipeline.publish(turns)
            pipeline.consolidate_all(conversations.names)
            of = fates(pipeline, turns)
        decided = {row.id: of[message_of(row, conversations)] is Fate.QUOTED for row in named}
        heard = [turn for turn in turns if turn["agent_id"] == conversations.names[0]]
    for source in sorted({row.source for row in own}):
        with PipelineRun(arguments.build, arguments.set) as pipeline:
            decided |= own_decisions(pipeline, [row for row in own if row.source == source], heard)
    scored = [row for row in rows if row.id in decided and row.split == arguments.split]
    return measure(scored, decided, arguments.rows)
