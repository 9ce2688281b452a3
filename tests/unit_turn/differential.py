#!/usr/bin/env python3
"""Compares the decoder of turns with an independent JSON parser (Python's) and schema validator (jsonschema).

differential.py VERDICTS_BINARY SCHEMA [--count N] [--seed S]

Generates valid, broken and damaged StateExports and demands for each: the same verdict; for what breaks the schema, a
place and rule that the validator reports too; and the same content hash for two spellings of one document.
"""

from __future__ import annotations

import argparse
import collections
import json
import random
import subprocess
import sys
import time
from pathlib import Path

import turn_generator as generator
from reference import Reference

REASONS = {"accepted", "invalid_utf8", "invalid_json", "too_deep", "schema"}
RULES = {"required", "type", "minimum", "maximum", "enum", "pattern", "minLength", "maxLength", "unique"}


def documents(rng: random.Random, count: int) -> list[tuple[bytes, bool]]:
    """Texts of one line each; True where the text is another spelling of the one before it."""
    made = []
    while len(made) < count:
        document = generator.turn(rng)
        kind = rng.random()
        untouched = kind < 0.25
        for _ in range(0 if untouched else 1 if kind < 0.6 else rng.randrange(4)):
            generator.break_value(rng, document)
        text = generator.spell(rng, document).encode("utf-8")
        if kind >= 0.75:
            text = generator.break_bytes(rng, text)
        if kind >= 0.9 and rng.random() < 0.3:
            again = json.dumps(rng.choice(list(document) or ["x"])).encode()
            text = b"{" + again + b":1," + text[1:]
        made.append((text.replace(b"\n", b" "), False))
        if untouched and rng.random() < 0.2:
            made.append((generator.spell(rng, document).encode("utf-8"), True))
    return made


def compare(texts: list[tuple[bytes, bool]], answers: list[list[str]], reference: Reference, seen: collections.Counter) -> list[str]:
    problems = []
    answer_before: list[str] = []
    for number, ((text, respelled), answer) in enumerate(zip(texts, answers, strict=True), 1):
        reason, broken = reference.verdict(text)
        seen[reason] += 1
        said = answer[0]
        if said != reason:
            problems.append(f"document {number}: the decoder says {answer}, the reference {reason} {sorted(broken)[:3]}: {text[:300]!r}")
        elif reason == "schema":
            seen[answer[2].split(" ")[0]] += 1
            if (answer[1], answer[2]) not in broken:
                problems.append(f"document {number}: the decoder blames {answer[1:]}, the reference {sorted(broken)}: {text[:300]!r}")
        if respelled and answer != answer_before:
            problems.append(f"document {number}: another spelling of the document before is judged otherwise: {text[:300]!r}")
        answer_before = answer
    return problems


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("verdicts", type=Path)
    arguments.add_argument("schema", type=Path)
    arguments.add_argument("--count", type=int, default=20_000)
    arguments.add_argument("--seed", type=int, default=time.time_ns() % 10**9)
    options = arguments.parse_args()
    print(f"seed {options.seed}, {options.count} documents", flush=True)
    try:
        reference = Reference(options.schema)
    except ImportError:
        print("skipped: Python's jsonschema is missing; scripts/setup test installs it.", file=sys.stderr)
        return 77
    texts = documents(random.Random(options.seed), options.count)
    lines = b"".join(text + b"\n" for text, _ in texts)
    output = subprocess.run([options.verdicts], input=lines, stdout=subprocess.PIPE, check=True).stdout
    answers = [line.split("\t") for line in output.decode("utf-8").split("\n")[:-1]]
    seen: collections.Counter = collections.Counter()
    problems = compare(texts, answers, reference, seen)
    print(", ".join(f"{name} {times}" for name, times in sorted(seen.items())))
    problems += [f"no document was judged {name}: the generator is too tame" for name in sorted((REASONS | RULES) - set(seen))]
    for problem in problems[:20]:
        print(problem)
    print(f"{len(problems)} differences" if problems else "no difference")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
