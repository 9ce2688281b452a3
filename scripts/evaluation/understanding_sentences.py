"""Set `sentences`: what is remembered of sentences that were drawn from real conversations.

A completion names the turns of a memory, not its sentence. Of the sentences of the turn, those count that agree with the
evidence of the memory in 80 % of the content words of either, or all if it has no evidence; among them the memory rests on
the one with most of its content words, the earliest if several have as many, and on none if none has any. A note
remembers each sentence of which it has 80 % of the content words.

A fact or stated pattern on a drawn sentence is right if the sentence is labelled as worth knowing. If the sentence is an
event and the fact holds from another time than that of a turn, this time must be within the labelled days as well.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from evaluation import locomo
from evaluation.locomo import Message
from evaluation.pipeline_run import TICKS_A_FLUSH_CYCLE, PipelineRun, RunFailed, time_of
from evaluation.report import Report
from evaluation.understanding_memories import CLAIMS, Memories, Memory
from evaluation.understanding_rows import WORTH_KNOWING, SentenceRow
from evaluation.understanding_split import sentences_of
from evaluation.understanding_words import content_words, share_in

AGREES = .8
GOAL_RIGHT = .88


class Place(NamedTuple):
    """A sentence of a conversation."""

    message: Message
    number: int  # in the message, from 1


class Claim(NamedTuple):
    """A fact or stated pattern that rests on a drawn sentence. `dated`: it has a time that is not that of a turn."""

    row: SentenceRow
    sort: str
    text: str
    dated: bool
    in_days: bool

    @property
    def right(self) -> bool:
        return self.row.verdict in WORTH_KNOWING and (self.row.verdict != "event" or not self.dated or self.in_days)


class Result(NamedTuple):
    rows: dict[Place, SentenceRow]
    texts: dict[Place, str]
    claims: list[Claim]
    noted: set[Place]  # the drawn sentences that a note has
    places: list[Place | None]  # on which each fact and stated pattern rests, drawn or not


def agreeing(memory: Memory, sentences: dict[Place, str]) -> dict[Place, str]:
    """The sentences that may be the evidence of the memory."""
    evidence = content_words(memory.evidence)
    found = {}
    for place, text in sentences.items():
        of_text = content_words(text)
        if max(share_in(of_text, evidence), share_in(evidence, of_text)) >= AGREES:
            found[place] = text
    return found or sentences


def place_of(memory: Memory, sentences: dict[Place, str]) -> Place | None:
    """The sentence of the turn on which the memory rests."""
    said = content_words(memory.text)
    shares = {place: share_in(said, content_words(text)) for place, text in agreeing(memory, sentences).items()}
    best = max(shares, key=lambda place: shares[place], default=None)
    return best if best is not None and shares[best] > 0 else None


def in_days(interval: dict, row: SentenceRow) -> bool:
    """Whether the interval begins on one of the labelled days and ends at the latest with the last of them."""
    if row.days is None:
        return False
    first, last = row.days
    end = interval.get("to")
    return first <= time_of(interval["from"]).date() <= last and (end is None or time_of(end).date() <= last + timedelta(days=1))


def claim_of(row: SentenceRow, memory: Memory, turn_times: set[datetime]) -> Claim:
    dated = [interval for interval in memory.value.get("validity", []) if time_of(interval["from"]) not in turn_times]
    return Claim(row, memory.sort, memory.text, bool(dated), any(in_days(interval, row) for interval in dated))


def verified(rows: Iterable[SentenceRow], texts: dict[Place, str]) -> dict[Place, SentenceRow]:
    drawn = {}
    for row in rows:
        place = Place(Message(row.conversation, row.dia_id), row.place)
        if not hashlib.sha256(texts.get(place, "").encode()).hexdigest().startswith(row.sha256):
            raise RunFailed(f"row {row.number} of the sentences names a sentence that the file of conversations does not have")
        drawn[place] = row
    return drawn


def judged(memories: Memories, turns: list[dict], rows: dict[Place, SentenceRow], texts: dict[Place, str]) -> Result:
    of_message: dict[Message, dict[Place, str]] = defaultdict(dict)
    for place, text in texts.items():
        of_message[place.message][place] = text
    of_turn = {turn["turn_id"]: {place: text for dia_id in turn["dia_ids"]
                                 for place, text in of_message[Message(turn["agent_id"], dia_id)].items()} for turn in turns}
    result = Result(rows, texts, [], set(), [])
    for persona in sorted({turn["agent_id"] for turn in turns}):
        times = {time_of(turn["timestamp"]) for turn in turns if turn["agent_id"] == persona}
        for stated in memories.stated(persona):
            memory, sentences = stated.memory, of_turn[stated.turn_id]
            if memory.sort == "note":
                words = content_words(memory.text)
                result.noted.update(place for place in sentences.keys() & rows.keys()
                                    if share_in(content_words(sentences[place]), words) >= AGREES)
            elif memory.sort in CLAIMS:
                place = place_of(memory, sentences)
                result.places.append(place)
                if place in rows:
                    result.claims.append(claim_of(rows[place], memory, times))
    return result


def notes_of(result: Result) -> list[str]:
    claimed = {claim.row for claim in result.claims}
    texts = {row: result.texts[place] for place, row in result.rows.items()}
    noted = {result.rows[place] for place in result.noted}
    wrong = [f"line {claim.row.number}, {claim.row.verdict}: {texts[claim.row]!r}: wrong {claim.sort} {claim.text!r}"
             + (" (date)" if claim.row.verdict == "event" and claim.dated and not claim.in_days else "")
             for claim in result.claims if not claim.right]
    return wrong + [f"line {row.number}, {row.verdict}: {text!r}: {'only noted' if row in noted else 'missed'}"
                    for row, text in texts.items() if row.verdict in WORTH_KNOWING and row not in claimed]


def measure(result: Result, show: bool) -> Report:
    report = Report()
    report.add("facts and stated patterns that are right", sum(claim.right for claim in result.claims), len(result.claims),
               ("≥", GOAL_RIGHT))
    for sort in CLAIMS:
        of_sort = [claim.right for claim in result.claims if claim.sort == sort]
        report.add(f"{sort}s that are right", sum(of_sort), len(of_sort))
    dated = [claim for claim in result.claims if claim.dated and claim.row.verdict == "event"]
    report.add("dates of events that are right", sum(claim.in_days for claim in dated), len(dated))
    worth = {row for row in result.rows.values() if row.verdict in WORTH_KNOWING}
    claimed = {claim.row for claim in result.claims}
    noted = {result.rows[place] for place in result.noted}
    report.add("sentences worth knowing that a fact or stated pattern remembers", len(worth & claimed), len(worth))
    report.add("sentences worth knowing that anything remembers", len(worth & (claimed | noted)), len(worth))
    report.add("facts and stated patterns without a sentence", result.places.count(None), len(result.places))
    if show:
        report.add_groups("with a fact or stated pattern", [(row.verdict, row in claimed) for row in result.rows.values()])
        report.notes += notes_of(result)
    return report


def run(pipeline: PipelineRun, rows: list[SentenceRow], conversations: Path, show: bool) -> Report:
    messages = locomo.load(conversations).messages
    texts = {Place(message, number): text for message, said in messages.items()
             for number, text in enumerate(sentences_of(said), 1)}
    drawn = verified(rows, texts)
    turns = pipeline.convert(conversations)
    pipeline.publish(turns)
    pipeline.tick(TICKS_A_FLUSH_CYCLE)  # the last session of each conversation comes to its end
    return measure(judged(Memories.of_run(pipeline), turns, drawn, texts), show)
