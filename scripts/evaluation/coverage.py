"""How many questions the daily lines, or the notes, answer.

A line covers a question of category 4 if 80 % of the words of the answer stand in it, with a word of the question; a
question of category 1 may take four lines. Words count without stop words, by their first five letters.
"""

import argparse
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from evaluation import locomo
from evaluation.judge import apply
from evaluation.pipeline_run import PipelineRun
from evaluation.report import Report

STOP_WORDS = frozenset(
    "a an the and or of to in on at for with by from as is was are were be been his her their its it he she they them him that "
    "this these those not no yes do does did has have had will would can could about into than then so very more most some any "
    "all one".split())
STEM = 5
LINES_OF = {4: 1, 1: 4}  # category: the lines that may hold the answer together


class Measured(NamedTuple):
    """What is measured. `goals`: the least share of questions by category; `words_max`: words of a line on average."""

    line: str
    goals: dict[int, float]
    words_max: float | None = None


DAILY = Measured("line", {4: .50, 1: .38})
NOTES = Measured("note", {4: .59, 1: .45}, 18)
OF = {"daily": DAILY, "notes": NOTES}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("conversations", type=Path, metavar="FILE")
    parser.add_argument("--of", choices=OF, default="daily", help="daily lines, or notes of record (daily)")


def stems(text: str) -> set[str]:
    words = re.findall(r"[a-z0-9]+", text.lower())
    return {word[:STEM] for word in words if word not in STOP_WORDS}


def covers(lines: list[set[str]], answer: set[str], question: set[str], together: int) -> bool:
    """Whether the best `together` lines hold the answer, and any line a word of it with one of the question."""
    best = sorted(lines, key=lambda line: -len(answer & line))[:together]
    found = set().union(*best)
    return len(answer & found) >= .8 * len(answer) and any(answer & line and question - answer & line for line in lines)


def daily_lines(changes: Iterable[dict]) -> dict[tuple[str, str], list[str]]:
    """The lines by conversation and session."""
    lines: dict[tuple[str, str], list[str]] = {}
    for change in changes:
        if change["op"] == "put":
            value = change["value"]
            lines.setdefault((value["persona_id"], value["session_id"]), []).extend(value["lines"])
    return lines


def note_lines(changes: Iterable[dict]) -> dict[tuple[str, str], list[str]]:
    """The notes that are left, each behind its speaker's name, by conversation and session."""
    lines: dict[tuple[str, str], list[str]] = {}
    for note in apply(changes):
        lines.setdefault((note["persona_id"], note["session_id"]), []).append(f"{note['speaker']}: {note['text']}")
    return lines


def measure(lines: dict[tuple[str, str], list[str]], conversations: locomo.Conversations, of: Measured = DAILY) -> Report:
    of_conversation = {name: [stems(line) for (owner, _), said in lines.items() if owner == name for line in said]
                       for name in conversations.names}
    report = Report()
    for category, goal in of.goals.items():
        asked = [question for question in conversations.questions
                 if question.category == category and stems(question.answer)]
        covered = sum(covers(of_conversation[question.conversation], stems(question.answer), stems(question.question),
                             LINES_OF[category]) for question in asked)
        report.add(f"questions of category {category} covered", covered, len(asked), ("≥", goal))
    every = [line for said in lines.values() for line in said]
    report.add(f"{of.line}s a session", len(every), conversations.sessions, ("≤", 8), f"{of.line}s")
    report.add(f"sessions with more than 8 {of.line}s", sum(len(said) > 8 for said in lines.values()), conversations.sessions)
    report.add(f"words a {of.line}", sum(len(line.split()) for line in every), len(every),
               ("≤", of.words_max) if of.words_max else None, "words")
    return report


def run(arguments: argparse.Namespace) -> Report:
    conversations = locomo.load(arguments.conversations)
    with PipelineRun(arguments.build, arguments.set) as pipeline:
        pipeline.publish(pipeline.convert(arguments.conversations))
        if arguments.of == "notes":
            return measure(note_lines(pipeline.changes("note", "semantic")), conversations, NOTES)
        pipeline.flush_all(conversations.names)
        return measure(daily_lines(pipeline.changes("daily")), conversations)
