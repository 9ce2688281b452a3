#pragma once
// The phrases that end a habit: one row each, with an example that a test reads. Threads: any; constants.

#include <cstdint>
#include <span>
#include <string_view>

namespace turnstream::pattern {

/// How an end continues behind its phrase.
enum class Behind : std::uint8_t {
  kGerund,    ///< "stopped drinking coffee"
  kPlain,     ///< "no longer drink coffee"
  kAnyMore,   ///< "do not drink coffee any more": a plain verb, and these words behind it
  kIngMore,   ///< "am not drinking coffee any more"
  kBare,      ///< "gone off coffee": a noun without an article; "stopped the car" ends nothing
  kGivenUp,   ///< "quit the gym"
  kDisposed,  ///< "sold my bike"
};

struct HabitEndRow {
  std::string_view phrase;  ///< behind "I" or "we" and helping words; contractions are read as two words
  Behind behind;
  std::string_view example;  ///< habit => sentence that ends it
};

[[nodiscard]] std::span<const HabitEndRow> habit_end_rows();

}  // namespace turnstream::pattern
