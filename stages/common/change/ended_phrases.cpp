#include "stages/common/change/ended_phrases.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "stages/common/change/cues.h"
#include "stages/common/change/readable.h"
#include "stages/common/change/topic_words.h"
#include "stages/common/language/word_set.h"

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

constexpr ReplacedRow kReplacedRows[] = {
    {"from", "to", "I switched from Spotify to Tidal"},
    {"von", "auf zu", "Ich bin von Spotify zu Tidal gewechselt"},
    {"ditched dropped exchanged left quit replaced swapped traded up", "for with by", "I ditched Spotify for Tidal"},
    {"dropped ditched abandoned", "in", "We dropped Spotify in favour of Tidal"},
    {"of", "", "I use Tidal instead of Spotify"},
};

struct ReadRow {
  language::WordSet behind;
  language::WordSet until;
};

const std::vector<ReadRow>& read_rows() {
  static const std::vector<ReadRow> kRead = [] {
    std::vector<ReadRow> rows;
    for (const ReplacedRow& row : kReplacedRows) {
      rows.push_back({language::WordSet(row.behind), language::WordSet(row.until)});
    }
    return rows;
  }();
  return kRead;
}

/// Marks in `cues.near` only the words that name what is replaced; none if the sentence does not say, or tells of a move: one can
/// like the town that one leaves.
void keep_replaced(language::Sentence sentence, Cues& cues) {
  std::vector<std::uint8_t> near(sentence.size());
  for (std::size_t at = 1; at < sentence.size() && cues.about.empty(); ++at) {
    const bool instead = sentence[at - 1].is("instead") || (sentence[at - 1].is("place") && sentence[at].is("of"));
    for (const ReadRow& row : read_rows()) {
      const bool to_mark = row.until.words().empty();
      if (cues.near[at] == 0 || !sentence[at].in(row.behind) || (to_mark && !instead)) {
        continue;
      }
      std::size_t end = at + 1;
      while (end < sentence.size() && !sentence[end].punctuation && !sentence[end].in(row.until)) {
        ++end;
      }
      const bool whole = to_mark || (end < sentence.size() && sentence[end].in(row.until));
      if (whole && end - at <= kPhraseWordsMax + 1) {
        std::fill(near.begin() + static_cast<std::ptrdiff_t>(at + 1), near.begin() + static_cast<std::ptrdiff_t>(end),
                  std::uint8_t{1});
      }
    }
  }
  cues.near = std::move(near);
}

}  // namespace

std::span<const ReplacedRow> replaced_rows() {
  return kReplacedRows;
}

Ended ended_in(const language::Utterance& message) {
  const Readable readable(message);
  Ended ended;
  for (const language::Sentence& sentence : message.asserted()) {
    if (!readable.has(sentence)) {
      continue;
    }
    Cues cues = cues_in(sentence);
    if (cues.effect == Effect::kReplaces && cues.certain) {
      keep_replaced(sentence, cues);
      add_phrases(sentence, cues, ended.phrases);
    } else if (cues.effect == Effect::kEnds && cues.certain && !cues.owner.has_value()) {
      add_phrases(sentence, cues, ended.phrases);
      ended.sentences.push_back(sentence);
    }
  }
  return ended;
}

}  // namespace turnstream::change
