#pragma once
// SourceResolver: follows the sources of a memory down to the bytes of turns: source → turn → record of the log → JSON
// pointer → text. It computes item ids from the turn again (docs/topics.md), so that it also finds the pointer of an
// item that was merged into another or deleted. It reads, as far as needed: completions of the first stage, to find the
// positions of turns; the records of the log; all completions, for sources that are not items. Borrows the finder.
// Threads: one.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/explain/memory_story.h"
#include "app/explain/record_finder.h"

namespace turnstream::app {

struct ResolvedSources {
  std::vector<SourceStory> sources;  ///< at most 16, the number that derived memories keep
  std::size_t left_out = 0;
};

class SourceResolver {
 public:
  /// `turns`: the known positions of turns in the log.
  SourceResolver(RecordFinder& finder, std::map<std::string, Place> turns)
      : finder_(finder), turns_(std::move(turns)) {}

  /// The sources that a value names.
  Result<ResolvedSources> resolve(const nlohmann::json& value, const std::string& persona);

 private:
  using Sources = std::vector<SourceStory*>;
  struct FoundThing {
    std::string kind;
    std::string value;  ///< the last value that was put
  };
  using FoundThings = std::map<std::string, FoundThing, std::less<>>;

  Status follow(const Sources& sources, const std::string& persona, int depth);
  Status place_turns(const Sources& sources, const std::string& persona);
  Status read_turns(const Sources& sources, const std::string& persona);
  Status read_turn(SourceStory& source, const std::string& persona);
  /// Resolves sources that are not items of their turn: derived memories, or items of which only the id is known.
  Status look_up(const Sources& sources, const std::string& persona, int depth);
  Status find_things(FoundThings& found, const std::string& persona);

  RecordFinder& finder_;
  std::map<std::string, Place> turns_;
};

}  // namespace turnstream::app
