"""An agent with memory. It has no model: where it would call one, it repeats the best of what it remembers.

    turnstream run &
    PYTHONPATH=clients/python python3 examples/agent.py
"""

import sys

from turnstream import Found, Memory


def answer(said: str, memories: list[Found]) -> str:
    """Here an agent calls its model, with the memories in the prompt."""
    if not said.endswith("?"):
        return "I will remember that."
    return f"You told me: {memories[0].text}" if memories else "I do not know that yet."


def main() -> None:
    memory = Memory(persona="example-agent", session="terminal")
    for line in sys.stdin:
        said = line.strip()
        found = memory.recall(said, kinds=["message", "fact"])
        memories = [one for one in found if one.speaker != "assistant" and not one.text.endswith("?")]
        reply = answer(said, memories)
        print(reply, flush=True)
        memory.remember(said, reply, recalled=[one.id for one in memories], wait=True)


if __name__ == "__main__":
    main()
