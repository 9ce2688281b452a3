#include "pipeline/secrets/opening_codes.h"

#include <algorithm>

#include "pipeline/secrets/text_scan.h"
#include "pipeline/secrets/values.h"

namespace turnstream::secrets {
namespace {

constexpr std::size_t kClauseBytesMax = 120;  // from what opens to its verb
constexpr std::size_t kDigitsMin = 3;
constexpr std::size_t kDigitsMax = 10;
constexpr std::string_view kVerbs = "open opened opens unlock unlocked unlocks disarm disarmed disarms";
constexpr std::string_view kObjects = "it them that this";
constexpr std::string_view kBefore = "a code combination number the";

/// Whether one of the words of the sentence before `end` is of something that has a lock.
bool names_locked(std::string_view text, std::size_t end) {
  const std::size_t begin = end - std::min(end, kClauseBytesMax);
  auto clause = text.substr(begin, end - begin);
  clause.remove_prefix(clause.find_last_of(".!?\n") + 1);
  return has_word_of(kLocked, clause);
}

/// Whether the words before `end` are a verb of opening, and perhaps its object: "opens", "unlock it".
bool ends_with_verb(std::string_view text, std::size_t end) {
  const auto last = word_before(text, end);
  if (!is_word_of(kObjects, last)) {
    return is_word_of(kVerbs, last);
  }
  return is_word_of(kVerbs, word_before(text, static_cast<std::size_t>(last.data() - text.data())));
}

}  // namespace

void find_opening_codes(std::string_view text, std::vector<Secret>& found) {
  constexpr std::string_view kWith = " with ";
  for (std::size_t with = text.find(kWith); with != std::string_view::npos; with = text.find(kWith, with + 1)) {
    if (!ends_with_verb(text, with + 1)) {
      continue;
    }
    std::size_t at = with + kWith.size();
    for (auto word = word_at(text, at); is_word_of(kBefore, word); word = word_at(text, at)) {
      at += word.size();
      skip_spaces(text, at);
    }
    const auto value = value_at(text, at);
    const bool is_code =
        value.size() >= kDigitsMin && value.size() <= kDigitsMax &&
        std::all_of(value.begin(), value.end(), [](char c) { return is_digit(c) || c == '-' || c == '#'; });
    std::size_t next = at + value.size();
    skip_spaces(text, next);
    if (is_code && !is_unit(word_at(text, next)) && names_locked(text, with)) {
      found.push_back({at, at + value.size(), "pin"});
    }
  }
}

}  // namespace turnstream::secrets
