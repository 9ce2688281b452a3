#pragma once
// Units of a message: the sentences as they are scored and kept as notes. A unit is one sentence or two short neighbours,
// word for word; a single blank stands between two sentences that were joined. Threads: any; pure.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stages/common/notes/words.h"

namespace turnstream::notes {

/// Two neighbours are one unit if they have at most so many words together.
inline constexpr std::size_t kJoinedWordsMax = 22;

/// The units of a message in order. A sentence of at most three words joins the one behind it, the last one joins the one
/// before it; then two neighbours of at most kJoinedWordsMax words become one. Questions, greetings, thanks and cheers of
/// at most three words never join. The text must be valid UTF-8; the time is linear in its length.
[[nodiscard]] std::vector<std::string> units_of(std::string_view message);

/// A unit with its words and stems, names included.
struct ReadUnit {
  std::string text;
  ReadText read;
  Stems stems;
};

/// The same units, read.
[[nodiscard]] std::vector<ReadUnit> read_units(std::string_view message);

/// The stems of the whole message.
[[nodiscard]] Stems stems_of(std::span<const ReadUnit> units);

}  // namespace turnstream::notes
