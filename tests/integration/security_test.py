"""docs/security.md on a broker with TLS and logins: with its configuration and the lines of docs/access.md the pipeline runs, an agent
publishes, also with the producers of examples/, and nothing that is printed has a password; with a wrong password, or without the
broker's certificate, nothing is sent.

    security_test.py TURNSTREAM

Starts a broker of its own. Runs if TURNSTREAM_TEST_BOOTSTRAP is set, which says that there can be brokers.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import access_test  # takes TURNSTREAM from the arguments

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = 77
DEADLINE_S = 120
USERS = ("pipeline", "agent")
PREFIX = "TURNSTREAM_KAFKA__CLIENT__"
WRONG = "not the password"


def documented_settings() -> str:
    text = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    block = re.search(r"^```yaml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert block is not None
    return block[1]


def generated(turns: int) -> str:
    return subprocess.check_output([access_test.PROGRAM, "generate", "--turns", str(turns), "--seed", str(turns)], text=True)


class Security(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        from confluent_kafka.admin import AdminClient
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"), ignore_cleanup_errors=True)
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.port = int(subprocess.check_output([sys.executable, "-B", str(ROOT / "scripts/free_port.py")], text=True))
        cls.kafka("start", "--port", str(cls.port), "--users", " ".join(USERS), "--tls")
        cls.addClassCleanup(cls.kafka, "wipe")
        admin = AdminClient({"bootstrap.servers": f"127.0.0.1:{cls.port}"})
        for line in access_test.documented():
            for made in admin.create_acls(access_test.bindings(line)).values():
                made.result(30)
        cls.authority = cls.folder / "kafka" / "broker.crt"
        cls.broker = f"localhost:{cls.port + 2}"
        settings = documented_settings().replace("kafka.example.com:9093", cls.broker).replace("/etc/turnstream/kafka-ca.crt", str(cls.authority))
        cls.file = cls.folder / "turnstream.yaml"
        cls.file.write_text(settings, encoding="utf-8")
        done = cls.call("pipeline", "run", "--until-drained", "--listen", "")
        if done.returncode != 0:
            raise AssertionError(done.stderr[-3000:])

    @classmethod
    def kafka(cls, verb: str, *more: str) -> None:
        subprocess.run([str(ROOT / "scripts/kafka"), verb, *more, "--data", str(cls.folder / "kafka")], check=True,
                       stdout=subprocess.DEVNULL)

    @classmethod
    def call(cls, user: str, *arguments: str, given: str = "", **properties: str) -> subprocess.CompletedProcess[str]:
        """The program with the page's file, as a user: its name, and its password unless the properties have another one."""
        login = {"SASL_USERNAME": user, "SASL_PASSWORD": user, "BROKER_ADDRESS_FAMILY": "v4"} | properties
        environment = os.environ | {PREFIX + name: value for name, value in login.items()}
        return subprocess.run([access_test.PROGRAM, *arguments, "--config", str(cls.file), "--state", str(cls.folder / user)],
                              env=environment, input=given, capture_output=True, text=True, timeout=DEADLINE_S, check=False)

    def test_the_documented_settings_are_enough(self) -> None:
        published = self.call("agent", "publish", given=generated(20))
        self.assertEqual(published.returncode, 0, published.stderr)
        for command in (("run", "--until-drained", "--listen", ""), ("digest",)):
            done = self.call("pipeline", *command)
            self.assertEqual(done.returncode, 0, done.stderr)
        shown = self.call("pipeline", "config", SASL_PASSWORD=WRONG)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertRegex(shown.stdout, r"kafka\.client\.sasl\.password\s.*\*\*\*")
        self.assertNotIn(WRONG, shown.stdout + shown.stderr)

    def test_a_wrong_password_and_an_unknown_certificate_are_refused(self) -> None:
        turn = generated(1)
        wrong = self.call("agent", "publish", given=turn, SASL_PASSWORD=WRONG)
        self.assertNotEqual(wrong.returncode, 0)
        self.assertRegex(wrong.stderr, r"(?i)authentication")
        self.assertNotIn(WRONG, wrong.stdout + wrong.stderr)
        settings = self.file.read_text(encoding="utf-8")
        try:
            self.file.write_text(re.sub(r"^ *ssl\.ca\.location:.*\n", "", settings, flags=re.MULTILINE), encoding="utf-8")
            unknown = self.call("agent", "publish", given=turn)
        finally:
            self.file.write_text(settings, encoding="utf-8")
        self.assertNotEqual(unknown.returncode, 0)
        self.assertRegex(unknown.stderr, r"(?i)certificate|ssl")

    def test_the_example_producers_take_the_same_variables(self) -> None:
        login = {"SECURITY_PROTOCOL": "SASL_SSL", "SASL_MECHANISM": "PLAIN", "SASL_USERNAME": "agent", "SASL_PASSWORD": "agent",
                 "SSL_CA_LOCATION": str(self.authority), "BROKER_ADDRESS_FAMILY": "v4"}
        environment = os.environ | {PREFIX + name: value for name, value in login.items()}
        environment |= {"TURNSTREAM_KAFKA__BOOTSTRAP": self.broker, "PYTHONPATH": str(ROOT / "clients" / "python")}
        commands = [[sys.executable, "-B", str(ROOT / "examples/producer_python.py")]]
        if shutil.which("kcat") and shutil.which("jq"):
            commands.append([str(ROOT / "examples/producer_shell.sh")])
        for command in commands:
            with self.subTest(command[-1]):
                done = subprocess.run([*command, "helper"], env=environment, input="The api port is 8080\n", capture_output=True, text=True,
                                      timeout=DEADLINE_S, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    if not os.environ.get("TURNSTREAM_TEST_BOOTSTRAP"):
        print("skipped: TURNSTREAM_TEST_BOOTSTRAP is not set")
        sys.exit(SKIPPED)
    unittest.main()
