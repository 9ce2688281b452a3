#pragma once
// Isolation: what a persona's memory is does not depend on what another persona says. Two of them take turns in one
// partition, by one worker a group; then once more with the second saying other words at the same size, times and ids.
// What the first is given must be the same bytes.
// Threads: one.

#include <cstdint>
#include <optional>
#include <string>

namespace turnstream::simulation {

struct IsolationReport {
  std::optional<std::string> complaint;
  int turns = 0;         ///< of both personas
  int parts = 0;         ///< completion parts of the first persona
  int changes = 0;       ///< in them
  int dead_letters = 0;  ///< of the first persona
  int others = 0;        ///< parts of the second persona that came out otherwise, as they should
};

IsolationReport run_pair(std::uint64_t seed);

}  // namespace turnstream::simulation
