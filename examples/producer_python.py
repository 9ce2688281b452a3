"""Publishes turns with Confluent's Kafka client. Each line of stdin is what a user said.

    pip install confluent-kafka ./clients/python
    python3 examples/producer_python.py PERSONA [TOPIC] <<< "The api port is 8080"

The broker and any property of librdkafka come from the environment, as for `turnstream`: TURNSTREAM_KAFKA__BOOTSTRAP
(127.0.0.1:9092), TURNSTREAM_KAFKA__CLIENT__SASL_PASSWORD …
"""

import json
import os
import sys
from typing import Callable, Dict, Optional

from confluent_kafka import KafkaError, Message, Producer
from turnstream import turn

PREFIX = "TURNSTREAM_KAFKA__CLIENT__"


def properties() -> Dict[str, str]:
    given = {name[len(PREFIX):].lower().replace("_", "."): value for name, value in os.environ.items() if name.startswith(PREFIX)}
    return {"bootstrap.servers": os.environ.get("TURNSTREAM_KAFKA__BOOTSTRAP", "127.0.0.1:9092"), **given,
            "enable.idempotence": "true",      # a retry stores nothing twice, and keeps the order
            "partitioner": "murmur2_random"}   # a persona's partition, as Java's clients and `turnstream publish` choose it


def main(persona: str, topic: str = "turns") -> int:
    producer = Producer(properties())
    lost = {}

    def reports(turn_id: str) -> Callable[[Optional[KafkaError], Message], None]:
        return lambda error, _: None if error is None else lost.update({turn_id: error.str()})

    for line in sys.stdin:
        made = turn(persona, line.strip(), "Noted.")
        producer.produce(topic, json.dumps(made, ensure_ascii=False), key=persona, on_delivery=reports(made["turn_id"]))
        producer.poll(0)
    producer.flush()
    for turn_id, reason in lost.items():
        print(f"turn {turn_id} is not stored: {reason}", file=sys.stderr)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
