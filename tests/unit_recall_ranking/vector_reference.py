"""What a table of vectors makes of texts, written once more in Python: the tokenizer of BERT with the properties of code points that Python
has, sums of vectors in double precision, cosines. recall/ranking/vectors/vector_table.h describes the file."""

import array
import math
import os
import struct
import subprocess
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
IDEOGRAPHS = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
              (0x2B920, 0x2CEAF), (0x2F800, 0x2FA1F))
ASCII_MARKS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
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

    def pieces_of(self, text: str) -> list[int]:
        words = [word for word in model_words(text) if word]
        return [piece for word in words[:WORDS_MAX] for piece in self.pieces_of_word(word)]

    def vector(self, *texts: str) -> tuple[list[int], float]:
        """Whole numbers, and their length."""
        sums = [0.0] * self.dimensions
        for text in texts:
            for piece in self.pieces_of(text):
                scale = self.scales[piece]
                sums = [total + scale * number for total, number in zip(sums, self.rows[piece])]
        largest = max(map(abs, sums))
        values = [round(total * LARGEST / largest) if largest else 0 for total in sums]
        return values, math.sqrt(sum(value * value for value in values))


def cosine(first: tuple[list[int], float], second: tuple[list[int], float]) -> float:
    product = sum(map(int.__mul__, first[0], second[0]))
    return product / (first[1] * second[1]) if first[1] and second[1] else 0.0
