#include "stages/common/language/stems.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace turnstream::language {
namespace {

/// Plurals of words in -ie. The rule for -ies would change them to words in -y.
constexpr std::string_view kInIe[] = {"besties", "brownies",  "calories", "cookies", "foodies", "goalies",  "hippies",
                                      "hoodies", "indies",    "movies",   "newbies", "pies",    "prairies", "rookies",
                                      "selfies", "smoothies", "ties",     "veggies", "zombies"};

bool ends_with(std::string_view word, std::string_view ending) {
  return word.size() > ending.size() && word.ends_with(ending);
}

}  // namespace

std::string stem(std::string word) {
  if (word.size() < 4 || word.back() != 's') {
    return word;
  }
  if (word == "series" || word == "species") {
    return word;
  }
  const bool in_ie = std::find(std::begin(kInIe), std::end(kInIe), word) != std::end(kInIe);
  if (in_ie) {
    word.pop_back();
  } else if (ends_with(word, "ies") && !ends_with(word, "eies") && !ends_with(word, "aies")) {
    word.replace(word.size() - 3, 3, "y");
  } else if (ends_with(word, "es") && !ends_with(word, "aes") && !ends_with(word, "ees") && !ends_with(word, "oes")) {
    word.pop_back();
  } else if (!ends_with(word, "us") && !ends_with(word, "ss") && !ends_with(word, "es")) {
    word.pop_back();
  }
  return word;
}

}  // namespace turnstream::language
