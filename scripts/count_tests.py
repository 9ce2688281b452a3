"""count_tests.py REPORT…: reads ctest's JUnit reports and prints what failed, what was skipped and why, then the line
"N passed, N failed, N skipped" for all reports together. Each test case of doctest and unittest counts as one, and so
does every other test. With several reports the printed name of a test begins with its build folder.
Exit code 1 if a test failed or no test ran."""

import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import NamedTuple

DOCTEST = re.compile(r"\[doctest\] test cases:\s+(\d+) \|\s+(\d+) passed \|\s+(\d+) failed \|\s+(\d+) skipped")
UNITTEST = re.compile(r"^Ran (\d+) tests? in .*\n\n(?:OK|FAILED)(?: \((.*)\))?$", re.MULTILINE)
LOUD_SKIP = re.compile(r"^(?:.*\bskipp(?:ed|ing)\b.*)$", re.IGNORECASE | re.MULTILINE)


class Count(NamedTuple):
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(*(a + b for a, b in zip(self, other, strict=True)))


def cases_in(output: str) -> Count | None:
    """The counts in the summary lines of doctest and unittest; None if the output has no such line."""
    total = None
    for match in DOCTEST.finditer(output):
        # doctest counts the cases that a filter excluded as skipped. They are not counted here.
        total = (total or Count()) + Count(int(match[2]), int(match[3]))
    for match in UNITTEST.finditer(output):
        notes = dict(re.findall(r"(\w+)=(\d+)", match[2] or ""))
        failed = int(notes.get("failures", 0)) + int(notes.get("errors", 0))
        skipped = int(notes.get("skipped", 0))
        total = (total or Count()) + Count(int(match[1]) - failed - skipped, failed, skipped)
    return total


def count_one(test: ElementTree.Element) -> Count:
    status = test.get("status")
    if status in ("disabled", "notrun") or test.find("skipped") is not None:
        return Count(skipped=1)
    cases = cases_in(test.findtext("system-out") or "")
    if status != "run":
        # A test that failed as a whole (crash, time-out, no summary) counts as failed even if no case failed.
        return Count(cases.passed, max(1, cases.failed), cases.skipped) if cases else Count(failed=1)
    return cases or Count(passed=1)


def skip_reason(test: ElementTree.Element) -> str:
    line = LOUD_SKIP.search(test.findtext("system-out") or "")
    return line[0].strip() if line else "no reason given"


def main(reports: list[str]) -> int:
    total = Count()
    for report in reports:
        build = f"{Path(report).parent.name}: " if len(reports) > 1 else ""
        for test in ElementTree.parse(report).getroot().iter("testcase"):
            count = count_one(test)
            total += count
            if count.failed:
                print(f"failed: {build}{test.get('name')}")
            if count.skipped:
                print(f"skipped: {build}{test.get('name')}: {skip_reason(test)}")
    print(f"{total.passed} passed, {total.failed} failed, {total.skipped} skipped")
    return 1 if total.failed or not total.passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
