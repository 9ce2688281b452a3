"""The measure `understanding` of scripts/eval, on completions that were written by hand."""

import hashlib
import sys
import tempfile
import unittest
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from evaluation import understanding_changes as changes  # noqa: E402 (needs the path set above)
from evaluation import understanding_instructions as instructions  # noqa: E402
from evaluation import understanding_rows as rows  # noqa: E402
from evaluation import understanding_sentences as sentences  # noqa: E402
from evaluation.locomo import Message  # noqa: E402
from evaluation.pipeline_run import RunFailed  # noqa: E402
from evaluation.report import Report  # noqa: E402
from evaluation.understanding_memories import Memories, Memory  # noqa: E402
from evaluation.understanding_split import sentences_of  # noqa: E402
from evaluation.understanding_words import content_words, has_all_words  # noqa: E402


def put(kind: str, name: str, text: str, *turns: str, **fields: object) -> dict:
    sources = [{"turn_id": turn} for turn in turns]
    return {"op": "put", "kind": kind, "id": name, "value": {"text": text, "sources": sources, **fields}}


def patch(kind: str, name: str, **fields: object) -> dict:
    return {"op": "patch", "kind": kind, "id": name, "value": fields}


def delete(kind: str, name: str) -> dict:
    return {"op": "delete", "kind": kind, "id": name}


def completion(turn: str, *of_turn: dict, persona: str = "p") -> dict:
    return {"persona_id": persona, "turn_id": turn, "changes": list(of_turn)}


def counts(report: Report) -> dict[str, tuple[float, float]]:
    return {figure.name: (figure.part, figure.whole) for figure in report.figures}


class Words(unittest.TestCase):
    def test_words_are_compared_by_their_beginning(self) -> None:
        self.assertEqual(content_words("Please don’t share the calendars with us!"), {"dont", "share", "calen"})
        self.assertEqual(content_words("to you"), {"to", "you"})
        self.assertTrue(has_all_words("Deploys are on Mondays, port 5433.", ["deploying", "Monday", "5433"]))
        self.assertTrue(has_all_words("Il reste à l’abri. 本番はredis6390", ["abri", "RESTER", "redis6390", "本"]))
        for text, word in (("The port is 5433.", "543"), ("The budget is reduced.", "red"), ("It is required.", "quired")):
            self.assertFalse(has_all_words(text, [word]))

    def test_a_message_is_divided_as_the_labels_count_its_sentences(self) -> None:
        self.assertEqual(sentences_of("Hi Bo! 🎉 We moved... \"Really?\" Yes\nTo Bern 3.5 km away. 👍"),
                         ["Hi Bo! 🎉", "We moved...", "\"Really?\"", "Yes", "To Bern 3.5 km away. 👍"])
        self.assertEqual(sentences_of(""), [])


class OfCompletions(unittest.TestCase):
    def memories(self) -> Memories:
        semantic = [completion("t1", put("fact", "a", "tea", "t1", current=True), put("memory", "m", "tea", "t1")),
                    completion("t2", patch("fact", "a", current=False), put("fact", "b", "milk", "t2")),
                    completion("t3", delete("fact", "a"), patch("fact", "b", sources=[{"turn_id": "t2"}, {"turn_id": "t3"}]))]
        pattern = [completion("t1", put("pattern", "c", "likes tea", "t1", type="preference")), completion("t2"), completion("t3")]
        return Memories({"semantic": semantic, "pattern": pattern})

    def test_the_state_after_a_turn_is_that_of_all_stages(self) -> None:
        after = self.memories().after("p", "t2")
        self.assertEqual({key: (memory.sort, memory.current) for key, memory in after.items()},
                         {("fact", "a"): ("fact", False), ("fact", "b"): ("fact", True), ("pattern", "c"): ("preference", True)})
        self.assertEqual(set(self.memories().at_end("p")), {("fact", "b"), ("pattern", "c")})
        self.assertEqual(self.memories().touched("p", "t2"), {("fact", "a"), ("fact", "b")})
        for persona, turn in (("p", "t4"), ("q", "t1")):
            with self.assertRaises(RunFailed):
                self.memories().after(persona, turn)

    def test_a_memory_is_stated_by_each_turn_that_became_its_source(self) -> None:
        self.assertEqual([(stated.turn_id, stated.memory.text) for stated in self.memories().stated("p")],
                         [("t1", "tea"), ("t2", "milk"), ("t3", "milk"), ("t1", "likes tea")])


class Rows(unittest.TestCase):
    def file(self, text: str) -> Path:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name, "rows.tsv")
        path.write_text(text, encoding="utf-8")
        return path

    def test_rows_are_read_with_their_lines(self) -> None:
        read = rows.read_instructions(self.file("# columns\ntwo\tA\\nB\tinstruction | A ;; correction | B | C\nnone\tHi\t-\n"))
        wanted = rows.Wanted("instruction", "A"), rows.Wanted("correction", "B | C")
        self.assertEqual(read, [rows.InstructionRow(2, "two", "A\nB", wanted), rows.InstructionRow(3, "none", "Hi", ())])
        self.assertEqual(rows.read_changes(self.file("move\tA\tB\tends\n")), [rows.ChangeRow(1, "move", "A", "B", "ends")])
        read = rows.read_sentences(self.file("c\tD1:1\t2\tab\tevent\tspeaker\t2023-05-01..2023-05-07\n"
                                             "c\tD1:2\t1\tcd\tnone\t-\t-\n"))
        self.assertEqual([row.days for row in read], [(date(2023, 5, 1), date(2023, 5, 7)), None])

    def test_a_damaged_row_is_refused(self) -> None:
        for read, text in ((rows.read_instructions, "two\tA\torder | A\n"), (rows.read_changes, "move\tA\tB\tgone\n"),
                           (rows.read_changes, "move\tA\tends\n"), (rows.read_sentences, "c\tD1:1\tx\tab\tfact\tspeaker\t-\n"),
                           (rows.read_sentences, "c\tD1:1\t1\tab\tfine\tspeaker\t-\n")):
            with self.subTest(text), self.assertRaisesRegex(ValueError, "rows.tsv:2"):
                read(self.file("# columns\n" + text))


class Instructions(unittest.TestCase):
    LABEL = "always put the invoice number in the subject"
    ROW = rows.InstructionRow(7, "both", "text", (rows.Wanted("instruction", LABEL),
                                                  rows.Wanted("correction", "her name is Siobhan, not Shivaun")))
    NONE = rows.InstructionRow(8, "none", "text", ())

    def judged(self, *memories: tuple[str, str, str]) -> instructions.Found:
        return instructions.judged(self.ROW, [Memory(sort, {"text": text, "evidence": evidence})
                                              for sort, text, evidence in memories])

    def test_an_instruction_has_most_words_of_a_label_and_not_twice_as_many(self) -> None:
        for sort, text, found in (("instruction", "Always put the invoice number in the subject line.", True),
                                  ("instruction", "put the number there", False), ("preference", self.LABEL, False),
                                  ("instruction", f"{self.LABEL}, and in Rome visit Ann, Bo, Cleo, Dan, Eve", False)):
            with self.subTest(text):
                self.assertEqual(self.judged((sort, text, "")).wanted[0], found)

    def test_a_correction_may_be_a_fact_with_its_evidence(self) -> None:
        self.assertTrue(self.judged(("fact", "her name is Siobhan", "Her name is Siobhan, not Shivaun :)")).wanted[1])
        self.assertFalse(self.judged(("fact", "her name is Siobhan", "")).wanted[1])
        other = "fact", "user lives in Cork near Bo", "Her name is Siobhan, not Shivaun, I live in Cork"
        self.assertFalse(self.judged(other).wanted[1])

    def test_what_was_found_and_what_was_emitted_is_counted(self) -> None:
        found = self.judged(("instruction", self.LABEL, ""))
        wrong = instructions.judged(self.NONE, [Memory("instruction", {"text": "send it"})])
        report = instructions.measure([found, wrong], show=True)
        self.assertEqual(counts(report), {
            "instructions and corrections found": (1, 2), "instructions found": (1, 1), "corrections found": (0, 1),
            "emitted instructions that are labelled ones": (1, 2), "rows without an instruction that gave one": (1, 1),
            "both: rows right": (0, 1), "none: rows right": (0, 1)})
        self.assertEqual(report.notes, ["line 7, both: 'text': missed correction | her name is Siobhan, not Shivaun",
                                        "line 8, none: 'text': wrong 'send it'"])

    def test_without_an_emitted_instruction_there_is_no_precision(self) -> None:
        report = instructions.measure([self.judged()], show=False)
        self.assertNotIn("emitted instructions that are labelled ones", counts(report))
        self.assertIn("none emitted", report.notes[0])


class Changes(unittest.TestCase):
    def outcome(self, expected: str, semantic: tuple[list, list], pattern: tuple[list, list] = ([], [])) -> changes.Outcome:
        memories = Memories({stage: [completion("t1", *of_stage[0]), completion("t2", *of_stage[1])]
                             for stage, of_stage in (("semantic", semantic), ("pattern", pattern))})
        return changes.outcome(rows.ChangeRow(1, "move", "A", "B", expected), memories, "p", ("t1", "t2"))

    def test_the_effect_is_seen_in_facts_and_stated_patterns(self) -> None:
        fact = put("fact", "a", "A", "t1", current=True)
        like = put("pattern", "b", "likes A", "t1", type="preference", polarity="positive")
        new = put("fact", "c", "C", "t2", current=True)
        topic = put("pattern", "d", "often talks about A", "t2", type="topic")
        for expected, semantic, pattern in (
                ("supersedes", ([fact], [patch("fact", "a", current=False, superseded_by="c"), new]), ([], [])),
                ("supersedes", ([], []), ([like], [patch("pattern", "b", polarity="negative")])),
                ("ends", ([fact], [patch("fact", "a", current=False, superseded_by=None)]), ([], [])),
                ("ends", ([fact], [new]), ([like], [delete("pattern", "b")])),
                ("same", ([fact], [patch("fact", "a", confidence=.9)]), ([], [])),
                ("coexists", ([fact], [new]), ([], [])),
                ("none", ([fact], []), ([], [topic])),
                ("none", ([], []), ([], []))):
            with self.subTest((expected, semantic, pattern)):
                self.assertTrue(self.outcome(expected, semantic, pattern).strictly_right)

    def test_notes_count_as_what_is_known(self) -> None:
        note = put("note", "a", "A", "t1", current=True)
        other = put("note", "b", "B", "t2", current=True)
        fact = put("fact", "c", "C", "t2", current=True)
        for effects, second in ((("supersedes",), [put("note", "a", "A", "t1", current=False, superseded_by="c"), other, fact]),
                                (("ends",), [put("note", "a", "A", "t1", current=False, superseded_by=None), other]),
                                (("same",), [put("note", "a", "A", "t1", "t2", current=True), other]),
                                (("coexists",), [other, fact]), (("coexists", "none"), [other]), (("none",), [])):
            with self.subTest(effects):
                self.assertEqual(self.outcome(effects[0], ([note], second)).effects, effects)
                self.assertTrue(all(self.outcome(effect, ([note], second)).right for effect in effects))
        self.assertFalse(self.outcome("coexists", ([], [other])).right)
        self.assertEqual(self.outcome("none", ([note], [other])).strict, "none")

    def test_a_row_whose_first_text_gave_nothing_is_wrong(self) -> None:
        new = put("fact", "c", "C", "t2", current=True)
        self.assertEqual([self.outcome(expected, ([], [new])).strict for expected in ("coexists", "none")], ["nothing", "nothing"])
        self.assertFalse(self.outcome("coexists", ([], [new])).strictly_right)
        self.assertFalse(self.outcome("coexists", ([], [new])).right)

    def test_what_was_wrongly_ended_is_counted(self) -> None:
        fact, ended = put("fact", "a", "A", "t1", current=True), patch("fact", "a", current=False, superseded_by=None)
        results = [self.outcome(expected, ([fact], [ended])) for expected in ("supersedes", "ends", "coexists")]
        report = changes.measure(results, show=True)
        found = counts(report)
        self.assertEqual((found["effect on what is known as labelled"], found["something of the first text wrongly ended"]),
                         ((1, 3), (1, 1)))
        self.assertEqual(found["effect on facts and stated patterns alone as labelled"], (1, 3))
        self.assertEqual([figure.name for figure in report.missed()],
                         ["effect on what is known as labelled", "something of the first text wrongly ended"])
        self.assertEqual([note.split(":")[0] for note in report.notes], ["line 1, move", "wrongly ended"])


class Sentences(unittest.TestCase):
    MESSAGES = {"D1:1": "Hi Bo! We moved to Bern last week. I love tea.", "D1:2": "Nice! My sister paints boats."}
    TURNS = ({"turn_id": "t1", "agent_id": "c", "timestamp": "2023-05-10T10:00:00Z", "dia_ids": ["D1:1", "D1:2"]},
             {"turn_id": "t2", "agent_id": "c", "timestamp": "2023-06-10T10:00:00Z", "dia_ids": []})

    def texts(self) -> dict[sentences.Place, str]:
        return {sentences.Place(Message("c", dia_id), number): text for dia_id, said in self.MESSAGES.items()
                for number, text in enumerate(sentences_of(said), 1)}

    def row(self, dia_id: str, place: int, verdict: str, *days: date) -> rows.SentenceRow:
        digest = hashlib.sha256(self.texts()[sentences.Place(Message("c", dia_id), place)].encode()).hexdigest()[:16]
        return rows.SentenceRow(10 + place, "c", dia_id, place, digest, verdict, "speaker", (days[0], days[-1]) if days else None)

    def result(self, *stated: dict, drawn: tuple[rows.SentenceRow, ...] = ()) -> sentences.Result:
        drawn = drawn or (self.row("D1:1", 1, "none"), self.row("D1:1", 2, "event", date(2023, 5, 1), date(2023, 5, 7)),
                          self.row("D1:1", 3, "preference"), self.row("D1:2", 2, "fact"))
        memories = Memories({"semantic": [completion("t1", *stated, persona="c")]})
        return sentences.judged(memories, list(self.TURNS), sentences.verified(drawn, self.texts()), self.texts())

    def moved(self, first: str, to: str | None = None) -> dict:
        return put("fact", "m", "user moved to Bern", "t1", validity=[{"from": first, "to": to}])

    def test_a_memory_rests_on_the_sentence_that_has_its_words(self) -> None:
        result = self.result(put("fact", "s", "user's sister paints boats", "t1"),
                             put("pattern", "l", "likes tea", "t1", type="preference"),
                             put("fact", "n", "zebra", "t1"), put("pattern", "o", "often talks about tea", "t1", type="topic"))
        self.assertEqual([(claim.sort, claim.row.dia_id, claim.row.place) for claim in result.claims],
                         [("fact", "D1:2", 2), ("preference", "D1:1", 3)])
        self.assertEqual((len(result.places), result.places.count(None)), (3, 1))

    def test_evidence_decides_where_sentences_share_words(self) -> None:
        hello = put("fact", "h", "Bo moved to Bern", "t1", evidence="Hi Bo!")
        self.assertEqual([claim.row.place for claim in self.result(hello).claims], [1])

    def test_the_time_of_an_event_must_be_right_if_there_is_one(self) -> None:
        for first, to, right in (("2023-05-10T10:00:00.000Z", None, True),
                                 ("2023-05-01T00:00:00.000Z", "2023-05-08T00:00:00.000Z", True),
                                 ("2023-04-30T00:00:00.000Z", None, False),
                                 ("2023-05-03T00:00:00.000Z", "2023-06-01T00:00:00.000Z", False)):
            with self.subTest((first, to)):
                self.assertEqual([claim.right for claim in self.result(self.moved(first, to)).claims], [right])
        undated = (self.row("D1:1", 2, "event"),)
        self.assertFalse(self.result(self.moved("2023-05-03T00:00:00.000Z"), drawn=undated).claims[0].right)

    def test_what_is_right_and_what_is_remembered_is_counted(self) -> None:
        result = self.result(self.moved("2023-04-30T00:00:00.000Z"), put("fact", "h", "greets Bo", "t1", evidence="Hi Bo!"),
                             put("pattern", "l", "likes tea", "t1", type="preference"),
                             put("note", "n", "My sister paints boats.", "t1"))
        report = sentences.measure(result, show=True)
        found = counts(report)
        self.assertEqual(found["facts and stated patterns that are right"], (1, 3))
        self.assertEqual(found["dates of events that are right"], (0, 1))
        self.assertEqual(found["sentences worth knowing that a fact or stated pattern remembers"], (2, 3))
        self.assertEqual(found["sentences worth knowing that anything remembers"], (3, 3))
        self.assertEqual([note.split(":")[0] for note in report.notes], ["line 12, event", "line 11, none", "line 12, fact"])
        self.assertTrue(report.notes[0].endswith("(date)"))
        self.assertTrue(report.notes[2].endswith("only noted"))

    def test_a_sentence_of_another_file_is_refused(self) -> None:
        with self.assertRaises(RunFailed):
            sentences.verified([self.row("D1:1", 1, "none")._replace(place=2)], self.texts())


if __name__ == "__main__":
    unittest.main()
