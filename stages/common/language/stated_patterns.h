#pragma once
// Preferences and habits that a person states: "I prefer tabs over spaces", "Always run the tests", "Never push to main
// on Fridays". Questions, hypotheses, quotes, what others do and idioms ("never mind") give none. The rules are the
// tables of stated_patterns.cpp. Threads: any; pure.

#include <string>
#include <string_view>
#include <vector>

namespace turnstream::language {

struct StatedPattern {
  bool habit = false;    ///< else a preference
  bool positive = true;  ///< false: disliked, or never done
  std::string key;       ///< normalised (base/utf8.h), without article: "typescript", "run the tests"
  std::string text;      ///< a phrase that stands alone: "prefers typescript for large codebases"
  friend bool operator==(const StatedPattern&, const StatedPattern&) = default;
};

/// In order of appearance, no two of the same kind and key. At most 12.
[[nodiscard]] std::vector<StatedPattern> stated_patterns_in(std::string_view text);

}  // namespace turnstream::language
