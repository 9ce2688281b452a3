#include "pipeline/secrets/before_noun.h"

#include <algorithm>

#include "pipeline/secrets/plain_words.h"
#include "pipeline/secrets/text_scan.h"
#include "pipeline/secrets/values.h"

namespace turnstream::secrets {
namespace {

constexpr std::string_view kLight =
    "a an as bank decent email enough for good is isn't main my new ok okay old our right safe secure strong the was "
    "wifi your that's this it's";
constexpr std::string_view kPointing = "is was be that's it's that";
constexpr std::string_view kAfter = "again and at by for from in now of on or please since to";
constexpr std::string_view kOwn = "the my our your his her their";

/// The bytes [begin, end) of a text.
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The last word of the text before `end`, with what separates it from `end`: of "is my " the part "my ".
Part last_word(std::string_view text, std::size_t end) {
  const auto before = text.substr(end - std::min(end, kStepMax), std::min(end, kStepMax));
  const std::size_t offset = end - before.size();
  const std::size_t trimmed = before.find_last_not_of(' ') + 1;
  return {offset + before.substr(0, trimmed).find_last_of(" \t\n\r\"`,;:()=") + 1, offset + trimmed};
}

/// The clause that ends at `end`, without what joins it to the next one: " - ", ", ", ": "; empty if it has more than
/// kStepMax bytes.
Part clause_before(std::string_view text, std::size_t end) {
  while (end > 0 && is_in(text[end - 1], " ,:-(\"'`")) {
    --end;
  }
  const std::size_t window_begin = end - std::min(end, kStepMax);
  std::size_t begin = text.substr(window_begin, end - window_begin).find_last_of(".,;:!?\n\r\"()`");
  if (begin == std::string_view::npos && window_begin > 0) {
    return {end, end};  // longer than any value
  }
  begin = begin == std::string_view::npos ? 0 : window_begin + begin + 1;
  while (begin < end && is_space(text[begin])) {
    ++begin;
  }
  return {begin, end};
}

/// "type open sesame as the password": the words between the verb and "as", which begins at `as_begin`.
void find_used(std::string_view text, std::size_t as_begin, std::string_view kind, std::vector<Secret>& found) {
  constexpr int kWordsMax = 4;
  constexpr std::string_view kVerbs = "choose enter pick put set try type use used uses using";
  const Part last = last_word(text, as_begin);
  Part word = last;
  std::size_t begin = last.begin;
  for (int words = 0; words <= kWordsMax && word.end > word.begin; ++words) {
    if (is_word_of(kVerbs, text.substr(word.begin, word.end - word.begin))) {
      const Part before = last_word(text, word.begin);
      const bool is_only_possible = is_word_of("can cannot could don't may never not should",
                                               text.substr(before.begin, before.end - before.begin));
      if (!is_only_possible && begin < last.end && is_plain_value(text.substr(begin, last.end - begin))) {
        found.push_back({begin, last.end, kind});
      }
      return;
    }
    begin = word.begin;
    word = last_word(text, word.begin);
  }
}

/// "copper violin drifts 29 - that's the passphrase", "walnut tea lake is my passphrase": a whole clause of plain words.
void find_phrase(std::string_view text, const Place& noun, std::vector<Secret>& found) {
  constexpr int kWordsMax = 4;
  std::size_t next = noun.end;
  skip_spaces(text, next);
  if (const auto after = word_at(text, next); !after.empty() && !is_word_of(kAfter, after)) {
    return;  // "that's the passphrase rule"
  }
  Part word = last_word(text, noun.begin);
  const auto is_any_of = [&text](const Part& part, std::string_view words) {
    return is_word_of(words, text.substr(part.begin, part.end - part.begin));
  };
  const bool is_of_wifi = is_word_of("admin guest login root wi-fi wifi", word_before(text, noun.begin));
  bool has_owner = false;           // "… is a passphrase" is an example, or a remark
  bool has_possessor = is_of_wifi;  // "love is the password" is none
  for (int words = 0; words < kWordsMax && is_any_of(word, kLight) && !is_any_of(word, kPointing); ++words) {
    has_owner = has_owner || is_any_of(word, kOwn);
    has_possessor = has_possessor || (is_any_of(word, kOwn) && !is_any_of(word, "the"));
    if (is_any_of(word, "as") && noun.kind == "password") {
      find_used(text, word.begin, noun.kind, found);
      return;
    }
    word = last_word(text, word.begin);
  }
  if (!has_owner || !is_any_of(word, kPointing)) {
    return;
  }
  const Part before = last_word(text, word.begin);
  const Part clause = clause_before(text, is_any_of(before, kPointing) ? before.begin : word.begin);
  const auto phrase = text.substr(clause.begin, clause.end - clause.begin);
  const bool may_be_plain = noun.kind == "password" && has_possessor && !is_word_of("to of", word_at(text, next));
  if (is_phrase_of_words(phrase) || (may_be_plain && is_plain_value(phrase))) {
    found.push_back({clause.begin, clause.end, noun.kind});
  }
}

}  // namespace

bool is_phrase_of_words(std::string_view text) {
  constexpr std::size_t kWordBytesMin = 3;
  std::size_t words = 0;
  for (std::size_t at = 0; at < text.size(); ++words) {
    const auto word = word_at(text, at);
    const bool is_number = !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
    if ((word.size() < kWordBytesMin && !is_number) || is_description(word) || is_function_word(word)) {
      return false;
    }
    at += word.size();
    skip_spaces(text, at);
  }
  return words >= 3 && words <= 8;
}

/// "hunter2 is my password", "use 4821 as the PIN", "is Fluffy1987 a good enough password?": a strong value, or a quoted
/// one, then only words such as "is", "my" and "good" before the noun.
void find_before(std::string_view text, const Place& noun, ValueTaker& taker, std::vector<Secret>& found) {
  constexpr int kWordsMax = 5;
  std::size_t end = noun.begin;
  for (int words = 0; words <= kWordsMax; ++words) {
    const auto before = text.substr(end - std::min(end, kStepMax), std::min(end, kStepMax));
    const std::size_t trimmed = before.find_last_not_of(" (") + 1;
    const std::size_t offset = end - before.size();
    if (words > 0 && trimmed > 1 && is_in(before[trimmed - 1], "\"'`")) {
      if (const std::size_t open = before.rfind(before[trimmed - 1], trimmed - 2); open != std::string_view::npos) {
        taker.take_whole(offset + open + 1, offset + trimmed - 1, noun.kind, Stated::kYes);
      }
      return;
    }
    const std::size_t begin = before.substr(0, trimmed).find_last_of(" \t\n\r\"`,;:()=") + 1;
    const auto word = before.substr(begin, trimmed - begin);
    if (!is_word_of(kLight, word)) {
      if (words > 0 && !word.empty() && is_strong(noun.kind, word)) {
        found.push_back({offset + begin, offset + trimmed, noun.kind});
      } else if (noun.kind == "passphrase" || noun.kind == "password") {
        find_phrase(text, noun, found);
      }
      return;
    }
    end = offset + begin;
  }
}

}  // namespace turnstream::secrets
