"""Phrases that the prose of the project avoids, from the glossary's table | avoid | write | allowed |."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tidy_checks import cpp
from tidy_checks.tree import Problem, Tree

GLOSSARY = "docs/glossary.md"
TABLE = re.compile(r"^\| *avoid *\| *write *\|(?: *allowed *\|)?\n\|[-| :]+\n((?:\|.*\n?)*)", re.MULTILINE)
# Checks and their tests contain what they forbid.
EXEMPT = ("scripts/tidy_checks/", "tests/tidy/", GLOSSARY)
# The string literals there are data: words of the language that the stages read, and inputs of tests.
DATA = ("stages/common/change/", "stages/common/language/", "stages/episodic/signals/",
        "stages/pattern/habit_", "stages/semantic/notes/unit_words", "tests/")
TEST_NAME = re.compile(r"\b(?:TEST_CASE|SUBCASE|TEST_CASE_FIXTURE|TEST_CASE_TEMPLATE|TEST_SUITE)\((?:\w+, )?$")
COMMENT_MARK = re.compile(r"//+|/\*+|\*/")
QUOTED = re.compile(r"```.*?```|``.*?``|`[^`\n]*`|\"[^\"\n]*\"|“[^”]*”|<!--.*?-->", re.DOTALL)
# A literal without a space is a name: a JSON key, a code, an option.
NAME = re.compile(r"\"[^\s\"]*\"")
HASH_COMMENT = re.compile(r"(?<![^\s])#(?!!)[^\n]*")
# Stands for what is not prose: no phrase matches across it.
HIDDEN = "\0"


class Phrase(NamedTuple):
    avoid: str
    write: str
    pattern: re.Pattern
    allowed: re.Pattern | None

    def breaches(self, text: str) -> Iterator[re.Match]:
        """What matches, except inside an allowed phrase: "is no" is avoided, "is no longer" and "there is no" are not."""
        allowed = [match.span() for match in self.allowed.finditer(text)] if self.allowed else []
        for match in self.pattern.finditer(text):
            if not any(begin <= match.start() and match.end() <= end for begin, end in allowed):
                yield match


def hide(text: str) -> str:
    return re.sub(r"[^\n]", HIDDEN, text)


def words_of(cell: str) -> list[str]:
    return [word for part in cell.split(",") if (word := " ".join(part.split()).strip("`*\"").strip())]


def pattern_of(words: list[str]) -> re.Pattern | None:
    alternatives = "|".join(r"\s+".join(map(re.escape, word.split())) for word in words)
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE) if words else None


def phrases(tree: Tree) -> list[Phrase]:
    table = TABLE.search(tree.text(GLOSSARY)) if GLOSSARY in tree.files else None
    found = []
    for row in table[1].splitlines() if table else ():
        avoid, write, allowed = [*(cell.strip() for cell in row.strip().strip("|").split("|")), "", ""][:3]
        for word in words_of(avoid):
            found.append(Phrase(word, write, pattern_of([word]), pattern_of(words_of(allowed))))
    return found


def prose_of_cpp(path: str, text: str) -> str:
    """Comments and string literals; everything else is hidden. Text in quotes inside a comment is an example: hidden, too."""
    shown, position = [], 0
    for match in cpp.TOKEN.finditer(text):
        shown.append(hide(text[position:match.start()]))
        position = match.end()
        if match["comment"]:
            comment = QUOTED.sub(lambda quoted: hide(quoted[0]), match[0])
            shown.append(COMMENT_MARK.sub(lambda mark: " " * len(mark[0]), comment))
        elif NAME.fullmatch(match[0]) or path.startswith(DATA) and not TEST_NAME.search(text[:match.start()][-60:]):
            shown.append(hide(match[0]))
        else:
            shown.append(match[0])
    joined = "".join(shown) + hide(text[position:])

    def join(gap: re.Match) -> str:
        return text[gap.start():gap.end()] if text[gap.start():gap.end()].isspace() else gap[0]

    # Comment lines that follow each other are one text.
    return re.sub(rf"(?<!{HIDDEN})\n{HIDDEN}*(?= )", join, joined)


def prose(tree: Tree) -> Iterator[tuple[str, str]]:
    """(file, text with the same positions as in the file, of which only the prose is left)."""
    for path in tree.files:
        if path.startswith(EXEMPT):
            continue
        text = tree.text(path)
        if path.endswith((".h", ".cpp")):
            yield path, prose_of_cpp(path, text)
        elif path.endswith(".md"):
            yield path, QUOTED.sub(lambda quoted: hide(quoted[0]), text)
        elif path.endswith(("CMakeLists.txt", ".yml", ".yaml", "Dockerfile")) or path in tree.scripts():
            lines = [hide(line[:match.start()]) + match[0].replace("#", " ") if (match := HASH_COMMENT.search(line)) else hide(line)
                     for line in text.split("\n")]
            yield path, "\n".join(lines)


def check_phrases(tree: Tree) -> Iterator[Problem]:
    """prose avoids the phrases that the glossary lists"""
    avoided = phrases(tree)
    for path, text in prose(tree) if avoided else ():
        for phrase in avoided:
            for match in phrase.breaches(text):
                yield Problem(path, cpp.line_of(text, match.start()), f'not "{phrase.avoid}": write {phrase.write}')
