"""The scripts print their usage, and refuse unknown arguments with a sentence and exit code 2."""

import subprocess
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


def run(name: str, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([SCRIPTS / name, *arguments], capture_output=True, text=True, timeout=30, check=False,
                          stdin=subprocess.DEVNULL)


class Usage(unittest.TestCase):
    def test_help_is_printed(self) -> None:
        for name in ("quickstart", "test", "setup", "tidy", "kafka", "chaos", "fuzz_broker", "eval", "load", "bench", "package",
                     "vectors"):
            with self.subTest(name):
                helped = run(name, "--help")
                self.assertEqual((helped.returncode, helped.stderr), (0, ""))
                self.assertIn(name, helped.stdout)

    def test_an_unknown_argument_is_refused(self) -> None:
        for arguments in (["quickstart", "now"], ["setup"], ["setup", "nothing"], ["test", "--fast"], ["test", "--preset"],
                          ["test", "--preset", "debug"], ["test", "--librdkafka", "2.0"], ["tidy", "everything"], ["eval"], ["eval", "everything"],
                          ["eval", "understanding", "--locked", "--show"], ["package", "--all"], ["vectors", "now"],
                          ["kafka", "start", "--jvm", "large"], ["bench", "--part", "all"], ["bench", "--peer", str(SCRIPTS)],
                          ["bench", "--peer", str(SCRIPTS), "--bootstrap", "127.0.0.1:9092"]):
            with self.subTest(arguments):
                refused = run(*arguments)
                self.assertEqual((refused.returncode, refused.stdout), (2, ""))
                self.assertRegex(refused.stderr, r"\w{3,}.*\w{3,}")


if __name__ == "__main__":
    unittest.main()
