#pragma once
// The places of nouns such as "password" in a text, and words before them. Internal to this folder. Threads: any; pure.

#include <cstddef>
#include <string_view>

#include "pipeline/secrets/nouns.h"
#include "pipeline/secrets/text_scan.h"

namespace turnstream::secrets {

/// A noun such as "password" in a text.
struct Place {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view kind;
};

/// "p a s s w o r d", "p.a.s.s.w.o.r.d": a noun whose letters are separated; without kind if none begins at `at`.
[[nodiscard]] Place spelled_noun(std::string_view text, std::size_t at);

/// Calls visit(place) for each noun of the text until it returns false.
template <typename Visit>
void for_each_noun(std::string_view text, const Visit& visit) {
  std::string_view before;  // the name before this one, if only spaces are between them
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    while (at < text.size() && is_name_character(text[at])) {
      ++at;
    }
    auto name = text.substr(begin, at - begin);
    if (may_be_noun(name)) {
      while (!is_name_letter(name.back())) {
        name.remove_suffix(1);
      }
      const auto kind = kind_of_noun(before, name);
      const bool is_mask = text.substr(0, begin).ends_with("[masked:");
      if (!kind.empty() && !is_mask && !visit(Place{begin, begin + name.size(), kind})) {
        return;
      }
    }
    if (name.size() == 1) {
      if (const auto spelled = spelled_noun(text, begin); !spelled.kind.empty()) {
        if (!visit(spelled)) {
          return;
        }
        at = spelled.end;
      }
    }
    before = has_at(text, at, " ") ? name : std::string_view();
    ++at;
    while (has_at(text, at, " ")) {
      ++at;
    }
  }
}

/// True if one of `words` is among the last bytes before the noun.
[[nodiscard]] bool has_word_before(std::string_view text, const Place& noun, std::string_view words);

}  // namespace turnstream::secrets
