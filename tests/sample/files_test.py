"""The files of a state directory are for their owner alone, whatever the umask is, and a command that only reads leaves
the directory of a stopped embedded log as it is.

    files_test.py TURNSTREAM
"""

import contextlib
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
DEADLINE_S = 60
READING = ["tail turns", "tail log --from-beginning --json", "tail turns --persona persona-1", "explain 01JGFJJZ",
           "explain turn 01JGFJJZ", "digest", "digest --wait", "status", "doctor", "config", "topics list --all",
           "state dump --stage skill", "state dump --stage skill --runtime", "log export", "version"]


def snapshot(folder: Path) -> list[tuple]:
    """Name, mode, size, time of change and bytes of all files below the folder."""
    found = []
    for path in sorted([folder, *folder.rglob("*")]):
        at = path.lstat()
        found.append((str(path), at.st_mode, at.st_size, at.st_mtime_ns,
                      path.read_bytes() if stat.S_ISREG(at.st_mode) else b""))
    return found


def wide(folder: Path) -> list[str]:
    """The paths that others than the owner can use."""
    found = []
    for path in [folder, *folder.rglob("*")]:
        with contextlib.suppress(FileNotFoundError):  # A process that runs renames and removes files meanwhile.
            mode = path.lstat().st_mode
            if mode & 0o077:
                found.append(f"{oct(mode)} {path}")
    return found


class Files(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.state = self.folder / "parent" / "state"
        before = os.umask(0)
        self.addCleanup(os.umask, before)

    def call(self, arguments: str, given: bytes = b"") -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *arguments.split(), "--state", self.state], input=given, capture_output=True,
                              timeout=DEADLINE_S, check=False)

    def fill(self) -> None:
        turns = subprocess.run([PROGRAM, "generate", "--turns", "30", "--quiet"], capture_output=True, check=True).stdout
        self.assertEqual(self.call("publish", turns).returncode, 0)
        ran = self.call("run --until-drained --listen 127.0.0.1:0")
        self.assertEqual(ran.returncode, 0, ran.stderr)

    def test_new_files_are_private_with_any_umask(self) -> None:
        self.fill()
        names = {path.name for path in self.state.iterdir()}
        self.assertLessEqual({"lock", "identity.json", "instance", "log", "store"}, names)
        self.assertEqual(wide(self.folder / "parent"), [])
        exported = self.folder / "log.ndjson"
        self.assertEqual(self.call(f"log export {exported}").returncode, 0)
        self.assertEqual(wide(exported), [])

    def test_a_running_process_has_private_files(self) -> None:
        self.fill()
        process = subprocess.Popen([PROGRAM, "run", "--listen", "127.0.0.1:0", "--json", "--state", self.state],
                                   stderr=subprocess.PIPE, text=True)
        try:
            while '"event":"started"' not in process.stderr.readline():
                self.assertIsNone(process.poll())
            self.assertTrue((self.state / "socket").is_socket())
            self.assertEqual(wide(self.state), [])
        finally:
            process.terminate()
            process.communicate(timeout=DEADLINE_S)

    def test_a_start_makes_the_files_of_an_older_version_private(self) -> None:
        self.fill()
        for path in [self.state, *self.state.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
        judged = self.call("doctor")
        self.assertEqual(judged.returncode, 1)
        self.assertIn(f"bad  privacy: other users of this machine can reach the memory: the modes of {self.state}, ".encode(),
                      judged.stdout)
        ran = self.call("run --until-drained --listen 127.0.0.1:0")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn(b"event=state_made_private", ran.stderr)
        self.assertEqual(wide(self.state), [])
        self.assertEqual(self.call("doctor").returncode, 0)

    def test_a_directory_with_folders_of_others_keeps_its_mode(self) -> None:
        self.state.mkdir(parents=True)
        (self.state / "photos").mkdir()
        (self.state / "photos" / "one").write_bytes(b"")
        self.state.chmod(0o755)
        self.fill()
        self.assertEqual(sorted(path.split("/state")[1] for path in wide(self.state)), ["", "/photos", "/photos/one"])
        self.assertIn(b"bad  privacy", self.call("doctor").stdout)

    def test_commands_that_read_leave_a_stopped_log_as_it_is(self) -> None:
        self.fill()
        before = snapshot(self.state)
        outputs = {}
        for verb in READING:
            with self.subTest(verb):
                outputs[verb] = self.call(verb)
                self.assertEqual(snapshot(self.state), before)
        for verb in ("tail turns", "digest", "digest --wait", "doctor", "log export", "state dump --stage skill"):
            self.assertEqual(outputs[verb].returncode, 0, outputs[verb].stderr)
            self.assertTrue(outputs[verb].stdout)
        again = self.call("run --until-drained --listen 127.0.0.1:0")
        self.assertEqual(again.returncode, 0, again.stderr)

    def test_commands_that_read_make_no_directory(self) -> None:
        for verb in READING:
            with self.subTest(verb):
                self.assertGreaterEqual(self.call(verb).returncode, 0)
                self.assertFalse(self.state.parent.exists())
        self.assertIn(b"(not yet made)", self.call("tail turns").stderr)

    def test_commands_read_a_directory_that_cannot_be_written(self) -> None:
        self.fill()
        expected = self.call("digest").stdout
        for path in [self.state, *self.state.rglob("*")]:
            path.chmod(0o500 if path.is_dir() else 0o400)
        command = [PROGRAM, "digest", "--state", self.state]
        if os.geteuid() == 0:  # root may write anywhere, so another user reads a copy that belongs to it
            copy = Path(tempfile.mkdtemp())
            self.addCleanup(shutil.rmtree, copy)
            copy.chmod(0o755)
            shutil.copytree(self.state, copy / "state")
            shutil.copy(PROGRAM, copy / "program")
            for path in [copy / "state", *(copy / "state").rglob("*")]:
                os.chown(path, 65534, 65534)
            command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", copy / "program", "digest",
                       "--state", copy / "state"]
        before = snapshot(self.state)
        done = subprocess.run(command, capture_output=True, timeout=DEADLINE_S, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, expected)
        self.assertEqual(snapshot(self.state), before)

    def test_doctor_of_another_user_names_a_directory_that_it_may_not_enter(self) -> None:
        self.fill()
        self.state.chmod(0)
        command = [PROGRAM, "doctor", "--state"]
        if os.geteuid() == 0:  # root may enter any directory
            place = Path(tempfile.mkdtemp())
            self.addCleanup(shutil.rmtree, place)
            place.chmod(0o755)
            shutil.copy(PROGRAM, place / "program")
            shutil.move(self.state, place / "state")
            self.state = place / "state"
            command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", place / "program", "doctor", "--state"]
        self.addCleanup(self.state.chmod, 0o700)
        for state, finding in [(self.state, "instance"), (self.state / "below", "state directory")]:
            for code, more in [(1, []), (4, ["--bootstrap", "127.0.0.1:1", "--set", "kafka.connect_timeout_ms=100"])]:
                done = subprocess.run([*command, state, *more], capture_output=True, text=True, timeout=DEADLINE_S, check=False)
                self.assertEqual(done.returncode, code, done.stderr)
                self.assertRegex(done.stdout, f"(?m)^bad  {finding}: .*Permission denied.*as the user who runs `turnstream run`")

    def test_a_reader_does_not_keep_a_run_from_starting(self) -> None:
        self.fill()
        reader = subprocess.Popen([PROGRAM, "log", "export", "--state", self.state], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE)
        try:
            self.assertTrue(reader.stdout.readline())  # it has the log open, and waits until its output is read
            ran = self.call("run --until-drained --listen 127.0.0.1:0")
            self.assertEqual(ran.returncode, 0, ran.stderr)
        finally:
            rest, _ = reader.communicate(timeout=DEADLINE_S)
        self.assertEqual(reader.returncode, 0)
        self.assertIn(b'"kind":"log_export_end"', rest)


if __name__ == "__main__":
    unittest.main()
