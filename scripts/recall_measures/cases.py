"""The cases of `scripts/bench --recall`."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    name: str
    messages: int
    personas: int = 1
    is_served: bool = False  # by `turnstream run`, over HTTP; else in one process with the read model alone


QUESTIONS = (Case("10k", 10_000), Case("100k", 100_000), Case("1m", 1_000_000, personas=1_000))
HTTP = (Case("http-10k", 10_000, is_served=True), Case("http-100k", 100_000, is_served=True))
CASES = {case.name: case for case in QUESTIONS + HTTP}
# Small enough for a test, which checks answers and no times.
SHORT = {case.name: case for case in (Case("short", 1_200, personas=3), Case("http-short", 400, is_served=True))}
