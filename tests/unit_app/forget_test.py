"""What `forget` removes and reports while a run processes its commands, what `explain` says of it afterwards, and that `scrub`
makes a namespace without the bytes. The word that is forgotten exists nowhere else. Arguments: the program."""

import json
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
DEADLINE_S = 60
WORD = "zqwvxjkprtmn"
SECOND = "01JGFJJZ000000000000000002"


def turn(number: int, session: str, said: str, persona: str = "helper", user: str = "ann", seen: str = "") -> str:
    """A turn as a line; `seen` is an observation."""
    value = {"turn_id": f"01JGFJJZ0000000000000000{number:02d}", "agent_id": persona, "session_id": session,
             "user_id": user, "timestamp": f"2026-01-01T10:{number:02d}:00Z",
             "turn_data": {"user_input": said, "assistant_response": "Noted."}}
    if seen:
        value["observations"] = [{"id": f"o{number}", "type": "observation", "content": seen}]
    return json.dumps(value) + "\n"


TURNS = (turn(1, "s1", "I prefer TypeScript for large codebases", seen="The ferry to the islands leaves at nine")
         + turn(2, "s2", f"The {WORD} port is 8080", seen=f"The {WORD} server stands in Lisbon")
         + turn(3, "s1", f"I like the {WORD} tool and use it often", user="bob")
         + turn(4, "s1", f"The {WORD} port is 8080", persona="teacher"))


class Remembered(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.state = Path(folder.name) / "state"
        self.assertEqual(self.call("publish", "--quiet", given=TURNS).returncode, 0)
        self.drain()

    def call(self, *arguments: str, given: str = "", state: Path | None = None) -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *arguments, "--state", str(state or self.state)], input=given,
                              capture_output=True, text=True, timeout=DEADLINE_S, check=False)

    def drain(self, *arguments: str, state: Path | None = None) -> None:
        done = self.call("run", "--until-drained", "--quiet", "--listen", "", *arguments, state=state)
        self.assertEqual(done.returncode, 0, done.stderr)

    def start(self) -> subprocess.Popen:
        process = subprocess.Popen([PROGRAM, "run", "--listen", "", "--state", str(self.state)], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        for line in process.stderr:
            if "event=state_restored" in line:
                return process
        self.fail("the run never began")

    def stop(self, process: subprocess.Popen) -> None:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=DEADLINE_S)

    def forget(self, *arguments: str) -> dict:
        done = self.call("forget", "--persona", "helper", *arguments, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def exported(self, persona: str = "helper") -> str:
        done = self.call("export", persona, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def memories(self) -> int:
        """The number of memories and entries of working memory."""
        document = json.loads(self.exported())
        return sum(len(document[name]) for name in ("items", "facts", "notes", "patterns", "skills", "insights", "topics",
                                                    "daily", "working_memory", "episodes"))


class Forget(Remembered):
    def test_a_turn_is_forgotten_once_and_the_report_counts_it(self) -> None:
        before = self.memories()
        item = next(one["id"] for one in json.loads(self.exported())["items"] if "Lisbon" in one["content"])
        process = self.start()
        report = self.forget(SECOND)
        self.assertGreater(report["sum"], 0)
        self.assertEqual(report["sum"], sum(sum(kinds.values()) for kinds in report["removed"].values()))
        self.assertEqual(report["sum"], before - self.memories())
        self.assertEqual(report["unanswered"], [])
        self.assertTrue(any("turnstream.log" in one["topics"] and one["until"] is None for one in report["remains"]))
        again = self.call("forget", "--persona", "helper", SECOND)
        self.assertEqual(again.returncode, 0)
        self.assertIn("nothing to forget", again.stdout)
        told = json.loads(self.call("explain", item, "--json").stdout)["things"][0]
        self.assertTrue(told["removed"])
        self.assertEqual(told["history"]["list"][-1]["op"], "delete")
        self.assertEqual(told["history"]["list"][-1]["cause"]["id"], report["commands"][0])
        self.assertRegex(self.call("explain", item).stdout, r"of persona helper, removed \d{4}-.* by episodic")
        self.assertEqual(told["ended"]["how"], "forgotten")
        self.assertEqual(told["ended"]["command"]["id"], report["commands"][0])
        self.assertTrue(told["ended"]["command"]["issued_by"].startswith("cli:"))
        command = json.loads(self.call("explain", report["commands"][0], "--json").stdout)
        self.assertEqual(sum(stage["items_removed"] for stage in command["records"]["list"][0]["stages"]), report["sum"])
        self.assertEqual(self.call("explain", item.upper(), "--json").stdout,
                         self.call("explain", item, "--json").stdout.replace(f'"asked":"{item}"', f'"asked":"{item.upper()}"'))
        for known in (item, SECOND, report["commands"][0]):
            shown = self.call("explain", known)
            self.assertEqual(shown.returncode, 0, shown.stderr)
            self.assertIn(f"command forget {report['commands'][0]}", shown.stdout)
            self.assertNotIn("Lisbon", shown.stdout + self.call("explain", known, "--json").stdout)
        self.assertEqual(self.call("publish", "--quiet", given=TURNS).returncode, 0)
        self.stop(process)
        self.drain()
        self.assertNotIn("Lisbon", self.exported())

    def test_a_session_and_a_user_are_forgotten_and_another_persona_keeps_its_memory(self) -> None:
        process = self.start()
        teacher = self.exported("teacher")
        self.assertGreater(self.forget("--session", "s2")["sum"], 0)
        self.assertNotIn("Lisbon", self.exported())
        self.assertIn(WORD, self.exported())
        self.assertGreater(self.forget("--user", "bob")["sum"], 0)
        self.assertNotIn(WORD, self.exported())
        self.assertIn("ferry", self.exported())
        self.assertEqual(self.exported("teacher"), teacher)
        self.stop(process)

    def test_of_an_item_that_two_users_said_each_forgets_only_the_turn_of_its_own(self) -> None:
        seen = "The depot in Lisbon opens at seven"
        lamp = "The red lamp hangs in the hall"
        turns = (turn(11, "s3", lamp, user="carol", seen=seen) + turn(12, "s3", lamp, user="dave", seen=seen)
                 + turn(13, "s3", "The blue lamp hangs in the attic", user="carol"))
        self.assertEqual(self.call("publish", "--quiet", given=turns).returncode, 0)
        self.drain()
        users = [(one["context"]["user_id"], one["occurrences"]) for one in json.loads(self.exported())["items"]
                 if seen in one["content"] or lamp in one["content"]]
        self.assertEqual(users, [("carol", 2)] * 2, "no item must have the user dave")
        notes = json.loads(self.exported())["notes"]
        for user, numbers in (("carol", (11, 13)), ("dave", (12,))):
            named = self.call("forget", "--persona", "helper", "--user", user, "--dry-run")
            ids = [f"01JGFJJZ0000000000000000{one}" for one in numbers] + sorted(one["id"] for one in notes if one.get("user_id") == user)
            self.assertEqual(named.stdout.split(), ids, named.stderr)
            self.assertGreater(len(ids), len(numbers), "the notes of the user are named, too")
        self.call("forget", "--persona", "helper", "--user", "dave")
        self.drain()
        left = self.exported()
        self.assertNotIn(seen, left)
        self.assertNotIn("red lamp", left)
        self.assertIn("blue lamp", left)

    def test_what_another_user_said_in_a_turn_that_repeats_a_sentence_of_the_user_stays(self) -> None:
        shared = "Petra sits in room 12 with Selim."
        turns = (turn(21, "s4", shared, user="erin")
                 + turn(22, "s5", shared + " I live in Bonn and my daughter is called Zoe.", user="frank"))
        self.assertEqual(self.call("publish", "--quiet", given=turns).returncode, 0)
        self.drain()
        own = [note for note in json.loads(self.exported())["notes"] if note.get("user_id") == "erin"]
        self.assertTrue(own)
        for note in own:
            self.assertEqual([source["turn_id"][-2:] for source in note["sources"]], ["21"])
        named = self.call("forget", "--persona", "helper", "--user", "erin", "--dry-run").stdout.split()
        self.assertEqual(named, ["01JGFJJZ000000000000000021"] + sorted(note["id"] for note in own))
        self.call("forget", "--persona", "helper", "--user", "erin")
        self.drain()
        left = json.loads(self.exported())
        facts = [fact["text"] for fact in left["facts"]]
        self.assertIn("frank lives in Bonn", facts)
        self.assertTrue(any("Zoe" in fact for fact in facts), facts)
        self.assertFalse(any(note.get("user_id") == "erin" for note in left["notes"]))
        self.assertTrue(any(shared in note["text"] for note in left["notes"]), "it is what frank said, too")

    def test_everything_is_forgotten_only_with_the_name_repeated(self) -> None:
        for wrong in ((), ("--confirm", "teacher"), ("--confirm", "")):
            refused = self.call("forget", "--persona", "helper", "--all", *wrong)
            self.assertEqual(refused.returncode, 2)
            self.assertIn("--confirm helper", refused.stderr)
        self.assertEqual(self.call("forget", "--persona", "helper").returncode, 2)
        self.assertEqual(self.call("forget", "--persona", "helper", "--block", SECOND).returncode, 2)
        process = self.start()
        self.assertGreater(self.forget("--all", "--confirm", "helper")["sum"], 0)
        self.assertEqual(self.memories(), 0)
        self.stop(process)

    def test_a_dry_run_names_the_ids_and_a_stopped_pipeline_forgets_later(self) -> None:
        before = self.exported()
        item = next(one for one in json.loads(before)["items"] if "Lisbon" in one["content"])
        session = self.forget("--session", "s2", "--dry-run")
        self.assertEqual((session["session_id"], session["all"], session["ids"]), ("s2", False, []))
        self.assertIn({"kind": "memory", "id": item["id"], "title": item["content"]}, session["memories"])
        self.assertNotIn("ferry", json.dumps(session))
        everything = self.forget("--all", "--confirm", "helper", "--dry-run")
        self.assertEqual(len(everything["memories"]), self.memories())
        for flags, begin in ((("--session", "s2"), "would forget session s2 of persona helper: "),
                             (("--all", "--confirm", "helper"), "would forget everything of persona helper: ")):
            shown = self.call("forget", "--persona", "helper", *flags, "--dry-run").stdout
            self.assertTrue(shown.startswith(begin), shown)
            self.assertIn(item["id"], shown)
        self.assertEqual(self.forget("--session", "s9", "--dry-run")["memories"], [])
        named = self.call("forget", "--persona", "helper", "--user", "bob", "--dry-run")
        self.assertIn("01JGFJJZ000000000000000003", named.stdout.split())
        self.assertEqual(self.exported(), before)
        sent = self.call("forget", "--persona", "helper", SECOND)
        self.assertEqual(sent.stdout, "sent; the stages forget when they process the command\n")
        self.drain()
        self.assertNotIn("Lisbon", self.exported())


def files_with(folder: Path, text: str) -> list[str]:
    return [str(path) for path in folder.rglob("*") if path.is_file() and text.encode() in path.read_bytes()]


class Scrub(Remembered):
    def setUp(self) -> None:
        super().setUp()
        self.new = self.state.with_name("state.clean")
        self.call("sweep", "--persona", "helper")
        self.drain()

    def scrub(self) -> dict:
        done = self.call("scrub", "--into", "clean", "--json", "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def new_export(self, persona: str) -> dict:
        return json.loads(self.call("export", persona, "--json", "--namespace", "clean", state=self.new).stdout)

    def test_no_file_of_the_new_namespace_has_the_forgotten_word_and_its_memory_is_the_same(self) -> None:
        for persona in ("helper", "teacher"):
            self.call("forget", "--persona", persona, "--user", "bob")
            self.call("forget", "--persona", persona, SECOND, "01JGFJJZ000000000000000004")
        self.drain()
        self.assertTrue(files_with(self.state, WORD), "the word must be findable where it was not erased")
        done = self.scrub()
        self.assertEqual(done["erased"], {"turn": 3})
        self.assertEqual(done["drop"], [f"rm -r {self.state}"])
        self.assertEqual(files_with(self.new, WORD), [])
        old = json.loads(self.exported())
        new = self.new_export("helper")
        for kind in ("items", "facts", "patterns", "skills", "insights", "daily", "working_memory", "episodes"):
            self.assertEqual(new[kind], old[kind], kind)
        self.assertEqual([topic["facts"] for topic in new["topics"]], [topic["facts"] for topic in old["topics"]])
        # Their importance depends on how often words were heard, also in the forgotten turns.
        self.assertEqual([note["text"] for note in new["notes"]], [note["text"] for note in old["notes"]])

    def test_every_record_of_the_copy_has_completions_and_an_erased_turn_stays_barred(self) -> None:
        self.call("forget", "--persona", "helper", SECOND)
        self.drain()
        self.scrub()
        erased = json.loads(self.call("explain", SECOND, "--json", "--namespace", "clean", state=self.new).stdout)
        self.assertTrue(erased["erased"])
        self.assertEqual(erased["forgotten"]["kind"], "forget")
        digest = json.loads(self.call("digest", "--json", "--namespace", "clean", state=self.new).stdout)
        old = json.loads(self.call("digest", "--json").stdout)
        self.assertEqual(digest["log_end"], old["log_end"])
        self.assertEqual([stage["position"] for stage in digest["stages"].values()],
                         [stage["position"] for stage in old["stages"].values()])
        again = self.call("publish", "--quiet", "--namespace", "clean", given=TURNS, state=self.new)
        self.assertEqual(again.returncode, 0, again.stderr)
        self.drain("--namespace", "clean", state=self.new)
        text = json.dumps(self.new_export("helper"))
        self.assertNotIn("Lisbon", text)
        self.assertEqual(text.count("The ferry to the islands leaves at nine"), json.dumps(
            json.loads(self.exported())).count("The ferry to the islands leaves at nine"))

    def test_turns_that_came_after_a_forget_and_were_refused_are_erased(self) -> None:
        self.call("forget", "--persona", "helper", "--session", "s2")
        self.call("forget", "--persona", "teacher", "--all", "--confirm", "teacher", "--block")
        self.drain()
        late = "qvzjxkwpbhtm"
        turns = turn(7, "s2", f"The {late} lamp is red") + turn(8, "s3", f"The {late} lamp is red", persona="teacher")
        self.assertEqual(self.call("publish", "--quiet", given=turns).returncode, 0)
        self.drain()
        self.assertNotIn(late, self.exported() + self.exported("teacher"))
        self.assertTrue(files_with(self.state, late))
        self.assertEqual(self.scrub()["erased"], {"turn": 4})
        self.assertEqual(files_with(self.new, late), [])

    def test_scrub_refuses_a_used_namespace_and_a_running_pipeline(self) -> None:
        self.assertEqual(self.call("scrub", "--into", "turnstream").returncode, 2)
        process = self.start()
        self.assertEqual(self.call("scrub", "--into", "clean").returncode, 5)
        self.stop(process)
        self.drain()  # A tick may have come just before the stop.
        self.scrub()
        again = self.call("scrub", "--into", "clean")
        self.assertEqual(again.returncode, 2)
        self.assertIn("has a log already", again.stderr)


if __name__ == "__main__":
    unittest.main()
