#pragma once
// Record: one record as read from a log; OutgoingRecord: a record to be written. A Record owns the memory to which
// its views point (a librdkafka message, a batch of the embedded log or a frame of its socket), so it can be queued
// without a copy. Threads: a Record belongs to one thread at a time.

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

/// The position of a reader: the next offset that it reads or will read.
struct Position {
  TopicPartition where;
  NextOffset next;
};

struct Header {
  std::string_view name;
  std::string_view value;
};

/// Owns the memory behind a Record's views. The log client that made the record supplies the deleter.
using RecordOwner = std::unique_ptr<void, void (*)(void*)>;

struct Record {
  std::string_view topic;  ///< valid as long as the Consumer or Reader that delivered the record
  Partition partition;
  Offset offset;
  std::int64_t append_time_ms = 0;  ///< the broker's LogAppendTime; stages never use it
  std::optional<std::string_view> key;
  std::optional<std::string_view> value;  ///< absent for a tombstone
  std::vector<Header> headers;
  RecordOwner owner{nullptr, [](void*) {}};

  /// The value of the last header with this name, as in Kafka's clients; absent if there is none.
  [[nodiscard]] std::optional<std::string_view> header(std::string_view name) const;
  /// About the memory that this record occupies in a queue: key, value and views, without the bytes of its headers.
  [[nodiscard]] std::size_t size_bytes() const;
};

/// The views need to be valid only until produce() returns. The partition is always explicit.
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
