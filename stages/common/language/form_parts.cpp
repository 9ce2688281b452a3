#include "stages/common/language/form_parts.h"

#include <algorithm>
#include <iterator>

#include "stages/common/language/commands.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/order_verbs.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/verb_form.h"
#include "stages/common/language/word_bits.h"

namespace turnstream::language {
namespace {

using Kind = FormPart::Kind;

struct KindName {
  std::string_view name;
  Kind kind;
};
constexpr KindName kNamed[] = {
    {"_", Kind::kAny},
    {"~", Kind::kGap},
    {"~~", Kind::kInPhrase},
    {"*", Kind::kLongGap},
    {"$", Kind::kEnd},
    {"#kin", Kind::kKin},
    {"#ing", Kind::kActivity},
    {"#verb", Kind::kCommonVerb},
    {"#plain", Kind::kPlainVerb},
    {"#plural", Kind::kPlural},
    {"#done", Kind::kDone},
    {"#name", Kind::kName},
    {"#given", Kind::kGiven},
    {"#code", Kind::kCode},
    {"#time", Kind::kTime},
    {"#language", Kind::kLanguage},
    {"#german", Kind::kGermanOrder},
    {"#germaninf", Kind::kGermanInfinitive},
    {"#order", Kind::kOrder},
    {"#command", Kind::kCommand},
    {"#main", Kind::kMain},
    {"#lasting", Kind::kLasting},
    {"#end", Kind::kPhraseEnd},
};

FormPart part_of(std::string_view text) {
  FormPart part;
  if (text.starts_with("?!")) {
    part.kind = Kind::kNotBefore;
    part.words = WordSet(text.substr(2), '|');
    return part;
  }
  part.optional = text.front() == '?';
  text.remove_prefix(part.optional ? 1 : 0);
  const auto* const named =
      std::find_if(std::begin(kNamed), std::end(kNamed), [text](const KindName& one) { return one.name == text; });
  if (named != std::end(kNamed)) {
    part.kind = named->kind;
  } else if (text.front() == '!') {
    part.kind = Kind::kNoneOf;
    part.words = WordSet(text.substr(1), '|');
  } else {
    part.words = WordSet(text, '|');
  }
  return part;
}

bool is_skipped(const Word& word) {
  return word.is(",") || word.is(":") || word.is("-") || word.is("—") || word.is("–");
}

/// "runs", "goes"; not "focus", "pass", "this".
bool is_third_person(std::string_view lower) {
  const std::size_t size = lower.size();
  return size > 3 && lower[size - 1] == 's' && std::string_view("aisu").find(lower[size - 2]) == std::string_view::npos;
}

/// Whether the word can be a verb in its plain form, as an order behind "always" and "never" begins with. Feelings are not
/// orders: "never want to".
bool can_be_order(const Word& word) {
  static const WordSet kNoOrders(
      "believe dream enjoy enough feel guess hate hope know like love mean mind need seem sunny want wish wonder");
  static const WordSet kVerbsToo("clear escape treat");
  constexpr std::uint64_t kNoVerb = kAdverb | kIntensifier | kNegation;
  const bool judges = word.in(kEvaluation) && !word.in(kVerbsToo);
  const bool name = word.capital && word.text.size() > 1 && word.text[1] >= 'a' && word.text[1] <= 'z';
  return can_be_plain_verb(word) && !word.in(kNoVerb) && !judges && !name && !is_third_person(word.lower) &&
         !word.in(kNoOrders);
}

/// "logged", "kept", "read-only"; not "tired", "excited".
bool is_done(const Word& word) {
  static const WordSet kDone(
      "bought built closed committed cut done given held hidden idempotent immutable kept made optional paid private public put read-only reversible run "
      "said sent set shown shut sold spoken taken thrown told typed unique written");
  const bool participle =
      word.lower.size() > 4 && word.lower.ends_with("ed") && !word.in(kPassing | kLasting | kEvaluation);
  return participle || word.in(kDone);
}

bool can_be_in_phrase(const Word& word) {
  constexpr std::uint64_t kOutside =
      kPronoun | kDeterminer | kDeictic | kPreposition | kConjunction | kSubordinator | kNegation | kReport;
  return !word.punctuation && !word.possessive && !word.in(kOutside);
}

bool ends_phrase(const Word& word) {
  constexpr std::uint64_t kBehind =
      kPreposition | kConjunction | kSubordinator | kTime | kTimeUnit | kAuxiliary | kAdverb | kDeictic;
  return word.punctuation || word.in(kBehind) || word.is("last") || word.is("next") || word.is("named");
}

bool takes_no_word(Kind kind) {
  return kind == Kind::kEnd || kind == Kind::kPhraseEnd || kind == Kind::kNotBefore;
}

/// Whether a part that takes no word agrees with what stands at `at`.
bool agrees(Sentence sentence, std::size_t at, const FormPart& part) {
  if (at >= sentence.size() || sentence[at].punctuation) {
    return true;
  }
  return part.kind == Kind::kPhraseEnd   ? ends_phrase(sentence[at])
         : part.kind == Kind::kNotBefore ? !sentence[at].in(part.words)
                                         : false;
}

bool is_gap(const FormPart& part) {
  return part.kind == Kind::kGap || part.kind == Kind::kLongGap || part.kind == Kind::kInPhrase;
}

std::size_t gap_max(const FormPart& part) {
  return part.kind == Kind::kLongGap ? kLongGapMax : kGapMax;
}

/// Whether a word that is not punctuation fits the part by its place in the sentence.
bool fits_place(Sentence sentence, std::size_t at, Kind kind) {
  switch (kind) {
    case Kind::kOrder:
      return is_command(sentence, at, Command::kVerb);
    case Kind::kCommand:
      return is_command(sentence, at, Command::kAny);
    case Kind::kMain:
      return is_command(sentence, at, Command::kMain);
    default:
      return kind == Kind::kLasting && is_command(sentence, at, Command::kLasting);
  }
}

/// Whether a word that is not punctuation fits the part.
bool fits(Sentence sentence, std::size_t at, const FormPart& part) {
  const Word& word = sentence[at];
  switch (part.kind) {
    case Kind::kWords:
      return word.in(part.words);
    case Kind::kNoneOf:
      return !word.in(part.words);
    case Kind::kKin:
      return word.in(kKin) && !word.possessive;
    case Kind::kActivity:
      return is_activity(word);
    case Kind::kCommonVerb:
      return is_common_order_verb(word.lower);
    case Kind::kPlainVerb:
      return can_be_order(word);
    case Kind::kPlural:
      return is_plural(word);
    case Kind::kDone:
      return is_done(word);
    case Kind::kName:
      return word.capital && !word.is("i") && !is_time_word(word);
    case Kind::kGiven:
      return is_name(word);
    case Kind::kCode:
      return is_code(word);
    case Kind::kTime:
      return is_time_word(word);
    case Kind::kLanguage:
      return is_language_name(word.lower);
    case Kind::kGermanOrder:
      return is_german_order(word.lower);
    case Kind::kGermanInfinitive:
      return is_german_infinitive(word.lower);
    default:
      return part.kind == Kind::kAny || fits_place(sentence, at, part.kind);
  }
}

/// Whether a form with ^ can begin at the word: where a clause begins, behind a time, or in "I cannot believe I …".
bool opens_form(Sentence sentence, std::size_t at) {
  return begins_clause(sentence, at) || sentence[at - 1].in(kTime | kTimeUnit) || sentence[at - 1].is("believe");
}

}  // namespace

Form::Form(std::string_view text) {
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    if (part == "^") {
      opens_ = true;
    } else {
      parts_.push_back(part_of(part));
    }
  }
  begins_ = first_words();
  auto next = needed_.begin();
  for (const FormPart& part : parts_) {
    if (part.kind == Kind::kWords && !part.optional && next != needed_.end()) {
      *next++ = word_bits(part.words);
    }
  }
  const auto needed = std::find_if(parts_.begin(), parts_.end(), [](const FormPart& part) { return !part.optional; });
  orders_ = needed != parts_.end() && needed->kind == Kind::kOrder;
}

std::uint64_t Form::first_words() const {
  std::uint64_t bits = 0;
  for (const FormPart& part : parts_) {
    if (part.kind != Kind::kWords) {
      return kAnyWord;
    }
    bits |= word_bits(part.words);
    if (!part.optional) {
      break;
    }
  }
  return bits;
}

bool Form::can_stand_among(std::uint64_t bits) const {
  return std::all_of(needed_.begin(), needed_.end(), [bits](std::uint64_t one_of) { return (one_of & bits) != 0; });
}

std::size_t Form::looks_max() const {
  std::size_t looks = 1;
  for (const FormPart& part : parts_) {
    looks *= is_gap(part) ? gap_max(part) + 1 : part.optional ? 2 : 1;
  }
  return looks;
}

/// Whether the parts behind the gap `part` stand in the sentence, at most gap_max() words behind `at`.
bool Form::stands_behind_gap(Sentence sentence, std::size_t at, std::size_t part) const {
  for (std::size_t end = at; end <= at + gap_max(parts_[part]) && end <= sentence.size(); ++end) {
    if (stands(sentence, end, part + 1)) {
      return true;
    }
    if (parts_[part].kind == Kind::kInPhrase && end < sentence.size() && !can_be_in_phrase(sentence[end])) {
      return false;
    }
  }
  return false;
}

/// Whether the parts from `part` on stand in the sentence from `at` on.
bool Form::stands(Sentence sentence, std::size_t at, std::size_t part) const {
  if (part == parts_.size()) {
    return true;
  }
  const FormPart& wanted = parts_[part];
  if (is_gap(wanted)) {
    return stands_behind_gap(sentence, at, part);
  }
  if (takes_no_word(wanted.kind)) {
    return agrees(sentence, at, wanted) && stands(sentence, at, part + 1);
  }
  if (wanted.optional && stands(sentence, at, part + 1)) {
    return true;
  }
  const bool stands_here = at < sentence.size() && wanted.kind == Kind::kWords && sentence[at].in(wanted.words);
  if (stands_here) {
    return stands(sentence, at + 1, part + 1);
  }
  if (at < sentence.size() && part > 0 && is_skipped(sentence[at])) {
    ++at;
  }
  return at < sentence.size() && !sentence[at].punctuation && fits(sentence, at, wanted) &&
         stands(sentence, at + 1, part + 1);
}

bool Form::can_begin_with(const Word& word) const {
  return (begins_ & word_bit(word.hash)) != 0 && !word.punctuation && !word.quoted;
}

bool Form::stands_at(Sentence sentence, std::size_t at) const {
  return can_begin_with(sentence[at]) && stands(sentence, at, 0);
}

bool Form::stands_in(Sentence sentence) const {
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    if (can_begin_with(sentence[at]) && (!opens_ || opens_form(sentence, at)) && stands(sentence, at, 0)) {
      return true;
    }
  }
  return false;
}

}  // namespace turnstream::language
