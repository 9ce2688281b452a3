#pragma once
// Isolation: checks that the memory of a persona does not depend on the turns of another persona. Two personas send
// turns to one partition, with one worker a group. A second run sends the same turns, but the second persona's texts
// have other words of the same size. The completions and dead letters of the first persona must be the same bytes in
// both runs.
// Threads: one.

#include <cstdint>
#include <optional>
#include <string>

namespace turnstream::simulation {

struct IsolationReport {
  std::optional<std::string> complaint;  ///< the first error, as a sentence; absent if there is none
  int turns = 0;                         ///< of both personas
  int parts = 0;                         ///< completion parts of the first persona
  int changes = 0;                       ///< in those parts
  int dead_letters = 0;                  ///< of the first persona
  int others = 0;                        ///< parts of the second persona that differ, as they should
};

IsolationReport run_pair(std::uint64_t seed);

}  // namespace turnstream::simulation
