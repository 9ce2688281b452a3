#pragma once
// Topics: the words of a sentence that tell what it is about, in a form in which two sentences can be compared.
// Example: "We had the Securo alarm taken out" has the topics "securo" (a name) and "alarm" with the modifier "securo".
// Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "stages/common/change/topic_words.h"
#include "stages/common/language/words.h"

namespace turnstream::change {

inline constexpr std::size_t kTopicsMax = 24;
/// The root of the words that tell where a person lives: "live", "flat", "moved".
inline constexpr std::string_view kResidence = "residence";

struct Topic {
  std::uint32_t word = 0;  ///< the hash of the root; two topics are about the same word if it is equal
  std::uint32_t modifier =
      0;                   ///< the hash of the topic in front of it ("work" of "work number") or its number; 0: none
  std::uint16_t bits = 0;  ///< union of TopicBit
  friend bool operator==(const Topic&, const Topic&) = default;

  [[nodiscard]] bool is(unsigned wanted) const { return (bits & wanted) != 0; }
  /// Whether the word alone tells the object: it is not a value, a person, a scope or a slot.
  [[nodiscard]] bool specific() const { return !is(kValue | kSlot | kPerson | kScope); }
};

/// The first kTopicsMax different topics of the words, in order. Marks and quoted words give none; the parts of a word such as
/// "feat/cart-totals" are topics of their own. `near`: for each word, whether its topics get kNear; may be
/// empty. `about`: the root of one more topic, near, if it is not empty.
[[nodiscard]] std::vector<Topic> topics_of(std::span<const language::Word> words,
                                           std::span<const std::uint8_t> near = {}, std::string_view about = {});
/// Those of a text.
[[nodiscard]] std::vector<Topic> topics_of_text(std::string_view text);

}  // namespace turnstream::change
