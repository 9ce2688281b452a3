#include "stages/common/change/ended_phrases.h"

#include <algorithm>

#include "stages/common/change/cues.h"
#include "stages/common/change/readable.h"
#include "stages/common/change/topic_words.h"

namespace turnstream::change {
namespace {

constexpr std::size_t kPhraseWordsMax = 4;

bool is_topic(const language::Word& word) {
  return !word.punctuation && !word.quoted && !meaning_of(word.lower).root.empty();
}

void add_phrases(language::Sentence sentence, const Cues& cues, std::vector<std::string>& phrases) {
  for (std::size_t begin = 0; begin < sentence.size(); ++begin) {
    if (cues.near[begin] == 0 || !is_topic(sentence[begin])) {
      continue;
    }
    std::string phrase;
    for (std::size_t at = begin; at < std::min(sentence.size(), begin + kPhraseWordsMax); ++at) {
      if (cues.near[at] == 0 || sentence[at].punctuation) {
        break;
      }
      phrase.append(phrase.empty() ? "" : " ").append(sentence[at].lower);
      if (is_topic(sentence[at]) && phrases.size() < kEndedPhrasesMax) {
        phrases.push_back(phrase);
      }
    }
  }
}

}  // namespace

Ended ended_in(const language::Utterance& message) {
  const Readable readable(message);
  Ended ended;
  for (const language::Sentence& sentence : message.asserted()) {
    if (!readable.has(sentence)) {
      continue;
    }
    const Cues cues = cues_in(sentence);
    if (cues.effect == Effect::kEnds && cues.certain) {
      add_phrases(sentence, cues, ended.phrases);
      ended.sentences.push_back(sentence);
    }
  }
  return ended;
}

}  // namespace turnstream::change
