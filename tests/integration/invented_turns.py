"""Turns of invented personas with memory of each kind. Each persona has words of its own, so that what one of them said is
recognised in any text: see Persona.mark.
"""

import datetime
import random
import uuid

FIRST = datetime.datetime(2026, 1, 5, 8, 0, tzinfo=datetime.timezone.utc)
SYLLABLES = ("ba", "do", "fi", "ge", "ju", "ko", "lu", "mi", "no", "pa", "re", "su", "ta", "vo", "we")
# What a turn says; {0} and {1} are words of the persona.
SAID = ("The {0} port is {n}", "I prefer {0} for large codebases", "Always run the {0} tests", "My {0} is called {1}",
        "I live in {0} and work at {1}", "We decided to keep {0} until {1} is ready", "When did we last talk about {0}?",
        "Yesterday {1} broke again, the {0} ledger was empty", "I never deploy {0} on a Friday", "Is {0} faster than {1}?",
        "{0} is allergic to {1}", "Remember that the {0} meeting is on 21 January")
SHARED_IDS = 8
REPLIES = ("Noted: {0} it is.", "I will look at {1} and tell you.", "Done, {0} was restarted.", "")


class Persona:
    """One persona: its words all begin with `mark`, two letters that no other text has."""

    def __init__(self, name: str, mark: str, chance: random.Random, words: int = 60) -> None:
        self.name, self.mark, self.chance = name, mark, chance
        made: set[str] = set()
        while len(made) < words:
            made.add(mark + "".join(chance.choices(SYLLABLES, k=2)) + "k")
        self.words = sorted(made)
        self.tags = [f"{mark}tag{n}" for n in range(4)]
        self.sessions = [f"{mark}session{n}" for n in range(6)]
        self.users = [f"{mark}user{n}" for n in range(3)]
        self.rooms = [f"{mark}room{n}" for n in range(2)]
        self.tasks = [f"{mark}task{n}" for n in range(2)]
        self.tools = [f"{mark}search", f"{mark}edit", f"{mark}build"]
        self.turn_ids: list[str] = []
        self.made: list[dict] = []

    def turns(self, count: int, days: int = 6) -> list[dict]:
        """In the order of time, over so many days."""
        return [self.turn(number, count, days) for number in range(count)]

    def text(self, template: str) -> str:
        return template.format(*self.chance.sample(self.words, 2), n=self.chance.randrange(1024, 9999))

    def turn(self, number: int, count: int, days: int) -> dict:
        chance = self.chance
        session = number * len(self.sessions) // count
        time = FIRST + datetime.timedelta(days=number * days // count, minutes=7 * (number % 40))
        # The mark is not part of an id: an id in an answer is compared whole. The first ids are those of other personas, too. Half of
        # the ids are UUIDs.
        part = sum(map(ord, self.name)) % 1000 if number >= SHARED_IDS else 0
        ulid = f"01KE7MSSB0{part:03}{number:013}"
        turn_id = str(uuid.uuid5(uuid.NAMESPACE_OID, ulid)) if number % 2 else ulid
        self.turn_ids.append(turn_id)
        turn = {"turn_id": turn_id, "agent_id": self.name, "timestamp": time.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
                "session_id": self.sessions[session], "user_id": chance.choice(self.users),
                "turn_data": {"user_input": self.text(SAID[number % len(SAID)]),
                              "assistant_response": self.text(chance.choice(REPLIES))}}
        if number % 3 == 0:
            turn |= {"room_id": chance.choice(self.rooms), "task_id": chance.choice(self.tasks), "domain": "code"}
        if number % 2 == 0:
            turn["observations"] = [self.observation(number)]
        if number % 4 == 0:
            turn["tool_executions"] = [self.tool(tool, number) for tool in self.tools]
            turn["metadata"] = {"tools_used": self.tools}
        if number % 5 == 0:
            turn["goal_updates"] = [{"goal_id": f"{self.mark}goal", "status": "active", "progress": number / count,
                                     "notes": self.text(chance.choice(SAID))}]
            turn["action_updates"] = [{"action_id": f"{self.mark}action", "status": "completed",
                                       "result": {"word": self.words[number % 9]}}]
        if number % 9 == 0:
            turn["errors"] = [f"{self.words[number % 7]} refused the connection"]
            turn["turn_data"]["user_input"] += f" [image: a boat called {self.words[number % 5]}]"
        self.made.append(turn)
        return turn

    def observation(self, number: int) -> dict:
        return {"id": f"o{number}", "type": "observation", "content": f"{self.words[number % 6]} port is {8000 + number}",
                "source": "tool", "confidence": .9, "importance": .9, "tags": self.chance.sample(self.tags, 2)}

    def tool(self, tool: str, number: int) -> dict:
        return {"tool_id": tool, "status": "failure" if number % 16 == 12 else "success",
                "inputs": {"query": self.chance.choice(self.words)}, "outputs": {"found": self.chance.choice(self.words)},
                "duration_ms": 4, "tokens_used": 1, "error": None,
                "memory_writes": [{"type": "decision", "content": self.text(self.chance.choice(SAID)), "importance": .9, "tags": self.tags[:1]}]}
