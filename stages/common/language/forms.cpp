#include "stages/common/language/forms.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "stages/common/language/commands.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/order_verbs.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

/// How many words and marks `~` and `*` stand for at most.
constexpr std::size_t kGapMax = 4;
constexpr std::size_t kLongGapMax = 14;
constexpr std::size_t kKinds = 8;
/// One part of a form, read once.
struct Part {
  enum class Kind : std::uint8_t {
    kWords,
    kNoneOf,
    kAny,
    kGap,
    kLongGap,
    kEnd,
    kKin,
    kActivity,
    kVerb,
    kPlainVerb,
    kName,
    kPlural,
    kTime,
    kLanguage,
    kGermanOrder,
    kGermanInfinitive,
    kOrder,
    kCommand,
    kMain,
    kLasting
  };
  Kind kind = Kind::kWords;
  bool optional = false;
  WordSet words{""};

  /// Whether it needs the place of a word in its sentence, not only the word.
  [[nodiscard]] bool is_of_place() const { return kind >= Kind::kOrder; }
};

struct PartName {
  std::string_view written;
  Part::Kind kind;
};
constexpr PartName kPartNames[] = {
    {"_", Part::Kind::kAny},
    {"~", Part::Kind::kGap},
    {"*", Part::Kind::kLongGap},
    {"$", Part::Kind::kEnd},
    {"#kin", Part::Kind::kKin},
    {"#ing", Part::Kind::kActivity},
    {"#verb", Part::Kind::kVerb},
    {"#plain", Part::Kind::kPlainVerb},
    {"#name", Part::Kind::kName},
    {"#plural", Part::Kind::kPlural},
    {"#time", Part::Kind::kTime},
    {"#language", Part::Kind::kLanguage},
    {"#german", Part::Kind::kGermanOrder},
    {"#germaninf", Part::Kind::kGermanInfinitive},
    {"#order", Part::Kind::kOrder},
    {"#command", Part::Kind::kCommand},
    {"#main", Part::Kind::kMain},
    {"#lasting", Part::Kind::kLasting},
};

Part part_of(std::string_view text) {
  Part part;
  part.optional = text.front() == '?';
  text.remove_prefix(part.optional ? 1 : 0);
  const auto* const named = std::find_if(std::begin(kPartNames), std::end(kPartNames),
                                         [text](const PartName& name) { return name.written == text; });
  if (named != std::end(kPartNames)) {
    part.kind = named->kind;
    return part;
  }
  const bool none_of = text.front() == '!';
  part.kind = none_of ? Part::Kind::kNoneOf : Part::Kind::kWords;
  part.words = WordSet(none_of ? text.substr(1) : text, '|');
  return part;
}

struct Form {
  bool opens = false;         ///< the first part begins a clause
  bool orders = false;        ///< the first part that is not optional is `#order`
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
  const auto needed =
      std::find_if(form.parts.begin(), form.parts.end(), [](const Part& part) { return !part.optional; });
  form.orders = needed != form.parts.end() && needed->kind == Part::Kind::kOrder;
  return form;
}

using FormsByKind = std::array<std::vector<Form>, kKinds>;

const FormsByKind& forms() {
  static const FormsByKind kForms = [] {
    FormsByKind all;
    for (const std::span<const FormRow> rows : {form_rows(), instruction_rows()}) {
      for (const FormRow& row : rows) {
        all[static_cast<std::size_t>(row.kind)].push_back(form_of(row));
      }
    }
    return all;
  }();
  return kForms;
}

bool is_skipped(const Word& word) {
  return word.is(",") || word.is(":") || word.is("-") || word.is("—") || word.is("–");
}

/// Whether the word at `at` fits a part that depends on its place.
bool fits_place(Sentence sentence, std::size_t at, Part::Kind kind) {
  switch (kind) {
    case Part::Kind::kOrder:
      return is_command(sentence, at, Command::kVerb);
    case Part::Kind::kMain:
      return is_command(sentence, at, Command::kMain);
    case Part::Kind::kLasting:
      return is_command(sentence, at, Command::kLasting);
    default:
      return is_command(sentence, at, Command::kAny);
  }
}

/// Whether a word that is not punctuation fits the part.
bool fits(const Word& word, const Part& part) {
  switch (part.kind) {
    case Part::Kind::kWords:
      return part.words.has(word.lower);
    case Part::Kind::kNoneOf:
      return !part.words.has(word.lower);
    case Part::Kind::kKin:
      return word.in(kKin);
    case Part::Kind::kActivity:
      return is_activity(word);
    case Part::Kind::kVerb:
      return is_common_order_verb(word.lower);
    case Part::Kind::kName:
      return word.capital;
    case Part::Kind::kPlainVerb:
      return is_plain_verb(word);
    case Part::Kind::kPlural:
      return is_plural(word);
    case Part::Kind::kTime:
      return word.in(kTimeUnit);
    case Part::Kind::kLanguage:
      return is_language_name(word.lower);
    case Part::Kind::kGermanOrder:
      return is_german_order(word.lower);
    case Part::Kind::kGermanInfinitive:
      return is_german_infinitive(word.lower);
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
  if (wanted.kind == Part::Kind::kEnd) {
    return at >= sentence.size() || sentence[at].punctuation;
  }
  if (wanted.kind == Part::Kind::kGap || wanted.kind == Part::Kind::kLongGap) {
    const std::size_t gap_max = wanted.kind == Part::Kind::kGap ? kGapMax : kLongGapMax;
    for (std::size_t skipped = 0; skipped <= gap_max && at + skipped <= sentence.size(); ++skipped) {
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
  if (at >= sentence.size() || sentence[at].punctuation) {
    return false;
  }
  const bool fitting = wanted.is_of_place() ? fits_place(sentence, at, wanted.kind) : fits(sentence[at], wanted);
  return fitting && stands(sentence, at + 1, parts, part + 1);
}

bool can_begin_at(const Word& word, const Form& form) {
  return (form.letters & bit_of(word.lower)) != 0 && !word.punctuation && !word.quoted;
}

bool stands_in(Sentence sentence, const Form& form) {
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    if (can_begin_at(sentence[at], form) && (!form.opens || begins_clause(sentence, at)) &&
        (!form.orders || is_near_order(sentence, at)) && stands(sentence, at, form.parts, 0)) {
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
      joke = joke || words[end].in(kJoke);
    }
    if (end > begin && !joke && (end == words.size() || !words[end].is("?"))) {
      sentences.emplace_back(words.data() + begin, end - begin);
    }
    begin = end + 1;
  }
  return sentences;
}

}  // namespace

bool stands_at(Sentence sentence, std::size_t at, FormKind kind) {
  const std::vector<Form>& candidates = forms()[static_cast<std::size_t>(kind)];
  const bool orders = is_near_order(sentence, at);
  return std::any_of(candidates.begin(), candidates.end(), [&](const Form& form) {
    return can_begin_at(sentence[at], form) && (orders || !form.orders) && stands(sentence, at, form.parts, 0);
  });
}

FormReader::FormReader(const Words& words) : asserted_(asserted_sentences(words)), ordered_(ordered_sentences(words)) {}

bool FormReader::holds(FormKind kind) const {
  const std::vector<Sentence>& sentences = kind <= FormKind::kOrder ? ordered_ : asserted_;
  const std::vector<Form>& candidates = forms()[static_cast<std::size_t>(kind)];
  return std::any_of(sentences.begin(), sentences.end(), [&candidates](Sentence sentence) {
    return std::any_of(candidates.begin(), candidates.end(),
                       [sentence](const Form& form) { return stands_in(sentence, form); });
  });
}

}  // namespace turnstream::language
