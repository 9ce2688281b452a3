"""Personas are isolated: all answers about one persona are equal with and without the data of another one in the same partition,
an id of the other one is an unknown id, and no word of the other one is in any answer. A token of one gets nothing of the other.

    isolation_test.py TURNSTREAM

TURNSTREAM_TEST_SEED repeats a run. TURNSTREAM_TEST_REQUESTS is the number of requests for each arrangement of the turns (300).
"""

import collections
import json
import os
import random
import re
import sys
import tempfile
import time
import unittest
from pathlib import Path

from curious_client import KINDS, CuriousClient, Request, unknown_id
from invented_turns import SHARED_IDS, Persona
from recall_server import DEADLINE_S, Answer, RecallServer, path_of
from stream_follower import Follower
from token_routes import TokenRoutes

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
REQUESTS = int(os.environ.get("TURNSTREAM_TEST_REQUESTS", "300"))
SKIPPED = 77
DESCRIPTION = Path(__file__).resolve().parents[2] / "schemas" / "openapi.json"
TURNS = 60
# Requests that count as accesses. They change memory a little later, so they come last and are compared with nothing.
COUNTED = 30
SETTINGS = ("memory.consolidation.pressure_threshold=0.05", "recall.after_turn_ms=20", "recall.history_days=3")
# What depends on the records of others by design: places in topics; and what depends on the time of the machine, as ids of commands.
PASSED_OVER = {"partition", "offset", "duration_ms", "attempts", "commands"}
# Random letters, which the mark can be among.
COMMAND_IDS = re.compile(r'"commands":\[[^\]]*\]')
PLACE_IN_TEXT = re.compile(r"\d+@-?\d+")
# All requests for it are refused, or name what the persona does not have.
NEVER_ANSWERED = {"/v1/commands/sweep", "/v1/commands/{id}", "/v1/stream"}
# Paths about the process, not about a persona. They have no text of memory, which is all that is checked of them.
OF_THE_PROCESS = {"/v1/digest", "/healthz", "/readyz", "/metrics", "/status", "/openapi.json"}
# Paths that show all personas by design: their names and how much there is, and what was refused of whom. They are asked here for nothing.
OF_ALL_PERSONAS = {"/v1/personas", "/v1/dead_letters"}


def comparable(value):
    if isinstance(value, dict):
        return {name: comparable(one) for name, one in value.items() if name not in PASSED_OVER}
    if isinstance(value, list):
        return [comparable(one) for one in value]
    return PLACE_IN_TEXT.sub("PLACE", value) if isinstance(value, str) else value


class Isolation(TokenRoutes, unittest.TestCase):
    comparable = staticmethod(comparable)

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        seed = int(os.environ.get("TURNSTREAM_TEST_SEED", str(random.randrange(2**31))))
        print(f"seed {seed}")
        self.chance = random.Random(seed)
        # One name is the beginning of the other.
        self.own, self.other = Persona("harbour", "vx", self.chance), Persona("harbour2", "zq", self.chance)
        for names in ("sessions", "users", "rooms", "tasks", "tags", "tools"):  # both use the first ones
            getattr(self.other, names)[0] = getattr(self.own, names)[0]

    def serve(self, name: str, turns: list[dict]) -> RecallServer:
        server = RecallServer(self, PROGRAM, self.folder / name, *SETTINGS)
        server.publish(turns)
        server.drain()
        server.start()
        return server

    def ids_of(self, server: RecallServer, persona: str, kinds: tuple[str, ...] = KINDS) -> list[str]:
        """Of all kinds; messages and items, too. `kinds`: those that memory must have, else the test would not see them."""
        ids: list[str] = []
        for kind in KINDS:
            found = server.post("/v1/recall", {"persona_id": persona, "kinds": [kind], "limit": 100, "count": False}).json()
            self.assertTrue(found["results"] or kind not in kinds, f"{persona} has no memory of kind {kind}")
            ids += [result["id"] for result in found["results"]]
        return ids + [name.split("#")[0] for name in ids if "#" in name]

    def places(self, server: RecallServer) -> dict[str, str]:
        """Where the log has each turn."""
        found = {}
        for turn in self.own.turn_ids:
            report = server.get(path_of("/v1/turns/{id}", turn, persona=self.own.name)).json()
            log = report["records"]["list"][0]["log"]
            found[turn] = f"{log['partition']}@{log['offset']}"
        return found

    def check_words(self, request: Request, answer: Answer) -> None:
        """An error may repeat what the request said. Nothing else of the other persona is in the answer."""
        said = (request.path.encode() + (request.body or b"")).decode("utf-8", "replace")
        text = COMMAND_IDS.sub("", answer.body.decode())
        for word in sorted(set(re.findall(rf"{self.other.mark}\w*|{self.other.name}", said)) | {request.other_id}, key=len):
            text = text.replace(word, "") if word else text
        self.assertNotIn(self.other.mark, text.lower(), request)
        self.assertNotIn(self.other.name, text, request)
        for one in self.foreign_ids:
            if one in text and one not in said:
                self.fail(f"{request} shows {one}")

    def check_unknown(self, server: RecallServer, request: Request, answer: Answer) -> None:
        unknown = path_of(request.route, unknown_id(self.chance), persona=self.own.name)
        expected = server.get(unknown)
        self.assertEqual(expected.status, 404)
        self.assertEqual(answer, expected, request)

    def streamed(self, server: RecallServer) -> list:
        """What a stream of the own persona says from the beginning up to its last turn."""
        last = self.own.turn_ids[-1]
        follower = Follower(server.state, "0@-1.0", self.own.name)
        follower.follow_until(lambda events: last in [one.data.get("turn_id") for one in events], time.monotonic() + DEADLINE_S)
        ids = [one.data.get("turn_id") for one in follower.events]
        self.assertIn(last, ids)
        for one in follower.events:
            self.assertNotIn(self.other.mark, json.dumps(one.data).lower())
            self.assertEqual(one.data["persona_id"], self.own.name)
        return [(one.name, comparable(one.data)) for one in follower.events[:ids.index(last) + 1]]

    def compare(self, turns: list[dict], own_turns: list[dict], kinds: tuple[str, ...] = KINDS) -> None:
        """`kinds`: what memory has of the other persona."""
        alone, together = self.serve("alone", own_turns), self.serve("together", turns)
        client = CuriousClient(self.own, self.other, self.chance)
        client.own_ids = self.ids_of(alone, self.own.name)
        client.other_ids = self.ids_of(together, self.other.name, kinds)
        self.foreign_ids = client.other_ids + self.other.turn_ids[SHARED_IDS:]
        self.assertIn(self.other.mark, together.post("/v1/recall", {"persona_id": self.other.name}).body.decode())
        routes = set(json.loads(DESCRIPTION.read_text(encoding="utf-8"))["paths"])
        self.assertEqual(routes, OF_THE_PROCESS | OF_ALL_PERSONAS | client.makers.keys(), "the client has no requests for one of the paths")
        places = {server: self.places(server) for server in (alone, together)}
        seen: collections.Counter = collections.Counter()
        for route in sorted(client.makers) * (REQUESTS // len(client.makers)):
            request = client.request(route)
            expected, answer = (server.ask(one.method, one.path, one.body, Content_Type="application/json")
                                for server in (alone, together) for one in [request.at(places[server])])
            seen[route, answer.status] += 1
            self.check_words(request, answer)
            self.assertEqual(answer.status, expected.status, (request, answer, expected))
            self.assertEqual(comparable(answer.json()), comparable(expected.json()), request)
            if request.other_id and "as_of" not in request.path:
                self.check_unknown(together, request, answer)
        for _ in range(COUNTED):
            request = client.request(self.chance.choice(("/v1/recall", "/v1/context"))).at(places[together])
            request = request._replace(body=request.body.replace(b'"count": false', b'"count": true'))
            self.check_words(request, together.post(request.path, request.body))
        for route in OF_THE_PROCESS:
            self.check_words(Request(route, "GET", route), together.get(route))
        self.assertEqual(self.streamed(together), self.streamed(alone))
        print(dict(sorted(seen.items())))
        for route in client.makers.keys() - NEVER_ANSWERED:
            self.assertGreater(seen[route, 200] + seen[route, 202], 0, f"no request for {route} was answered")

    def test_turns_of_another_persona_behind_change_no_answer(self) -> None:
        own = self.own.turns(TURNS)
        # Not later than the last own turn: log time stays, so that no timer of the own persona is due. Nor of the other one.
        self.compare(own + self.other.turns(TURNS), own, ("message", "memory", "fact", "preference", "habit", "skill"))

    def test_turns_of_another_persona_between_change_no_answer(self) -> None:
        own, other = self.own.turns(TURNS), self.other.turns(TURNS)
        for mine, foreign in zip(own, other, strict=True):
            foreign["timestamp"] = mine["timestamp"]
        self.compare([turn for pair in zip(own, other, strict=True) for turn in pair], own)

    def test_a_token_of_one_persona_gets_nothing_of_another_by_any_path(self) -> None:
        self.check_tokens(PROGRAM, SETTINGS, REQUESTS)


if __name__ == "__main__":
    if not PROGRAM:
        print("usage: isolation_test.py TURNSTREAM")
        sys.exit(SKIPPED)
    unittest.main()
