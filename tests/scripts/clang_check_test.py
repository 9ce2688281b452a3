"""Tests of scripts/clang_check on a tree of few files."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "clang_check"
FLAGS = "-Werror -Wthread-safety"


class ClangCheck(unittest.TestCase):
    def setUp(self) -> None:
        if shutil.which("clang++") is None:
            self.skipTest("no clang++ was found")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        self.build = self.root / "build" / "release"
        self.built = self.root / "build" / "asan"

    def source(self, path: str, text: str) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def batch(self, build: Path, number: int, sources: list[str]) -> Path:
        return self.source(f"{build}/tests/unit_batch/{number}.cpp", "".join(f'#include "{source}"\n' for source in sources))

    def configure(self, files: list[Path]) -> None:
        command = f"clang++ {FLAGS} -I{self.root} -c "
        database = [{"directory": str(self.build), "file": str(file), "command": command + str(file)} for file in files]
        self.source(f"{self.build}/compile_commands.json", json.dumps(database))

    def sanitize(self, files: list[Path]) -> None:
        """Names these sources as those of the target `sanitized`."""
        objects = "".join(f"build {number}.o: cxx {file}\n" for number, file in enumerate(files))
        names = " ".join(f"{number}.o" for number in range(len(files)))
        rule = f"rule cxx\n  command = clang++ {FLAGS} -c $in -o $out\n"
        self.source(f"{self.built}/build.ninja", f"{rule}{objects}build sanitized: phony {names}\n")

    def run_check(self, *more: str) -> tuple[int, str]:
        environment = {key: value for key, value in os.environ.items() if key != "TURNSTREAM_TEST_CLANG_BUILT"}
        ran = subprocess.run([sys.executable, SCRIPT, "--build", self.build, "--root", self.root, *more], check=False,
                             env=environment | {"TURNSTREAM_CACHE": str(self.root / "cache")}, capture_output=True, text=True)
        return ran.returncode, ran.stdout + ran.stderr

    def test_a_build_folder_of_other_sources_is_an_error(self) -> None:
        self.configure([])
        code, printed = self.run_check()
        self.assertEqual(code, 1)
        self.assertIn("names no source", printed)

    def test_an_error_has_its_place_below_the_root(self) -> None:
        self.configure([self.source("app/a.cpp", "int a = 1;\n"), self.source("app/b.cpp", "\nint b = c;\n")])
        code, printed = self.run_check()
        self.assertEqual(code, 1)
        self.assertTrue(printed.startswith("app/b.cpp:2:"), printed)
        self.assertIn("clang_check: 2 sources, 0 of them built by clang++ before, 1 with errors", printed)

    def test_the_sources_of_a_batch_are_compiled_as_one(self) -> None:
        self.source("tests/unit/a.cpp", "static int a = 1;\nint of_a() { return a; }\n")
        second = self.source("tests/unit/b.cpp", "static int b = 1;\nint of_b() { return b; }\n")
        self.configure([self.batch(self.build, 1, ["tests/unit/a.cpp", "tests/unit/b.cpp"])])
        self.assertEqual(self.run_check(), (0, "clang_check: 2 sources, 0 of them built by clang++ before, 0 with errors\n"))
        second.write_text("static int a = 1;\nint of_b() { return a; }\n")
        code, printed = self.run_check()
        self.assertEqual(code, 1)
        self.assertIn("tests/unit/b.cpp:1:12: error: redefinition of 'a'", printed)

    def test_what_was_built_in_other_batches_is_not_compiled_again(self) -> None:
        for name in "abc":
            self.source(f"tests/unit/{name}.cpp", "an error\n")
        first, second, third = (f"tests/unit/{name}.cpp" for name in "abc")
        self.configure([self.batch(self.build, 1, [first, second]), self.batch(self.build, 2, [third])])
        self.sanitize([self.batch(self.built, 1, [first]), self.batch(self.built, 2, [second, third])])
        code, printed = self.run_check("--built", str(self.built))
        self.assertEqual((code, printed), (0, "clang_check: 3 sources, 3 of them built by clang++ before, 0 with errors\n"))
        self.sanitize([self.batch(self.built, 1, [first])])
        code, printed = self.run_check("--built", str(self.built))
        self.assertEqual(code, 1)
        self.assertIn("clang_check: 3 sources, 0 of them built by clang++ before, 2 with errors", printed)


if __name__ == "__main__":
    unittest.main()
