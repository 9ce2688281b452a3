#pragma once
// RecordBatch: records of one partition in ascending offsets, encoded once, in the form in which they are stored.
// Records are added to a batch only while no reader sees it. Then it never changes (compaction replaces or removes the
// whole batch); the partition, its readers and the records delivered from it share it. Threads: one while records are
// added; any afterwards.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/record.h"

namespace turnstream::log::embedded {

class RecordBatch;
using BatchPtr = std::shared_ptr<const RecordBatch>;

/// A batch gets no further record when it has this size: large enough that a transaction makes few batches, small enough that
/// reading a single record loads little.
inline constexpr std::size_t kRunBytesMax = 64 * 1024;
/// The offsets of a batch's records are less than this apart, because a record has at least 28 bytes.
inline constexpr std::int64_t kRunOffsetsMax = 4'096;

class RecordBatch {
 public:
  /// `base` identifies the batch in its partition; no record in it has a lower offset.
  explicit RecordBatch(std::int64_t base);
  /// Decodes what bytes() returned. Error "corrupt_log".
  static Result<BatchPtr> parse(std::string bytes);

  /// Precondition: offset > last(), and offset - base() fits into 32 bits.
  void append(std::int64_t offset, std::int64_t append_time_ms, const OutgoingRecord& record);
  /// Appends a copy of record `index` of another batch, with its offset and time.
  void append_copy(const RecordBatch& from, std::size_t index);

  [[nodiscard]] std::int64_t base() const { return base_; }
  /// The offset of the last record; base() - 1 if there is none.
  [[nodiscard]] std::int64_t last() const { return last_; }
  [[nodiscard]] std::int64_t newest_ms() const { return newest_ms_; }
  [[nodiscard]] std::size_t count() const { return starts_.size(); }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

  /// The index of the first record at or after `offset`; count() if there is none.
  [[nodiscard]] std::size_t index_at(std::int64_t offset) const;
  [[nodiscard]] std::int64_t offset_of(std::size_t index) const;
  [[nodiscard]] std::int64_t time_of(std::size_t index) const;
  [[nodiscard]] std::optional<std::string_view> key_of(std::size_t index) const;
  [[nodiscard]] bool is_tombstone(std::size_t index) const;

  /// A record whose key, value and headers point into the batch; it keeps the batch alive. `topic` becomes its topic.
  static Record record(const BatchPtr& batch, std::size_t index, std::string_view topic, Partition partition);

 private:
  [[nodiscard]] const char* start_of(std::size_t index) const { return bytes_.data() + starts_[index]; }
  void note(std::int64_t offset, std::int64_t append_time_ms, std::size_t start);

  std::int64_t base_;
  std::int64_t last_;
  std::int64_t newest_ms_ = 0;
  std::string bytes_;
  std::vector<std::uint32_t> starts_;
};

/// The size that the limits of topics and transactions bound, about as in Kafka: key, value, headers and a fixed part.
std::size_t message_bytes(const OutgoingRecord& record);

}  // namespace turnstream::log::embedded
