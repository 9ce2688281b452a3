"""The pipeline with the product's stages, from the turns topic through intake to the last completions."""

import subprocess
from pathlib import Path

from benchmark.jobs import Site, check_answered, run_job
from benchmark.machine import Window, cpu_s
from benchmark.program import Kind, Program
from benchmark.size import PACED_RATE, Size
from recall_measures.program import MeasureFailed

START = "2025-01-01T00:00:00Z"  # of the turns: intake refuses those that are later than its own clock
MIB = 1 << 20
CODE_MB = 200  # docs/operating.md, Memory
CLIENT_QUEUE_BYTES = 16 * MIB  # kafka.client.queued.max.messages.kbytes


def write_turns(site: Site, size: Size) -> dict[str, Path]:
    """Files of generated turns, each the continuation of the one before."""
    counts = {"warm": size.own_warm, "backlog": size.own_turns, "paced": size.paced}
    command = [site.build / "turnstream", "generate", "--turns", str(sum(counts.values())), "--personas", str(size.personas), "--start", START,
               "--quiet"]
    files = {name: site.folder / f"{name}.ndjson" for name in counts}
    with subprocess.Popen(command, stdout=subprocess.PIPE) as generate:
        for name, count in counts.items():
            with files[name].open("wb") as file:
                for _ in range(count):
                    file.write(generate.stdout.readline())
    if generate.returncode != 0:
        raise MeasureFailed(f"turnstream generate ended with exit code {generate.returncode}")
    return files


def rss_allowed_mb(settings: dict[str, str]) -> float:
    """Of a fused process: one worker of the stages with one input topic, and intake's."""
    names = ("state.hot_bytes_max", "state.cache_bytes_max", "state.write_buffer_bytes_max", "run.input_bytes_max")
    return CODE_MB + (sum(int(settings[name]) for name in names) + 2 * CLIENT_QUEUE_BYTES) / 1e6


class TopicBytes:
    """The bytes of completions and changelogs so far, as they were produced and on the broker's disk."""

    def __init__(self, site: Site, program: Program):
        sizes = run_job(site, "sizes", namespace=program.namespace)
        self.figures = {"completion": 0.0, "changelog": 0.0}
        for topic, size in sizes.items():
            if topic.startswith(f"{program.namespace}.completions."):
                self.figures["completion"] += size["bytes"]
            elif topic.endswith(".changelog"):
                self.figures["changelog"] += size["bytes"]
        if site.broker.is_own:
            self.figures["completion_disk"] = site.broker.disk_bytes(f"{program.namespace}.completions.")
            self.figures["changelog_disk"] = site.broker.disk_bytes(f"{program.namespace}.", ".changelog")

    def per_turn_since(self, before: "TopicBytes", turns: int) -> dict:
        return {f"{name}_bytes": (self.figures[name] - before.figures[name]) / turns for name in self.figures}


def backlog(site: Site, size: Size, program: Program, files: dict[str, Path], with_bytes: bool) -> dict:
    """The turns are in the turns topic before the process starts; its start and end are part of the figures."""
    program.publish(files["warm"])
    program.drain()
    before = TopicBytes(site, program) if with_bytes else None
    program.publish(files["backlog"])
    window = Window(site.broker.pid)
    cpu, rss_mb = program.drain()
    result = window.close(cpu).per_turn(size.own_turns) | {"rss_mb": rss_mb, "rss_allowed_mb": rss_allowed_mb(program.settings())}
    return result | (TopicBytes(site, program).per_turn_since(before, size.own_turns) if before else {})


def paced(site: Site, size: Size, program: Program, file: Path) -> dict:
    """From the publication of a turn to its last completion, read committed."""
    pid = program.start()
    program.await_ready()
    cpu = cpu_s(pid)
    report = run_job(site, "feed", namespace=program.namespace, stages=",".join(program.kind.last), file=file, turns=size.paced, rate=PACED_RATE,
                     settle=size.settle)
    cpu = cpu_s(pid) - cpu
    program.stop()
    check_answered(report, size.paced - size.settle, f"{program.kind.program[-1]} at {PACED_RATE} turns/s")
    return {"p50_ms": report["p50_ms"], "p99_ms": report["p99_ms"], "paced_cpu_us": cpu * 1e6 / size.paced}


def pipeline_round(site: Site, size: Size, kind: Kind, grouping: str, files: dict[str, Path], with_bytes: bool) -> dict:
    with Program(site, kind, grouping) as program:
        result = backlog(site, size, program, files, with_bytes)
        return result | paced(site, size, program, files["paced"])
