#include "stages/episodic/signals/forms.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/episodic/signals/word_set.h"

namespace turnstream::episodic {
namespace {

using language::Sentence;
using language::Word;
using language::Words;

/// How many words and marks `~` stands for at most.
constexpr std::size_t kGapMax = 4;
constexpr std::size_t kKinds = 5;

/// Orders that an agent receives.
constexpr std::string_view kOrderVerbs =
    "add answer ask assign block book call cancel check clean close commit confirm convert copy create cut delete deploy do "
    "drop email escalate explain export file fix flag follow forward give hold ignore include inform keep label leave let link "
    "list log look mail make mark mention merge message move notify open order page paste pause ping post print publish push "
    "put raise read rebase reject release remind remove rename reply report request rerun reset respond restart restore retry "
    "return review revert roll route run save say schedule send set share show sign skip start stay stop store sync tag take "
    "tell test turn update upload use verify wait warn write";

/// One part of a form, read once.
struct Part {
  enum class Kind : std::uint8_t { kWords, kNoneOf, kAny, kGap, kKin, kActivity, kOrderVerb, kName, kPlainVerb };
  Kind kind = Kind::kWords;
  bool optional = false;
  WordSet words{""};
};

Part part_of(std::string_view text) {
  Part part;
  if (text == "_" || text == "~") {
    part.kind = text == "_" ? Part::Kind::kAny : Part::Kind::kGap;
  } else if (text.front() == '#') {
    part.kind = text == "#kin"     ? Part::Kind::kKin
                : text == "#ing"   ? Part::Kind::kActivity
                : text == "#plain" ? Part::Kind::kPlainVerb
                : text == "#name"  ? Part::Kind::kName
                                   : Part::Kind::kOrderVerb;
  } else {
    part.optional = text.front() == '?';
    part.kind = text.front() == '!' ? Part::Kind::kNoneOf : Part::Kind::kWords;
    part.words = WordSet(text.front() == '?' || text.front() == '!' ? text.substr(1) : text, '|');
  }
  return part;
}

struct Form {
  bool opens = false;         ///< the first part begins a clause
  std::uint32_t letters = 0;  ///< of bit_of(): with which letters a form can begin
  std::vector<Part> parts;
};

/// A bit for the first byte of a word. Bytes can share one: a missing bit excludes a word, a bit that is there does not find it.
std::uint32_t bit_of(std::string_view word) {
  return word.empty() ? 0 : std::uint32_t{1} << (static_cast<unsigned char>(word.front()) % 32U);
}

std::uint32_t first_letters(const std::vector<Part>& parts) {
  std::uint32_t letters = 0;
  for (const Part& part : parts) {
    if (part.kind != Part::Kind::kWords) {
      return ~std::uint32_t{0};
    }
    for (const std::string_view word : part.words.words()) {
      letters |= bit_of(word);
    }
    if (!part.optional) {
      break;
    }
  }
  return letters;
}

Form form_of(const FormRow& row) {
  Form form;
  std::string_view rest = row.form;
  while (!rest.empty()) {
    const std::string_view text = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(text.size() + 1, rest.size()));
    if (text == "^") {
      form.opens = true;
    } else {
      form.parts.push_back(part_of(text));
    }
  }
  form.letters = first_letters(form.parts);
  return form;
}

using FormsByKind = std::array<std::vector<Form>, kKinds>;

const FormsByKind& forms() {
  static const FormsByKind kForms = [] {
    FormsByKind all;
    for (const FormRow& row : form_rows()) {
      all[static_cast<std::size_t>(row.kind)].push_back(form_of(row));
    }
    return all;
  }();
  return kForms;
}

bool is_skipped(const Word& word) {
  return word.is(",") || word.is(":") || word.is("-") || word.is("—") || word.is("–");
}

/// Whether the word can be a verb in its plain form, as an order behind "always" and "never" begins with.
bool is_plain_verb(const Word& word) {
  static const WordSet kOthers("again been ever glad had happy heard knew mind said seen thought");
  constexpr std::uint64_t kNoVerb = language::kPronoun | language::kDeterminer | language::kDeictic |
                                    language::kNegation | language::kPreposition | language::kConjunction |
                                    language::kEvaluation;
  return !word.in(kNoVerb) && !language::is_activity(word) && !kOthers.has(word.lower);
}

/// Whether a word that is not punctuation fits the part.
bool fits(const Word& word, const Part& part) {
  static const WordSet kVerbs(kOrderVerbs);
  switch (part.kind) {
    case Part::Kind::kWords:
      return part.words.has(word.lower);
    case Part::Kind::kNoneOf:
      return !part.words.has(word.lower);
    case Part::Kind::kKin:
      return word.in(language::kKin);
    case Part::Kind::kActivity:
      return language::is_activity(word);
    case Part::Kind::kOrderVerb:
      return kVerbs.has(word.lower);
    case Part::Kind::kName:
      return word.capital;
    case Part::Kind::kPlainVerb:
      return is_plain_verb(word);
    default:
      return part.kind == Part::Kind::kAny;
  }
}

/// Whether the parts from `part` on stand in the sentence from `at` on.
bool stands(Sentence sentence, std::size_t at, const std::vector<Part>& parts, std::size_t part) {
  if (part == parts.size()) {
    return true;
  }
  const Part& wanted = parts[part];
  if (wanted.kind == Part::Kind::kGap) {
    for (std::size_t skipped = 0; skipped <= kGapMax && at + skipped <= sentence.size(); ++skipped) {
      if (stands(sentence, at + skipped, parts, part + 1)) {
        return true;
      }
    }
    return false;
  }
  if (wanted.optional && stands(sentence, at, parts, part + 1)) {
    return true;
  }
  const bool stands_here =
      at < sentence.size() && wanted.kind == Part::Kind::kWords && wanted.words.has(sentence[at].lower);
  if (stands_here) {
    return stands(sentence, at + 1, parts, part + 1);
  }
  if (at < sentence.size() && part > 0 && is_skipped(sentence[at])) {
    ++at;
  }
  return at < sentence.size() && !sentence[at].punctuation && fits(sentence[at], wanted) &&
         stands(sentence, at + 1, parts, part + 1);
}

/// Whether a clause can begin at the word: at the start, behind punctuation, or behind "and", "please", "well".
bool begins_clause(Sentence sentence, std::size_t at) {
  return at == 0 || sentence[at - 1].punctuation || sentence[at - 1].in(language::kConjunction | language::kOpening);
}

bool stands_in(Sentence sentence, const Form& form) {
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const bool can_begin =
        (form.letters & bit_of(sentence[at].lower)) != 0 && !sentence[at].punctuation && !sentence[at].quoted;
    if (can_begin && (!form.opens || begins_clause(sentence, at)) && stands(sentence, at, form.parts, 0)) {
      return true;
    }
  }
  return false;
}

/// The sentences that are neither questions nor jokes.
std::vector<Sentence> ordered_sentences(const Words& words) {
  std::vector<Sentence> sentences;
  const auto ends = [](const Word& word) {
    return word.punctuation && (word.is(".") || word.is("!") || word.is("?") || word.is("\n") || word.is("…"));
  };
  for (std::size_t begin = 0; begin < words.size();) {
    std::size_t end = begin;
    bool joke = false;
    for (; end < words.size() && !ends(words[end]); ++end) {
      joke = joke || words[end].in(language::kJoke);
    }
    if (end > begin && !joke && (end == words.size() || !words[end].is("?"))) {
      sentences.emplace_back(words.data() + begin, end - begin);
    }
    begin = end + 1;
  }
  return sentences;
}

}  // namespace

FormReader::FormReader(const Words& words)
    : asserted_(language::asserted_sentences(words)), ordered_(ordered_sentences(words)) {}

bool FormReader::holds(FormKind kind) const {
  const std::vector<Sentence>& sentences = kind == FormKind::kInstruction ? ordered_ : asserted_;
  const std::vector<Form>& candidates = forms()[static_cast<std::size_t>(kind)];
  return std::any_of(sentences.begin(), sentences.end(), [&candidates](Sentence sentence) {
    return std::any_of(candidates.begin(), candidates.end(),
                       [sentence](const Form& form) { return stands_in(sentence, form); });
  });
}

}  // namespace turnstream::episodic
