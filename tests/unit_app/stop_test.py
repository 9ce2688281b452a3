"""If a signal comes or a read fails, a command that reads or copies prints its report, leaves nothing incomplete and ends.
The test starts processes, because a signal and stdin concern a whole process. Arguments: the program."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
DEADLINE_S = 30


class Stop(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.state = Path(self.folder.name) / "state"

    def start(self, *arguments: str) -> subprocess.Popen:
        process = subprocess.Popen([PROGRAM, *arguments, "--state", self.state], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        return process

    def run_program(self, *arguments: str, given: str = "") -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *arguments, "--state", self.state], input=given, capture_output=True, text=True,
                              timeout=DEADLINE_S, check=False)

    def turns(self, count: int) -> str:
        return self.run_program("generate", "--turns", str(count), "--quiet").stdout

    def write(self, process: subprocess.Popen, text: str) -> None:
        process.stdin.write(text)
        process.stdin.flush()

    def stop(self, process: subprocess.Popen, number: signal.Signals = signal.SIGTERM) -> tuple[str, str]:
        process.send_signal(number)
        process.wait(DEADLINE_S)  # before stdin is closed: the end of the input would end it, too
        return process.communicate()

    def wait_for_turns(self, count: int) -> None:
        deadline = time.monotonic() + DEADLINE_S
        while time.monotonic() < deadline:
            seen = self.run_program("tail", "turns", "--from-beginning", "--raw", "--quiet").stdout
            if len(seen.splitlines()) == count:
                return
        self.fail(f"{count} turns never came")

    def test_a_publish_reports_what_it_sent(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number):
                self.setUp()
                lines = self.turns(3).splitlines()
                process = self.start("publish", "--json")
                self.write(process, f"{lines[0]}\nnot json\n{lines[1]}\n")
                self.wait_for_turns(2)
                self.write(process, lines[2][:50])
                time.sleep(0.2)
                out, err = self.stop(process, number)
                report = json.loads(out)
                self.assertEqual((process.returncode, report["sent"], report["refused"], report["stopped"]),
                                 (3, 2, 1, True), err)
                self.assertEqual(report["refusals"][0]["line"], 2)

    def test_a_publish_of_good_turns_ends_with_success(self) -> None:
        process = self.start("publish")
        self.write(process, self.turns(2))
        self.wait_for_turns(2)
        out, err = self.stop(process)
        self.assertEqual(process.returncode, 0, err)
        self.assertIn("sent 2 turns", out)
        self.assertIn("stopped by a signal: nothing was sent after the turn that is line or element 2", err)

    def test_a_signal_that_comes_twice_at_once_is_one(self) -> None:
        process = self.start("publish", "--json")
        self.write(process, self.turns(1))
        self.wait_for_turns(1)
        process.send_signal(signal.SIGTERM)
        out, err = self.stop(process)
        self.assertEqual(process.returncode, 0, err)
        self.assertEqual(json.loads(out)["sent"], 1)

    def test_a_tail_that_follows_shows_the_newest_and_then_what_comes(self) -> None:
        turns = self.turns(15).splitlines()
        self.run_program("publish", "--quiet", given="\n".join(turns[:12]))
        unlimited = self.start("tail", "turns", "--follow", "--raw", "--quiet")
        shown = [unlimited.stdout.readline() for _ in range(10)]
        limited = self.start("tail", "turns", "--follow", "--raw", "--quiet", "--limit", "12")
        shown_too = [limited.stdout.readline() for _ in range(10)]
        self.run_program("publish", "--quiet", given="\n".join(turns[12:]))
        shown += [unlimited.stdout.readline() for _ in range(3)]
        shown_too += limited.communicate(timeout=DEADLINE_S)[0].splitlines(keepends=True)
        self.assertEqual((limited.returncode, len(shown_too), shown_too[:10]), (0, 12, shown[:10]))
        self.assertLess(set(shown_too), set(shown))
        out, err = self.stop(unlimited)
        self.assertEqual((unlimited.returncode, out), (0, ""), err)
        self.assertEqual(shown[:10], [f"{turn}\n" for turn in turns[2:12]])
        self.assertEqual(sorted(shown[10:]), sorted(f"{turn}\n" for turn in turns[12:]))

    def run_on_broken_input(self, text: str, *arguments: str) -> subprocess.CompletedProcess:
        """Runs the program with a stdin that gives the text and then an error: a pseudo-terminal whose other end is closed."""
        reader, writer = os.openpty()
        os.write(writer, text.encode())
        os.close(writer)
        with os.fdopen(reader) as given:
            return subprocess.run([PROGRAM, *arguments, "--state", self.state], stdin=given, capture_output=True,
                                  text=True, timeout=DEADLINE_S, check=False)

    def test_a_publish_of_half_an_input_is_no_success(self) -> None:
        lines = self.turns(2).splitlines()
        done = self.run_on_broken_input(f"{lines[0]}\n{lines[1][:50]}", "publish", "--json", "--unchecked")
        self.assertEqual((done.returncode, json.loads(done.stdout)["sent"]), (1, 1), done.stderr)
        self.assertIn("cannot read stdin: Input/output error; nothing was sent after the turn that is line "
                      "or element 1", json.loads(done.stderr)["error"]["message"])

    def test_an_import_of_half_a_file_says_so(self) -> None:
        head = '{"kind":"log_export","format":1,"topic":"turnstream.log","partitions":1}'
        record = '{"p":0,"o":0,"k":null,"v":"x","h":[]}'
        done = self.run_on_broken_input(f'{head}\n{record}\n{{"p":0,', "log", "import")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("stdin: Input/output error; read 1 records. The topic may contain a part of them", done.stderr)

    def test_a_folder_is_no_empty_input(self) -> None:
        folder = os.open(self.folder.name, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        done = subprocess.run([PROGRAM, "publish", "--state", self.state], stdin=folder, capture_output=True, text=True,
                              timeout=DEADLINE_S, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("cannot read stdin: Is a directory", done.stderr)

    def test_an_import_says_that_it_is_a_part(self) -> None:
        process = self.start("log", "import")
        head = '{"kind":"log_export","format":1,"topic":"turnstream.log","partitions":1}'
        self.write(process, head + '\n{"p":0,"o":0,"k":null,"v":"x","h":[]}\n{"p":0,')
        time.sleep(1)
        out, err = self.stop(process)
        self.assertEqual((process.returncode, out), (1, ""), err)
        self.assertIn("stopped by a signal: read 1 records. The topic may contain a part of them", err)

    def test_an_export_ends_with_whole_records_and_without_an_end(self) -> None:
        self.run_program("publish", "--quiet", given=self.turns(3000))
        target = Path(self.folder.name) / "pipe"
        os.mkfifo(target)
        process = self.start("log", "export", str(target), "--topic", "turns")
        with target.open(encoding="utf-8") as pipe:
            seen = [pipe.readline(), pipe.readline()]
            process.send_signal(signal.SIGTERM)
            time.sleep(0.2)
            seen += pipe.readlines()
        err = process.communicate(timeout=DEADLINE_S)[1]
        self.assertEqual(process.returncode, 1, err)
        self.assertEqual(len(err.splitlines()), 1, err)
        self.assertIn(f"stopped by a signal: exported {len(seen) - 1} records. The export is incomplete", err)
        for line in seen:
            self.assertNotEqual(json.loads(line).get("kind"), "log_export_end")

    def test_a_wait_for_a_digest_that_a_signal_ends_is_no_success(self) -> None:
        self.run_program("publish", "--quiet", given=self.turns(3))
        owner = self.start("log", "import")  # has the log open, so that the digest waits
        self.addCleanup(owner.communicate)
        self.addCleanup(owner.kill)
        deadline = time.monotonic() + DEADLINE_S
        while (self.state / "lock").read_text() != f"turnstream log import, process {owner.pid}":
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number):
                process = self.start("digest", "--wait")
                self.assertIn("waiting for a `turnstream run`", process.stderr.readline())
                out, err = self.stop(process, number)
                self.assertEqual((process.returncode, out), (1, ""), err)
                self.assertIn("stopped by a signal while it waited until all input is processed: no digest was made", err)


if __name__ == "__main__":
    unittest.main()
