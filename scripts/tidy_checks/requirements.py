"""docs/requirements.md: each row has a state, and a file and tests that exist."""

import re
from collections.abc import Iterator

from tidy_checks.tree import Problem, Tree

PAGE = "docs/requirements.md"
COLUMNS = ["row", "where", "test", "state"]
STATE = re.compile(r"(done|part|open)\b")
PATH = re.compile(r"`([\w-]*[./][\w./-]+)`")
TEST_NAME = re.compile(r'"([^"]+)"')


def tables(text: str) -> Iterator[tuple[int, list[str]]]:
    """(line, cells) of each row of a table, its head included."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("|") and not re.fullmatch(r"[|:\s-]+", line):
            yield number, [cell.strip() for cell in line.strip().strip("|").split("|")]


def unfolded(text: str) -> str:
    """Source text in which a literal of several pieces is one."""
    return re.sub(r'"\s*\n\s*"', "", text)


def broken(tree: Tree, cells: list[str]) -> Iterator[str]:
    row, where, test, state = cells
    name = row.split(" ")[0]
    word = STATE.match(state)
    if word is None:
        yield f"{name} has no state; write done, part: what is missing, or open"
        return
    if word[1] == "part" and not state.startswith("part: "):
        yield f"{name} does not say what is missing; write part: what is missing"
    if word[1] == "open":
        return
    files = PATH.findall(where)
    tests = PATH.findall(test)
    if not files:
        yield f"{name} is {word[1]} but names no file"
    if not tests:
        yield f"{name} is {word[1]} but names no test"
    for path in files + tests:
        if not tree.exists(path):
            yield f"{name} names {path}, which does not exist"
    for path in tests:
        if not path.startswith("tests/"):
            yield f"{name} names {path} as a test; tests are under tests/"
    known = "".join(unfolded(tree.text(path)) for path in tests if path in tree.files)
    for title in TEST_NAME.findall(test):
        if title not in known:
            yield f"{name} names a test that is in none of its files: {title}"


def check_requirements(tree: Tree) -> Iterator[Problem]:
    """each row of docs/requirements.md has a state, and files and tests that exist"""
    if PAGE not in tree.files:
        return
    names: dict[str, int] = {}
    for line, cells in tables(tree.text(PAGE)):
        if cells == COLUMNS:
            continue
        if len(cells) != len(COLUMNS):
            yield Problem(PAGE, line, f"{len(cells)} cells; a row has {', '.join(COLUMNS)}")
            continue
        number = re.match(r"\w\d*\.\d+(?= )", cells[0])
        if number and names.setdefault(number[0], line) != line:
            yield Problem(PAGE, line, f"{number[0]} stands in line {names[number[0]]} already")
        for message in broken(tree, cells):
            yield Problem(PAGE, line, message)
