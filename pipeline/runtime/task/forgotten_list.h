#pragma once
// ForgottenList: the personas of a stage's partition from whose rows commands removed something for good, each with the
// offset of its last such command. It is the row kForgottenKey, which a transaction writes behind all its other rows, so
// a store that has the list has no row of before. From it StatePurger learns what must also leave the disk. The list is
// bounded: it counts the oldest personas over the bound only by their newest offset. Threads: a value.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/strong_type.h"

namespace turnstream::runtime {

inline constexpr std::string_view kForgottenKey{"\0forgotten", 10};

class ForgottenList {
 public:
  static constexpr std::size_t kPersonasMax = 32;

  /// `offset`: of the command in the log; not less than those that were added before.
  void add(std::string_view persona, Offset offset);
  [[nodiscard]] std::string encode() const;
  static std::optional<ForgottenList> decode(std::string_view row);

  /// The highest offset in the list; none if it is empty.
  [[nodiscard]] std::optional<Offset> newest() const;
  struct After {
    bool all = false;                   ///< the list does not name all personas: it may be any of the partition
    std::vector<std::string> personas;  ///< if not `all`
  };
  /// Those with a command after `offset`; without an offset, those with any command.
  [[nodiscard]] After after(std::optional<Offset> offset) const;

 private:
  struct Entry {
    std::string persona;
    Offset offset;
  };
  std::optional<Offset> dropped_;  ///< the highest offset of the personas that the list names no longer
  std::vector<Entry> entries_;     ///< in ascending order of offsets
};

}  // namespace turnstream::runtime
