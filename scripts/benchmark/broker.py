"""The broker of a run."""

import re
import subprocess
import sys
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent


class Broker:
    """One that this object starts, or the one at `bootstrap`: of that, neither the CPU time nor the disk is known."""

    def __init__(self, folder: Path, jvm: str, bootstrap: str | None):
        self.data = folder / "kafka"
        self.jvm = jvm
        self.is_own = bootstrap is None
        self.bootstrap = bootstrap or ""
        self.pid: int | None = None

    def __enter__(self) -> "Broker":
        if self.is_own:
            port = subprocess.check_output([sys.executable, SCRIPTS / "free_port.py"], text=True).strip()
            self._kafka("start", "--port", port, "--jvm", self.jvm)
            self.bootstrap = f"127.0.0.1:{port}"
            self.pid = int(re.search(r"pid (\d+)", self._kafka("status"))[1])
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_own:
            self._kafka("stop", check=False)

    def disk_bytes(self, prefix: str, suffix: str = "") -> int:
        """Of the records of the topics whose names begin and end so."""
        folder = re.compile(re.escape(prefix) + ".*" + re.escape(suffix) + r"-\d+")
        return sum(file.stat().st_size for file in self.data.glob("log/*/*.log") if folder.fullmatch(file.parent.name))

    def _kafka(self, verb: str, *more: str, check: bool = True) -> str:
        ended = subprocess.run([SCRIPTS / "kafka", verb, "--data", self.data, *more], stdout=subprocess.PIPE, text=True, check=check)
        return ended.stdout
