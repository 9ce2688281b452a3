"""Whether one text has the words of another, for the measure `understanding`."""

import re
from collections.abc import Iterable

STEM = 5
WHOLE_LETTERS = 3
LATIN = "[a-z0-9à-öø-ÿ]"
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
    """Whether a word of the text begins with the word, or has the same five first letters. A word of at most three letters must be
    a whole word (`red` is not in `reduce`), and a number a whole number. Scripts that write words without spaces have no
    beginnings of words: there the text must contain the word."""
    wanted = plain(word)
    before = f"(?<!{LATIN})" if re.match(LATIN, wanted) else ""
    behind = f"(?!{LATIN})" if before and len(wanted) <= WHOLE_LETTERS else r"(?!\d)" if wanted[-1:].isdigit() else ""
    if any(re.search(before + re.escape(wanted) + behind, form) for form in (text.lower(), plain(text))):
        return True
    return len(wanted) >= STEM and wanted.isalpha() and wanted[:STEM] in {one[:STEM] for one in words(text)}


def has_all_words(text: str, wanted: Iterable[str]) -> bool:
    return all(has_word(text, word) for word in wanted)
