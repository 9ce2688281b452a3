#pragma once
// Small talk: sentences that greet, thank, cheer or acknowledge and say nothing else, and questions. "Thanks, Tom!" is small
// talk, "Thanks, the port is 8080" is not. Only English is read: in other languages a sentence that is not a question has
// substance. Threads: any; pure.

#include <cstddef>
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
};

inline constexpr std::size_t kTalkKinds = 7;

/// Who said a sentence.
enum class Side : std::uint8_t { kUser, kAgent };

/// What the sentence is. It is valid UTF-8 and has no line break.
[[nodiscard]] Talk talk_of(std::string_view sentence, Side side);

}  // namespace turnstream::episodic
