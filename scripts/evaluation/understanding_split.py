"""The sentences of a message, as the rows of tests/labelled/sentences.tsv count them."""

import re

# A sentence ends behind a run of . ! ? and closing quotes or brackets, in front of white space or at the end of the line.
END = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s|$)")
WORD = re.compile(r"\w")
FIRST_SYMBOL = 0x2000  # emoji and their joiners are above it, and these marks of text as well
TEXT_MARKS = "“”‘’…–—"


def is_symbol(character: str) -> bool:
    return character.isspace() or (ord(character) > FIRST_SYMBOL and not character.isalnum() and character not in TEXT_MARKS)


def spans_of(line: str) -> list[tuple[int, int]]:
    ends = [match.end() for match in END.finditer(line)]
    spans: list[tuple[int, int]] = []
    for start, end in zip([0, *ends], [*ends, len(line)], strict=True):
        if not line[start:end].strip():
            continue
        if spans:
            symbols = start
            while symbols < end and is_symbol(line[symbols]):
                symbols += 1
            if line[start:symbols].strip():
                spans[-1] = spans[-1][0], symbols
                start = symbols
            if not WORD.search(line[start:end]):
                spans[-1] = spans[-1][0], end
                continue
        spans.append((start, end))
    return spans


def sentences_of(message: str) -> list[str]:
    """In order, without outer spaces. A part without a letter or digit belongs to the sentence before, and so do emoji that begin
    a part."""
    return [line[start:end].strip() for line in message.splitlines() for start, end in spans_of(line) if line[start:end].strip()]
