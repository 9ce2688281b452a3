"""What pass 1 drops, and how many questions lose their evidence by it.

A message is one side of a turn. Both sides of a turn are one item, which makes one insight or none, and an insight quotes
the best one or two sentences of both. So a message counts as dropped if no insight of its turn quotes its side: pass 1
dropped the item, or kept it for the other side alone. The share of items that pass 1 dropped whole is shown as well.

A question is answerable if units of the messages (sentences, or two short neighbours) hold its answer: 80 % of the words
in one unit for category 4, in four for category 1, with a word of the question. It is lost if the units of the messages that
were kept do not. A stricter count is shown as well: questions of category 1 to 4 of which all evidence was dropped.

Without a model, pass 2 makes no insight of what pass 1 keeps if no sentence is worth one. So there are two runs: one in which all that
pass 1 keeps makes an insight (its figures have goals), and one as set, for both passes.
"""

import argparse
from pathlib import Path

from evaluation import locomo
from evaluation.coverage import LINES_OF, covers, stems
from evaluation.kept import Fate, fates_of, sides_of, summaries_of
from evaluation.locomo import ANSWERABLE, Message
from evaluation.pipeline_run import PipelineRun
from evaluation.report import Report
from evaluation.units import units_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("conversations", type=Path, metavar="FILE")


def fates(run: PipelineRun, turns: list[dict]) -> dict[Message, Fate]:
    """The fate of each message, once all turns are published and consolidated."""
    summaries = summaries_of(run.changes("insight"))
    return {Message(turn["agent_id"], dia_id): fate for turn in turns
            for dia_id, fate in zip(turn["dia_ids"], fates_of(sides_of(turn), summaries), strict=True)}


def answerable(conversations: locomo.Conversations, units: dict[Message, list[str]]) -> set[int]:
    """The questions, by their place, that these units answer."""
    lines: dict[str, list[set[str]]] = {name: [] for name in conversations.names}
    for message, texts in units.items():
        speaker = conversations.speakers[message]
        lines[message.conversation] += [stems(f"{speaker}: {text}") for text in texts]
    return {place for place, asked in enumerate(conversations.questions)
            if asked.category in LINES_OF and stems(asked.answer)
            and covers(lines[asked.conversation], stems(asked.answer), stems(asked.question), LINES_OF[asked.category])}


def measure(of: dict[Message, Fate], conversations: locomo.Conversations, units: dict[Message, list[str]]) -> Report:
    dropped = {message for message, fate in of.items() if fate is not Fate.QUOTED}
    whole = {message for message, fate in of.items() if fate is Fate.DROPPED}
    evidence = {message for question in conversations.questions for message in question.evidence}
    asked = [question for question in conversations.questions if question.category in ANSWERABLE and question.evidence]
    report = Report()
    report.add("messages dropped", len(dropped), len(of), ("≥", .36))
    report.add("evidence messages dropped", len(dropped & evidence), len(evidence), ("≤", .10))
    before = answerable(conversations, units)
    after = answerable(conversations, {message: texts for message, texts in units.items() if message not in dropped})
    for category, goal in ((4, ("≤", .03)), (1, ("≤", .03))):
        of_category = {place for place, asked in enumerate(conversations.questions) if asked.category == category}
        report.add(f"answerable questions of category {category} fewer", len(before & of_category) - len(after & of_category),
                   len(before & of_category), goal)
    report.add("answerable questions lost", len(before - after), len(before))
    report.add("questions without any evidence left", sum(dropped.issuperset(question.evidence) for question in asked),
               len(asked))
    report.add("messages whose item was dropped whole", len(whole), len(of))
    report.add("evidence messages whose item was dropped whole", len(whole & evidence), len(evidence))
    report.add("questions without evidence left if whole items count", sum(whole.issuperset(question.evidence) for question in asked),
               len(asked))
    return report


ALL_OF_PASS_1 = "memory.consolidation.insight_worth_min=0"
BOTH_PASSES = ("messages dropped", "evidence messages dropped", "answerable questions of category 4 fewer",
               "answerable questions of category 1 fewer", "answerable questions lost", "questions without any evidence left")


def measure_run(arguments: argparse.Namespace, conversations: locomo.Conversations, settings: list[str]) -> Report:
    with PipelineRun(arguments.build, settings) as pipeline:
        turns = pipeline.convert(arguments.conversations)
        pipeline.publish(turns)
        pipeline.consolidate_all(conversations.names)
        return measure(fates(pipeline, turns), conversations, units_of(arguments.build, arguments.conversations))


def run(arguments: argparse.Namespace) -> Report:
    conversations = locomo.load(arguments.conversations)
    report = measure_run(arguments, conversations, [*arguments.set, ALL_OF_PASS_1])
    both = measure_run(arguments, conversations, arguments.set)
    for figure in both.figures:
        if figure.name in BOTH_PASSES:
            report.add(f"by both passes: {figure.name}", figure.part, figure.whole)
    return report
