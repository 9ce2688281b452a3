"""The client against a running process, on the socket of its state directory and at an address.

    memory_test.py TURNSTREAM
"""

import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import uuid
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from turnstream import Memory, NotInMemory, NotPermitted, Refused, RefusedTurn, Unreachable, turn  # noqa: E402 (needs the path set above)

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
DEADLINE_S = 60


class Client(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.state = Path(folder.name) / "state"

    def start(self, *settings: str) -> subprocess.Popen:
        lines = self.state.with_suffix(".lines").open("a", encoding="utf-8")
        self.addCleanup(lines.close)
        process = subprocess.Popen([PROGRAM, "run", "--state", str(self.state), "--listen", "127.0.0.1:0", *settings],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=lines)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        end = time.monotonic() + DEADLINE_S
        while True:
            try:
                Memory(self.state, persona="helper").about()
                return process
            except Unreachable:
                self.assertTrue(time.monotonic() < end and process.poll() is None,
                                self.state.with_suffix(".lines").read_text(encoding="utf-8")[-2000:])
                time.sleep(.05)

    def address(self) -> str:
        status = subprocess.run([PROGRAM, "status", "--json", "--state", str(self.state)], capture_output=True, text=True, check=True)
        return "http://" + json.loads(status.stdout)["processes"][0]["address"]

    def test_what_is_remembered_is_recalled_with_its_source(self) -> None:
        self.start()
        for where in (self.state, str(self.state / "http.sock"), self.address()):
            memory = Memory(where, persona=f"helper of {where}", user="ann", session="s1")
            sent = memory.remember("The api port is 8080", "Noted.", wait=True, wait_s=30)
            self.assertEqual(sent.memory, "remembered", sent)
            found = memory.recall("which port does the api use?")
            self.assertEqual(found[0].text, "The api port is 8080")
            self.assertEqual(found[0].raw["provenance"]["turn_id"], sent.turn_id)
            self.assertEqual((found[0].speaker, found[0].session_id), ("ann", "s1"))
            self.assertEqual(memory.memory(found[0].id).text, found[0].text)
            self.assertEqual(memory.related(session="s1")[0].session_id, "s1")
            self.assertEqual({found.kind for found in memory.related(session="s1", kinds=["message"])}, {"message"})
            self.assertTrue(memory.similar("the port of the api"))
            self.assertEqual(memory.about()["persona_id"], memory.persona)
            self.assertIn(sent.turn_id, json.dumps(memory.explain(found[0].id)))
            memory.timeline("api port")

    def test_the_context_comes_back_with_the_next_turn(self) -> None:
        self.start()
        memory = Memory(self.state, persona="helper")
        memory.remember("I prefer TypeScript for large codebases", "Noted.", wait=True, wait_s=30)
        context = memory.context("typescript", budget_chars=1000)
        self.assertIn("TypeScript", str(context))
        self.assertTrue(context.ids)
        sent = memory.remember("Which language?", "You prefer TypeScript.", recalled=context, wait=True, wait_s=30)
        self.assertEqual(sent.memory, "remembered")
        tail = subprocess.run([PROGRAM, "tail", "turns", "--raw", "--state", str(self.state)], capture_output=True, text=True, check=True)
        turns = [json.loads(line) for line in tail.stdout.splitlines()]
        self.assertEqual(turns[-1]["metadata"]["memories_recalled"], context.ids)

    def test_what_is_forgotten_is_gone_and_the_stages_say_what_they_removed(self) -> None:
        self.start()
        memory = Memory(self.state, persona="helper")
        memory.remember("The api port is 8080", "Noted.", session="s1", wait=True, wait_s=30)
        memory.remember("My sister is called Ada", "Good to know.", session="s2", user="ann", wait=True, wait_s=30)
        memory.remember("The gateway is in Porto", "I see.", session="s3", wait=True, wait_s=30)
        one = memory.recall("which port does the api use?", kinds=["message"])[0]
        removed = memory.forget(one.id)
        self.assertEqual(removed["lifecycle"]["memory"], {"delete": 1})  # it has a number, so it was kept for long
        self.assertFalse([found for found in memory.recall("api port") if "8080" in found.text])
        with self.assertRaises(NotInMemory):
            memory.memory(one.id)
        memory.forget(user="ann")
        self.assertFalse([found for found in memory.recall("sister") if "Ada" in found.text])
        with self.assertRaises(NotInMemory):
            memory.forget(user="bob")
        with self.assertRaises(Refused):
            memory.forget()
        memory.sweep("consolidate")
        memory.forget(everything=True)
        self.assertEqual(memory.recall(), [])

    def test_refused_turns_are_named_and_the_others_are_sent(self) -> None:
        self.start()
        memory = Memory(self.state, persona="helper")
        with self.assertRaises(RefusedTurn) as refused:
            memory.remember("Hi", "Hello.", duration_ms=-1)
        self.assertEqual([(one.pointer, one.rule) for one in refused.exception.refusals], [("/duration_ms", "minimum 0")])
        turns = [turn("helper", f"number {number}", domain="chat" if number != 700 else "games") for number in range(1200)]
        with self.assertRaises(RefusedTurn) as refused:
            memory.remember_all(turns)
        self.assertEqual([(one.index, one.pointer) for one in refused.exception.refusals], [(700, "/domain")])
        last = memory.remember(turns[-1], wait=True, wait_s=30)
        self.assertEqual((last.turn_id, last.memory), (turns[-1]["turn_id"], "duplicate"))
        with self.assertRaises(TypeError):
            memory.remember(turns[0], "Hello.")

    def test_a_turn_may_have_a_uuid(self) -> None:
        self.start()
        memory = Memory(self.state, persona="helper")
        first, second = str(uuid.uuid4()), str(uuid.uuid4())
        self.assertEqual(memory.remember("The api port is 8080", "Noted.", turn_id=first, wait=True, wait_s=30).memory, "remembered")
        answer = turn("helper", "Which port?", "8080.", turn_id=second)
        answer["turn_data"]["parent_turn_id"] = first
        self.assertEqual([memory.remember(answer, wait=True, wait_s=30).memory for _ in range(2)], ["remembered", "duplicate"])
        found = memory.recall("which port does the api use?", after_turn=second.upper())
        self.assertIn(first, [one.raw["provenance"]["turn_id"] for one in found if one.kind == "message"])
        self.assertEqual(memory.explain(first.upper())["turn_id"], first)
        with self.assertRaisesRegex(RefusedTurn, "small letters") as refused:
            memory.remember("Hi", "Hello.", turn_id=first.upper())
        self.assertEqual([(one.pointer, one.rule) for one in refused.exception.refusals], [("/turn_id", "pattern")])
        memory.forget(first.upper())
        self.assertFalse([one for one in memory.recall("api port") if one.text == "The api port is 8080"])
        again = memory.remember("The api port is 8080", "Noted.", turn_id=first, wait=True, wait_s=30)
        self.assertEqual((again.memory, again.code), ("refused", "erased"))

    def test_wrong_questions_and_missing_memories_are_errors_with_a_sentence(self) -> None:
        self.start()
        memory = Memory(self.state, persona="helper")
        with self.assertRaisesRegex(Refused, "limit"):
            memory.recall("x", limit=1000)
        with self.assertRaisesRegex(NotInMemory, "nothing with this id"):
            memory.memory("61e2e4d0-312c-5278-9766-75be294db30c")
        with self.assertRaises(NotInMemory):
            memory.recall("x", after_turn="01JGFJJZ00000000000000000A")
        with self.assertRaises(ValueError):
            Memory("ftp://127.0.0.1", persona="helper")

    def test_changes_are_followed_also_over_a_new_start_of_the_server(self) -> None:
        process = self.start()
        memory = Memory(self.state, persona="helper")
        memory.remember("before", wait=True, wait_s=30)
        events = memory.follow()
        seen = []
        is_done = threading.Event()

        def read() -> None:
            for event in events:
                seen.append(event)
                if event.text == "The end":
                    is_done.set()
                    return

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        while not seen:  # the stream begins at the present, which may be before or after a turn
            memory.remember("The api port is 8080", "Noted.", wait=True, wait_s=30)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=DEADLINE_S), 0)
        self.start()
        last = memory.remember("The end", wait=True, wait_s=30)
        self.assertTrue(is_done.wait(DEADLINE_S))
        self.assertEqual(len({event.id for event in seen}), len(seen))
        self.assertEqual([event.data["turn_id"] for event in seen if event.name == "turn" and event.data["turn_id"]][-1], last.turn_id)
        self.assertEqual({event.persona for event in seen}, {"helper"})
        behind = Memory(self.state, persona="other").follow(after=seen[0].id, everyone=True)
        self.assertEqual([(one.id, one.name, one.op) for one in (next(behind) for _ in seen[1:])],
                         [(one.id, one.name, one.op) for one in seen[1:]])
        with self.assertRaises(Refused):
            next(memory.follow(after="yesterday"))
        with self.assertRaises(Unreachable):
            next(Memory(self.state.with_suffix(".none"), persona="helper").follow())

    def test_a_token_permits_its_scopes_and_personas(self) -> None:
        tokens = self.state.with_suffix(".tokens")
        tokens.write_text(f"sha256:{hashlib.sha256(b'agent').hexdigest()} read,write helper # the agent\n", encoding="utf-8")
        self.start("--set", f"http.tokens_file={tokens}")
        address = self.address()
        with self.assertRaises(NotPermitted) as refused, mock.patch.dict(os.environ):
            os.environ.pop("TURNSTREAM_TOKEN", None)
            Memory(address, persona="helper").recall("port")
        self.assertEqual(refused.exception.status, 401)
        for wrong in (Memory(address, persona="helper", token="guess"), Memory(address, persona="other", token="agent")):
            with self.assertRaises(NotPermitted):
                wrong.recall("port")
            with self.assertRaises(NotPermitted):
                wrong.remember("The api port is 8080", "Noted.")
        memory = Memory(address, persona="helper", token="agent")
        self.assertEqual(memory.remember("The api port is 8080", "Noted.", wait=True, wait_s=30).memory, "remembered")
        with mock.patch.dict(os.environ, TURNSTREAM_TOKEN="agent"):
            self.assertEqual(Memory(address, persona="helper").recall("which port does the api use?")[0].text, "The api port is 8080")
        with self.assertRaisesRegex(NotPermitted, "scope admin"):
            memory.forget(everything=True)
        self.assertTrue(memory.about())
        self.assertNotIn("agent", repr(memory))
        Memory(self.state, persona="other").about()  # the socket needs no token

    def test_a_token_cannot_add_a_header(self) -> None:
        for token in ("a b", "a\r\nHost: x", "\u00e9"):
            with self.assertRaises(ValueError):
                Memory("http://127.0.0.1:1", persona="helper", token=token)

    def test_a_turn_arrives_once_though_the_server_was_away(self) -> None:
        process = self.start()
        memory = Memory(self.state, persona="helper")
        memory.remember("before", wait=True, wait_s=30)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=DEADLINE_S), 0)
        with self.assertRaises(Unreachable):
            Memory(self.state, persona="helper").recall("before")
        sent = []
        with mock.patch("turnstream.memory._PAUSES_S", (.1,) * 10 * DEADLINE_S):
            sender = threading.Thread(target=lambda: sent.append(memory.remember("meanwhile")))
            sender.start()
            self.start()
            sender.join(DEADLINE_S)
        self.assertEqual(len(sent), 1)
        again = {"turn_id": sent[0].turn_id, "agent_id": "helper", "timestamp": "2026-01-01T10:00:00Z",
                 "turn_data": {"user_input": "x", "assistant_response": ""}}
        self.assertEqual(memory.remember(again, wait=True, wait_s=30).code, "turn_id_conflict")
        self.assertEqual([found.text for found in memory.recall("meanwhile")].count("meanwhile"), 1)


if __name__ == "__main__":
    if not PROGRAM:
        print("usage: memory_test.py TURNSTREAM")
        sys.exit(77)
    unittest.main()
