"""What the pages tell to type exists: every verb and flag of `turnstream` in their blocks of commands, every YAML file, and every
language that docs/languages.md names.

    pages_test.py TURNSTREAM
"""

import functools
import re
import subprocess
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path

from turnstream_run import new_folder

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
SKIPPED = 77
PAGES = ("README.md", "docs/*.md", "clients/python/README.md", "examples/README.md")
COMMAND = re.compile(r"(?<![\w=./-])(?<!--target )turnstream ((?:log|state|topics) [a-z]+|(?!turnstream)[a-z]+)([^\n|;&<>]*)")


def blocks(language: str) -> Iterator[tuple[str, str]]:
    """(page, text) of each block of this language; "" are commands."""
    for pattern in PAGES:
        for page in sorted(ROOT.glob(pattern)):
            for found in re.finditer(r"^```([a-z]*)\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
                if found[1] == language:
                    yield str(page.relative_to(ROOT)), found[2]


def commands() -> Iterator[tuple[str, str, list[str]]]:
    """(page, verb, flags)"""
    for page, text in blocks(""):
        for found in COMMAND.finditer(text.replace("\\\n", " ")):
            yield page, found[1], re.findall(r"(?<![\w-])--[a-z][a-z-]*", found[2].split(" # ")[0])


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL)


@functools.cache
def flags_of(verb: str) -> frozenset[str]:
    helped = run(*verb.split(), "--help")
    if helped.returncode != 0:
        raise AssertionError(f"turnstream {verb}: {helped.stderr}")
    return frozenset(re.findall(r"(?<![\w-])--[a-z][a-z-]*", helped.stdout))


class Pages(unittest.TestCase):
    def test_every_verb_and_flag_of_a_command_exists(self) -> None:
        seen = 0
        for page, verb, flags in commands():
            with self.subTest(page=page, verb=verb):
                self.assertLessEqual(set(flags), flags_of(verb))
                seen += 1
        self.assertGreater(seen, 50)

    def test_every_settings_file_is_accepted(self) -> None:
        files = [(page, text) for page, text in blocks("yaml") if text.startswith("# turnstream.yaml")]
        self.assertGreaterEqual(len(files), 2)
        for page, text in files:
            with self.subTest(page=page):
                file = new_folder(self) / "turnstream.yaml"
                file.write_text(text, encoding="utf-8")
                shown = run("config", "--config", str(file))
                self.assertEqual(shown.returncode, 0, shown.stderr)
                self.assertIn(str(file), shown.stdout)

    def test_every_language_that_the_page_names_is_known(self) -> None:
        text = (ROOT / "docs/languages.md").read_text(encoding="utf-8")
        named = re.search(r"Version 2\.2 has ([a-z,\s]+)\.", text)
        self.assertIsNotNone(named)
        names = re.split(r",\s*|\s+and\s+", named[1])
        self.assertGreater(len(names), 25)
        for name in ["english", "none", *names]:
            with self.subTest(name):
                self.assertEqual(run("config", "--set", f"recall.language={name}").returncode, 0)
        self.assertEqual(run("config", "--set", "recall.language=klingon").returncode, 2)


if __name__ == "__main__":
    if not PROGRAM:
        print("usage: pages_test.py TURNSTREAM")
        sys.exit(SKIPPED)
    unittest.main()
