"""Makes StateExports, breaks them, and writes them in many spellings. All randomness comes from the given Random."""

from __future__ import annotations

import copy
import json
import random
import uuid
from decimal import Decimal

ULID_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
WORDS = ["", "x", "helper", "TypeScript is fine", "zwei Wörter", "日本語", "a/b~c", "line\nbreak", "\"quoted\"", "😀", "\u0000", "\\"]
JUNK = [
    None, True, False, 0, 1, -1, 2, 10**15, 10**15 + 1, 10**30, -(10**30), Decimal("0.5"), Decimal("1.2"), Decimal("-0.0"),
    Decimal("1.00000000000000000001"), Decimal("1e400"), Decimal("1e-400"), Decimal("-1e-9"), Decimal("3.0"), "", "x", "HIGH",
    "high", "success", "active", "chat", "2026-01-01T10:00:00Z", "2024-02-29 10:00", "2026-02-29T10:00:00Z",
    "2026-01-01T10:00:00.1234567890Z", "2026-01-01T10:00:00+01", "1900-02-29T00:00:00Z", "2000-02-29t23:59:60,5-0130",
    "2026-01-01T10:00:00Z\n", "0000-01-01T00:00:00Z", "01JGFJJZ00000000000000000A", "81JGFJJZ00000000000000000A",
    "01jgfjjz00000000000000000a", "01JGFJJZ0000000000000000OA", "0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6f",
    "0190F0A1-7C2E-7B3A-9F00-1A2B3C4D5E6F", "{0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6f}", "0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6f\n",
    "urn:uuid:0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6f", "0190f0a17c2e7b3a9f001a2b3c4d5e6f",
    "0190f0a1-7c2e-7b3a-9f001-a2b3c4d5e6f", "a" * 513, "é" * 512, [], {}, [1], ["x"], [None], {"a": {}},
]


def text(rng: random.Random) -> str:
    return rng.choice(WORDS) + rng.choice(WORDS)


def texts(rng: random.Random) -> list[str]:
    return [text(rng) for _ in range(rng.randrange(4))]


def unit(rng: random.Random):
    return rng.choice([0, 1, Decimal("0.55"), Decimal(rng.randrange(10**9)).scaleb(-9)])


def count(rng: random.Random):
    return rng.choice([0, 7, rng.randrange(10**15), Decimal("12.75")])


def time(rng: random.Random) -> str:
    day = f"{rng.randrange(1000, 10000)}-{rng.randrange(1, 13):02}-{rng.randrange(1, 32):02}"
    clock = f"{rng.randrange(24):02}:{rng.randrange(60):02}"
    second = rng.choice(["", ":00", ":59.5", ":60", ":07.123456789", ":30,25"])
    return day + rng.choice("Tt ") + clock + second + rng.choice(["", "Z", "z", "+02:00", "-0530", "+14"])


def some(rng: random.Random, **fields) -> dict:
    """Each field with probability one half."""
    return {name: make(rng) for name, make in fields.items() if rng.random() < 0.5}


def observation(rng: random.Random) -> dict:
    return {"id": text(rng), "type": "observation", "content": text(rng)} | some(
        rng, source=text, confidence=unit, tags=texts, ephemeral=lambda r: r.choice([True, False, None]),
        importance=lambda r: r.choice([None, unit(r)]), references=texts)


def memory_write(rng: random.Random) -> dict:
    return {"type": "fact", "content": text(rng)} | some(rng, importance=unit, tags=texts)


def several(make):
    return lambda rng: [make(rng) for _ in range(rng.randrange(3))]


def json_value(rng: random.Random, depth: int = 0):
    if depth < 3 and rng.random() < 0.4:
        return {text(rng): json_value(rng, depth + 1) for _ in range(rng.randrange(3))}
    if depth < 3 and rng.random() < 0.3:
        return [json_value(rng, depth + 1) for _ in range(rng.randrange(3))]
    return copy.deepcopy(rng.choice(JUNK))


def json_object(rng: random.Random) -> dict:
    return {text(rng): json_value(rng) for _ in range(rng.randrange(3))}


def tool(rng: random.Random) -> dict:
    return {"tool_id": text(rng), "status": rng.choice(["success", "failure", "partial"])} | some(
        rng, inputs=json_object, outputs=json_object, duration_ms=count, tokens_used=lambda r: r.randrange(10**6),
        error=lambda r: r.choice([None, "boom"]), observations_added=several(observation), memory_writes=several(memory_write))


def goal(rng: random.Random) -> dict:
    return {"goal_id": text(rng), "status": rng.choice(["active", "completed", "failed"])} | some(
        rng, progress=unit, notes=text)


def action(rng: random.Random) -> dict:
    return {"action_id": text(rng), "status": rng.choice(["pending", "completed", "failed"])} | some(rng, result=json_object)


def flag(rng: random.Random):
    return rng.choice([True, False, None])


def text_or_null(rng: random.Random):
    return rng.choice([None, text(rng)])


def turn_id(rng: random.Random) -> str:
    ulid = rng.choice("01234567") + "".join(rng.choices(ULID_DIGITS, k=25))
    return rng.choice([ulid, str(uuid.UUID(int=rng.getrandbits(128)))])


def turn(rng: random.Random) -> dict:
    """A valid StateExport, except that a date can be a day that its month does not have."""
    made = {
        "turn_id": turn_id(rng),
        "agent_id": text(rng) or "helper",
        "timestamp": time(rng),
        "turn_data": {"user_input": text(rng), "assistant_response": text(rng)} | some(
            rng, urgency=lambda r: r.choice(["HIGH", "MEDIUM", "LOW"]), mode=text, parent_turn_id=text_or_null),
    }
    made |= some(
        rng, duration_ms=count, tool_executions=several(tool), observations=several(observation),
        goal_updates=several(goal), action_updates=several(action), errors=texts, warnings=texts,
        metadata=lambda r: some(
            r, hobgoblins_activated=texts, daemons_activated=texts, tools_used=texts, memory_types_accessed=texts,
            memories_recalled=texts, budget_used=count, budget_total=lambda r2: None),
        session_id=text_or_null, room_id=text_or_null, thread_id=text_or_null, user_id=text_or_null, user_name=text_or_null,
        task_id=text_or_null, message_id=text_or_null, agent_name=text_or_null,
        domain=lambda r: r.choice(["chat", "code", "academy", "self", None]),
        mentioned_me=flag, user_direct_message=flag, action_taken=flag, error_recovered=flag)
    if rng.random() < 0.2:
        made[text(rng)] = json_value(rng)
    return made


def containers(value) -> list:
    """The value and every object and array inside it."""
    found = [value] if isinstance(value, (dict, list)) else []
    for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        found += containers(child)
    return found


def break_bound(rng: random.Random, document: dict) -> None:
    """Sets a value at or beyond a bound of the schema, because random values are seldom at a bound."""
    field, values = rng.choice([
        ("agent_id", ["", "a", "é" * 512, "é" * 513]),
        ("duration_ms", [-1, 0, Decimal("-1e-30"), 10**15, 10**15 + 1]),
        ("goal_updates", [[{"goal_id": "g", "status": "active", "progress": bound}] for bound in (-1, 0, 1, 2, Decimal("1e0"))]),
    ])
    document[field] = copy.deepcopy(rng.choice(values))


def break_value(rng: random.Random, document: dict) -> None:
    """Removes, replaces, adds or renames one member or element somewhere."""
    if rng.random() < 0.1:
        break_bound(rng, document)
        return
    place = rng.choice(containers(document))
    keys = list(place) if isinstance(place, dict) else list(range(len(place)))
    junk = copy.deepcopy(rng.choice(JUNK))
    if not keys or rng.random() < 0.1:
        if isinstance(place, dict):
            place[rng.choice(["x", "status", "tags", "agent_id"])] = junk
        else:
            place.append(junk)
        return
    key = rng.choice(keys)
    kind = rng.random()
    if kind < 0.25:
        del place[key]
    elif kind < 0.35 and isinstance(place, dict):
        place[str(key) + "_"] = place.pop(key)
    else:
        place[key] = junk


def break_bytes(rng: random.Random, document: bytes) -> bytes:
    """Damages the JSON text."""
    at = rng.randrange(len(document) + 1)
    until = min(len(document), at + rng.randrange(1, 8))
    kind = rng.randrange(8)
    if kind == 0:
        return document[:at]
    if kind == 1:
        return document[:at] + document[until:]
    if kind == 2:
        return document[:at] + bytes([rng.randrange(256)]) + document[at:]
    if kind == 3:
        return document[:at] + bytes(rng.choices(b'{}[],:"\\0123456789.eE+-truefalsn \t', k=until - at or 1)) + document[until:]
    if kind == 4:
        return document[:at] + document[at:until] * 2 + document[until:]
    if kind == 5:
        return document + rng.choice([b" ", b"x", b"{}", b"\x00", b","])
    if kind == 6:
        deep = rng.choice([60, 61, 62, 63, 64, 65, 200])
        return b'{"deep":' + b"[" * deep + b"]" * deep + b"," + document[1:]
    return document[:at] + rng.choice([b"\\ud800", b"\\u00", b"\xc3", b"\xed\xa0\x80", b"\xf5", b"\xef\xbb\xbf"]) + document[at:]


def spell_number(rng: random.Random, number) -> str:
    sign, digits, exponent = Decimal(number).as_tuple()
    whole = ("-" if sign else "") + "".join(map(str, digits))
    forms = [str(number), f"{whole}e{exponent}", f"{whole}.0E{exponent:+}"]
    if number:
        forms.append(f"{whole}00e{exponent - 2}")
    return rng.choice(forms)


def spell_text(rng: random.Random, value: str) -> str:
    if rng.random() < 0.5:
        return json.dumps(value, ensure_ascii=rng.random() < 0.5)
    return '"' + "".join(f"\\u{ord(c):04x}" if ord(c) < 0x10000 else json.dumps(c)[1:-1] for c in value) + '"'


def spell(rng: random.Random, value) -> str:
    """The value as JSON text, with a random spelling of numbers and escapes, order of members, and white space."""
    gap = rng.choice(["", "", "", " ", "\t", " \r "])
    if isinstance(value, dict):
        members = [spell_text(rng, name) + gap + ":" + gap + spell(rng, child) for name, child in value.items()]
        rng.shuffle(members)
        return "{" + gap + ("," + gap).join(members) + gap + "}"
    if isinstance(value, list):
        return "[" + gap + ("," + gap).join(spell(rng, child) for child in value) + gap + "]"
    if isinstance(value, str):
        return spell_text(rng, value)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return spell_number(rng, value)


class Plain(random.Random):
    """Always takes the first choice."""

    def choice(self, seq):
        return seq[0]

    def random(self):
        return 0.0

    def shuffle(self, x):
        pass


def plain(value) -> str:
    """The value as JSON text in the usual spelling."""
    return spell(Plain(0), value)
