"""The demonstration against the records of an ordinary run: the same turns, commands and ticks go through the program on an
embedded log, and what `demo` shows must be what its topics say. Also what the screen looks like. Arguments: the program."""

import json
import os
import pty
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
TURNS = Path(__file__).parents[2] / "docs/examples/demo_turns.ndjson"
DEADLINE_S = 120
TICKS = ("2026-01-12T23:00:00Z", "2026-01-14T00:00:00Z", "2026-04-14T00:00:00Z", "2026-04-14T00:01:00Z")
LINES_MAX, COLUMNS_MAX = 50, 100
PARTS = ("What it knows", "Insights", "Merged", "A topic", "The daily log", "Archived and restored", "Forgotten")


def call(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=DEADLINE_S, check=False)


class Records:
    """An ordinary run of the sample turns and of the story's commands."""

    def __init__(self, state: str, story: dict) -> None:
        self.common = ("--state", state, "--quiet", "--set", "topics.partitions=1", "--set", "intake.clock=event",
                       "--set", "intake.future_ms_max=34560000000")
        self.send("publish", str(TURNS), expected=3)  # One turn is invalid.
        self.drain()
        for persona in ("scout", "juno"):
            self.send("sweep", "--persona", persona)
        for time in TICKS:
            self.send("tick", time)
        self.drain()
        self.send("access", "--persona", story["restore"]["item"]["persona_id"], story["restore"]["item"]["id"])
        self.drain()
        self.send("forget", "--persona", story["forget"]["reports"][0]["persona_id"], story["forget"]["turn"])
        self.drain()

    def send(self, *arguments: str, expected: int = 0) -> str:
        done = call(*arguments, *self.common)
        if done.returncode != expected:
            raise AssertionError(f"{arguments}: {done.returncode} {done.stderr}")
        return done.stdout

    def drain(self) -> None:
        self.send("run", "--until-drained", "--listen", "")

    def values(self, topic: str) -> list[dict]:
        lines = self.send("tail", f"turnstream.{topic}", "--from-beginning", "--raw").splitlines()
        return [json.loads(line) for line in lines]

    def present(self, stage: str, kind: str) -> dict[str, dict]:
        """The memories of a kind that the stage has at the end, by id."""
        found: dict[str, dict] = {}
        for part in self.values(f"completions.{stage}"):
            for change in part["changes"]:
                if change["kind"] != kind:
                    continue
                if change["op"] == "delete":
                    found.pop(change["id"], None)
                else:
                    found.setdefault(change["id"], {}).update(change.get("value") or change.get("fields") or {})
        return found

    def turns(self) -> list[dict]:
        return [json.loads(line) for line in TURNS.read_text(encoding="utf-8").splitlines()]


class Demo(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        shown = call("demo", "--json")
        assert shown.returncode == 0, shown.stderr
        cls.story = json.loads(shown.stdout)
        cls.records = Records(folder.name, cls.story)

    def assert_sources(self, sources: list[dict]) -> None:
        """Each source is at its place in the turns, and its excerpt stands there."""
        self.assertGreater(len(sources), 0)
        turns = self.records.turns()
        for source in sources:
            if source["turn"] is None:  # of a meta-insight
                self.assert_sources(source["sources"])
                continue
            turn = turns[source["turn"]["offset"]]
            self.assertEqual(turn["turn_id"], source["turn_id"])
            place = turn
            for step in source["pointer"].split("/")[1:]:
                place = place[int(step)] if isinstance(place, list) else place[step]
            text = json.dumps(place, ensure_ascii=False)
            for word in re.findall(r"[A-Za-z]+", source["excerpt"].removeprefix("user: "))[:4]:
                self.assertIn(word, text)

    def test_insights_are_those_of_the_topic_and_lead_to_their_turns(self) -> None:
        insights = self.records.present("consolidation", "insight")
        self.assertEqual({one["persona_id"] for one in self.story["insights"]}, {"scout", "juno"})
        for shown in self.story["insights"]:
            self.assertEqual(insights[shown["id"]]["summary"], shown["summary"])
            sources = [one["id"] for one in insights[shown["id"]]["sources"]]
            self.assertEqual([one["id"] for one in shown["sources"]], sources[:2])
            self.assert_sources(shown["sources"])

    def test_two_insights_were_merged_and_the_kept_one_has_the_sources_of_both(self) -> None:
        merges = [event for event in self.records.values("consolidation") if event["type"] == "merge"]
        shown = self.story["merge"]
        self.assertIn((shown["event"]["kept"], shown["event"]["merged"]), [(one["kept"], one["merged"]) for one in merges])
        kept = self.records.present("consolidation", "insight")[shown["event"]["kept"]]
        self.assertEqual(kept["summary"], shown["kept"]["summary"])
        self.assertEqual({one["id"] for one in kept["sources"]}, {one["id"] for one in shown["sources"]})
        self.assertEqual(len(shown["sources"]), 2)
        self.assert_sources(shown["sources"])

    def test_the_facts_of_the_topic_are_those_of_the_completions(self) -> None:
        shown = self.story["topic"]
        topics = [(one["persona_id"], one["topic"], one["facts"], one["event_count"])
                  for one in self.records.present("consolidation", "topic").values()]
        self.assertIn((shown["persona_id"], shown["topic"], shown["facts"], shown["event_count"]), topics)

    def test_the_entry_of_the_daily_log_is_that_of_a_session(self) -> None:
        shown = self.story["daily"]
        entries = [(one["persona_id"], one["session_id"], one["date"], one["lines"])
                   for one in self.records.present("consolidation", "daily").values()]
        self.assertIn((shown["persona_id"], shown["session_id"], shown["date"], shown["lines"]), entries)

    def test_an_access_brought_back_an_archived_item(self) -> None:
        shown = self.story["restore"]
        item = shown["item"]["id"]
        events = [event for event in self.records.values("maintenance") if item in event.get("items", [])]
        self.assertEqual([event["type"] for event in events], ["archive", "restore"])
        self.assertEqual([event["reason"] for event in events], [shown["archive"]["reason"], shown["restore"]["reason"]])
        self.assertEqual(self.records.present("lifecycle", "memory")[item]["tier"], "long_term")
        archived = [one for event in self.records.values("maintenance") if event["type"] == "archive" for one in event["items"]]
        self.assertEqual(shown["archived"], len(archived))

    def test_the_forget_report_is_the_sum_of_the_deletes_of_the_stages(self) -> None:
        shown = self.story["forget"]
        command = next(one["command_id"] for one in self.records.values("commands") if one["kind"] == "forget")
        deletes: dict[str, dict[str, int]] = {}
        for stage in ("episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle"):
            for part in self.records.values(f"completions.{stage}"):
                for change in part["changes"] if part["cause"]["id"] == command else []:
                    if change["op"] == "delete" and change["kind"] not in ("stats", "session"):
                        counts = deletes.setdefault(stage, {})
                        counts[change["kind"]] = counts.get(change["kind"], 0) + 1
        self.assertEqual(shown["removed"], deletes)
        self.assertEqual(shown["sum"], sum(sum(kinds.values()) for kinds in deletes.values()))
        self.assertGreater(shown["sum"], 0)
        said = next(turn for turn in self.records.turns() if turn["turn_id"] == shown["turn"])["observations"][0]["content"]
        self.assertNotIn(said, json.dumps(self.story))
        self.assertTrue(any(one["until"] is None and "turnstream.log" in one["topics"] for one in shown["remains"]))
        self.assertTrue(any(one["until"] and one["until"].startswith("2026-04-22") for one in shown["remains"]))

    def test_the_screen_after_the_turns_is_short_and_narrow_and_has_every_part(self) -> None:
        lines = call("demo").stdout.splitlines()
        screen = lines[lines.index(next(line for line in lines if line.startswith(PARTS[0]))):]
        self.assertLessEqual(len(screen), LINES_MAX)
        for line in screen:
            self.assertLessEqual(len(line), COLUMNS_MAX, line)
        found = [part for line in screen for part in PARTS if line.startswith(part)]
        self.assertEqual(found, list(PARTS))

    def test_styles_are_for_terminals_alone(self) -> None:
        self.assertNotIn("\x1b", call("demo").stdout)
        controller, terminal = pty.openpty()
        with subprocess.Popen([PROGRAM, "demo"], stdout=terminal, stdin=subprocess.DEVNULL) as process:
            os.close(terminal)
            shown = b""
            while True:
                try:
                    part = os.read(controller, 65536)
                except OSError:
                    break
                if not part:
                    break
                shown += part
            self.assertEqual(process.wait(timeout=DEADLINE_S), 0)
        os.close(controller)
        self.assertIn(b"\x1b[1mInsights\x1b[0m", shown)


if __name__ == "__main__":
    unittest.main()
