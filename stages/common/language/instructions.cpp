#include "stages/common/language/instructions.h"

#include <algorithm>
#include <utility>

#include "stages/common/language/asked_text.h"
#include "stages/common/language/commands.h"
#include "stages/common/language/forms.h"
#include "stages/common/language/instruction_parts.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/text_form.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

constexpr std::size_t kInstructionsMax = 12;
constexpr std::size_t kWordsMin = 2;
constexpr std::size_t kWordsMax = 45;

struct Spoken {
  Sentence words;
  bool asks = false;
  bool jokes = false;
};

/// The marks in "Drop the 'Great question!' thing" end no sentence.
bool ends_spoken(const Word& word) {
  return ends_sentence(word) && (!word.quoted || word.is("\n"));
}

/// All sentences.
std::vector<Spoken> spoken_sentences(const Words& words) {
  std::vector<Spoken> sentences;
  for (std::size_t begin = 0; begin < words.size();) {
    Spoken spoken;
    std::size_t end = begin;
    for (; end < words.size() && !ends_spoken(words[end]); ++end) {
      spoken.jokes = spoken.jokes || words[end].in(kJoke);
    }
    spoken.words = Sentence(words.data() + begin, end - begin);
    for (begin = end; begin < words.size() && ends_spoken(words[begin]); ++begin) {
      spoken.asks = spoken.asks || words[begin].is("?");
    }
    if (!spoken.words.empty()) {
      sentences.push_back(spoken);
    }
  }
  return sentences;
}

bool is_lasting(const Word& word) {
  static const WordSet kLasting(
      "all always any anymore anything each ever every everything forward future immer jede jeden jedem jeder keine keinen never nie "
      "notice onwards whenever");
  return kLasting.has(word.lower);
}

/// Whether the words say that the order is for this time only: "today", "not yet", "this mail". "This repo" lasts.
bool is_for_once(Sentence sentence, std::size_t begin, std::size_t end) {
  static const WordSet kDays("asap gleich heute today tonight tomorrow");
  static const WordSet kFrom("ab from von");
  static const WordSet kNow("now still yet");
  static const WordSet kPlaces(
      "account app branch channel chat codebase company conversation directory folder group house office project repo repository "
      "room server shop team thread tool way workspace");
  const Sentence said = sentence.subspan(begin, end - begin);
  const bool lasts = std::any_of(said.begin(), said.end(), is_lasting);
  for (std::size_t at = begin; at < end; ++at) {
    const Word& word = sentence[at];
    const bool from = at > begin && kFrom.has(sentence[at - 1].lower);
    const bool pointed =
        word.is("this") && at + 1 < end && !sentence[at + 1].punctuation && !kPlaces.has(sentence[at + 1].lower);
    if ((kDays.has(word.lower) && !from) || (!lasts && ((kNow.has(word.lower) && !from) || pointed))) {
      return true;
    }
    if (word.is("this") && at + 1 < sentence.size() && (sentence[at + 1].is("time") || sentence[at + 1].is("once"))) {
      return true;
    }
  }
  return false;
}

/// "That's what the book says", "That's how my aunt did it", "So steht es …".
bool names_source(Sentence sentence, std::size_t begin) {
  for (std::size_t at = begin; at + 1 < sentence.size(); ++at) {
    const bool points = at + 2 < sentence.size() && (sentence[at].is("that") || sentence[at].is("this")) &&
                        sentence[at + 1].is("is") && (sentence[at + 2].is("what") || sentence[at + 2].is("how"));
    if (points || (sentence[at].is("so") && sentence[at + 1].is("steht"))) {
      return true;
    }
  }
  return false;
}

/// "Is that right?", "Does this still hold?", "Do you agree?": a question about what was said before.
bool doubts(const Spoken& spoken) {
  const Sentence& words = spoken.words;
  const bool points =
      words.size() > 2 && (words[1].is("that") || words[1].is("this")) && (words[0].is("is") || words[0].is("does"));
  return spoken.asks &&
         (points || (words.size() == 3 && words[0].is("do") && words[1].is("you") && words[2].is("agree")));
}

/// Whether the order [begin, end) is another person's word, or only imagined.
bool is_foreign(Sentence sentence, std::size_t begin, std::size_t end) {
  static const WordSet kSaid(
      "asked asks claims explained insisted insists meinte muttered reads recommends replied sagt sagte said says schrieb screamed "
      "shout shouted shouts suggests telling tells texted told wants warned whispered writes wrote yelled");
  static const WordSet kSupposed("hypothetically imagine maybe perhaps pretend suppose supposing wish");
  static const WordSet kSources(
      "article book card comment comments docs error fixme label leaflet log logs manual page poem readme recipe sign step todo "
      "warning");
  bool source = false;
  bool named = false;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    if (at >= begin && at < end) {
      continue;
    }
    const Word& word = sentence[at];
    const bool own = at > 0 && (sentence[at - 1].is("i") || sentence[at - 1].is("you"));
    if ((kSaid.has(word.lower) && !own) || kSupposed.has(word.lower)) {
      return true;
    }
    if (at < begin) {
      const bool how_to = word.is("how") && at + 1 < begin && sentence[at + 1].is("to");
      source = source || how_to || kSources.has(word.lower);
      named = named || (word.is(":") && source);
    }
  }
  const bool purpose = begin > 0 && sentence[0].is("to") && sentence[begin - 1].is(",");  // "To get rid of moss, use …"
  return named || purpose || names_source(sentence, std::min(end, sentence.size()));
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), words_(words_of(text)), sentences_(spoken_sentences(words_)) {}

  std::vector<Instruction> read() {
    for (std::size_t at = 0; at < sentences_.size() && found_.size() < kInstructionsMax; ++at) {
      const Spoken& spoken = sentences_[at];
      if (gives_text_to_work_on(spoken.words)) {
        break;  // all the rest is the text to work on
      }
      const Spoken* const next = at + 1 < sentences_.size() ? &sentences_[at + 1] : nullptr;
      const bool taken_back = next != nullptr && (names_source(next->words, 0) || doubts(*next));
      const std::size_t before = found_.size();
      if (!spoken.jokes && !taken_back) {
        read_sentence(spoken);
      }
      follows_ = found_.size() > before;
    }
    return std::move(found_);
  }

 private:
  void read_sentence(const Spoken& spoken) {
    const Sentence sentence = spoken.words;
    const std::size_t before = found_.size();
    for (std::size_t at = 0; at < sentence.size();) {
      if (!is_instruction(spoken, at)) {
        ++at;
        continue;
      }
      const std::size_t order = order_of(sentence, at);
      const std::size_t end = end_of_instruction(sentence, at, order);
      const bool step = at > 0 && order == at && sentence[at - 1].is("then");
      if (step || end - at < kWordsMin || end - at > kWordsMax || (found_.size() == before && is_habit(sentence, at)) ||
          is_foreign(sentence, at, end) || is_for_once(sentence, at, end)) {
        ++at;
        continue;
      }
      if (found_.size() == before) {
        add_first_of_pair(sentence, at);
      }
      add(sentence, at, order, end);
      at = end;
    }
  }

  /// Whether a row of the table stands at the word, and no exception. An exception is not asked for "if" behind an instruction:
  /// "No calls at lunch. If it's my mother, put her through."
  [[nodiscard]] bool is_instruction(const Spoken& spoken, std::size_t at) const {
    const Sentence sentence = spoken.words;
    if (sentence[at].punctuation || sentence[at].quoted || !begins_clause(sentence, at)) {
      return false;
    }
    const bool stands = stands_at(sentence, at, FormKind::kRequest) ||
                        (!spoken.asks && stands_at(sentence, at, FormKind::kInstruction));
    const bool comma_behind_no = sentence[at].is("no") && at + 1 < sentence.size() && sentence[at + 1].punctuation;
    return stands && !comma_behind_no &&
           ((sentence[at].is("if") && follows_) || !stands_at(sentence, at, FormKind::kNoInstruction));
  }

  /// Whether "always" or "never" continues what a person does: "I like fish and never eat meat".
  static bool is_habit(Sentence sentence, std::size_t at) {
    static const WordSet kSubjects("he i it she they we");
    if (at == 0 || !(sentence[at].is("always") || sentence[at].is("never"))) {
      return false;
    }
    const std::size_t first = first_word(sentence);
    const bool joined = sentence[at - 1].is("and");
    return first < at && (joined || sentence[at - 1].is(",")) && !is_command(sentence, first, Command::kAny) &&
           order_of(sentence, first) == first && (joined || kSubjects.has(sentence[first].lower));
  }

  static std::size_t first_word(Sentence sentence) {
    std::size_t first = 0;
    while (first < sentence.size() && (sentence[first].punctuation || sentence[first].in(kOpening))) {
      ++first;
    }
    return first;
  }

  /// The order before "and" lasts as the one behind it does: "Reply to complaints within a day and never promise a refund".
  void add_first_of_pair(Sentence sentence, std::size_t at) {
    const std::size_t first = first_word(sentence);
    const bool paired = at > first + kWordsMin && sentence[at - 1].is("and") &&
                        is_command(sentence, first, Command::kVerb) &&
                        !stands_at(sentence, first, FormKind::kNoInstruction);
    if (paired && !is_for_once(sentence, first, at - 1)) {
      add(sentence, first, first, at - 1);
    }
  }

  void add(Sentence sentence, std::size_t begin, std::size_t order, std::size_t end) {
    while (end > begin + 1 && sentence[end - 1].punctuation && !sentence[end - 1].quoted) {
      --end;
    }
    Instruction instruction = read_instruction(sentence, begin, order, end);
    instruction.text = text_of(sentence[begin].begin, sentence[end - 1]);
    const auto known = std::find_if(found_.begin(), found_.end(),
                                    [&instruction](const Instruction& other) { return other.key == instruction.key; });
    if (known != found_.end()) {
      found_.erase(known);
    }
    if (!instruction.key.empty()) {
      found_.push_back(std::move(instruction));
    }
  }

  /// The text from `begin` to the end of the word, with what closes a quotation or a bracket in it: "the code is [masked:pin]".
  [[nodiscard]] std::string text_of(std::size_t begin, const Word& last) const {
    static constexpr std::string_view kMarks[] = {"'", "\"", "’", "”", "»", "“"};
    std::size_t end = last.end;
    for (const std::string_view mark : kMarks) {
      if (last.quoted && end == last.end && text_.substr(end).starts_with(mark)) {
        end += mark.size();
      }
    }
    for (const std::string_view bracket : {"()", "[]", "<>"}) {
      const auto inside = text_.substr(begin, end - begin);
      const bool is_open =
          std::count(inside.begin(), inside.end(), bracket[0]) > std::count(inside.begin(), inside.end(), bracket[1]);
      if (is_open && end < text_.size() && text_[end] == bracket[1]) {
        ++end;
      }
    }
    return folded(text_.substr(begin, end - begin));
  }

  std::string_view text_;
  Words words_;
  std::vector<Spoken> sentences_;
  std::vector<Instruction> found_;
  bool follows_ = false;  ///< the sentence before this one gave an instruction
};

}  // namespace

std::vector<Instruction> instructions_in(std::string_view text) {
  return Reader(text).read();
}

}  // namespace turnstream::language
