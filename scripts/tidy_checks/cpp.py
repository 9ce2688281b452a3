"""Reads a C++ file for the checks: its code without comments and literals, its comments, includes and function
definitions. The functions are heuristics for code that clang-format has formatted, not a parser."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      | R"(?P<tag>[^()\s\\]{0,16})\(.*?\)(?P=tag)"
      | "(?:\\.|[^"\\\n])*"
      | (?<![0-9a-fA-F])'(?:\\[^\n']{0,8}|\\'|[^'\\\n])'""",
    re.DOTALL | re.VERBOSE,
)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
NOT_A_CALLABLE = {"noexcept", "decltype", "requires", "explicit", "alignas", "__attribute__", "if", "for", "while",
                  "switch", "catch"}
TEMPLATE_OR_OPERATOR = re.compile(r"template\s*<[^()]*?>(?=\s)|operator\s*[^\s\w(]+")
ACCESS_LABEL = re.compile(r"\s*(?:(?:public|protected|private):\s*)*")
SCOPE_WORD = re.compile(r"\b(?:namespace|class|struct|union|enum|extern|TEST_SUITE)\b")


class Include(NamedTuple):
    line: int
    path: str
    is_system: bool


class Function(NamedTuple):
    name: str
    line: int
    lines: int
    parameters: int


def blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def line_of(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


@lru_cache(maxsize=None)
def code(text: str) -> str:
    """The text with comments and the insides of literals replaced by blanks; same length, same lines."""
    def hide(match: re.Match) -> str:
        found = match[0]
        return blank(found) if match["comment"] else found[0].replace("R", '"') + blank(found[1:-1]) + found[-1]
    return TOKEN.sub(hide, text)


def comments(text: str) -> Iterator[tuple[int, str]]:
    for match in TOKEN.finditer(text):
        if match["comment"]:
            for number, line in enumerate(match[0].splitlines()):
                yield line_of(text, match.start()) + number, line


def includes(text: str) -> list[Include]:
    visible = TOKEN.sub(lambda match: blank(match[0]) if match["comment"] else match[0], text)
    return [Include(line_of(visible, m.start()), m[2], m[1] == "<") for m in INCLUDE.finditer(visible)]


def matching(text: str, position: int) -> int:
    """The position of the bracket that closes the one at `position`; the end of the text if there is none."""
    pairs = {"(": ")", "{": "}", "[": "]"}
    opening, closing, depth = text[position], pairs[text[position]], 0
    for place in re.finditer("[" + re.escape(opening + closing) + "]", text[position:]):
        depth += 1 if place[0] == opening else -1
        if depth == 0:
            return position + place.start()
    return len(text) - 1


def parameter_list(head: str) -> tuple[str, str] | None:
    """(name, parameters) of the function that the text before a `{` or `;` declares; None if it declares none."""
    position = 0
    while (opened := head.find("(", position)) >= 0:
        closed = matching(head, opened)
        name = re.search(r"(operator\s*(?:\(\)|[^\s\w(]+|\w+)|~?[A-Za-z_]\w*)\s*$", head[:opened])
        if name and name[1].startswith("operator") and head[opened:closed + 1] == "()" and head[closed + 1:closed + 2] == "(":
            return "operator()", head[closed + 2:matching(head, closed + 1)]
        if name and name[1] not in NOT_A_CALLABLE:
            return name[1], head[opened + 1:closed]
        position = closed + 1
    return None


def count_parameters(parameters: str) -> int:
    if parameters.strip() in ("", "void"):
        return 0
    depth, count = 0, 1
    for sign in parameters.replace("->", "  "):
        depth += (sign in "(<[{") - (sign in ")>]}")
        count += sign == "," and depth == 0
    return count


def functions(text: str) -> Iterator[Function]:
    """Function definitions, and pure virtual declarations with 0 lines."""
    body = DIRECTIVE.sub(lambda match: blank(match[0]), code(text))
    start = position = 0
    while (found := re.compile(r"[;{}]").search(body, position)) is not None:
        at, sign = found.start(), found[0]
        head = body[start:at]
        position = at + 1
        if sign == "{" and re.search(r"\)[^;{}]*[^:]:[^:].*[\w>]$", head, re.DOTALL):
            position = matching(body, at) + 1  # a member initialiser; the body of the function follows
            body = body[:at] + blank(body[at:position]) + body[position:]
            continue
        declared = parameter_list(head)
        before = TEMPLATE_OR_OPERATOR.sub("", head).split("(")[0]
        first = line_of(body, start + ACCESS_LABEL.match(head).end())
        if sign == "{" and declared and not SCOPE_WORD.search(before) and "=" not in before:
            end = matching(body, at)
            yield Function(declared[0], first, line_of(body, end) - first + 1, count_parameters(declared[1]))
            position = end + 1
        elif sign == "{" and not SCOPE_WORD.search(before):
            position = matching(body, at) + 1  # an initialiser
            continue
        elif sign == ";" and declared and re.search(r"=\s*0\s*$", head):
            yield Function(declared[0], first, 0, count_parameters(declared[1]))
        start = position
