"""The measures of scripts/eval, on small conversations whose figures can be counted by hand."""

import sys
import tempfile
import unittest
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from evaluation import coverage, keep, labels, locomo  # noqa: E402 (needs the path set above)
from evaluation.kept import Fate, Side, fate_of, sides_of, summaries_of  # noqa: E402
from evaluation.label_rows import Row, read_rows, turn_of, ulid  # noqa: E402
from evaluation.locomo import Conversations, Message, Question  # noqa: E402
from evaluation.report import Report  # noqa: E402

MESSAGES = [Message("c", f"D1:{number}") for number in range(1, 5)]


def conversations(*questions: Question) -> Conversations:
    return Conversations(["c"], {message: "" for message in MESSAGES}, list(questions), 2)


def asks(category: int, *evidence: int, question: str = "", answer: str = "") -> Question:
    return Question("c", category, question, answer, tuple(MESSAGES[place - 1] for place in evidence))


def shares(report: Report) -> dict[str, float]:
    return {figure.name: figure.share for figure in report.figures}


def insight(op: str, insight_id: str, summary: str, *turns: str) -> dict:
    return {"op": op, "kind": "insight", "id": insight_id,
            "value": {"type": "extracted", "summary": summary, "sources": [{"turn_id": turn} for turn in turns]}}


class Reports(unittest.TestCase):
    def test_a_figure_that_misses_its_goal_is_named(self) -> None:
        report = Report()
        report.add("enough", 3, 4, ("≥", .75))
        report.add("too few", 2, 4, ("≥", .75))
        report.add("too many", 2, 4, ("≤", .25))
        report.add("nothing measured", 0, 0, ("≤", .25))
        self.assertEqual([figure.name for figure in report.missed()], ["too few", "too many", "nothing measured"])
        self.assertIn("too few: 50.0 % (2 of 4), goal ≥ 75.0 %: missed", report.as_text())


class Keep(unittest.TestCase):
    def test_an_insight_keeps_the_side_that_it_quotes(self) -> None:
        summaries = summaries_of([insight("put", "i", "Ann: We moved. Bo Lee: To Bern?", "t"),
                                  insight("put", "j", "Ann: Joann: no.", "u")])
        self.assertEqual(fate_of(Side("t", "Ann"), summaries), Fate.QUOTED)
        self.assertEqual(fate_of(Side("t", "Bo Lee"), summaries), Fate.QUOTED)
        self.assertEqual(fate_of(Side("u", "ann"), summaries), Fate.UNQUOTED)
        self.assertEqual(fate_of(Side("v", "Ann"), summaries), Fate.DROPPED)

    def test_a_merged_insight_keeps_the_turns_of_its_new_sources(self) -> None:
        patch = {"op": "patch", "kind": "insight", "id": "i", "value": {"sources": [{"turn_id": "u"}]}}
        summaries = summaries_of([insight("put", "i", "Ann: We moved.", "t"), patch])
        self.assertEqual(summaries, {"t": ["Ann: We moved."], "u": ["Ann: We moved."]})

    def test_only_extracted_insights_count(self) -> None:
        meta = insight("put", "m", "Ann: We moved.", "t")
        meta["value"]["type"] = "meta"
        self.assertEqual(summaries_of([meta, {"op": "delete", "kind": "insight", "id": "m"}]), {})

    def test_a_side_that_said_nothing_is_no_message(self) -> None:
        turn = {"turn_id": "t", "agent_id": "c", "user_id": "Ann", "turn_data": {"user_input": "", "assistant_response": "Hi."}}
        self.assertEqual(sides_of(turn), [Side("t", "c")])

    def test_a_question_is_lost_if_all_its_evidence_is_dropped(self) -> None:
        fates = dict(zip(MESSAGES, [Fate.QUOTED, Fate.DROPPED, Fate.UNQUOTED, Fate.QUOTED], strict=True))
        asked = conversations(asks(1, 2, 3), asks(4, 1, 2), asks(2, 4), asks(3, 2), asks(5, 2), asks(1))
        found = shares(keep.measure(fates, asked))
        self.assertEqual(found["messages dropped"], 2 / 4)
        self.assertEqual(found["messages whose item was dropped whole"], 1 / 4)
        self.assertEqual(found["evidence messages dropped"], 2 / 4)
        self.assertEqual(found["answerable questions lost"], 2 / 4)
        self.assertEqual(found["answerable questions lost with whole items"], 1 / 4)


class Coverage(unittest.TestCase):
    def test_one_line_must_hold_the_answer_and_a_word_of_the_question(self) -> None:
        asked = conversations(asks(4, 1, question="Where did Ann buy the boat?", answer="Lake Constance"))
        for lines, covered in ((["Ann bought a boat at Lake Constance."], 1), (["A trip to Lake Constance."], 0),
                               (["Ann saw the lake.", "Constance is a boat."], 0), ([], 0)):
            with self.subTest(lines):
                found = shares(coverage.measure({("c", "s"): lines}, asked))
                self.assertEqual(found["questions of category 4 covered"], covered)

    def test_a_question_of_category_1_may_take_four_lines(self) -> None:
        lines = [f"Ann plays {instrument}." for instrument in ("cello", "oboe", "harp", "drums", "flute")]
        for answer, covered in (("cello, oboe, harp, drums", 1), ("cello, oboe, harp, drums, flute, horn", 0)):
            with self.subTest(answer):
                asked = conversations(asks(1, 1, question="What does Ann play?", answer=answer))
                found = shares(coverage.measure({("c", "s"): lines}, asked))
                self.assertEqual(found["questions of category 1 covered"], covered)

    def test_lines_of_other_conversations_answer_nothing(self) -> None:
        asked = conversations(asks(4, 1, question="Where is Ann?", answer="Bern"))
        found = shares(coverage.measure({("d", "s"): ["Ann is in Bern."]}, asked))
        self.assertEqual(found["questions of category 4 covered"], 0)

    def test_the_lines_of_a_session_are_counted_over_its_entries(self) -> None:
        def entry(session: str, *lines: str) -> dict:
            return {"op": "put", "value": {"persona_id": "c", "session_id": session, "lines": list(lines)}}

        lines = coverage.daily_lines([entry("s", *"abcdef"), entry("s", *"ghi"), entry("t", "j"),
                                      {"op": "delete", "id": "x"}])
        found = shares(coverage.measure(lines, conversations()))
        self.assertEqual((found["lines a session"], found["sessions with more than 8 lines"]), (5, 1 / 2))


class Labels(unittest.TestCase):
    def row(self, item_type: str, side: str, text: str, keep_it: bool = True) -> Row:
        return Row("r1", "own", item_type, side, {}, text, keep_it, "reason", False)

    def turn(self, *parts: str) -> dict:
        return turn_of(self.row(*parts), "p", datetime(2024, 6, 3, tzinfo=timezone.utc), 1)

    def test_a_row_becomes_the_part_of_a_turn_that_makes_its_item(self) -> None:
        self.assertEqual(self.turn("chat", "agent", "Hello")["turn_data"], {"user_input": "", "assistant_response": "Hello"})
        failed = self.turn("tool-use", "-", 'Tool cp (failure): {"a":1} → disk full')["tool_executions"][0]
        self.assertEqual(failed, {"tool_id": "cp", "status": "failure", "inputs": {"a": 1}, "error": "disk full"})
        passed = self.turn("tool-use", "-", 'Tool cp (success): {} → {"ok":true}')["tool_executions"][0]
        self.assertEqual(passed["outputs"], {"ok": True})
        self.assertEqual(self.turn("task", "-", "Goal g active 0.4: half")["goal_updates"][0]["notes"], "half")
        self.assertEqual(self.turn("decision", "-", 'Action a completed: {"b":2}')["action_updates"][0]["result"], {"b": 2})
        self.assertEqual(self.turn("error", "-", "It broke.")["errors"], ["It broke."])
        self.assertEqual(self.turn("decision", "-", "Use UTC.")["observations"][0]["type"], "decision")

    def test_ids_of_turns_are_ulids_in_order_of_time(self) -> None:
        at = datetime(2016, 7, 30, 23, 54, 10, 259000, tzinfo=timezone.utc)
        self.assertEqual(ulid(at, 33), "01ARZ3NDEK0000000000000011")

    def test_right_rows_are_counted_for_each_label(self) -> None:
        rows = [self.row("chat", "user", "a")._replace(id=str(place), keep=place < 3) for place in range(4)]
        report = labels.measure(rows, {"0": True, "1": True, "2": False, "3": False}, name_rows=True)
        found = shares(report)
        self.assertEqual((found["right"], found["rows to keep that were kept"]), (3 / 4, 2 / 3))
        self.assertEqual(found["ephemeral rows that were dropped"], 1)
        self.assertEqual(report.notes, ["2 dropped: reason  a"])

    def test_a_damaged_row_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            damaged = Path(folder, "rows.tsv")
            damaged.write_text("# columns\nr1\town\tchat\tuser\t-\tHi\tmaybe\treason\topen\n", encoding="utf-8")
            with self.assertRaisesRegex(ValueError, "rows.tsv:2"):
                read_rows(damaged)

    def test_the_labelled_rows_are_whole(self) -> None:
        rows = read_rows(ROOT / "tests" / "labelled" / "keep.tsv")
        self.assertEqual(len({row.id for row in rows}), len(rows))
        self.assertGreaterEqual(len(rows), 320)
        said: dict[str, str] = {}
        for row in rows:
            self.assertEqual(row.text == "", row.source == "locomo", row.id)
            self.assertEqual(said.get(row.text), row.fields.get("repeat_of"), row.id)
            if row.text:
                said.setdefault(row.text, row.id)
            else:
                self.assertRegex(row.fields["dia_id"], locomo.DIA_ID)
        for source in ("own", "locomo"):
            of_source = [row.locked for row in rows if row.source == source]
            self.assertAlmostEqual(sum(of_source) / len(of_source), 1 / 3, places=2)


if __name__ == "__main__":
    unittest.main()
