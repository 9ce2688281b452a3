"""Set `changes`: what a second text, said three weeks later, does to what the persona knows from the first.

The effect is seen in facts and stated patterns: `supersedes` if one of the first text has a successor or another polarity,
`ends` if one is no longer current or is gone, `none` if the second text changes none at all, `coexists` if there are more than
before, else `same`. It is `nothing` if the first text gave none and the second does: that is as labelled for no row.
"""

from datetime import timedelta
from typing import NamedTuple

from evaluation.pipeline_run import PipelineRun
from evaluation.report import Report
from evaluation.understanding_memories import CLAIMS, Memories, Memory, State
from evaluation.understanding_rows import EFFECTS, START, ChangeRow, said

APART = timedelta(days=21)
GOAL_RIGHT = .75
CLOSING = ("supersedes", "ends")


class Outcome(NamedTuple):
    row: ChangeRow
    effect: str          # one of EFFECTS, or `nothing`
    known: tuple[str, ...]  # the texts of what the first text gave
    later: tuple[str, ...]  # the texts of what is current after the second

    @property
    def right(self) -> bool:
        return self.effect == self.row.expected and (bool(self.known) or self.row.expected == "none")

    @property
    def wrongly_closed(self) -> bool:
        return self.effect in CLOSING and self.row.expected not in CLOSING


def successor(before: Memory, after: Memory | None) -> bool:
    """Whether another one, or its opposite, has taken its place."""
    if after is None or not before.current:
        return False
    superseded = not after.current and after.value.get("superseded_by") is not None
    return superseded or before.value.get("polarity") != after.value.get("polarity")


def effect_of(before: State, after: State, touched: bool) -> str:
    """`before` and `after` have facts and stated patterns alone; `touched`: whether the second text changed any of them."""
    if any(successor(memory, after.get(key)) for key, memory in before.items()):
        return "supersedes"
    if any(memory.current and (key not in after or not after[key].current) for key, memory in before.items()):
        return "ends"
    if not touched:
        return "none"
    if not before:
        return "nothing"
    return "coexists" if len(after) > len(before) else "same"


def outcome(row: ChangeRow, memories: Memories, persona: str, turns: tuple[str, str]) -> Outcome:
    before, after = ({key: memory for key, memory in memories.after(persona, turn).items() if memory.sort in CLAIMS}
                     for turn in turns)
    touched = any(key in before or key in after for key in memories.touched(persona, turns[1]))
    return Outcome(row, effect_of(before, after, touched), tuple(memory.text for memory in before.values()),
                   tuple(memory.text for memory in after.values() if memory.current))


def shown(result: Outcome) -> str:
    row = result.row
    return (f"line {row.number}, {row.category}: {row.first!r} / {row.second!r}: labelled {row.expected}, was {result.effect}; "
            f"known {list(result.known)}, current later {list(result.later)}")


def measure(results: list[Outcome], show: bool) -> Report:
    report = Report()
    report.add("effect as labelled", sum(result.right for result in results), len(results), ("≥", GOAL_RIGHT))
    to_stay = [result for result in results if result.row.expected not in CLOSING]
    report.add("something of the first text wrongly ended", sum(result.wrongly_closed for result in to_stay), len(to_stay),
               ("≤", 0))
    report.add("first text gave nothing", sum(not result.known for result in results), len(results))
    for effect in EFFECTS:
        of_effect = [result.right for result in results if result.row.expected == effect]
        report.add(f"labelled {effect}: effect as labelled", sum(of_effect), len(of_effect))
    if show:
        report.add_groups("effect as labelled", [(result.row.category, result.right) for result in results])
        report.notes += [("wrongly ended: " if result.wrongly_closed else "") + shown(result) for result in results
                         if not result.right]
    return report


def run(pipeline: PipelineRun, rows: list[ChangeRow], show: bool) -> Report:
    firsts = [said(f"change-{row.number}", "first", row.first, START + timedelta(minutes=place), place)
              for place, row in enumerate(rows)]
    seconds = [said(f"change-{row.number}", "second", row.second, START + APART + timedelta(minutes=place), place)
               for place, row in enumerate(rows)]
    pipeline.publish([*firsts, *seconds])
    memories = Memories.of_run(pipeline)
    return measure([outcome(row, memories, first["agent_id"], (first["turn_id"], second["turn_id"]))
                    for row, first, second in zip(rows, firsts, seconds, strict=True)], show)
