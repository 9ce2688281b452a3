#include "recall/ranking/words.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_set>

#include "pipeline/base/ascii_bytes.h"
#include "pipeline/base/utf8.h"
#include "recall/ranking/porter.h"

namespace turnstream::recall {
namespace {

/// In ascending order. The parts of contractions ("ll", "ve") are among them.
constexpr std::array<std::string_view, 95> kStopWords{
    "a",     "about", "also", "am",   "an",    "and",    "any",  "are",   "as",    "at",    "be",    "been",
    "being", "but",   "by",   "can",  "could", "d",      "did",  "do",    "does",  "doing", "don",   "done",
    "for",   "from",  "had",  "has",  "have",  "having", "he",   "her",   "hers",  "him",   "his",   "how",
    "i",     "if",    "in",   "into", "is",    "it",     "its",  "just",  "ll",    "m",     "may",   "me",
    "might", "my",    "no",   "not",  "of",    "on",     "or",   "our",   "re",    "s",     "she",   "should",
    "so",    "some",  "such", "t",    "than",  "that",   "the",  "their", "them",  "then",  "there", "these",
    "they",  "this",  "to",   "too",  "us",    "ve",     "very", "was",   "we",    "were",  "what",  "when",
    "where", "which", "who",  "whom", "whose", "why",    "will", "with",  "would", "you",   "your"};
static_assert(std::is_sorted(kStopWords.begin(), kStopWords.end()));

// The two letters beyond ASCII whose lower case has a letter of ASCII.
constexpr std::string_view kKelvinSign = "\u212a";
constexpr std::string_view kCapitalDottedI =
    "\u0130";  // its lower case is i and a combining dot, which separates words

bool is_word_part(char32_t c) {
  // Variation selectors and enclosing marks: Unicode's marks, but parts of emoji.
  const bool of_emoji = (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0x20d0 && c <= 0x20ff) || (c >= 0xe0100 && c <= 0xe01ef);
  return !of_emoji && is_word_character(c);
}

/// Code points from `first` to `last`.
struct Range {
  char32_t first;
  char32_t last;
};

/// Blocks with letters of the Latin script, of which only those of ASCII are in words, and their marks.
constexpr Range kLatin[] = {{0x00, 0x36f},    {0x1d00, 0x1dbf}, {0x1e00, 0x1eff}, {0x2070, 0x209f}, {0x2100, 0x218f},
                            {0x2c60, 0x2c7f}, {0xa720, 0xa7ff}, {0xab30, 0xab6f}, {0xfb00, 0xfb06}, {0xff00, 0xff5e}};
/// Accents of all scripts; after a letter of Latin they separate words.
constexpr Range kMarks[] = {{0x300, 0x36f}};
constexpr char32_t kFinalSigma = 0x3c2;
constexpr char32_t kSigma = 0x3c3;
/// Scripts that are written without spaces, so that each code point counts as a word: Thai, Lao, Burmese, Khmer, Hiragana, Han.
constexpr Range kWithoutSpaces[] = {{0xe00, 0xeff},   {0x1000, 0x109f}, {0x1780, 0x17ff},
                                    {0x3005, 0x3007}, {0x3041, 0x309f}, {0x3400, 0x4dbf},
                                    {0x4e00, 0x9fff}, {0xf900, 0xfaff}, {0x20000, 0x3ffff}};

template <std::size_t kCount>
bool is_in(char32_t c, const Range (&ranges)[kCount]) {
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [&](const Range& range) { return c >= range.first && c <= range.last; });
}

/// By byte: whether it is a letter or digit of ASCII.
constexpr auto kLettersAndDigits = [] {
  std::array<bool, 256> all{};
  for (std::size_t c = 0; c < all.size(); ++c) {
    all[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
  return all;
}();

bool is_ascii_letter_or_digit(char c) {
  return kLettersAndDigits[static_cast<unsigned char>(c)];
}

/// The next word of a text.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : text_(text) {}

  /// Empty at the end of the text.
  std::string next() {
    std::string word;
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      if (is_ascii_letter_or_digit(rest.front())) {
        append_ascii(word);
      } else if (static_cast<unsigned char>(rest.front()) < 0x80) {
        ++at_;
        if (!word.empty()) {
          break;
        }
      } else if (rest.starts_with(kKelvinSign)) {
        word.push_back('k');
        at_ += kKelvinSign.size();
      } else if (rest.starts_with(kCapitalDottedI)) {
        word.push_back('i');
        at_ += kCapitalDottedI.size();
        break;
      } else if (is_of_other_script_at(at_)) {
        return word.empty() ? next_of_other_script() : word;
      } else {
        ++at_;
        if (!word.empty()) {
          break;
        }
      }
    }
    return word;
  }

 private:
  /// The letters and digits of ASCII that follow, in lower case.
  void append_ascii(std::string& word) {
    const std::size_t begin = at_;
    do {
      ++at_;
    } while (at_ < text_.size() && is_ascii_letter_or_digit(text_[at_]));
    const std::size_t before = word.size();
    word.append(text_, begin, at_ - begin);
    std::transform(word.begin() + static_cast<std::ptrdiff_t>(before), word.end(),
                   word.begin() + static_cast<std::ptrdiff_t>(before), ascii::ascii_lower);
  }

  [[nodiscard]] bool is_of_other_script_at(std::size_t at) const {
    if (at == text_.size() || static_cast<unsigned char>(text_[at]) < 0xc0) {
      return false;
    }
    const char32_t c = code_point_at(text_, at).value;
    return !is_in(c, kLatin) && is_word_part(c);
  }

  [[nodiscard]] bool is_mark_at(std::size_t at) const {
    return at < text_.size() && static_cast<unsigned char>(text_[at]) >= 0xc0 &&
           is_in(code_point_at(text_, at).value, kMarks);
  }

  std::string next_of_other_script() {
    std::string word;
    bool is_alone = false;
    do {
      const CodePoint point = code_point_at(text_, at_);
      is_alone = is_in(point.value, kWithoutSpaces);
      if (is_alone && !word.empty()) {
        return word;
      }
      const char32_t lower = to_lower(point.value);
      append_code_point(word, lower == kFinalSigma ? kSigma : lower);
      at_ += point.size;
      while (is_mark_at(at_)) {  // such as a stress, which few write
        at_ += code_point_at(text_, at_).size;
      }
    } while (!is_alone && is_of_other_script_at(at_));
    return word;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Words are all of ASCII or all of other code points.
bool is_ascii_text(std::string_view word) {
  return static_cast<unsigned char>(word.front()) < 0x80;
}

/// Empty for a stop word.
std::string term_of(const std::string& word) {
  if (!is_ascii_text(word)) {
    return word;
  }
  return is_stop_word(word) ? std::string() : porter_stem(word);
}

template <typename Part>
std::vector<std::string_view> each_once(const Words& texts, Part part) {
  std::vector<std::string_view> once;
  std::unordered_set<std::string_view> known;
  for (const std::string& text : texts) {
    if (known.insert(part(text)).second) {
      once.push_back(part(text));
    }
  }
  return once;
}

}  // namespace

Words words_of(std::string_view text) {
  Words words;
  WordReader reader(text);
  for (std::string word = reader.next(); !word.empty(); word = reader.next()) {
    words.push_back(std::move(word));
  }
  return words;
}

bool is_stop_word(std::string_view word) {
  return std::binary_search(kStopWords.begin(), kStopWords.end(), word);
}

Words terms_of(std::string_view text) {
  Words terms;
  WordReader reader(text);
  for (std::string word = reader.next(); !word.empty(); word = reader.next()) {
    if (std::string term = term_of(word); !term.empty()) {
      terms.push_back(std::move(term));
    }
  }
  return terms;
}

const std::vector<std::uint32_t>& TermReader::ids_of(std::string_view text) {
  ids_.clear();
  WordReader reader(text);
  for (std::string word = reader.next(); !word.empty(); word = reader.next()) {
    const auto found = by_word_.find(word);
    const std::uint32_t id = found == by_word_.end() ? id_of(word) : found->second;
    if (id != TermNumbering::kNone) {
      ids_.push_back(id);
    }
  }
  return ids_;
}

/// Of a word that is not known yet; TermNumbering::kNone for a stop word.
std::uint32_t TermReader::id_of(const std::string& word) {
  const std::string term = term_of(word);
  std::uint32_t id = TermNumbering::kNone;
  if (!term.empty()) {
    const auto [found, is_new] = by_term_.emplace(term, static_cast<std::uint32_t>(terms_.size()));
    id = found->second;
    if (is_new) {
      terms_.push_back(term);
    }
  }
  by_word_.emplace(word, id);
  return id;
}

std::string_view prefix_of(std::string_view term) {
  return is_ascii_text(term) ? term.substr(0, kPrefixLetters) : first_code_points(term, kPrefixLetters);
}

std::vector<std::string_view> different_terms(const Words& terms) {
  return each_once(terms, [](std::string_view term) { return term; });
}

std::vector<std::string_view> different_prefixes(const Words& terms) {
  return each_once(terms, [](std::string_view term) { return prefix_of(term); });
}

bool is_word_character_at(std::string_view text, std::size_t at) {
  return at < text.size() && is_word_part(code_point_at(text, at).value);
}

std::string_view next_run(std::string_view text, std::size_t& at) {
  const auto is_ascii = [&] { return static_cast<unsigned char>(text[at]) < 0x80; };
  const auto is_ascii_word = [&] { return is_ascii_letter_or_digit(text[at]) || text[at] == '_'; };
  while (at < text.size() && !(is_ascii() ? is_ascii_word() : is_word_character_at(text, at))) {
    at += is_ascii() ? 1 : code_point_at(text, at).size;
  }
  const std::size_t begin = at;
  while (at < text.size() && (is_ascii() ? is_ascii_word() : is_word_character_at(text, at))) {
    at += is_ascii() ? 1 : code_point_at(text, at).size;
  }
  return text.substr(begin, at - begin);
}

}  // namespace turnstream::recall
