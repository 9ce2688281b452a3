"""The examples run as they are printed, against a `turnstream run` in the usual state directory: the first one of the README in
Python, and examples/agent.py.

    examples_test.py TURNSTREAM
"""

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

from turnstream_run import DEADLINE_S, new_folder, start_run

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
ROOT = Path(__file__).resolve().parents[2]


class Examples(unittest.TestCase):
    def setUp(self) -> None:
        folder = new_folder(self)
        self.environment = os.environ | {"XDG_STATE_HOME": str(folder), "PYTHONPATH": str(ROOT / "clients" / "python")}
        start_run(self, PROGRAM, folder / "turnstream" / "turnstream", environment=self.environment)

    def python(self, *arguments: str, given: str = "") -> str:
        done = subprocess.run([sys.executable, "-B", *arguments], env=self.environment, input=given, capture_output=True, text=True,
                              timeout=DEADLINE_S, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_the_first_example_of_the_readme_remembers_and_recalls(self) -> None:
        example = re.search(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        self.assertIsNotNone(example, "the README has no example in Python")
        self.assertEqual(len(example[1].splitlines()), 5)
        shown = self.python("-c", example[1])
        self.assertIn("message The api port is 8080", shown)

    def test_the_agent_remembers_across_two_runs_of_itself(self) -> None:
        agent = str(ROOT / "examples" / "agent.py")
        first = self.python(agent, given="What is my sister called?\nMy sister is called Ada\nThe api port is 8080\n")
        self.assertEqual(first.splitlines()[:2], ["I do not know that yet.", "I will remember that."])
        second = self.python(agent, given="What is my sister called?\nWhich port does the api use?\n").splitlines()
        self.assertIn("Ada", second[0])
        self.assertIn("8080", second[1])


if __name__ == "__main__":
    if not PROGRAM:
        print("usage: examples_test.py TURNSTREAM")
        sys.exit(77)
    unittest.main()
