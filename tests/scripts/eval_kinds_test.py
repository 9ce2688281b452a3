"""The measures of scripts/eval on other kinds of memory than those of consolidation: notes, facts and patterns."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from evaluation import coverage, judge  # noqa: E402 (needs the path set above)
from evaluation.locomo import Conversations, Question  # noqa: E402


class Kinds(unittest.TestCase):
    def test_notes_that_left_are_not_counted_and_each_stands_behind_its_speaker(self) -> None:
        def note(name: str, text: str) -> dict:
            return {"op": "put", "id": name, "value": {"persona_id": "c", "session_id": "s", "speaker": "Ann", "text": text}}

        lines = coverage.note_lines([note("a", "I bought a boat in Bern."), note("b", "Nice."), {"op": "delete", "id": "b"}])
        self.assertEqual(lines, {("c", "s"): ["Ann: I bought a boat in Bern."]})
        asked = Question("c", 4, "Where did Ann buy the boat?", "Bern", ())
        report = coverage.measure(lines, Conversations(["c"], {}, [asked], 1, {}), coverage.NOTES)
        found = {figure.name: figure.share for figure in report.figures}
        self.assertEqual((found["questions of category 4 covered"], found["words a note"]), (1, 7))

    def test_kinds_that_are_named_get_equal_shares_with_their_sentence(self) -> None:
        fact = {"persona_id": "c", "text": "user lives in Bern", "evidence": "I live in Bern.", "sources": [{"turn_id": "t1"}]}
        patterns = [{"persona_id": "c", "type": kind, "text": kind, "sources": [{"turn_id": "t1"}]} for kind in ("topic", "time", "habit")]
        found = judge.memories_of_kind("fact", [fact] * 9) + judge.memories_of_kind("topic", patterns)
        drawn = judge.draw(found, 8, 7, {"fact": 1, "topic": 1})
        self.assertEqual([memory.kind for memory in drawn], ["fact"] * 4 + ["topic"])
        self.assertEqual((drawn[0].sentence, drawn[-1].text), ("I live in Bern.", "topic"))


if __name__ == "__main__":
    unittest.main()
