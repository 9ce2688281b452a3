#pragma once
// Talk: the turns and commands that simulated producers send. The shape of a turn (ids, times, lists, flags, size in
// bytes) comes from one source of random numbers, its words from the speaker's source. So two runs can send turns of
// the same shape and size with other words. Threads: one.

#include <cstdint>
#include <string>
#include <string_view>

#include "app/data/random.h"

namespace turnstream::simulation {

using app::Random;

struct Speaker {
  std::string persona;
  Random words;
};

/// A UUID for an odd number, else a ULID.
[[nodiscard]] std::string turn_id(int number);

/// A StateExport with texts, tools and observations. `number` gives the turn id and is less than 10,000.
[[nodiscard]] std::string make_turn(Random& shape, Speaker& speaker, int number, std::int64_t time_ms);

/// A forget, unforget or access command for turns before `number`, or sometimes for the whole persona.
[[nodiscard]] std::string make_command(Random& shape, const Speaker& speaker, int number);

/// A sweep of the persona's working memory, or a grant or revoke of `target`. `number`: as in make_settings().
[[nodiscard]] std::string make_sharing(Random& shape, const Speaker& speaker, std::string_view target, int number);

/// A sweep with one of the passes. `number`: as in make_settings().
[[nodiscard]] std::string make_sweep(Random& shape, const Speaker& speaker, int number);

/// A settings command; some are refused. `number` makes its id differ from those of other commands.
[[nodiscard]] std::string make_settings(Random& shape, int number);

}  // namespace turnstream::simulation
