"""Completion scripts and the manual page name every command and every flag that `--help` shows, and are valid.

    shell_files_test.py TURNSTREAM
"""

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
SHELLS = ("bash", "zsh", "fish")


def run(*arguments: str) -> str:
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60, check=True).stdout


def commands_below(*above: str) -> list[list[str]]:
    """The commands that can be run, as words, from the help of the commands above them."""
    listed = re.search(r"^subcommands: *\n((?:  .*\n?)*)", run(*above, "--help"), re.MULTILINE | re.IGNORECASE)
    if listed is None:
        return [list(above)]
    names = re.findall(r"^  (\S+)", listed[1], re.MULTILINE)
    return [command for name in names for command in commands_below(*above, name)]


def flags_of(command: list[str]) -> set[str]:
    """From the lines of the flags: `  -h,--help   …`, `  --persona TEXT REQUIRED   …`. Texts stand further to the right."""
    starts = re.findall(r"^ {2,12}((?:-[\w-]+,? *)+)", run(*command, "--help"), re.MULTILINE)
    return {name for start in starts for name in re.findall(r"-[\w-]+", start)}


class ShellFiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.commands = commands_below()
        cls.flags = {" ".join(command): flags_of(command) for command in cls.commands}
        cls.scripts = {shell: run("completion", shell) for shell in SHELLS}
        cls.page = run("man")

    def file_of(self, text: str) -> str:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        file = Path(folder.name) / "turnstream.1"
        file.write_text(text, encoding="utf-8")
        return str(file)

    def checked(self, tool: str, *arguments: str) -> None:
        if not shutil.which(tool):
            self.skipTest(f"skipped: {tool} is not installed")
        done = subprocess.run([tool, *arguments], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)

    def completed(self, *words: str) -> list[str]:
        """What bash offers for the last of the words."""
        script = f"""source "$1"; shift; COMP_WORDS=(turnstream "$@"); COMP_CWORD=$#; _turnstream; printf '%s\\n' "${{COMPREPLY[@]}}" """
        done = subprocess.run(["bash", "-c", script, "bash", self.file_of(self.scripts["bash"]), *words], capture_output=True,
                              text=True, check=True)
        return done.stdout.split()

    def test_the_help_lists_commands_and_each_has_flags(self) -> None:
        names = set(self.flags)
        self.assertLessEqual({"run", "publish", "recall", "topics create", "log export", "completion", "man", "version"}, names)
        for name, flags in self.flags.items():
            self.assertLessEqual({"-h", "--help", "--bootstrap", "--json"}, flags, name)

    def test_bash_offers_every_command_and_every_flag_and_only_those(self) -> None:
        self.assertEqual(set(self.completed("")) - {"-h", "--help", "--version"}, {command[0] for command in self.commands})
        for command in self.commands:
            with self.subTest(command):
                self.assertEqual(set(self.completed(*command, "-")), self.flags[" ".join(command)])
        self.assertEqual(self.completed("pub"), ["publish"])
        self.assertEqual(set(self.completed("topics", "")) & {"create", "list"}, {"create", "list"})
        self.assertEqual(self.completed("publish", "tur"), [])  # bash then offers file names

    def test_zsh_and_fish_name_every_command_and_every_flag(self) -> None:
        for command in self.commands:
            name = " ".join(command)
            with self.subTest(name):
                self.assertRegex(self.scripts["zsh"], rf"'{command[-1]}:")
                part = re.search(rf"^    '{name}'\)\n(.*?)^      ;;$", self.scripts["zsh"], re.MULTILINE | re.DOTALL)
                self.assertEqual(set(re.findall(r"'\*(-[\w-]+)\[", part[1])), self.flags[name])
                above = " ".join(command[:-1])
                self.assertIn(f"\"__turnstream_at '{above}'\" -f -a {command[-1]} ", self.scripts["fish"])
                lines = re.findall(rf"^complete .*__turnstream_at '{name}'\"(.*)$", self.scripts["fish"], re.MULTILINE)
                flags = {("--" if kind == "l" else "-") + flag for line in lines
                         for kind, flag in re.findall(r" -([ls]) ([\w-]+)", line.split(" -d '")[0])}
                self.assertEqual(flags, self.flags[name])

    def test_the_manual_page_has_every_command_with_every_flag_and_the_common_flags_once(self) -> None:
        text = self.page.replace("\\-", "-")
        sections = dict(re.findall(r"^\.SS turnstream (.*)\n((?:(?!\.S[SH]).*\n)*)", text, re.MULTILINE))
        self.assertEqual(set(sections), set(self.flags))
        common = re.search(r"^\.SH COMMON FLAGS\n((?:(?!\.SH).*\n)*)", text, re.MULTILINE)[1]
        shown = re.compile(r"\\fB(--?[\w-]+)\\fR")
        everywhere = set(shown.findall(common))
        self.assertLessEqual({"--bootstrap", "--config", "--json"}, everywhere)
        for name, flags in self.flags.items():
            self.assertEqual(set(shown.findall(sections[name])), flags - everywhere - {"-h", "--help"}, name)
        self.assertIn("\\fB--help\\fR", text)

    def test_an_unknown_shell_is_wrong_usage(self) -> None:
        done = subprocess.run([PROGRAM, "completion", "tcsh"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("bash, zsh and fish", done.stderr)

    def test_bash_reads_its_script(self) -> None:
        self.checked("bash", "-n", self.file_of(self.scripts["bash"]))

    def test_zsh_reads_its_script(self) -> None:
        self.checked("zsh", "-n", self.file_of(self.scripts["zsh"]))

    def test_fish_reads_its_script(self) -> None:
        self.checked("fish", "-n", self.file_of(self.scripts["fish"]))

    def test_groff_has_no_warnings_about_the_page(self) -> None:
        self.checked("groff", "-man", "-Tutf8", "-ww", "-rLL=100n", "-z", self.file_of(self.page))

    def test_mandoc_finds_no_errors_in_the_page(self) -> None:
        self.checked("mandoc", "-Tlint", "-W", "error", self.file_of(self.page))


if __name__ == "__main__":
    if not PROGRAM:
        print("usage: shell_files_test.py TURNSTREAM")
        sys.exit(77)
    unittest.main()
