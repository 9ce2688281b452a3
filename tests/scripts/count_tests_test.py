"""The last line of scripts/test has the right counts."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/count_tests.py"
DOCTEST = "[doctest] test cases: {} | {} passed | {} failed | 0 skipped"


def test(name: str, status: str, output: str = "", inside: str = "") -> str:
    return f'<testcase name="{name}" status="{status}">{inside}<system-out>{output}</system-out></testcase>'


class Counting(unittest.TestCase):
    def count(self, *tests: str) -> tuple[int, list[str]]:
        with tempfile.NamedTemporaryFile("w", suffix=".xml") as report:
            report.write(f"<testsuite>{''.join(tests)}</testsuite>")
            report.flush()
            ran = subprocess.run([sys.executable, SCRIPT, report.name], capture_output=True, text=True, check=False)
        self.assertEqual(ran.stderr, "")
        return ran.returncode, ran.stdout.splitlines()

    def test_cases_of_doctest_and_unittest_are_counted_one_by_one(self) -> None:
        code, lines = self.count(test("a", "run", DOCTEST.format(" 12", "12", "0")),
                                 test("b", "run", "..s\nRan 3 tests in 0.1s\n\nOK (skipped=1)\n"), test("c", "run", "fine"))
        self.assertEqual((code, lines[-1]), (0, "15 passed, 0 failed, 1 skipped"))
        self.assertEqual(len(lines), 2)

    def test_each_failed_test_is_named(self) -> None:
        code, lines = self.count(test("a", "fail", DOCTEST.format("12", "10", "2")),
                                 test("b", "run", "F\nRan 3 tests in 0.1s\n\nFAILED (failures=1)\n"))
        self.assertEqual((code, lines), (1, ["failed: a", "failed: b", "12 passed, 3 failed, 0 skipped"]))

    def test_a_test_that_failed_as_a_whole_counts_even_if_no_case_of_it_did(self) -> None:
        code, lines = self.count(test("a", "fail", DOCTEST.format("12", "12", "0")), test("b", "fail", "Segmentation fault"))
        self.assertEqual((code, lines[-1]), (1, "12 passed, 2 failed, 0 skipped"))

    def test_a_skipped_test_says_why(self) -> None:
        code, lines = self.count(test("a", "run"), test("b", "notrun", "start\nskipped: no broker here\n", "<skipped/>"))
        self.assertEqual((code, lines), (0, ["skipped: b: skipped: no broker here", "1 passed, 0 failed, 1 skipped"]))

    def test_several_reports_are_counted_together_and_named_by_their_build(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            reports = []
            for build, tests in (("release", test("a", "run")), ("asan", test("a", "fail") + test("b", "run"))):
                reports.append(Path(folder) / build / "tests.xml")
                reports[-1].parent.mkdir()
                reports[-1].write_text(f"<testsuite>{tests}</testsuite>")
            ran = subprocess.run([sys.executable, SCRIPT, *reports], capture_output=True, text=True, check=False)
        self.assertEqual((ran.returncode, ran.stdout.splitlines()), (1, ["failed: asan: a", "2 passed, 1 failed, 0 skipped"]))

    def test_a_run_without_tests_is_a_failure(self) -> None:
        self.assertEqual(self.count(), (1, ["0 passed, 0 failed, 0 skipped"]))


if __name__ == "__main__":
    unittest.main()
