#pragma once
// Record: one record as read from a log, and OutgoingRecord: one to be written. A Record owns the memory its views
// point into (a librdkafka message, a block of the embedded log), so it can wait in a queue without a copy. Threads: a
// Record belongs to whoever holds it.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/strong_type.h"

namespace turnstream::log {

struct TopicPartition {
  std::string topic;
  Partition partition;
  friend auto operator<=>(const TopicPartition&, const TopicPartition&) = default;
  friend bool operator==(const TopicPartition&, const TopicPartition&) = default;
};

/// Where a reader stands or shall start.
struct Position {
  TopicPartition where;
  NextOffset next;
};

struct Header {
  std::string_view name;
  std::string_view value;
};

/// Keeps the memory behind a Record's views alive; the deleter belongs to the log client that made it.
using RecordOwner = std::unique_ptr<void, void (*)(void*)>;

struct Record {
  std::string_view topic;  ///< lives as long as the client that delivered the record
  Partition partition;
  Offset offset;
  std::int64_t append_time_ms = 0;  ///< the broker's LogAppendTime; never an input of a stage
  std::optional<std::string_view> key;
  std::optional<std::string_view> value;  ///< absent = tombstone
  std::vector<Header> headers;
  RecordOwner owner{nullptr, [](void*) {}};

  /// The last header of that name, as Kafka's clients read repeated names.
  [[nodiscard]] std::optional<std::string_view> header(std::string_view name) const;
  /// Bytes this record holds while it waits in a queue.
  [[nodiscard]] std::size_t size_bytes() const;
};

/// All views need to live only until produce() returns. The partition is always explicit.
struct OutgoingRecord {
  std::string_view topic;
  Partition partition;
  std::optional<std::string_view> key;
  std::optional<std::string_view> value;
  std::span<const Header> headers;
};

}  // namespace turnstream::log

template <>
struct std::hash<turnstream::log::TopicPartition> {
  std::size_t operator()(const turnstream::log::TopicPartition& where) const {
    return std::hash<std::string>{}(where.topic) * 31 + std::hash<std::int32_t>{}(where.partition.value());
  }
};
