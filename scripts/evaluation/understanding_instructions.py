"""Set `instructions`: the standing instructions and corrections that one text gives.

A pattern of type instruction is a labelled one if it has 70 % of its content words and half of its own words are in it.
A correction is found if that holds of an instruction, a correction or a fact, whose evidence may have the words as well;
the persona knew nothing before, so that nothing need be superseded.
"""

from datetime import timedelta
from typing import NamedTuple

from evaluation.pipeline_run import PipelineRun
from evaluation.report import Report
from evaluation.understanding_memories import Memories, Memory
from evaluation.understanding_rows import START, InstructionRow, Wanted, said
from evaluation.understanding_words import content_words, share_in

COVERED = .7
COVERED_BACK = .5
CORRECTING = ("instruction", "correction", "change", "fact")
GOAL_FOUND = .7
GOAL_RIGHT = .9


class Found(NamedTuple):
    """What a row gave: which of its labelled ones were found, and each emitted instruction with whether it is a labelled one."""

    row: InstructionRow
    wanted: tuple[bool, ...]
    emitted: tuple[tuple[str, bool], ...]

    @property
    def right(self) -> bool:
        return all(self.wanted) and all(labelled for _, labelled in self.emitted)


def is_wanted(memory: Memory, wanted: Wanted) -> bool:
    label, text = content_words(wanted.text), content_words(memory.text)
    shown = text | content_words(memory.evidence) if wanted.kind == "correction" and memory.evidence else text
    return share_in(label, shown) >= COVERED and share_in(text, label) >= COVERED_BACK


def finds(memories: list[Memory], wanted: Wanted) -> bool:
    sorts = ("instruction",) if wanted.kind == "instruction" else CORRECTING
    return any(memory.sort in sorts and memory.current and is_wanted(memory, wanted) for memory in memories)


def judged(row: InstructionRow, memories: list[Memory]) -> Found:
    emitted = [memory for memory in memories if memory.sort == "instruction"]
    return Found(row, tuple(finds(memories, wanted) for wanted in row.wanted),
                 tuple((memory.text, any(is_wanted(memory, wanted) for wanted in row.wanted)) for memory in emitted))


def shown(found: Found) -> str:
    missed = [f"missed {wanted.kind} | {wanted.text}" for wanted, there in zip(found.row.wanted, found.wanted, strict=True)
              if not there]
    wrong = [f"wrong {text!r}" for text, labelled in found.emitted if not labelled]
    return f"line {found.row.number}, {found.row.category}: {found.row.text!r}: {'; '.join(missed + wrong)}"


def measure(results: list[Found], show: bool) -> Report:
    report = Report()
    there = [(wanted.kind, found) for result in results for wanted, found in zip(result.row.wanted, result.wanted, strict=True)]
    emitted = [labelled for result in results for _, labelled in result.emitted]
    report.add("instructions and corrections found", sum(found for _, found in there), len(there), ("≥", GOAL_FOUND))
    for kind in ("instruction", "correction"):
        report.add(f"{kind}s found", sum(found for one, found in there if one == kind), sum(one == kind for one, _ in there))
    if emitted:
        report.add("emitted instructions that are labelled ones", sum(emitted), len(emitted), ("≥", GOAL_RIGHT))
    else:
        report.notes.append("none emitted, so that there is no precision")
    none = [result for result in results if not result.row.wanted]
    report.add("rows without an instruction that gave one", sum(bool(result.emitted) for result in none), len(none))
    if show:
        report.add_groups("rows right", [(result.row.category, result.right) for result in results])
        report.notes += [shown(result) for result in results if not result.right]
    return report


def run(pipeline: PipelineRun, rows: list[InstructionRow], show: bool) -> Report:
    personas = {row: f"instruction-{row.number}" for row in rows}
    pipeline.publish([said(persona, "said", row.text, START + timedelta(minutes=place), place)
                      for place, (row, persona) in enumerate(personas.items())])
    memories = Memories.of_run(pipeline)
    return measure([judged(row, list(memories.at_end(persona).values())) for row, persona in personas.items()], show)
