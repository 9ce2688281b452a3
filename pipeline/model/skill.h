#pragma once
// Skill: a tool or a sequence of tools, with its successes, failures and proficiency; the value of a change of kind
// "skill". codec/skill.h converts it to bytes and back. Scores are integers of millionths. Threads: values.

#include <cstdint>
#include <string>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "pipeline/model/score_point.h"
#include "pipeline/model/source.h"

namespace turnstream::model {

struct Skill {
  std::string id;
  std::string persona_id;
  std::vector<std::string> sequence;  ///< normalised tool ids (base/utf8.h), 1 to 3
  std::int64_t successes = 0;
  std::int64_t failures = 0;
  std::int64_t proficiency = 0;
  bool capability = false;
  EventTime first_seen;
  EventTime last_seen;
  std::vector<ScorePoint> evolution;  ///< the proficiency after each change, oldest first; at most kEvolutionMax
  SourceList sources;                 ///< at most kSourcesMax
  friend bool operator==(const Skill&, const Skill&) = default;
};

}  // namespace turnstream::model
