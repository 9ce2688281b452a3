#pragma once
// SourceResolver: follows the sources that a thing names down to the bytes of turns: source → turn → record of the log
// → JSON pointer → text. Item ids are recomputed from the turn (docs/topics.md), so that an item that collapsed into
// another or is long gone is found all the same. Reads, as far as needed: the first stage's answers for the turns'
// places (until all are found), the records of the log themselves, and all completions for sources that are no items of
// their turn. Borrows the finder. Threads: one.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/explain/record_finder.h"
#include "app/explain/thing_story.h"

namespace turnstream::app {

struct ResolvedSources {
  std::vector<SourceStory> sources;  ///< at most 16, as aggregates keep
  std::size_t left_out = 0;
};

class SourceResolver {
 public:
  /// `turns`: places of turns in the log, as far as known.
  SourceResolver(RecordFinder& finder, std::map<std::string, Place> turns)
      : finder_(finder), turns_(std::move(turns)) {}

  /// What the value of a persona's thing says it was made of.
  Result<ResolvedSources> resolve(const nlohmann::json& value, const std::string& persona);

 private:
  using Sources = std::vector<SourceStory*>;
  struct FoundThing {
    std::string kind;
    std::string value;  ///< as it was put last
  };
  using FoundThings = std::map<std::string, FoundThing, std::less<>>;

  Status follow(const Sources& sources, const std::string& persona, int depth);
  Status place_turns(const Sources& sources, const std::string& persona);
  Status read_turns(const Sources& sources, const std::string& persona);
  Status read_turn(SourceStory& source, const std::string& persona);
  /// Sources that are no items of their turn: derived things, or items of which only the id is known.
  Status look_up(const Sources& sources, const std::string& persona, int depth);
  Status find_things(FoundThings& found, const std::string& persona);

  RecordFinder& finder_;
  std::map<std::string, Place> turns_;
};

}  // namespace turnstream::app
