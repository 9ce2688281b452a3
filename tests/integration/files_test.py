"""Memory as files by `run --files`: what is in them, that a killed run leaves the same files as an undisturbed one, that what a
person wrote stays, and that what was forgotten leaves. On the embedded log.

    files_test.py TURNSTREAM

TURNSTREAM_TEST_KILLS is the number of kills (6), TURNSTREAM_TEST_SEED chooses their moments.
"""

import http.client
import json
import os
import random
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from invented_turns import Persona
from recall_server import SocketConnection

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
KILLS = int(os.environ.get("TURNSTREAM_TEST_KILLS", "6"))
LIVES_S = (.2, 1.0)
DEADLINE_S = 120
TURNS = 60
PERSONAS = {"helper": "qx", "Team A/b": "zv", "caf\u00e9": "jq"}
FOLDERS = {"helper", "Team%20A%2Fb", "caf%C3%A9"}
BEGIN, END = "<!-- turnstream:begin -->", "<!-- turnstream:end -->"
AFTER_ALL = ("2026-01-11T12:00:00Z", "2026-01-11T12:20:00Z", "2026-01-11T16:00:00Z")
SKIPPED = 77


def turns() -> list[dict]:
    """Of all personas, in the order of time."""
    made = [turn for name, mark in PERSONAS.items() for turn in Persona(name, mark, random.Random(name)).turns(TURNS)]
    return sorted(made, key=lambda turn: (turn["timestamp"], turn["agent_id"]))


def tree(folder: Path) -> dict[str, bytes]:
    """All files below the folder but the one that names the namespace."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name != ".turnstream"}


class World:
    """A state directory, and the folder of its files."""

    def __init__(self, test: unittest.TestCase, home: Path, name: str) -> None:
        self.test, self.state, self.files = test, home / f"{name}-state", home / f"{name}-memory"
        self.flags = ("--state", str(self.state), "--quiet", "--set", "intake.clock=event", "--set", "topics.partitions=1",
                      "--set", "files.interval_ms=100")

    def ask(self, *arguments: str, given: str = "") -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *arguments, *self.flags], input=given, capture_output=True, text=True,
                              timeout=DEADLINE_S, check=False)

    def call(self, *arguments: str, given: str = "") -> str:
        done = self.ask(*arguments, given=given)
        self.test.assertEqual(done.returncode, 0, f"{arguments}: {done.stdout[-1000:]}{done.stderr[-2000:]}")
        return done.stdout + done.stderr

    def publish(self, made: list[dict]) -> None:
        self.call("publish", "-", given="".join(json.dumps(turn) + "\n" for turn in made))

    def drain(self) -> str:
        return self.call("run", "--until-drained", "--listen", "", "--files", str(self.files))

    def start(self) -> subprocess.Popen:
        process = subprocess.Popen([PROGRAM, "run", "--listen", "", "--files", str(self.files), *self.flags],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.test.addCleanup(process.wait)
        self.test.addCleanup(process.kill)
        return process

    def is_ready(self) -> bool:
        """Whether a process answers; a socket that an earlier one left does not."""
        connection = SocketConnection(self.state / "http.sock")
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def tick(self) -> None:
        """Log time passes, so that sessions are flushed and topics are distilled."""
        for moment in AFTER_ALL:
            self.call("tick", moment)

    def tree(self) -> dict[str, bytes]:
        return tree(self.files)

    def read(self, file: str) -> str:
        return (self.files / file).read_text(encoding="utf-8")

    def wait_for(self, holds) -> None:
        end = time.monotonic() + DEADLINE_S
        while not holds():
            self.test.assertLess(time.monotonic(), end, "the files never had what was waited for")
            time.sleep(.05)


class Files(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.home = Path(folder.name)

    def filled(self, name: str = "calm") -> World:
        world = World(self, self.home, name)
        world.publish(turns())
        world.drain()
        world.tick()
        world.drain()
        return world

    def test_has_what_memory_knows_and_a_second_run_writes_nothing(self) -> None:
        world = self.filled()
        files = world.tree()
        self.assertEqual({path.split("/")[0] for path in files}, FOLDERS)
        for folder in FOLDERS:
            for file in ("MEMORY.md", "memory-index.md"):
                self.assertIn(f"{folder}/{file}", files)
            for below in ("daily/2026-01-", "topics/"):
                self.assertTrue(any(path.startswith(f"{folder}/{below}") for path in files), (folder, below))
        for path, text in files.items():
            self.assertTrue(text.startswith(BEGIN.encode() + b"\n") and text.endswith(b"\n" + END.encode() + b"\n"), path)
        page = world.read("helper/MEMORY.md")
        for heading in ("# Memory of helper", "## Facts", "## Preferences", "## Topics", "## Days"):
            self.assertIn(heading, page)
        days = [path for path in files if path.startswith("helper/daily/")]
        self.assertEqual("## Best lines" in page, len(days) > 1, days)  # the newest day is not over
        self.check_links(world)
        for path in world.files.rglob("*"):
            mode = stat.S_IMODE(path.stat().st_mode)
            self.assertEqual(mode, 0o700 if path.is_dir() else 0o600, path)
        times = {path: path.stat().st_mtime_ns for path in world.files.rglob("*")}
        world.drain()
        self.assertEqual({path: path.stat().st_mtime_ns for path in world.files.rglob("*")}, times)

    def check_links(self, world: World) -> None:
        """Each link leads to a file, and to a place in the index."""
        for path, text in world.tree().items():
            for target in [part.split(")")[0] for part in text.decode().split("](")[1:]]:
                file, _, place = target.replace("%25", "%").partition("#")
                found = (world.files / path).parent / file
                self.assertTrue(found.is_file(), f"{path}: {target}")
                if place:
                    self.assertIn(f'<a id="{place}"></a>', found.read_text(encoding="utf-8"), f"{path}: {target}")

    def test_killed_runs_leave_the_files_of_an_undisturbed_one(self) -> None:
        seed = int(os.environ.get("TURNSTREAM_TEST_SEED", str(random.randrange(2**31))))
        print(f"seed {seed}")
        chance = random.Random(seed)
        calm, killed = self.filled(), World(self, self.home, "killed")
        killed.publish(turns())
        for number in range(KILLS):
            if number == KILLS // 2:
                killed.drain()
                killed.tick()
            process = killed.start()
            time.sleep(chance.uniform(*LIVES_S))
            process.send_signal(signal.SIGKILL)
            process.wait()
        killed.drain()
        self.assertEqual(killed.tree(), calm.tree())
        self.assertFalse([path for path in killed.files.rglob(".turnstream.new")])

    def test_export_writes_the_same_files(self) -> None:
        world = self.filled()
        folder = self.home / "exported"
        for persona in PERSONAS:
            world.call("export", persona, "--files", str(folder))
        self.assertEqual(tree(folder), world.tree())
        self.assertEqual(world.ask("export", "helper", "--files", str(folder), "--format", "markdown").returncode, 2)

    def test_what_a_person_wrote_stays_and_broken_marks_are_reported(self) -> None:
        world = self.filled()
        mine, page = world.files / "helper" / "MEMORY.md", world.read("helper/MEMORY.md")
        mine.write_text(f"Mine above.\n{page}Mine below", encoding="utf-8")
        index = world.files / "helper" / "memory-index.md"
        index.write_text(index.read_text(encoding="utf-8").replace(END, ""), encoding="utf-8")
        broken = index.read_bytes()
        (world.files / "helper" / "daily" / "own.md").write_text("My own day.\n", encoding="utf-8")
        world.publish([{"turn_id": "01KE7MSSB0ZZZZZZZZZZZZZZZZ", "agent_id": "helper", "timestamp": "2026-01-11T17:00:00Z",
                        "turn_data": {"user_input": "I prefer zebrawood for large tables", "assistant_response": "Noted."}}])
        said = world.drain()
        self.assertIn("file_left_alone", said)
        self.assertIn("helper/memory-index.md", said)
        self.assertIn("the end mark is missing", said)
        text = mine.read_text(encoding="utf-8")
        self.assertTrue(text.startswith(f"Mine above.\n{BEGIN}\n") and text.endswith(f"{END}\nMine below"), text)
        self.assertIn("zebrawood", text)
        self.assertEqual(index.read_bytes(), broken)
        self.assertEqual(world.read("helper/daily/own.md"), "My own day.\n")

    def test_what_is_forgotten_leaves_and_so_do_the_files_of_a_persona(self) -> None:
        world = self.filled()
        first = next(turn for turn in turns() if turn["agent_id"] == "helper")
        word = next(word for word in first["turn_data"]["user_input"].split() if word.startswith("qx"))
        named = [turn["turn_id"] for turn in turns() if turn["agent_id"] == "helper" and word in json.dumps(turn)]
        self.assertTrue(any(word.encode() in text for text in world.tree().values()), word)
        draft = world.files / "helper" / "topics" / ".turnstream.new"
        draft.write_text(word, encoding="utf-8")
        world.call("forget", "--persona", "helper", *named, "--wait", "0")
        world.drain()
        self.assertEqual([path for path, text in world.tree().items() if word.encode() in text], [])

        others = {path: text for path, text in world.tree().items() if not path.startswith("helper/")}
        mine = world.files / "helper" / "MEMORY.md"
        mine.write_text(mine.read_text(encoding="utf-8") + "Mine.\n", encoding="utf-8")
        world.call("forget", "--persona", "helper", "--all", "--confirm", "helper", "--wait", "0")
        world.drain()
        self.assertEqual(world.tree(), others | {"helper/MEMORY.md": b"Mine.\n"})
        mine.unlink()
        self.assertEqual([path.name for path in (world.files / "helper").iterdir()], [])

    def test_a_run_that_continues_writes_what_comes_and_takes_what_is_forgotten(self) -> None:
        world = self.filled()
        process = world.start()
        world.wait_for(world.is_ready)
        world.publish([{"turn_id": "01KE7MSSB0YYYYYYYYYYYYYYYY", "agent_id": "novice", "timestamp": "2026-01-11T17:00:00Z",
                        "turn_data": {"user_input": "I prefer zebrawood for large tables", "assistant_response": "Noted."}}])
        page = world.files / "novice" / "MEMORY.md"
        world.wait_for(lambda: page.is_file() and "zebrawood" in page.read_text(encoding="utf-8"))
        self.assertEqual(world.ask("export", "helper", "--files", str(world.files)).returncode, 5)
        world.call("forget", "--persona", "novice", "--all", "--confirm", "novice", "--wait", "0")
        world.wait_for(lambda: not (world.files / "novice").exists())
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=DEADLINE_S), 0)

    def test_a_folder_of_another_namespace_and_a_run_without_recall_are_refused(self) -> None:
        world = self.filled()
        done = World(self, self.home, "other").ask(
            "run", "--until-drained", "--listen", "", "--namespace", "other", "--files", str(world.files))
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertIn("another namespace", done.stderr)
        done = World(self, self.home, "third").ask(
            "run", "--until-drained", "--listen", "", "--stages", "intake", "--grouping", "phased", "--files",
            str(self.home / "none"))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("files.directory", done.stderr)


if __name__ == "__main__":
    if not PROGRAM:
        print("usage: files_test.py TURNSTREAM")
        sys.exit(SKIPPED)
    unittest.main()
