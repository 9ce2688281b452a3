"""What the rules understand, against the labels of tests/labelled.

Five sets: instructions (standing instructions and corrections), changes (what a later text does to an earlier one),
sentences (drawn from the conversations of --locomo), turns and sequences (turns of agents, and several in a row). Each row is
said to a persona of its own, and each set is one run. Locked rows are not scored; with --locked those are, and no others.
docs/evaluation.md says what the figures mean.
"""

import argparse
from pathlib import Path

from evaluation import understanding_changes, understanding_instructions, understanding_sentences, understanding_turns
from evaluation.pipeline_run import PipelineRun
from evaluation.report import Report
from evaluation.understanding_rows import read_changes, read_instructions, read_sentences
from evaluation.understanding_turn_rows import read_scenes

LABELS = Path(__file__).resolve().parents[2] / "tests" / "labelled"
FILES = {"instructions": "instructions.tsv", "changes": "changes.tsv", "sentences": "sentences.tsv", "turns": "turns.jsonl",
         "sequences": "sequences.jsonl"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--locomo", type=Path, metavar="FILE", help="the conversations that the rows of sentences name")
    parser.add_argument("--only", choices=FILES, metavar="SET", help=f"one set: {', '.join(FILES)}")
    parser.add_argument("--labels", type=Path, default=LABELS, metavar="FOLDER", help="the folder of the labelled rows")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--locked", action="store_true", help="score the locked rows, and only them")
    shown.add_argument("--show", action="store_true", help="add the figures of each category, and name the wrong rows")


def measure(name: str, pipeline: PipelineRun, file: Path, arguments: argparse.Namespace) -> Report:
    if name == "instructions":
        return understanding_instructions.run(pipeline, read_instructions(file), arguments.show)
    if name == "changes":
        return understanding_changes.run(pipeline, read_changes(file), arguments.show)
    if name == "sentences":
        return understanding_sentences.run(pipeline, read_sentences(file), arguments.locomo, arguments.show)
    return understanding_turns.run(pipeline, read_scenes(file), arguments.show)


def run(arguments: argparse.Namespace) -> Report:
    if arguments.only == "sentences" and not arguments.locomo:
        raise ValueError("the rows of sentences need the conversations; name them with --locomo")
    folder = arguments.labels / "locked" if arguments.locked else arguments.labels
    report = Report()
    for name in [arguments.only] if arguments.only else FILES:
        if name == "sentences" and not arguments.locomo:
            report.notes.append("sentences: not measured, because --locomo names no conversations")
            continue
        with PipelineRun(arguments.build, arguments.set) as pipeline:
            part = measure(name, pipeline, folder / FILES[name], arguments)
        report.figures += [figure._replace(name=f"{name}: {figure.name}") for figure in part.figures]
        report.notes += [f"{name}: {note}" for note in part.notes]
    return report
