#pragma once
// Bounds of what producers name: tags and people. A longer one is cut where it enters, at a code point, so that an item, what is
// made of it and a share of that have few bytes. Threads: values.

#include <cstddef>

namespace turnstream {

/// Of a tag of an item, an insight, a grant or a share.
inline constexpr std::size_t kTagBytesMax = 512;

/// Of the name of a user or an agent in texts, `context` and `user_name`.
inline constexpr std::size_t kNameCodePointsMax = 64;

}  // namespace turnstream
