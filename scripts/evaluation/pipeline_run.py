"""Runs the program over turns, in a state folder that is deleted afterwards, and reads what the stages wrote."""

import json
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

CONSOLIDATION = "consolidation"
TICK_S = 30
ROUNDS_MAX = 100  # of ticks, until nothing waits
TICKS_A_FLUSH_CYCLE = 6


class RunFailed(Exception):
    pass


def time_of(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


class PipelineRun:
    """One namespace with an embedded log, under the event clock: its time is that of the turns. Use it with `with`."""

    def __init__(self, build: Path, settings: Iterable[str] = ()):
        self.program = build / "turnstream"
        self.settings = ["intake.clock=event", *settings]
        self.folder = tempfile.TemporaryDirectory(prefix="turnstream-eval-")

    def __enter__(self) -> "PipelineRun":
        if not self.program.exists():
            raise RunFailed(f"there is no program {self.program}; build it, or name the build folder with --build")
        return self

    def __exit__(self, *_: object) -> None:
        self.folder.cleanup()

    def convert(self, conversations: Path) -> list[dict]:
        """The turns of the conversations."""
        return [json.loads(line) for line in self._call(["convert", "locomo", str(conversations)]).splitlines()]

    def generate(self, turns: int) -> list[dict]:
        """Synthetic turns, always the same."""
        return [json.loads(line) for line in self._call(["generate", "--turns", str(turns), "--quiet"]).splitlines()]

    def publish(self, turns: Iterable[dict]) -> None:
        """Sends the turns and processes them."""
        lines = "".join(json.dumps(turn, ensure_ascii=False) + "\n" for turn in turns)
        self._call(["publish", "-", *self.flags()], lines)
        self.drain()  # so that a later command comes behind the turns

    def drain(self) -> None:
        self._call(["run", "--until-drained", "--listen", "127.0.0.1:0", *self.flags()])

    def sweep(self, personas: Iterable[str], *passes: str) -> None:
        """Asks for the passes and runs as much of them as needs no tick."""
        for persona in personas:
            chosen = [flag for name in passes for flag in ("--pass", name)]
            self._call(["sweep", "--persona", persona, *chosen, "--wait", "0", *self.flags()])
        self.drain()

    def forget_session(self, persona: str, session: str) -> None:
        self._call(["forget", "--persona", persona, "--session", session, "--wait", "0", *self.flags()])
        self.drain()

    def tick(self, times: int) -> None:
        """The next boundaries of 30 s behind the newest completion, for all partitions."""
        newest = max(time_of(record["timestamp"]) for record in self.completions())
        boundary = newest.replace(microsecond=0) - timedelta(seconds=newest.second % TICK_S)
        for number in range(1, times + 1):
            at = boundary + timedelta(seconds=TICK_S * number)
            self._call(["tick", at.strftime("%Y-%m-%dT%H:%M:%SZ"), *self.flags()])
        self.drain()

    def consolidate_all(self, personas: list[str]) -> None:
        """Sweeps until no entry waits in any working memory."""
        self.sweep(personas, "consolidate")
        for _ in range(ROUNDS_MAX):
            if not any(self.waiting().values()):
                return
            self.tick(4)
        raise RunFailed("working memory did not become empty")

    def flush_all(self, personas: list[str]) -> None:
        """Flushes until no session has messages that wait."""
        self.sweep(personas, "flush")
        for _ in range(ROUNDS_MAX):
            if not any(self.dirty_sessions().values()):
                return
            self.tick(TICKS_A_FLUSH_CYCLE)
        raise RunFailed("not all sessions were flushed")

    def finish_all(self, personas: list[str]) -> None:
        """Consolidates and flushes all that waits, and distils the topics of it."""
        self.consolidate_all(personas)
        self.flush_all(personas)
        self.sweep(personas, "topics")
        for _ in range(ROUNDS_MAX):
            before = sum(1 for _ in self.changes("topic"))
            self.tick(1)
            if sum(1 for _ in self.changes("topic")) == before:
                return
        raise RunFailed("topics did not come to an end")

    def dirty_sessions(self) -> dict[tuple[str, str], bool]:
        """Whether messages wait, by persona and session."""
        dirty: dict[tuple[str, str], bool] = {}
        for record in self.completions():
            for change in record["changes"]:
                if change["kind"] == "session":
                    session = record["persona_id"], change["id"]
                    before = change["op"] == "patch" and dirty.get(session, False)
                    dirty[session] = change.get("value", {}).get("dirty", before)
        return dirty

    def waiting(self) -> dict[str, int]:
        """The entries that wait, by persona, as the newest statistics say."""
        counts = {}
        for change in self.changes("stats"):
            if change["id"] == "working_memory":
                counts[change["value"]["persona_id"]] = change["value"]["working_memory_count"]
        return counts

    def completions(self, stage: str = CONSOLIDATION) -> list[dict]:
        return self.values(f"completions.{stage}")

    def values(self, topic: str) -> list[dict]:
        """The values of all records of a topic."""
        lines = self._call(["tail", topic, "--from-beginning", "--raw", *self.flags()]).splitlines()
        return [json.loads(line) for line in lines if line]

    def records(self, topic: str) -> list[dict]:
        """All records of a topic, with partition, offset, key, headers and value."""
        lines = self._call(["tail", topic, "--from-beginning", "--json", *self.flags()]).splitlines()
        return [json.loads(line) for line in lines if line]

    def changes(self, kind: str, stage: str = CONSOLIDATION) -> Iterator[dict]:
        for record in self.completions(stage):
            yield from (change for change in record["changes"] if change["kind"] == kind)

    def flags(self) -> list[str]:
        return ["--state", f"{self.folder.name}/state", "--quiet", *(f"--set={setting}" for setting in self.settings)]

    def _call(self, arguments: list[str], given: str = "") -> str:
        ended = subprocess.run([self.program, *arguments], input=given, capture_output=True, encoding="utf-8", check=False)
        if ended.returncode != 0:
            raise RunFailed(f"{' '.join(['turnstream', *arguments[:2]])} ended with exit code {ended.returncode}: "
                            f"{ended.stderr.strip()[-600:]}")
        return ended.stdout
