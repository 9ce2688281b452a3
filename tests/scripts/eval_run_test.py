"""eval_run_test.py BUILD: scripts/eval with the built program, on a conversation of two sessions."""

import hashlib
import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(sys.argv.pop(1)) if len(sys.argv) > 1 else ROOT / "build" / "release"
SESSIONS = (
    [("Ann", "Hey Bo!"), ("Bo", "Hi!"),
     ("Ann", "My sister Clara moved to Lisbon last Friday and adopted two dogs, Rex and Luna."), ("Bo", "Wow, cool!")],
    [("Ann", "Thanks!"), ("Bo", "I started pottery lessons in October with my colleague Dana at the Kiln House.")],
)


def conversation() -> dict:
    said: dict = {"speaker_a": "Ann", "speaker_b": "Bo"}
    for number, session in enumerate(SESSIONS, 1):
        said[f"session_{number}_date_time"] = f"1:56 pm on {number} May, 2023"
        said[f"session_{number}"] = [{"speaker": speaker, "dia_id": f"D{number}:{place}", "text": text}
                                     for place, (speaker, text) in enumerate(session, 1)]
    qa = [{"question": "Where did Clara move?", "answer": "Lisbon", "evidence": ["D1:3"], "category": 4},
          {"question": "What did Bo say first?", "answer": "Hi", "evidence": ["D1:2"], "category": 4}]
    return {"sample_id": "ann-bo", "conversation": said, "qa": qa}


class Run(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name, "conversations.json")
        self.file.write_text(json.dumps([conversation()]), encoding="utf-8")

    def eval(self, *arguments: object) -> subprocess.CompletedProcess:
        return subprocess.run([ROOT / "scripts" / "eval", *map(str, arguments), "--build", BUILD], capture_output=True,
                              text=True, timeout=300, check=False)

    def figures(self, *arguments: object) -> dict[str, tuple[float, float]]:
        ended = self.eval(*arguments, "--json")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        return {figure["name"]: (figure["part"], figure["whole"]) for figure in json.loads(ended.stdout)["figures"]}

    def test_greetings_are_dropped_and_news_is_kept(self) -> None:
        found = self.figures("keep", self.file)
        self.assertEqual(found["messages dropped"], (4, 6))
        self.assertEqual(found["messages whose item was dropped whole"], (2, 6))
        self.assertEqual(found["questions without any evidence left"], (1, 2))
        self.assertEqual(found["answerable questions lost"], (1, 2))

    def test_questions_and_sessions_are_counted(self) -> None:
        found = self.figures("coverage", self.file)
        self.assertEqual(found["questions of category 4 covered"][1], 2)
        self.assertEqual(found["lines a session"][1], 2)

    def test_notes_are_measured_through_completions(self) -> None:
        found = self.figures("coverage", self.file, "--of", "notes")
        self.assertEqual(found["questions of category 4 covered"], (1, 2))
        self.assertLessEqual(found["notes a session"][0], 16)

    def test_kinds_that_are_named_are_drawn(self) -> None:
        ended = self.eval("judge", self.file, "--seed", 3, "--kind", "note", "--kind", "fact")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertIn("note of ann-bo", ended.stdout)

    def test_open_rows_are_scored(self) -> None:
        rows = self.file.with_name("rows.tsv")
        rows.write_text("a\town\tchat\tuser\t-\tHello!\tephemeral\tgreeting\topen\n"
                        'b\town\ttool-use\t-\t-\tTool cp (failure): {} → no space left on device\tkeep\terror\topen\n'
                        "c\town\tchat\tuser\t-\tThanks!\tephemeral\tthanks\tlocked\n", encoding="utf-8")
        found = self.figures("labels", "--labels", rows)
        self.assertEqual((found["right"], found["rows to keep that were kept"]), ((2, 2), (1, 1)))

    def understanding(self, *arguments: object) -> dict[str, tuple[float, float]]:
        """The measure over one or two rows of each set."""
        def turn(turn_id: str, day: int, text: str) -> dict:
            return {"turn_id": f"01HZ{turn_id:0>22}", "agent_id": "helper", "timestamp": f"2024-06-{day:02}T10:00:00+02:00",
                    "turn_data": {"user_input": text, "assistant_response": "Noted."}, "session_id": f"s{day}"}

        news = SESSIONS[0][2][1]
        digest = hashlib.sha256(news.encode()).hexdigest()[:16]
        sequence = {"category": "work", "turns": [turn("2", 3, "I work at Nokia."), turn("3", 20, "I work at Ericsson.")],
                    "remember": [{"kind": "fact", "words": ["Ericsson"]}], "gone": [{"words": ["Nokia"]}], "secrets": []}
        said = {"category": "port", "turn": turn("1", 4, "The api port is 80¦80."), "nothing": False, "secrets": [],
                "remember": [{"kind": "fact", "words": ["port", "8080"]}]}
        for name, text in (
                ("instructions.tsv", "always\tAlways answer in French.\tinstruction | Always answer in French\nnone\tHello!\t-\n"),
                ("changes.tsv", "work\tI work at Nokia.\tI work at Ericsson.\tsupersedes\nnone\tI work at Nokia.\tHello!\tnone\n"),
                ("sentences.tsv", f"ann-bo\tD1:3\t1\t{digest}\tevent\tspeaker\t2023-04-28\n"),
                ("turns.jsonl", json.dumps(said) + "\n"), ("sequences.jsonl", json.dumps(sequence) + "\n")):
            self.file.with_name(name).write_text(text, encoding="utf-8")
        return self.figures("understanding", "--labels", self.file.parent, *arguments)

    def test_labelled_rows_of_all_sets_are_scored(self) -> None:
        found = self.understanding("--locomo", self.file, "--show")
        self.assertEqual(found["changes: effect on what is known as labelled"], (2, 2))
        self.assertEqual(found["turns: rows right"], (1, 1))
        self.assertEqual(found["sequences: rows right"], (1, 1))
        self.assertEqual(found["instructions: none: rows right"], (1, 1))
        self.assertEqual(found["sentences: sentences worth knowing that anything remembers"][1], 1)

    def test_one_set_alone_needs_no_conversations(self) -> None:
        self.assertEqual({name.split(":")[0] for name in self.understanding("--only", "changes")}, {"changes"})

    def test_a_missed_goal_ends_with_exit_code_1(self) -> None:
        ended = self.eval("keep", self.file, "--gate")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("evidence messages dropped: 50.0 % (1 of 2), goal ≤ 10.0 %: missed", ended.stdout)

    def test_a_sample_is_drawn_beside_its_sources(self) -> None:
        ended = self.eval("judge", self.file, "--seed", 3)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertIn("seed 3", ended.stdout)
        self.assertIn("Lisbon last Friday", ended.stdout)

    def test_the_summaries_of_a_run_are_measured(self) -> None:
        found = self.figures("length", self.file)
        self.assertEqual(found["summaries of at most 300 characters"], (2, 2))

    def test_recall_is_measured_with_a_table_of_vectors(self) -> None:
        pieces = {"clara": (100, 0), "dogs": (60, 80), "pottery": (0, 100)}
        words = b"".join(bytes([len(piece)]) + piece.encode() for piece in pieces)
        table = self.file.with_name("small.table")
        table.write_bytes(struct.pack("<8s4I3f6b", b"TSVECTOR", 1, 2, 3, len(words), 1, 1, 1, *sum(pieces.values(), ())) + words)
        ended = self.eval("locomo", self.file, "--vectors", table)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertRegex(ended.stdout, r"R@10, all questions: .* of 2\), goal ≥ 84\.5 %")
        self.assertIn("goal ≥ 83.5 %", self.eval("locomo", self.file).stdout)

    def test_the_topics_of_generated_turns_agree(self) -> None:
        ended = self.eval("sums", "--turns", 200, "--gate")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""), ended.stdout)

    def test_the_topics_of_real_conversations_agree(self) -> None:
        conversations = os.environ.get("TURNSTREAM_LOCOMO", "")
        if not os.access(conversations, os.R_OK):
            print("SKIPPED: TURNSTREAM_LOCOMO names no LoCoMo file", file=sys.stderr)
            self.skipTest("TURNSTREAM_LOCOMO names no LoCoMo file")
        ended = self.eval("sums", conversations, "--gate")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""), ended.stdout)

    def test_notes_of_real_conversations_answer_as_many_questions_as_they_must(self) -> None:
        conversations = os.environ.get("TURNSTREAM_LOCOMO", "")
        if not os.access(conversations, os.R_OK):
            print("SKIPPED: TURNSTREAM_LOCOMO names no LoCoMo file", file=sys.stderr)
            self.skipTest("TURNSTREAM_LOCOMO names no LoCoMo file")
        ended = self.eval("coverage", conversations, "--of", "notes", "--gate")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""), ended.stdout)

    def test_a_missing_file_is_named(self) -> None:
        ended = self.eval("keep", "nothing.json")
        self.assertEqual((ended.returncode, ended.stdout), (1, ""))
        self.assertIn("nothing.json", ended.stderr)


if __name__ == "__main__":
    unittest.main()
