"""Set `changes`: what a second text, said three weeks later, does to what the persona knows from the first.

There are two figures. **What is known** are facts, stated patterns and notes: `supersedes` if one of the first text has ended and
has a successor, or has another polarity; `ends` if one is no longer current or is gone; `same` if one has another source. Else
the first text is untouched: that is `coexists` if the second text gave any of the three, and `none` if it gave no fact or stated
pattern, so that a plan which only a note keeps is right for both labels.

The **strict** figure looks at facts and stated patterns alone, and at each change of them: `none` if the second text changes none at
all, `coexists` if there are more than before, else `same`. It is `nothing` if the first text gave none and the second does: that is
as labelled for no row.
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
KNOWN = (*CLAIMS, "note")


class Outcome(NamedTuple):
    row: ChangeRow
    effects: tuple[str, ...]  # on what is known: of EFFECTS, those that fit
    strict: str               # on facts and stated patterns: one of EFFECTS, or `nothing`
    known: tuple[str, ...]    # the texts of what the first text gave
    stated: tuple[str, ...]   # those of facts and stated patterns
    later: tuple[str, ...]    # the texts of what is current after the second

    @property
    def right(self) -> bool:
        return self.row.expected in self.effects and (bool(self.known) or self.row.expected == "none")

    @property
    def strictly_right(self) -> bool:
        return self.strict == self.row.expected and (bool(self.stated) or self.row.expected == "none")

    @property
    def wrongly_closed(self) -> bool:
        return self.row.expected not in CLOSING and any(effect in CLOSING for effect in (*self.effects, self.strict))


def successor(before: Memory, after: Memory | None) -> bool:
    """Whether another one, or its opposite, has taken its place."""
    if after is None or not before.current:
        return False
    superseded = not after.current and after.value.get("superseded_by") is not None
    return superseded or before.value.get("polarity") != after.value.get("polarity")


def closing_effect(before: State, after: State) -> str | None:
    if any(successor(memory, after.get(key)) for key, memory in before.items()):
        return "supersedes"
    if any(memory.current and (key not in after or not after[key].current) for key, memory in before.items()):
        return "ends"
    return None


def strict_effect(before: State, after: State, touched: bool) -> str:
    """`before` and `after` have facts and stated patterns alone; `touched`: whether the second text changed any of them."""
    if closing := closing_effect(before, after):
        return closing
    if not touched:
        return "none"
    if not before:
        return "nothing"
    return "coexists" if len(after) > len(before) else "same"


def sources_of(memory: Memory) -> int:
    return len(memory.value.get("sources", []))


def effects_on_known(before: State, after: State) -> tuple[str, ...]:
    """`before` and `after` have facts, stated patterns and notes."""
    if closing := closing_effect(before, after):
        return (closing,)
    if any(sources_of(after[key]) > sources_of(memory) for key, memory in before.items() if key in after):
        return ("same",)
    new = [memory for key, memory in after.items() if key not in before]
    fitting = (("coexists", bool(new)), ("none", not any(memory.sort in CLAIMS for memory in new)))
    return tuple(effect for effect, fits in fitting if fits)


def outcome(row: ChangeRow, memories: Memories, persona: str, turns: tuple[str, str]) -> Outcome:
    before, after = ({key: memory for key, memory in memories.after(persona, turn).items() if memory.sort in KNOWN}
                     for turn in turns)
    stated = {key: memory for key, memory in before.items() if memory.sort in CLAIMS}
    stated_later = {key: memory for key, memory in after.items() if memory.sort in CLAIMS}
    touched = any(key in stated or key in stated_later for key in memories.touched(persona, turns[1]))
    return Outcome(row, effects_on_known(before, after), strict_effect(stated, stated_later, touched),
                   tuple(memory.text for memory in before.values()), tuple(memory.text for memory in stated.values()),
                   tuple(memory.text for memory in after.values() if memory.current))


def shown(result: Outcome) -> str:
    row = result.row
    return (f"line {row.number}, {row.category}: {row.first!r} / {row.second!r}: labelled {row.expected}, "
            f"was {' or '.join(result.effects)}, strictly {result.strict}; "
            f"known {list(result.known)}, current later {list(result.later)}")


def measure(results: list[Outcome], show: bool) -> Report:
    report = Report()
    report.add("effect on what is known as labelled", sum(result.right for result in results), len(results), ("≥", GOAL_RIGHT))
    to_stay = [result for result in results if result.row.expected not in CLOSING]
    report.add("something of the first text wrongly ended", sum(result.wrongly_closed for result in to_stay), len(to_stay),
               ("≤", 0))
    report.add("first text gave nothing", sum(not result.known for result in results), len(results))
    for effect in EFFECTS:
        of_effect = [result.right for result in results if result.row.expected == effect]
        report.add(f"labelled {effect}: effect on what is known as labelled", sum(of_effect), len(of_effect))
    report.add("effect on facts and stated patterns alone as labelled", sum(result.strictly_right for result in results),
               len(results))
    if show:
        report.add_groups("effect on what is known as labelled", [(result.row.category, result.right) for result in results])
        report.notes += [("wrongly ended: " if result.wrongly_closed else "") + shown(result) for result in results
                         if not result.right or result.wrongly_closed]
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
