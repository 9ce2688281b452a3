#include "stages/consolidation/speech/unsaid.h"

#include <algorithm>

#include "stages/common/notes/word_classes.h"
#include "stages/consolidation/speech/standing_words.h"

namespace turnstream::consolidation {
namespace {

/// Whether "we" at this place opens a sentence, maybe behind a time: "Last week, we …".
bool opens_with_we(Tokens text, std::size_t at) {
  return words::kWe.has(text[at].text) && (at == 0 || text[at - 1].sign);
}

/// Also in "my daughter's birthday".
bool names_group(const Token& token) {
  const words::Word owner = without_s(token.text);
  const std::uint32_t classes = owner.size() < token.text.size() ? notes::classes_of(owner) : token.classes;
  return (classes & notes::kKin) != 0 || words::kCompanions.has(owner);
}

/// Whether the noun at this place is an event behind an article or owner alone, and nothing behind it tells which one.
bool is_bare_event(Tokens text, std::size_t at) {
  if (at == 0 || !words::kBareEvents.has(text[at].text) || !words::kBeforeBareEvents.has(text[at - 1].text)) {
    return false;
  }
  const bool told = at + 1 < text.size() && !text[at + 1].sign &&
                    (words::kTellsWhich.has(text[at + 1].text) || words::kBareEvents.has(text[at + 1].text));
  const auto before = text.first(at - 1);
  return !told && std::none_of(before.begin(), before.end(),
                               [&](const Token& token) { return token.text == std::string_view(text[at].text); });
}

}  // namespace

bool has_word(std::string_view text, std::string_view word) {
  const TokenList tokens(text);
  return std::any_of(tokens.all().begin(), tokens.all().end(),
                     [word](const Token& token) { return std::string_view(token.text) == word; });
}

Unsaid unsaid_in(Tokens text) {
  Unsaid unsaid;
  bool we = false;
  bool group = false;
  for (std::size_t i = 0; i < text.size() && text[i].text != "["; ++i) {
    we = we || opens_with_we(text, i);
    group = group || names_group(text[i]);
    if (unsaid.event.empty() && is_bare_event(text, i)) {
      unsaid.event = std::string(text[i].text);
    }
  }
  unsaid.group = we && !group;
  return unsaid;
}

}  // namespace turnstream::consolidation
