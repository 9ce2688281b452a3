"""package_checks.py FILE.deb VERSION: what the Debian package must contain. Prints each breach; exit code 1 if there is one. The test
tests/packaging/deb_test.py uses it too."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FILES = (
    "/etc/turnstream/turnstream.yaml",
    "/usr/bin/turnstream",
    "/usr/lib/systemd/system/turnstream.service",
    "/usr/lib/sysusers.d/turnstream.conf",
    "/usr/share/bash-completion/completions/turnstream",
    "/usr/share/doc/turnstream/README.md",
    "/usr/share/doc/turnstream/changelog.gz",
    "/usr/share/doc/turnstream/copyright",
    "/usr/share/doc/turnstream/docs/operating.md",
    "/usr/share/doc/turnstream/schemas/state_export.schema.json",
    "/usr/share/fish/vendor_completions.d/turnstream.fish",
    "/usr/share/man/man1/turnstream.1.gz",
    "/usr/share/turnstream/observability/alerts.yaml",
    "/usr/share/turnstream/observability/board.json",
    "/usr/share/zsh/vendor-completions/_turnstream",
)
FOLDERS = ("/etc/turnstream/", "/usr/bin/", "/usr/lib/systemd/system/", "/usr/lib/sysusers.d/", "/usr/share/")
# Shared libraries: dpkg-shlibdeps finds them. Their names have the version of the release's.
LIBRARIES = ("libc6", "libcld2-0", "libcurl4", "libmicrohttpd12", "libprometheus-cpp-core", "librdkafka1", "librocksdb", "libsimdjson", "libspdlog",
             "libssl3", "libstemmer0d", "libtcmalloc-minimal4", "libyaml-cpp")
SCRIPTS = ("postinst", "prerm", "postrm")


class Entry(NamedTuple):
    mode: str  # as `ls -l` shows it
    owner: str
    path: str


def dpkg_deb(*arguments: str) -> str:
    return subprocess.run(["dpkg-deb", *arguments], capture_output=True, text=True, check=True).stdout


def entries(deb: Path) -> list[Entry]:
    found = []
    for line in dpkg_deb("-c", str(deb)).splitlines():
        mode, owner, _, _, _, path = line.split(maxsplit=5)
        found.append(Entry(mode, owner, path.removeprefix(".")))
    return found


def breaches_of_files(deb: Path) -> Iterator[str]:
    there = entries(deb)
    paths = {entry.path for entry in there}
    for path in FILES:
        if path not in paths:
            yield f"{path} is missing"
    for mode, owner, path in there:
        if owner != "root/root":
            yield f"{path} belongs to {owner}"
        if mode[5] == "w" or mode[8] == "w":
            yield f"{path} has the mode {mode}"
        if mode[0] == "-" and not path.startswith(FOLDERS):
            yield f"{path} is at a place that is not the package's"
        if mode[0] == "-" and ("x" in mode) != (path == "/usr/bin/turnstream"):
            yield f"{path} has the mode {mode}"


def breaches_of_control(deb: Path, version: str) -> Iterator[str]:
    field = {name: dpkg_deb("-f", str(deb), name).strip() for name in ("Package", "Version", "Depends", "Maintainer", "Description")}
    if (field["Package"], field["Version"]) != ("turnstream", version):
        yield f"it is {field['Package']} {field['Version']}, not turnstream {version}"
    depends = [re.split(r"[\s(|]", part.strip())[0] for part in field["Depends"].split(",")]
    for name in (*LIBRARIES, "systemd"):
        if not any(package.startswith(name) for package in depends):
            yield f"it does not depend on {name}: {field['Depends']}"
    for name in ("Maintainer", "Description"):
        if not field[name]:
            yield f"the field {name} is empty"
    if dpkg_deb("-I", str(deb), "conffiles").split() != ["/etc/turnstream/turnstream.yaml"]:
        yield "the conffiles are not the settings of the service alone"
    for script in SCRIPTS:
        text = dpkg_deb("-I", str(deb), script)
        if subprocess.run(["sh", "-n"], input=text, text=True, check=False).returncode != 0 or "set -e" not in text:
            yield f"the script {script} is not one that ends at the first error"
        if re.search(r"systemctl.*\b(?:start|restart|enable)\b", "\n".join(line for line in text.splitlines() if "echo" not in line)):
            yield f"the script {script} starts the service"


def breaches(deb: Path, version: str) -> list[str]:
    return [*breaches_of_files(deb), *breaches_of_control(deb, version)]


def main() -> int:
    deb, version = Path(sys.argv[1]), sys.argv[2]
    found = breaches(deb, version)
    for breach in found:
        print(f"{deb.name}: {breach}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
