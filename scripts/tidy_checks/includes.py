"""The form of includes, and the files that a file includes."""

import re
from collections.abc import Iterator

from tidy_checks import cpp
from tidy_checks.tree import Problem, Tree

PROJECT = ("pipeline/", "stages/", "recall/", "app/", "tests/")
FIXED_WIDTH = re.compile(r"\bstd::u?int(?:8|16|32|64)_t\b")


def closure(tree: Tree, path: str) -> set[str]:
    """The file and every file of the project that it includes, directly or indirectly."""
    seen: set[str] = set()
    waiting = [path]
    while waiting:
        path = waiting.pop()
        if path not in seen and path in tree.files:
            seen.add(path)
            waiting += [include.path for include in cpp.includes(tree.text(path))]
    return seen


def gets(tree: Tree, path: str, system_header: str) -> bool:
    return any(include.is_system and include.path == system_header
               for file in closure(tree, path) for include in cpp.includes(tree.text(file)))


def check_includes(tree: Tree) -> Iterator[Problem]:
    """include paths begin at the root of the tree; the first include of a source is its own header"""
    for path in tree.cpp(*PROJECT):
        text = tree.text(path)
        included = cpp.includes(text)
        for include in included:
            if not include.is_system and "/" not in include.path:
                yield Problem(path, include.line, f'write the path of "{include.path}" from the root of the tree')
        own = path.removesuffix(".cpp") + ".h"
        if path.endswith(".cpp") and own in tree.files and (not included or included[0].path != own):
            yield Problem(path, included[0].line if included else 1,
                          f"the first include must be {own}: it proves that the header compiles alone")
        if path.endswith(".h") and "#pragma once" not in text:
            yield Problem(path, 1, "a header begins with #pragma once")
        # In g++ 12 <string> includes it; in newer compilers it does not.
        if (used := FIXED_WIDTH.search(cpp.code(text))) and not gets(tree, path, "cstdint"):
            yield Problem(path, cpp.line_of(text, used.start()), f"{used[0]} needs <cstdint>")
