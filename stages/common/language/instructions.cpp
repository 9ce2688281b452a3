#include "stages/common/language/instructions.h"

#include <algorithm>
#include <utility>

#include "stages/common/language/asked_text.h"
#include "stages/common/language/commands.h"
#include "stages/common/language/forms.h"
#include "stages/common/language/instruction_guards.h"
#include "stages/common/language/instruction_parts.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/text_form.h"
#include "stages/common/language/text_language.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

constexpr std::size_t kInstructionsMax = 12;
constexpr std::size_t kWordsMin = 2;
constexpr std::size_t kWordsMax = 45;
/// Before an order that counts only if nothing else is said there are at most so many words and marks: "No, use tabs."
constexpr std::size_t kLoneLeadMax = 2;

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

/// "Is that right?", "Does this still hold?", "Do you agree?": a question about what was said before.
bool doubts(const Spoken& spoken) {
  const Sentence& words = spoken.words;
  const bool points =
      words.size() > 2 && (words[1].is("that") || words[1].is("this")) && (words[0].is("is") || words[0].is("does"));
  return spoken.asks &&
         (points || (words.size() == 3 && words[0].is("do") && words[1].is("you") && words[2].is("agree")));
}

class Reader {
 public:
  Reader(std::string_view text, const Words& words) : text_(text), sentences_(spoken_sentences(words)) {}

  std::vector<Instruction> read() {
    for (std::size_t at = 0; at < sentences_.size() && found_.size() < kInstructionsMax; ++at) {
      const Spoken& spoken = sentences_[at];
      if (gives_text_to_work_on(spoken.words)) {
        break;  // all the rest is the text to work on
      }
      const Spoken* const next = at + 1 < sentences_.size() ? &sentences_[at + 1] : nullptr;
      const bool taken_back = next != nullptr && (names_source(next->words, 0) || doubts(*next));
      const std::size_t before = found_.size();
      code_is_asked_for_ = code_is_asked_for_ || asks_for_code(spoken.words);
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
          is_part_of_request(sentence, at, end) || is_foreign(sentence, at, end) || is_for_once(sentence, at, end) ||
          advises(sentence, at, end) || says_code(sentence, at, order, end, code_is_asked_for_)) {
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
    const bool lone = sentences_.size() == 1 && at <= kLoneLeadMax;
    const bool stands = stands_at(sentence, at, FormKind::kRequest) ||
                        (!spoken.asks && (stands_at(sentence, at, FormKind::kInstruction) ||
                                          (lone && stands_at(sentence, at, FormKind::kLoneInstruction))));
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
           order_of(sentence, first) == first && (joined || sentence[first].in(kSubjects));
  }

  /// Whether "don't" belongs to a request of the moment: "Fix the test and don't touch the data". "Don't ever" lasts.
  static bool is_part_of_request(Sentence sentence, std::size_t at, std::size_t end) {
    const bool joined = at > 0 && (sentence[at - 1].is("and") || sentence[at - 1].is("but"));
    const std::size_t first = first_word(sentence);
    return joined && sentence[at].is("do") && first < at && is_command(sentence, first, Command::kVerb) &&
           !says_lasting(sentence, first, end);
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
  std::vector<Spoken> sentences_;
  std::vector<Instruction> found_;
  bool follows_ = false;            ///< the sentence before this one gave an instruction
  bool code_is_asked_for_ = false;  ///< a sentence up to this one did
};

}  // namespace

std::vector<Instruction> instructions_in(std::string_view text) {
  return instructions_in(text, words_to_read(text));
}

std::vector<Instruction> instructions_in(std::string_view text, const Words& words) {
  return Reader(text, words).read();
}

}  // namespace turnstream::language
