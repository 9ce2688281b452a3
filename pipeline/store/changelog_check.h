#pragma once
// The seal of a record in a changelog (changelog_batch.h), and the check of the rows of a changelog of an earlier version
// (changelog.h), which has one record a row. The writer gives each row, deletes included, a
// record header with a checksum of its topic, partition, key and value, and of the stage's position when the row was
// written. A row that another program wrote, changed, moved to another partition or topic, or repeated later does not
// pass the check. The seal has no key that only the pipeline has: it does not stop a person who computes one.
// Rows before the first sealed row have no seal if an early version wrote them; they pass. Threads: one at a time.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/log/record.h"

namespace turnstream::store {

inline constexpr std::string_view kSealHeader = "seal";

/// 8 bytes position, 8 bytes checksum.
using Seal = std::array<char, 16>;

Seal seal_row(const log::TopicPartition& changelog, NextOffset position, std::string_view key,
              std::optional<std::string_view> value);

/// The position in a seal; 0 if the bytes are not a seal.
NextOffset position_of(std::string_view seal);

inline std::string_view view_of(const Seal& seal) {
  return {seal.data(), seal.size()};
}

class ChangelogCheck {
 public:
  /// `sealed`: the highest position in the seals of the rows before the first that take() gets; none if no row before it
  /// has a seal.
  ChangelogCheck(log::TopicPartition changelog, std::optional<NextOffset> sealed)
      : changelog_(std::move(changelog)), sealed_(sealed) {}

  /// The next row of the changelog; false if it did not pass the check and must not be used. A later row with the same
  /// key replaces such a row, so the row does no harm then.
  bool take(const log::Record& row);

  /// Where a reader that stops now must begin again, so that it reads the rows that did not pass once more.
  struct Resume {
    NextOffset next;
    std::optional<NextOffset> sealed;
  };
  /// `next`: the offset after the last row that take() got.
  [[nodiscard]] Resume resume(NextOffset next) const;

  /// True if no reader needs to read on, because too many rows did not pass.
  [[nodiscard]] bool hopeless() const;
  /// At the end of the changelog: the error "changelog_damaged" (kStopProcess) if no later row has replaced a row that
  /// did not pass. The message names the place and key of the first, and what to do.
  [[nodiscard]] Status verdict() const;

 private:
  struct Damage {
    Offset offset;
    std::string_view why;
  };
  void refuse(const log::Record& row, std::string_view key, std::string_view why);

  log::TopicPartition changelog_;
  std::optional<NextOffset> sealed_;
  std::map<std::string, Damage, std::less<>> damaged_;  ///< by key
  std::optional<Resume> begin_again_;                   ///< set while damaged_ has a row
};

}  // namespace turnstream::store
