#include "stages/common/language/words.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "pipeline/base/ascii_bytes.h"
#include "pipeline/base/check.h"
#include "pipeline/base/utf8.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/text_form.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

/// At most so many bytes of a word become Word::lower: a longer run without white space is not a real word.
constexpr std::size_t kWordBytesMax = 200;

/// A contraction that is looked up as a whole, before kEndings: most have no apostrophe ("dont") or are irregular. The
/// row {"won't", "will", "not"} makes "won't" the two words will, not.
struct Spelling {
  std::string_view written;
  std::string_view first;
  std::string_view second;
};
constexpr Spelling kSpellings[] = {
    {"im", "i", "am"},         {"ive", "i", "have"},       {"dont", "do", "not"},       {"doesnt", "does", "not"},
    {"didnt", "did", "not"},   {"isnt", "is", "not"},      {"arent", "are", "not"},     {"wasnt", "was", "not"},
    {"havent", "have", "not"}, {"cannot", "can", "not"},   {"can't", "can", "not"},     {"cant", "can", "not"},
    {"won't", "will", "not"},  {"shan't", "shall", "not"}, {"ain't", "is", "not"},      {"thats", "that", "is"},
    {"gonna", "going", "to"},  {"wanna", "want", "to"},    {"wouldnt", "would", "not"}, {"shouldnt", "should", "not"},
    {"i'd", "i", "would"},     {"let's", "let", "us"},     {"couldnt", "could", "not"}, {"hasnt", "has", "not"},
};

/// No row has a longer one.
constexpr std::size_t kSpellingBytesMax = [] {
  std::size_t bytes = 0;
  for (const Spelling& spelling : kSpellings) {
    bytes = std::max(bytes, spelling.written.size());
  }
  return bytes;
}();

/// What is written in the rows, in their order.
const WordSet& written_spellings() {
  static const WordSet kWritten = [] {
    WordSet written;
    for (const Spelling& spelling : kSpellings) {
      written.add(spelling.written);
    }
    CHECK(written.words().size() == std::size(kSpellings));  // Each is in one row.
    return written;
  }();
  return kWritten;
}

/// A regular contraction: the row {"'re", "are"} makes "they're" the two words they, are.
struct Ending {
  std::string_view written;
  std::string_view word;
};
constexpr Ending kEndings[] = {{"n't", "not"},  {"'m", "am"},    {"'re", "are"},
                               {"'ve", "have"}, {"'ll", "will"}, {"'d", "would"}};
/// After these words 's means "is"; after any other it marks a possessive, except in kSpellings ("let's").
constexpr std::string_view kTakesIs[] = {"it",   "that", "he",    "she", "what",       "there",
                                         "here", "who",  "where", "how", "everything", "name"};

bool is_quotation_mark(char32_t c) {
  return c == U'"' || c == U'“' || c == U'”' || c == U'«' || c == U'»' || c == U'„';
}

bool is_apostrophe(char32_t c) {
  return c == U'\'' || c == U'’' || c == U'‘';
}

/// Marks that split two words even without white space: "yes—no".
bool separates(char32_t c) {
  return c == U'—' || c == U'–' || c == U'…' || c == U'!' || c == U'?' || c == U';' || c == U'(' || c == U')' ||
         c == U'[' || c == U']' || c == U'{' || c == U'}' || c == U'*' || c == U'`' || c == U'|' || c == U'=' ||
         c == U'<' || c == U'>';
}

/// Marks that can be inside a word ("node.js"), and are punctuation at its end or, if ASCII and not "/", its start.
bool is_final_mark(char32_t c) {
  return c == U'.' || c == U',' || c == U':' || is_apostrophe(c) || c == U'-' || c == U'~' || c == U'/' || c == U'&';
}

/// An emoji or another sign outside ASCII that cannot be part of a word.
bool is_sign(char32_t c) {
  return c >= 0x80 && !is_word_character(c) && !is_apostrophe(c) && c != U'€' && c != U'£' && c != U'°';
}

class Cutter {
 public:
  explicit Cutter(std::string_view text) : text_(text) {}

  Words cut() {
    words_.reserve(text_.size() / 5 + 4);
    while (at_ < text_.size()) {
      const std::size_t end = line_begins_ ? at_ : ascii::end_of_run(text_, at_, ascii::kWord);
      if (end > at_) {
        chunk_begin_ = std::min(chunk_begin_, at_);
        at_ = end;
      } else {
        step();
      }
    }
    end_chunk();
    return std::move(words_);
  }

 private:
  void step() {
    if (line_begins_ && skip_line()) {
      return;
    }
    const CodePoint point = code_point_at(text_, at_);
    const char32_t c = point.value;
    line_begins_ = c == U'\n';
    if (is_white_space(c)) {
      end_chunk();
      if (c == U'\n') {
        quoted_ = false;
        punctuation(at_, point.size);
      }
    } else if (is_quotation_mark(c) || (is_apostrophe(c) && opens_or_closes_quote(point))) {
      end_chunk();
      quoted_ = c == U'“' || c == U'«' || c == U'„' || (c != U'”' && c != U'»' && !quoted_);
    } else if (separates(c) || is_sign(c) || (c == U',' && !between_digits(point.size)) || double_dash()) {
      end_chunk();
      punctuation(at_, point.size);
    } else {
      plain_ = plain_ && ascii::is_of(ascii::kWord, text_[at_]);
      chunk_begin_ = std::min(chunk_begin_, at_);
    }
    at_ += point.size;
  }

  /// Skips the line and returns true if it begins with > or ``` or is in a block of code: the speaker did not say it.
  bool skip_line() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view line = text_.substr(at_, end - at_);
    const bool fence = line.starts_with("```");
    if (!fence && !in_code_ && !line.starts_with(">")) {
      return false;
    }
    in_code_ = in_code_ != fence;
    at_ = end;
    line_begins_ = false;
    return true;
  }

  [[nodiscard]] bool between_digits(std::size_t size) const {
    const auto digit = [this](std::size_t at) { return at < text_.size() && text_[at] >= '0' && text_[at] <= '9'; };
    return at_ > 0 && digit(at_ - 1) && digit(at_ + size);
  }
  [[nodiscard]] bool double_dash() const {
    return text_[at_] == '-' &&
           ((at_ + 1 < text_.size() && text_[at_ + 1] == '-') || (at_ > 0 && text_[at_ - 1] == '-'));
  }

  /// Tells a single quotation mark (true) from an apostrophe. It opens a quote if a word begins behind it and none ends
  /// before it; it closes a quote if one is open and the word does not continue behind it.
  bool opens_or_closes_quote(const CodePoint& point) {
    const bool ends_word =
        at_ + point.size >= text_.size() || !is_word_character(code_point_at(text_, at_ + point.size).value);
    if (chunk_begin_ == std::string_view::npos && !ends_word) {
      return single_quoted_ = true;
    }
    return ends_word && std::exchange(single_quoted_, false);
  }

  void punctuation(std::size_t begin, std::size_t size) {
    Word& word = words_.emplace_back();
    word.text = text_.substr(begin, size);
    word.set_lower(word.text);
    word.begin = begin;
    word.end = begin + size;
    word.punctuation = true;
    word.quoted = quoted_;
  }

  void end_chunk() {
    if (chunk_begin_ == std::string_view::npos) {
      return;
    }
    std::size_t begin = std::exchange(chunk_begin_, std::string_view::npos);
    std::size_t end = at_;
    if (std::exchange(plain_, true)) {
      add_word(begin, end, true);
      return;
    }
    while (begin < end && (is_final_mark(static_cast<unsigned char>(text_[begin])) && text_[begin] != '/')) {
      punctuation(begin, 1);
      ++begin;
    }
    const std::size_t word_end = end_of_word(begin, end);
    if (begin < word_end) {
      add_word(begin, word_end, false);
    }
    for (std::size_t at = word_end; at < end;) {
      const std::size_t size = code_point_at(text_, at).size;
      punctuation(at, size);
      at += size;
    }
  }

  /// Where the word ends and the marks behind it begin. An abbreviation keeps its dot: "e.g."
  [[nodiscard]] std::size_t end_of_word(std::size_t begin, std::size_t end) const {
    if (text_[end - 1] == '.' && is_abbreviation(text_.substr(begin, end - begin)) && !is_answer(begin, end)) {
      return end;
    }
    while (begin < end) {
      std::size_t last = end - 1;
      while (last > begin && (static_cast<unsigned char>(text_[last]) & 0xc0) == 0x80) {
        --last;
      }
      if (!is_final_mark(code_point_at(text_, last).value)) {
        break;
      }
      end = last;
    }
    return end;
  }

  /// "No." is an answer unless a number follows: "no. 5".
  [[nodiscard]] bool is_answer(std::size_t begin, std::size_t end) const {
    const std::size_t next = text_.find_first_not_of(' ', end);
    const bool number = next != std::string_view::npos && text_[next] >= '0' && text_[next] <= '9';
    return !number && to_lower(text_.substr(begin, end - begin)) == "no.";
  }

  static bool is_abbreviation(std::string_view chunk) {
    static constexpr std::string_view kAbbreviations[] = {"mr.",  "mrs.",    "ms.",   "dr.",  "st.", "vs.",
                                                          "e.g.", "i.e.",    "prof.", "jr.",  "sr.", "inc.",
                                                          "ltd.", "approx.", "u.s.",  "u.k.", "no."};
    const bool initial = chunk.size() == 2 && chunk[0] >= 'A' && chunk[0] <= 'Z' && chunk[0] != 'I';
    const bool initials = chunk.size() == 4 && chunk[1] == '.' && chunk[0] >= 'A' && chunk[0] <= 'Z';
    return initial || initials ||
           std::find(std::begin(kAbbreviations), std::end(kAbbreviations), to_lower(chunk)) != std::end(kAbbreviations);
  }

  /// `plain`: letters and digits of ASCII alone.
  void add_word(std::size_t begin, std::size_t end, bool plain) {
    lower_.clear();
    append_to_lower(lower_, text_.substr(begin, std::min(end - begin, kWordBytesMax)));
    if (!plain) {
      lower_ = with_plain_apostrophes(lower_);
    }
    const std::uint64_t hash = word_hash(lower_);
    if (!add_spelling(lower_, hash, begin, end) && (plain || !add_contraction(lower_, begin, end))) {
      push(begin, end, lower_, hash);
    }
  }

  bool add_spelling(const std::string& lower, std::uint64_t hash, std::size_t begin, std::size_t end) {
    if (lower.size() > kSpellingBytesMax) {
      return false;
    }
    const std::size_t place = written_spellings().place_of(lower, hash);
    if (place == std::size(kSpellings)) {
      return false;
    }
    const Spelling& spelling = kSpellings[place];
    const std::size_t middle = begin + std::min(spelling.first.size(), end - begin);
    push(begin, middle, spelling.first);
    push(middle, end, spelling.second);
    return true;
  }

  bool add_contraction(const std::string& lower, std::size_t begin, std::size_t end) {
    if (lower.find('\'') == std::string::npos) {
      return false;
    }
    const auto ends_with = [&lower](std::string_view ending) {
      return lower.size() > ending.size() && lower.ends_with(ending);
    };
    for (const Ending& ending : kEndings) {
      if (ends_with(ending.written)) {
        const std::string base = lower.substr(0, lower.size() - ending.written.size());
        const std::size_t middle = begin + std::min(base.size(), end - begin);
        push(begin, middle, base);
        push(middle, end, ending.word);
        return true;
      }
    }
    if (!ends_with("'s") && !ends_with("s'")) {
      return false;
    }
    const std::string base = lower.substr(0, lower.size() - (ends_with("'s") ? 2 : 1));
    if (ends_with("'s") && std::find(std::begin(kTakesIs), std::end(kTakesIs), base) != std::end(kTakesIs)) {
      const std::size_t middle = begin + std::min(base.size(), end - begin);
      push(begin, middle, base);
      push(middle, end, "is");
      return true;
    }
    push(begin, end, base);
    words_.back().possessive = true;
    return true;
  }

  void push(std::size_t begin, std::size_t end, std::string_view lower) { push(begin, end, lower, word_hash(lower)); }
  void push(std::size_t begin, std::size_t end, std::string_view lower, std::uint64_t hash) {
    Word& word = words_.emplace_back();
    word.text = text_.substr(begin, end - begin);
    word.lower = lower;
    word.hash = hash;
    word.begin = begin;
    word.end = end;
    word.quoted = quoted_;
    word.classes = classes_of(lower, hash);
    if (word.lower[0] >= '0' && word.lower[0] <= '9') {
      word.classes |= kNumber;
    }
    word.capital = begin < end && is_capital(code_point_at(text_, begin).value);
  }

  static bool is_capital(char32_t c) { return to_lower(c) != c; }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t chunk_begin_ =
      std::string_view::npos;  ///< the start of the current run of characters of one word; npos: not in a run
  bool plain_ = true;          ///< the run has only letters and digits of ASCII and `_`
  bool quoted_ = false;
  bool single_quoted_ = false;
  bool in_code_ = false;
  bool line_begins_ = true;
  std::string lower_;  ///< of the word that is added
  Words words_;
};

}  // namespace

Words words_of(std::string_view text) {
  return Cutter(text.substr(0, kTextBytesMax)).cut();
}

}  // namespace turnstream::language
