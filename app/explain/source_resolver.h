#pragma once
// SourceResolver: follows the sources of a memory down to the bytes of turns: source → turn → record of the log → JSON
// pointer → text. It computes item ids from the turn again (docs/topics.md), so that it also finds the pointer of an
// item that was merged into another or deleted. It reads, as far as needed: completions of the first stage, to find the
// positions of turns; the records of the log; all completions, for sources without a pointer. Borrows the finder.
// Threads: one.

#include <map>
#include <string>
#include <vector>

#include "app/explain/record_finder.h"
#include "app/explain/report.h"

namespace turnstream::app {

class SourceResolver {
 public:
  /// `turns`: the known positions of turns in the log, by turn id.
  SourceResolver(RecordFinder& finder, std::map<std::string, Place> turns)
      : finder_(finder), turns_(std::move(turns)) {}

  /// Follows the sources that are in the report or, if it has none, those of its first value that has sources. Sets
  /// `sources` (at most 16) and `sources_left_out` in the report.
  Status resolve(Report& report);

 private:
  using Sources = std::vector<Report*>;  ///< the entries of `sources` to resolve
  struct FoundMemory {
    std::string kind;
    std::string value;  ///< the last value that was put
  };
  using FoundMemories = std::map<std::string, FoundMemory, std::less<>>;

  Status follow(const Sources& sources, const std::string& persona, int depth);
  Status place_turns(const Sources& sources, const std::string& persona);
  Status read_turns(const Sources& sources, const std::string& persona);
  Status read_turn(Report& source, const Place& log, const std::string& persona);
  /// Resolves the sources that have no pointer yet: derived memories, or items of which only the id is known.
  Status look_up(const Sources& sources, const std::string& persona, int depth);
  Status find_memories(FoundMemories& found, const std::string& persona);

  RecordFinder& finder_;
  std::map<std::string, Place> turns_;
};

}  // namespace turnstream::app
