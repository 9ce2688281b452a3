#include "tests/contract/seen.h"

namespace turnstream::contract {

Seen copy_of(const log::Record& record) {
  Seen seen;
  seen.offset = record.offset.value();
  if (record.key) {
    seen.key.emplace(*record.key);
  }
  if (record.value) {
    seen.value.emplace(*record.value);
  }
  for (const log::Header& header : record.headers) {
    seen.headers.emplace_back(header.name, header.value);
  }
  seen.append_time_ms = record.append_time_ms;
  seen.topic = record.topic;
  seen.partition = record.partition.value();
  return seen;
}

log::TopicPartition at(const std::string& topic, std::int32_t partition) {
  return log::TopicPartition{topic, Partition{partition}};
}

log::Position from(const std::string& topic, std::int32_t partition, std::int64_t next) {
  return log::Position{at(topic, partition), NextOffset{next}};
}

log::OutgoingRecord outgoing(const log::TopicPartition& where, std::string_view key, std::string_view value) {
  return log::OutgoingRecord{where.topic, where.partition, key, value, {}};
}

}  // namespace turnstream::contract
