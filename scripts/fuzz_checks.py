"""The checks of scripts/fuzz_broker on topics and log lines, after the pipeline has processed all records."""
import collections
import hashlib
import json
import time

from fuzz_records import SECRET


def digest(data):
    return None if data is None else hashlib.sha256(data).digest()


def say(text):
    print(f"fuzz_broker: {text}", flush=True)


class Reader:
    def __init__(self, kafka, bootstrap, namespace, turns):
        self.namespace, self.turns = namespace, turns
        self.kafka = kafka
        self.settings = {"bootstrap.servers": bootstrap, "group.id": "fuzz-reader", "enable.auto.commit": False,
                         "isolation.level": "read_committed", "enable.partition.eof": True, "log_level": 2}

    def read(self, topic, seconds_max=120):
        """Every committed record, to the end of every partition."""
        consumer = self.kafka.Consumer(self.settings)
        partitions = list(consumer.list_topics(topic, 30).topics[topic].partitions)
        consumer.assign([self.kafka.TopicPartition(topic, partition, 0) for partition in partitions])
        open_ones, end = set(partitions), time.monotonic() + seconds_max
        while open_ones:
            if time.monotonic() > end:
                raise SystemExit(f"fuzz_broker: {topic} could not be read to its end within {seconds_max} s")
            message = consumer.poll(1)
            if message is None:
                continue
            if message.error() is None:
                yield message
            elif message.error().code() == self.kafka.KafkaError._PARTITION_EOF:
                open_ones.discard(message.partition())
            else:
                raise SystemExit(f"fuzz_broker: {topic}: {message.error()}")
        consumer.close()


class Findings:
    def __init__(self):
        self.count = collections.Counter()

    def demand(self, holds, promise, what):
        if not holds:
            self.count[promise] += 1
            if self.count[promise] <= 5:
                say(f"FAILED: {promise}: {what}")


def place(headers, prefix):
    return int(headers[prefix + "_partition"]), int(headers[prefix + "_offset"])


def headers_of(message):
    return {name: (value or b"").decode("utf-8", "replace") for name, value in message.headers() or []}


def check_sources(reader, taken, findings):
    source = {(one.partition(), one.offset()): (digest(one.key()), digest(one.value())) for one in reader.read(reader.turns)}
    findings.demand(source == taken, "the turns topic has the records that the broker accepted", f"{len(source)} records, {len(taken)} accepted")
    return source


def check_log(reader, source, ends, findings):
    """Returns the digest of each record's value by its position in the log."""
    values, last, partition_of = {}, {}, {}
    for one in reader.read(f"{reader.namespace}.log"):
        at, headers = (one.partition(), one.offset()), headers_of(one)
        values[at] = digest(one.value())
        if headers.get("source_topic") != reader.turns:
            findings.demand(headers["kind"] in ("tick", "settings"), "a record without a turn is a tick or settings", (at, headers))
            continue
        origin = place(headers, "source")
        ends[origin].append(("log", at))
        key, value = source.get(origin, (None, None))
        findings.demand(value == values[at], "the log has the producer's bytes", (origin, at))
        findings.demand(one.key() and key in (None, digest(one.key())), "the log has the producer's key", (origin, at))
        findings.demand(partition_of.setdefault(one.key(), at[0]) == at[0], "a persona is in one partition", (one.key(), at))
        findings.demand(last.get((one.key(), origin[0]), -1) < origin[1], "a persona's turns keep their order", (origin, at))
        last[one.key(), origin[0]] = origin[1]
    return values


def check_dead_letters(reader, source, unreadable, ends, findings):
    """`unreadable`: the last offset of each batch that cannot be unpacked, by partition and first offset. Returns the
    positions in the log where stages failed, and the number of failures by stage and reason."""
    failed, reasons, passed_over = collections.Counter(), collections.Counter(), {}
    for one in reader.read(f"{reader.namespace}.dead-letters"):
        headers = headers_of(one)
        origin = place(headers, "dl")
        reasons[headers["dl_stage"], headers["dl_reason"]] += 1
        findings.demand(SECRET not in headers["dl_message"] + headers["dl_rule"], "a reason contains no text of a turn", headers)
        if headers["dl_stage"] != "intake":
            failed[headers["dl_stage"], origin, digest(one.value())] += 1
            continue
        if headers["dl_reason"] == "unreadable":
            findings.demand(origin not in passed_over, "a batch is passed over once", headers)
            passed_over[origin] = int(headers["dl_last_offset"])
            continue
        ends[origin].append(("dead letter", (one.partition(), one.offset())))
        if "larger than a dead letter" in headers["dl_message"]:
            findings.demand(one.key() is None and one.value() is None and origin in source,
                            "a dead letter without bytes names a record that is there", (origin, headers))
            continue
        findings.demand(source.get(origin) == (digest(one.key()), digest(one.value())),
                        "a dead letter has the producer's key and bytes", (origin, headers))
        findings.demand(headers["dl_topic"] == reader.turns, "a dead letter names its topic", headers)
    findings.demand(passed_over == unreadable, "each batch that cannot be unpacked is one dead letter with its offsets",
                    sorted(set(passed_over.items()) ^ set(unreadable.items()))[:5])
    return failed, reasons


def check_completions(reader, stage, values, failed, findings):
    last, parts, statuses, failures = {}, collections.Counter(), collections.Counter(), set()
    for one in reader.read(f"{reader.namespace}.completions.{stage}"):
        answer = json.loads(one.value())
        at = answer["log"]["partition"], answer["log"]["offset"]
        findings.demand(at in values, "a completion belongs to a log record", (stage, at))
        findings.demand(last.get(at[0], -1) <= at[1], "completions are in log order", (stage, at))
        last[at[0]] = at[1]
        if answer["last"]:
            parts[at] += 1
            statuses[answer["status"]] += 1
            failures.update([at] if answer["status"] == "failure" else [])
    for at in values:
        findings.demand(parts[at] == 1, "a log record has one completion from each stage", (stage, at, parts[at]))
    letters = {at: (value, times) for (whose, at, value), times in failed.items() if whose == stage}
    for at, (value, times) in letters.items():
        findings.demand(times == 1 and value == values.get(at), "a stage's dead letter has the log's bytes, once",
                        (stage, at, times))
        findings.demand(at in failures, "a stage's dead letter has its failure", (stage, at))
    if stage == "episodic":
        findings.demand(failures == set(letters), "a failure of episodic has its dead letter", failures ^ set(letters))
    return dict(statuses)


def check_lines(path, findings):
    for number, line in enumerate(open(path, "rb")):
        try:
            json.loads(line.decode())
        except ValueError:
            findings.demand(False, "a log line is JSON", (number, line[:300]))
        findings.demand(SECRET.encode() not in line, "a log line contains no text of a turn", (number, line[:300]))
