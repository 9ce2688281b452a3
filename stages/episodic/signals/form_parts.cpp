#include "stages/episodic/signals/form_parts.h"

#include <algorithm>
#include <iterator>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/verb_form.h"

namespace turnstream::episodic {
namespace {

using language::Sentence;
using language::Word;
using Kind = FormPart::Kind;

/// Orders that an agent receives.
constexpr std::string_view kOrderVerbs =
    "add answer ask assign block book call cancel check clean close commit confirm convert copy create cut delete deploy do "
    "drop email escalate explain export file fix flag follow forward give hold ignore include inform keep label leave let link "
    "list log look mail make mark mention merge message move notify open order page paste pause ping post print publish push "
    "put raise read rebase reject release remind remove rename reply report request rerun reset respond restart restore retry "
    "return review revert roll route run save say schedule send set share show sign skip start stay stop store sync tag take "
    "tell test turn update upload use verify wait warn write";

struct KindName {
  std::string_view name;
  Kind kind;
};
constexpr KindName kNamed[] = {
    {"_", Kind::kAny},          {"~", Kind::kGap},         {"~~", Kind::kInPhrase},     {"$", Kind::kEnd},
    {"#kin", Kind::kKin},       {"#ing", Kind::kActivity}, {"#verb", Kind::kOrderVerb}, {"#plain", Kind::kPlainVerb},
    {"#name", Kind::kName},     {"#given", Kind::kGiven},  {"#code", Kind::kCode},      {"#time", Kind::kTime},
    {"#end", Kind::kPhraseEnd},
};

FormPart part_of(std::string_view text) {
  FormPart part;
  const auto* const named =
      std::find_if(std::begin(kNamed), std::end(kNamed), [text](const KindName& one) { return one.name == text; });
  if (named != std::end(kNamed)) {
    part.kind = named->kind;
  } else if (text.starts_with("?!")) {
    part.kind = Kind::kNotBefore;
    part.words = WordSet(text.substr(2), '|');
  } else if (text.front() == '!') {
    part.kind = Kind::kNoneOf;
    part.words = WordSet(text.substr(1), '|');
  } else {
    part.optional = text.front() == '?';
    part.words = WordSet(text.substr(part.optional ? 1 : 0), '|');
  }
  return part;
}

/// A bit for the first byte of a word. Bytes can share one: a missing bit excludes a word, a bit that is there does not find it.
std::uint32_t bit_of(std::string_view word) {
  return word.empty() ? 0 : std::uint32_t{1} << (static_cast<unsigned char>(word.front()) % 32U);
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
bool is_order(const Word& word) {
  static const WordSet kNoOrders(
      "believe dream enjoy enough feel guess hate hope know like love mean mind need seem sunny want wish wonder");
  static const WordSet kVerbsToo("clear escape treat");
  constexpr std::uint64_t kNoVerb = language::kAdverb | language::kIntensifier | language::kNegation;
  const bool judges = word.in(language::kEvaluation) && !kVerbsToo.has(word.lower);
  const bool name = word.capital && word.text.size() > 1 && word.text[1] >= 'a' && word.text[1] <= 'z';
  return language::can_be_plain_verb(word) && !word.in(kNoVerb) && !judges && !name && !is_third_person(word.lower) &&
         !kNoOrders.has(word.lower);
}

bool can_be_in_phrase(const Word& word) {
  constexpr std::uint64_t kOutside = language::kPronoun | language::kDeterminer | language::kDeictic |
                                     language::kPreposition | language::kConjunction | language::kSubordinator |
                                     language::kNegation | language::kReport;
  return !word.punctuation && !word.possessive && !word.in(kOutside);
}

bool ends_phrase(const Word& word) {
  constexpr std::uint64_t kBehind = language::kPreposition | language::kConjunction | language::kSubordinator |
                                    language::kTime | language::kTimeUnit | language::kAuxiliary | language::kAdverb |
                                    language::kDeictic;
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
         : part.kind == Kind::kNotBefore ? !part.words.has(sentence[at].lower)
                                         : false;
}

/// Whether a word that is not punctuation fits the part.
bool fits(const Word& word, const FormPart& part) {
  static const WordSet kVerbs(kOrderVerbs);
  switch (part.kind) {
    case Kind::kWords:
      return part.words.has(word.lower);
    case Kind::kNoneOf:
      return !part.words.has(word.lower);
    case Kind::kKin:
      return word.in(language::kKin) && !word.possessive;
    case Kind::kActivity:
      return language::is_activity(word);
    case Kind::kOrderVerb:
      return kVerbs.has(word.lower);
    case Kind::kPlainVerb:
      return is_order(word);
    case Kind::kName:
      return word.capital && !word.is("i") && !language::is_time_word(word);
    case Kind::kGiven:
      return language::is_name(word);
    case Kind::kCode:
      return language::is_code(word);
    case Kind::kTime:
      return language::is_time_word(word);
    default:
      return part.kind == Kind::kAny;
  }
}

/// Whether a clause can begin at the word: at the start, behind punctuation, a time, "and", "please", "well", or in "I
/// cannot believe I …".
bool begins_clause(Sentence sentence, std::size_t at) {
  constexpr std::uint64_t kBefore = language::kConjunction | language::kOpening | language::kTime | language::kTimeUnit;
  return at == 0 || sentence[at - 1].punctuation || sentence[at - 1].in(kBefore) || sentence[at - 1].is("believe");
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
  letters_ = first_letters();
}

std::uint32_t Form::first_letters() const {
  std::uint32_t letters = 0;
  for (const FormPart& part : parts_) {
    if (part.kind != Kind::kWords) {
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

std::size_t Form::looks_max() const {
  std::size_t looks = 1;
  for (const FormPart& part : parts_) {
    const bool gap = part.kind == Kind::kGap || part.kind == Kind::kInPhrase;
    looks *= gap ? kGapMax + 1 : part.optional ? 2 : 1;
  }
  return looks;
}

/// Whether the parts behind the gap `part` stand in the sentence, at most kGapMax words behind `at`.
bool Form::stands_behind_gap(Sentence sentence, std::size_t at, std::size_t part) const {
  for (std::size_t end = at; end <= at + kGapMax && end <= sentence.size(); ++end) {
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
  if (wanted.kind == Kind::kGap || wanted.kind == Kind::kInPhrase) {
    return stands_behind_gap(sentence, at, part);
  }
  if (takes_no_word(wanted.kind)) {
    return agrees(sentence, at, wanted) && stands(sentence, at, part + 1);
  }
  if (wanted.optional && stands(sentence, at, part + 1)) {
    return true;
  }
  const bool stands_here = at < sentence.size() && wanted.kind == Kind::kWords && wanted.words.has(sentence[at].lower);
  if (stands_here) {
    return stands(sentence, at + 1, part + 1);
  }
  if (at < sentence.size() && part > 0 && is_skipped(sentence[at])) {
    ++at;
  }
  return at < sentence.size() && !sentence[at].punctuation && fits(sentence[at], wanted) &&
         stands(sentence, at + 1, part + 1);
}

bool Form::stands_in(Sentence sentence) const {
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const Word& word = sentence[at];
    const bool can_begin = (letters_ & bit_of(word.lower)) != 0 && !word.punctuation && !word.quoted;
    if (can_begin && (!opens_ || begins_clause(sentence, at)) && stands(sentence, at, 0)) {
      return true;
    }
  }
  return false;
}

}  // namespace turnstream::episodic
