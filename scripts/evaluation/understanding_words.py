"""Whether one text has the words of another, for the measure `understanding`."""

import re
from collections.abc import Iterable

STEM = 5
# Words that carry little by themselves. "not", "never" and "always" are not among them: they decide what is meant.
STOP_WORDS = frozenset(
    "a an the and or but so of to in on at for with by from as is are was were be been am it its this that these those "
    "there here i you he she we they me my your his her our their him us them im ive id ill youre thats do does did has "
    "have had will would can could should may might just please pls also too then than about into up out".split())


def plain(text: str) -> str:
    """In lower case; an apostrophe joins its parts: `Don't` is `dont`."""
    return re.sub(r"['’]", "", text.lower())


def words(text: str) -> list[str]:
    return re.findall(r"\w+", plain(text))


def content_words(text: str) -> set[str]:
    """The first five letters of each word that is not a stop word; of all words if there are no others."""
    found = words(text)
    return {word[:STEM] for word in found if word not in STOP_WORDS} or {word[:STEM] for word in found}


def share_in(part: set[str], whole: set[str]) -> float:
    """The share of the words of `part` that are in `whole`."""
    return len(part & whole) / len(part) if part else 0.0


def has_word(text: str, word: str) -> bool:
    """Whether the text contains the word, or a word with the same five first letters. A number must not be a part of another one:
    543 is not in 5433."""
    wanted = plain(word)
    before = r"(?<!\d)" if wanted[:1].isdigit() else ""
    behind = r"(?!\d)" if wanted[-1:].isdigit() else ""
    if re.search(before + re.escape(wanted) + behind, plain(text)):
        return True
    return len(wanted) >= STEM and wanted.isalpha() and wanted[:STEM] in {one[:STEM] for one in words(text)}


def has_all_words(text: str, wanted: Iterable[str]) -> bool:
    return all(has_word(text, word) for word in wanted)
