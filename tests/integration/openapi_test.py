"""The answers of a running process over HTTP are those that schemas/openapi.json describes: no other member or status, and each
described member is in some answer.

    openapi_test.py TURNSTREAM

TURNSTREAM_TEST_SEED repeats a run. TURNSTREAM_TEST_EXAMPLES is the number of requests that schemathesis makes up for each path (25).
"""

import importlib.util
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from invented_turns import Persona
from openapi_answers import FILE, PROBLEM, Description
from openapi_posts import Posts
from recall_server import DEADLINE_S, Answer, RecallServer, path_of
from stream_follower import Follower

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
EXAMPLES = int(os.environ.get("TURNSTREAM_TEST_EXAMPLES", "25"))
SKIPPED = 77
STREAM = "/v1/stream"  # has no end
SETTINGS = ("memory.consolidation.pressure_threshold=0.05", "recall.after_turn_ms=20")
KINDS = ("message", "memory", "fact", "note", "instruction", "preference", "habit", "pattern", "skill", "insight", "topic", "daily", "episode")
CHECKS = ("not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
          "response_schema_conformance,negative_data_rejection,positive_data_acceptance,unsupported_method,allow_header_conformance")
# 504 is described: the turn of after_turn is not in memory. 413: a list of long texts is a long body.
CONFIG = """
[generation]
with-security-parameters = false
[checks.not_a_server_error]
expected-statuses = ["2xx", "3xx", "4xx", "504"]
[checks.negative_data_rejection]
expected-statuses = ["400", "404", "405", "413", "415"]
# Of several turns those that are in order are taken. A time in the future is refused, which no schema can say.
[[operations]]
include-path = "/v1/turns"
checks.negative_data_rejection.expected-statuses = ["202", "400", "413", "415", "422"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "422"]
# A forget must name something, which no schema says; and nothing is known of most users.
[[operations]]
include-path = "/v1/forget"
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "404"]
"""
REFUSED = "01KE7MSSB0B0000000000000RE"
FAILING = "01KE7MSSB0B0000000000000FA"
UNKNOWN = "01KE7MSSB0B0000000000000XX"
# The command that forgot a memory has left the log, but its report has not. A memory other than a message with a long text. A stage that
# does not answer for ten seconds. A table of vectors.
NOT_SEEN = {("ExplainedEvent", "asked"), ("TimelineEntry", "truncated"), ("Message/parts", "vector"),
            ("CommandAnswerOfStage", "code"), ("CommandAnswerOfStage", "message"), ("CommandAnswerOfStage/changes/*", "put"),
            ("CommandAnswerOfStage/changes/*", "patch"),
            *(("UnknownTurn", member) for member in ("index", "persona_id", "turn_id")), ("TurnsProblem", "unknown"),
            *((answer, "waits_for") for answer in ("RecallAnswer", "ContextAnswer", "PersonaAnswer", "TimelineAnswer"))}
# Statuses that no request of this test can cause: a failure of the store, recall that has stopped, full queues, a server with tokens.
NOT_CAUSED = {"500", "503", "401", "429"}


class OpenApi(Posts, unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        seed = int(os.environ.get("TURNSTREAM_TEST_SEED", str(random.randrange(2**31))))
        print(f"seed {seed}")
        cls.seed, cls.chance = seed, random.Random(seed)

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.description = Description()
        self.persona = Persona("helper", "zq", self.chance)

    def serve(self, *settings: str) -> RecallServer:
        server = RecallServer(self, PROGRAM, self.folder / "state", *SETTINGS, *settings)
        turns = self.turns = [one | ({"user_name": "Ann"} if one["user_id"] == self.persona.users[0] else {}) for one in self.persona.turns(50)]
        turns[5]["turn_data"]["user_input"] = "Is the harbour ledger long? " * 100
        turns[6]["observations"][0]["content"] = "The harbour ledger is long. " * 100
        for number, more in ((20, ""), (30, " mostly"), (40, " too")):  # insights that merge
            turns[number]["observations"][0]["content"] = f"The gateway of the harbour office stands on the old pier near Porto{more}"
        turns[3]["turn_data"] = {"user_input": "Which harbour keeps the ledger of the lighthouse?",
                                 "assistant_response": "The harbour of Aveiro keeps the ledger of the lighthouse since March 2019. "
                                 "He brought the ledger to the harbour in October 2018, and kept it in the lighthouse."}
        turns[7]["agent_name"] = "Ada"
        server.publish(turns)
        server.publish([turns[9], turns[10] | {"session_id": "other"}])  # a repeat, and another turn with a known id
        server.call("publish", "--unchecked", given=json.dumps(turns[8] | {"turn_id": REFUSED, "duration_ms": -1}) + "\n")
        server.drain()
        server.start("127.0.0.1:0")
        return server

    def ids(self, server: RecallServer) -> list[str]:
        """Of all kinds."""
        found = []
        for kind in KINDS:
            answer = server.post("/v1/recall", {"persona_id": "helper", "kinds": [kind], "limit": 20, "count": False}).json()
            self.assertTrue(answer["results"], f"there is no memory of kind {kind}")
            found += [one["id"] for one in answer["results"]]
        return found

    def check(self, path: str, method: str, answer: Answer, request: object = None) -> Answer:
        self.assertEqual(self.description.check(path, method, answer), [], (path, request, answer.body[:2000]))
        return answer

    def post(self, server: RecallServer, path: str, request: object) -> Answer:
        return self.check(path, "POST", server.post(path, request), request)

    def get(self, server: RecallServer, path: str, name: str = "", **query: str) -> Answer:
        return self.check(path, "GET", server.get(path_of(path, name, **query)), (name, query))

    def test_the_description_is_valid(self) -> None:
        subprocess.run([sys.executable, "-B", "-m", "openapi_spec_validator", str(FILE)], check=True)

    def test_the_description_is_served_as_it_is_and_its_examples_are_right(self) -> None:
        server = RecallServer(self, PROGRAM, self.folder / "state")
        server.start()
        answer = self.get(server, "/openapi.json")
        self.assertEqual(answer.status, 200)
        self.assertTrue(answer.body == FILE.read_bytes(), "the program was built with another description than the one in schemas/")
        for place, schema, value in self.description.examples():
            self.assertEqual(self.description.faults(schema, value), [], place)
        for route in self.description.open["paths"].keys() - {STREAM}:
            self.assertNotEqual(server.get(path_of(route, "x")).body, server.get("/nothing").body, f"{route} is not served")

    def test_all_answers_are_described_and_all_described_members_occur(self) -> None:
        server = self.serve("recall.history_days=3", "faults.allowed=true", f"faults.inject=semantic:{FAILING}:transient:3")
        self.send_turns(server)
        self.send_commands(server)
        self.ask_about_memory(server)
        self.ask_for_changes(server)
        self.ask_for_what_ended(server)
        self.ask_wrongly(server)
        self.ask_too_early(server)
        for path in ("/v1/digest", "/healthz", "/readyz", "/metrics", "/status", "/openapi.json"):
            self.assertEqual(self.get(server, path).status, 200)
        missing = sorted(self.description.members() - self.description.seen - NOT_SEEN)
        self.assertEqual(missing, [], "members that are described and were not seen")
        described = {(path, status) for path, methods in self.description.open["paths"].items() for one in methods.values()
                     for status in one["responses"]}
        missing = sorted(one for one in described - self.description.statuses if one[1] not in NOT_CAUSED)
        self.assertEqual(missing, [], "statuses that are described and were not seen")
        print(f"{len(self.description.seen)} members, {len(self.description.statuses)} statuses of paths")

    def test_schemathesis_finds_no_answer_that_differs(self) -> None:
        server = self.serve()
        known = {"persona": "helper", "seed": self.seed, "ids": self.ids(server), "turns": self.persona.turn_ids,
                 "words": ["harbour ledger", "when did I say 8 January 2026", *self.persona.words[:20]]}
        (self.folder / "known.json").write_text(json.dumps(known), encoding="utf-8")
        (self.folder / "schemathesis.toml").write_text(CONFIG, encoding="utf-8")
        address = f"http://{server.address()}"
        done = subprocess.run(
            [sys.executable, "-B", "-m", "schemathesis.cli", "--config-file", "schemathesis.toml", "run", f"{address}/openapi.json",
             "--url", address, "--phases", "examples,coverage,fuzzing", "--max-examples", str(EXAMPLES), "--checks", CHECKS,
             "--seed", str(self.seed), "--generation-database", "none", "--continue-on-failure", "--no-color", "--warnings", "off",
             "--suppress-health-check", "all", "--exclude-path", STREAM], check=False, cwd=self.folder, capture_output=True, text=True,
            timeout=10 * DEADLINE_S, env=os.environ | {"SCHEMATHESIS_HOOKS": "openapi_hooks", "PYTHONPATH": str(Path(__file__).parent),
                              "TURNSTREAM_TEST_KNOWN": str(self.folder / "known.json")})
        said = "\n".join(line[:500] for line in done.stdout.splitlines())[-8000:]
        self.assertEqual(done.returncode, 0, said + done.stderr[-2000:])
        tested = re.search(r"(\d+) generated, (\d+) passed", said)
        self.assertTrue(tested and int(tested[1]) > 400, said)
        print(f"schemathesis: {tested[0]}")

    def ask_about_memory(self, server: RecallServer) -> None:
        common = {"persona_id": "helper", "count": False}
        queries = ("", "harbour ledger", *self.persona.words[:8], "when did we talk about the meeting on 21 January 2026",
                   f"what does {self.persona.users[0]} prefer for large codebases", "what did Ada say on 6 January 2026 about ports")
        for query in queries:
            for kinds in ([], *([kind] for kind in KINDS)):
                self.post(server, "/v1/recall", common | {"query": query, "kinds": kinds, "limit": 40})
            self.post(server, "/v1/context", common | {"query": query, "budget_chars": 3000})
        for more in ({"as_of": "2026-01-09T09:00:00Z"}, {"tags": self.persona.tags[:1]}, {"types": ["chat"], "current": True},
                     {"session_id": self.persona.sessions[1], "min_importance": .5}, {"limit": 3.0, "since": "2026-01-06T00:00Z"}):
            self.assertEqual(self.post(server, "/v1/recall", common | more).status, 200, more)
        for persona in ("helper", "newcomer", "a/b"):
            self.assertEqual(self.get(server, "/v1/personas/{id}", persona).status, 200)
            self.assertEqual(self.get(server, "/v1/personas/{id}/timeline", persona).status, 200)
        personas = self.get(server, "/v1/personas").json()
        self.assertIn("helper", [one["persona_id"] for one in personas["personas"]])
        self.assertEqual(self.get(server, "/v1/personas", after="zz").json(), {"personas": [], "next": None})
        letters = self.get(server, "/v1/dead_letters", limit="5").json()["dead_letters"]
        self.assertIn((REFUSED, "/duration_ms", "minimum 0"), [(one["turn_id"], one["pointer"], one["rule"]) for one in letters])
        for kind in KINDS[1:]:
            self.assertEqual(self.get(server, "/v1/personas/{id}/timeline", "helper", kinds=kind).status, 200)
        for more in ({"query": "harbour ledger"}, {"since": "2026-01-06T00:00Z", "until": "2026-01-09T00:00Z", "limit": "3"},
                     {"current": "true", "types": "habit"}, {"as_of": "2026-01-09T09:00:00Z"}):
            self.assertEqual(self.get(server, "/v1/personas/{id}/timeline", "helper", **more).status, 200, more)
        self.post(server, "/v1/similar", common | {"text": "the harbour ledger is long", "kinds": ["message"]})
        for user in self.persona.users:
            self.assertTrue(self.post(server, "/v1/related", common | {"user_id": user}).json()["results"])
        for one in self.ids(server):
            self.assertEqual(self.get(server, "/v1/memories/{id}", one, persona="helper").status, 200, one)
            self.assertEqual(self.post(server, "/v1/similar", common | {"id": one, "limit": 5}).status, 200, one)
            timeline = self.get(server, "/v1/personas/{id}/timeline", "helper", id=one)
            self.assertEqual(timeline.status, 404 if "#" in one else 200, one)
            report = self.get(server, "/v1/explain/{id}", one, persona="helper")
            self.assertEqual(report.status, 200, one)
            for event in report.json()["events"]["list"][:2]:
                self.get(server, "/v1/explain/{id}", event["id"] or one, persona="helper")
        for turn in (*self.persona.turn_ids, REFUSED):
            self.assertEqual(self.get(server, "/v1/turns/{id}", turn, persona="helper").status, 200)

    def ask_for_what_ended(self, server: RecallServer) -> None:
        """Forgotten and merged memories, and the commands."""
        forgotten = server.post("/v1/recall", {"persona_id": "helper", "session_id": self.persona.sessions[5], "limit": 30}).json()
        report = server.call("forget", "--persona", "helper", "--session", self.persona.sessions[5], "--json")
        commands = json.loads(report.splitlines()[-1])["commands"]
        server.call("forget", "--persona", "helper", UNKNOWN)
        for one in (UNKNOWN, *(result["id"] for result in forgotten["results"]), *self.persona.turn_ids[-8:], *commands):
            for path in ("/v1/explain/{id}", "/v1/turns/{id}", "/v1/memories/{id}"):
                self.get(server, path, one, persona="helper")
        events = [json.loads(line) for line in server.call("tail", "consolidation", "--from-beginning", "--raw").splitlines()]
        for merge in [event for event in events if event["type"] == "merge"][:20]:
            self.assertEqual(self.get(server, "/v1/explain/{id}", merge["merged"][0], persona="helper").status, 200)

    def ask_for_changes(self, server: RecallServer) -> None:
        """Those of all time, up to a change that has a text that is cut, and the reset of a stream with an unknown place."""
        follower = Follower(server.state, "0@-1.0", "helper")
        follower.follow_until(lambda events: any("truncated" in one.data for one in events), time.monotonic() + DEADLINE_S)
        unknown = Follower(server.state, "0@999999.0")
        unknown.follow_until(bool, time.monotonic() + DEADLINE_S)
        names = {"turn": "StreamedRecord", "change": "StreamedChange", "reset": "StreamReset"}
        for event in follower.events + unknown.events:
            schema = {"$ref": f"#/components/schemas/{names[event.name]}"}
            self.assertEqual(self.description.faults(schema, event.data), [], event)
            self.assertEqual(self.description.faults({"$ref": "#/components/schemas/StreamPosition"}, event.id), [])
        self.assertEqual({event.name for event in follower.events + unknown.events}, set(names))
        self.description.statuses.add((STREAM, "200"))

    def ask_wrongly(self, server: RecallServer) -> None:
        for path, needed in (("/v1/recall", {}), ("/v1/context", {}), ("/v1/similar", {"text": "harbour"}), ("/v1/related", {"room_id": "x"})):
            asked = {"persona_id": "helper"} | needed
            for wrong in ({}, [], asked | {"querry": "x"}, asked | {"since": "yesterday"}, asked | {"limit": 1.5},
                          asked | {"budget_chars": 99}, asked | {"as_of": "9@9"}, b"\xff", b"{"):
                self.assertEqual(self.post(server, path, wrong).status, 400, wrong)
            self.assertEqual(self.post(server, path, asked | {"as_of": "2026-01-05T09:00:00Z"}).status, 410)
            self.assertEqual(self.post(server, path, asked | {"after_turn": UNKNOWN}).status, 504)
            self.assertEqual(self.post(server, path, asked | {"query": "x" * 70_000}).status, 413)
            self.assertEqual(self.check(path, "POST", server.ask("POST", path, b"{}")).status, 415)
            self.assertEqual(self.check(path, "POST", server.ask("POST", path, b"{}", Content_Type="text/plain")).status, 415)
        for wrong in ({}, {"id": "x", "text": "harbour"}, {"text": " "}):
            self.assertEqual(self.post(server, "/v1/similar", {"persona_id": "helper"} | wrong).status, 400, wrong)
        self.assertEqual(self.post(server, "/v1/similar", {"persona_id": "helper", "id": UNKNOWN}).status, 404)
        self.assertEqual(self.post(server, "/v1/related", {"persona_id": "helper"}).status, 400)
        for wrong in ({"kinds": "message"}, {"limit": "five"}, {"since": "yesterday"}, {"other": "x"}):
            self.assertEqual(self.get(server, "/v1/personas/{id}/timeline", "helper", **wrong).status, 400, wrong)
        self.assertEqual(self.get(server, "/v1/personas/{id}/timeline", "helper", query="x" * 40_000).status, 414)
        for wrong in ("0", "101", "five", ""):
            self.assertEqual(self.get(server, "/v1/dead_letters", limit=wrong).status, 400, wrong)
        self.assertEqual(self.get(server, "/v1/personas/{id}/timeline", "helper", as_of="2026-01-05T09:00:00Z").status, 410)
        for path, methods in self.description.open["paths"].items():
            method = next(iter(methods)).upper()
            there = path_of(path, "x", persona="helper")
            self.assertEqual(self.check(path, method, server.over_tcp(method, there, Host="evil.example")).status, 403)
            self.assertEqual(self.check(path, method, server.ask(method, there + "&a=%00")).status, 400)
            if method == "GET":
                self.assertEqual(self.check(path, method, server.ask(method, there, b"{}")).status, 413)
            if "{id}" in path:
                fields = self.fields_of(path, method, as_of="2026-01-05T09:00:00Z", persona="helper")
                self.get(server, path, "unknown", **fields)
                self.get(server, path, "unknown", **{name: value for name, value in fields.items() if name != "as_of"})
                self.assertEqual(self.get(server, path, "unknown", **fields, surprise="x").status, 400)
            self.check_problem(server.ask("DELETE", there), 405)
        self.check_problem(server.get("/v1/nothing"), 404)

    def fields_of(self, path: str, method: str, **fields: str) -> dict[str, str]:
        """Those that the description has for the query of this path."""
        described = self.description.open["paths"][path][method.lower()].get("parameters", [])
        names = {self.description.resolved(one)["name"] for one in described}
        return {name: value for name, value in fields.items() if name in names}

    def ask_too_early(self, server: RecallServer) -> None:
        """For a turn that one stage has not answered: it fails three times."""
        turn = self.persona.turn(50, 51, 6) | {"turn_id": FAILING}
        server.publish([turn])
        while (answer := self.get(server, "/v1/turns/{id}", FAILING, persona="helper")).status == 404:
            pass
        stages = answer.json()["records"]["list"][0]["stages"]
        self.assertIn(False, [stage["answered"] for stage in stages])

    def check_problem(self, answer: Answer, status: int) -> None:
        self.assertEqual((answer.status, answer.media), (status, PROBLEM))
        self.assertEqual(self.description.faults({"$ref": "#/components/schemas/Problem"}, answer.json()), [])


if __name__ == "__main__":
    if not PROGRAM:
        print("usage: openapi_test.py TURNSTREAM")
        sys.exit(SKIPPED)
    if missing := [name for name in ("openapi_spec_validator", "schemathesis") if importlib.util.find_spec(name) is None]:
        print(f"skipped: Python's {' and '.join(missing)} is missing; scripts/setup test installs it.")
        sys.exit(SKIPPED)
    unittest.main()
