"""The ACLs of docs/access.md, on a broker that checks them: with these lines alone the pipeline, agents, operators and readers
can do what the page says; without one of the pipeline's lines, or with another's powers, they are refused with a reason.

    access_test.py TURNSTREAM

Starts a broker of its own. Runs if TURNSTREAM_TEST_BOOTSTRAP is set, which says that there can be brokers.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
SKIPPED = 77
UPGRADE = "turnstream-2"  # the namespace that the page's upgrade fills
USERS = ("pipeline", "agent", "operator", "reader")
DEADLINE_S = 120
STAGES = ("episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle")


def documented() -> list[argparse.Namespace]:
    """Each `kafka-acls.sh` of the page, with its loop over topics unrolled."""
    text = (ROOT / "docs/access.md").read_text(encoding="utf-8")
    blocks = "\n".join(re.findall(r"```\n(.*?)```", text, re.DOTALL)).replace("\\\n", " ")
    blocks = re.sub(r"for topic in (.*?); do\n(.*?)\ndone",
                    lambda loop: "\n".join(loop[2].replace("$topic", topic) for topic in loop[1].split()), blocks,
                    flags=re.DOTALL)
    parser = argparse.ArgumentParser()
    parser.add_argument("--add", action="store_true")
    parser.add_argument("--allow-principal")
    parser.add_argument("--resource-pattern-type", default="literal")
    for kind in ("topic", "group", "transactional-id"):
        parser.add_argument(f"--{kind}")
    parser.add_argument("--operation", action="append")
    return [parser.parse_args(shlex.split(line)[2:]) for line in blocks.splitlines()
            if line.strip().startswith("kafka-acls.sh $KAFKA --add")]


def bindings(line: argparse.Namespace, filters: bool = False) -> list:
    from confluent_kafka.admin import (AclBinding, AclBindingFilter, AclOperation, AclPermissionType, ResourcePatternType,
                                       ResourceType)
    kind, name = next((kind, value) for kind, value in ((ResourceType.TOPIC, line.topic), (ResourceType.GROUP, line.group), (
        ResourceType.TRANSACTIONAL_ID, line.transactional_id)) if value)
    pattern = ResourcePatternType[line.resource_pattern_type.upper()]
    make = AclBindingFilter if filters else AclBinding
    return [make(kind, name, pattern, line.allow_principal, "*",
                 AclOperation[re.sub("(?<!^)([A-Z])", r"_\1", one).upper()], AclPermissionType.ALLOW)
            for one in line.operation]


def is_needed(line: argparse.Namespace) -> bool:
    """Whether the pipeline ends without the line; without Delete its changelogs grow."""
    return line.operation != ["Delete"]


def is_for_upgrade(line: argparse.Namespace) -> bool:
    return any(name and name.startswith(f"{UPGRADE}.") for name in (line.topic, line.group, line.transactional_id))


class Access(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        from confluent_kafka.admin import AdminClient
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"), ignore_cleanup_errors=True)
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.port = int(subprocess.check_output([sys.executable, "-B", str(ROOT / "scripts/free_port.py")], text=True))
        cls.kafka("start", "--port", str(cls.port), "--users", " ".join(USERS))
        cls.addClassCleanup(cls.kafka, "wipe")
        cls.admin = AdminClient({"bootstrap.servers": f"127.0.0.1:{cls.port}"})
        cls.lines = documented()
        for line in cls.lines:
            cls.allow(line)
        cls.expect("pipeline", "run", "--until-drained", "--listen", "127.0.0.1:0")  # creates the topics
        cls.turns = cls.folder / "turns.ndjson"
        cls.turns.write_text(cls.expect("", "generate", "--turns", "30", "--seed", "5"), encoding="utf-8")
        cls.expect("agent", "publish", str(cls.turns))

    @classmethod
    def kafka(cls, verb: str, *more: str) -> None:
        subprocess.run([str(ROOT / "scripts/kafka"), verb, *more, "--data", str(cls.folder / "kafka")], check=True,
                       stdout=subprocess.DEVNULL)

    @classmethod
    def allow(cls, line: argparse.Namespace) -> None:
        for made in cls.admin.create_acls(bindings(line)).values():
            made.result(30)

    @classmethod
    def forbid(cls, line: argparse.Namespace) -> None:
        for done in cls.admin.delete_acls(bindings(line, filters=True)).values():
            if len(done.result(30)) != 1:
                raise AssertionError(f"{line} was not in force")

    @classmethod
    def call(cls, user: str, *arguments: str) -> subprocess.CompletedProcess:
        login = {"security.protocol": "SASL_PLAINTEXT", "sasl.mechanism": "PLAIN", "sasl.username": user, "sasl.password": user}
        place = [f"--bootstrap=127.0.0.1:{cls.port + 2}", f"--state={cls.folder / user}",
                 *(f"--set=kafka.client.{name}={value}" for name, value in login.items())] if user else []
        return subprocess.run([PROGRAM, *arguments, *place], capture_output=True, text=True, timeout=DEADLINE_S, check=False,
                              stdin=subprocess.DEVNULL)

    @classmethod
    def expect(cls, user: str, *arguments: str) -> str:
        done = cls.call(user, *arguments)
        if done.returncode != 0:
            raise AssertionError(f"{user} {arguments}: {done.returncode} {done.stderr[-3000:]}")
        return done.stdout

    def refused(self, user: str, *arguments: str) -> str:
        done = self.call(user, *arguments)
        self.assertNotEqual(done.returncode, 0, f"{user} may {arguments}: {done.stdout[-500:]}")
        self.assertRegex(done.stderr, r"(?i)authori[sz]ation|not authorized|denied|ACL", f"{user} {arguments}")
        return done.stderr

    def test_the_documented_lines_are_enough(self) -> None:
        self.expect("pipeline", "run", "--until-drained", "--listen", "127.0.0.1:0")
        for stage in STAGES:
            lines = self.expect("operator", "tail", f"completions.{stage}", "--from-beginning", "--raw").splitlines()
            self.assertGreaterEqual(len(lines), 30)
        self.expect("operator", "doctor")
        self.expect("operator", "digest")
        self.expect("operator", "tail", "turns", "--from-beginning")
        self.expect("operator", "explain", "turn", json.loads(self.turns.read_text(encoding="utf-8").splitlines()[0])["turn_id"])
        self.assertIn("no dead letter", self.call("operator", "redrive", "--stage", "episodic", "--all").stderr)
        self.expect("operator", "tick", "2026-01-02T00:00:00Z", "--set", "intake.clock=event")
        self.expect("operator", "config", "--in-force")
        from confluent_kafka import Consumer
        reader = Consumer({"bootstrap.servers": f"127.0.0.1:{self.port + 2}", "group.id": "reader.one",
                           "auto.offset.reset": "earliest", "security.protocol": "SASL_PLAINTEXT", "sasl.mechanism": "PLAIN",
                           "sasl.username": "reader", "sasl.password": "reader"})
        reader.subscribe(["turnstream.completions.episodic"])
        try:
            messages = [message for message in reader.consume(30, timeout=60) if message.error() is None]
        finally:
            reader.close()
        self.assertEqual(len(messages), 30)

    def test_nobody_has_the_powers_of_another(self) -> None:
        self.refused("agent", "tail", "turns", "--from-beginning")
        self.refused("operator", "publish", str(self.turns))
        self.refused("reader", "publish", str(self.turns))
        self.refused("agent", "run", "--until-drained", "--listen", "127.0.0.1:0")

    def test_without_a_line_of_the_pipeline_a_run_says_what_it_may_not(self) -> None:
        lines = [line for line in self.lines
                 if line.allow_principal == "User:pipeline" and is_needed(line) and not is_for_upgrade(line)]
        self.assertGreaterEqual(len(lines), 5)
        self.check_each(lines, "run", "--until-drained", "--listen", "127.0.0.1:0")

    def test_without_the_right_to_delete_a_run_says_that_its_changelogs_grow(self) -> None:
        line = next(line for line in self.lines if not is_needed(line) and not is_for_upgrade(line))
        self.forbid(line)
        try:
            done = self.call("pipeline", "run", "--until-drained", "--listen", "127.0.0.1:0")
        finally:
            self.allow(line)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        self.assertIn("event=changelog_not_trimmed", done.stderr)
        self.assertNotIn("changelog_not_trimmed", self.call("pipeline", "run", "--until-drained", "--listen", "127.0.0.1:0").stderr)

    def test_without_a_line_of_the_upgrade_an_upgrade_says_what_it_may_not(self) -> None:
        lines = [line for line in self.lines if is_for_upgrade(line) and is_needed(line)]
        self.assertEqual(len(lines), 3)
        self.check_each(lines, "upgrade", "--into", UPGRADE)

    def check_each(self, lines: list[argparse.Namespace], *command: str) -> None:
        for line in lines:
            with self.subTest(str(line)):
                self.forbid(line)
                try:
                    self.refused("pipeline", *command)
                finally:
                    self.allow(line)
        self.expect("pipeline", *command)


if __name__ == "__main__":
    if not os.environ.get("TURNSTREAM_TEST_BOOTSTRAP"):
        print("skipped: TURNSTREAM_TEST_BOOTSTRAP is not set")
        sys.exit(SKIPPED)
    unittest.main()
