#include "stages/common/change/readable.h"

#include <algorithm>
#include <functional>

#include "stages/common/language/asked_text.h"

namespace turnstream::change {
namespace {

/// A sentence of more words is a list or a paste; it gives statements alone.
constexpr std::size_t kSentenceWordsMax = 60;

}  // namespace

Readable::Readable(const language::Utterance& utterance) : sarcasm_(utterance.sarcasm()) {
  const std::vector<language::SentenceCut>& cuts = utterance.cuts();
  const auto gives = std::find_if(cuts.begin(), cuts.end(),
                                  [](const language::SentenceCut& cut) { return language::gives_text(cut.words); });
  given_ = gives == cuts.end() ? nullptr : gives->words.data();
}

bool Readable::has(language::Sentence sentence) const {
  const bool given = given_ != nullptr && !std::less<>()(sentence.data(), given_);
  return !given && sentence.size() <= kSentenceWordsMax && !language::asks_for_text(sentence) &&
         !sarcasm_.is_in(sentence);
}

}  // namespace turnstream::change
