#include "stages/common/change/ended_phrases.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "stages/common/change/readable.h"
#include "stages/common/change/topic_words.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/verb_form.h"
#include "stages/common/language/word_set.h"

namespace turnstream::change {
namespace {

/// Longer objects end nothing.
constexpr std::size_t kPhraseWordsMax = 8;

bool is_topic(const language::Word& word) {
  return !word.punctuation && !word.quoted && !meaning_of(word.lower).root.empty();
}

/// The index behind the object that a preposition continues at `at`: "in the rain" is part of what ended, "in May" is not.
std::size_t behind_object(language::Sentence sentence, std::size_t at) {
  static const language::WordSet kAim("good ever health now");
  constexpr std::uint64_t kWhen = language::kTime | language::kTimeUnit | language::kNumber;
  while (at + 1 < sentence.size() && sentence[at].in(language::kPreposition)) {
    const std::size_t next = at + (sentence[at + 1].in(language::kDeterminer) || sentence[at + 1].is("last") ? 2 : 1);
    if (next >= sentence.size() || sentence[next].in(kWhen) || sentence[next].in(kAim)) {
      return at;
    }
    at = next;
    while (at < sentence.size() && !sentence[at].punctuation &&
           !sentence[at].in(language::kPreposition | language::kConjunction | language::kTime | language::kClosing)) {
      ++at;
    }
  }
  return at;
}

/// Whether something of the speaker's certainly changed.
bool is_of_speaker(const Cues& cues) {
  return cues.certain && !cues.of_other && !cues.owner.has_value();
}

void add_phrase(language::Sentence sentence, std::size_t begin, std::size_t end, std::vector<std::string>& phrases) {
  if (end - begin > kPhraseWordsMax || phrases.size() == kEndedPhrasesMax) {
    return;
  }
  std::string phrase;
  for (std::size_t at = begin; at < end; ++at) {
    phrase.append(phrase.empty() ? "" : " ").append(sentence[at].lower);
  }
  phrases.push_back(std::move(phrase));
}

/// Adds the object in each run of near words: from its first topic to its last, and of a clause ("play squash") also without the verb.
void add_phrases(language::Sentence sentence, const Cues& cues, std::vector<std::string>& phrases) {
  static const language::WordSet kVerbs(
      "buy buying do doing drink drinking eat eating enjoy like love play playing prefer use using want watch watching");
  const bool ends = cues.effect == Effect::kEnds;
  for (std::size_t begin = 0; begin < sentence.size(); ++begin) {
    if (cues.near[begin] == 0 || !is_topic(sentence[begin])) {
      continue;
    }
    std::size_t run = begin;
    std::size_t end = begin + 1;
    for (; run < sentence.size() && cues.near[run] != 0 && !sentence[run].punctuation; ++run) {
      end = is_topic(sentence[run]) && !sentence[run].in(language::kClosing | language::kTime) ? run + 1 : end;
    }
    end = ends && end == run ? behind_object(sentence, end) : end;
    add_phrase(sentence, begin, end, phrases);
    for (std::size_t at = begin + 1; at < end; ++at) {
      if (ends && sentence[at - 1].in(kVerbs) && is_topic(sentence[at])) {
        add_phrase(sentence, at, end, phrases);
      }
    }
    begin = run;
  }
}

constexpr ReplacedRow kReplacedRows[] = {
    {"from", "to", "I switched from Spotify to Tidal"},
    {"von", "auf zu", "Ich bin von Spotify zu Tidal gewechselt"},
    {"ditched dropped exchanged quit swapped traded up", "for with by", "I ditched Spotify for Tidal"},
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

/// Whether the speaker tells what is usual: "I use Tidal", "I'm using Tidal", "I had tea every day"; not "I had tea".
bool is_usual(language::Sentence sentence) {
  static const language::WordSet kUsual(
      "always anymore every immer inzwischen jetzt meistens mittlerweile now nowadays usually");
  static const language::WordSet kSelf("i ich we wir");
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const bool days = sentence[at].is("these") && at + 1 < sentence.size() && sentence[at + 1].is("days");
    if (days || sentence[at].in(kUsual)) {
      return true;
    }
    if (!sentence[at].in(kSelf)) {
      continue;
    }
    bool progressive = false;
    std::size_t verb = at + 1;
    for (; verb < sentence.size() && sentence[verb].in(language::kAuxiliary | language::kAdverb); ++verb) {
      progressive = progressive || sentence[verb].is("am") || sentence[verb].is("are") || sentence[verb].is("been");
    }
    if (verb < sentence.size() &&
        (language::can_be_plain_verb(sentence[verb]) || (progressive && sentence[verb].lower.ends_with("ing")))) {
      return true;
    }
  }
  return false;
}

/// Marks in `cues.near` only the words that name what is replaced; none if the sentence does not say, or tells of one
/// occasion.
void keep_replaced(language::Sentence sentence, Cues& cues) {
  std::vector<std::uint8_t> near(sentence.size());
  for (std::size_t at = 1; at < sentence.size(); ++at) {
    const bool instead = sentence[at - 1].is("instead") || (sentence[at - 1].is("place") && sentence[at].is("of"));
    for (const ReadRow& row : read_rows()) {
      const bool to_mark = row.until.words().empty();
      if (cues.near[at] == 0 || !sentence[at].in(row.behind) || (to_mark && (!instead || !is_usual(sentence)))) {
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

std::vector<std::string> ended_phrases(language::Sentence sentence, const Cues& cues) {
  std::vector<std::string> phrases;
  if (!is_of_speaker(cues) || cues.spares_tastes) {
    return phrases;
  }
  if (cues.effect == Effect::kEnds) {
    add_phrases(sentence, cues, phrases);
  } else if (cues.effect == Effect::kReplaces) {
    Cues replaced = cues;
    keep_replaced(sentence, replaced);
    add_phrases(sentence, replaced, phrases);
  }
  return phrases;
}

Ended ended_in(const language::Utterance& message) {
  const Readable readable(message);
  Ended ended;
  for (const language::Sentence& sentence : message.asserted()) {
    if (!readable.has(sentence)) {
      continue;
    }
    const Cues cues = cues_in(sentence);
    std::vector<std::string> phrases = ended_phrases(sentence, cues);
    const std::size_t room = kEndedPhrasesMax - std::min(kEndedPhrasesMax, ended.phrases.size());
    phrases.resize(std::min(room, phrases.size()));
    std::move(phrases.begin(), phrases.end(), std::back_inserter(ended.phrases));
    if (cues.effect == Effect::kEnds && is_of_speaker(cues)) {
      ended.sentences.push_back(sentence);
    }
  }
  return ended;
}

}  // namespace turnstream::change
