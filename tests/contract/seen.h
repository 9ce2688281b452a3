#pragma once
// Seen: a delivered record as tests keep and compare it; and short ways to name places and records of the log port.
// Threads: values.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/log/client.h"

namespace turnstream::contract {

/// A delivered record, copied.
struct Seen {
  std::int64_t offset = 0;
  std::optional<std::string> key;
  std::optional<std::string> value;
  std::vector<std::pair<std::string, std::string>> headers;
  std::int64_t append_time_ms = 0;
  std::string topic;
  std::int32_t partition = 0;
};

Seen copy_of(const log::Record& record);
log::TopicPartition at(const std::string& topic, std::int32_t partition);
log::Position from(const std::string& topic, std::int32_t partition, std::int64_t next);
log::OutgoingRecord outgoing(const log::TopicPartition& where, std::string_view key, std::string_view value);

}  // namespace turnstream::contract
