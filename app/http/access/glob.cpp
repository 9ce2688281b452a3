#include "app/http/access/glob.h"

#include <cstddef>

namespace turnstream::app {

bool matches_glob(std::string_view pattern, std::string_view text) {
  std::size_t in_pattern = 0;
  std::size_t in_text = 0;
  std::size_t after_star = std::string_view::npos;  // of the last `*`; npos: none yet
  std::size_t star_end = 0;                         // where the bytes end for which that `*` stands
  while (in_text < text.size()) {
    if (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
      after_star = ++in_pattern;
      star_end = in_text;
      if (after_star == pattern.size()) {
        return true;
      }
    } else if (in_pattern < pattern.size() && (pattern[in_pattern] == '?' || pattern[in_pattern] == text[in_text])) {
      ++in_pattern;
      ++in_text;
    } else if (after_star != std::string_view::npos) {
      in_pattern = after_star;
      in_text = ++star_end;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', in_pattern) == std::string_view::npos;
}

}  // namespace turnstream::app
