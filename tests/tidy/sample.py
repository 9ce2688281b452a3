"""A tree of a few files in a temporary folder, and what a check says about it."""

import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))

from tidy_checks import CHECKS  # noqa: E402 (needs the path set above)
from tidy_checks.tree import Problem, Tree  # noqa: E402

HEADER = "#pragma once\n// What it is. Threads: any.\n"


class SampleTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        self.build = self.root / "build"
        self.build.mkdir()

    def write(self, files: dict[str, str]) -> None:
        for path, text in files.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text)

    def problems(self, check: str, files: dict[str, str]) -> list[Problem]:
        self.write(files)
        return list(CHECKS[check](Tree(self.root, self.build)))

    def assert_finds(self, check: str, files: dict[str, str], path: str, line: int, message: str) -> None:
        """Checks that there is exactly one breach, at this place and with this message."""
        found = self.problems(check, files)
        self.assertEqual([(problem.path, problem.line) for problem in found], [(path, line)], found)
        self.assertIn(message, found[0].message)

    def assert_clean(self, check: str, files: dict[str, str]) -> None:
        self.assertEqual(self.problems(check, files), [])
