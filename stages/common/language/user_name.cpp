#include "stages/common/language/user_name.h"

#include <algorithm>

#include "pipeline/base/label_bounds.h"
#include "pipeline/base/utf8.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/text_form.h"
#include "stages/common/language/verb_rows.h"
#include "stages/common/language/words.h"

namespace turnstream::language {
namespace {

constexpr std::string_view kArticle = "the ";
constexpr std::string_view kUser = "user";

/// `words`: lower case, ASCII.
bool begins_with(std::string_view text, std::string_view words) {
  return text.size() >= words.size() &&
         std::equal(words.begin(), words.end(), text.begin(), [](char lower, char written) {
           return lower == written || (written >= 'A' && written <= 'Z' && lower == written - 'A' + 'a');
         });
}

bool begins_with_apostrophe(std::string_view text) {
  return text.starts_with("'") || text.starts_with("’");
}

/// What stands behind "user" or "the user" at the beginning of the text, such as " likes tea" or "'s dog"; empty if the text does
/// not begin so, or has nothing behind it.
std::string_view behind_user(std::string_view text) {
  text.remove_prefix(begins_with(text, kArticle) ? kArticle.size() : 0);
  if (!begins_with(text, kUser)) {
    return {};
  }
  text.remove_prefix(kUser.size());
  return text.starts_with(' ') || begins_with_apostrophe(text) ? text : std::string_view();
}

bool begins_with_verb(std::string_view text) {
  std::size_t at = 0;
  std::string word = to_lower(next_word(text, at));
  bool ends = false;  // "no longer exists", "never eats"
  while (word == "no" || word == "longer" || word == "never" || (classes_of(word) & kAdverb) != 0) {
    ends = ends || word == "longer" || word == "never";
    word = to_lower(next_word(text, at));
  }
  return (ends && word.ends_with('s')) || (classes_of(word) & kAuxiliary) != 0 ||
         !rows_with(VerbForm::kFinite, word).empty();
}

}  // namespace

bool begins_with_user(std::string_view text) {
  if (const std::string_view rest = behind_user(text); !rest.empty()) {
    return begins_with_apostrophe(rest) || begins_with_verb(rest);
  }
  const bool self = begins_with(text, "i ") || begins_with(text, "my ");
  return self || (begins_with(text, "i") && begins_with_apostrophe(text.substr(1)));
}

bool speaks_of_user(std::string_view text) {
  constexpr std::uint64_t kBehind =
      kAuxiliary | kPreposition | kConjunction | kSubordinator | kAdverb | kNegation | kClosing;
  if (begins_with_user(text)) {
    return true;
  }
  const Words words = words_of(text);
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    if (!words[at].is("the") || !words[at + 1].is("user") || words[at + 1].quoted) {
      continue;
    }
    const Word* const behind = at + 2 < words.size() ? &words[at + 2] : nullptr;
    if (words[at + 1].possessive || behind == nullptr || behind->punctuation || behind->in(kBehind) ||
        !rows_with(VerbForm::kFinite, behind->lower).empty()) {
      return true;
    }
  }
  return false;
}

std::string with_user_name(std::string_view name, std::string_view text) {
  std::string named = folded(first_code_points(name, kNameCodePointsMax));
  const std::string_view rest = behind_user(text);
  return rest.empty() ? named.append(": ").append(text) : named.append(rest);
}

}  // namespace turnstream::language
