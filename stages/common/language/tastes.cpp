#include "stages/common/language/tastes.h"

#include <algorithm>
#include <utility>

#include "pipeline/base/utf8.h"
#include "stages/common/language/company.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

/// In front of these words the object of a taste ends.
constexpr std::string_view kBehindKey[] = {" over ", " than ", " because ", " instead ", " rather "};
/// Between what is preferred and what is less liked.
constexpr std::string_view kComparing[] = {" over ", " instead of ", " rather than ", " than "};
constexpr std::string_view kFor = " for ";
constexpr std::string_view kUserOwns = "user's ";

std::string without_article(std::string text) {
  for (const std::string_view article : {"the ", "a ", "an "}) {
    if (text.starts_with(article)) {
      return text.substr(article.size());
    }
  }
  return text;
}

/// What is preferred, and what it is compared with: "trains to planes". Behind a form in -ing "to" compares only with another one:
/// "cycling to driving", not "cycling to work".
struct Split {
  std::string_view head;
  std::string_view tail;
};

Split split(std::string_view text) {
  for (const std::string_view word : kComparing) {
    if (const std::size_t at = text.find(word, 1); at != std::string_view::npos) {
      return {text.substr(0, at), text.substr(at + word.size())};
    }
  }
  constexpr std::string_view kTo = " to ";
  const std::size_t at = text.find(kTo, 1);
  if (at == std::string_view::npos) {
    return {text, {}};
  }
  const std::string_view tail = text.substr(at + kTo.size());
  const bool doing = text.substr(0, at).ends_with("ing") && !tail.substr(0, tail.find(' ')).ends_with("ing");
  return doing ? Split{text, {}} : Split{text.substr(0, at), tail};
}

std::string verb_of(Taste taste, const Statement& statement, bool positive) {
  if (statement.ended && !statement.denied) {
    return taste == Taste::kDislikes ? "no longer dislikes " : "no longer likes ";
  }
  switch (taste) {
    case Taste::kFavours:
      return positive ? "favours " : "no longer favours ";
    case Taste::kPrefers:
      return positive ? "prefers " : "no longer prefers ";
    case Taste::kDislikes:
      return positive ? "no longer dislikes " : "dislikes ";
    default:
      return !positive ? "dislikes " : statement.relation == "is keen on" ? "is keen on " : "likes ";
  }
}

/// Whether the clause around the word says that it is about today.
bool is_of_today(Sentence sentence, std::size_t at) {
  static const WordSet kDays("today tonight tomorrow yesterday");
  static const WordSet kThis("time once morning evening week month afternoon");
  static const WordSet kJoints("and because but that");
  const auto ends = [&](std::size_t place) { return sentence[place].punctuation || sentence[place].in(kJoints); };
  std::size_t begin = at;
  while (begin > 0 && !ends(begin - 1)) {
    --begin;
  }
  for (std::size_t place = begin; place < sentence.size() && (place < at || !ends(place)); ++place) {
    const Word& word = sentence[place];
    const Word* next = place + 1 < sentence.size() ? &sentence[place + 1] : nullptr;
    if (word.in(kDays) ||
        (next != nullptr && ((word.is("right") && next->is("now")) || (word.is("for") && next->is("now")) ||
                             (word.is("this") && next->in(kThis)) || (word.is("the") && next->is("moment"))))) {
      return true;
    }
  }
  return false;
}

/// purpose_in(), of a value that is split.
std::string purpose_of(const Split& compared) {
  static const WordSet kTimes("breakfast brunch dessert dinner lunch now ever starters supper tea");
  const std::size_t in_head = compared.head.find(kFor);
  const std::size_t in_tail = compared.tail.find(kFor);
  const std::string_view purpose = in_head != std::string_view::npos   ? compared.head.substr(in_head)
                                   : in_tail != std::string_view::npos ? compared.tail.substr(in_tail)
                                                                       : std::string_view();
  const std::string_view last = purpose.substr(purpose.rfind(' ') + 1);
  return kTimes.has(last) || (classes_of(last) & kTimeUnit) != 0 ? std::string() : std::string(purpose);
}

}  // namespace

std::string taste_key(std::string_view value) {
  const std::string text = without_article(normalise(value));
  std::size_t end = text.size();
  for (const std::string_view word : kBehindKey) {
    end = std::min(end, text.find(word, 1));
  }
  return text.substr(0, end);
}

std::string purpose_in(std::string_view value) {
  return purpose_of(split(value));
}

bool is_state_of_favourite(std::string_view subject, std::string_view value) {
  static const WordSet kStates(
      "being booked bottom broken cancelled canceled cheap close closed closing coming crowded damaged dirty discontinued "
      "expensive far finished first full gone last leaving losing lost missing moving nearby noisy not overpriced playing "
      "renovated retired retiring shut sold stolen taken top torn under winning worn");
  static const WordSet kDoing("activity chore exercise game hobby pastime pursuit sport thing way workout");
  constexpr std::uint64_t kHow = kPassing | kEvaluation | kPreposition | kIntensifier | kAdverb | kNegation | kClosing;
  const bool capital = !value.empty() && value.front() >= 'A' && value.front() <= 'Z';
  if (capital || !subject.starts_with("user's favo")) {
    return false;
  }
  const bool activity = kDoing.has(subject.substr(subject.rfind(' ') + 1));
  const std::string text = normalise(value);
  std::size_t at = 0;
  bool any = false;
  for (std::string_view word = next_word(text, at); !word.empty(); word = next_word(text, at), any = true) {
    const std::uint64_t classes = classes_of(word);
    if (any && (classes & kPreposition) != 0) {
      break;
    }
    const bool how = (classes & (any ? kHow | kTime : kHow)) != 0 && (classes & kProperty) == 0;
    if ((!how && !kStates.has(word)) || (activity && word.ends_with("ing"))) {
      return false;
    }
  }
  return true;
}

std::string in_one_spelling(std::string subject) {
  constexpr std::string_view kAmerican = "favorite";
  const std::size_t at = subject.find(kAmerican);
  return at == std::string::npos ? subject : subject.replace(at, kAmerican.size(), "favourite");
}

std::optional<ToldTaste> told_taste(const Statement& statement) {
  const Taste taste = taste_of(statement);
  if (taste == Taste::kNone) {
    return std::nullopt;
  }
  const std::string value = normalise(statement.value);
  const bool liked = statement.ended == (taste == Taste::kDislikes);
  const bool denies_liking = taste == Taste::kLikes && statement.denied;  // "I don't like it"
  ToldTaste told{.positive = liked, .begins = !statement.ended || denies_liking, .key = taste_key(value)};
  told.text = verb_of(taste, statement, liked) + in_third_person(value);
  if (taste == Taste::kPrefers) {
    const std::string text = without_article(value);
    const Split compared = split(text);
    const std::string purpose = purpose_of(compared);
    told.key = compared.head.substr(0, compared.head.find(kFor, 1));
    told.slot = (statement.subject == "we" ? "we " : "") + statement.relation + purpose;
    told.alone = !purpose.empty();
    told.against = taste_key(statement.against.empty() ? compared.tail : std::string_view(statement.against));
    told.against.resize(std::min(told.against.size(), told.against.find(kFor)));
  } else if (taste == Taste::kFavours) {
    told.slot = in_one_spelling(statement.subject.substr(kUserOwns.size()));
    told.text += " as " + statement.subject.substr(kUserOwns.size());
    told.alone = true;
  }
  return told;
}

Taste taste_of(const Statement& statement) {
  if (statement.subject.starts_with("user's favo")) {
    const bool names = statement.relation == "is" && !is_state_of_favourite(statement.subject, statement.value);
    return names ? Taste::kFavours : Taste::kNone;
  }
  if (!is_one_of(kTasteSubjects, statement.subject)) {
    return Taste::kNone;
  }
  if (statement.relation == "likes" || statement.relation == "is keen on" ||
      statement.relation == "is passionate about") {
    return Taste::kLikes;
  }
  if (statement.relation == "prefers") {
    return Taste::kPrefers;
  }
  return statement.relation == "dislikes" ? Taste::kDislikes : Taste::kNone;
}

bool tells_taste(std::string_view subject, std::string_view relation) {
  return is_one_of(kTasteSubjects, subject) && is_one_of(kTasteRelations, relation);
}

Statement whole_taste(Sentence sentence, std::size_t at, Statement taste) {
  static const WordSet kBounds("after at before during if in on unless until when whenever while");
  static const WordSet kCompare("over than");
  static const WordSet kEnd("although and as because but since so though");
  constexpr std::size_t kBoundWordsMax = 8;
  std::size_t end = at + 1;
  while (end < sentence.size() && written(sentence, at, end).size() < taste.value.size()) {
    ++end;
  }
  while (end < sentence.size() && sentence[end].in(kClosing) && !kBounds.has(sentence[end].lower)) {
    ++end;
  }
  const auto until_mark = [&](std::size_t from) {
    std::size_t last = from;
    while (last < sentence.size() && last < from + kBoundWordsMax && !sentence[last].punctuation &&
           !kEnd.has(sentence[last].lower)) {
      ++last;
    }
    return last;
  };
  if (end >= sentence.size()) {
    return taste;
  }
  const bool pair = end + 1 < sentence.size() && ((sentence[end].is("instead") && sentence[end + 1].is("of")) ||
                                                  (sentence[end].is("rather") && sentence[end + 1].is("than")));
  if (pair || sentence[end].in(kCompare) || (sentence[end].is("to") && taste.relation == "prefers")) {
    const std::size_t first = end + (pair ? 2 : 1);
    std::size_t last = first;
    for (const std::size_t limit = until_mark(first); last < limit && !sentence[last].in(kClosing | kTime);) {
      ++last;
    }
    taste.against = last > first ? written(sentence, first, last) : std::string();
  } else if (sentence[end].in(kBounds)) {
    taste.value.append(" ").append(written(sentence, end, until_mark(end)));
  }
  return taste;
}

bool is_of_moment(Sentence sentence, std::size_t at, std::string_view subject, std::string_view relation) {
  static constexpr std::string_view kLasting[] = {"always", "usually", "often", "every", "both", "weekends"};
  if (tells_taste(subject, relation) && is_of_today(sentence, at)) {
    return true;
  }
  const bool activity = is_activity(sentence[at]) || sentence[at].is("to");
  return subject == "we" && relation == "likes" && activity && !company_in(sentence).has_value() &&
         std::none_of(sentence.begin(), sentence.end(),
                      [](const Word& word) { return is_one_of(kLasting, word.lower); });
}

}  // namespace turnstream::language
