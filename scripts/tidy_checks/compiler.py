"""Checks that run a tool: clang-format, and the compiler over headers."""

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tidy_checks import cpp
from tidy_checks.accepted import Accepted
from tidy_checks.tree import Problem, Tree

# Other versions format some lines differently.
CLANG_FORMAT_VERSION = 14
PROJECT = ("pipeline/", "stages/", "recall/", "app/", "tests/")


def clang_format() -> str | None:
    for name in (f"clang-format-{CLANG_FORMAT_VERSION}", "clang-format"):
        if tool := shutil.which(name):
            version = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False).stdout
            if re.search(rf"version {CLANG_FORMAT_VERSION}\.", version):
                return tool
    return None


def check_format(tree: Tree) -> Iterator[Problem]:
    """C++ is formatted as clang-format 14 does it"""
    tool = clang_format()
    if tool is None:
        tree.notes.append(f"format: clang-format {CLANG_FORMAT_VERSION} was not found, not checked")
        return
    files = tree.cpp(*PROJECT)
    if not files:
        return
    ran = subprocess.run([tool, "--dry-run", "--ferror-limit=1", *files], cwd=tree.root, capture_output=True, text=True, check=False)
    for path, line in dict(re.findall(r"^(\S+?):(\d+):\d+: \w+: code should be clang-formatted", ran.stderr, re.MULTILINE)).items():
        yield Problem(path, int(line), f"run {Path(tool).name} -i {path}")


def proven_by_source(tree: Tree, header: str) -> bool:
    """A source that begins with its header compiles only if the header compiles alone. scripts/clang_check compiles all sources
    without the precompiled header, but a source of tests/ perhaps behind others of its batch."""
    source = header.removesuffix(".h") + ".cpp"
    if source not in tree.files or source.startswith("tests/"):
        return False
    first = next(iter(cpp.includes(tree.text(source))), None)
    return first is not None and first.path == header


def compile_flags(tree: Tree) -> list[str]:
    """The language level, and the include paths and definitions of all sources of the project."""
    database = json.loads((tree.build / "compile_commands.json").read_text())
    flags: list[str] = []
    for entry in database:
        words = shlex.split(entry["command"])
        launcher = next((at for at, word in enumerate(words) if word.endswith("/ccache")), -1)
        compiler = words[launcher + 1]
        flags = flags or [compiler, "-fsyntax-only", "-x", "c++", "-std=c++20"]
        for at, word in enumerate(words):
            taken = [word, words[at + 1]] if word == "-isystem" else [word]
            if word.startswith(("-I", "-isystem", "-D")) and taken[-1] not in flags:
                flags += taken
    return flags


def check_headers_alone(tree: Tree) -> Iterator[Problem]:
    """every header compiles alone"""
    if not (tree.build / "compile_commands.json").exists():
        tree.notes.append(f"alone: {tree.build} is not configured")
        return
    flags = compile_flags(tree)
    accepted = Accepted(tree, "tidy-headers")

    def compile_one(header: str) -> Problem | None:
        mark = accepted.mark([header], flags)
        if accepted.has(mark):
            return None
        ran = subprocess.run([*flags, "-I", str(tree.root), "-include", header, os.devnull], cwd=tree.root,
                             capture_output=True, text=True, check=False)
        if ran.returncode == 0:
            mark.touch()
            return None
        error = re.search(r"^[^\n]*error:\s*(.*)$", ran.stderr, re.MULTILINE)
        return Problem(header, 1, f"does not compile alone: {error[1] if error else ran.stderr[:200]}")

    headers = [path for path in tree.with_suffix(".h", under=PROJECT) if not proven_by_source(tree, path)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from filter(None, pool.map(compile_one, headers))
