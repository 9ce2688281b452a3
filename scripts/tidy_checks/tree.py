"""Tree: the files of a checkout. Problem: one breach of a rule."""

import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

SKIPPED_FOLDERS = {".git", "build", ".cache", "__pycache__"}


class Problem(NamedTuple):
    path: str
    line: int
    message: str


class Tree:
    """Paths are strings relative to `root`, with slashes. Files that git ignores are not in the tree."""

    def __init__(self, root: Path, build: Path | None = None):
        self.root = root
        self.build = build
        self.notes: list[str] = []
        self.files = sorted(self._tracked() or self._walked())
        self.folders = {str(parent) for path in self.files for parent in Path(path).parents}

    def _tracked(self) -> list[str]:
        if not (self.root / ".git").exists():
            return []
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=self.root, capture_output=True, text=True, check=False,
        )
        return [path for path in listed.stdout.split("\0") if path and (self.root / path).is_file()]

    def _walked(self) -> list[str]:
        inside = (path.relative_to(self.root) for path in self.root.rglob("*") if path.is_file())
        return [str(path) for path in inside if not SKIPPED_FOLDERS.intersection(path.parts)]

    @cache
    def text(self, path: str) -> str:
        """Empty for a picture."""
        return "" if path.endswith(".png") else (self.root / path).read_text(encoding="utf-8", errors="replace")

    def with_suffix(self, *suffixes: str, under: tuple[str, ...] = ("",)) -> list[str]:
        return [path for path in self.files if path.endswith(suffixes) and path.startswith(under)]

    def cpp(self, *under: str) -> list[str]:
        return self.with_suffix(".h", ".cpp", under=under or ("",))

    @cache
    def scripts(self) -> list[str]:
        """Python and shell files, with or without a suffix."""
        return [
            path for path in self.files
            if path.endswith((".py", ".sh")) or path.startswith((".ci/", "scripts/")) and self.text(path).startswith("#!")
        ]

    def exists(self, path: str) -> bool:
        path = path.rstrip("/")
        return path in self.folders or (self.root / path).exists()
