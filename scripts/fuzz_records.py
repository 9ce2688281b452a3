"""The records of scripts/fuzz_broker: what a foreign producer could write into a turns topic.

The same seed and the same turns give the same records.
"""
import base64
import json

SECRET = "opensesame"  # in the text of some refused turns; only the record itself may contain it
MIB = 1024 * 1024

TOKENS = [b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"\\u", b"\\ud800", b"\\udc00", b"null", b"true", b"nul", b"-", b"0",
          b"1e999", b"-0.0", b"01", b"1.", b"NaN", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xef\xbb\xbf",
          b"\n", b"\x00", b"/*", b'"agent_id":', b'"turn_id":1,', b"99999999999999999999999999", b'"status":', b"{}", b"[[",
          b'"\\u0000"', b'"x":"x",', b"\x1b]0;title\x07", b"\x1b[2J", b"\xc2\x9b31m", b"\xe2\x80\xae", b"\r\n", b"\\u001b[2J",
          b"\\u202e"]

VALUES = [None, True, -1, 0, 1.5, 1e308, -1e-308, 2**53 + 1, 2**63, 2**64, 10**40, "", "x", "\u0000", "\u202e\U0001f600",
          "y" * 20000, [], {}, [[]], [None], {"": None}, [0] * 600, "2026-02-30T10:00:00Z", "9999-12-31T23:59:59.999Z",
          "0000-01-01T00:00Z"]

KEYS = [None, b"", b"\x00", b"\xff\xfe", b"nobody", b"n\nobody 2026", b" helper", "a\u0301".encode(), b"k" * 129, b"k" * 5000]

HEADERS = [None, [("trace_id", b"\xff\n\x00")], [("trace_id", b"t" * 5000)], [("trace_id", None)],
           [("trace_id", b"1"), ("trace_id", b"2")],
           [("source_topic", b"other"), ("source_offset", b"0"), ("kind", b"tick"), ("log_time", b"0")],
           [("dl_stage", b"intake"), ("dl_offset", b"0")], [("h%d" % i, b"x" * 100) for i in range(200)], [("", b"")],
           [("h%d" % i, b"") for i in range(3000)], [("huge", b"v" * 500_000)], [("\x1b[2J\u202e", b"\x1b]0;title\x07")]]


class Record:
    def __init__(self, key, value, headers=None, timestamp=0):
        self.key, self.value, self.headers, self.timestamp = key, value, headers, timestamp


class Records:
    def __init__(self, turns, choice):
        self.turns, self.choice, self.fresh = turns, choice, iter(turns)
        self.kinds = [(self.turn, 30), (self.damaged, 30), (self.changed, 14), (self.same_id, 6), (self.repeated, 3),
                      (self.random_bytes, 5), (self.strange_key, 5), (self.strange_frame, 3), (self.without_value, 2),
                      (self.nested, 1), (self.numbers, 1), (self.large, 1)]

    def next(self):
        makers, weights = zip(*self.kinds)
        return self.choice.choices(makers, weights)[0]()

    def some_turn(self):
        line = self.choice.choice(self.turns)
        return json.loads(line), line

    def turn(self):
        line = next(self.fresh)
        return Record(json.loads(line)["agent_id"].encode(), line)

    def repeated(self):
        document, line = self.some_turn()
        return Record(document["agent_id"].encode(), line)

    def damaged(self):
        """Bytes are deleted, inserted, replaced, copied, flipped and cut."""
        document, line = self.some_turn()
        value = bytearray(line)
        for _ in range(self.choice.randrange(1, 6)):
            at = self.choice.randrange(len(value) + 1)
            end = at + self.choice.randrange(1, 200 if self.choice.random() < 0.25 else 6)
            how = self.choice.randrange(6)
            if how == 0:
                del value[at:end]
            elif how == 1:
                value[at:at] = self.choice.choice(TOKENS)
            elif how == 2:
                value[at:end] = self.choice.choice(TOKENS)
            elif how == 3:
                to = self.choice.randrange(len(value) + 1)
                value[to:to] = value[at:end]
            elif how == 4 and at < len(value):
                value[at] ^= 1 << self.choice.randrange(8)
            elif self.choice.random() < 0.25:
                del value[at:]
        return Record(document["agent_id"].encode(), bytes(value))

    def changed(self):
        """Valid JSON in which a value has another type or range, is absent, or occurs twice."""
        document, _ = self.some_turn()
        key = document["agent_id"].encode()
        document["turn_data"]["user_input"] = SECRET
        place = self.some_place(document, 4)
        name = self.choice.choice(list(place) if isinstance(place, dict) else range(len(place)))
        how = self.choice.randrange(4)
        if how == 0:
            del place[name]
        elif how == 1 and isinstance(place, dict):
            text = json.dumps(document)[:-1]
            return Record(key, f'{text},"{name}":{json.dumps(self.choice.choice(VALUES))}}}'.encode())
        else:
            place[name] = self.choice.choice(VALUES)
        return Record(key, json.dumps(document, ensure_ascii=self.choice.random() < 0.5).encode())

    def some_place(self, place, depth):
        values = place.values() if isinstance(place, dict) else place
        inner = [one for one in values if isinstance(one, (dict, list)) and one]
        if inner and depth and self.choice.random() < 0.7:
            return self.some_place(self.choice.choice(inner), depth - 1)
        return place

    def same_id(self):
        document, _ = self.some_turn()
        document["turn_data"]["assistant_response"] = f"No, {self.choice.random()}."
        return Record(document["agent_id"].encode(), json.dumps(document).encode())

    def random_bytes(self):
        value = b"".join(self.choice.choice([self.choice.choice(TOKENS), self.choice.randbytes(1)])
                         for _ in range(self.choice.randrange(300)))
        return Record(self.choice.choice([None, b"scout", self.choice.randbytes(8)]), value)

    def strange_key(self):
        _, line = self.some_turn()
        key = self.choice.choice(KEYS)
        return Record(self.choice.randbytes(self.choice.randrange(MIB)) if self.choice.random() < 0.01 else key, line)

    def strange_frame(self):
        document, line = self.some_turn()
        timestamp = self.choice.choice([0, 1, 10**12, 253402300799999])
        return Record(document["agent_id"].encode(), line, self.choice.choice(HEADERS), timestamp)

    def without_value(self):
        return Record(self.choice.choice(KEYS + [b"scout"]), self.choice.choice([None, b""]))

    def nested(self):
        depth = self.choice.randrange(100_000) if self.choice.random() < 0.25 else 55 + self.choice.randrange(20)
        opened, closed = self.choice.choice([(b"[", b"]"), (b'{"a":', b"}")])
        inner = opened * depth + (b"1" if closed == b"}" else b"") + closed * (depth - (self.choice.random() < 0.1))
        return self.with_member(inner)

    def numbers(self):
        digits = b"9" * self.choice.choice([15, 19, 20, 400, 100_000])
        return self.with_member(self.choice.choice([digits, b"-" + digits, b"0." + digits, b"1e" + digits, digits + b"e-5"]))

    def large(self):
        """A size near the maximum that intake accepts, or any size up to the one that the topic refuses."""
        around = MIB + self.choice.randrange(-4000, 4000)
        size = around if self.choice.random() < 0.5 else self.choice.randrange(5 * MIB)
        how = self.choice.randrange(3)
        if how == 0:
            text = base64.b64encode(self.choice.randbytes(size * 3 // 4)) if self.choice.random() < 0.5 else b"y" * size
            return self.with_member(b'"' + text + b'"')
        if how == 1:
            return self.with_member(b"[0" + b",0" * (size // 2) + b"]")
        return self.with_member(b",".join(b'"m%d":0' % i for i in range(size // 11)), name=None)

    def with_member(self, text, name=b"extra"):
        document, line = self.some_turn()
        member = b'"%s":%s' % (name, text) if name else text
        return Record(document["agent_id"].encode(), line[:-1] + b"," + member + b"}")
