"""Tests of scripts/clang_check that need no compiler."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "clang_check"


class NothingToCheck(unittest.TestCase):
    def test_a_build_folder_of_other_sources_is_an_error(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "compile_commands.json").write_text("[]")
            ran = subprocess.run([sys.executable, SCRIPT, "--build", folder], capture_output=True, text=True, check=False)
        if ran.returncode == 77:
            self.skipTest(ran.stderr)
        self.assertEqual(ran.returncode, 1)
        self.assertIn("names no source", ran.stderr)


if __name__ == "__main__":
    unittest.main()
