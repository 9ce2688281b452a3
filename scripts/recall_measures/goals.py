"""The goals of recall, and whether the figures of a run meet them."""

from typing import NamedTuple

from recall_measures.cases import HTTP, QUESTIONS, Case


class Goal(NamedTuple):
    case: Case
    name: str
    at_most: float
    path: tuple[str, ...]  # to the figure in the case's result, in ms


GOALS = (
    Goal(QUESTIONS[0], "10k messages of one persona: question, CPU p99", .7, ("questions", "cpu_ms", "p99")),
    Goal(QUESTIONS[1], "100k messages of one persona: question, CPU p99", 9, ("questions", "cpu_ms", "p99")),
    Goal(QUESTIONS[0], "10k messages of one persona: load of the cold persona, p50", 150, ("load", "wall_ms", "p50")),
    Goal(QUESTIONS[0], "10k messages of one persona: question about the past, p50", 150, ("as_of", "wall_ms", "p50")),
    Goal(HTTP[0], "10k messages of one persona: question over HTTP on an idle machine, p99", 2, ("http_idle", "questions_ms", "p99")),
    Goal(HTTP[1], "100k messages of one persona: question over HTTP on an idle machine, p99", 12, ("http_idle", "questions_ms", "p99")),
    Goal(HTTP[0], "from publication to recall at 5 turns/s, p50", 60, ("fresh", "recallable_ms", "p50")),
)


def judged(results: dict[str, dict]) -> list[dict]:
    """Each goal whose case was measured, with the figure."""
    rows = []
    for goal in GOALS:
        figure: object = results.get(goal.case.name)
        for name in goal.path:
            figure = figure.get(name) if isinstance(figure, dict) else None
        if isinstance(figure, int | float):
            rows.append({"goal": goal.name, "at_most_ms": goal.at_most, "ms": figure, "met": figure <= goal.at_most})
    return rows
