"""Report: named figures, some with a goal."""

from typing import NamedTuple


class Figure(NamedTuple):
    """`part` of `whole`; `goal` is ("≥" or "≤", share). With the unit "" the share is shown in percent, else as it is."""

    name: str
    part: float
    whole: float
    goal: tuple[str, float] | None = None
    unit: str = ""

    @property
    def share(self) -> float:
        return self.part / self.whole if self.whole else 0.0

    def misses(self) -> bool:
        if self.goal is None:
            return False
        sign, bound = self.goal
        return not self.whole or (self.share < bound if sign == "≥" else self.share > bound)

    def shown(self, share: float) -> str:
        return f"{share:.1f} {self.unit}" if self.unit else f"{100 * share:.1f} %"

    def as_text(self) -> str:
        text = f"{self.name}: {self.shown(self.share)} ({self.part:g} of {self.whole:g})"
        if self.goal is None:
            return text
        return f"{text}, goal {self.goal[0]} {self.shown(self.goal[1])}{': missed' if self.misses() else ''}"


class Report:
    def __init__(self) -> None:
        self.figures: list[Figure] = []
        self.notes: list[str] = []

    def add(self, name: str, part: float, whole: float, goal: tuple[str, float] | None = None, unit: str = "") -> None:
        self.figures.append(Figure(name, part, whole, goal, unit))

    def add_groups(self, name: str, rows: list[tuple[str, bool]]) -> None:
        """A figure for each group; a row is its group, and whether it counts."""
        for group in sorted({group for group, _ in rows}):
            of_group = [counts for one, counts in rows if one == group]
            self.add(f"{group}: {name}", sum(of_group), len(of_group))

    def missed(self) -> list[Figure]:
        return [figure for figure in self.figures if figure.misses()]

    def as_text(self) -> str:
        return "\n".join([*(figure.as_text() for figure in self.figures), *self.notes])

    def as_json(self) -> dict:
        return {
            "figures": [figure._asdict() | {"share": round(figure.share, 6), "missed": figure.misses()} for figure in self.figures],
            "notes": self.notes,
        }
