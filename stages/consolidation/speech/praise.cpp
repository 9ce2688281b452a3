#include "stages/consolidation/speech/praise.h"

#include <algorithm>

#include "stages/common/notes/word_classes.h"
#include "stages/consolidation/speech/standing_words.h"

namespace turnstream::consolidation {
namespace {

bool is_own(const Token& token) {
  return (token.classes & (notes::kFirstPerson | notes::kOwn | notes::kKin)) != 0 || words::kUs.has(token.text);
}

}  // namespace

bool is_praise(const Token& token) {
  return (token.classes & notes::kFluff) != 0 || words::kPlainAdjectives.has(token.text) ||
         words::kPraise.has(token.text);
}

bool only_praises(Tokens text) {
  const auto caption = std::find_if(text.begin(), text.end(), [](const Token& token) { return token.text == "["; });
  const auto end = std::find_if(text.begin(), caption, ends_clause);
  const bool more = std::any_of(end, caption, [](const Token& token) { return !token.sign; });
  const auto verb = std::find_if(text.begin(), end, [](const Token& token) { return words::kLooking.has(token.text); });
  if (more || verb == text.begin() || verb == end || std::any_of(text.begin(), end, is_own)) {
    return false;
  }
  const auto strengthens = [](const Token& token) { return token.sign || words::kStronger.has(token.text); };
  const auto praise = std::find_if_not(verb + 1, end, strengthens);
  return praise != end &&
         std::all_of(praise, end, [&](const Token& token) { return strengthens(token) || is_praise(token); });
}

}  // namespace turnstream::consolidation
