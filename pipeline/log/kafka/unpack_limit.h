#pragma once
// UnpackLimit: bounds the memory that fetched batches take once librdkafka has unpacked them. librdkafka unpacks a gzip,
// lz4 or zstd batch of a few kilobytes into any number of bytes; unpack_hooks.cpp stands between it and the libraries
// and asks the limit of the handle for which the thread works. A batch that is too large in itself, or has too many
// records, is refused for good. A batch that does not fit into memory together with the others of its fetch response is postponed:
// librdkafka fetches it again. (It sends no fetch request while queued.max.messages.kbytes of records wait to be
// consumed, so a bound for one response bounds the whole.) Other users of the libraries, such as RocksDB, are not
// affected. Threads: fits() and add() the broker threads of librdkafka; all others any.

#include <atomic>
#include <cstdint>
#include <string_view>

#include "pipeline/log/kafka/handles.h"

namespace turnstream::log::kafka {

/// About what librdkafka allocates for each record in addition to the record's bytes.
inline constexpr std::int64_t kUnpackedRecordBytes = 384;
/// The bounds of the cost (see BatchMeter) of one batch, and of all batches of a fetch response together.
inline constexpr std::int64_t kBatchUnpackedMax = 64 << 20;
inline constexpr std::int64_t kResponseUnpackedMax = 128 << 20;

/// Counts bytes and records of one batch while it is unpacked, in pieces of any size.
class BatchMeter {
 public:
  void add(std::string_view unpacked);
  /// The memory that the batch takes so far.
  [[nodiscard]] std::int64_t cost() const { return bytes_ + records_ * kUnpackedRecordBytes; }

 private:
  std::int64_t bytes_ = 0;
  std::int64_t records_ = 0;
  std::uint64_t skip_ = 0;    ///< bytes until the next record's length
  std::uint64_t length_ = 0;  ///< the part of that length that is read
  unsigned shift_ = 0;
  bool readable_ = true;  ///< false after a length that no record can have
};

class UnpackLimit {
 public:
  /// Bounds of costs: see kBatchUnpackedMax.
  UnpackLimit(std::int64_t batch_max, std::int64_t response_max) : batch_max_(batch_max), response_max_(response_max) {}

  [[nodiscard]] std::int64_t batch_max() const { return batch_max_; }
  /// False if a batch of this cost must not be unpacked, or not in this response.
  [[nodiscard]] bool fits(std::int64_t cost);
  /// Counts an unpacked batch of the response.
  static void add(std::int64_t cost);
  /// How many batches were postponed.
  [[nodiscard]] std::int64_t postponed() const { return postponed_.load(); }

  /// Makes the limit hold on the broker threads of the handle that is made with `conf`; it must outlive the handle.
  void attach_to(rd_kafka_conf_t* conf);
  /// The limit of the handle for which this thread unpacks batches; null on all other threads.
  [[nodiscard]] static UnpackLimit* of_this_thread();

 private:
  const std::int64_t batch_max_;
  const std::int64_t response_max_;
  std::atomic<std::int64_t> postponed_{0};
};

}  // namespace turnstream::log::kafka
