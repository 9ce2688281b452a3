"""Record batches of Kafka, made by hand: what a stock client refuses to make, such as a batch of a few kilobytes that unpacks
to hundreds of megabytes. For the tests and scripts/fuzz_broker; it needs no package, only the shared libraries of the codecs.
"""
import ctypes
import ctypes.util
import socket
import struct
import time
import zlib

CODECS = {"none": 0, "gzip": 1, "snappy": 2, "lz4": 3, "zstd": 4}
TOO_LARGE = 10  # the broker's error code MESSAGE_TOO_LARGE
_PRODUCE, _VERSION = 0, 7


def _crc_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


_TABLE = _crc_table()


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = _TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


def varint(number):
    number = number << 1 ^ number >> 63
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def record(value, key=None, delta=0, headers=()):
    """One record of a batch; `delta`: its offset in the batch."""
    def sized(data):
        return varint(-1) if data is None else varint(len(data)) + data

    body = b"\0" + varint(0) + varint(delta) + sized(key) + sized(value) + varint(len(headers))
    body += b"".join(sized(name) + sized(text) for name, text in headers)
    return varint(len(body)) + body


def _library(name):
    path = ctypes.util.find_library(name)
    if path is None:
        raise SystemExit(f"the shared library of {name} is missing")
    return ctypes.CDLL(path)


def pack(codec, data):
    """`data` compressed. A stream of zstd or gzip as clients make it; lz4 as one frame; snappy without framing."""
    if codec == "none":
        return data
    if codec == "gzip":
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        return packer.compress(data) + packer.flush()
    size = ctypes.c_size_t(len(data))
    if codec == "zstd":
        zstd = _library("zstd")
        zstd.ZSTD_compressBound.restype = zstd.ZSTD_compress.restype = ctypes.c_size_t
        room = zstd.ZSTD_compressBound(size)
        out = ctypes.create_string_buffer(room)
        written = zstd.ZSTD_compress(out, ctypes.c_size_t(room), data, size, 9)
        return out.raw[:written]
    if codec == "lz4":
        lz4 = _library("lz4")
        lz4.LZ4F_compressFrameBound.restype = lz4.LZ4F_compressFrame.restype = ctypes.c_size_t
        # Brokers accept only independent blocks: the second number of LZ4F_preferences_t.
        preferences = ctypes.create_string_buffer(struct.pack("=iiiiqii6i", 4, 1, 0, 0, 0, 0, 0, *(0,) * 6))
        room = lz4.LZ4F_compressFrameBound(size, preferences)
        out = ctypes.create_string_buffer(room)
        written = lz4.LZ4F_compressFrame(out, ctypes.c_size_t(room), data, size, preferences)
        return out.raw[:written]
    snappy = _library("snappy")
    snappy.snappy_max_compressed_length.restype = ctypes.c_size_t
    written = ctypes.c_size_t(snappy.snappy_max_compressed_length(size))
    out = ctypes.create_string_buffer(written.value)
    if snappy.snappy_compress(data, size, out, ctypes.byref(written)) != 0:
        raise SystemExit("snappy could not compress")
    return out.raw[:written.value]


def batch(codec, count, packed):
    """A batch of `count` records; `packed`: their bytes, compressed with `codec`."""
    now = int(time.time() * 1000)
    tail = struct.pack(">hiqqqhii", CODECS[codec], count - 1, now, now, -1, -1, -1, count) + packed
    return struct.pack(">qiibI", 0, len(tail) + 9, -1, 2, crc32c(tail)) + tail


def bomb(codec, megabytes):
    """A batch of one record whose value is so many megabytes of zeros."""
    return batch(codec, 1, pack(codec, record(bytes(megabytes << 20))))


def swarm(codec, count):
    """A batch of so many empty records: it needs far more memory than its bytes, even unpacked."""
    return batch(codec, count, pack(codec, b"".join(record(None, delta=delta) for delta in range(count))))


# UNKNOWN_TOPIC_OR_PARTITION, LEADER_NOT_AVAILABLE, NOT_LEADER_OR_FOLLOWER: nothing was written.
_NO_LEADER_YET = (3, 5, 6)


class Wire:
    """A connection to a broker that leads all partitions."""

    def __init__(self, bootstrap):
        host, port = bootstrap.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=60)
        self.number = 0

    def close(self):
        self.socket.close()

    def _read(self, size):
        data = b""
        while len(data) < size:
            part = self.socket.recv(size - len(data))
            if not part:
                raise SystemExit("the broker closed the connection")
            data += part
        return data

    def produce(self, topic, partition, batches):
        """Sends one batch. Returns the broker's error code (0: none) and the first offset. While a new topic has no leader
        yet, it is sent again, for at most 20 s."""
        until = time.monotonic() + 20
        while True:
            error, offset = self._produce_once(topic, partition, batches)
            if error not in _NO_LEADER_YET or time.monotonic() > until:
                return error, offset
            time.sleep(0.1)

    def _produce_once(self, topic, partition, batches):
        self.number += 1
        name = topic.encode()
        body = struct.pack(">hhih", _PRODUCE, _VERSION, self.number, 3) + b"raw"
        body += struct.pack(">hhii", -1, -1, 30_000, 1) + struct.pack(">h", len(name)) + name
        body += struct.pack(">iii", 1, partition, len(batches)) + batches
        self.socket.sendall(struct.pack(">i", len(body)) + body)
        answer = self._read(struct.unpack(">i", self._read(4))[0])
        at = 4 + 4 + 2 + len(name) + 4 + 4
        return struct.unpack_from(">hq", answer, at)
