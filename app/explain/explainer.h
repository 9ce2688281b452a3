#pragma once
// Explainer: finds the origin of an id in the public topics. For a memory it reads all completions and events once (if
// the persona is known, one partition of each). It parses a record only if its bytes contain the id. Then it follows
// the sources (source_resolver.h). For a turn it reads the log and the dead letters once, then the completions of each
// stage by their offsets. Keeps only records that match, bounded. Borrows the finder. Errors: those of the log;
// "not_found" with what was searched. Threads: one.

#include <string>
#include <variant>
#include <vector>

#include "app/explain/memory_story.h"
#include "app/explain/record_finder.h"
#include "app/explain/turn_story.h"

namespace turnstream::app {

struct Question {
  std::string id;       ///< or its first characters, at least 6
  std::string persona;  ///< empty: of any persona
};

/// Several candidates: the beginning of an id fits more than one.
using Explanation = std::variant<MemoryStory, TurnStory, std::vector<IdCandidate>>;

class Explainer {
 public:
  explicit Explainer(RecordFinder& finder) : finder_(finder) {}

  /// Any id in `changes`; else a turn.
  Result<Explanation> explain(const Question& question);
  /// Only the id of a turn.
  Result<Explanation> explain_turn(const Question& question);

 private:
  Result<MemoryStory> finish(MemoryStory story, std::map<std::string, Place> turns);

  RecordFinder& finder_;
};

}  // namespace turnstream::app
