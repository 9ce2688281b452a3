#pragma once
// Explainer: from an id to its story, out of the public topics alone. It reads, for a thing: all completions and events
// once (one partition of each where the persona is known), looking into a record only where its bytes hold the id; then
// what source_resolver.h says. For a turn: the log and the dead letters once, then each stage's answers where they
// stand. Borrows the finder. Memory: what matched, bounded. Errors: those of the log; "not_found" with what was
// searched. Threads: one.

#include <string>
#include <variant>
#include <vector>

#include "app/explain/record_finder.h"
#include "app/explain/thing_story.h"
#include "app/explain/turn_story.h"

namespace turnstream::app {

struct Question {
  std::string id;       ///< or at least 6 characters with which it begins
  std::string persona;  ///< empty: anyone's
};

/// Several candidates: the id is not clear.
using Answer = std::variant<ThingStory, TurnStory, std::vector<Candidate>>;

class Explainer {
 public:
  explicit Explainer(RecordFinder& finder) : finder_(finder) {}

  /// Anything that stands in `changes`; else a turn.
  Result<Answer> explain(const Question& question);
  /// A turn's id only.
  Result<Answer> explain_turn(const Question& question);

 private:
  Result<ThingStory> finish(ThingStory story, std::map<std::string, Place> turns);

  RecordFinder& finder_;
};

}  // namespace turnstream::app
