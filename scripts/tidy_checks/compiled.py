"""The sources that a compile command compiles: one, or a batch of test sources (tests/CMakeLists.txt)."""

import re
from pathlib import Path


def sources_of(file: Path, root: Path) -> list[str]:
    """Relative to `root`; empty if `file`, which the command names, is no batch and not below `root`."""
    if file.parent.name.endswith("_batch"):
        return re.findall(r'^#include "(.*)"$', file.read_text(), re.MULTILINE)
    return [str(file.relative_to(root))] if file.is_relative_to(root) else []
