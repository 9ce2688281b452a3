#include "stages/common/language/event_times.h"

#include "stages/common/language/lexicon.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

/// Whether a part begins at the word that tells of something else than the event.
bool is_beside(Sentence sentence, std::size_t at) {
  static const WordSet kBeside("about although because that where which who whom whose");
  static const WordSet kAlsoPoint("about that");  // "about two weeks ago", "that weekend"
  if (at == 0 || sentence[at].quoted || !kBeside.has(sentence[at].lower)) {
    return false;
  }
  const bool points =
      at + 1 < sentence.size() && (sentence[at + 1].in(kNumber | kTimeUnit | kTime) || sentence[at + 1].punctuation);
  return !(kAlsoPoint.has(sentence[at].lower) && points);
}

/// Whether a time without a preposition begins at the word: "last week", "yesterday", "two weeks ago".
bool begins_plain_time(Sentence sentence, std::size_t at) {
  static const WordSet kPlain("last this today tonight yesterday");
  return kPlain.has(sentence[at].lower) || (at + 2 < sentence.size() && sentence[at + 2].is("ago"));
}

}  // namespace

std::optional<DaySpan> event_time_in(Sentence sentence, std::int64_t today) {
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= sentence.size(); ++at) {
    if (at < sentence.size() && !is_beside(sentence, at)) {
      continue;
    }
    if (const auto time = time_in(sentence.subspan(begin, at - begin), today, Side::kPast); time.has_value()) {
      return time;
    }
    const bool about = at < sentence.size() && sentence[at].is("about");
    while (at < sentence.size() && !sentence[at].punctuation && !(about && begins_plain_time(sentence, at))) {
      ++at;
    }
    begin = at;
  }
  return std::nullopt;
}

}  // namespace turnstream::language
