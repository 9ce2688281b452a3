"""Paths named in texts exist, folders have READMEs, sources are in targets."""

import json
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from tidy_checks import cpp
from tidy_checks.compiled import sources_of
from tidy_checks.tree import Problem, Tree

TOP_FOLDERS = ("pipeline", "stages", "recall", "app", "clients", "examples", "tests", "scripts", "docs", "schemas", "packaging", "observability", ".ci")
NAMED_PATH = re.compile(r"(?<![\w./$}>~-])((?:" + "|".join(map(re.escape, TOP_FOLDERS)) + r")/[\w./+-]*)(?![\w*<{…])")
NAMED_FILE = re.compile(r"`([\w-]+\.(?:h|cpp|py))`")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
HASH_COMMENT = re.compile(r"^\s*#(?!!)(.*)$", re.MULTILINE)
README_LINES = 60
OVERVIEWS = ("pipeline", "stages", "recall")
EXEMPT = ("tests/tidy/",)


def prose(tree: Tree) -> Iterator[tuple[str, int, str]]:
    """(file, line, text) for every line of Markdown and every comment."""
    for path in tree.files:
        if path.startswith(EXEMPT):
            continue
        if path.endswith(".md"):
            for number, line in enumerate(tree.text(path).splitlines(), 1):
                yield path, number, line
        elif path.endswith((".h", ".cpp")):
            for number, line in cpp.comments(tree.text(path)):
                yield path, number, line
        elif path.endswith((".cmake", "CMakeLists.txt", ".yml", ".yaml", "Dockerfile")) or path in tree.scripts():
            text = tree.text(path)
            for match in HASH_COMMENT.finditer(text):
                yield path, cpp.line_of(text, match.start(1)), match[1]


def check_paths(tree: Tree) -> Iterator[Problem]:
    """every path that a text or a comment names exists"""
    names = {PurePosixPath(path).name for path in tree.files}
    for path, line, text in prose(tree):
        for match in NAMED_PATH.finditer(text):
            named = match[1].rstrip(".-")
            if not tree.exists(named):
                yield Problem(path, line, f"there is no {named}")
        if path.endswith(".md"):
            for match in NAMED_FILE.finditer(text):
                if match[1] not in names:
                    yield Problem(path, line, f"there is no file called {match[1]}")
            for match in LINK.finditer(text):
                if ":" not in match[1] and not (tree.root / path).parent.joinpath(match[1]).exists():
                    yield Problem(path, line, f"the target of this link does not exist: {match[1]}")


def check_readmes(tree: Tree) -> Iterator[Problem]:
    """pipeline/, stages/, recall/ and each folder in them has a README of at most 60 lines"""
    sources = [PurePosixPath(path) for path in tree.cpp(*(f"{top}/" for top in OVERVIEWS))]
    folders = {str(source.parent) for source in sources} | {source.parts[0] for source in sources}
    for folder in sorted(folders):
        readme = f"{folder}/README.md"
        if readme not in tree.files:
            yield Problem(readme, 1, "missing; it says what the folder is for, what uses it and where to start reading")
        elif (lines := tree.text(readme).count("\n")) > README_LINES:
            yield Problem(readme, 1, f"{lines} lines; {README_LINES} is the maximum")


def compiled_sources(tree: Tree) -> dict[str, str]:
    """Source -> the target that compiles it, from compile_commands.json."""
    database = tree.build / "compile_commands.json"
    if not database.exists():
        return {}
    sources = {}
    for entry in json.loads(database.read_text()):
        file = Path(entry["directory"], entry["file"])
        # The command may name another target first: the owner of a precompiled header.
        target = re.search(r"(?:^|-o )\S*?CMakeFiles/([^/]+)\.dir/", entry.get("output") or entry["command"])
        if target:
            sources |= dict.fromkeys(sources_of(file, tree.root), target[1])
    return sources


def tested_names(tree: Tree) -> set[str]:
    """Names of the programs and scripts that ctest runs (`ctest -N` omits programs that are not built yet)."""
    names = set()
    for file in tree.build.rglob("CTestTestfile.cmake"):
        for test in re.findall(r"^add_test\((.*)\)$", file.read_text(), re.MULTILINE):
            names |= {Path(word).name for word in re.findall(r'"([^"]*)"', test)}
    return names


def check_orphans(tree: Tree) -> Iterator[Problem]:
    """every source is in a target, ctest runs every test"""
    targets = compiled_sources(tree)
    if not targets:
        tree.notes.append(f"orphans: {tree.build} is not configured")
        return
    tested = tested_names(tree)
    for path in tree.with_suffix(".cpp", under=("pipeline/", "stages/", "recall/", "app/", "tests/")):
        if path not in targets:
            yield Problem(path, 1, "no target compiles this file; add it to a CMakeLists.txt or delete it")
        elif path.endswith("_test.cpp") and targets[path] not in tested:
            yield Problem(path, 1, f"ctest does not run {targets[path]}; register it with add_test")
    for path in tree.with_suffix("_test.py", under=("tests/",)):
        if Path(path).name not in tested:
            yield Problem(path, 1, "ctest does not run this test; register it with add_test")
