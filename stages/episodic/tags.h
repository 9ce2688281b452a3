#pragma once
// Tags by rules: first those that the producer gave, then the content words of the texts in order of appearance, the
// words in lower case. Content words are the words that are not stop words (language/stop_words.h), have an allowed
// length and are not only digits and `_`. Threads: any; pure.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stages/episodic/settings.h"

namespace turnstream::episodic {

/// At most tags_max tags, none empty; `given` ones as they are, but cut to
/// kTagBytesMax bytes at a code point. Of tags equal but for case, only the first is kept.
[[nodiscard]] std::vector<std::string> tags_of(std::span<const std::string_view> given,
                                               std::span<const std::string_view> texts,
                                               const EpisodicSettings& settings);

}  // namespace turnstream::episodic
