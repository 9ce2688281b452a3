#pragma once
// Question: the id, and perhaps the persona, that explain searches for. Threads: values.

#include <string>
#include <string_view>

namespace turnstream::app {

/// The minimum length of the beginning of an id: a shorter one could fit too many ids.
inline constexpr std::size_t kIdCharactersMin = 6;

struct Question {
  std::string id;       ///< a whole id, or at least kIdCharactersMin of its first characters
  std::string persona;  ///< empty: of any persona

  [[nodiscard]] bool fits_id(std::string_view other) const {
    return other == id || (id.size() >= kIdCharactersMin && other.starts_with(id));
  }
  [[nodiscard]] bool fits_persona(std::string_view other) const { return persona.empty() || other == persona; }
};

}  // namespace turnstream::app
