"""scripts/bench --recall: how fast recall answers, with how much memory, and how soon after a turn."""

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

from recall_measures.cases import CASES, SHORT, Case
from recall_measures.goals import judged
from recall_measures.program import MeasureFailed, RecallBench, ServedProgram, disk_bytes

MIB = 1 << 20
TURN_MESSAGES = 2
# How questions come over HTTP. The first load leaves the machine idle but for the question itself.
HTTP_LOADS = {
    "http_idle": {"what": "1 connection, nothing else", "flags": {"threads": 1, "rate": 0, "questions": 0}},
    "http_paced": {"what": "100 questions/s, 50 turns/s", "flags": {"questions": 25}},
    "http": {"what": "4 connections without a pause, 50 turns/s", "flags": {"questions": 0}},
}


class Measures:
    def __init__(self, chosen: argparse.Namespace):
        self.bench = RecallBench(Path(chosen.build), chosen.locomo)
        self.build = Path(chosen.build)
        self.seconds = 2 if chosen.short else chosen.seconds
        self.short = chosen.short
        self.to_stderr = chosen.json
        self.vectors = {"vectors": chosen.vectors.resolve()} if chosen.vectors else {}

    def say(self, text: str) -> None:
        print(text, file=sys.stderr if self.to_stderr else sys.stdout, flush=True)

    def run(self, case: Case) -> dict:
        folder = Path(tempfile.mkdtemp(prefix="turnstream-bench."))
        try:
            self.say(f"\n{case.name}: {case.messages:,} messages of {case.personas:,} personas" + (", over HTTP" if case.is_served else ""))
            return self.served(case, folder) if case.is_served else self.alone(case, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def alone(self, case: Case, folder: Path) -> dict:
        started = time.monotonic()
        more = max(50 * self.seconds, 100)
        result = {"built": self.bench.call("build", dir=folder, messages=case.messages, personas=case.personas, more=more)}
        result["build_s"] = time.monotonic() - started
        result |= self.bench.call("ask", dir=folder, seconds=self.seconds, **self.vectors)
        result["disk_bytes"] = disk_bytes(folder / "store")
        if self.short:
            shutil.rmtree(folder / "store")
            self.bench.call("build", dir=folder, messages=case.messages, personas=case.personas, more=more)
            result |= self.bench.call("check", dir=folder)
        self.show_alone(case, result)
        return result

    def show_alone(self, case: Case, result: dict) -> None:
        built, load = result["built"], result["load"]
        self.say(f"  feed: {built['records_per_s']:.0f} records/s, {built['apply_cpu_ms']['mean'] * 1000:.0f} µs CPU a record and "
                 f"{built['store_cpu_us_per_record']:.0f} of the store, {built['completion_bytes_per_record']:.0f} bytes of completions")
        self.say(f"  disk: {result['disk_bytes'] / MIB:.0f} MiB, {result['disk_bytes'] / case.messages:.0f} bytes a message")
        self.say(f"  index of a persona: {load['messages']} messages, {load['documents']} documents, {load['index_bytes'] / MIB:.1f} MiB, "
                 f"{load['index_bytes'] / max(load['messages'], 1):.0f} bytes a message; RSS {result['resident_bytes'] / MIB:.0f} MiB")
        for name, times in (("load of a cold persona", load), ("question about the past", result["as_of"]),
                            ("question, 4 threads, 50 turns/s", result["questions"]),
                            ("search for its results alone", result["searches"]), ("record applied meanwhile", result["applied"])):
            self.say(f"  {name}: CPU {spread(times['cpu_ms'])}; wall {spread(times['wall_ms'])}")

    def served(self, case: Case, folder: Path) -> dict:
        turns = folder / "turns.ndjson"
        self.bench.write_turns(case.messages, turns)
        with ServedProgram(self.build, folder, turns) as program:
            result: dict = {"drained_s": program.drained_s}
            at = {"socket": program.socket, "port": program.port}
            sent = case.messages
            for name, rate in (("fresh", 5), ("fresh_50", 50)):
                samples = 20 if self.short else 200 if rate == 5 else 1000
                cpu = program.cpu_s()
                result[name] = self.bench.call("fresh", messages=sent, rate=rate, samples=samples, **at)
                result[name]["cpu_ms_per_turn"] = (program.cpu_s() - cpu) * 1000 / samples
                sent += samples * TURN_MESSAGES
            for name, asked in HTTP_LOADS.items():
                result[name] = self.bench.call("http", messages=sent, seconds=self.seconds, **asked["flags"], **at)
                sent += result[name]["published"] * TURN_MESSAGES
            result["resident_bytes"] = program.resident_bytes()
        result["disk_bytes"] = {part: disk_bytes(program.state / part) for part in ("log", "store", "recall")}
        self.show_served(result)
        return result

    def show_served(self, result: dict) -> None:
        self.say(f"  all turns processed in {result['drained_s']:.0f} s; RSS {result['resident_bytes'] / MIB:.0f} MiB; disk "
                 + ", ".join(f"{part} {size / MIB:.0f} MiB" for part, size in result["disk_bytes"].items()))
        for name, rate in (("fresh", 5), ("fresh_50", 50)):
            one = result[name]
            self.say(f"  {rate} turns/s: in the log {spread(one['stored_ms'])}; from publication to recall {spread(one['recallable_ms'])}; "
                     f"{one['cpu_ms_per_turn']:.1f} ms CPU a turn")
        for name, asked in HTTP_LOADS.items():
            questions = result[name]["questions_ms"]
            self.say(f"  HTTP, {asked['what']}: {spread(questions)}, {questions['count'] / result[name]['seconds']:.0f}/s")


def spread(times: dict) -> str:
    return f"p50 {times['p50']:.2f}, p99 {times['p99']:.2f} ms"


def measure_recall(chosen: argparse.Namespace) -> dict | None:
    """All figures of the chosen cases; none if a part failed, also because an answer was wrong."""
    measures = Measures(chosen)
    cases = SHORT if chosen.short else CASES
    names = list(cases) if chosen.short else chosen.case or list(cases)
    results: dict = {}
    try:
        for name in names:
            results[name] = measures.run(cases[name])
    except MeasureFailed as failure:
        print(f"bench: {failure}", file=sys.stderr)
        return None
    goals = judged(results)
    if goals:
        measures.say("\ngoals")
    for row in goals:
        measures.say(f"  {row['goal']}: {row['ms']:.2f} ms, at most {row['at_most_ms']}: {'met' if row['met'] else 'MISSED'}")
    return {"cases": results, "goals": goals}
