#include "pipeline/secrets/places.h"

#include <algorithm>
#include <string>

namespace turnstream::secrets {

Place spelled_noun(std::string_view text, std::size_t at) {
  constexpr std::size_t kLettersMax = 16;
  std::string word(1, text[at]);
  Place place{at, at + 1, {}};
  const char separator = at + 1 < text.size() ? text[at + 1] : '\0';
  if (!is_in(separator, " .*") || !is_letter(text[at])) {
    return place;
  }
  while (word.size() < kLettersMax && has_at(text, place.end, std::string_view(&separator, 1)) &&
         place.end + 1 < text.size() && is_letter(text[place.end + 1]) &&
         (place.end + 2 >= text.size() || !is_name_letter(text[place.end + 2]))) {
    word.push_back(text[place.end + 1]);
    place.end += 2;
  }
  place.kind = word.size() > 2 ? kind_of_noun({}, word) : std::string_view();
  return place;
}

bool has_word_before(std::string_view text, const Place& noun, std::string_view words) {
  constexpr std::size_t kReachBack = 60;
  std::size_t at = noun.begin - std::min(noun.begin, kReachBack);
  while (at > 0 && at < noun.begin && is_name_character(text[at - 1])) {
    ++at;  // not within a word
  }
  for (; at < noun.begin; ++at) {
    const auto word = word_at(text, at);
    if (is_word_of(words, word)) {
      return true;
    }
    at += word.size();
  }
  return false;
}

}  // namespace turnstream::secrets
