#pragma once
// ClassTable: which of several word lists hold a word, found with one look-up, for tables that people read: {kPast, "yesterday
// ago"}. Threads: any, once it is made.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "stages/common/notes/word_slots.h"

namespace turnstream::notes {

struct ClassRow {
  std::uint32_t word_class = 0;
  std::string_view words;  ///< separated by single blanks; each of at most 16 bytes
};

class ClassTable {
 public:
  explicit ClassTable(std::span<const ClassRow> rows) {
    for (const ClassRow& row : rows) {
      for (std::string_view rest = row.words; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        slots_.at(word) |= row.word_class;
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
      }
    }
  }

  /// The classes of all rows that have the word; 0 if there is none.
  [[nodiscard]] std::uint32_t classes_of(std::string_view word) const { return slots_.find(word); }

 private:
  WordSlots<std::uint32_t, 11> slots_;
};

}  // namespace turnstream::notes
