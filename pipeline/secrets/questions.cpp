#include "pipeline/secrets/questions.h"

#include "pipeline/secrets/text_scan.h"

namespace turnstream::secrets {
namespace {

constexpr std::string_view kAsking = "what what's whats give remind tell";
constexpr std::string_view kOwners = "her his its my our the their this wifi wi-fi your";
constexpr std::string_view kAfterNoun = "again do does for of on please should to";
/// Words that make it another question: "tell me how to change my password".
constexpr std::string_view kOther =
    "a an about best change changed choose create forget forgot good happens how if lose lost many often policy reset rule "
    "strong updated weak when where whether who why";
constexpr std::size_t kWordsBefore = 8;

constexpr std::string_view kNoAnswers =
    "back cancel close confirm continue create dear done email enter forgot great hello help hey hi hmm home host login "
    "logout maybe menu name next nope note okay password perfect phone port register remember remove reset save search "
    "send server settings show sign signup skip sorry submit sure thanks unsure update url user username yeah yep";

}  // namespace

bool is_no_answer(std::string_view first_word) {
  return is_word_of(kNoAnswers, first_word);
}

bool asks_for_value(std::string_view text, const Place& noun) {
  bool is_asked = false;
  bool has_owner = false;
  std::size_t at = noun.begin;
  for (std::size_t words = 0; words < kWordsBefore; ++words) {
    const auto word = word_before(text, at);
    if (word.empty()) {
      break;
    }
    if (is_word_of(kOther, word)) {
      return false;
    }
    has_owner = has_owner || is_word_of(kOwners, word);
    is_asked = is_asked || is_word_of(kAsking, word);
    at -= word.size() + 1;
  }
  at = noun.end;
  skip_spaces(text, at);
  const auto next = word_at(text, at);
  const bool is_choice = is_word_of("which", word_before(text, noun.begin)) && is_word_of("should", next);
  if (!is_choice && (!is_asked || !has_owner)) {
    return false;
  }
  const std::size_t end = find_near(text, '?', at);
  const bool is_about_use = end != std::string_view::npos && text.substr(at, end - at).ends_with("for");
  return end != std::string_view::npos && !is_about_use && (next.empty() ? end == at : is_word_of(kAfterNoun, next)) &&
         text.substr(at, end - at).find_first_of(".!;\n") == std::string_view::npos;
}

}  // namespace turnstream::secrets
