"""Whether recall finds the messages that answer questions, over HTTP, without a model.

For each question with evidence: the share of its evidence messages among the first 5, 10 and 20 results (R@k), and one
divided by the place of the first of them (MRR). Also the time of a request, as the client sees it.
"""

import argparse
import json
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evaluation import locomo
from evaluation.pipeline_run import PipelineRun, RunFailed
from evaluation.report import Report

DEPTHS = (5, 10, 20)
GOAL = .835     # of R@10 over all questions
GOAL_WITH_VECTORS = .845
START_S = 30
RESULTS = 100   # as many as a request may ask for: the place of evidence behind them counts as 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("conversations", type=Path, metavar="FILE")
    parser.add_argument("--vectors", type=Path, metavar="TABLE", help="a table of scripts/vectors: messages are also found by their meaning")


@contextmanager
def serving(pipeline: PipelineRun) -> Iterator[str]:
    """A `run` over the state of the pipeline, and its address."""
    endpoint = Path(pipeline.folder.name) / "state" / "endpoint.json"
    process = subprocess.Popen([pipeline.program, "run", "--listen", "127.0.0.1:0", *pipeline.flags()], stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + START_S
        address = ""
        while not address:
            if time.monotonic() > deadline or process.poll() is not None:
                raise RunFailed("turnstream run did not open its port")
            time.sleep(.05)
            if endpoint.exists():
                address = json.loads(endpoint.read_text(encoding="utf-8")).get("address", "")
        yield address
    finally:
        process.terminate()
        process.wait()


def ask(address: str, request: dict) -> dict:
    sent = urllib.request.Request(f"http://{address}/v1/recall", json.dumps(request).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(sent, timeout=30) as answer:
        return json.load(answer)


def messages_by_place(turns: list[dict]) -> dict[tuple[str, str, str], locomo.Message]:
    """The messages by persona, turn and pointer."""
    found = {}
    for turn in turns:
        said = [f"/turn_data/{side}" for side in ("user_input", "assistant_response") if turn["turn_data"].get(side)]
        for pointer, dia_id in zip(said, turn["dia_ids"], strict=True):
            found[turn["agent_id"], turn["turn_id"], pointer] = locomo.Message(turn["agent_id"], dia_id)
    return found


def measure(address: str, turns: list[dict], conversations: locomo.Conversations, goal: float) -> Report:
    messages = messages_by_place(turns)
    asked = [question for question in conversations.questions if question.evidence]
    sums: dict[tuple[str, object], float] = {}
    counts: dict[object, int] = {}
    took = []
    for question in asked:
        began = time.perf_counter()
        answer = ask(address, {"persona_id": question.conversation, "query": question.question, "kinds": ["message"],
                               "limit": RESULTS, "count": False})
        took.append(time.perf_counter() - began)
        places = [(result["provenance"]["turn_id"], result["provenance"]["pointer"]) for result in answer["results"]]
        ranked = [messages[question.conversation, turn, pointer] for turn, pointer in places]
        first = min((ranked.index(message) for message in question.evidence if message in ranked), default=None)
        for group in ("all", question.category):
            counts[group] = counts.get(group, 0) + 1
            for depth in DEPTHS:
                share = sum(message in ranked[:depth] for message in question.evidence) / len(question.evidence)
                sums[f"R@{depth}", group] = sums.get((f"R@{depth}", group), 0) + share
            sums["MRR", group] = sums.get(("MRR", group), 0) + (0 if first is None else 1 / (1 + first))
    report = Report()
    for name in (*(f"R@{depth}" for depth in DEPTHS), "MRR"):
        report.add(f"{name}, all questions", sums[name, "all"], counts["all"], ("≥", goal) if name == "R@10" else None)
    for category in sorted(group for group in counts if group != "all"):
        report.add(f"R@10, category {category}", sums["R@10", category], counts[category])
    took.sort()
    report.notes.append(f"a request of {RESULTS} results takes {1000 * took[len(took) // 2]:.2f} ms (median), "
                        f"{1000 * took[len(took) * 99 // 100]:.2f} ms (p99), in one client after another")
    return report


def run(arguments: argparse.Namespace) -> Report:
    conversations = locomo.load(arguments.conversations)
    settings, goal = list(arguments.set), GOAL
    if arguments.vectors:
        settings += ["recall.vectors=static", f"recall.vectors_file={arguments.vectors.resolve()}"]
        goal = GOAL_WITH_VECTORS
    with PipelineRun(arguments.build, settings) as pipeline:
        turns = pipeline.convert(arguments.conversations)
        pipeline.publish(turns)
        with serving(pipeline) as address:
            return measure(address, turns, conversations, goal)
