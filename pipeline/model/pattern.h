#pragma once
// Pattern: a stated preference, habit or instruction, or something that recurs in a persona's turns; the value of a change of kind
// "pattern". codec/pattern.h converts it to bytes and back. Scores are integers of millionths. Threads: values.

#include <cstdint>
#include <string>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "pipeline/model/score_point.h"
#include "pipeline/model/source.h"
#include "pipeline/model/user.h"

namespace turnstream::model {

enum class PatternType { kPreference, kHabit, kTopic, kTime, kTool, kSequence, kMode, kInstruction };
enum class Polarity { kPositive, kNegative };

/// For what an instruction holds, in the words of the person; what was not said is empty.
struct PatternScope {
  std::string condition;  ///< "if the build fails"
  std::string tool;       ///< "git"
  std::string project;    ///< "Heron project"
  std::string person;     ///< "Grandpa"

  [[nodiscard]] bool known() const {
    return !condition.empty() || !tool.empty() || !project.empty() || !person.empty();
  }
  friend bool operator==(const PatternScope&, const PatternScope&) = default;
};

struct Pattern {
  std::string id;
  std::string persona_id;
  PatternType type = PatternType::kPreference;
  std::string key;
  Polarity polarity = Polarity::kPositive;
  std::string text;  ///< the pattern as an English phrase, such as "often uses grep"; an instruction is verbatim
  std::int64_t confidence = 0;
  std::int64_t occurrences = 1;
  EventTime first_seen;
  EventTime last_seen;
  std::vector<ScorePoint> evolution;  ///< the confidence after each change, oldest first; at most kEvolutionMax
  SourceList sources;                 ///< at most kSourcesMax
  User user{};                        ///< who stated it; of what recurs, and of an instruction for everyone, no user
  PatternScope scope{};               ///< of an instruction
  friend bool operator==(const Pattern&, const Pattern&) = default;
};

}  // namespace turnstream::model
