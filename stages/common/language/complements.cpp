#include "stages/common/language/complements.h"

#include <algorithm>
#include <string_view>

#include "stages/common/language/german/phrases.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/verb_rows.h"

namespace turnstream::language {
namespace {

/// A value that is longer has no complement.
constexpr std::size_t kValueWordsMax = 14;
constexpr std::size_t kTimeWordsMax = 5;

/// The index behind the words of the value; 0 if the sentence does not have them.
std::size_t behind_value(Sentence sentence, std::string_view value) {
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    if (sentence[at].text.empty() || !value.starts_with(sentence[at].text)) {
      continue;
    }
    const std::size_t limit = std::min(sentence.size(), at + kValueWordsMax);
    for (std::size_t end = at + 1; end <= limit; ++end) {
      const std::string words = written(sentence, at, end);
      if (words == value) {
        return end;
      }
      if (!value.starts_with(words)) {
        break;
      }
    }
  }
  return 0;
}

bool is_purpose(const Word& word) {
  return word.is("to");
}

/// A part of a complement: the words [begin, end).
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Reads the parts behind a value.
class Parts {
 public:
  Parts(Sentence sentence, bool event) : sentence_(sentence), event_(event) {}

  /// The complement that begins at `at`, of at most `words_max` words.
  std::string read(std::size_t at, std::size_t words_max) {
    std::string text;
    std::size_t words = 0;
    std::size_t before = 0;
    bool lone_verb = false;
    while (at < sentence_.size() && !sentence_[at].punctuation) {
      const Word& word = sentence_[at];
      const Part time{at, end_of_time(at)};
      const bool is_time = time.end > at;
      if (!is_time && word.in(kTime | kClosing) && !word.in(kPreposition)) {
        ++at;
        continue;
      }
      if (!is_time && !(word.in(kPreposition) || is_purpose(word) || word.is("who"))) {
        break;
      }
      const Part part = is_time ? time : Part{at, end_of_part(at)};
      const std::string said = is_time ? text_of_time(time) : text_of(part);
      words += part.end - part.begin;
      if ((!is_time && said.empty()) || words > words_max) {
        text.resize(lone_verb ? before : text.size());  // "to talk" of "to talk about it"
        break;
      }
      before = text.size();
      lone_verb = is_purpose(word) && part.end - part.begin == 2 && part.end < sentence_.size();
      text.append(text.empty() || said.empty() ? "" : " ").append(said);
      at = part.end;
    }
    return text;
  }

 private:
  /// The index behind the time that begins at `at`: "last Friday", "in the mornings", "about five years ago"; `at` if none does.
  [[nodiscard]] std::size_t end_of_time(std::size_t at) const {
    static constexpr std::string_view kLeads[] = {
        "in",   "on",   "at",    "for", "since", "during", "every", "each",   "last",   "next", "this",
        "over", "past", "until", "all", "from",  "about",  "these", "within", "around", "a",    "the"};
    const bool begins =
        is_one_of(kLeads, sentence_[at].lower) || sentence_[at].in(kNumber) || is_time_word(sentence_[at]);
    const std::size_t limit = std::min(sentence_.size(), at + kTimeWordsMax);
    for (std::size_t next = at; begins && next < limit; ++next) {
      const Word& word = sentence_[next];
      if (is_time_word(word)) {
        std::size_t end = next + 1;
        while (end < sentence_.size() && (is_time_word(sentence_[end]) || sentence_[end].is("ago") ||
                                          sentence_[end].is("back") || sentence_[end].is("now"))) {
          ++end;
        }
        return end;
      }
      const bool passes = is_one_of(kLeads, word.lower) || word.in(kNumber | kDeterminer | kDeictic) ||
                          word.is("few") || word.is("couple") || word.is("of") || word.is("early") || word.is("late");
      if (!passes) {
        return at;
      }
    }
    return at;
  }

  /// A time as the complement has it; empty if it is left out.
  [[nodiscard]] std::string text_of_time(Part time) const {
    bool recurs = false;
    bool dated = false;
    bool counted = false;
    for (std::size_t at = time.begin; at < time.end; ++at) {
      const Word& word = sentence_[at];
      const bool year = word.lower.size() == 4 && word.lower.find_first_not_of("0123456789") == std::string::npos;
      recurs = recurs || word.is("every") || word.is("each") || (word.in(kTimeUnit) && word.lower.ends_with('s'));
      dated = dated || year;
      counted = counted || (word.in(kNumber) && !year) || word.in(kDeictic) || word.is("last") || word.is("next") ||
                word.is("past") || word.is("few") || word.is("couple") || word.is("ago") || word.is("back") ||
                word.is("all") || word.is("now");
    }
    const bool lead = sentence_[time.begin].is("in") || sentence_[time.begin].is("during");
    const bool closes =
        time.end >= sentence_.size() || sentence_[time.end].punctuation || sentence_[time.end].in(kConjunction);
    const bool of_habit = !event_ && lead && closes && sentence_[time.begin + 1].is("the");
    const bool holds_then =
        event_ || sentence_[time.begin].is("since");  // not "lives in Porto in 2019" of who moved there
    return (dated && holds_then) || (!dated && !counted && (recurs || of_habit))
               ? written(sentence_, time.begin, time.end)
               : std::string();
  }

  /// Where the part ends that begins at `at` with a preposition, "to" or "who".
  [[nodiscard]] std::size_t end_of_part(std::size_t at) const {
    const bool purpose = is_purpose(sentence_[at]);
    const bool people = sentence_[at].is("who");
    const bool clause = purpose || people;
    std::size_t end = at + 1;
    for (; end < sentence_.size(); ++end) {
      const Word& word = sentence_[end];
      if (word.punctuation) {
        const bool listed = clause && word.is(",") && closes_list(end);
        if (!listed) {
          break;
        }
        continue;
      }
      const bool inside = end == at + 1;  // "to see what", "about how", "in between"
      const bool asks = word.in(kQuestionWord) && clause;
      const bool joins = word.is("and") && clause && goes_on(end + 1);
      if ((word.in(kConjunction) || word.in(kSubordinator)) && !joins && !asks && !inside && !word.is("as")) {
        break;
      }
      const bool next_part = !inside && !people && !word.is("of") && (word.in(kPreposition) || is_purpose(word));
      if (next_part || (end_of_time(end) > end && !sentence_[end - 1].in(kPreposition))) {
        break;
      }
      if (!inside && word.in(kTime) && !word.in(kDeictic)) {
        break;
      }
    }
    return end;
  }

  /// Whether the words behind "and" are not a clause with a subject of its own: "food and supplies", "eat and drink".
  [[nodiscard]] bool goes_on(std::size_t at) const {
    constexpr std::uint64_t kSubject = kPronoun | kDeictic | kDeterminer | kAuxiliary | kAdverb | kConjunction;
    return at < sentence_.size() && !sentence_[at].punctuation && !sentence_[at].in(kSubject) &&
           !sentence_[at].is("i") && !sentence_[at].is("we");
  }

  /// Whether the comma stands in a list that "and" closes: "to rest, think and plan".
  [[nodiscard]] bool closes_list(std::size_t comma) const {
    constexpr std::size_t kElementMax = 3;
    for (std::size_t at = comma + 1; at < std::min(sentence_.size(), comma + 2 + kElementMax); ++at) {
      if (sentence_[at].is("and")) {
        return at > comma + 1 && goes_on(at + 1);
      }
      if (sentence_[at].punctuation || !goes_on(at)) {
        return false;
      }
    }
    return false;
  }

  /// The words of the part; empty if they are not understood alone, or another person's.
  [[nodiscard]] std::string text_of(Part part) const {
    static constexpr std::string_view kOther[] = {"i",         "me",   "we",   "us",    "you",      "your", "myself",
                                                  "ourselves", "mine", "ours", "yours", "yourself", "same"};
    while (part.end > part.begin && sentence_[part.end - 1].in(kClosing | kAdverb) &&
           !sentence_[part.end - 1].in(kPreposition)) {
      --part.end;
    }
    if (part.end < part.begin + 2 || sentence_[part.end - 1].in(kPreposition | kDeterminer | kConjunction)) {
      return {};
    }
    const bool people = sentence_[part.begin].is("who");
    for (std::size_t at = part.begin; at < part.end; ++at) {
      const Word& word = sentence_[at];
      const bool points = word.in(kPronoun | kDeictic) && !word.in(kQuestionWord) && !word.is("each") &&
                          !word.is("one") && !word.is("all") && !(people && word.is("their"));
      if (is_one_of(kOther, word.lower) || points || word.quoted) {
        return {};
      }
    }
    return written(sentence_, part.begin, part.end);
  }

  Sentence sentence_;
  bool event_;
};

}  // namespace

std::string complement_of(Sentence sentence, const Statement& statement) {
  const bool self = statement.subject == "user" || statement.subject == "we";
  if (!self || statement.ended || statement.value.empty() || is_german(sentence)) {
    return {};
  }
  const std::size_t at = behind_value(sentence, statement.value);
  const auto said = static_cast<std::size_t>(std::count(statement.value.begin(), statement.value.end(), ' ')) +
                    static_cast<std::size_t>(std::count(statement.relation.begin(), statement.relation.end(), ' ')) + 3;
  if (at == 0 || at >= sentence.size() || said >= kStatedWordsMax) {
    return {};
  }
  return Parts(sentence, is_event(statement.relation)).read(at, kStatedWordsMax - said);
}

}  // namespace turnstream::language
