"""Memory for AI agents, from a `turnstream run` on this machine.

    memory = Memory(persona="helper")
    memory.remember("The api port is 8080", "Noted.")
    for found in memory.recall("which port does the api use?"):
        print(found.text)

The standard library alone. A Memory may be used by several threads.
"""

from .answers import Context, Found, Refusal, Remembered
from .errors import NotInMemory, NotPermitted, RefusedTurn, Refused, TurnstreamError, Unreachable
from .memory import Memory
from .stream import Event
from .turns import new_turn_id, turn, turn_of_messages

__all__ = ["Context", "Event", "Found", "Memory", "NotInMemory", "NotPermitted", "Refusal", "Refused", "RefusedTurn", "Remembered",
           "TurnstreamError", "Unreachable", "new_turn_id", "turn", "turn_of_messages"]
