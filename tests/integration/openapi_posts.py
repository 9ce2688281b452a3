"""The requests of openapi_test that send turns and commands."""

import time

from recall_server import DEADLINE_S, RecallServer


class Posts:
    """A part of OpenApi."""

    def send_turns(self, server: RecallServer) -> None:
        known = self.turns[9]
        new = {"agent_id": "newcomer", "timestamp": "2026-01-05T09:00:00Z", "turn_data": {"user_input": "Hi", "assistant_response": "Hello."}}
        wrong = new | {"duration_ms": -1}
        sent = self.check("/v1/turns", "POST", server.post("/v1/turns?wait=memory&timeout_ms=30000", [new, known, wrong]))
        self.assertEqual(sent.status, 200)
        self.assertEqual([turn["memory"] for turn in sent.json()["turns"]], ["remembered", "duplicate"])
        self.assertEqual([(turn["index"], turn["pointer"]) for turn in sent.json()["refused"]], [(2, "/duration_ms")])
        self.assertEqual(self.post(server, "/v1/turns", new).status, 202)
        refused = self.post(server, "/v1/turns", wrong)
        self.assertEqual((refused.status, refused.json()["refused"][0]["rule"]), (422, "minimum 0"))
        self.assertEqual(self.post(server, "/v1/turns", []).status, 400)
        large = [b" " * 65_536] * 129  # in chunks, so that the server reads it
        self.assertEqual(self.check("/v1/turns", "POST", server.ask("POST", "/v1/turns", large, Content_Type="application/json")).status, 413)
        self.assertEqual(self.check("/v1/turns", "POST", server.ask("POST", "/v1/turns", b"{}")).status, 415)
        conflict = self.check("/v1/turns", "POST", server.post("/v1/turns?wait=memory&timeout_ms=30000", known | {"duration_ms": 77}))
        self.assertEqual(conflict.status, 422)
        self.assertEqual([(turn["memory"], turn["code"]) for turn in conflict.json()["turns"]], [("refused", "turn_id_conflict")])

    def send_commands(self, server: RecallServer) -> None:
        one = server.post("/v1/recall", {"persona_id": "newcomer", "count": False}).json()["results"][0]["id"]
        sent = [("/v1/commands/access", {"ids": [one]}), ("/v1/commands/sweep", {"passes": ["consolidate"], "since": "2026-01-01T00:00Z"}),
                ("/v1/commands/sweep", {}), ("/v1/forget", {"ids": [one]}), ("/v1/forget", {"user_id": "ann", "session_id": "s1"}),
                ("/v1/forget", {"all": True, "confirm": "newcomer", "block": True})]
        for path, asked in sent:
            answer = self.post(server, path, {"persona_id": "newcomer"} | asked)
            self.assertEqual(answer.status, 202, answer)
            for command in answer.json()["commands"]:
                end = time.monotonic() + DEADLINE_S
                while self.get(server, "/v1/commands/{id}", command, persona="newcomer").json()["state"] == "pending":
                    self.assertLess(time.monotonic(), end)
                self.assertEqual(self.get(server, "/v1/commands/{id}", command, persona="helper").status, 404)
        self.assertEqual(self.post(server, "/v1/forget", {"persona_id": "newcomer", "user_id": "nobody here"}).status, 404)
        for path, wrong in (("/v1/forget", {}), ("/v1/forget", {"all": True}), ("/v1/forget", {"ids": ["x"], "block": True}),
                            ("/v1/commands/sweep", {"passes": ["all"]}), ("/v1/commands/sweep", {"since": "yesterday"}),
                            ("/v1/commands/access", {"ids": []}), ("/v1/commands/access", {"ids": [""]}), ("/v1/forget", {"ids": [""]}), ("/v1/commands/access", {"ids": [one], "counts": [2]})):
            self.assertEqual(self.post(server, path, {"persona_id": "newcomer"} | wrong).status, 400, wrong)
        for path in ("/v1/forget", "/v1/commands/sweep", "/v1/commands/access"):
            self.assertEqual(self.post(server, path, b" " * 300_000).status, 413)
            self.assertEqual(self.check(path, "POST", server.ask("POST", path, b"{}")).status, 415)
