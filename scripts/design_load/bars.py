"""The bars of the design load, checked in the records that the stages publish."""

import json
import re
from datetime import datetime
from typing import NamedTuple

PART_BYTES_MAX = 512 * 1024
PRESSURE_BELOW = 0.8
FLUSH_AGE_S_BELOW = 900
RECORD_MS_MAX = 100
FORGET_MS_MAX = 2000
GROWTH_MAX = 1.1  # of the state of a persona, from half of the run to its end, with low caps

# The first fields of a completion, and its last one. A part has one persona.
HEAD = re.compile(rb'"cause":\{"kind":"(\w+)".*?"log":\{"partition":(\d+),"offset":(\d+)\},"timestamp":"([^"]+)","status":"(\w+)"')
DURATION = re.compile(rb'"duration_ms":(\d+)\}$')


class Bar(NamedTuple):
    """`value` must be below `limit`, or at most `limit` if `allowed`; a bar without a limit only informs."""

    name: str
    value: float
    limit: float | None = None
    unit: str = ""
    allowed: bool = False

    def holds(self) -> bool:
        return self.limit is None or self.value < self.limit or (self.allowed and self.value == self.limit)

    def as_text(self) -> str:
        text = f"{self.name}: {self.value:g} {self.unit}".rstrip()
        if self.limit is None:
            return text
        return f"{text} ({'at most' if self.allowed else 'below'} {self.limit:g}){'' if self.holds() else ': MISSED'}"


def seconds(time: str) -> float:
    return datetime.fromisoformat(time).timestamp()


class Flushes:
    """How long messages waited: of the first message of each flush, and of those that wait at the end."""

    def __init__(self) -> None:
        self.waiting_since: dict[tuple[str, str], float] = {}
        self.flushes = 0
        self.age_s_max = 0.0

    def take(self, persona: str, change: dict) -> None:
        session = persona, change["id"]
        fields = change.get("value") or {}
        since = self.waiting_since.get(session)
        if since is not None and fields.get("flushed_at"):
            self.flushes += 1
            self.age_s_max = max(self.age_s_max, seconds(fields["flushed_at"]) - since)
        if change["op"] == "delete" or fields.get("dirty_since", "") is None:
            self.waiting_since.pop(session, None)
        elif fields.get("dirty_since"):
            self.waiting_since[session] = seconds(fields["dirty_since"])

    def age_s_at(self, end: float) -> float:
        return max((end - since for since in self.waiting_since.values()), default=0.0)


class Stage:
    """What the completions of one stage say. take() wants the parts of a partition in their order."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.records = 0
        self.failures = 0
        self.part_bytes_max = 0
        self.record_ms_max = 0
        self.forget_ms_max = 0
        self.slow_records = 0
        self.personas_max = 0  # with changes in one record
        self.added = 0
        self.end = 0.0
        self.pressure: dict[str, float] = {}
        self.flushes = Flushes()
        self._record: dict[bytes, tuple[bytes, int]] = {}  # by partition: the offset of the newest record, and its parts so far

    def take(self, part: bytes) -> None:
        head, duration = HEAD.search(part, 0, 4000), DURATION.search(part, len(part) - 40)
        if head is None or duration is None:
            raise ValueError(f"{self.name}: not a completion: {part[:200]!r}")
        kind, partition, offset, time, status = head.groups()
        if self._is_new_record(partition, offset):
            self._count_record(status, kind == b"command", int(duration.group(1)))
        if len(part) > self.part_bytes_max and self._may_be_split(part):
            self.part_bytes_max = len(part)
        self.added += int(re.search(rb'"items_added":(\d+)', part).group(1))
        if self.name == "consolidation":
            self._take_changes(json.loads(part), seconds(time.decode()))

    def _is_new_record(self, partition: bytes, offset: bytes) -> bool:
        before, parts = self._record.get(partition, (b"", 0))
        parts = parts + 1 if before == offset else 1
        self._record[partition] = offset, parts
        self.personas_max = max(self.personas_max, parts)
        return parts == 1

    def _count_record(self, status: bytes, is_command: bool, ms: int) -> None:
        self.records += 1
        self.failures += status == b"failure"
        if is_command:
            self.forget_ms_max = max(self.forget_ms_max, ms)
        else:
            self.record_ms_max = max(self.record_ms_max, ms)
            self.slow_records += ms > RECORD_MS_MAX

    @staticmethod
    def _may_be_split(part: bytes) -> bool:
        """A part with one change may be longer than the bound."""
        return len(part) <= PART_BYTES_MAX or len(json.loads(part)["changes"]) > 1

    def _take_changes(self, completion: dict, time: float) -> None:
        persona = completion["persona_id"]
        self.end = max(self.end, time)
        for change in completion["changes"]:
            if change["kind"] == "session":
                self.flushes.take(persona, change)
            elif change["kind"] == "stats" and change["id"] == "working_memory":
                pressure = (change.get("value") or {}).get("memory_pressure", 0.0)
                self.pressure[persona] = max(self.pressure.get(persona, 0.0), pressure)


def bars_of(stages: list[Stage]) -> list[Bar]:
    """What topics alone can tell."""
    bars = []
    for stage in stages:
        bars.append(Bar(f"{stage.name}: longest record", stage.record_ms_max, RECORD_MS_MAX, "ms", True))
        bars.append(Bar(f"{stage.name}: records over {RECORD_MS_MAX} ms, of {stage.records}", stage.slow_records))
        bars.append(Bar(f"{stage.name}: longest part", stage.part_bytes_max, PART_BYTES_MAX, "bytes", True))
        bars.append(Bar(f"{stage.name}: most personas with changes in one record", stage.personas_max))
        bars.append(Bar(f"{stage.name}: failures", stage.failures, 0, allowed=True))
        if stage.forget_ms_max:
            bars.append(Bar(f"{stage.name}: longest command", stage.forget_ms_max, FORGET_MS_MAX, "ms", True))
        if stage.name == "episodic":
            bars.append(Bar("items added by episodic", stage.added))
        if stage.name == "consolidation":
            bars.append(Bar("highest published pressure", max(stage.pressure.values(), default=0.0), PRESSURE_BELOW))
            bars.append(Bar(f"longest wait of a message, of {stage.flushes.flushes} flushes", stage.flushes.age_s_max,
                            FLUSH_AGE_S_BELOW, "s"))
            bars.append(Bar("longest wait at the end", stage.flushes.age_s_at(stage.end), FLUSH_AGE_S_BELOW, "s"))
    return bars


def growth_bar(sizes: list[dict[str, int]]) -> Bar:
    """`sizes`: the bytes of each persona, after equal parts of the run. Each persona is compared with itself."""
    half, end = sizes[(len(sizes) - 1) // 2], sizes[-1]
    growth = max((end[persona] / half[persona] for persona in half if half[persona]), default=0.0)
    return Bar("growth of the state of a persona in the last half", round(growth, 3), GROWTH_MAX, allowed=True)
