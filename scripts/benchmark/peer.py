"""The reference job on Kafka Streams: a program in a folder outside of this project.

The folder has a Maven project and `bench.py NAME KEY=VALUE…`, which runs the job once on the broker at $BS and prints its figures as
a line of JSON. It takes the CPU time of the broker from the process in `broker-data/pid` next to it. It deletes all topics of the broker.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from benchmark.broker import Broker
from benchmark.machine import CPUS
from benchmark.size import Size
from recall_measures.program import MeasureFailed

BUILT = ("target", "lib-*")
ROUND_S_MAX = 3600
COMMON = {"commit": "100", "comp": "lz4"}
MODES = {"fused": {"mode": "F", "threads": "2"}, "phased": {"mode": "T", "threads": "1"}}


def cache_folder() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get("TURNSTREAM_CACHE") or Path(home) / "turnstream") / "bench-peer"


def sources(folder: Path) -> list[Path]:
    return sorted(file for file in (folder / "pom.xml", folder / "bench.py", *folder.glob("src/**/*")) if file.is_file())


def build(folder: Path) -> Path:
    """The folder with the compiled program and its libraries, made by Maven once for each content of the sources."""
    digest = hashlib.sha256()
    for file in sources(folder):
        digest.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes())
    built = cache_folder() / digest.hexdigest()[:16]
    if built.exists():
        return built
    part = built.with_name(f"{built.name}.{os.getpid()}")
    for file in sources(folder):
        (part / file.relative_to(folder)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, part / file.relative_to(folder))
    version = re.search(r"<ks\.version>([\w.-]+)<", (part / "pom.xml").read_text(encoding="utf-8"))[1]
    try:
        for goal in (["package"], ["dependency:copy-dependencies", f"-DoutputDirectory={part}/lib-{version}"]):
            ended = subprocess.run(["mvn", "-q", "-B", *goal], cwd=part, capture_output=True, text=True, check=False)
            if ended.returncode != 0:
                raise MeasureFailed(f"Maven could not build the program of --peer: {(ended.stdout + ended.stderr).strip()[-600:]}")
        part.rename(built)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return built


class Peer:
    def __init__(self, folder: Path, work: Path, broker: Broker):
        self.built = build(folder)
        self.site = work / "peer"
        self.bootstrap = broker.bootstrap
        (self.site / "broker-data").mkdir(parents=True)
        (self.site / "broker-data" / "pid").write_text(str(broker.pid), encoding="utf-8")
        shutil.copyfile(self.built / "bench.py", self.site / "bench.py")
        for pattern in BUILT:
            for made in self.built.glob(pattern):
                (self.site / made.name).symlink_to(made)

    def round(self, size: Size, grouping: str, is_checked: bool) -> dict:
        """`is_checked`: the program also replays the job in memory and compares every completion."""
        is_paced = size.paced_s >= 60  # it always sends for a minute
        keys = MODES[grouping] | COMMON | {"n": str(size.warm + size.turns), "warm": str(size.warm), "lat": str(int(is_paced)), "check": str(int(is_checked))}
        ended = subprocess.run([sys.executable, "bench.py", grouping, *(f"{key}={value}" for key, value in keys.items())], cwd=self.site,
                               capture_output=True, text=True, env=os.environ | {"BS": self.bootstrap}, timeout=ROUND_S_MAX, check=False)
        lines = ended.stdout.strip().splitlines()
        if ended.returncode != 0 or not lines:
            raise MeasureFailed(f"the program of --peer ended with exit code {ended.returncode}: {(ended.stdout + ended.stderr).strip()[-600:]}")
        found = json.loads(lines[-1])
        if is_checked and not found["check"].endswith("OK"):
            raise MeasureFailed(f"the program of --peer computed something else than its replay: {found['check'][-600:]}")
        names = {"tps": "turns_per_s", "cpu_us": "cpu_us", "broker_us": "broker_us", "hwm_mb": "rss_mb", "p50": "p50_ms", "p99": "p99_ms", "lat_cpu_us": "paced_cpu_us"}
        return {ours: found[theirs] for theirs, ours in names.items() if theirs in found} | {"other_share": max(found["other_cores"], 0) / CPUS}
