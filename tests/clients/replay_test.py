"""The commands of docs/replay.md do what the page says, as they stand there: a replay of the log makes the same memory, the turns with
another setting make another, and turns from an offset on make memory of their own. On the embedded log.

    replay_test.py TURNSTREAM
"""

import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from turnstream_run import new_folder

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
SKIPPED = 77
DEADLINE_S = 120
TURNS = 60


def documented(heading: str) -> list[str]:
    """The blocks of commands below a heading."""
    text = (ROOT / "docs/replay.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert section is not None, heading
    return re.findall(r"^```\n(.*?)^```", section[1], re.MULTILINE | re.DOTALL)


def turn(number: int) -> str:
    """A turn of each hour of January, from the first day to the third, of two personas."""
    texts = ("The api port is 8080", "I prefer TypeScript for large codebases", "My sister is called Ada", "The gateway is in Porto")
    return json.dumps({"turn_id": f"01JGFJJZ0000000000000{number:05d}", "agent_id": "helper" if number % 2 else "other",
                       "timestamp": f"2026-01-{1 + number // 24:02d}T{number % 24:02d}:00:00Z",
                       "turn_data": {"user_input": f"{texts[number % 4]}, as of day {number}", "assistant_response": "Noted."}})


class Replay(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = new_folder(self)
        programs = self.folder / "programs"
        programs.mkdir()
        (programs / "turnstream").symlink_to(PROGRAM)
        self.environment = os.environ | {"XDG_STATE_HOME": str(self.folder / "states"), "PATH": f"{programs}:{os.environ['PATH']}"}
        (self.folder / "turns.ndjson").write_text("".join(turn(number) + "\n" for number in range(TURNS)), encoding="utf-8")
        done = self.bash("turnstream publish turns.ndjson && turnstream run --set intake.clock=event --until-drained --listen ''")
        self.assertEqual(done.returncode, 0, done.stderr)

    def bash(self, commands: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["bash", "-euo", "pipefail", "-c", commands], cwd=self.folder, env=self.environment, capture_output=True,
                              text=True, timeout=DEADLINE_S, check=False, stdin=subprocess.DEVNULL)

    def digest(self, *flags: str) -> dict:
        done = self.bash(" ".join(("turnstream digest --json", *flags)))
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_a_replay_of_the_log_makes_the_same_memory(self) -> None:
        copied, on_kafka = documented("The log once more")
        done = self.bash(copied)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertNotEqual(self.digest()["stages"]["episodic"]["state"], "empty")
        self.assertIn("--log-of turnstream", on_kafka)

    def test_turns_with_another_setting_make_another_memory(self) -> None:
        (commands,) = documented("Last month with another setting")
        done = self.bash(commands)
        self.assertEqual(done.returncode, 1, done.stderr)  # diff found differences
        self.assertRegex(done.stdout, r"(?m)^> .*importance.*0\.8")
        first = self.digest("--state same")
        self.assertEqual(first["stages"], self.digest()["stages"])
        self.assertNotEqual(first["stages"]["episodic"]["completions"], self.digest("--state other")["stages"]["episodic"]["completions"])

    def test_turns_from_an_offset_on_make_memory_of_their_own(self) -> None:
        self.bash("turnstream tail turns --from-beginning --json > all.json")
        records = [json.loads(line) for line in (self.folder / "all.json").read_text(encoding="utf-8").splitlines()]
        partition = records[-1]["partition"]
        wanted = [record for record in records if record["partition"] == partition and record["offset"] >= 3]
        self.assertLess(0, len(wanted))
        past, later, reading = documented("From an offset")
        for command in past.replace("0@40", f"{partition}@9").splitlines():
            done = self.bash(command)
            self.assertEqual(done.returncode, 0, done.stderr)
        done = self.bash(later.replace("0@3", f"{partition}@3"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len((self.folder / "later.ndjson").read_text(encoding="utf-8").splitlines()), len(wanted))
        self.assertTrue(reading.startswith("kcat "))


if __name__ == "__main__":
    if not PROGRAM:
        print("usage: replay_test.py TURNSTREAM")
        sys.exit(SKIPPED)
    if shutil.which("jq") is None:
        print("skipped: jq is missing; scripts/setup test installs it.")
        sys.exit(SKIPPED)
    unittest.main()
