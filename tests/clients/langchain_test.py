"""examples/langchain_memory.py with langchain-core and a `turnstream run`: its main(), a history with a tool call, and a retriever.

    langchain_test.py TURNSTREAM
"""

import asyncio
import importlib.util
import os
import subprocess
import sys
import unittest
from pathlib import Path

from turnstream_run import DEADLINE_S, new_folder, start_run

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "langchain_memory.py"
sys.path[:0] = [str(ROOT / "clients" / "python"), str(EXAMPLE.parent)]

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else ""
SKIPPED = 77


class LangChain(unittest.TestCase):
    def setUp(self) -> None:
        folder = new_folder(self)
        self.state = folder / "turnstream" / "turnstream"
        self.environment = os.environ | {"XDG_STATE_HOME": str(folder), "PYTHONPATH": str(ROOT / "clients" / "python")}
        start_run(self, PROGRAM, self.state, environment=self.environment)

    def main(self, given: str) -> list[str]:
        done = subprocess.run([sys.executable, "-B", str(EXAMPLE)], env=self.environment, input=given, capture_output=True,
                              text=True, timeout=DEADLINE_S, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines()

    def test_its_main_remembers_across_two_runs_of_itself(self) -> None:
        first = self.main("What is my sister called?\nMy sister is called Ada\nThe api port is 8080\n")
        self.assertEqual(first, ["I do not know that yet.", "I will remember that.", "I will remember that."])
        second = self.main("What is my sister called?\nWhich port does the api use?\n")
        self.assertIn("Ada", second[0])
        self.assertIn("8080", second[1])

    def test_a_history_returns_what_was_said_in_order_and_forgets_it(self) -> None:
        from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
        from langchain_memory import TurnstreamHistory
        from turnstream import Memory
        memory = Memory(self.state, persona="helper", user="ann")
        history = TurnstreamHistory(memory, "s1")
        other = TurnstreamHistory(memory, "s2")
        other.add_messages([HumanMessage("Elsewhere"), AIMessage("Yes.")])
        self.assertEqual(history.messages, [])
        calls = [{"name": "grep", "args": {"pattern": "port"}, "id": "c1"}]
        history.add_user_message("Which port does the api use?")
        history.add_messages([AIMessage("", tool_calls=calls), ToolMessage("8080", tool_call_id="c1")])
        self.assertEqual([message.type for message in history.messages], ["human", "ai", "tool"])  # the turn has not ended
        history.add_ai_message("It is 8080.")
        history.add_messages([HumanMessage("Thanks"), AIMessage("Welcome."), HumanMessage("One more"), AIMessage("Go ahead.")])
        wanted = [("human", "Which port does the api use?"), ("ai", "It is 8080."), ("human", "Thanks"), ("ai", "Welcome."),
                  ("human", "One more"), ("ai", "Go ahead.")]
        self.assertEqual([(message.type, message.text) for message in TurnstreamHistory(memory, "s1").messages], wanted)
        self.assertEqual(len(asyncio.run(history.aget_messages())), len(wanted))
        self.assertIn("ann", {found.speaker for found in memory.related(session="s1", kinds=["message"])})
        self.assertTrue(memory.recall("grep", kinds=["memory", "skill"]))
        history.clear()
        self.assertEqual(history.messages, [])
        self.assertEqual(len(other.messages), 2)

    def test_a_retriever_says_where_a_document_comes_from_and_why_it_was_found(self) -> None:
        from langchain_core.messages import AIMessage, HumanMessage
        from langchain_memory import TurnstreamHistory, TurnstreamRetriever
        from turnstream import Memory
        memory = Memory(self.state, persona="helper")
        TurnstreamHistory(memory, "s1").add_messages([HumanMessage("The api port is 8080"), AIMessage("Noted.")])
        retriever = TurnstreamRetriever(memory=memory, limit=3, filters={"kinds": ["message"]})
        for found in (retriever.invoke("which port does the api use?"), asyncio.run(retriever.ainvoke("which port does the api use?"))):
            self.assertEqual(found[0].page_content, "The api port is 8080")
            details = found[0].metadata
            self.assertEqual((details["kind"], details["session_id"]), ("message", "s1"))
            self.assertEqual(details["provenance"]["pointer"], "/turn_data/user_input")
            self.assertAlmostEqual(sum(details["parts"].values()), details["score"], delta=.5)
            self.assertEqual(memory.memory(found[0].id).text, found[0].page_content)


if __name__ == "__main__":
    if not PROGRAM:
        print("usage: langchain_test.py TURNSTREAM")
        sys.exit(SKIPPED)
    if importlib.util.find_spec("langchain_core") is None:
        print("skipped: Python's langchain-core is missing; scripts/setup test installs it.")
        sys.exit(SKIPPED)
    unittest.main()
