#include "stages/common/change/telling.h"

#include <algorithm>
#include <utility>

#include "stages/common/change/cues.h"
#include "stages/common/change/elided.h"
#include "stages/common/change/ended_phrases.h"
#include "stages/common/change/readable.h"
#include "stages/common/change/unclear.h"
#include "stages/common/change/word_lists.h"
#include "stages/common/change/worth.h"
#include "stages/common/language/company.h"
#include "stages/common/language/complements.h"
#include "stages/common/language/event_times.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/sentences.h"
#include "stages/common/language/text_language.h"
#include "stages/common/language/utterance.h"
#include "stages/common/language/verb_rows.h"
#include "stages/common/language/words.h"

namespace turnstream::change {
namespace {

using language::Sentence;
using language::Statement;
using language::Word;

/// Phrases with which a speaker marks what was said before.
constexpr std::string_view kRestating[] = {"as i said",      "as you know", "as i told",      "like i said",
                                           "like i told",    "i told you",  "as i mentioned", "you know that",
                                           "once more",      "as always",   "as it always",   "wie gesagt",
                                           "i think i told", "das ist ja",  "you know it",    "as before"};
constexpr std::string_view kReminding[] = {"remember", "you know", "keep that in mind"};

bool restates(Sentence sentence) {
  static const PhraseSet kAnywhere(kRestating);
  static const PhraseSet kBehindComma(kReminding);
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    if (kAnywhere.stands_at(sentence, at) ||
        (at > 0 && sentence[at - 1].is(",") && kBehindComma.stands_at(sentence, at))) {
      return true;
    }
  }
  return false;
}

bool is_of_someone(Sentence sentence) {
  static constexpr std::string_view kThirds[] = {"he", "she", "they", "his", "her", "their"};
  return std::any_of(sentence.begin(), sentence.end(),
                     [](const Word& word) { return language::is_one_of(kThirds, word.lower); });
}

bool has_negation(Sentence sentence) {
  const Sentence words = !sentence.empty() && sentence.front().is("no") ? sentence.subspan(1) : sentence;
  return std::any_of(words.begin(), words.end(), [](const Word& word) { return word.in(language::kNegation); });
}

/// What a correction says takes the place of what was told before, as if the sentence had "now": "No, that's wrong: the port is 9090".
void take_correction(const language::Correction& correction, Sentence sentence, Reading& reading) {
  reading.corrects = true;
  reading.about_self = correction.subject.empty() ||
                       is_about_self(sentence.subspan(correction.begin, correction.end - correction.begin));
  for (const Topic& topic : topics_of_text(correction.wrong)) {
    reading.wrong.push_back(topic.word);
  }
  if (reading.effect == Effect::kNone) {
    reading.effect = Effect::kReplaces;
  }
}

/// "I'm not allergic to walnuts, it was the pecans" states that I'm allergic to pecans.
void add_put_right(const language::Correction& correction, std::vector<Statement>& found) {
  if (correction.meant.empty()) {
    return;
  }
  for (Statement& statement : language::statements_in(correction.meant, language::Register::kTalk)) {
    if (std::find(found.begin(), found.end(), statement) == found.end()) {
      found.push_back(std::move(statement));
    }
  }
}

/// The part of the message from the sentence with the mark of an error to the end of the correction's own.
std::string_view evidence_of(std::string_view message, const std::vector<Sentence>& sentences,
                             const language::Correction& correction) {
  const std::size_t begin = sentences[correction.first_sentence].front().begin;
  const std::string_view own = language::verbatim(message, sentences[correction.sentence]);
  return message.substr(begin, static_cast<std::size_t>(own.data() + own.size() - message.data()) - begin);
}

/// Whether one of the statements behind the first `known` tells an event.
bool tells_event(const std::vector<Statement>& statements, std::size_t known) {
  return std::any_of(statements.begin() + static_cast<std::ptrdiff_t>(known), statements.end(),
                     [](const Statement& statement) { return language::is_event(statement.relation); });
}

/// The people that a message named last, and the sentence that did.
struct NamedCompany {
  language::Company company{};
  std::size_t sentence = 0;

  /// With whom the statement of a sentence is: "we" are those who were named, "I" am with those who stand next to "I".
  [[nodiscard]] std::string of(const Statement& statement, std::size_t of_sentence) const {
    const bool with_self = statement.subject == "user" && company.of_self && of_sentence == sentence;
    return statement.subject == "we" || with_self ? company.people : std::string();
  }
};

}  // namespace

bool denies(std::string_view text) {
  return has_negation(language::words_of(text));
}

Reading reading_of(Sentence sentence) {
  Reading reading;
  const Cues cues = cues_in(sentence);
  reading.effect = cues.effect;
  reading.certain = cues.certain;
  reading.restates = restates(sentence);
  reading.of_someone = is_of_someone(sentence);
  reading.denies = has_negation(sentence);
  reading.topics = topics_of(sentence, cues.near, cues.about);
  if (cues.effect == Effect::kEnds && cues.owner.has_value()) {
    const std::vector<Topic> owner = topics_of(sentence.subspan(*cues.owner, 1));
    reading.owner = owner.empty() ? 0 : owner.front().word;
  }
  reading.of_other = cues.of_other;
  if (cues.actor.has_value()) {
    const std::vector<Topic> actor = topics_of(sentence.subspan(*cues.actor, 1));
    reading.actor = actor.empty() ? 0 : actor.front().word;
  }
  reading.ended = ended_phrases(sentence, cues);
  reading.hands_over = cues.hands_over;
  reading.moves = cues.about == kResidence;
  reading.worth = is_worth(sentence, reading.topics, cues.begins);
  reading.about_self = is_about_self(sentence);
  reading.elided = !reading.about_self && is_elided(sentence);
  reading.about_self = reading.about_self || reading.elided;
  reading.unclear = is_unclear(sentence);
  return reading;
}

std::vector<Telling> tellings_in(std::string_view message, std::int64_t today) {
  const language::TextLanguage text_language(message);
  const bool whole = text_language.as_a_whole();
  const language::Words words = whole ? language::words_of(message) : text_language.words();
  const language::Utterance utterance(words);
  const std::vector<Sentence>& sentences = utterance.asserted();
  if (sentences.empty() || (whole && !text_language.can_be_read())) {
    return {};
  }
  const Readable readable(utterance);
  const std::vector<language::Correction> corrections = language::corrections_in(sentences);
  auto correction = corrections.begin();
  std::vector<Telling> tellings;
  std::vector<Statement> found;
  NamedCompany company;
  for (std::size_t number = 0; number < sentences.size(); ++number) {
    const Sentence sentence = sentences[number];
    const std::size_t known = found.size();
    if (auto named = language::company_in(sentence); named.has_value()) {
      company = {std::move(*named), number};
    }
    language::add_meant(sentence, language::Register::kTalk, utterance.sarcasm(), found);
    if (tellings.size() + 1 < kTellingsMax) {
      Telling telling;
      telling.text = language::written(sentence, 0, sentence.size());
      telling.when = tells_event(found, known) ? language::event_time_in(sentence, today) : std::nullopt;
      const bool readable_here = readable.has(sentence);
      if (readable_here) {
        telling.reading = reading_of(sentence);
      }
      if (correction != corrections.end() && correction->sentence == number) {
        if (readable_here) {
          take_correction(*correction, sentence, telling.reading);
          add_put_right(*correction, found);
          telling.evidence = evidence_of(message, sentences, *correction);
          telling.correction = *correction;
        }
        ++correction;
      }
      tellings.push_back(std::move(telling));
    } else if (tellings.size() < kTellingsMax) {
      tellings.emplace_back();
    }
    for (std::size_t i = known; i < found.size(); ++i) {
      tellings.back().statements.push_back({found[i], language::verbatim(message, sentence),
                                            language::complement_of(sentence, found[i]), company.of(found[i], number)});
    }
  }
  return tellings;
}

}  // namespace turnstream::change
