"""The maximum length of files and functions."""

import ast
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from tidy_checks import cpp
from tidy_checks.tree import Problem, Tree

FILE_LINES = 300
# For a file that the README of its folder names, with the reason why it is longer.
EXPLAINED_FILE_LINES = 400
FUNCTION_LINES = 70
PARAMETERS = 6


def python_functions(text: str) -> Iterator[cpp.Function]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = node.args
            count = len(given.posonlyargs) + len(given.args) + len(given.kwonlyargs)
            yield cpp.Function(node.name, node.lineno, node.end_lineno - node.lineno + 1, count)


def functions_in(path: str, text: str) -> Iterator[cpp.Function]:
    if path.endswith((".h", ".cpp")):
        return cpp.functions(text)
    if path.endswith(".py") or text.startswith("#!/usr/bin/env python3"):
        return python_functions(text)
    return iter(())


def named_in_readme(tree: Tree, path: str) -> bool:
    file = PurePosixPath(path)
    readme = str(file.parent / "README.md")
    return readme in tree.files and re.search(rf"(?<![\w.-]){re.escape(file.name)}(?![\w-])", tree.text(readme)) is not None


def check_sizes(tree: Tree) -> Iterator[Problem]:
    """a file has at most 300 lines (400 if its folder's README.md says why), a function 70 lines and 6 parameters"""
    for path in sorted({*tree.cpp(), *tree.scripts(), *tree.with_suffix("CMakeLists.txt", ".cmake")}):
        text = tree.text(path)
        lines = text.count("\n")
        if lines > EXPLAINED_FILE_LINES:
            yield Problem(path, 1, f"{lines} lines; {EXPLAINED_FILE_LINES} is the maximum, split the file")
        elif lines > FILE_LINES and not named_in_readme(tree, path):
            yield Problem(path, 1, f"{lines} lines; more than {FILE_LINES} need the file's name and a reason in the README.md of its folder")
        for function in functions_in(path, text):
            if function.lines > FUNCTION_LINES:
                yield Problem(path, function.line, f"{function.name} has {function.lines} lines; {FUNCTION_LINES} is the maximum")
            if function.parameters > PARAMETERS:
                yield Problem(path, function.line,
                              f"{function.name} takes {function.parameters} parameters; more than {PARAMETERS} belong in a struct")
