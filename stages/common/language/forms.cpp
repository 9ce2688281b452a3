#include "stages/common/language/forms.h"

#include <algorithm>
#include <array>

#include "stages/common/language/asked_text.h"
#include "stages/common/language/commands.h"
#include "stages/common/language/form_parts.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/word_bits.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

using FormsByKind = std::array<std::vector<Form>, static_cast<std::size_t>(FormKind::kLast) + 1>;

const FormsByKind& forms() {
  static const FormsByKind kForms = [] {
    FormsByKind all;
    for (const std::span<const FormRow> rows :
         {form_rows(), instruction_rows(), instruction_exceptions(), german_instruction_rows()}) {
      for (const FormRow& row : rows) {
        all[static_cast<std::size_t>(row.kind)].emplace_back(row.form);
      }
    }
    return all;
  }();
  return kForms;
}

/// On so many words and marks any form can stand at most.
std::size_t words_max() {
  static const std::size_t kWordsMax = [] {
    std::size_t words = 0;
    for (const std::vector<Form>& of_kind : forms()) {
      for (const Form& form : of_kind) {
        words = std::max(words, form.words_max());
      }
    }
    return words;
  }();
  return kWordsMax;
}

bool holds_one_of(Sentence sentence, const WordSet& words) {
  return std::any_of(sentence.begin(), sentence.end(), [&words](const Word& word) { return word.in(words); });
}

/// The words before the first one behind which the speaker does not assert: a report, an opinion or a hypothesis. Announcements
/// are none: "to say", "to tell you", "guess what", "I cannot believe".
Sentence before_report(Sentence sentence) {
  static const WordSet kTell("tell telling told");
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const Word& word = sentence[at];
    if (!word.in(kReport | kHypothesis)) {
      continue;
    }
    const auto next_is = [&](std::string_view next) { return at + 1 < sentence.size() && sentence[at + 1].is(next); };
    const bool behind = at > 0 && (sentence[at - 1].is("to") || (word.is("believe") && sentence[at - 1].is("not")));
    const bool announces = (word.in(kTell) && next_is("you")) || (word.is("guess") && next_is("what"));
    if (!behind && !announces) {
      return sentence.first(at);
    }
  }
  return sentence;
}

/// The words before those that another person said: "she said, never push".
Sentence before_saying(Sentence sentence) {
  static const WordSet kSaid(
      "answered asked claimed claims insisted insists mentioned quoted replied said says shouted suggested suggests tells told "
      "whispered writes wrote");
  const auto said = std::find_if(sentence.begin(), sentence.end(), [](const Word& word) { return word.in(kSaid); });
  return sentence.first(static_cast<std::size_t>(said - sentence.begin()));
}

/// What a question orders: "always show me the diff" of "Can you always show me the diff?"; empty if nothing.
Sentence ordered_by(Sentence question) {
  static const WordSet kStanding("always each every never now whenever");
  const Sentence before = before_question(question, true);
  if (!before.empty()) {
    return is_meant(before) ? before : Sentence();
  }
  const Sentence order = without_call(question);
  return order.size() < question.size() && holds_one_of(order, kStanding) ? order : Sentence();
}

bool is_joke(Sentence sentence) {
  return std::any_of(sentence.begin(), sentence.end(), [](const Word& word) { return word.in(kJoke); });
}

}  // namespace

bool stands_at(Sentence sentence, std::size_t at, FormKind kind) {
  const std::vector<Form>& candidates = forms()[static_cast<std::size_t>(kind)];
  const bool orders = is_near_order(sentence, at);
  const std::uint64_t bits = word_bits(sentence.subspan(at, std::min(words_max(), sentence.size() - at)));
  return std::any_of(candidates.begin(), candidates.end(), [&](const Form& form) {
    return (orders || !form.begins_with_order()) && form.can_stand_among(bits) && form.stands_at(sentence, at);
  });
}

FormReader::FormReader(const Words& words) {
  const std::vector<Sentence> asserted = asserted_sentences(words);
  auto next = asserted.begin();
  for (const SentenceCut& cut : cut_sentences(words)) {
    const bool is_asserted = next != asserted.end() && next->data() == cut.words.data();
    next += is_asserted ? 1 : 0;
    if (!asks_for_text(cut.words)) {
      add(cut, is_asserted);
    } else if (gives_text(cut.words)) {
      return;  // all the rest is the text to work on
    } else {
      ordered_.push_back(cut.words);
    }
  }
}

void FormReader::add(const SentenceCut& cut, bool asserted) {
  const Sentence before = cut.asks() ? before_question(cut.words, false) : Sentence();
  if (const Sentence said = asserted ? cut.words : before; !said.empty() && is_meant(said)) {
    asserted_.push_back(said);
  }
  const Sentence ordered = cut.asks() ? ordered_by(cut.words) : cut.words;
  if (!ordered.empty() && !is_joke(cut.words)) {
    ordered_.push_back(ordered);
  }
}

bool FormReader::holds(FormKind kind) const {
  const bool orders = kind == FormKind::kOrder;
  const bool told = kind == FormKind::kLifeEvent || kind == FormKind::kDecision;
  const std::vector<Sentence>& sentences = orders ? ordered_ : asserted_;
  const std::vector<Form>& candidates = forms()[static_cast<std::size_t>(kind)];
  return std::any_of(sentences.begin(), sentences.end(), [&](Sentence whole) {
    const Sentence sentence = orders ? before_saying(whole) : told ? before_report(whole) : whole;
    const std::uint64_t bits = word_bits(sentence);
    return std::any_of(candidates.begin(), candidates.end(),
                       [&](const Form& form) { return form.can_stand_among(bits) && form.stands_in(sentence); });
  });
}

}  // namespace turnstream::language
