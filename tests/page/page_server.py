"""A running pipeline with memory for the tests of the page: turns of the last hour, whose words the tests look for."""

import datetime
import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "integration"))

from recall_server import RecallServer  # noqa: E402 (the path above)

HOSTILE = "Is <script>document.title='broken'</script> & \"this\" \u202egnp.exe harmless?"
HOSTILE_SHOWN = "Is <script>document.title='broken'</script> & \"this\" \\u202egnp.exe harmless?"


def turn_at(number: int, said: str, **members) -> dict:
    """The turn of a minute of the last hour."""
    time = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=55 - number)
    return {"turn_id": f"01KE7MSSB0{number:016}", "agent_id": "helper", "session_id": "s1", "user_id": "ann",
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
            "turn_data": {"user_input": said, "assistant_response": "Noted."}} | members


def turns() -> list[dict]:
    said = ("The api port is 8080", "I prefer TypeScript for large codebases", "The harbour office is closed on Sundays",
            "My dog is called Rex", HOSTILE)
    made = [turn_at(number, text) for number, text in enumerate(said)]
    return [*made, turn_at(40, "The library port is 7000", agent_id="teacher", user_id="ben")]


def serve(test: unittest.TestCase, program: str, state: Path) -> RecallServer:
    """A run with that memory on a loopback address."""
    server = RecallServer(test, program, state)
    server.publish(turns())
    refused = turn_at(41, "This turn is refused") | {"duration_ms": -1}
    server.call("publish", "--unchecked", given=json.dumps(refused) + "\n")
    server.drain()
    server.start("127.0.0.1:0")
    return server
