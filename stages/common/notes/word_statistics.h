#pragma once
// WordStatistics: in how many messages of a persona each stem stands, for the rarity of stems. A message is added before
// its units are scored; nothing later counts. It is stored in two rows: `settled`, which is large and changes seldom, and
// `recent`, at most kRecentBytesMax, which changes with each message. So a message does not rewrite the large row.
// Borrows the settled row, owns the rest. Threads: one at a time.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "stages/common/notes/words.h"

namespace turnstream::notes {

class WordStatistics {
 public:
  /// The highest number of stems that the settled row keeps. (Five conversations of 370 to 680 messages have 870 to 1370
  /// stems each.) If there are more, the rarest leave until 7/8 of them are left, those of equal counts by a hash; a stem
  /// that left counts from 0 again. As long as none has left, every count is exact.
  static constexpr std::size_t kSettledStemsMax = 8192;
  /// With more stems than this in the recent row, they move to the settled one.
  static constexpr std::size_t kRecentStemsMax = 384;
  static constexpr std::size_t kSettledBytesMax = 8 * kSettledStemsMax;
  static constexpr std::size_t kRecentBytesMax = 8 + 8 * kRecentStemsMax;

  WordStatistics() = default;

  /// Reads the two rows; an absent row is empty. `settled` must stay valid until the result is destroyed, or add() says that
  /// settled_changed(). Error: bad_state (kRebuildState) if a row is
  /// damaged, as far as a part of its entries shows it.
  [[nodiscard]] static Result<WordStatistics> parse(std::string_view settled, std::string_view recent);

  /// Counts one message with these stems (stems_of() of the whole message, names included).
  void add(const Stems& stems);

  [[nodiscard]] std::uint64_t messages() const { return messages_; }
  /// The number of messages that hold the stem.
  [[nodiscard]] std::uint64_t holding(Stem stem) const;

  /// Whether add() has changed the settled row since parse(). The recent row changes with each add().
  [[nodiscard]] bool settled_changed() const { return settled_changed_; }
  /// Whether stems have left since parse(). If not, add() has only raised the counts of the stems that it was given.
  [[nodiscard]] bool stems_left() const { return stems_left_; }
  [[nodiscard]] std::string settled_row() const;
  [[nodiscard]] std::string recent_row() const;

 private:
  /// A stem in the upper 40 bits, the number of messages in the lower 24.
  using Entry = std::uint64_t;

  void settle();

  std::uint64_t messages_ = 0;
  std::string_view settled_row_;  ///< while settled_changed_ is false: its entries, in ascending order, each stem once
  std::vector<Entry> settled_;    ///< else: the same
  std::vector<Entry> recent_;     ///< the same; counts of messages since the last settle()
  bool settled_changed_ = false;
  bool stems_left_ = false;
};

/// The rarities of stems by unchanged statistics; it computes those of seldom stems once. Borrows the statistics.
class Rarities {
 public:
  explicit Rarities(const WordStatistics& statistics) : statistics_(statistics) {}

  /// The rarity of each stem, in their order. A stem that was not counted is taken as held by one message.
  [[nodiscard]] std::vector<double> of(const Stems& stems);
  /// The rarity of a stem that so many messages hold.
  [[nodiscard]] double of_holding(std::uint64_t holding);

 private:
  const WordStatistics& statistics_;
  std::array<double, 64> known_{};  ///< by number of messages that hold the stem; 0: not computed yet
};

}  // namespace turnstream::notes
