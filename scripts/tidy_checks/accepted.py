"""Files that a compiler accepted, kept between runs and shared by all checkouts of a user."""

import functools
import hashlib
import os
import time
from pathlib import Path

from tidy_checks import cpp, includes
from tidy_checks.tree import Tree

SYSTEM_FOLDERS = (Path("/usr/local/include"), Path("/usr/include"))
KEPT_DAYS = 60


def cache_folder() -> Path:
    """The folder of scripts/common.sh."""
    if kept := os.environ.get("TURNSTREAM_CACHE"):
        return Path(kept)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "turnstream"


@functools.cache
def version_of(system_header: str) -> str:
    """Changes with the package of the header."""
    for folder in SYSTEM_FOLDERS:
        if (file := folder / system_header).exists():
            state = file.stat()
            return f"{file} {state.st_size} {state.st_mtime_ns}"
    return system_header


class Accepted:
    def __init__(self, tree: Tree, name: str) -> None:
        self.tree = tree
        self.folder = cache_folder() / name
        self.folder.mkdir(parents=True, exist_ok=True)
        oldest = time.time() - KEPT_DAYS * 24 * 3600
        for mark in self.folder.iterdir():
            if mark.stat().st_mtime < oldest:
                mark.unlink(missing_ok=True)

    def has(self, mark: Path) -> bool:
        if mark.exists():
            mark.touch()
            return True
        return False

    def mark(self, paths: list[str], flags: list[str]) -> Path:
        """The mark of the files, compiled as one with these flags, with all that they include as it is now. Touch it if they are
        accepted."""
        texts, system = ["\n".join(paths)] if len(paths) > 1 else [], set()
        for file in sorted(set().union(*(includes.closure(self.tree, path) for path in paths))):
            text = self.tree.text(file)
            texts.append(f"{file}\n{text}")
            system |= {version_of(include.path) for include in cpp.includes(text) if include.is_system}
        # Paths of this checkout are the same in another one.
        build, root = str(self.tree.build), str(self.tree.root)
        own = [flag.replace(build, "BUILD").replace(root, "ROOT") for flag in flags]
        return self.folder / hashlib.sha256("\0".join([*own, *sorted(system), *texts]).encode()).hexdigest()
