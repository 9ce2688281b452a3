#pragma once
// Tags without a model: the producer's own first, then the content words of the texts, lower-cased, in order of
// appearance. Content words are what is left without stop words (language/stop_words.h), words that are too
// short or too long, and words without a letter. Threads: any; pure.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stages/episodic/settings.h"

namespace turnstream::episodic {

/// `given` are kept as they are, but no two that differ in case only.
[[nodiscard]] std::vector<std::string> tags_of(std::span<const std::string_view> given,
                                               std::span<const std::string_view> texts,
                                               const EpisodicSettings& settings);

}  // namespace turnstream::episodic
