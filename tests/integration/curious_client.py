"""A client that asks about the memory of one persona with everything that it knows or guesses of another: random requests for
every path of the description that /openapi.json serves.
"""

import json
import random
import uuid
from typing import NamedTuple

from invented_turns import SAID, SHARED_IDS, Persona
from recall_server import path_of

KINDS = ("message", "memory", "fact", "note", "instruction", "preference", "habit", "pattern", "skill", "insight", "topic", "daily", "episode")
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
        self.makers = {"/v1/recall": self.recall, "/v1/context": self.context, "/v1/personas/{id}": self.persona,
                       "/v1/similar": self.similar, "/v1/related": self.related, "/v1/personas/{id}/timeline": self.timeline,
                       "/v1/memories/{id}": self.by_id, "/v1/explain/{id}": self.by_id, "/v1/turns/{id}": self.by_id,
                       "/v1/turns": self.turns, "/v1/forget": self.command, "/v1/commands/sweep": self.command,
                       "/v1/commands/access": self.command, "/v1/commands/{id}": self.by_command, "/v1/stream": self.stream}

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

    def recall(self, route: str) -> Request:
        asked, place = self.common()
        members = {"kinds": lambda: self.chance.sample(KINDS, self.chance.randrange(1, 4)),
                   "types": lambda: self.chance.sample(TYPES, 2), "current": lambda: self.chance.random() < .5,
                   "limit": lambda: self.chance.choice((1, 3, 30, 100))}
        asked |= {name: value() for name, value in members.items() if self.chance.random() < .25}
        return self.post(route, asked, place)

    def similar(self, route: str) -> Request:
        asked, place = self.common()
        asked.pop("query", None)
        draw = self.chance.random()
        wanted = self.chance.choice(self.own_ids if draw < .3 else self.other_ids)
        asked |= {"id": wanted} if draw < .6 else {"text": self.query() + " harbour"}
        return self.post(route, asked, place)

    def related(self, route: str) -> Request:
        asked, place = self.common()
        asked.pop("query", None)
        name, names = self.chance.choice((("user_id", "users"), ("room_id", "rooms"), ("task_id", "tasks"), ("session_id", "sessions")))
        return self.post(route, asked | {name: self.either(names)}, place)

    def timeline(self, route: str) -> Request:
        as_of, place = self.as_of()
        draw = self.chance.random()
        more = {"id": self.chance.choice(self.own_ids + self.other_ids)} if draw < .3 else {"query": self.query()} if draw < .6 else {}
        if self.chance.random() < .5:
            more["kinds"] = self.chance.choice(KINDS)
        return Request(route, "GET", path_of(route, self.persona_name(), as_of=as_of, **more), place=place)

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

    def turns(self, route: str) -> Request:
        """Turns that memory has already, and wrong ones with what the other persona said: nothing that changes memory."""
        known = self.chance.sample(self.own.made, 2)
        wrong = known[0] | {"turn_id": self.other.words[0], "turn_data": self.other.name}
        turns = self.chance.choice((known, known[:1], [*known, wrong], [wrong]))
        return Request(route, "POST", f"{route}?wait=memory&timeout_ms=30000", json.dumps(turns).encode())

    def command(self, route: str) -> Request:
        """Nothing that changes memory: it names what is unknown, or is refused."""
        unknown = {"ids": [unknown_id(self.chance)]}
        of_sweep = ({"passes": [self.other.words[0]]}, {"since": self.other.sessions[0]}, {"pass": "flush"})
        others = (unknown, unknown, {}, {"ids": [], "session_id": ""}, {"all": True, "confirm": self.other.name})
        asked = self.chance.choice(of_sweep if route.endswith("sweep") else others)
        return Request(route, "POST", route, json.dumps({"persona_id": self.own.name} | asked).encode())

    def by_command(self, route: str) -> Request:
        wanted = self.chance.choice((unknown_id(self.chance), self.chance.choice(self.other.turn_ids), self.other.words[0]))
        return Request(route, "GET", path_of(route, wanted, persona=self.own.name), other_id=wanted)

    def stream(self, route: str) -> Request:
        """Refused: a stream that is not has no end, so isolation_test compares those itself."""
        wanted = self.chance.choice((self.other.name, self.other.words[0], self.chance.choice(self.other.turn_ids), "0@x", "@", "0@1"))
        return Request(route, "GET", path_of(route, persona=self.own.name, last_event_id=wanted))

    def by_id(self, route: str) -> Request:
        as_of, place = self.as_of() if route == "/v1/memories/{id}" else (None, "")
        draw = self.chance.random()
        is_turn = self.chance.random() < (.8 if route == "/v1/turns/{id}" else .2)
        if draw < .4:
            wanted, other_id = self.chance.choice(self.own.turn_ids if is_turn else self.own_ids), ""
        elif draw < .85:
            wanted = other_id = self.chance.choice(self.other.turn_ids[SHARED_IDS:] if is_turn else self.other_ids)
        else:
            beginning = self.chance.choice(self.other_ids)[:self.chance.randrange(6, 30)]
            wanted = self.chance.choice((beginning, self.other.words[0], self.other.sessions[-1], self.other.name, unknown_id(self.chance)))
            other_id = "" if wanted == beginning else wanted
        path = path_of(route, wanted, persona=self.own.name, as_of=as_of)
        return Request(route, "GET", path, place=place, other_id=other_id)


def unknown_id(chance: random.Random) -> str:
    return str(uuid.UUID(int=chance.getrandbits(128), version=5))
