#pragma once
// Small talk: sentences that greet, thank, cheer or acknowledge and say nothing else, and questions. "Thanks, Tom!" is small
// talk; "Thanks, the port is 8080" and "My dog died, what should I do?" are not. In doubt a sentence has substance. But for a few
// words of thanks only English is read. Threads: any; pure.

#include <cstdint>
#include <string_view>

namespace turnstream::episodic {

enum class Talk : std::uint8_t {
  kSubstance,
  kQuestion,         ///< "What do you think?"
  kGreeting,         ///< "see ya!", "How are you?"
  kThanks,           ///< "Thanks for the quick fix!"
  kCheer,            ///< "That sounds amazing!"
  kAcknowledgement,  ///< "ok", "Sure, go ahead."; of an agent also "Let me know if you need anything else."
  kStatus,           ///< "half way through"
  kLast = kStatus,
};

/// Who said a sentence.
enum class Side : std::uint8_t { kUser, kAgent };

/// What the sentence is. It is valid UTF-8 and has no line break.
[[nodiscard]] Talk talk_of(std::string_view sentence, Side side);

}  // namespace turnstream::episodic
