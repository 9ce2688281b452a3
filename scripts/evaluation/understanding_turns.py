"""Sets `turns` and `sequences`: what is remembered of turns of agents, what is not, and that no secret is.

A label is found if one current fact, stated pattern, note or correction has all of its words, in its text or its evidence,
whatever its kind. What must be gone is still there if the text of a current fact or stated pattern has all of its words.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from evaluation.pipeline_run import PipelineRun, time_of
from evaluation.report import Report
from evaluation.understanding_memories import CLAIMS, Memories, Memory
from evaluation.understanding_turn_rows import Remembered, Scene, turns_of
from evaluation.understanding_words import has_all_words

# Names of members whose values are ids and times, which may contain the digits of a short secret.
OF_IDS = ("id", "turn_id", "persona_id", "session_id", "parent_id", "superseded_by")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
SHOWN_CHARACTERS = 200  # of what the user says in a turn
ALONE_BELOW = 8  # characters; a shorter secret must stand alone, so that 4711 is not found in 147112


class Outcome(NamedTuple):
    scene: Scene
    found: tuple[tuple[Memory, ...], ...]  # for each label the memories that say it
    still: tuple[str, ...]                 # the texts of what should be gone
    left: tuple[str, ...]                  # the texts of all current facts and stated patterns
    leaks: tuple[str, ...]                 # the stages and kinds of change that show a secret

    @property
    def right(self) -> bool:
        return all(self.found) and not self.still and not (self.scene.nothing and self.left)


def strings_of(value: object) -> Iterator[str]:
    """The texts in a completion, also the names of members, without ids and times."""
    if isinstance(value, str):
        if not TIME.fullmatch(value):
            yield value
    elif isinstance(value, list):
        for element in value:
            yield from strings_of(element)
    elif isinstance(value, dict):
        for name, member in value.items():
            yield name
            if name not in OF_IDS:
                yield from strings_of(member)


def joined(text: str) -> str:
    """In lower case, because tags are, and without white space, because a stage may break lines elsewhere."""
    return re.sub(r"\s", "", text.casefold())


def shows(text: str, secret: str) -> bool:
    if len(secret) >= ALONE_BELOW:
        return joined(secret) in joined(text)
    return re.search(rf"(?<!\w){re.escape(secret.casefold())}(?!\w)", text.casefold()) is not None


def leaks_of(records: list[dict], secrets: tuple[str, ...]) -> tuple[str, ...]:
    """`stage kind` of each change that shows a secret; `stage` alone if it is elsewhere in a completion."""
    found = []
    for record in records if secrets else []:
        parts = [(f"{record['daemon_id']} {change['kind']}", change) for change in record["changes"]]
        parts.append((record["daemon_id"], {name: value for name, value in record.items() if name != "changes"}))
        found += [name for name, part in parts if any(shows(text, secret) for text in strings_of(part) for secret in secrets)]
    return tuple(dict.fromkeys(found))


def outcome(scene: Scene, memories: Memories, persona: str) -> Outcome:
    current = [memory for memory in memories.at_end(persona).values() if memory.current]
    stated = [memory for memory in current if memory.sort in CLAIMS]
    shown = [memory for memory in current if memory in stated or memory.sort in ("note", "correction", "change")]
    found = tuple(tuple(memory for memory in shown if has_all_words(f"{memory.text}\n{memory.evidence}", label.words))
                  for label in scene.remember)
    still = tuple(memory.text for words in scene.gone for memory in stated if has_all_words(memory.text, words))
    leaks = leaks_of(memories.records(persona), scene.secrets)
    return Outcome(scene, found, still, tuple(memory.text for memory in stated), leaks)


def on_days(memories: tuple[Memory, ...], label: Remembered) -> bool | None:
    """Whether one of them begins on one of the labelled days; None if the label has no day."""
    if label.days is None:
        return None
    begins = [time_of(interval["from"]).date() for memory in memories for interval in memory.value.get("validity", [])]
    return any(label.days[0] <= day <= label.days[1] for day in begins)


def of_user(memories: tuple[Memory, ...], label: Remembered) -> bool | None:
    """Whether one of them names the labelled user; None if the label names none."""
    if not label.user:
        return None
    return any(label.user in (memory.value.get("user_id"), memory.value.get("user_name")) for memory in memories)


def shown(result: Outcome) -> str:
    missed = [f"missed {label.kind} | {' '.join(label.words)}"
              for label, there in zip(result.scene.remember, result.found, strict=True) if not there]
    still = [f"still {text!r}" for text in result.still]
    left = [f"left {text!r}" for text in result.left if result.scene.nothing]
    said = " / ".join(turn["turn_data"]["user_input"][:SHOWN_CHARACTERS] for turn in result.scene.turns)
    return f"line {result.scene.number}, {result.scene.category}: {said!r}: {'; '.join(missed + still + left)}"


def add_labels(report: Report, results: list[Outcome]) -> None:
    pairs = [pair for result in results for pair in zip(result.scene.remember, result.found, strict=True)]
    report.add("labels found", sum(bool(found) for _, found in pairs), len(pairs))
    for kind in sorted({label.kind for label, _ in pairs}):
        of_kind = [found for label, found in pairs if label.kind == kind]
        report.add(f"labels of kind {kind} found", sum(bool(found) for found in of_kind), len(of_kind))
        report.add(f"labels of kind {kind} found in a memory of this kind",
                   sum(any(memory.sort == kind for memory in found) for found in of_kind), len(of_kind))
    for name, agrees in (("day found in a fact that begins on it", on_days), ("user found in a memory of this user", of_user)):
        decided = [agrees(found, label) for label, found in pairs]
        report.add(f"labels with a {name}", decided.count(True), len(decided) - decided.count(None))


def measure(results: list[Outcome], show: bool) -> Report:
    report = Report()
    to_remember = [result for result in results if result.scene.remember]
    report.add("rows of which all is remembered", sum(all(result.found) for result in to_remember), len(to_remember))
    nothing = [result for result in results if result.scene.nothing]
    if nothing:
        report.add("rows without a memory that leave none", sum(not result.left for result in nothing), len(nothing))
    gone = [result for result in results if result.scene.gone]
    if gone:
        report.add("rows of which nothing is left that must be gone", sum(not result.still for result in gone), len(gone))
    report.add("rows right", sum(result.right for result in results), len(results))
    add_labels(report, results)
    with_secrets = [result for result in results if result.scene.secrets]
    if with_secrets:
        report.add("rows with a secret that a completion shows", sum(bool(result.leaks) for result in with_secrets),
                   len(with_secrets), ("≤", 0))
    if show:
        report.add_groups("rows right", [(result.scene.category, result.right) for result in results])
        report.notes += [shown(result) for result in results if not result.right]
        report.notes += [f"line {result.scene.number}, {result.scene.category}: secret in {', '.join(result.leaks)}"
                         for result in results if result.leaks]
    return report


def instant(turn: dict) -> datetime:
    return time_of(turn["timestamp"])


def run(pipeline: PipelineRun, scenes: list[Scene], show: bool) -> Report:
    personas = {scene.number: f"scene-{scene.number}" for scene in scenes}
    # Under the event clock log time does not go back.
    pipeline.publish(sorted(turns_of(scenes, personas), key=instant))
    pipeline.finish_all(list(personas.values()))  # a secret may be in an insight, a topic or a daily line as well
    memories = Memories.of_run(pipeline)
    return measure([outcome(scene, memories, personas[scene.number]) for scene in scenes], show)
