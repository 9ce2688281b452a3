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

/// The place as text: `turns[0]@17`.
[[nodiscard]] inline std::string place_text(const Place& place) {
  return place.topic + "[" + std::to_string(place.partition) + "]@" + std::to_string(place.offset);
}

/// nlohmann::json calls these to convert a Place; the template parameter spares this header the include of json.hpp.
template <typename Json>
void to_json(Json& json, const Place& place) {
  json = {{"topic", place.topic}, {"partition", place.partition}, {"offset", place.offset}};
}
template <typename Json>
void from_json(const Json& json, Place& place) {
  place = {json.at("topic"), json.at("partition"), json.at("offset")};
}

}  // namespace turnstream::app
