"""The bars of scripts/load, on completions whose figures can be counted by hand."""

import json
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from design_load.bars import PART_BYTES_MAX, Bar, Stage, bars_of, growth_bar  # noqa: E402 (needs the path set above)


def part(offset: int, minute: float, *changes: dict, **fields: object) -> bytes:
    completion = {
        "kind": "completion", "daemon_id": "consolidation", "turn_id": None, "persona_id": "p",
        "cause": {"kind": fields.pop("cause", "turn"), "id": "t"}, "log": {"partition": 0, "offset": offset},
        "timestamp": f"2026-01-01T10:{int(minute):02}:{int(minute % 1 * 60):02}.000Z", "status": fields.pop("status", "success"),
        "error": None, "duplicate_of": None, "part": 0, "last": True, "items_processed": 0, "items_added": 1, "items_updated": 0,
        "items_removed": 0, "changes": list(changes), "attempts": 1, "duration_ms": fields.pop("ms", 0), **fields,
    }
    return json.dumps(completion, separators=(",", ":")).encode()


def pressure(value: float) -> dict:
    return {"op": "put", "kind": "stats", "id": "working_memory", "value": {"persona_id": "p", "memory_pressure": value}}


def session(name: str, op: str = "patch", **fields: object) -> dict:
    return {"op": op, "kind": "session", "id": name, "value": fields}


def at(minute: int) -> str:
    return f"2026-01-01T10:{minute:02}:00.000Z"


class Bars(unittest.TestCase):
    def bars(self, *parts: bytes, stage: str = "consolidation") -> dict[str, Bar]:
        taken = Stage(stage)
        for one in parts:
            taken.take(one)
        return {bar.name: bar for bar in bars_of([taken])}

    def missed(self, *parts: bytes, stage: str = "consolidation") -> list[str]:
        return [bar.name for bar in self.bars(*parts, stage=stage).values() if not bar.holds()]

    def test_a_quiet_run_holds_all_bars(self) -> None:
        self.assertEqual(self.missed(part(0, 0, pressure(.799), ms=100)), [])

    def test_the_pressure_of_each_record_counts_not_the_last_one(self) -> None:
        self.assertEqual(self.missed(part(0, 0, pressure(.8)), part(1, 0, pressure(.1))), ["highest published pressure"])

    def test_a_flush_tells_how_long_its_first_message_waited(self) -> None:
        waits = session("s", "put", dirty_since=at(0), flushed_at=None)
        clean = session("s", dirty_since=None, flushed_at=at(14))
        later = session("s", dirty_since=at(2), flushed_at=at(15))
        name = "longest wait of a message, of 1 flushes"
        self.assertEqual(self.bars(part(0, 0, waits), part(1, 14, clean))[name].value, 14 * 60)
        self.assertEqual(self.missed(part(0, 0, waits), part(1, 14, clean)), [])
        self.assertEqual(self.missed(part(0, 0, waits), part(1, 15, later)), [name])

    def test_the_second_window_of_a_session_waited_since_its_own_first_message(self) -> None:
        waits, first = session("s", "put", dirty_since=at(0)), session("s", dirty_since=at(8), flushed_at=at(10))
        second = session("s", dirty_since=None, flushed_at=at(20))
        bars = self.bars(part(0, 0, waits), part(1, 10, first), part(2, 20, second))
        self.assertEqual(bars["longest wait of a message, of 2 flushes"].value, 12 * 60)

    def test_messages_that_wait_at_the_end_count_and_those_of_a_deleted_session_do_not(self) -> None:
        waits = session("s", "put", dirty_since=at(0))
        end = part(1, 15, pressure(.1))
        self.assertEqual(self.missed(part(0, 0, waits), end), ["longest wait at the end"])
        gone = {"op": "delete", "kind": "session", "id": "s"}
        self.assertEqual(self.missed(part(0, 0, waits, gone), end), [])

    def test_a_long_part_may_only_have_one_change(self) -> None:
        long = {"op": "put", "kind": "memory", "id": "m", "value": "x" * PART_BYTES_MAX}
        self.assertEqual(self.missed(part(0, 0, long), stage="lifecycle"), [])
        self.assertEqual(self.missed(part(0, 0, long, pressure(.1)), stage="lifecycle"), ["lifecycle: longest part"])

    def test_records_have_a_tenth_of_a_second_and_commands_two_seconds(self) -> None:
        self.assertEqual(self.missed(part(0, 0, ms=101), stage="skill"), ["skill: longest record"])
        self.assertEqual(self.missed(part(0, 0, ms=2000, cause="command"), stage="skill"), [])
        self.assertEqual(self.missed(part(0, 0, ms=2001, cause="command"), stage="skill"), ["skill: longest command"])

    def test_a_failure_misses_a_bar(self) -> None:
        self.assertEqual(self.missed(part(0, 0, status="failure"), stage="skill"), ["skill: failures"])

    def test_parts_of_one_record_count_once_and_as_personas(self) -> None:
        other = part(9, 0, log={"partition": 1, "offset": 9})  # the parts of partitions come in any order
        bars = self.bars(part(7, 0), other, part(7, 0), part(8, 0), stage="skill")
        self.assertEqual(bars["skill: records over 100 ms, of 3"].value, 0)
        self.assertEqual(bars["skill: most personas with changes in one record"].value, 2)

    def test_what_is_no_completion_is_refused(self) -> None:
        with self.assertRaises(ValueError):
            Stage("skill").take(b'{"kind":"tick"}')

    def test_each_persona_is_compared_with_itself(self) -> None:
        self.assertTrue(growth_bar([{"p": 10}, {"p": 100, "q": 1000}, {"p": 110, "q": 1000}]).holds())
        self.assertFalse(growth_bar([{"p": 10}, {"p": 100, "q": 1000}, {"p": 111, "q": 900}]).holds())


if __name__ == "__main__":
    unittest.main()
