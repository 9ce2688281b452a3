"""What isolation_test tries with tokens: the token of one persona gets nothing of another one by any path, and sends nothing for it."""

import hashlib
import http.client
import itertools
import json
import re
import unittest
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from curious_client import CuriousClient, Request
from recall_server import DEADLINE_S, Answer, RecallServer, ask_on, path_of

# A token has 100 requests at once. The test does not wait, so each holder has many.
TOKENS_OF_A_HOLDER = 30
FREE = ("/healthz", "/readyz", "/openapi.json")
OF_THE_PROCESS = ("/metrics", "/status")
OF_ALL_PERSONAS = ("/v1/digest", "/v1/stream", "/v1/personas", "/v1/dead_letters", "/", "/dead-letters")
# Paths whose requests change nothing, also if they are for the other persona.
READING = re.compile(r"/v1/(?:recall|context|similar|related|personas/.*|memories/.*)")


class TokensFile:
    """A file with tokens of several holders."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.write_text("# tokens of the test\n\n", encoding="utf-8")

    def add(self, scopes: str, personas: str) -> list[str]:
        """New tokens with these scopes and patterns of personas."""
        tokens = [f"{scopes}/{personas}/{number}" for number in range(TOKENS_OF_A_HOLDER)]
        with self.path.open("a", encoding="utf-8") as file:
            for token in tokens:
                file.write(f"sha256:{hashlib.sha256(token.encode()).hexdigest()} {scopes} {personas} # {scopes}\n")
        return tokens


class Holder:
    """A client that uses its tokens in turn. Without tokens it sends none."""

    def __init__(self, test: unittest.TestCase, address: str, tokens: list[str]) -> None:
        self.connection = http.client.HTTPConnection(address, timeout=DEADLINE_S)
        test.addCleanup(self.connection.close)
        self.tokens = itertools.cycle(tokens or [""])

    def ask(self, request: Request) -> Answer:
        token = next(self.tokens)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if request.body is not None:
            headers["Content-Type"] = "application/json"
        return ask_on(self.connection, request.method, request.path, request.body, headers)


def personas_of(request: Request) -> set[str]:
    """The names in the path, the query or the body; empty if the body cannot be read."""
    parts = urlsplit(request.path)
    found = [value for name, value in parse_qsl(parts.query) if name == "persona"]
    if request.route.startswith("/v1/personas/"):
        found.append(unquote(parts.path.split("/")[3]))
    try:
        body = json.loads(request.body or b"null")
    except ValueError:
        body = None
    found += [one.get("persona_id", one.get("agent_id")) for one in (body if isinstance(body, list) else [body]) if isinstance(one, dict)]
    return {one for one in found if isinstance(one, str) and one}


def for_persona(request: Request, name: str) -> Request | None:
    """The same request about another persona; none if the body has no place for it."""
    parts = urlsplit(request.path)
    path, fields = parts.path, parse_qsl(parts.query, keep_blank_values=True)
    if request.route.startswith("/v1/personas/"):
        path = path_of(request.route, name)
    query = urlencode([(field, name if field == "persona" else value) for field, value in fields], quote_via=quote)
    body = request.body
    if body is not None:
        try:
            asked = json.loads(body)
        except ValueError:
            return None
        if isinstance(asked, list):
            asked = [one | {"agent_id": name} for one in asked]
        elif isinstance(asked, dict):
            asked |= {"persona_id": name}
        else:
            return None
        body = json.dumps(asked).encode()
    return request._replace(path=f"{path}?{query}" if query else path, body=body)


class TokenRoutes:
    """Part of the test case; uses its `own`, `other`, `folder`, `ids_of`, `places` and `check_words`."""

    def serve_with(self, tokens: TokensFile, program: str, settings: tuple[str, ...]) -> RecallServer:
        server = RecallServer(self, program, self.folder / "guarded", *settings, f"http.tokens_file={tokens.path}")
        own, other = self.own.turns(60), self.other.turns(60)
        server.publish([turn for pair in zip(own, other, strict=True) for turn in pair])
        server.drain()
        server.start("127.0.0.1:0")
        return server

    def check_tokens(self, program: str, settings: tuple[str, ...], requests: int) -> None:
        file = TokensFile(self.folder / "tokens")
        of_own, of_reader, of_wrong = (file.add(*line) for line in (("read,write,admin", self.own.name), ("read", self.own.name),
                                                                     ("read,write,admin", f"{self.other.name}?")))
        server = self.serve_with(file, program, settings)
        self.client = CuriousClient(self.own, self.other, self.chance)
        self.client.own_ids, self.client.other_ids = self.ids_of(server, self.own.name, ()), self.ids_of(server, self.other.name, ())
        self.foreign_ids = self.client.other_ids
        places = self.places(server)
        address = server.address()
        holder = Holder(self, address, of_own)
        made = [self.client.request(route).at(places) for route in sorted(self.client.makers) * (requests // len(self.client.makers))]
        before = self.memory_of_other(server)
        self.check_strangers(address, made)
        self.check_own(server, holder, made)
        self.check_foreign(server, holder, made)
        self.check_foreign(server, Holder(self, address, of_wrong), made[:40])
        self.check_tricks(holder)
        self.check_mixed_turns(server, holder)
        self.check_scopes(Holder(self, address, of_reader), holder, made)
        self.assertEqual(self.memory_of_other(server), before)

    def memory_of_other(self, server: RecallServer) -> list[str]:
        asked = {"persona_id": self.other.name, "limit": 100, "count": False}
        return sorted(result["id"] for result in server.post("/v1/recall", asked).json()["results"])

    def check_strangers(self, address: str, made: list[Request]) -> None:
        """Without a token, and with a wrong one."""
        first = {request.route: request for request in made}.values()
        for holder in (Holder(self, address, []), Holder(self, address, ["guess"])):
            for request in (*first, *(Request(path, "GET", path) for path in (*OF_ALL_PERSONAS, f"/p/{self.own.name}", *OF_THE_PROCESS))):
                answer = holder.ask(request)
                self.assertEqual((answer.status, answer.media), (401, "application/problem+json"), request)
                self.check_words(request, answer)
            for path in FREE:
                self.assertEqual(holder.ask(Request(path, "GET", path)).status, 200, path)

    def check_own(self, server: RecallServer, holder: Holder, made: list[Request]) -> None:
        """What the token covers is answered as on the socket; what is asked about other names is not."""
        answered = set()
        for request in made:
            answer = holder.ask(request)
            self.check_words(request, answer)
            if personas_of(request) - {self.own.name}:
                self.assertIn(answer.status, (400, 403), request)
                continue
            expected = server.ask(request.method, request.path, request.body, Content_Type="application/json")
            self.assertEqual(answer.status, expected.status, (request, answer, expected))
            self.assertEqual(self.comparable(answer.json()), self.comparable(expected.json()), request)
            if answer.status < 300:
                answered.add(request.route)
        self.assertGreater(len(answered), 8, answered)

    def check_foreign(self, server: RecallServer, holder: Holder, made: list[Request]) -> None:
        """The same requests about the other persona, of which the socket answers many."""
        had_something = 0
        for request in made:
            foreign = for_persona(request, self.other.name)
            if foreign is None:
                continue
            answer = holder.ask(foreign)
            self.check_words(foreign, answer)
            if answer.status == 422 and request.route == "/v1/turns":
                self.assertEqual(answer.json()["turns"], [], foreign)  # none is in order, so that none is sent
                continue
            self.assertEqual(answer.status, 403, (foreign, answer))
            self.assertIn("does not cover", answer.json()["detail"])
            if READING.fullmatch(request.route):
                there = server.ask(foreign.method, foreign.path, foreign.body, Content_Type="application/json")
                had_something += there.status == 200 and self.other.mark in there.body.decode().lower()
        self.assertGreater(had_something, 0)

    def check_tricks(self, holder: Holder) -> None:
        """Requests in which two readers could see different personas."""
        own, other = self.own.name, self.other.name
        first, second = (f'"persona_id":"{name}"' for name in (own, other))
        escaped = second.replace("persona_id", "persona\\u005fid")
        turn = json.dumps(self.own.made[0])
        doubled = turn.replace('"agent_id": ', f'"agent_id": "{other}", "agent_id": ', 1)
        self.assertNotEqual(turn, doubled)
        bodies = [(route, body) for route in ("/v1/recall", "/v1/context", "/v1/similar", "/v1/related", "/v1/forget", "/v1/commands/sweep",
                                              "/v1/commands/access")
                  for body in (f"{{{first},{second}}}", f"{{{second},{first}}}", f"{{{first},{escaped}}}", f"{{{first}}}{{{second}}}",
                               f"[{{{first}}},{{{second}}}]", f'{{{first},"in":{{{second}}}}}', f"{{{second}}}", f"\ufeff{{{second}}}",
                               f'{{"persona_id":["{other}"]}}', f'{{{first},"agent_id":"{other}"}}')]
        bodies += [("/v1/turns", body) for body in (doubled, f"[{doubled}]", f"{turn}{doubled}", f'{{"turns":[{doubled}]}}')]
        requests = [Request(route, "POST", route, body.encode()) for route, body in bodies]
        one = quote(self.client.other_ids[0], safe="")
        requests += [Request(path, "GET", path) for path in (
            f"/v1/memories/{one}?persona={own}&persona={other}", f"/v1/memories/{one}?persona={other}&persona={own}",
            f"/v1/memories/{one}?persona={other}", f"/v1/memories/{one}", f"/v1/explain/{one}?persona={own}%00{other}",
            f"/v1/personas/{own}/timeline?persona_id={other}", f"/v1/personas/{own}/timeline?persona={other}",
            f"/v1/personas/{own}%2F..%2F{other}", f"/v1/personas/{own}%2Ftimeline", f"/v1/personas/{own}%2C{other}",
            f"/v1/personas/{other}", f"/v1/personas/{own}?persona={other}")]
        for request in requests:
            answer = holder.ask(request)
            self.assertIn(answer.status, (400, 403, 404, 422), (request, answer))
            self.check_words(request, answer)

    def check_mixed_turns(self, server: RecallServer, holder: Holder) -> None:
        """One turn of another persona keeps all others of the request out."""
        known = server.call("tail", "turns", "--from-beginning", "--raw")
        own, other = self.own.made[0], self.other.made[0]
        for turns, index in (([own, own, other], 2), ([other, own], 0), ([{}, own, other, other], 2), ([other], 0)):
            for body in (json.dumps(turns), json.dumps(turns, indent=1)):
                answer = holder.ask(Request("/v1/turns", "POST", "/v1/turns", body.encode()))
                self.assertEqual(answer.status, 403, answer)
                self.assertIn(f"turn {index}.", answer.json()["detail"])
        self.assertEqual(server.call("tail", "turns", "--from-beginning", "--raw"), known)

    def check_scopes(self, reader: Holder, holder: Holder, made: list[Request]) -> None:
        """read permits no change, and what concerns all personas needs the pattern *."""
        for request in made:
            if request.method == "POST" and not READING.fullmatch(request.route):
                self.assertEqual(reader.ask(request).status, 403, request)
        for path in ("/v1/digest", *OF_THE_PROCESS):
            self.assertEqual(reader.ask(Request(path, "GET", path)).status, 403, path)
        other, own = self.other.name, self.own.name
        for path in (*OF_ALL_PERSONAS, f"/v1/stream?persona={other}", f"/p/{other}", f"/p/{other}/search?q=x", f"/p/{other}/history"):
            for method in ("GET", "HEAD"):
                self.assertEqual(holder.ask(Request(path, method, path)).status, 403, (method, path))
        # A stream has no end, so it is asked for without its body.
        for method, path in (("HEAD", f"/v1/stream?persona={own}"), ("GET", f"/p/{own}"), ("HEAD", f"/p/{own}")):
            self.assertEqual(reader.ask(Request(path, method, path)).status, 200, (method, path))
        for path in OF_THE_PROCESS:
            self.assertEqual(holder.ask(Request(path, "GET", path)).status, 200, path)
