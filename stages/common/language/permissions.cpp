#include "stages/common/language/permissions.h"

#include <algorithm>

#include "stages/common/language/commands.h"
#include "stages/common/language/instruction_guards.h"
#include "stages/common/language/instruction_key.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

/// How long something is allowed.
enum class Span { kUnsaid, kNow, kLasts, kBounded };

bool is_before(Sentence sentence, std::size_t at, const WordSet& words) {
  return at > 0 && sentence[at - 1].in(words);
}

bool is_before(Sentence sentence, std::size_t at, std::string_view word) {
  return at > 0 && sentence[at - 1].is(word);
}

bool is_behind(Sentence sentence, std::size_t at, const WordSet& words) {
  return at + 1 < sentence.size() && sentence[at + 1].in(words);
}

bool is_behind(Sentence sentence, std::size_t at, std::string_view word) {
  return at + 1 < sentence.size() && sentence[at + 1].is(word);
}

/// What the word says of the time. "For now" and "now and then" bound it.
Span span_of(Sentence sentence, std::size_t at) {
  static const WordSet kMoments("heute here jetzt now nun sofort today");
  static const WordSet kFrom("ab from of von");
  static const WordSet kAgain("again anymore henceforth künftig wieder zukunft");
  static const WordSet kBounding("and by even for just once only right until yet");
  static const WordSet kGoesOn("and but or that");
  const Word& word = sentence[at];
  if (word.in(kAgain) || word.in(kMoments)) {
    if (is_before(sentence, at, kBounding) || is_behind(sentence, at, kGoesOn)) {
      return Span::kBounded;
    }
    if (word.in(kAgain) || is_before(sentence, at, kFrom)) {
      return Span::kLasts;
    }
    return word.is("now") || word.is("jetzt") || word.is("nun") ? Span::kNow
           : word.is("here")                                    ? Span::kUnsaid
                                                                : Span::kBounded;
  }
  const bool lasts = (word.is("days") && is_before(sentence, at, "these")) ||
                     (word.is("forward") && is_before(sentence, at, "going")) ||
                     ((word.is("more") || word.is("longer")) && is_before(sentence, at, "any"));
  return lasts ? Span::kLasts : Span::kUnsaid;
}

/// "You may not", "some emojis", "this mail", "on Friday", "until noon".
bool is_bounded(Sentence sentence, std::size_t at, std::size_t end) {
  static const WordSet kBounds(
      "another außer bis briefly but diesmal einmal except few friday half if just kein keine keinem keinen keiner manche manchmal monday "
      "most nicht nie niemals nur occasionally ohne once only other others saturday several some sometimes such sunday temporarily that "
      "those thursday till tomorrow tonight tuesday unless until wednesday when whenever while within");
  const Word& word = sentence[at];
  return word.in(kNegation) || word.in(kBounds) || points_at_one(sentence, at, end) ||
         (word.is("these") && !is_behind(sentence, at, "days"));
}

/// "…, but only in the chat", "…, he claims".
bool is_limited_behind(Sentence sentence, std::size_t clause_end) {
  static const WordSet kLimits("but except only provided unless until");
  for (std::size_t at = clause_end; at < sentence.size(); ++at) {
    if (sentence[at].in(kLimits) || sentence[at].in(kReport) ||
        (sentence[at].punctuation && takes_back(sentence.subspan(at + 1)))) {
      return true;
    }
  }
  return false;
}

/// Whether what is allowed is a kind, and no single object.
bool names_kind(Sentence sentence, const Permission& permission) {
  static const WordSet kArticles(
      "das dein deine dem den der die dies diese diesen ein eine einem einen mein meine meinem meinen my our");
  static const WordSet kClock("after at before by");
  const bool is_subject = permission.begin == permission.lead;
  bool kind = is_subject && is_activity(sentence[permission.begin]);
  bool object = true;  // no preposition stands before it
  for (std::size_t at = permission.begin + (is_subject ? 0 : 1); at < permission.end; ++at) {
    const Word& word = sentence[at];
    object = object && !word.in(kPreposition);
    if (object && (word.in(kDeterminer | kDeictic) || word.in(kArticles) || word.possessive)) {
      return false;
    }
    const bool recurs =
        (word.in(kTimeUnit) && is_plural(word)) || (word.in(kNumber | kTimeUnit) && is_before(sentence, at, kClock));
    kind = kind || recurs || (object && is_plural(word));
  }
  return kind;
}

}  // namespace

bool leads_in(const Word& word) {
  static const WordSet kLeads(
      "ab an as forward from going here heute jetzt künftig now nun of on sofort today von zukunft");
  return word.in(kLeads) || word.is(",");
}

std::string permitted_word(Sentence sentence, std::size_t at) {
  static const WordSet kDistinct("after against before below down off on out outside over past since the under up via");
  static const WordSet kArticles("das dem den der die zu");
  static const WordSet kAny("any no");
  const Word& word = sentence[at];
  const Span span = span_of(sentence, at);
  const bool of_time = span == Span::kNow || span == Span::kLasts ||
                       (word.is("going") && is_behind(sentence, at, "forward")) ||
                       (word.is("on") && at > 0 && span_of(sentence, at - 1) != Span::kUnsaid);
  const bool stresses = (word.is("under") && is_behind(sentence, at, kAny)) ||  // "under any circumstances"
                        (word.is("all") && is_before(sentence, at, "at"));
  if (of_time || stresses || word.in(kArticles)) {
    return {};
  }
  return word.in(kDistinct) ? word.lower : key_word(word, KeyForm::kNamed);
}

bool takes_back(Sentence sentence) {
  static const WordSet kBack(
      "aber as außer bis but except however if just nein never nicht no not nur only provided scratch solange though unless until wait");
  return !sentence.empty() && (sentence[0].in(kBack) || sentence[0].in(kJoke));
}

bool lifts_rule(Sentence sentence, const Permission& permission) {
  std::size_t first = permission.lead;
  if (first > 0 && sentence[first - 1].in(kNegation)) {
    return false;
  }
  while (first > 0 && leads_in(sentence[first - 1])) {
    --first;
  }
  Span span = Span::kUnsaid;
  for (std::size_t at = first; at < permission.clause_end; ++at) {
    if (at >= permission.begin && is_bounded(sentence, at, permission.clause_end)) {
      return false;
    }
    span = std::max(span, span_of(sentence, at));
  }
  if (span == Span::kUnsaid || span == Span::kBounded || is_limited_behind(sentence, permission.clause_end)) {
    return false;
  }
  const bool must_name_kind = span == Span::kNow || permission.begin == permission.lead;
  return permission.rule || !must_name_kind || names_kind(sentence, permission);
}

}  // namespace turnstream::language
