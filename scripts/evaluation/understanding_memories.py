"""What the stages remembered of each persona, as their completions say, for the measure `understanding`."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from evaluation.patches import grown
from evaluation.pipeline_run import PipelineRun, RunFailed
from evaluation.sums import STAGES

# Items of episodic and insights are left out: they repeat nearly all that is said.
KINDS = ("fact", "pattern", "note", "correction", "change")
STATED_PATTERNS = ("preference", "habit", "instruction")
CLAIMS = ("fact", *STATED_PATTERNS)


class Memory(NamedTuple):
    """`sort`: the type of a pattern, else the kind."""

    sort: str
    value: dict

    @property
    def text(self) -> str:
        return self.value.get("text", "")

    @property
    def evidence(self) -> str:
        """The sentence on which it rests, if the completion has one."""
        evidence = self.value.get("evidence")
        return evidence if isinstance(evidence, str) else ""

    @property
    def current(self) -> bool:
        return self.value.get("current", True)


Key = tuple[str, str]  # kind and id
State = dict[Key, Memory]


class Stated(NamedTuple):
    """A memory as it was when the turn became one of its sources."""

    persona: str
    turn_id: str
    key: Key
    memory: Memory


def apply(state: State, record: dict) -> None:
    """Does what the changes of a completion say."""
    for change in record["changes"]:
        key = change["kind"], change["id"]
        if change["kind"] not in KINDS:
            continue
        if change["op"] == "delete":
            state.pop(key, None)
        else:
            before = state[key].value if change["op"] == "patch" and key in state else {}
            value = before | change["value"]
            value |= grown(value, change)
            state[key] = Memory(value.get("type", key[0]) if key[0] == "pattern" else key[0], value)


class Memories:
    def __init__(self, completions: Mapping[str, Iterable[dict]]):
        """The completions of each stage, in the order of their topic."""
        self._of: dict[str, dict[str, list[dict]]] = defaultdict(lambda: defaultdict(list))
        for stage, records in completions.items():
            for record in records:
                self._of[record["persona_id"]][stage].append(record)

    @classmethod
    def of_run(cls, pipeline: PipelineRun) -> "Memories":
        return cls({stage: pipeline.values(f"completions.{stage}") for stage in STAGES})

    def at_end(self, persona: str) -> State:
        state: State = {}
        for records in self._of[persona].values():
            for record in records:
                apply(state, record)
        return state

    def after(self, persona: str, turn_id: str) -> State:
        """Once every stage has processed this turn."""
        state: State = {}
        if persona not in self._of:
            raise RunFailed(f"{persona} has no completion")
        for stage, records in self._of[persona].items():
            places = [place for place, record in enumerate(records) if record["turn_id"] == turn_id]
            if not places:
                raise RunFailed(f"{stage} has no completion for turn {turn_id} of {persona}")
            for record in records[:places[-1] + 1]:
                apply(state, record)
        return state

    def touched(self, persona: str, turn_id: str) -> set[Key]:
        """What the completions of this turn changed."""
        return {(change["kind"], change["id"]) for records in self._of[persona].values() for record in records
                if record["turn_id"] == turn_id for change in record["changes"] if change["kind"] in KINDS}

    def stated(self, persona: str) -> list[Stated]:
        """Each memory once for each turn that became a source of it, whether or not it still exists."""
        found = []
        for records in self._of[persona].values():
            state: State = {}
            known: dict[Key, set[str]] = defaultdict(set)
            for record in records:
                apply(state, record)
                for change in record["changes"]:
                    key = change["kind"], change["id"]
                    if key not in state:
                        known.pop(key, None)
                        continue
                    named = [change.get(member, {}).get("sources", []) for member in ("value", "append")]
                    turns = dict.fromkeys(source["turn_id"] for sources in named for source in sources)
                    found += [Stated(persona, turn, key, state[key]) for turn in turns if turn not in known[key]]
                    known[key].update(turns)
        return found

    def records(self, persona: str) -> list[dict]:
        """All completions of the persona."""
        return [record for records in self._of[persona].values() for record in records]
