"""The PromQL of the board and the alert rules, read roughly: which metrics, with which labels, each expression uses."""

import json
import re
from pathlib import Path
from typing import NamedTuple

import yaml

ROOT = Path(__file__).resolve().parents[2]
BOARD = ROOT / "observability" / "board.json"
ALERTS = ROOT / "observability" / "alerts.yaml"

# Prometheus itself adds these.
ADDED = {"job", "instance"}
WORDS = {"absent", "and", "by", "count", "deriv", "histogram_quantile", "increase", "max", "min", "min_over_time", "offset", "or",
         "predict_linear", "rate", "sum", "topk", "unless", "vector"}
STRING = re.compile(r'"[^"\\]*"')
SELECTOR = re.compile(r"([a-zA-Z_:][\w:]*)\s*\{([^}]*)\}")
GROUPING = re.compile(r"\b(?:by|without|on|ignoring)\s*\(([^)]*)\)")
DURATION = re.compile(r"\[[^\]]*\]|\boffset\s+\w+")
NAME = re.compile(r"(?<![\w.])[a-zA-Z_:][\w:]*")


class Use(NamedTuple):
    """What one expression needs."""
    where: str
    metrics: dict[str, set[str]]  # metric -> its labels in braces
    grouped: set[str]             # labels of by (…)
    unknown: set[str]             # words that are neither a metric of Turnstream nor PromQL that this file knows

    def labels_of(self, metric: str) -> set[str]:
        return self.metrics[metric] | self.grouped


def use_of(where: str, expression: str) -> Use:
    text = STRING.sub('""', expression)
    grouped = {label.strip() for group in GROUPING.findall(text) for label in group.split(",") if label.strip()}
    text = DURATION.sub("", GROUPING.sub("", text))
    metrics: dict[str, set[str]] = {}
    for name, inside in SELECTOR.findall(text):
        metrics.setdefault(name, set()).update(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", inside))
    unknown = set()
    for name in NAME.findall(SELECTOR.sub(lambda match: match[1], text)):
        if name.startswith("turnstream_"):
            metrics.setdefault(name, set())
        elif name not in WORDS:
            unknown.add(name)
    return Use(where, metrics, grouped, unknown)


def board() -> dict:
    return json.loads(BOARD.read_text(encoding="utf-8"))


def panels() -> list[dict]:
    return [panel for panel in board()["panels"] if panel["type"] != "row"]


def rules() -> list[dict]:
    return [rule for group in yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"] for rule in group["rules"]]


def uses() -> list[Use]:
    shown = [use_of(f"panel {panel['title']}", target["expr"]) for panel in panels() for target in panel["targets"]]
    return shown + [use_of(f"alert {rule['alert']}", rule["expr"]) for rule in rules()]
