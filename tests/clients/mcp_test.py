"""`turnstream mcp` with the official client: it lists and calls every tool; the run that it starts ends with it, and one that runs
already is used.

    mcp_test.py TURNSTREAM
"""

import contextlib
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
SKIPPED = 77
DEADLINE_S = 60
LINE_BYTES_MAX = 2 << 20
TOOLS = {"remember", "recall", "context", "about", "explain", "forget", "memory_consolidate", "daemon_status"}


class Mcp(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TURNSTREAM_TEST_TMP"))
        self.addCleanup(folder.cleanup)
        self.state = Path(folder.name) / "state"
        self.lines = Path(folder.name) / "lines"

    @contextlib.asynccontextmanager
    async def client(self, *flags: str):
        from mcp import Client, StdioServerParameters
        from mcp.client.stdio import stdio_client
        server = StdioServerParameters(command=PROGRAM, args=["mcp", *flags, "--state", str(self.state)])
        with self.lines.open("a", encoding="utf-8") as lines:
            async with Client(stdio_client(server, errlog=lines), read_timeout_seconds=DEADLINE_S) as client:
                yield client

    async def call(self, client, name: str, **arguments) -> tuple[str, dict | None]:
        result = await client.call_tool(name, arguments)
        text = "\n".join(part.text for part in result.content)
        self.assertFalse(result.is_error, f"{name}: {text}\n{self.lines.read_text(encoding='utf-8')[-2000:]}")
        return text, result.structured_content

    async def refused(self, client, name: str, **arguments) -> str:
        result = await client.call_tool(name, arguments)
        self.assertTrue(result.is_error)
        return "\n".join(part.text for part in result.content)

    def is_running(self) -> bool:
        done = subprocess.run([PROGRAM, "status", "--json", "--state", str(self.state)], capture_output=True, text=True, check=False)
        return done.returncode == 0 and json.loads(done.stdout)["processes"][0]["state"] == "ready"

    async def test_every_tool_is_listed_and_works(self) -> None:
        async with self.client("--persona", "helper") as client:
            listed = {tool.name: tool for tool in (await client.list_tools()).tools}
            self.assertEqual(listed.keys(), TOOLS)
            for tool in listed.values():
                self.assertEqual(tool.input_schema["type"], "object")
                self.assertNotIn("persona_id", tool.input_schema["properties"])
            text, sent = await self.call(client, "remember", user_input="The api port is 8080", assistant_response="Noted.",
                                         session_id="s1", user_id="ann", facts=["The gateway is in Porto"])
            self.assertEqual((text, sent["memory"]), ("Remembered.", "remembered"))
            text, found = await self.call(client, "recall", query="which port does the api use", limit=3)
            self.assertIn("The api port is 8080", text)
            one = found["results"][0]["id"]
            self.assertIn(one, text)
            self.assertIn("Porto", (await self.call(client, "recall", query="where is the gateway"))[0])
            self.assertIn("8080", (await self.call(client, "context", query="api", budget_chars=500))[0])
            self.assertIn("port", (await self.call(client, "about"))[0])
            self.assertIn(sent["turn_id"], (await self.call(client, "explain", id=one))[0])
            await self.call(client, "memory_consolidate", passes=["consolidate"])
            self.assertIn("Memory runs", (await self.call(client, "daemon_status"))[0])
            text, _ = await self.call(client, "forget", ids=[one])
            self.assertIn("Nothing is forgotten yet", text)
            self.assertIn("The api port is 8080", text)
            self.assertIn("removed", (await self.call(client, "forget", ids=[one], confirm="helper"))[0])
            self.assertNotIn("8080", (await self.call(client, "recall", query="api port"))[0])
            self.assertTrue(self.is_running())
        end = time.monotonic() + DEADLINE_S
        while self.is_running():
            self.assertLess(time.monotonic(), end)

    async def test_what_one_client_remembers_another_one_recalls(self) -> None:
        async with self.client("--persona", "helper") as first:
            await self.call(first, "remember", user_input="My sister is called Ada", assistant_response="Good to know.")
            async with self.client("--any-persona") as second:
                self.assertIn("Ada", (await self.call(second, "recall", persona_id="helper", query="sister"))[0])
                self.assertNotIn("Ada", (await self.call(second, "recall", persona_id="other", query="sister"))[0])
        async with self.client("--persona", "helper") as later:
            self.assertIn("Ada", (await self.call(later, "recall", query="sister"))[0])

    async def test_wrong_calls_are_answered_with_a_sentence(self) -> None:
        async with self.client("--persona", "helper") as client:
            self.assertIn("limit", await self.refused(client, "recall", query="x", limit=1000))
            self.assertIn("nothing with this id", await self.refused(client, "explain", id="61e2e4d0-312c-5278-9766-75be294db30c"))
            self.assertIn("forget what", await self.refused(client, "forget", confirm="helper"))
            await self.refused(client, "recall", query=7)

    def test_lines_that_are_no_requests_are_answered_or_passed_over(self) -> None:
        asked = ["not json", "[]", '{"jsonrpc":"2.0","method":"notifications/initialized"}', '{"jsonrpc":"2.0","id":1,"method":"ping"}',
                 '{"jsonrpc":"2.0","id":"a","method":"server/discover"}', '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"x"}}',
                 '{"jsonrpc":"2.0","id":3,"result":{}}', '{"id":4,"method":"ping"}', '{"jsonrpc":"2.0","id":null,"method":"ping"}']
        done = subprocess.run([PROGRAM, "mcp", "--persona", "helper", "--state", str(self.state)], input="\n".join(asked) + "\n",
                              capture_output=True, text=True, timeout=DEADLINE_S, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([(one["id"], one.get("error", {}).get("code")) for one in answers],
                         [(None, -32700), (None, -32600), (1, None), ("a", -32601), (2, -32602), (None, -32600), (None, -32600)])
        self.assertFalse(self.state.exists())  # nothing was asked of memory
        wrong = subprocess.run([PROGRAM, "mcp"], capture_output=True, text=True, timeout=DEADLINE_S, check=False)
        self.assertEqual(wrong.returncode, 2)

    def test_a_line_that_is_too_long_is_refused_and_the_next_one_is_answered(self) -> None:
        def ping(number: int, length: int) -> str:
            """A request whose line has so many bytes."""
            head, end = f'{{"jsonrpc":"2.0","id":{number},"method":"ping","params":{{"x":"', '"}}'
            return head + "a" * (length - len(head) - len(end)) + end
        asked = [ping(1, LINE_BYTES_MAX), ping(2, LINE_BYTES_MAX + 1), ping(3, 100), ping(4, 3 * LINE_BYTES_MAX), ping(5, 100)]
        done = subprocess.run([PROGRAM, "mcp", "--persona", "helper", "--state", str(self.state)], input="\n".join(asked),
                              capture_output=True, text=True, timeout=DEADLINE_S, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([(one["id"], one.get("error", {}).get("code")) for one in answers],
                         [(1, None), (None, -32600), (3, None), (None, -32600), (5, None)])
        for answer, number, length in ((answers[1], 2, LINE_BYTES_MAX + 1), (answers[3], 4, 3 * LINE_BYTES_MAX)):
            self.assertIn(f"Line {number} of the input has {length} bytes", answer["error"]["message"])
            self.assertIn(f"at most {LINE_BYTES_MAX}", answer["error"]["message"])


if __name__ == "__main__":
    if not PROGRAM:
        print("usage: mcp_test.py TURNSTREAM")
        sys.exit(SKIPPED)
    if importlib.util.find_spec("mcp") is None:
        print("skipped: Python's mcp is missing; scripts/setup test installs it.")
        sys.exit(SKIPPED)
    unittest.main()
