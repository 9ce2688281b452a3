import unittest

from sample import HEADER, SampleTest

HEAD = "| row | where | test | state |\n|---|---|---|---|\n"
FILES = {"pipeline/base/a.h": HEADER, "tests/unit_base/a_test.cpp": 'TEST_CASE(\n    "a clock "\n    "never goes back") {}\n'}
PAGE = "docs/requirements.md"


def page(*rows: str) -> dict[str, str]:
    return FILES | {PAGE: HEAD + "".join(f"| {row} |\n" for row in rows)}


class Requirements(SampleTest):
    def finds(self, row: str, message: str) -> None:
        self.assert_finds("requirements", page(row), PAGE, 3, message)

    def test_a_row_with_files_and_tests_that_exist_is_clean(self) -> None:
        self.assert_clean("requirements", page(
            "1.1 A clock | `pipeline/base/a.h` | `tests/unit_base/a_test.cpp` | done",
            "1.2 It goes on | `pipeline/base/a.h` | `tests/unit_base/a_test.cpp`: \"a clock never goes back\" | part: it stops at noon",
            "1.3 Two clocks | – | – | open"))

    def test_every_row_has_a_state(self) -> None:
        self.finds("1.1 A clock | `pipeline/base/a.h` | `tests/unit_base/a_test.cpp` | nearly", "1.1 has no state")
        self.finds("1.1 A clock | `pipeline/base/a.h` | `tests/unit_base/a_test.cpp` | part", "does not say what is missing")
        self.finds("1.1 A clock | `pipeline/base/a.h` | done", "3 cells")

    def test_what_is_done_has_a_file_and_a_test_that_exist(self) -> None:
        self.finds("1.1 A clock | – | `tests/unit_base/a_test.cpp` | done", "names no file")
        self.finds("1.1 A clock | `pipeline/base/a.h` | by hand | done", "names no test")
        self.finds("1.1 A clock | `pipeline/base/a.h` | `tests/unit_base/b_test.cpp` | done", "does not exist")
        self.finds("1.1 A clock | `pipeline/base/a.h` | `pipeline/base/a.h` | done", "tests are under tests/")

    def test_a_test_that_is_named_is_in_its_file(self) -> None:
        self.finds("1.1 A clock | `pipeline/base/a.h` | `tests/unit_base/a_test.cpp`: \"a clock goes back\" | done", "in none of its files")

    def test_no_row_stands_twice(self) -> None:
        row = "1.1 A clock | `pipeline/base/a.h` | `tests/unit_base/a_test.cpp` | done"
        self.assert_finds("requirements", page(row, row), PAGE, 4, "1.1 stands in line 3 already")


if __name__ == "__main__":
    unittest.main()
