"""A random sample of what memory has, each memory beside what it rests on, for a reader to judge.

Draws insights, facts of topics and daily lines (4 : 3 : 3) that exist at the end, or with --kind equal numbers of the kinds
that it names, and prints them as a numbered list. Below
each stand the turns that it was drawn from and the message before them. docs/evaluation.md says what is right. Equal input
and an equal seed give the same list.
"""

import argparse
import random
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from evaluation import locomo
from evaluation.kept import sides_of
from evaluation.patches import grown
from evaluation.pipeline_run import PipelineRun
from evaluation.report import Report

SHARES = {"insight": 4, "topic fact": 3, "daily line": 3}  # of ten
# Kinds of --kind: the stage that makes them and the kind of its changes. The others of pattern are types of patterns.
STAGES = {"fact": ("semantic", "fact"), "note": ("semantic", "note"), "instruction": ("pattern", "pattern"),
          "preference": ("pattern", "pattern"), "topic": ("pattern", "pattern"), "time": ("pattern", "pattern")}
SEED_MAX = 2**31
SOURCES_SHOWN = 3


class Memory(NamedTuple):
    kind: str
    persona: str
    text: str
    turns: tuple[str, ...]  # turn ids, the oldest first
    sentence: str = ""  # of a fact the sentence that made it, of a note the question that it answers


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("conversations", type=Path, metavar="FILE")
    parser.add_argument("--count", type=int, default=100, help="how many to draw (100)")
    parser.add_argument("--kind", action="append", choices=STAGES, help="draw these kinds instead, repeatable")
    parser.add_argument("--seed", type=int, help="what the draw depends on; default: any, and it is printed")


def apply(changes: Iterable[dict]) -> list[dict]:
    """The values that exist after these changes of one kind, in the order in which they were put."""
    values: dict[str, dict] = {}
    for change in changes:
        if change["op"] == "delete":
            values.pop(change["id"], None)
        else:
            value = values.get(change["id"], {}) | change["value"]
            values[change["id"]] = value | grown(value, change)
    return list(values.values())


def turns_of(sources: list[dict]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(source["turn_id"] for source in sources))


def memories_of_kind(kind: str, values: list[dict]) -> list[Memory]:
    """`values`: of the changes of this kind, or of all patterns."""
    if STAGES[kind][1] == "pattern":
        values = [value for value in values if value["type"] == kind]
    return [Memory(kind, value["persona_id"], f"{value['speaker']}: {value['text']}" if kind == "note" else value["text"],
                   turns_of(value["sources"]), quoted_with(value)) for value in values]


def quoted_with(value: dict) -> str:
    """What is shown with the memory: its sentence, or the question and the sentence before it."""
    return value.get("evidence") or " … ".join(value[name] for name in ("reply_to", "before") if value.get(name))


def memories(insights: list[dict], topics: list[dict], entries: list[dict]) -> list[Memory]:
    turns = turns_of
    found = [Memory("insight", value["persona_id"], value["summary"], turns(value["sources"])) for value in insights
             if value["type"] == "extracted"]
    found += [Memory("topic fact", value["persona_id"], fact["text"], turns(fact["sources"])) for value in topics
              for fact in value["facts"]]
    return found + [Memory("daily line", entry["persona_id"], line, turns(entry["sources"])) for entry in entries
                    for line in entry["lines"]]


def draw(found: list[Memory], count: int, seed: int, shares: dict[str, int] = SHARES) -> list[Memory]:
    """Of each kind its share, or all that there are, in random order."""
    chance = random.Random(seed)
    drawn: list[Memory] = []
    for kind, share in shares.items():
        # The order of personas in the topic depends on when their records were processed.
        of_kind = sorted(memory for memory in found if memory.kind == kind)
        drawn += chance.sample(of_kind, min(len(of_kind), count * share // sum(shares.values())))
    return drawn


class Turns:
    """The turns by id, each with what was said before it in its session."""

    def __init__(self, turns: list[dict]):
        self.of = {turn["turn_id"]: turn for turn in turns}
        self.before: dict[str, dict] = {}
        newest: dict[tuple[str, str], dict] = {}
        for turn in turns:
            session = turn["agent_id"], turn["session_id"]
            if session in newest:
                self.before[turn["turn_id"]] = newest[session]
            newest[session] = turn

    def said(self, turn: dict) -> list[str]:
        data = turn["turn_data"]
        texts = [text for text in (data["user_input"], data["assistant_response"]) if text]
        return [f"{side.speaker}: {text}" for side, text in zip(sides_of(turn), texts, strict=True)]

    def of_memory(self, memory: Memory) -> list[dict]:
        """The turns of the memory; of a daily line, which rests on all turns of its window, the one that says it."""
        turns = [self.of[turn_id] for turn_id in memory.turns]
        if memory.kind != "daily line":
            return turns[-SOURCES_SHOWN:]
        quoted = memory.text.partition(": ")[2]
        parts = [part for part in quoted.split(" … ") if part]
        return [turn for turn in turns if any(part in text for part in parts for text in self.said(turn))][:1]

    def lines(self, memory: Memory) -> list[str]:
        lines = []
        for turn in self.of_memory(memory):
            lines.append(f"    {turn['timestamp'][:16]} {turn['session_id']}")
            before = self.before.get(turn["turn_id"])
            lines += [f"      before | {text}" for text in self.said(before)[-1:]] if before else []
            lines += [f"      turn   | {text}" for text in self.said(turn)]
        return lines


def shown(number: int, memory: Memory, turns: Turns) -> str:
    sentence = [f"    “ {memory.sentence}"] if memory.sentence else []
    return "\n".join([f"\n{number}. {memory.kind} of {memory.persona}", f"    » {memory.text}", *sentence, *turns.lines(memory)])


def run(arguments: argparse.Namespace) -> Report:
    conversations = locomo.load(arguments.conversations)
    with PipelineRun(arguments.build, arguments.set) as pipeline:
        turns = pipeline.convert(arguments.conversations)
        pipeline.publish(turns)
        if arguments.kind:
            shares = dict.fromkeys(arguments.kind, 1)
            found = [memory for kind in shares for memory in
                     memories_of_kind(kind, apply(pipeline.changes(STAGES[kind][1], STAGES[kind][0])))]
        else:
            shares = SHARES
            pipeline.finish_all(conversations.names)
            found = memories(*(apply(pipeline.changes(kind)) for kind in ("insight", "topic", "daily")))
    seed = random.SystemRandom().randrange(SEED_MAX) if arguments.seed is None else arguments.seed
    drawn = draw(found, arguments.count, seed, shares)
    report = Report()
    for kind in shares:
        report.add(f"{kind}s drawn", sum(memory.kind == kind for memory in drawn),
                   sum(memory.kind == kind for memory in found))
    of_turns = Turns(turns)
    report.notes = [f"seed {seed}", *(shown(number, memory, of_turns) for number, memory in enumerate(drawn, 1))]
    return report
