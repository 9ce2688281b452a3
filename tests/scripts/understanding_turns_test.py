"""The sets `turns` and `sequences` of the measure `understanding`, on completions that were written by hand."""

import json
import sys
import tempfile
import unittest
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from evaluation import understanding_turns as turns  # noqa: E402 (needs the path set above)
from evaluation.understanding_memories import Memories  # noqa: E402
from evaluation.understanding_turn_rows import Remembered, Scene, read_scenes, turns_of  # noqa: E402

PORT = Remembered("fact", ("staging", "port", "5433"), (date(2026, 3, 2), date(2026, 3, 3)), "u1")
RULE = Remembered("instruction", ("never", "push"), None, "")


def scene(*remember: Remembered, **fields: object) -> Scene:
    return Scene(3, "coding", [{"turn_data": {"user_input": "Hi."}}], remember, (), False, ())._replace(**fields)


def put(kind: str, text: str, **fields: object) -> dict:
    return {"op": "put", "kind": kind, "id": text, "value": {"text": text, **fields}}


def outcome(of: Scene, *changes: dict) -> turns.Outcome:
    record = {"persona_id": "p", "daemon_id": "semantic", "turn_id": "t", "timestamp": "2026-03-02T09:00:00.000Z",
              "changes": list(changes)}
    return turns.outcome(of, Memories({"semantic": [record]}), "p")


class Scenes(unittest.TestCase):
    def read(self, text: str) -> list[Scene]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "turns.jsonl")
            path.write_text(text, encoding="utf-8")
            return read_scenes(path)

    def test_a_turn_and_a_sequence_are_read_without_the_divider_of_keys(self) -> None:
        turn = {"turn_id": "t", "agent_id": "helper", "turn_data": {"user_input": "The key is ab¦cd."}}
        label = {"kind": "fact", "words": ["staging", "port", "5433"], "from": "2026-03-02", "to": "2026-03-03", "user": "u1"}
        one = {"category": "coding", "turn": turn, "remember": [label], "nothing": False, "secrets": ["ab¦cd"]}
        several = {"category": "move", "turns": [turn, turn], "remember": [], "gone": [{"words": ["5432"]}], "secrets": []}
        scenes = self.read("# comment\n" + "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in (one, several)))
        self.assertEqual((scenes[0].number, scenes[0].remember, scenes[0].secrets), (2, (PORT,), ("abcd",)))
        self.assertEqual((len(scenes[1].turns), scenes[1].gone, scenes[1].nothing), (2, (("5432",),), False))
        said = turns_of(scenes, {2: "scene-2", 3: "scene-3"})
        self.assertEqual([turn["agent_id"] for turn in said], ["scene-2", "scene-3", "scene-3"])
        self.assertEqual(said[0]["turn_data"]["user_input"], "The key is abcd.")

    def test_a_damaged_row_is_refused(self) -> None:
        for text in ("{", '{"category":"a","turn":{}}', '{"category":"a","turn":{},"remember":[{"kind":"fact"}]}', "[]"):
            with self.subTest(text), self.assertRaisesRegex(ValueError, "turns.jsonl:1"):
                self.read(text)


class Outcomes(unittest.TestCase):
    def test_all_words_of_a_label_stand_in_one_current_memory(self) -> None:
        for changes, found in (([put("fact", "staging database runs on port 5433")], True),
                               ([put("note", "Staging is on port 5433 now.")], True),
                               ([put("fact", "database port is 5433", evidence="On staging the port is 5433.")], True),
                               ([put("fact", "staging port is 5433", current=False)], False),
                               ([put("fact", "staging is up"), put("fact", "port is 5433")], False),
                               ([put("insight", "staging port 5433"), put("memory", "staging port 5433")], False),
                               ([put("pattern", "often talks about staging port 5433", type="topic")], False)):
            with self.subTest(changes):
                self.assertEqual(outcome(scene(PORT), *changes).right, found)

    def test_a_row_that_is_worth_nothing_may_leave_a_note_alone(self) -> None:
        self.assertTrue(outcome(scene(nothing=True), put("note", "Hello there.")).right)
        self.assertFalse(outcome(scene(nothing=True), put("fact", "user is tired")).right)

    def test_what_must_be_gone_may_be_known_as_a_former_fact_or_a_note(self) -> None:
        moved = scene(gone=(("port", "5432"),))
        self.assertTrue(outcome(moved, put("fact", "port is 5432", current=False), put("note", "The port is 5432.")).right)
        self.assertTrue(outcome(moved, put("fact", "port is 5433", evidence="The port is 5433, not 5432.")).right)
        self.assertFalse(outcome(moved, put("fact", "port is 5432")).right)

    def test_a_secret_is_found_in_any_completion_but_not_in_ids(self) -> None:
        secret = scene(secrets=("4711", "Hunter-Seven"))
        for changes, leaks in (([put("memory", "the pin is 4711.")], ("semantic memory",)),
                               ([put("insight", "x", tags=["hunter-seven"])], ("semantic insight",)),
                               ([put("fact", "x", sources=[{"id": "4711", "turn_id": "4711"}])], ()),
                               ([put("fact", "number 147112")], ()), ([put("fact", "it is Hunter-\nSeven")], ("semantic fact",)),
                               ([put("daily", "x", lines=["4711"]), put("fact", "4711")], ("semantic daily", "semantic fact"))):
            with self.subTest(changes):
                self.assertEqual(outcome(secret, *changes).leaks, leaks)

    def test_rows_labels_and_secrets_are_counted(self) -> None:
        validity = [{"from": "2026-03-03T00:00:00.000Z", "to": None}]
        results = [outcome(scene(PORT, RULE), put("fact", "staging port is 5433", validity=validity, user_id="u1")),
                   outcome(scene(RULE), put("note", "Never push to main.")),
                   outcome(scene(nothing=True), put("fact", "user is tired")),
                   outcome(scene(gone=(("5432",),), secrets=("hunter22",)), put("fact", "port is 5432"), put("memory", "hunter22"))]
        report = turns.measure(results, show=True)
        self.assertEqual({figure.name: (figure.part, figure.whole) for figure in report.figures}, {
            "rows of which all is remembered": (1, 2), "rows without a memory that leave none": (0, 1),
            "rows of which nothing is left that must be gone": (0, 1), "rows right": (1, 4), "labels found": (2, 3),
            "labels of kind fact found": (1, 1), "labels of kind fact found in a memory of this kind": (1, 1),
            "labels of kind instruction found": (1, 2), "labels of kind instruction found in a memory of this kind": (0, 2),
            "labels with a day found in a fact that begins on it": (1, 1),
            "labels with a user found in a memory of this user": (1, 1),
            "rows with a secret that a completion shows": (1, 1), "coding: rows right": (1, 4)})
        self.assertEqual(report.notes, [f"line 3, coding: {note}" for note in (
            "'Hi.': missed instruction | never push", "'Hi.': left 'user is tired'", "'Hi.': still 'port is 5432'",
            "secret in semantic memory")])
        self.assertEqual([figure.name for figure in report.missed()], ["rows with a secret that a completion shows"])


if __name__ == "__main__":
    unittest.main()
