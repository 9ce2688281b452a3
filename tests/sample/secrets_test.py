"""Secrets of turns are in nothing that is made of them: completions, changelogs, stores, `tail`, `explain`, `state dump`.

The secrets and the look-alikes come from tests/labelled/secrets.tsv; each text occurs in a message, a tool's input,
output and error, and an observation. The labelled turns and sequences with a secret are published as they are. All of it with
the stages fused and phased.

    secrets_test.py TURNSTREAM
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
LABELLED = Path(__file__).parents[1] / "labelled"
ROWS = LABELLED / "secrets.tsv"
STAGES = ("episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle")
DEADLINE_S = 300
LEAST_SECRETS, LEAST_OTHERS, LEAST_REFUSED = 100, 100, 60
KEY = re.compile("(sk-|[sr]k_live_|ghp_|github_pat_|glpat-|xox|AKIA|AIza|hf_|npm_|dop_v1_|eyJ)[^ ]{16,}")


def plain(column: str) -> str:
    """The text of a column: without `¦`, with the characters for `\\n`, `\\t` and `\\\\`."""
    text = column.replace("¦", "")
    return text.replace("\\\\", "\0").replace("\\n", "\n").replace("\\t", "\t").replace("\0", "\\")


def rows() -> list[tuple[str, list[str]]]:
    """Each text with its secrets."""
    found = []
    for line in ROWS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            _, text, secrets = line.split("\t")
            found.append((plain(text), [] if secrets == "-" else [plain(one) for one in secrets.split(" ;; ")]))
    return found


def scenes() -> list[tuple[list[dict], list[str]]]:
    """The labelled turns and sequences that have a secret, each with its secrets."""
    found = []
    for name in ("turns.jsonl", "sequences.jsonl"):
        for line in (LABELLED / name).read_text(encoding="utf-8").splitlines():
            row = json.loads(line.replace("¦", ""))
            if row["secrets"]:
                found.append((row["turns"] if "turns" in row else [row["turn"]], row["secrets"]))
    return found


def tool_json(text: str) -> dict:
    """The text itself, if it is a JSON object, and the text as the name of a member."""
    try:
        held = json.loads(text)
    except ValueError:
        held = None
    return {"held": held if isinstance(held, dict) else None, text: 1, "list": [{text: {text: text}}]}


def turn(number: int, text: str) -> dict:
    """A turn that has the text in all its places."""
    observation = {"id": f"o{number}", "type": "fact", "content": text, "source": "shell", "confidence": 1,
                   "timestamp": "2026-01-01T10:00:00Z", "tags": []}
    tool = {"tool_id": "shell", "status": "failure", "inputs": {"text": text}, "outputs": {"lines": [text]}, "duration_ms": 5,
            "tokens_used": 7, "error": text, "observations_added": [],
            "memory_writes": [{"type": "fact", "content": text}]}
    return {"turn_id": f"01JGFJJZ{number:018d}", "agent_id": f"agent-{number % 5}", "timestamp": "2026-01-01T10:00:00Z",
            "duration_ms": 10,
            "turn_data": {"user_input": text, "assistant_response": f"Noted: {text}", "urgency": "MEDIUM", "mode": "chat"},
            "tool_executions": [tool, tool | {"inputs": tool_json(text), "outputs": tool_json(text)}],
            "observations": [observation], "goal_updates": [], "action_updates": [],
            "errors": [text], "warnings": [],
            "metadata": {"daemons_activated": [], "tools_used": ["shell"], "memory_types_accessed": [],
                         "memories_recalled": []}}


def turns_named_by(rows: list[tuple[str, list[str]]]) -> list[dict]:
    """Turns with a provider's key where an id or the name of a member should be. Most are refused."""
    keys = [secret for _, found in rows for secret in found if KEY.fullmatch(secret)]
    turns = []
    for i, key in enumerate(keys):
        good = turn(5000 + i, "tea")
        turns += [good | {"turn_id": key}, good | {"agent_id": key, "duration_ms": -1}, good | {key: 1},
                  good | {"turn_data": {key: 1}}, {key: good}]
    return turns


class Secrets(unittest.TestCase):
    grouping = "fused"
    errors: dict[str, str] = {}

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        cls.addClassCleanup(folder.cleanup)
        cls.state = Path(folder.name) / "state"
        cls.rows = rows()
        turns = Path(folder.name) / "turns.ndjson"
        turns.write_text("".join(json.dumps(turn(i, text)) + "\n" for i, (text, _) in enumerate(cls.rows)), encoding="utf-8")
        cls.program("publish", str(turns))
        cls.scenes = scenes()
        labelled = Path(folder.name) / "labelled.ndjson"
        labelled.write_text("".join(json.dumps(one) + "\n" for said, _ in cls.scenes for one in said), encoding="utf-8")
        cls.program("publish", str(labelled))
        refused = Path(folder.name) / "refused.ndjson"
        refused.write_text("".join(json.dumps({"user_input": text}) + "\n" for text, _ in cls.rows), encoding="utf-8")
        cls.program("publish", "--unchecked", str(refused))
        named = Path(folder.name) / "named.ndjson"
        named.write_text("".join(json.dumps(one) + "\n" for one in turns_named_by(cls.rows)), encoding="utf-8")
        cls.program("publish", "--unchecked", str(named))
        cls.program("run", "--listen", "127.0.0.1:0", "--until-drained")
        shown = {topic: cls.program("tail", topic, "--from-beginning")
                 for topic in ("turns", "log", "dead-letters", *(f"completions.{stage}" for stage in STAGES))}
        shown |= {f"full {topic}": cls.program("tail", topic, "--from-beginning", "--full") for topic in ("turns", "dead-letters")}
        shown |= {f"json {topic}": cls.program("tail", topic, "--from-beginning", "--json") for topic in ("turns", "log")}
        shown |= {f"raw {stage}": cls.program("tail", f"completions.{stage}", "--from-beginning", "--raw") for stage in STAGES}
        shown |= {f"changelog {stage}": cls.program("tail", f"changelog.{stage}", "--from-beginning", "--raw")
                  for stage in STAGES}
        shown |= {f"state {stage}": cls.program("state", "dump", "--stage", stage) for stage in STAGES}
        shown["explain"] = "".join(cls.program("explain", "turn", f"01JGFJJZ{i:018d}")
                                   for i, (_, secrets) in enumerate(cls.rows) if secrets)
        shown["log lines"] = cls.errors["run"]
        cls.shown = shown

    @classmethod
    def program(cls, *arguments: str) -> str:
        done = subprocess.run([PROGRAM, *arguments, "--state", str(cls.state), "--set", "intake.clock=event",
                               "--set", f"run.grouping={cls.grouping}", "--quiet"],
                              capture_output=True, timeout=DEADLINE_S, check=False, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise AssertionError(f"{arguments}: {done.stderr.decode()[-4000:]}")
        cls.errors[arguments[0]] = done.stderr.decode("utf-8", "replace")
        return done.stdout.decode("utf-8", "replace")

    def secrets(self, length_min: int) -> list[str]:
        """The secrets that are so long that they cannot stand anywhere by chance."""
        secrets = [secret for found in (self.rows, self.scenes) for _, of_row in found for secret in of_row
                   if len(secret) >= length_min and not secret.isalpha()]
        self.assertGreaterEqual(len(secrets), LEAST_SECRETS)
        return secrets

    def test_no_secret_is_in_what_is_made_of_turns(self) -> None:
        secrets = self.secrets(6)
        for place, text in self.shown.items():
            leaked = [secret for secret in secrets if secret in text or json.dumps(secret)[1:-1] in text]
            with self.subTest(place):
                self.assertGreater(len(text), 100, "nothing was shown")
                self.assertEqual(leaked, [])

    def test_no_secret_is_in_the_stores(self) -> None:
        # All files of the state directory but those of the embedded log, which holds the input topics.
        stores = [path for path in self.state.rglob("*") if path.is_file() and self.state / "log" not in path.parents]
        self.assertGreater(len([path for path in stores if path.parent.name == "store"]), 0)
        bytes_of_stores = b"".join(path.read_bytes() for path in stores)
        self.assertEqual([secret for secret in self.secrets(8) if secret.encode() in bytes_of_stores], [])

    def test_what_is_shown_stays_json(self) -> None:
        for place in ("json turns", "json log"):
            for line in self.shown[place].splitlines():
                json.loads(json.loads(line)["value"])

    def test_a_key_in_place_of_an_id_is_refused_and_masked(self) -> None:
        self.assertGreaterEqual(self.shown["log lines"].count("turn=[masked:key]"), LEAST_REFUSED // 3)
        self.assertGreaterEqual(self.shown["log lines"].count("persona=[masked:key]"), LEAST_REFUSED // 3)
        self.assertGreaterEqual(self.shown["full dead-letters"].count("dl_turn_id=[masked:key]"), LEAST_REFUSED // 3)

    def test_look_alikes_are_untouched(self) -> None:
        texts = [text for text, found in self.rows if not found and "\n" not in text and len(text) < 200]
        self.assertGreaterEqual(len(texts), LEAST_OTHERS)
        completions = self.shown["raw episodic"]
        changed = [text for text in texts if json.dumps(text, ensure_ascii=False)[1:-1] not in completions]
        self.assertEqual(changed, [])


class SecretsOfPhasedStages(Secrets):
    grouping = "phased"


if __name__ == "__main__":
    unittest.main()
