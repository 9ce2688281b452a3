"""`cmake --install` at another prefix: the files, the unit, and settings that it keeps.

    install_test.py BUILD CMAKE
"""

import configparser
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD, CMAKE = (sys.argv.pop(1) for _ in range(2)) if len(sys.argv) > 2 else ("", "")


def unit_of(file: Path) -> dict[str, dict[str, str]]:
    parser = configparser.ConfigParser(interpolation=None, strict=True)
    parser.optionxform = str
    parser.read(file)
    return {section: dict(parser[section]) for section in parser.sections()}


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        if not Path(BUILD, "packaging", "turnstream.1.gz").exists():
            raise unittest.SkipTest("skipped: the target turnstream_shell_files is not built")
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.prefix = Path(folder.name) / "prefix"
        cls.install()

    @classmethod
    def install(cls) -> None:
        done = subprocess.run([CMAKE, "--install", BUILD, "--prefix", str(cls.prefix), "--strip"], capture_output=True, text=True,
                              check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def test_everything_is_below_the_prefix_and_the_unit_names_it(self) -> None:
        for path in ("bin/turnstream", "etc/turnstream/turnstream.yaml", "lib/sysusers.d/turnstream.conf",
                     "share/bash-completion/completions/turnstream", "share/zsh/vendor-completions/_turnstream",
                     "share/fish/vendor_completions.d/turnstream.fish", "share/man/man1/turnstream.1.gz",
                     "share/turnstream/observability/board.json", "share/doc/turnstream/docs/operating.md"):
            self.assertTrue((self.prefix / path).is_file(), path)
        unit = unit_of(self.prefix / "lib/systemd/system/turnstream.service")
        self.assertEqual(unit["Service"]["ExecStart"], f"{self.prefix}/bin/turnstream run --config {self.prefix}/etc/turnstream/turnstream.yaml")

    def test_the_program_accepts_the_settings_of_the_service(self) -> None:
        settings = self.prefix / "etc/turnstream/turnstream.yaml"
        shown = subprocess.run([str(self.prefix / "bin/turnstream"), "config", "--config", str(settings)], capture_output=True, text=True,
                               check=False)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        state = re.search(r"^state\.directory +(\S+)", shown.stdout, re.MULTILINE)[1]
        self.assertEqual(state, "/var/lib/turnstream/state")

    def test_settings_that_a_person_changed_are_kept(self) -> None:
        settings = self.prefix / "etc/turnstream/turnstream.yaml"
        before = settings.read_text()
        settings.write_text("http:\n  listen: 127.0.0.1:9\n")
        self.install()
        self.assertEqual(settings.read_text(), "http:\n  listen: 127.0.0.1:9\n")
        settings.write_text(before)

    def test_systemd_accepts_the_unit_and_the_user(self) -> None:
        if not shutil.which("systemd-analyze"):
            self.skipTest("skipped: systemd-analyze is not installed")
        for command in (["systemd-analyze", "verify", "--man=no", str(self.prefix / "lib/systemd/system/turnstream.service")],
                        ["systemd-sysusers", "--dry-run", str(self.prefix / "lib/sysusers.d/turnstream.conf")]):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)


class Unit(unittest.TestCase):
    def test_it_runs_as_its_own_user_with_a_private_state_directory(self) -> None:
        service = unit_of(ROOT / "packaging/turnstream.service.in")["Service"]
        self.assertEqual((service["User"], service["StateDirectory"], service["StateDirectoryMode"]), ("turnstream", "turnstream", "0700"))
        self.assertRegex((ROOT / "packaging/sysusers.conf").read_text(), r"^u turnstream - ")
        for name, value in {"NoNewPrivileges": "yes", "ProtectSystem": "strict", "ProtectHome": "yes", "PrivateTmp": "yes",
                            "CapabilityBoundingSet": ""}.items():
            self.assertEqual(service[name], value)

    def test_exit_codes_that_forbid_a_restart_are_those_of_the_documentation(self) -> None:
        service = unit_of(ROOT / "packaging/turnstream.service.in")["Service"]
        rows = re.findall(r"^\| (\d) \|.*\| do not restart;", (ROOT / "docs/operating.md").read_text(), re.MULTILINE)
        self.assertEqual(service["RestartPreventExitStatus"].split(), rows)
        self.assertEqual(service["Restart"], "on-failure")

    def test_a_stop_is_not_cut_short(self) -> None:
        service = unit_of(ROOT / "packaging/turnstream.service.in")["Service"]
        stop_ms_max = int(re.search(r"`run\.stop_ms_max` \| `(\d+)`", (ROOT / "docs/configuration.md").read_text())[1])
        self.assertGreater(int(service["TimeoutStopSec"].removesuffix("s")) * 1000, stop_ms_max)


if __name__ == "__main__":
    if not BUILD:
        print("usage: install_test.py BUILD CMAKE")
        sys.exit(77)
    unittest.main()
