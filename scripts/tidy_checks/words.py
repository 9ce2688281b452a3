"""What must not occur: impure calls in stages, clocks outside one file, words that the glossary replaces, marks of
unfinished work, paths of one machine."""

import re
from collections.abc import Iterator

from tidy_checks import cpp
from tidy_checks.tree import Problem, Tree

PROJECT = ("pipeline/", "stages/", "recall/", "app/")
# Same input, same bytes.
PURE = ("stages/", "recall/ranking/")
GLOSSARY = "docs/glossary.md"
REPLACED = re.compile(r"^\|[^|\n]*\|[^|\n]*\| *instead of *\|\n\|[-| :]+\n((?:\|.*\n?)*)", re.MULTILINE)
# Checks and their tests contain what they forbid.
EXEMPT = ("scripts/tidy_checks/", "tests/tidy/", GLOSSARY)

IMPURE_HEADERS = re.compile(r"^(?:thread|mutex|shared_mutex|atomic|condition_variable|future|random|fstream|filesystem|"
                            r"iostream|ctime|time\.h|unistd\.h|sys/.*)$")
IMPURE_CALLS = {
    r"\bstd::(?:exp2?|log2?|log10|pow)\s*\(": "the result depends on the CPU; use the project's fixed-point tables",
    r"\bstatic\s+(?!const\b|constexpr\b|_cast)(?:[\w:<>*&]+\s+)+\w+\s*(?:=|\{|;)": "pure code has no static state",
    r"\bmutable\b": "pure code is immutable",
    r"\bgetenv\b": "a stage must not read the environment",
}
CLOCK_FILE = "pipeline/base/clock.cpp"
CLOCKS = re.compile(r"\b(?:sleep_for|sleep_until|usleep|nanosleep|system_clock::now|steady_clock::now|"
                    r"high_resolution_clock|gettimeofday|clock_gettime)\b|\bstd::time\(")
RANDOM_FOLDER = "pipeline/base/"
RANDOM = re.compile(r"\brandom_device\b|(?<![\w.])s?rand\(|\buuid_generate\w*|\bgetrandom\b|\bgetentropy\b")
FORBIDDEN_CODE = {
    r"\bthrow\b(?!\s*\()": "do not throw; return an Error",
    r"(?<![\w.])assert\s*\(": "use CHECK, which stays on in release builds",
    r"\bstd::(?:expected|format|source_location|views)\b": "the oldest supported compiler does not support it",
    r"\.detach\(\)": "no detached threads",
}
FORBIDDEN_OUTSIDE_TESTS = {
    r"\busing namespace\b": "name what is used",
}
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b|not (?:yet )?implemented|\bplaceholder\b|\bfor now\b|"
                        r"\bin a real (?:system|implementation)\b")
BANNER = re.compile(r"^\s*(?://|#|/\*)\s*[-=*#/]{6,}|[-=*#/]{12,}\s*(?:\*/)?$")
MACHINE = {
    r"(?<![\w.$}~-])/(?:work|farm|root|home/\w+|Users/\w+|tmp/bash_jobs\w*)(?:[/.]|\b)": "a path of one machine",
    r"\b(?:deb\.debian\.org|security\.debian\.org|pypi\.org|repo1?\.maven\.\w+|proxy\.golang\.org|registry\.npmjs\.org|"
    r"static\.crates\.io)\b": "the host of a package registry",
}
VAGUE_NAME = re.compile(r"\b(?:class|struct)\s+(\w*(?:Manager|Helper|Utils?|Misc))\b")
VAGUE_FILES = re.compile(r"(?:^|[/_])(?:utils?|helpers?|misc|common|manager)\.(?:h|cpp)$")


def found(tree: Tree, path: str, pattern: str | re.Pattern, text: str, message: str) -> Iterator[Problem]:
    for match in re.finditer(pattern, text):
        yield Problem(path, cpp.line_of(text, match.start()), message.format(match[0].strip()))


def check_purity(tree: Tree) -> Iterator[Problem]:
    """a stage, and the ranking, uses no clock, thread or file, and no state outside its state view"""
    for path in tree.cpp(*PURE):
        for include in cpp.includes(tree.text(path)):
            if include.is_system and IMPURE_HEADERS.match(include.path):
                yield Problem(path, include.line, f"a stage or the ranking must not include <{include.path}>: same input, same bytes")
        for pattern, why in IMPURE_CALLS.items():
            yield from found(tree, path, pattern, cpp.code(tree.text(path)), "{}: " + why)


def check_time(tree: Tree) -> Iterator[Problem]:
    """one file reads the clock; no code sleeps; only pipeline/base makes random numbers"""
    for path in tree.cpp(*PROJECT, "tests/"):
        text = cpp.code(tree.text(path))
        if path != CLOCK_FILE:
            yield from found(tree, path, CLOCKS, text, "{} belongs to " + CLOCK_FILE + " alone; take a Clock")
        # Random tests may make a seed; they print it.
        if not path.startswith((RANDOM_FOLDER, "tests/")):
            yield from found(tree, path, RANDOM, text, "{} belongs to " + RANDOM_FOLDER + " alone; call its functions")
        forbidden = FORBIDDEN_CODE if path.startswith("tests/") else FORBIDDEN_CODE | FORBIDDEN_OUTSIDE_TESTS
        for pattern, why in forbidden.items():
            yield from found(tree, path, pattern, text, "{}: " + why)


def check_header_contracts(tree: Tree) -> Iterator[Problem]:
    """a header begins with its purpose and with the threads that may call it"""
    for path in tree.with_suffix(".h", under=PROJECT):
        head = re.match(r"#pragma once\n((?://[^\n]*\n)+)", tree.text(path))
        if not head:
            yield Problem(path, 1, "a paragraph below #pragma once must say what this is, what calls it and what it owns")
        elif "Threads:" not in head[1]:
            yield Problem(path, 2, 'the paragraph on top needs a "Threads:" line')


def replacements(tree: Tree) -> dict[str, str]:
    """Banned word -> the word to use, from the glossary's table | word | meaning | instead of |."""
    table: dict[str, str] = {}
    rows = REPLACED.search(tree.text(GLOSSARY)) if GLOSSARY in tree.files else None
    for row in re.finditer(r"^\|([^|\n]+)\|[^|\n]*\|([^|\n]+)\|$", rows[1], re.MULTILINE) if rows else ():
        for banned in row[2].split(","):
            word = banned.strip().strip("`*")
            if re.fullmatch(r"[\w -]*[a-zA-Z]{3,}[\w -]*", word) and word.lower() != "instead of":
                table[word] = row[1].strip().strip("`*")
    return table


def check_words(tree: Tree) -> Iterator[Problem]:
    """one word for each concept, as in the glossary; no vague names"""
    banned = replacements(tree)
    if not banned:
        yield Problem(GLOSSARY, 1, "the glossary with its column of replaced words is missing")
        return
    by_lower = {word.lower(): use for word, use in banned.items()}
    any_banned = re.compile(r"(?<![A-Za-z])(?:" + "|".join(map(re.escape, by_lower)) + r")(?:s|es)?(?![a-z])", re.IGNORECASE)
    for path in [*tree.cpp(*PROJECT, "tests/"), *tree.with_suffix(".md")]:
        if path.startswith(EXEMPT):
            continue
        for match in any_banned.finditer(tree.text(path)):
            word = match[0].lower()
            use = by_lower.get(word) or by_lower.get(word[:-1]) or by_lower.get(word[:-2])
            yield Problem(path, cpp.line_of(tree.text(path), match.start()), f'not "{match[0]}": say {use}')
    for path in tree.cpp(*PROJECT):
        if VAGUE_FILES.search(path):
            yield Problem(path, 1, "the name of this file is vague; name the type or function in it")
        yield from found(tree, path, VAGUE_NAME, cpp.code(tree.text(path)), "{}: name what it does")


def check_unfinished(tree: Tree) -> Iterator[Problem]:
    """no unfinished work in the tree, no comments as banners"""
    for path in tree.files:
        if path.startswith(EXEMPT) or path.endswith((".json", ".jsonl", ".ndjson", ".tsv")):
            continue
        text = tree.text(path)
        yield from found(tree, path, UNFINISHED, text, '"{}": finish it or leave it out')
        if path.endswith((".h", ".cpp")):
            for line, comment in cpp.comments(text):
                if BANNER.search(comment):
                    yield Problem(path, line, "a banner; delete it or write why")


def check_machine(tree: Tree) -> Iterator[Problem]:
    """no path or host of the machine where the project was made"""
    for path in tree.files:
        if not path.startswith(EXEMPT):
            for pattern, why in MACHINE.items():
                yield from found(tree, path, pattern, tree.text(path), "{}: " + why)


def check_test_names(tree: Tree) -> Iterator[Problem]:
    """a test's name is a sentence without ; , \\ * (ctest passes a name with one of them without a run)"""
    for path in tree.cpp("tests/"):
        for match in re.finditer(r'\b(?:TEST_CASE|SUBCASE|TEST_CASE_FIXTURE|TEST_CASE_TEMPLATE)\((?:\w+, )?"((?:\\.|[^"\\])*)"',
                                 tree.text(path)):
            line = cpp.line_of(tree.text(path), match.start())
            if re.search(r"[;,\\*]", match[1]):
                yield Problem(path, line, f'a test name must not have ; , \\ or *: "{match[1]}"')
            if " " not in match[1].strip() and match[0].startswith("TEST_CASE"):
                yield Problem(path, line, f'a test name is a sentence: "{match[1]}"')
