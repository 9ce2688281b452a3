#include "stages/episodic/signals/phrase_list.h"

#include <algorithm>

#include "stages/common/language/lexicon.h"

namespace turnstream::episodic {
namespace {

using language::Sentence;

/// The index behind the phrase; 0 if it does not stand at `at`.
std::size_t end_of(const std::vector<std::string_view>& phrase, Sentence sentence, std::size_t at) {
  constexpr std::uint64_t kBetween = language::kAdverb | language::kIntensifier;
  std::size_t found = 0;
  for (; at < sentence.size() && found < phrase.size(); ++at) {
    if (sentence[at].is(phrase[found])) {
      ++found;
    } else if (found == 0 || !(sentence[at].is(",") || sentence[at].in(kBetween))) {
      return 0;
    }
  }
  return found == phrase.size() ? at : 0;
}

}  // namespace

PhraseList::PhraseList(std::string_view list) {
  while (!list.empty()) {
    std::string_view phrase = list.substr(0, list.find('|'));
    list.remove_prefix(std::min(phrase.size() + 1, list.size()));
    std::vector<std::string_view>& words = phrases_.emplace_back();
    while (!phrase.empty()) {
      words.push_back(phrase.substr(0, phrase.find(' ')));
      phrase.remove_prefix(std::min(words.back().size() + 1, phrase.size()));
    }
  }
}

std::optional<Sentence> PhraseList::rest_of(Sentence sentence) const {
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    std::size_t end = 0;
    for (const std::vector<std::string_view>& phrase : phrases_) {
      end = std::max(end, end_of(phrase, sentence, at));
    }
    if (end > 0) {
      return sentence.subspan(end);
    }
    if (!sentence[at].punctuation && !sentence[at].in(language::kOpening)) {
      break;
    }
  }
  return std::nullopt;
}

}  // namespace turnstream::episodic
