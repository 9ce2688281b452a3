"""The Debian package, made from this build: its files, dependencies and scripts.

    deb_test.py BUILD CPACK VERSION BUILD_TYPE

It is skipped if the build is not a release: the package is of a release alone.
"""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import package_checks  # noqa: E402 (needs the path set above)

BUILD, CPACK, VERSION, BUILD_TYPE = (sys.argv.pop(1) for _ in range(4)) if len(sys.argv) > 4 else ("", "", "", "")


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        if BUILD_TYPE != "Release":
            raise unittest.SkipTest("skipped: this build is not a release")
        for tool in ("dpkg-deb", "dpkg-shlibdeps", "file"):
            if not shutil.which(tool):
                raise unittest.SkipTest(f"skipped: {tool} is not installed; scripts/setup package installs it")
        if not Path(BUILD, "packaging", "turnstream.1.gz").exists():
            raise unittest.SkipTest("skipped: the target turnstream_shell_files is not built")
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        made = subprocess.run([CPACK, "-G", "DEB", "--config", f"{BUILD}/CPackConfig.cmake", "-B", cls.folder.name,
                               "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip"], capture_output=True, text=True, check=False)
        assert made.returncode == 0, made.stdout + made.stderr
        cls.deb = next(Path(cls.folder.name).glob("turnstream_*.deb"))

    def test_it_has_all_files_and_dependencies_and_its_scripts_start_nothing(self) -> None:
        self.assertEqual(package_checks.breaches(self.deb, VERSION), [])

    def test_the_file_has_the_name_that_debian_expects(self) -> None:
        architecture = package_checks.dpkg_deb("-f", str(self.deb), "Architecture").strip()
        self.assertEqual(self.deb.name, f"turnstream_{VERSION}_{architecture}.deb")

    def test_unpacked_it_runs_and_has_no_debug_information(self) -> None:
        root = Path(self.folder.name) / "root"
        subprocess.run(["dpkg-deb", "-x", str(self.deb), str(root)], check=True)
        program = root / "usr" / "bin" / "turnstream"
        shown = subprocess.run([str(program), "--version"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(shown.strip(), f"turnstream {VERSION}")
        self.assertIn("stripped", subprocess.run(["file", str(program)], capture_output=True, text=True, check=True)
                      .stdout.replace("not stripped", ""))
        unit = (root / "usr/lib/systemd/system/turnstream.service").read_text()
        self.assertIn("ExecStart=/usr/bin/turnstream run --config /etc/turnstream/turnstream.yaml\n", unit)

    def test_a_package_that_lacks_something_is_found_out(self) -> None:
        root = Path(self.folder.name) / "damaged"
        subprocess.run(["dpkg-deb", "-R", str(self.deb), str(root)], check=True)
        (root / "usr/bin/turnstream").unlink()
        (root / "usr/share/doc/turnstream/copyright").chmod(0o666)
        postinst = root / "DEBIAN/postinst"
        postinst.write_text(postinst.read_text() + "systemctl start turnstream\n")
        damaged = Path(self.folder.name) / "damaged.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zgzip", "-b", str(root), str(damaged)], capture_output=True, check=True)
        found = "\n".join(package_checks.breaches(damaged, "0.0.0"))
        for breach in ("/usr/bin/turnstream is missing", "copyright has the mode -rw-rw-rw-", "the script postinst starts the service",
                       "not turnstream 0.0.0"):
            self.assertIn(breach, found)


if __name__ == "__main__":
    if not BUILD:
        print("usage: deb_test.py BUILD CPACK VERSION")
        sys.exit(77)
    unittest.main()
