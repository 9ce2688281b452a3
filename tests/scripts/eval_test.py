"""The measures of scripts/eval, on small conversations whose figures can be counted by hand."""

import sys
import tempfile
import unittest
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from evaluation import coverage, judge, keep, labels, length, locomo, sums  # noqa: E402 (needs the path set above)
from evaluation.kept import Fate, Side, fates_of, sides_of, summaries_of  # noqa: E402
from evaluation.label_rows import Row, read_rows, turn_of, ulid  # noqa: E402
from evaluation.locomo import Conversations, Message, Question  # noqa: E402
from evaluation.report import Report  # noqa: E402

MESSAGES = [Message("c", f"D1:{number}") for number in range(1, 5)]


def conversations(*questions: Question) -> Conversations:
    return Conversations(["c"], {message: "" for message in MESSAGES}, list(questions), 2, {message: "Ann" for message in MESSAGES})


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
    def fate(self, said: str, summary: str) -> Fate:
        sides = [Side("t", "Ann", said), Side("t", "Bo Lee", "To Bern, next week?")]
        return fates_of(sides, summaries_of([insight("put", "i", summary, "t")]))[0]

    def test_an_insight_keeps_the_side_that_it_quotes(self) -> None:
        self.assertEqual(self.fate("Hi! We moved.", "Ann: We moved. Bo Lee: To Bern?"), Fate.QUOTED)
        self.assertEqual(self.fate("We moved.", 'Ann, 8 May 2023, asked "Any news: at last?": We moved.'), Fate.QUOTED)
        self.assertEqual(self.fate("We moved.", "Bo Lee: To Bern, next week?"), Fate.UNQUOTED)
        self.assertEqual(self.fate("We moved.", "ann: We moved. Joann: We moved."), Fate.DROPPED)
        self.assertEqual(fates_of([Side("v", "Ann", "We moved.")], {}), [Fate.DROPPED])

    def test_a_turn_whose_question_is_quoted_alone_is_not_kept(self) -> None:
        self.assertEqual(self.fate("How nice of them!", 'Ann, asked "To Bern, next week?": Yes, on the second of May.'), Fate.DROPPED)

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
        self.assertEqual(sides_of(turn), [Side("t", "c", "Hi.")])

    def test_the_messages_and_the_evidence_that_were_dropped_are_counted(self) -> None:
        fates = dict(zip(MESSAGES, [Fate.QUOTED, Fate.DROPPED, Fate.UNQUOTED, Fate.QUOTED], strict=True))
        asked = conversations(asks(1, 2, 3), asks(4, 1, 2), asks(2, 4), asks(3, 2), asks(5, 2), asks(1))
        found = shares(keep.measure(fates, asked, {}))
        self.assertEqual(found["messages dropped"], 2 / 4)
        self.assertEqual(found["messages whose item was dropped whole"], 1 / 4)
        self.assertEqual(found["evidence messages dropped"], 2 / 4)
        self.assertEqual(found["questions without any evidence left"], 2 / 4)
        self.assertEqual(found["questions without evidence left if whole items count"], 1 / 4)

    def test_a_question_is_lost_if_no_unit_of_what_was_kept_answers_it(self) -> None:
        fates = dict(zip(MESSAGES, [Fate.QUOTED, Fate.DROPPED, Fate.DROPPED, Fate.QUOTED], strict=True))
        units = dict(zip(MESSAGES, (["We moved to Bern."], ["Clara moved to Rome."], ["The boat is in Bern."], ["Hi!"]), strict=True))
        asked = conversations(asks(4, 1, question="Where did Ann move?", answer="Bern"), asks(4, 2, question="Where did Clara go?", answer="Rome"),
                              asks(4, 2, question="Who is in Oslo?", answer="Nobody"), asks(2, 2, question="Where is Clara?", answer="Rome"))
        figures = {figure.name: (figure.part, figure.whole) for figure in keep.measure(fates, asked, units).figures}
        self.assertEqual(figures["answerable questions lost"], (1, 2))
        self.assertEqual(figures["answerable questions of category 4 fewer"], (1, 2))


class Judge(unittest.TestCase):
    def found(self) -> list[judge.Memory]:
        def sources(*turns: str) -> list[dict]:
            return [{"turn_id": turn} for turn in turns]

        insights = [{"persona_id": "c", "type": "extracted", "summary": f"fact {number}", "sources": sources("t1")} for number in range(9)]
        meta = {"persona_id": "c", "type": "meta", "summary": "more", "sources": sources("t1")}
        topics = [{"persona_id": "c", "facts": [{"text": f"topic {number}", "sources": sources("t1", "t1", "t2")} for number in range(9)]}]
        return judge.memories([*insights, meta], topics, [{"persona_id": "c", "lines": ["Ann, 1 May 2023: Hi."], "sources": sources("t1", "t2")}])

    def test_each_kind_gets_its_share_or_all_there_is_and_an_equal_seed_the_same(self) -> None:
        drawn = judge.draw(self.found(), 20, 7)
        self.assertEqual([memory.kind for memory in drawn], ["insight"] * 8 + ["topic fact"] * 6 + ["daily line"])
        self.assertEqual(drawn, judge.draw(self.found(), 20, 7))
        self.assertNotEqual(drawn, judge.draw(self.found(), 20, 8))

    def test_what_was_deleted_is_not_drawn_and_what_was_patched_is_whole(self) -> None:
        changes = [{"op": "put", "id": "a", "value": {"x": 1, "y": 2}}, {"op": "put", "id": "b", "value": {}},
                   {"op": "patch", "id": "a", "value": {"y": 3}}, {"op": "delete", "id": "b"}]
        self.assertEqual(judge.apply(changes), [{"x": 1, "y": 3}])

    def test_what_a_patch_appends_is_whole_and_long_lists_keep_their_first_source_and_the_newest(self) -> None:
        changes = [{"op": "put", "id": "a", "value": {"x": 1, "sources": [0]}}]
        changes += [{"op": "patch", "id": "a", "value": {"x": i}, "append": {"sources": [i], "evolution": [i]}} for i in range(1, 40)]
        self.assertEqual(judge.apply(changes), [{"x": 39, "sources": [0, *range(25, 40)], "evolution": [*range(8, 40)]}])

    def test_a_memory_stands_beside_its_turn_and_what_was_said_before_it(self) -> None:
        turns = [{"turn_id": f"t{number}", "agent_id": "c", "user_id": "Ann", "session_id": "s", "timestamp": "2023-05-01T10:00:00Z",
                  "turn_data": {"user_input": said, "assistant_response": ""}} for number, said in ((1, "Hello."), (2, "Hi."))]
        text = judge.shown(3, self.found()[-1], judge.Turns(turns))
        self.assertIn("3. daily line of c", text)
        self.assertIn("before | Ann: Hello.", text)
        self.assertIn("turn   | Ann: Hi.", text)
        self.assertNotIn("turn   | Ann: Hello.", text)


class Lengths(unittest.TestCase):
    def insight(self, name: str, turn: str, summary: str) -> dict:
        return {"op": "put", "id": name, "value": {"type": "extracted", "summary": summary, "sources": [{"turn_id": turn}]}}

    def test_the_median_is_of_summaries_as_they_were_made_and_its_goal_can_be_missed(self) -> None:
        turns = [{"turn_id": f"t{number}", "agent_id": "c", "user_id": "Ann",
                  "turn_data": {"user_input": "x" * 60, "assistant_response": "y" * 40}} for number in range(3)]
        changes = [self.insight("a", "t0", "Ann: " + "x" * 25), self.insight("b", "t1", "Ann: " + "x" * 35),
                   self.insight("c", "t2", "Ann: " + "x" * 295), self.insight("d", "gone", "Ann: Hi."),
                   {"op": "patch", "id": "a", "value": {"summary": "longer than before " * 9}},
                   {"op": "put", "id": "e", "value": {"type": "meta", "summary": "z" * 90, "sources": [{"turn_id": "t0"}]}}]
        report = length.measure(length.lengths_of(changes, turns))
        figures = {figure.name: (figure.part, figure.whole) for figure in report.figures}
        self.assertEqual(figures["median share of its source that a summary has"], (40, 100))
        self.assertEqual(figures["median share of the quotes alone"], (35, 100))
        self.assertEqual(figures["summaries of at most 300 characters"], (3, 3))
        self.assertEqual(figures["summaries longer than their source"], (1, 3))
        self.assertEqual(report.missed(), [])
        longer = length.measure(length.lengths_of([self.insight("a", "t0", "Ann: " + "x" * 36)], turns))
        self.assertEqual([figure.name for figure in longer.missed()], ["median share of its source that a summary has"])


class Sums(unittest.TestCase):
    def topics(self) -> sums.Topics:
        def completion(stage: str, offset: int, cause: str, *changes: dict, last: bool = True) -> dict:
            return {"daemon_id": stage, "log": {"partition": 0, "offset": offset}, "last": last, "persona_id": "p", "turn_id": cause,
                    "cause": {"id": cause}, "timestamp": f"time {offset}", "changes": list(changes)}

        def item(offset: int, turn: str) -> dict:
            return {"op": "put", "kind": "memory", "value": {"recorded_at": f"time {offset}", "provenance": {"turn_id": turn}}}

        def stats(waiting: int, total: int) -> dict:
            return {"op": "put", "kind": "stats", "id": "working_memory",
                    "value": {"working_memory_count": waiting, "total_consolidated": total}}

        def working(op: str, entry: str, **value: bool) -> dict:
            return {"op": op, "kind": "working", "id": entry, "value": value}

        log = [sums.Position(0, offset) for offset in range(3)]
        completions = {stage: [completion(stage, offset, "t") for offset in range(3)] for stage in sums.STAGES}
        completions["episodic"][0]["changes"] = [item(0, "t"), item(0, "t"), item(0, "t"), item(9, "t")]
        completions["consolidation"] = [
            completion("consolidation", 0, "t", last=False),
            completion("consolidation", 0, "t", *(working("put", entry) for entry in "abc"), stats(3, 0)),
            completion("consolidation", 1, "sweep", working("patch", "a", consolidated=True), stats(2, 1)),
            completion("consolidation", 2, "forget", working("delete", "a"), working("delete", "b"), stats(1, 1))]
        passes = [{"persona_id": "p", "processed": 1, "deleted": 0, "extracted": 1, "merged": 0, "gone": 0}]
        return sums.Topics(log, {"forget"}, completions, passes)

    def missed(self, topics: sums.Topics) -> list[str]:
        return [figure.name for figure in sums.measure(topics).missed()]

    def test_topics_that_agree_miss_nothing(self) -> None:
        self.assertEqual(self.missed(self.topics()), [])

    def test_a_completion_that_is_missing_or_twice_or_of_no_record_is_found(self) -> None:
        for change in (lambda records: records.pop(), lambda records: records.append(records[0]),
                       lambda records: records.append(records[0] | {"log": {"partition": 1, "offset": 0}})):
            topics = self.topics()
            change(topics.completions["skill"])
            self.assertEqual(self.missed(topics), ["records of the log with one completion of skill"])

    def test_sums_that_differ_are_found(self) -> None:
        topics = self.topics()
        topics.passes[0]["processed"] = 2
        self.assertEqual(self.missed(topics), ["passes whose parts add up", "personas whose total_consolidated is the sum of their passes",
                                               "personas whose count of waiting entries follows"])
        topics = self.topics()
        topics.completions["consolidation"][-1]["changes"][1]["id"] = "a"  # "b" was not forgotten
        self.assertEqual(self.missed(topics), ["personas whose count of waiting entries follows"])


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
        return Row("r1", "own", item_type, side, {}, text, keep_it, "reason", "open")

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
        for source, split, places in (("own", "locked", 2), ("locomo", "locked", 2), ("fresh", "held", 1)):
            of_source = [row.split == split for row in rows if row.source == source]
            self.assertAlmostEqual(sum(of_source) / len(of_source), 1 / 3, places=places)


if __name__ == "__main__":
    unittest.main()
