#pragma once
// Tags by rules: first those that the producer gave, then the content words of the texts, in lower case and in order of
// appearance. Content words are the words that are not stop words (language/stop_words.h), have an allowed length and
// are not only digits and `_`. Threads: any; pure.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stages/episodic/settings.h"

namespace turnstream::episodic {

/// At most tags_max. `given` tags are not changed; empty ones are left out; so is the later of two equal but for case.
[[nodiscard]] std::vector<std::string> tags_of(std::span<const std::string_view> given,
                                               std::span<const std::string_view> texts,
                                               const EpisodicSettings& settings);

}  // namespace turnstream::episodic
