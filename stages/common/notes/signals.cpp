#include "stages/common/notes/signals.h"

#include <algorithm>
#include <initializer_list>
#include <span>
#include <vector>

#include "pipeline/base/ascii_bytes.h"
#include "stages/common/notes/word_classes.h"

namespace turnstream::notes {
namespace {

bool is_capital(char32_t c) {
  return to_lower(c) != c;
}

/// A letter or digit, but not a capital.
bool is_plain(char32_t c) {
  return c != U'_' && is_word_part(c) && !is_capital(c);
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Loops, because a function as the argument of an algorithm is called for each byte.
std::size_t count_digits(std::string_view word) {
  std::size_t digits = 0;
  for (const char c : word) {
    digits += is_digit(c) ? 1 : 0;
  }
  return digits;
}

bool is_number(std::string_view word) {
  return !word.empty() && count_digits(word) == word.size();
}

bool is_year(std::string_view word) {
  return word.size() == 4 && is_number(word) && (word.starts_with("19") || word.starts_with("20"));
}

/// Reads phrases: words with exactly one blank between them.
class Phrases {
 public:
  explicit Phrases(const ReadText& text) : text_(text), words_(text.words()) {}

  /// The classes of the phrases that begin with the word at `at`; sets `fluff` for those of kFluff.
  [[nodiscard]] std::uint32_t at(std::size_t at, std::string_view& fluff) const {
    const std::string_view word = letters(at);
    const std::uint32_t next = follows(at) ? words_[at + 1].classes : 0;
    if (word == "last") {
      return past_if((next & kAfterLast) != 0);
    }
    if (word == "this") {
      return past_if((next & kAfterThis) != 0);
    }
    if (word == "for") {
      return past_if(span_behind(at));
    }
    if (word == "may") {
      return follows(at) && is_number(letters(at + 1)) ? kCalendar : 0;
    }
    if (word == "couple") {
      return is(at, {"of"}) ? kNumber : 0;
    }
    if ((word == "worth" && is(at, {"it"})) || (word == "means" && is(at, {"a", "lot"}))) {
      fluff = word;
      return 0;
    }
    return past_if((word == "the" && is(at, {"other", "day"})) || (word == "used" && is(at, {"to"})) ||
                   (word == "when" && is(at, {"i", "was"})) || (word == "growing" && is(at, {"up"})) ||
                   (word == "as" && (is(at, {"a", "kid"}) || is(at, {"a", "child"}))));
  }

  /// "5 years"
  [[nodiscard]] bool counts_years(std::size_t at) const { return is(at, {"years"}) && is_number(letters(at)); }

 private:
  static std::uint32_t past_if(bool yes) { return yes ? kPast : 0; }

  [[nodiscard]] std::string_view letters(std::size_t at) const { return text_.letters(words_[at]); }

  /// Whether one blank and another word follow the word at `at`.
  [[nodiscard]] bool follows(std::size_t at) const {
    return at + 1 < words_.size() && words_[at + 1].begin == words_[at].end + 1 && text_.lower()[words_[at].end] == ' ';
  }

  /// Whether these words follow the word at `at`.
  [[nodiscard]] bool is(std::size_t at, std::initializer_list<std::string_view> more) const {
    return std::all_of(more.begin(), more.end(), [&](std::string_view word) {
      const bool found = follows(at) && letters(at + 1) == word;
      ++at;
      return found;
    });
  }

  /// "for five years", "for a few weeks"
  [[nodiscard]] bool span_behind(std::size_t at) const {
    if (!follows(at) || !follows(at + 1)) {
      return false;
    }
    return (words_[at + 2].classes & kSpan) != 0 || (follows(at + 2) && (words_[at + 3].classes & kSpan) != 0);
  }

  const ReadText& text_;
  std::span<const Word> words_;
};

bool opens_with_self(const ReadText& text) {
  const std::vector<Word>& words = text.words();
  if (words.empty() || words[0].begin != 0) {
    return false;
  }
  if ((words[0].classes & kOpensSelf) != 0) {
    return true;
  }
  const std::string_view rest = std::string_view(text.lower()).substr(words[0].end);
  const std::size_t blank = rest.starts_with(", ") ? 2 : rest.starts_with(" ") ? 1 : 0;
  return blank != 0 && words.size() > 1 && words[1].begin == words[0].end + blank &&
         (words[1].classes & kOpensSelf) != 0;
}

/// Of ASCII, and not a capital.
bool is_small_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80 && (c < 'A' || c > 'Z');
}

/// The code points of a text with two before the present one.
struct Reader {
  std::string_view text;
  std::size_t at = 0;
  char32_t last = 0;
  char32_t before_last = 0;

  [[nodiscard]] bool at_end() const { return at >= text.size(); }
  [[nodiscard]] char32_t next() const { return at_end() ? U'\0' : code_point_at(text, at).value; }
  /// Moves to the next capital or byte beyond ASCII, or to the end.
  void step_to_capital() {
    const std::size_t begin = at;
    for (; at + sizeof(std::uint64_t) <= text.size(); at += sizeof(std::uint64_t)) {
      const std::uint64_t word = ascii::word_at(text.data() + at);
      if ((word & ascii::kHighBits) != 0 || ascii::capitals(word) != 0) {
        break;
      }
    }
    while (at < text.size() && is_small_ascii(text[at])) {
      ++at;
    }
    if (at > begin) {
      before_last = at > begin + 1 ? static_cast<char32_t>(text[at - 2]) : last;
      last = static_cast<char32_t>(text[at - 1]);
    }
  }
  void step() {
    const CodePoint point = code_point_at(text, at);
    before_last = last;
    last = point.value;
    at += point.size;
  }
};

/// Whether a capital at the reader does not open a sentence: behind a small letter, digit or comma and a blank.
bool inside_sentence(const Reader& reader) {
  const char32_t c = reader.before_last;
  return reader.last == U' ' && (is_plain(c) || c == U',' || c == U';' || c == U':');
}

bool is_lone_i(const Reader& reader) {
  return reader.text[reader.at] == 'I' &&
         (reader.at + 1 == reader.text.size() || !is_word_part(code_point_at(reader.text, reader.at + 1).value));
}

/// The end of the word of at least two capitals and nothing else that begins at the reader; the reader's place if there
/// is none.
std::size_t end_of_capitals(Reader reader) {
  const std::size_t begin = reader.at;
  std::size_t capitals = 0;
  for (; is_capital(reader.next()); ++capitals) {
    reader.step();
  }
  return capitals >= 2 && !is_word_part(reader.next()) ? reader.at : begin;
}

/// Whether a byte is a quote or can begin one.
bool has_quote(std::string_view text) {
  constexpr auto kNone = std::string_view::npos;
  return text.find('"') != kNone || text.find('\'') != kNone || ascii::end_of_ascii(text, 0) < text.size();
}

}  // namespace

WordSignals word_signals(const ReadText& unit) {
  WordSignals signals;
  signals.opens_with_self = opens_with_self(unit);
  const Phrases phrases(unit);
  std::vector<std::string_view> fluff;
  for (std::size_t at = 0; at < unit.words().size(); ++at) {
    const Word& word = unit.words()[at];
    const std::string_view letters = unit.letters(word);
    std::string_view found = (word.classes & kFluff) != 0 ? letters : std::string_view();
    signals.classes |= word.classes;
    if ((word.classes & kOpensPhrase) != 0) {
      signals.classes |= phrases.at(at, found);
    }
    if (word.digit) {
      signals.classes |= kNumber | (is_year(letters) ? kCalendar : 0) | (phrases.counts_years(at) ? kPast : 0);
    }
    if (!found.empty() && std::find(fluff.begin(), fluff.end(), found) == fluff.end()) {
      fluff.push_back(found);
    }
  }
  signals.fluff_words = fluff.size();
  return signals;
}

std::size_t count_proper_words(std::string_view unit, const Names& names) {
  std::vector<std::string> found;
  for (Reader reader{unit}; !reader.at_end();) {
    reader.step_to_capital();
    const std::size_t begin = reader.at;
    if (reader.at_end()) {
      break;
    }
    if (!is_capital(reader.next())) {
      reader.step();
      continue;
    }
    std::size_t end = begin;
    if (inside_sentence(reader) && !is_lone_i(reader)) {
      Reader word = reader;
      while (word.next() == U'-' || (word.next() != U'_' && is_word_part(word.next()))) {
        word.step();
      }
      end = word.at;
    } else if (!is_word_part(reader.last)) {
      end = end_of_capitals(reader);
    }
    if (end > begin) {
      std::string word = to_lower(unit.substr(begin, end - begin));
      if (!names.has(word)) {
        found.push_back(std::move(word));
      }
    }
    while (reader.at < std::max(end, begin + 1)) {
      reader.step();
    }
  }
  std::sort(found.begin(), found.end());
  return static_cast<std::size_t>(std::unique(found.begin(), found.end()) - found.begin());
}

bool has_title(std::string_view unit) {
  constexpr std::size_t kLengthMin = 2;
  constexpr std::size_t kLengthMax = 60;
  if (!has_quote(unit)) {
    return false;
  }
  // The quotes that opened since the last one that can close: the next one that can close is the end for all of them.
  std::vector<std::size_t> opened;
  std::size_t single = 0;  ///< behind which code point a single quote opened; 0: none
  std::size_t index = 0;
  for (Reader reader{unit}; !reader.at_end(); ++index) {
    const char32_t before = index == 0 ? U' ' : reader.last;
    const char32_t c = reader.next();
    reader.step();
    if (c == U'"' || c == U'”') {
      const auto fits = [&](std::size_t open) { return index - open > kLengthMin && index - open <= kLengthMax + 1; };
      if (std::any_of(opened.begin(), opened.end(), fits)) {
        return true;
      }
      opened.clear();
    }
    if (c == U'"' || c == U'“') {
      opened.push_back(index);
    }
    if (c == U'\'' || c == U'’') {
      // The capital counts as one of the two kinds of letters: the text has 3 to 61 code points.
      if (single != 0 && index - single >= kLengthMin + 1 && index - single <= kLengthMax + 1) {
        return true;
      }
      single = is_white_space(before) && is_capital(reader.next()) ? index + 1 : 0;
    }
  }
  return false;
}

}  // namespace turnstream::notes
