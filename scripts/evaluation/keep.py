"""What pass 1 drops, and how many questions lose their evidence by it.

A message is one side of a turn. Both sides of a turn are one item, which makes one insight or none, and an insight quotes
the best one or two sentences of both. So a message counts as dropped if no insight of its turn quotes its side: pass 1
dropped the item, or kept it for the other side alone. The share of items that pass 1 dropped whole is shown as well.

A question is lost if all messages of its evidence were dropped; questions of category 5 have no answer and do not count.
"""

import argparse
from pathlib import Path

from evaluation import locomo
from evaluation.kept import Fate, fate_of, sides_of, summaries_of
from evaluation.locomo import ANSWERABLE, Message
from evaluation.pipeline_run import PipelineRun
from evaluation.report import Report


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("conversations", type=Path, metavar="FILE")


def fates(run: PipelineRun, turns: list[dict]) -> dict[Message, Fate]:
    """The fate of each message, once all turns are published and consolidated."""
    summaries = summaries_of(run.changes("insight"))
    return {Message(turn["agent_id"], dia_id): fate_of(side, summaries)
            for turn in turns for dia_id, side in zip(turn["dia_ids"], sides_of(turn), strict=True)}


def measure(of: dict[Message, Fate], conversations: locomo.Conversations) -> Report:
    dropped = {message for message, fate in of.items() if fate is not Fate.QUOTED}
    whole = {message for message, fate in of.items() if fate is Fate.DROPPED}
    evidence = {message for question in conversations.questions for message in question.evidence}
    asked = [question for question in conversations.questions if question.category in ANSWERABLE and question.evidence]
    report = Report()
    report.add("messages dropped", len(dropped), len(of), ("≥", .36))
    report.add("evidence messages dropped", len(dropped & evidence), len(evidence), ("≤", .10))
    report.add("answerable questions lost", sum(dropped.issuperset(question.evidence) for question in asked), len(asked),
               ("≤", .03))
    report.add("messages whose item was dropped whole", len(whole), len(of))
    report.add("evidence messages whose item was dropped whole", len(whole & evidence), len(evidence))
    report.add("answerable questions lost with whole items", sum(whole.issuperset(question.evidence) for question in asked),
               len(asked))
    return report


def run(arguments: argparse.Namespace) -> Report:
    conversations = locomo.load(arguments.conversations)
    with PipelineRun(arguments.build, arguments.set) as pipeline:
        turns = pipeline.convert(arguments.conversations)
        pipeline.publish(turns)
        pipeline.consolidate_all(conversations.names)
        return measure(fates(pipeline, turns), conversations)
