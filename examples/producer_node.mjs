// Publishes turns with KafkaJS. Each line of stdin is what a user said.
//
//     npm install --prefix examples
//     node examples/producer_node.mjs PERSONA [TOPIC] <<< "The api port is 8080"
//
// The broker and the login come from the environment, as for `turnstream`: TURNSTREAM_KAFKA__BOOTSTRAP (127.0.0.1:9092),
// TURNSTREAM_KAFKA__CLIENT__SASL_PASSWORD …
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Kafka, Partitioners, logLevel } from "kafkajs";

const [persona, topic = "turns"] = process.argv.slice(2);
if (!persona) throw new Error("usage: node examples/producer_node.mjs PERSONA [TOPIC]");
const set = (name) => process.env[`TURNSTREAM_KAFKA__${name}`];
const authority = set("CLIENT__SSL_CA_LOCATION");
const kafka = new Kafka({
  brokers: (set("BOOTSTRAP") ?? "127.0.0.1:9092").split(","),
  ssl: set("CLIENT__SECURITY_PROTOCOL")?.endsWith("SSL") && (authority ? { ca: [readFileSync(authority)] } : true),
  sasl: set("CLIENT__SASL_USERNAME") && { mechanism: (set("CLIENT__SASL_MECHANISM") ?? "PLAIN").toLowerCase(),
    username: set("CLIENT__SASL_USERNAME"), password: set("CLIENT__SASL_PASSWORD") },
  logLevel: logLevel.ERROR,
});
// DefaultPartitioner: a persona's partition, as Java's clients and `turnstream publish` choose it.
const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1, createPartitioner: Partitioners.DefaultPartitioner });

function newTurnId() { // a ULID
  const number = (BigInt(Date.now()) << 80n) | BigInt(`0x${randomBytes(10).toString("hex")}`);
  return Array.from({ length: 26 }, (_, at) => "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[(number >> BigInt(125 - 5 * at)) & 31n]).join("");
}

await producer.connect();
for await (const line of createInterface({ input: process.stdin })) {
  const turn = { turn_id: newTurnId(), agent_id: persona, timestamp: new Date().toISOString(),
    turn_data: { user_input: line.trim(), assistant_response: "Noted." } };
  // Rejects if the turn is not stored after its retries; the process then ends with exit code 1 and the reason.
  await producer.send({ topic, messages: [{ key: persona, value: JSON.stringify(turn) }] });
}
await producer.disconnect();
