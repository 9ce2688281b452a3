#pragma once
// Activities: words in -ing that name the same topic as a shorter word: "hiking" and "hike". Both count as the shorter one; the text of
// the pattern has the form that most turns use. Threads: any; pure.

#include <string>

namespace turnstream::pattern {

/// The key of the topic: of "hiking" it is "hike", of other words the word itself. `word`: without its plural ending.
[[nodiscard]] std::string activity_of(std::string word);

}  // namespace turnstream::pattern
