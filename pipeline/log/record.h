#pragma once
// Record: one record as read from a log; OutgoingRecord: a record to be written. A Record keeps the memory of its key,
// value and headers (a librdkafka message, a batch of the embedded log or a frame of its socket), so it can be queued
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

/// A place in a partition: just before offset `next`.
struct Position {
  TopicPartition where;
  NextOffset next;
};

struct Header {
  std::string_view name;
  std::string_view value;
};

/// Keeps the memory of a Record's key, value and headers. The log client that made the record supplies the deleter.
using RecordOwner = std::unique_ptr<void, void (*)(void*)>;

struct Record {
  std::string_view topic;  ///< valid at least as long as the Consumer or Reader that delivered the record
  Partition partition;
  Offset offset;
  std::int64_t append_time_ms = 0;  ///< in ms since 1970; LogAppendTime if the log client created the topic
  std::optional<std::string_view> key;
  std::optional<std::string_view> value;  ///< absent for a tombstone
  std::vector<Header> headers;
  RecordOwner owner{nullptr, [](void*) {}};

  /// The value of the last header with this name; absent if there is none.
  [[nodiscard]] std::optional<std::string_view> header(std::string_view name) const;
  /// The bytes of the key, the value and this object with its views of headers, without the bytes of the headers.
  [[nodiscard]] std::size_t size_bytes() const;
};

/// The views need to be valid only until produce() returns. The caller chooses the partition.
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
