"""Conversations with questions about them, in the form of LoCoMo."""

import json
import re
from pathlib import Path
from typing import NamedTuple

DIA_ID = re.compile(r"D\d+:\d+")
SESSION = re.compile(r"session_\d+")
ANSWERABLE = (1, 2, 3, 4)


class Message(NamedTuple):
    """One message of a conversation: what one of the two speakers said at once."""

    conversation: str
    dia_id: str


class Question(NamedTuple):
    conversation: str
    category: int
    question: str
    answer: str
    evidence: tuple[Message, ...]  # only messages that exist


class Conversations(NamedTuple):
    names: list[str]
    messages: dict[Message, str]  # the words of each, without a caption
    questions: list[Question]
    sessions: int
    speakers: dict[Message, str]


def load(path: Path) -> Conversations:
    loaded = Conversations([], {}, [], 0, {})
    sessions = 0
    for conversation in json.loads(path.read_text(encoding="utf-8")):
        name = conversation["sample_id"]
        loaded.names.append(name)
        for key, said in conversation["conversation"].items():
            if SESSION.fullmatch(key):
                sessions += 1
                loaded.messages.update({Message(name, message["dia_id"]): message["text"] for message in said})
                loaded.speakers.update({Message(name, message["dia_id"]): message["speaker"] for message in said})
        for asked in conversation["qa"]:
            named = [Message(name, dia_id) for entry in asked.get("evidence") or [] for dia_id in DIA_ID.findall(entry)]
            evidence = tuple(dict.fromkeys(message for message in named if message in loaded.messages))
            loaded.questions.append(Question(name, asked["category"], asked["question"], str(asked.get("answer", "")), evidence))
    return loaded._replace(sessions=sessions)
