#pragma once
// Stated patterns: the preferences and habits that a person states: "I prefer tabs over spaces", "Always run the
// tests", "Never push to main on Fridays". Questions, hypotheses, quotes, idioms ("never mind") and what other people
// do give none. Preferences come from the statements of user or we with "likes", "prefers", "dislikes", "is passionate
// about" or "user's favourite … is", and from "I would rather …". The rules for habits are in stated_patterns.cpp.
// Threads: any; pure.

#include <string>
#include <string_view>
#include <vector>

namespace turnstream::language {

struct StatedPattern {
  bool habit = false;    ///< true: a habit; false: a preference
  bool positive = true;  ///< false: the person dislikes or never does what `key` names
  std::string key;       ///< the object, normalised (base/utf8.h), without article and purpose: "typescript"
  std::string text;      ///< for people to read, without the subject: "prefers typescript for large codebases"
  friend bool operator==(const StatedPattern&, const StatedPattern&) = default;
};

/// The patterns of the text in order of appearance, at most 12. Of two with the same kind and key, only the first
/// counts, unless the later one contradicts it: then only that one.
[[nodiscard]] std::vector<StatedPattern> stated_patterns_in(std::string_view text);

}  // namespace turnstream::language
