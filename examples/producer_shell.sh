#!/usr/bin/env bash
# Publishes turns with kcat and jq. Each line of stdin is what a user said.
#
#     examples/producer_shell.sh PERSONA [TOPIC] <<< "The api port is 8080"
#
# The broker and any property of librdkafka come from the environment, as for `turnstream`: TURNSTREAM_KAFKA__BOOTSTRAP
# (127.0.0.1:9092), TURNSTREAM_KAFKA__CLIENT__SASL_PASSWORD … No value is an argument, which other users could see.
set -euo pipefail
persona=${1:?usage: examples/producer_shell.sh PERSONA [TOPIC]} topic=${2:-turns}

properties() {
  echo "bootstrap.servers=${TURNSTREAM_KAFKA__BOOTSTRAP:-127.0.0.1:9092}"
  env | awk -F= '/^TURNSTREAM_KAFKA__CLIENT__/ {
    name = tolower(substr($1, length("TURNSTREAM_KAFKA__CLIENT__") + 1)); gsub("_", ".", name)
    print name "=" substr($0, length($1) + 2) }'
  echo enable.idempotence=true     # a retry stores nothing twice, and keeps the order
  echo partitioner=murmur2_random  # a persona's partition, as Java's clients and `turnstream publish` choose it
}

new_turn_id() { # a ULID: milliseconds in ten digits to the base 32, and sixteen random digits
  local digits=0123456789ABCDEFGHJKMNPQRSTVWXYZ now part id=''
  now=$(date +%s%3N)
  for part in 45 40 35 30 25 20 15 10 5 0; do id+=${digits:now >> part & 31:1}; done
  for part in $(od -An -N16 -tu1 /dev/urandom); do id+=${digits:part & 31:1}; done
  echo "$id"
}

# kcat ends with exit code 1 if a turn is not stored, and says why.
while IFS= read -r said; do
  jq -cn --arg id "$(new_turn_id)" --arg persona "$persona" --arg said "$said" --arg time "$(date -u +%FT%T.%3NZ)" \
    '{turn_id: $id, agent_id: $persona, timestamp: $time, turn_data: {user_input: $said, assistant_response: "Noted."}}'
done | kcat -P -F <(properties) -t "$topic" -k "$persona"
