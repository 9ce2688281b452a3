"""Scores and rankings of the messages of real conversations are those of the reference program of the recipe.

    locomo_ranking_test.py PRINT_SCORES
    locomo_ranking_test.py --record        prints the content of locomo_expected.json

TURNSTREAM_LOCOMO names a LoCoMo file. Without it, or for another file than the recorded one, the test is skipped. The
rankings are compared with a digest that was recorded from the reference program. If TURNSTREAM_TEST_RECIPE names that program
(recipe.py, next to the modules that it imports), each score is compared with it, too, and what is read from random texts.
"""

import datetime
import hashlib
import importlib
import json
import os
import random
import re
import subprocess
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path

RECORD = sys.argv[1:] == ["--record"]
PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
DATASET = os.environ.get("TURNSTREAM_LOCOMO", "")
RECIPE = os.environ.get("TURNSTREAM_TEST_RECIPE", "")
EXPECTED_FILE = Path(__file__).with_name("locomo_expected.json")
NO_RECIPE = "TURNSTREAM_TEST_RECIPE does not name recipe.py; the recorded rankings alone are compared"
DEPTHS = (5, 10, 20)
# The dates of messages that print_scores --read compares with the dates of a text.
DATES = [datetime.date(*date) for date in ((2023, 5, 8), (2023, 6, 3), (2024, 2, 29), (2022, 12, 31))]
SKIPPED = 77
SCORE_ERROR_MAX = 1e-9


def module_of_recipe(name: str):
    folder = str(Path(RECIPE).parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return importlib.import_module(name)


def reference_scores() -> Iterator[tuple[str, int, list[int], list[float]]]:
    """(sample, question, messages in the order of the ranking, scores by message), as the reference program has them."""
    recipe, loader = module_of_recipe("recipe"), module_of_recipe("locomo_bm25")
    scores: list[float] = []

    def sorted_by_score(items, key=None):
        # search() sorts the messages with a function that holds their scores under the name `out`, and returns only the order.
        if key is not None:
            scores[:] = key.__closure__[key.__code__.co_freevars.index("out")].cell_contents
        return sorted(items, key=key)

    recipe.sorted = sorted_by_score
    for sample, _, _, messages, data in loader.load(DATASET):
        index = recipe.Recipe()
        for _, speaker, text, caption, _, date_time, session in messages:
            index.add(speaker, text, caption, date_time, recipe.pdate(date_time), session)
        index.freeze()
        for number, question in enumerate(data["qa"]):
            yield sample, number, index.search(question["question"], index.n), list(scores)


def read_by_reference(text: str) -> dict:
    """What print_scores --read prints for the text."""
    recipe = module_of_recipe("recipe")
    asked = recipe.qdates(text)
    return {"words": recipe.words(text), "terms": recipe.terms(text), "dates": list(map(list, asked)),
            "date_scores": [recipe.datescore(asked, date) for date in DATES],
            "signals": [text.rstrip().endswith("?"), bool(recipe.FIRSTP.search(text)), bool(recipe.TEMP.search(text))],
            "asks_when": bool(recipe.WHENQ.search(text.lower()))}


def random_texts(draw: random.Random) -> list[str]:
    """Words with random endings, and texts of pieces that dates and signals are made of, some of them beyond ASCII."""
    porter = module_of_recipe("porter")
    endings = ["", *(suffix for suffix, _ in porter.S2 + porter.S3), *porter.S4, "eed", "ed", "ing", "sses", "ies", "s", "y", "e", "ll"]
    texts = ["".join(draw.choices("abeiloustyz1", k=draw.randrange(7)) + draw.choices(endings, k=draw.randrange(1, 3)))
             for _ in range(50_000)]
    pieces = [*"0123489", "20", "2023", "2024", "0000", "st", "nd", "rd", "th", " of", " of ", ",", ", ", " ", " ", " ", " ", "?", "? ", "-",
              "_", "in ", "early ", "mid ", "during ", "May", "may", "JUNE", "june", "march", "February", "december", "Sep", "september",
              "I", "i", "my", "My", "MY", "me", "Me", "We", "our", "when", "When ", "what year", "how long", "yesterday", "Weeks", "weekend",
              "monday", "last", "ago", "\u00e9", "\u2014", "\u2764\ufe0f", "\u00a0", "\u2003", "\u212a", "\u4e2d", "don't", "x", "\x1c"]
    return texts + ["".join(draw.choices(pieces, k=draw.randrange(1, 12))) for _ in range(50_000)]


class Evidence:
    """For each question the messages with its answer, and how many of them a ranking has among its first."""

    def __init__(self) -> None:
        self.by_question: dict[tuple[str, int], list[int]] = {}
        for data in json.loads(Path(DATASET).read_text(encoding="utf-8")):
            talk = data["conversation"]
            sessions = [talk[f"session_{n}"] for n in range(1, 1000) if f"session_{n}" in talk]
            places = {message["dia_id"]: place for place, message in enumerate(m for session in sessions for m in session)}
            for number, question in enumerate(data["qa"]):
                ids = [f"D{int(a)}:{int(b)}" for a, b in re.findall(r"D:?(\d+):(\d+)", " ".join(question["evidence"]))]
                if found := [places[name] for name in dict.fromkeys(ids) if name in places]:
                    self.by_question[data["sample_id"], number] = found

    def recall(self, rankings: dict[tuple[str, int], list[int]]) -> dict[str, float]:
        means = {}
        for depth in DEPTHS:
            found = [sum(message in rankings[key][:depth] for message in wanted) / len(wanted)
                     for key, wanted in self.by_question.items()]
            means[f"R@{depth}"] = round(sum(found) / len(found), 4)
        return means


def digest_of(rankings: dict[tuple[str, int], list[int]]) -> str:
    digest = hashlib.sha256()
    for (sample, number), order in rankings.items():
        digest.update(f"{sample} {number} {' '.join(map(str, order))}\n".encode())
    return digest.hexdigest()


def printed(*arguments: str) -> list[dict]:
    done = subprocess.run([PROGRAM, DATASET, *arguments], capture_output=True, text=True, timeout=300, check=True,
                          stdin=subprocess.DEVNULL)
    return [json.loads(line) for line in done.stdout.splitlines()]


def by_question(lines: list[dict], field: str) -> dict[tuple[str, int], list[int]]:
    return {(line["sample"], line["question"]): line[field] for line in lines}


class LocomoRanking(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.lines = printed()
        cls.expected = json.loads(EXPECTED_FILE.read_text(encoding="utf-8"))

    def test_rankings_are_those_of_the_reference(self) -> None:
        rankings = by_question(self.lines, "order")
        evidence = Evidence()
        self.assertEqual(len(rankings), self.expected["questions"])
        self.assertEqual(len(evidence.by_question), self.expected["questions_with_evidence"])
        self.assertEqual(evidence.recall(rankings), self.expected["recall"])
        self.assertEqual(digest_of(rankings), self.expected["rankings_sha256"])
        print(f"{len(rankings)} rankings as recorded; {evidence.recall(rankings)}")

    def test_results_reach_the_floor_with_date_texts_of_the_file_and_with_its_own(self) -> None:
        evidence = Evidence()
        for name, lines in {"of the file": self.lines, "of its own": printed("--date-texts")}.items():
            recall = evidence.recall(by_question(lines, "results"))
            self.assertGreaterEqual(recall["R@10"], .835)
            print(f"results with date texts {name}: {recall}")

    @unittest.skipUnless(RECIPE, NO_RECIPE)
    def test_each_score_is_that_of_the_reference(self) -> None:
        ours = {(line["sample"], line["question"]): line for line in self.lines}
        number, error_max = 0, 0.
        for sample, question, order, scores in reference_scores():
            line = ours.pop((sample, question))
            self.assertEqual(line["order"], order)
            for message, score in zip(line["order"], line["scores"], strict=True):
                error_max = max(error_max, abs(score - scores[message]))
                number += 1
        self.assertEqual(ours, {})
        self.assertLess(error_max, SCORE_ERROR_MAX)
        print(f"{number} scores differ from the reference by at most {error_max:.1e}")

    @unittest.skipUnless(RECIPE, NO_RECIPE)
    def test_words_dates_and_signals_of_random_texts_are_those_of_the_reference(self) -> None:
        texts = random_texts(random.Random(17))
        done = subprocess.run([PROGRAM, "--read"], input="\n".join(texts) + "\n", capture_output=True, text=True, timeout=60, check=True)
        lines = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
        for text, line in zip(texts, lines, strict=True):
            # The reference has words of ASCII alone.
            ours = line | {name: [word for word in line[name] if word.isascii()] for name in ("words", "terms")}
            self.assertEqual(ours, read_by_reference(text), text)
        print(f"{len(texts)} texts are read as the reference reads them")


def record() -> dict:
    rankings = {(sample, number): order for sample, number, order, _ in reference_scores()}
    evidence = Evidence()
    return {"file_sha256": hashlib.sha256(Path(DATASET).read_bytes()).hexdigest(), "questions": len(rankings),
            "questions_with_evidence": len(evidence.by_question), "recall": evidence.recall(rankings),
            "rankings_sha256": digest_of(rankings)}


def why_skipped() -> str:
    if not os.access(DATASET, os.R_OK):
        return "TURNSTREAM_LOCOMO names no LoCoMo file"
    expected = json.loads(EXPECTED_FILE.read_text(encoding="utf-8"))
    if hashlib.sha256(Path(DATASET).read_bytes()).hexdigest() != expected["file_sha256"]:
        return "TURNSTREAM_LOCOMO names another file than the recorded one"
    return ""


if __name__ == "__main__":
    if RECORD:
        print(json.dumps(record(), indent=1))
        sys.exit(0)
    if not PROGRAM:
        sys.exit(__doc__)
    if reason := why_skipped():
        print(f"SKIPPED: {reason}", file=sys.stderr)
        sys.exit(SKIPPED)
    if not RECIPE:
        print(f"SKIPPED in part: {NO_RECIPE}", file=sys.stderr)
    unittest.main(warnings="ignore")
