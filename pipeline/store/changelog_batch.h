#pragma once
// The records of a changelog in batches. A record has no key. Its value is rows: those that a transaction changed and those
// that it repeats. Its header `walk` has a BatchHead: the format, the record's number in its partition, and the Walk after it;
// its header `seal` is a checksum over topic, partition, number, both (changelog_check.h). A transaction writes one record for each
// stage and partition, or more if one would be too large: each is complete in itself, and together they are all or nothing.
// Threads: values and functions; a BatchCheck one at a time.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/log/record.h"
#include "pipeline/store/changelog_walk.h"

namespace turnstream::store {

inline constexpr std::string_view kWalkHeader = "walk";

/// Appends a row to a record's value; an absent `value` means deleted.
void append_row(std::string& rows, std::string_view key, std::optional<std::string_view> value);

/// Calls `visit` for each row. False if the bytes are not rows.
bool for_each_row(std::string_view rows,
                  const std::function<void(std::string_view key, std::optional<std::string_view> value)>& visit);

struct BatchHead {
  std::int64_t number = 0;  ///< of the record in its partition: counted without a gap, by transactions that committed
  Walk walk;
  NextOffset end{0};  ///< of the partition before the transaction: so the record's offset is not less
};
std::string encode_head(const BatchHead& head);
std::optional<BatchHead> decode_head(std::string_view bytes);

/// Gives `produce` the record that has these rows.
Status produce_batch(const log::TopicPartition& changelog, const BatchHead& head, std::string_view rows,
                     const std::function<Status(const log::OutgoingRecord&)>& produce);

/// Checks the records of a partition in their order, and says at the end whether those that passed are the whole table.
class BatchCheck {
 public:
  /// `number`: of the record that must come next; absent: any may.
  BatchCheck(log::TopicPartition changelog, std::optional<std::int64_t> number)
      : changelog_(std::move(changelog)), number_(number) {}

  /// The head of the next record. Absent: the pipeline did not write the record, or not there; it must not be used. Error
  /// "changelog_damaged" (kStopProcess): a newer program wrote it.
  Result<std::optional<BatchHead>> take(const log::Record& record);

  /// How many of the records did not pass, and a sentence about the first.
  [[nodiscard]] std::int64_t foreign() const { return foreign_; }
  [[nodiscard]] const std::string& first_foreign() const { return first_foreign_; }
  /// The offset of the last record before which one is missing.
  [[nodiscard]] std::optional<Offset> gap() const { return gap_; }
  [[nodiscard]] std::optional<std::int64_t> next_number() const { return number_; }

  /// At the end. `walk`: of the last record that passed, or of the table before them. `from`: the first offset that was
  /// read, if the table was empty before; absent: it was complete up to there. An offset: the table must be made again from
  /// there, and will be whole. Errors (kStopProcess): "changelog_damaged" for a gap that no complete walk follows, and for a
  /// topic that was copied to other offsets, because those in a Walk are then wrong; "changelog_lost" if the first records
  /// are missing.
  [[nodiscard]] Result<std::optional<NextOffset>> verdict(const Walk& walk, std::optional<NextOffset> from) const;

 private:
  void refuse(const log::Record& record, std::string_view why);
  [[nodiscard]] std::string place(std::int64_t offset) const;

  log::TopicPartition changelog_;
  std::optional<std::int64_t> number_;
  std::optional<Offset> gap_;
  std::optional<Offset> moved_;  ///< the first record that has another offset than it was written with
  std::int64_t foreign_ = 0;
  std::string first_foreign_;
};

}  // namespace turnstream::store
