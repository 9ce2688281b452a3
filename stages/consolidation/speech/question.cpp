#include "stages/consolidation/speech/question.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "stages/common/notes/sentences.h"
#include "stages/consolidation/speech/label.h"
#include "stages/consolidation/speech/tokens.h"
#include "stages/consolidation/speech/wording.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kQuestionCodePointsMax = 120;
constexpr std::size_t kTagTokensMax = 4;  ///< words and signs

/// What an appended question begins with: "…, aren't they?"
constexpr auto kTags = std::to_array<std::string_view>(
    {"ain't", "aren't", "didn't", "doesn't", "don't",   "eh",    "hasn't",   "haven't", "huh",  "isn't",
     "no",    "ok",     "right",  "wasn't",  "weren't", "won't", "wouldn't", "ya",      "yeah", "you"});
static_assert(std::is_sorted(kTags.begin(), kTags.end()));

/// Whether what it asks about is named, but not which one is meant.
bool is_unclear(const Wording& question) {
  const Unsaid& unsaid = question.unsaid;
  return unsaid.kind || unsaid.happening || unsaid.open || question.standing.placeless || question.standing.definite;
}

bool is_clear(const Wording& question) {
  return question.referents.names && !question.referents.unnamed;
}

bool explains(const Wording& question) {
  return is_clear(question) && !question.standing.general && !question.standing.open_end &&
         !question.standing.placeless && !question.small_talk && question.unsaid.event.empty();
}

/// Whether a question only asks for agreement: "It was great, right?"
bool asks_for_agreement(std::string_view question) {
  const std::size_t comma = question.rfind(',');
  if (comma == std::string_view::npos) {
    return false;
  }
  const TokenList tag(question.substr(comma + 1));
  return tag.all().size() <= kTagTokensMax && std::binary_search(kTags.begin(), kTags.end(), word_at(tag.all(), 0));
}

}  // namespace

QuotedQuestion last_question(std::string_view message, const notes::Names& speakers, std::string_view said) {
  if (message.find('?') == std::string_view::npos) {
    return {};
  }
  const std::vector<std::string_view> sentences = notes::sentences_of(message);
  const auto last = std::find_if(sentences.rbegin(), sentences.rend(), notes::is_question);
  if (last == sentences.rend() || !can_stand_in_label(*last, kQuestionCodePointsMax)) {
    return {};
  }
  if (asks_for_agreement(*last)) {
    return {.text = {}, .agrees = true};
  }
  const Wording wording = wording_of(*last, speakers);
  QuotedQuestion question{.text = std::string(*last),
                          .explains = explains(wording),
                          .clear = is_clear(wording),
                          .names_many = wording.referents.names_many,
                          .names_person = wording.referents.names_person,
                          .asks_who = wording.asks_back(),
                          .points = wording.referents.unnamed,
                          .alone = std::none_of(last + 1, sentences.rend(), notes::is_question),
                          .recalls = wording.standing.points,
                          .bare = !wording.unsaid.event.empty(),
                          .unclear = is_unclear(wording),
                          .advice = wording.unsaid.advice,
                          .dated = wording.relative_time};
  question.told = question.bare && !said.empty() && has_word(said, wording.unsaid.event);
  for (auto before = last + 1; (question.points || (question.bare && !question.told)) && before != sentences.rend();
       ++before) {
    std::string both = std::string(*before).append(" ").append(question.text);
    if (!can_stand_in_label(both, kQuestionCodePointsMax)) {
      break;
    }
    const bool reacts = wording_of(*before, speakers).opening == Opening::kReacting;
    if (const Wording joined = wording_of(both, speakers); !reacts && explains(joined)) {
      question = {.text = std::move(both),
                  .explains = true,
                  .clear = true,
                  .names_many = joined.referents.names_many,
                  .names_person = joined.referents.names_person,
                  .alone = question.alone,
                  .unclear = is_unclear(joined),
                  .advice = joined.unsaid.advice,
                  .dated = joined.relative_time};
    }
  }
  question.text = in_label(question.text);
  return question;
}

}  // namespace turnstream::consolidation
