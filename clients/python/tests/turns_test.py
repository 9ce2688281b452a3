"""Turns made of what an agent has at hand. No server is needed."""

import re
import sys
import unittest
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from turnstream import new_turn_id, turn, turn_of_messages  # noqa: E402 (needs the path set above)

ULID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")


class Turns(unittest.TestCase):
    def test_an_id_that_is_given_stays(self) -> None:
        given = str(uuid.uuid4())
        self.assertEqual(turn("helper", "Hi", turn_id=given)["turn_id"], given)

    def test_ids_are_ulids_and_differ(self) -> None:
        ids = {new_turn_id() for _ in range(1000)}
        self.assertEqual(len(ids), 1000)
        for one in ids:
            self.assertRegex(one, ULID)
        self.assertEqual(len({one[:6] for one in ids}), 1)  # the time

    def test_a_turn_has_what_it_was_given_and_nothing_else(self) -> None:
        made = turn("helper", "Hi", "Hello.", user="ann", session="s1", recalled=["m1"], domain="code")
        self.assertRegex(made.pop("turn_id"), ULID)
        self.assertRegex(made.pop("timestamp"), r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        self.assertEqual(made, {"agent_id": "helper", "turn_data": {"user_input": "Hi", "assistant_response": "Hello."}, "user_id": "ann",
                                "session_id": "s1", "metadata": {"memories_recalled": ["m1"]}, "domain": "code"})
        self.assertEqual(set(turn("helper", "Hi")), {"turn_id", "timestamp", "agent_id", "turn_data"})

    def test_the_last_exchange_of_a_chat_becomes_a_turn(self) -> None:
        call = {"id": "c1", "type": "function", "function": {"name": "grep", "arguments": '{"pattern": "port"}'}}
        broken = {"id": "c2", "function": {"name": "cat", "arguments": "not json"}}
        messages = [
            {"role": "system", "content": "You help."},
            {"role": "user", "content": "earlier"},
            {"role": "assistant", "content": "done"},
            {"role": "user", "content": "Which port"},
            {"role": "user", "content": [{"type": "text", "text": "does it use?"}, {"type": "image_url", "image_url": {}}]},
            {"role": "assistant", "content": None, "tool_calls": [call, broken]},
            {"role": "tool", "tool_call_id": "c1", "content": '{"matches": 3}'},
            {"role": "tool", "tool_call_id": "c2", "content": "no such file", "is_error": True},
            {"role": "tool", "tool_call_id": "unknown", "content": "x"},
            {"role": "assistant", "content": "8080"},
        ]
        made = turn_of_messages("helper", messages, session="s1")
        self.assertEqual(made["turn_data"], {"user_input": "Which port\ndoes it use?", "assistant_response": "8080"})
        self.assertEqual(made["session_id"], "s1")
        self.assertEqual(made["tool_executions"], [
            {"tool_id": "grep", "status": "success", "inputs": {"pattern": "port"}, "outputs": {"matches": 3}},
            {"tool_id": "cat", "status": "failure", "inputs": {"text": "not json"}, "outputs": {"text": "no such file"},
             "error": "no such file"}])

    def test_a_chat_without_words_is_an_empty_turn(self) -> None:
        for messages in ([], [{"role": "system", "content": "You help."}], [{"role": "assistant", "content": "Hello."}]):
            said = turn_of_messages("helper", messages)["turn_data"]
            self.assertEqual(said["user_input"], "")


if __name__ == "__main__":
    unittest.main()
