#pragma once
// Seen: a copy of a delivered record, for tests to keep and compare; and short functions that make positions and
// records.
// Threads: values.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/log/client.h"

namespace turnstream::contract {

/// A copy of a delivered record; a log::Record is valid only until the next poll.
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
