"""How far a load run is, in a file next to its state, so that it can continue later."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from design_load.program import ProgramFailed


@dataclass
class Progress:
    """Parts that are published, and those that are processed. `end`: the time of the last turn published."""
    run: dict[str, object]
    published: int = 0
    processed: int = 0
    end: float = 0.0
    sizes: list[dict[str, int]] = field(default_factory=list)

    @classmethod
    def begin(cls, file: Path, run: dict[str, object], resume: bool) -> "Progress":
        """`run`: what decides the turns. With `resume` the run of the file continues, which must be of the same turns."""
        if not resume:
            return cls(run)
        if not file.exists():
            raise ProgramFailed(f"there is no run to resume: {file} is missing")
        found = cls(**json.loads(file.read_text(encoding="utf-8")))
        if found.run != run:
            raise ProgramFailed(f"the run of {file} has other turns or settings: {found.run}")
        return found

    def save(self, file: Path) -> None:
        part = file.with_name(file.name + ".part")
        part.write_text(json.dumps(asdict(self)), encoding="utf-8")
        part.replace(file)
