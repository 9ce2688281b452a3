"""How much a run measures."""

import argparse
from dataclasses import dataclass, replace

PACED_RATE = 50  # turns a second


@dataclass(frozen=True)
class Size:
    runs: int = 3
    warm: int = 60_000      # of the reference job, before the measured turns
    turns: int = 40_000
    paced_s: int = 60
    settle_s: int = 5       # before paced_s, not counted
    other_rates: tuple[tuple[int, int], ...] = ((5, 100), (500, 5000))  # of the reference job: turns a second, turns
    copied: int = 20_000
    own_warm: int = 10_000  # of the pipeline with the product's stages
    own_turns: int = 20_000
    personas: int = 1_000
    held: int = 110_000     # turns after which the killed process has 1 GB of state
    kills: int = 3
    stage_size: str = "full"
    hostile: int = 100_000

    @property
    def settle(self) -> int:
        return self.settle_s * PACED_RATE

    @property
    def paced(self) -> int:
        return self.paced_s * PACED_RATE + self.settle


# Checks that everything is measured; its figures say little.
SHORT = Size(runs=1, warm=1_000, turns=3_000, paced_s=5, settle_s=1, other_rates=((500, 500),), copied=3_000, own_warm=300, own_turns=1_000,
             personas=50, held=2_000, kills=1, stage_size="tiny", hostile=200)


def chosen_size(chosen: argparse.Namespace) -> Size:
    size = SHORT if chosen.short else Size()
    if chosen.stages_only and chosen.short:
        size = replace(size, stage_size="short", hostile=Size.hostile)
    given = {"runs": chosen.runs, "turns": chosen.turns, "warm": chosen.warm, "hostile": chosen.hostile_turns}
    return replace(size, **{name: value for name, value in given.items() if value is not None})
