"""Turns with secrets of each kind of docs/privacy.md in each place of a turn that becomes memory. Values are random, and no text
of this file has the form of a key.
"""

import base64
import json
import random
import string
from typing import NamedTuple

ALNUM = string.ascii_letters + string.digits
WORDS = ("walrus", "teapot", "lantern", "copper", "meadow", "gravel", "pickle", "saddle", "violin", "thimble", "orchard", "kettle")
# What says it, by kind; {m} is a word of the turn, {s} the secret.
SAID = {
    "sk": ("use {s} for the {m} model", "OPENAI_{m}={s}"), "sk_live": ("the {m} shop pays with {s}", "stripe {m} {s}"),
    "aws": ("{m} bucket: {s}", "export AWS_{m}={s}"), "github": ("git clone with {s} from {m}", "{m} {s}"),
    "slack": ("the {m} bot is {s} since Monday", "{m}: {s}"), "jwt": ("curl -H 'X-{m}: {s}'", "the {m} session was {s}"),
    "pem": ("the {m} file:\n{s}",), "random": ("{m} came back as {s}", "{m} {s}"),
    "password": ("the password of the {m} router is {s}", "{m}_PASSWORD={s}"), "passphrase": ("the passphrase for {m} is {s}", "passphrase: {s} ({m})"),
    "secret": ("the client secret of {m} is {s}", "{m}_SECRET={s}"), "token": ("the token of {m} is {s}", "{m}_TOKEN={s}"),
    "api key": ("our api key for {m} is {s}", "{m}_API_KEY={s}"), "pin": ("the {m} PIN is {s}", "{s} is the PIN of the {m} garage"),
    "cvv": ("the cvv of the {m} card is {s}", "{m} card, CVV: {s}"), "card": ("the {m} card is {s}", "{m} pays with card {s}"),
    "url": ("clone https://anna:{s}@git.example.org/{m}.git", "amqp://{m}:{s}@10.3.0.8:5672"),
}
# What no rule reaches: docs/privacy.md says that plain words are masked only where their name says what they open, that one turn
# tells nothing of the next, and that ids and names are never masked.
SAID_PLAINLY = {"plain words": ("it has been {s} since January, the {m} one",), "next turn": ("{s}",)}
PLACES = ("user_input", "assistant_response", "caption", "observation", "tag", "input", "member", "field", "output", "write", "goal",
          "action", "error")
NAMES = ("session", "user", "tool")


class Hidden(NamedTuple):
    """A secret in a turn. `parts` must not be in memory."""
    kind: str
    place: str
    mark: str
    parts: tuple[str, ...]


def luhn(digits: str) -> str:
    """The digits and their check digit."""
    total = 0
    for index, digit in enumerate(reversed(digits)):
        double = int(digit) * (2 if index % 2 == 0 else 1)
        total += double - 9 if double > 9 else double
    return digits + str(-total % 10)


def base64url(value) -> str:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class SecretMaker:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def alnum(self, count: int) -> str:
        """With a capital letter, a small one and a digit."""
        return "".join(self.chance.sample([self.chance.choice(string.ascii_uppercase), self.chance.choice(string.ascii_lowercase),
                                           self.chance.choice(string.digits), *self.chance.choices(ALNUM, k=count - 3)], count))

    def digits(self, count: int) -> str:
        return str(self.chance.randrange(1, 10)) + "".join(self.chance.choices(string.digits, k=count - 1))

    def secret(self, kind: str) -> tuple[str, tuple[str, ...]]:
        """The text, and those parts of it that must not be shown."""
        if kind == "pem":
            lines = [self.alnum(64) for _ in range(5)]
            edge = "-----{} RSA PRIVATE " + "KEY-----"
            return "\n".join([edge.format("BEGIN"), *lines, edge.format("END")]), tuple(lines)
        if kind == "jwt":
            head = {"alg": "HS256", "typ": "JWT"}
            parts = [base64url(head), base64url({"sub": self.digits(8)}), base64url(self.chance.randbytes(32))]
            return ".".join(parts), tuple(parts[1:])
        if kind == "card":
            number = luhn("4" + self.digits(14))
            shown = " ".join(number[i:i + 4] for i in range(0, 16, 4)) if self.chance.random() < .5 else number
            return shown, (shown, number)
        made = {"sk": lambda: "s" + "k-" + self.alnum(48), "sk_live": lambda: "sk" + "_live_" + self.alnum(24),
                "aws": lambda: "AK" + "IA" + "".join(self.chance.choices(string.ascii_uppercase + "234567", k=16)),
                "github": lambda: "gh" + "p_" + self.alnum(36),
                "slack": lambda: "xo" + f"xb-{self.digits(12)}-{self.digits(13)}-{self.alnum(24)}",
                "random": lambda: self.alnum(44), "pin": lambda: self.digits(6),
                "cvv": lambda: self.chance.choice("34") + self.digits(3),  # no year
                "password": lambda: self.alnum(10), "url": lambda: self.alnum(12), "api key": lambda: self.alnum(24),
                "passphrase": lambda: " ".join(self.chance.sample(WORDS, 4)) + f" {self.digits(2)}"}
        made |= {"plain words": lambda: "".join(self.chance.choices("bdfgklmnprst", k=9)) + "a"}
        made |= {"next turn": made["plain words"]}
        text = made.get(kind, lambda: self.alnum(20))()
        return text, (text,)

    def turn(self, number: int, kind: str, place: str) -> tuple[dict, Hidden]:
        mark = f"zq{''.join(self.chance.choices('bdfgklmnprst', k=2))}{number:03}k"
        secret, parts = self.secret(kind)
        said = self.chance.choice((SAID | SAID_PLAINLY)[kind]).format(m=mark, s=secret)
        plain = f"I will keep the {mark} ledger in the harbour"
        turn = {"turn_id": f"01KE7MSSB0C{number:015}", "agent_id": "keeper", "session_id": f"s{number // 40}", "user_id": "ann",
                "timestamp": f"2026-01-{5 + number // 60:02}T08:{number % 60:02}:00.000Z",
                "turn_data": {"user_input": plain, "assistant_response": f"Noted, {mark}."}}
        observed = {"id": "o", "type": "observation", "content": plain, "importance": .9}
        tool = {"tool_id": "search", "status": "success", "inputs": {"query": mark}, "outputs": {"found": mark}}
        if place in ("user_input", "assistant_response"):
            turn["turn_data"][place] = said
        elif place == "caption":
            turn["turn_data"]["user_input"] = f"{plain} [image: {said}]"
        elif place in ("observation", "tag"):
            turn["observations"] = [observed | ({"content": said} if place == "observation" else {"tags": [said, mark]})]
        elif place in ("input", "member", "field", "output", "write", "tool"):
            tool |= {"input": {"inputs": {"command": said}}, "member": {"inputs": {said: True}},
                     "field": {"inputs": {kind.replace(" ", "_"): said if kind == "url" else secret, "text": mark}},
                     "tool": {"tool_id": f"{mark} {secret}"}, "output": {"outputs": {"text": said, "mark": mark}},
                     "write": {"memory_writes": [{"type": "decision", "content": said, "importance": .9}]}}[place]
            turn["tool_executions"] = [tool]
        elif place in ("session", "user"):
            turn[f"{place}_id"] = f"{mark} {secret}"
        elif place == "goal":
            turn["goal_updates"] = [{"goal_id": f"g{mark}", "status": "active", "progress": .5, "notes": said}]
        elif place == "action":
            turn["action_updates"] = [{"action_id": f"a{mark}", "status": "completed", "result": {"text": said}}]
        else:
            turn["errors"] = [said]
        return turn, Hidden(kind, place, mark, parts)
