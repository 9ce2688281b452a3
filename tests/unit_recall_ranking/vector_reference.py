"""What a table of vectors makes of texts, written once more in Python: the tokenizer of BERT with the properties of code points that Python
has, sums of vectors in double precision, those of neighbours, cosines. recall/ranking/vectors/vector_table.h describes the file."""

import array
import math
import os
import struct
import subprocess
import unicodedata
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
IDEOGRAPHS = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
              (0x2B920, 0x2CEAF), (0x2F800, 0x2FA1F))
ASCII_MARKS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
STOP_WORDS = frozenset("""
a about also am an and any are as at be been being but by can could d did do does doing don done for from had has have having he her hers
him his how i if in into is it its just ll m may me might my no not of on or our re s she should so some such t than that the their them
then there these they this to too us ve very was we were what when where which who whom whose why will with would you your""".split())
# What the message that stands so many places later in its session lends.
WINDOW = {-4: 2401, -3: 3430, -2: 4900, -1: 7000, 0: 10000, 1: 6000, 2: 3600, 3: 2160, 4: 1296}
WORD_MAX = 100
WORDS_MAX = 1000
LARGEST = 127
NOT_INSTALLED = 77
BUILD_S = 600


def ready_table(folder: Path) -> tuple[Path | None, str]:
    """The table that TURNSTREAM_VECTORS names, else one that scripts/vectors builds in `folder`; or None and why there is none."""
    if named := os.environ.get("TURNSTREAM_VECTORS"):
        return Path(named), ""
    file = folder / "minilm.table"
    built = subprocess.run([ROOT / "scripts" / "vectors", "--to", file], capture_output=True, text=True, timeout=BUILD_S, check=False,
                           stdin=subprocess.DEVNULL)
    if built.returncode == NOT_INSTALLED:
        return None, f"there is no table of vectors: TURNSTREAM_VECTORS names none, and {built.stderr.strip()[-500:]}"
    if built.returncode != 0:
        raise RuntimeError(f"scripts/vectors ended with exit code {built.returncode}: {built.stderr[-2000:]}")
    print(built.stdout.strip())
    return file, ""


def is_mark(c: str) -> bool:
    return c in ASCII_MARKS or unicodedata.category(c)[0] == "P"


def model_words(text: str) -> list[str]:
    """In lower case, without accents; marks and ideographs apart."""
    cleaned = []
    for c in text:
        category = unicodedata.category(c)
        if c in "\t\n\r" or category[0] == "Z":
            cleaned.append(" ")
        elif c != "\ufffd" and category[0] != "C":
            cleaned.append(f" {c} " if any(first <= ord(c) <= last for first, last in IDEOGRAPHS) else c)
    letters = [c.lower() for c in unicodedata.normalize("NFD", "".join(cleaned)) if unicodedata.category(c) != "Mn"]
    return "".join(f" {c} " if is_mark(c) else c for c in letters).split(" ")


class Vector(NamedTuple):
    """Nearly the sum of which it was made: numbers · scale."""
    numbers: list[int]
    scale: float
    length: float


def whole(sums: list[float]) -> Vector:
    largest = max(map(abs, sums))
    numbers = [round(total * LARGEST / largest) if largest else 0 for total in sums]
    return Vector(numbers, largest / LARGEST, math.sqrt(sum(number * number for number in numbers)))


def with_neighbours(own: list[Vector]) -> list[Vector]:
    """Of the messages of one session."""
    vectors = []
    for place in range(len(own)):
        sums = [0.0] * len(own[place].numbers)
        for distance, weight in WINDOW.items():
            if 0 <= place + distance < len(own):
                lent = own[place + distance]
                scale = weight * lent.scale
                sums = [total + scale * number for total, number in zip(sums, lent.numbers)]
        vectors.append(whole(sums))
    return vectors


class Table:
    def __init__(self, file: Path) -> None:
        content = file.read_bytes()
        magic, version, self.dimensions, count, words = struct.unpack_from("<8s4I", content)
        assert (magic, version) == (b"TSVECTOR", 1)
        at = 24
        self.scales = array.array("f", content[at:at + 4 * count])
        at += 4 * count
        numbers = array.array("b", content[at:at + self.dimensions * count])
        self.rows = [numbers[self.dimensions * n:self.dimensions * (n + 1)] for n in range(count)]
        at += self.dimensions * count
        self.pieces: dict[str, int] = {}
        for number in range(count):
            self.pieces[content[at + 1:at + 1 + content[at]].decode()] = number
            at += 1 + content[at]
        assert at == len(content) and len(self.pieces) == count and words > 0

    def pieces_of_word(self, word: str) -> list[int]:
        found: list[int] = []
        at = 0
        while at < len(word) <= WORD_MAX:
            for end in range(len(word), at, -1):
                number = self.pieces.get(("##" if at else "") + word[at:end])
                if number is not None:
                    break
            else:
                return []
            found.append(number)
            at = end
        return found

    def words_of(self, text: str) -> list[str]:
        return [word for word in model_words(text) if word][:WORDS_MAX]

    def pieces_of(self, text: str) -> list[int]:
        return [piece for word in self.words_of(text) for piece in self.pieces_of_word(word)]

    def vector(self, *texts: str) -> Vector:
        """Without stop words and marks."""
        sums = [0.0] * self.dimensions
        for word in (word for text in texts for word in self.words_of(text)):
            if word not in STOP_WORDS and not (len(word) == 1 and is_mark(word)):
                for piece in self.pieces_of_word(word):
                    scale = self.scales[piece]
                    sums = [total + scale * number for total, number in zip(sums, self.rows[piece])]
        return whole(sums)


def cosine(first: Vector, second: Vector) -> float:
    product = sum(map(int.__mul__, first.numbers, second.numbers))
    return product / (first.length * second.length) if first.length and second.length else 0.0
