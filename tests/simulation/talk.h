#pragma once
// Talk: what producers of a simulation send: turns that say things, use tools and note observations, and commands.
// Their shape (ids, times, lists, flags, and with it the size in bytes) comes from one source of random numbers, their
// words from the speaker's own: with other words the same turns are sent at the same size. Threads: one.

#include <cstdint>
#include <string>

#include "tests/simulation/random.h"

namespace turnstream::simulation {

struct Speaker {
  std::string persona;
  Random words;
};

[[nodiscard]] std::string turn_id(int number);

/// A StateExport. `number` makes the turn id, and is less than 10,000.
[[nodiscard]] std::string make_turn(Random& shape, Speaker& speaker, int number, std::int64_t time_ms);

/// forget, unforget or access, naming turns before `number`; now and then the whole persona.
[[nodiscard]] std::string make_command(Random& shape, const Speaker& speaker, int number);

}  // namespace turnstream::simulation
