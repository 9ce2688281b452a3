#pragma once
// Place: the position of a record. Threads: values.

#include <cstdint>
#include <string>

namespace turnstream::app {

struct Place {
  std::string topic;
  std::int64_t partition = 0;
  std::int64_t offset = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

/// `turns[0]@17`.
[[nodiscard]] inline std::string place_text(const Place& place) {
  return place.topic + "[" + std::to_string(place.partition) + "]@" + std::to_string(place.offset);
}

}  // namespace turnstream::app
