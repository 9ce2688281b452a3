"""A client that asks about the memory of one persona with everything that it knows or guesses of another: random requests for
every path of the description that /openapi.json serves.
"""

import json
import random
import uuid
from typing import NamedTuple

from invented_turns import SAID, SHARED_IDS, Persona
from recall_server import path_of

KINDS = ("message", "memory", "fact", "preference", "habit", "pattern", "skill", "insight", "topic", "daily", "episode")
TYPES = ("chat", "decision", "error", "observation", "task", "tool-use", "preference", "extracted", "meta", "capability")
JUNK = (None, True, 0, -1, 1.5, 1e300, "", "null", "\x00", "\U0001f6a2", [], {}, [[]], "0@0", "9@9", "2026-02-30T00:00:00Z")


class Request(NamedTuple):
    route: str
    method: str
    path: str
    body: bytes | None = None
    place: str = ""   # the turn after whose record as_of is: its offset differs between two logs
    other_id: str = ""  # an id of the other persona, for which the answer must be that for an unknown id

    def at(self, places: dict[str, str]) -> "Request":
        """With the place of the turn in one log."""
        if not self.place:
            return self
        here = places[self.place]
        body = self.body and self.body.replace(b"PLACE", here.encode())
        return self._replace(path=self.path.replace("PLACE", here.replace("@", "%40")), body=body)


class CuriousClient:
    """Asks as `own`; knows words, names and ids of `other`."""

    def __init__(self, own: Persona, other: Persona, chance: random.Random) -> None:
        self.own, self.other, self.chance = own, other, chance
        self.own_ids: list[str] = []
        self.other_ids: list[str] = []
        times = [f"2026-01-{day:02}T{hour:02}:30:00Z" for day in range(4, 13) for hour in (7, 9, 12)]
        self.times = (*times, "2026-01-07 10:00", "2026-01-08T10:00+01:00")
        self.makers = {"/v1/recall": self.recall, "/v1/context": self.context, "/v1/similar": self.similar,
                       "/v1/related": self.related, "/v1/personas/{id}": self.persona,
                       "/v1/personas/{id}/timeline": self.timeline, "/v1/memories/{id}": self.by_id,
                       "/v1/explain/{id}": self.by_id, "/v1/turns/{id}": self.by_id}

    def request(self, route: str) -> Request:
        return self.makers[route](route)

    def either(self, name: str):
        """One of the own persona's or of the other's."""
        return self.chance.choice(getattr(self.chance.choice((self.own, self.other)), name))

    def query(self) -> str:
        words = [self.either("words") for _ in range(self.chance.randrange(1, 4))]
        return self.chance.choice((" ".join(words), self.chance.choice(SAID).format(*words, *words, n=8042), words[0][:5],
                                   "port", "what do I prefer", "when", "", words[0].upper(), f"{words[0]}\u200b", "*", "%"))

    def persona_name(self) -> str:
        own, other = self.own.name, self.other.name
        near = (own.upper(), f" {own}", f"{own}\u0301", other[:-1] + "\u0662", f"{own}/{other}", f"{other}%00", "*", "-1")
        return self.chance.choice(near) if self.chance.random() < .05 else own

    def moment(self) -> tuple[str, str]:
        """as_of, and the turn whose place it stands for: an early one or a late one. At the very record where the history begins
        (recall.history_days) an answer depends on other records of the same log time.
        """
        turns = self.own.turn_ids
        if self.chance.random() < .4:
            return "PLACE", self.chance.choice(turns[:len(turns) // 4] + turns[len(turns) // 2:])
        return self.chance.choice(self.times), ""

    def common(self) -> tuple[dict, str]:
        place = ""
        asked = {"count": False, "persona_id": self.persona_name()}  # so that no beginning of it counts as an access
        members = {"query": self.query, "tags": lambda: [self.either("tags") for _ in range(self.chance.randrange(1, 3))],
                   "session_id": lambda: self.either("sessions"), "user_id": lambda: self.either("users"),
                   "room_id": lambda: self.either("rooms"), "task_id": lambda: self.either("tasks"),
                   "since": lambda: self.chance.choice(self.times), "until": lambda: self.chance.choice(self.times),
                   "min_importance": lambda: self.chance.choice((0, .3, .61, .9, 1)),
                   "after_turn": lambda: self.either("turn_ids")}
        odds = {"query": .75, "after_turn": .06, "since": .1, "until": .1}
        asked |= {name: value() for name, value in members.items() if self.chance.random() < odds.get(name, .15)}
        if self.chance.random() < .25:
            asked["as_of"], place = self.moment()
        return asked, place

    def post(self, route: str, asked: dict, place: str) -> Request:
        """The request, one in ten with a wrong member. Not `count`: what counts as an access changes memory a little later."""
        if self.chance.random() < .1:
            name = self.chance.choice([*asked, self.other.words[0], self.other.name, "persona"])
            name = "counts" if name == "count" else name
            asked[name] = self.chance.choice((*JUNK, self.query(), self.other.name))
            asked = asked if asked.get("persona_id") != self.other.name else asked | {"persona_id": self.own.name}
        body = json.dumps(asked).encode()
        if self.chance.random() < .03:
            body = body[:self.chance.randrange(len(body))] + self.chance.choice((b"", b"}", b"\xff", b"[" * 400))
        return Request(route, "POST", route, body, place)

    def of_kinds(self) -> dict:
        members = {"kinds": lambda: self.chance.sample(KINDS, self.chance.randrange(1, 4)),
                   "types": lambda: self.chance.sample(TYPES, 2), "current": lambda: self.chance.random() < .5,
                   "limit": lambda: self.chance.choice((1, 3, 30, 100))}
        return {name: value() for name, value in members.items() if self.chance.random() < .25}

    def recall(self, route: str) -> Request:
        asked, place = self.common()
        return self.post(route, asked | self.of_kinds(), place)

    def similar(self, route: str) -> Request:
        asked, place = self.common()
        asked |= self.of_kinds()
        asked.pop("query", None)
        if self.chance.random() < .5:
            return self.post(route, asked | {"text": self.query()}, place)
        wanted, other_id = self.some_id(self.chance.random() < .1)
        return self.post(route, asked | {"id": wanted}, place)._replace(other_id=other_id)

    def related(self, route: str) -> Request:
        asked, place = self.common()
        asked.pop("query", None)
        name = self.chance.choice(("session", "user", "room", "task"))
        return self.post(route, asked | self.of_kinds() | {f"{name}_id": self.either(f"{name}s")}, place)

    def context(self, route: str) -> Request:
        asked, place = self.common()
        if self.chance.random() < .4:
            asked["budget_chars"] = self.chance.choice((100, 300, 2_000, 100_000))
        return self.post(route, asked, place)

    def as_of(self) -> tuple[str | None, str]:
        return self.moment() if self.chance.random() < .3 else (None, "")

    def persona(self, route: str) -> Request:
        as_of, place = self.as_of()
        return Request(route, "GET", path_of(route, self.persona_name(), as_of=as_of), place=place)

    def timeline(self, route: str) -> Request:
        as_of, place = self.as_of()
        fields = {"query": self.query, "kinds": lambda: self.chance.choice(KINDS), "types": lambda: self.chance.choice(TYPES),
                  "since": lambda: self.chance.choice(self.times), "until": lambda: self.chance.choice(self.times),
                  "current": lambda: self.chance.choice(("true", "false", "1")), "limit": lambda: self.chance.choice(("1", "40", "0")),
                  self.other.words[0]: lambda: "", "persona_id": lambda: self.other.name}
        odds = {"query": .4, self.other.words[0]: .03, "persona_id": .03}
        asked = {name: value() for name, value in fields.items() if self.chance.random() < odds.get(name, .15)}
        other_id = ""
        if self.chance.random() < .4:
            asked.pop("query", None)
            asked["id"], other_id = self.some_id(False)
        return Request(route, "GET", path_of(route, self.persona_name(), as_of=as_of, **asked), place=place, other_id=other_id)

    def some_id(self, is_turn: bool) -> tuple[str, str]:
        """An id, and the same if it is one that the own persona does not have."""
        draw = self.chance.random()
        if draw < .4:
            return self.chance.choice(self.own.turn_ids if is_turn else self.own_ids), ""
        if draw < .85:
            wanted = self.chance.choice(self.other.turn_ids[SHARED_IDS:] if is_turn else self.other_ids)
            return wanted, wanted
        beginning = self.chance.choice(self.other_ids)[:self.chance.randrange(6, 30)]
        wanted = self.chance.choice((beginning, self.other.words[0], self.other.sessions[-1], self.other.name, unknown_id(self.chance)))
        return wanted, "" if wanted == beginning else wanted

    def by_id(self, route: str) -> Request:
        as_of, place = self.as_of() if route == "/v1/memories/{id}" else (None, "")
        wanted, other_id = self.some_id(self.chance.random() < (.8 if route == "/v1/turns/{id}" else .2))
        path = path_of(route, wanted, persona=self.own.name, as_of=as_of)
        return Request(route, "GET", path, place=place, other_id=other_id)


def unknown_id(chance: random.Random) -> str:
    return str(uuid.UUID(int=chance.getrandbits(128), version=5))
