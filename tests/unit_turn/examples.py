#!/usr/bin/env python3
"""Checks schemas/: each schema is valid and has examples, each example matches its schema. For the records that come
from outside, decoder and schema agree on every example, and on every example in which one value is changed or absent.

examples.py VERDICTS_BINARY SCHEMAS_FOLDER
"""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import turn_generator as generator
from reference import Reference, steps

DECODED = {"state_export": "turn", "command": "command", "effect_result": "effect_result", "tick": "tick"}
UNKNOWN_KIND = {"unknown_command", "unknown_effect"}


def paths_in(value, path=()):
    yield path
    for step, child in steps(value):
        yield from paths_in(child, (*path, step))


def changed(document, path, junk):
    """The document with another value at the path; if `junk` is Ellipsis, without the value."""
    made = copy.deepcopy(document)
    place = made
    for step in path[:-1]:
        place = place[step]
    if junk is Ellipsis:
        del place[path[-1]]
    else:
        place[path[-1]] = junk
    return made


def variants(document) -> list[bytes]:
    made = [document]
    for path in paths_in(document):
        if path:
            made += [changed(document, path, junk) for junk in [Ellipsis, *generator.JUNK]]
    return [generator.plain(value).encode() for value in made]


def disagreements(binary: Path, kind: str, reference: Reference, texts: list[bytes]) -> list[str]:
    lines = b"".join(text + b"\n" for text in texts)
    output = subprocess.run([binary, DECODED[kind]], input=lines, stdout=subprocess.PIPE, check=True).stdout
    problems = []
    for text, line in zip(texts, output.decode().split("\n")[:-1], strict=True):
        answer = line.split("\t")
        reason, broken = reference.verdict(text)
        said = "schema" if answer[0] in UNKNOWN_KIND else answer[0]
        if said != reason or (reason == "schema" and (answer[1], answer[2]) not in broken):
            problems.append(f"{kind}: the decoder says {answer}, the schema {reason} {sorted(broken)[:4]}: {text[:400]!r}")
    return problems


def main() -> int:
    binary, folder = Path(sys.argv[1]), Path(sys.argv[2])
    problems = []
    judged = 0
    examples = sorted((folder / "examples").glob("*.json"))
    names = {path.name.removesuffix(".schema.json") for path in folder.glob("*.schema.json")}
    problems += [f"{name} has no example" for name in sorted(names - {path.name.split(".")[0] for path in examples})]
    for path in examples:
        kind = path.name.split(".")[0]
        if kind not in names:
            problems.append(f"{path.name} belongs to no schema")
            continue
        try:
            reference = Reference(folder / f"{kind}.schema.json")
        except ImportError:
            print("skipped: Python's jsonschema is missing; scripts/setup test installs it.", file=sys.stderr)
            return 77
        reason, broken = reference.verdict(path.read_bytes())
        if reason != "accepted":
            problems.append(f"{path.name}: {reason} {sorted(broken)}")
        elif kind in DECODED:
            texts = variants(json.loads(path.read_text(), parse_float=Decimal))
            judged += len(texts)
            problems += disagreements(binary, kind, reference, texts)
    for problem in problems[:20]:
        print(problem)
    print(f"{len(names)} schemas, {len(examples)} examples, {judged} variants of them judged twice, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
