"""How includes are written, and what a file gets by them."""

import re
from collections.abc import Iterator

from tidy_checks import cpp
from tidy_checks.tree import Problem, Tree

PROJECT = ("pipeline/", "stages/", "app/", "tests/")
FIXED_WIDTH = re.compile(r"\bstd::u?int(?:8|16|32|64)_t\b")


def closure(tree: Tree, path: str) -> set[str]:
    """The file and every file of the project that it includes, directly or not."""
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
    """includes are written from the root of the tree, the file's own header comes first"""
    for path in tree.cpp(*PROJECT):
        text = tree.text(path)
        included = cpp.includes(text)
        for include in included:
            if not include.is_system and "/" not in include.path:
                yield Problem(path, include.line, f'write "{include.path}" from the root of the tree')
        own = path.removesuffix(".cpp") + ".h"
        if path.endswith(".cpp") and own in tree.files and (not included or included[0].path != own):
            yield Problem(path, included[0].line if included else 1,
                          f"the first include is {own}: it proves that the header stands alone")
        if path.endswith(".h") and "#pragma once" not in text:
            yield Problem(path, 1, "a header begins with #pragma once")
        # g++ 12 brings it along with <string>; newer compilers do not.
        if (used := FIXED_WIDTH.search(cpp.code(text))) and not gets(tree, path, "cstdint"):
            yield Problem(path, cpp.line_of(text, used.start()), f"{used[0]} needs <cstdint>")
