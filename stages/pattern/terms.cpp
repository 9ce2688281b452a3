#include "stages/pattern/terms.h"

#include <algorithm>
#include <utility>

#include "pipeline/base/ascii_bytes.h"
#include "pipeline/base/utf8.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/stems.h"
#include "stages/pattern/activities.h"
#include "stages/pattern/vocabulary/vocabulary.h"
#include "stages/pattern/written_word.h"

namespace turnstream::pattern {
namespace {

/// Of a word in a pair, and of one that is not in the vocabulary, or a short form of a name.
constexpr std::size_t kPairLettersMin = 2;
constexpr std::size_t kNameLettersMin = 3;
constexpr std::size_t kEnglishWordsMin = 4;
constexpr std::string_view kSkippedBrackets[] = {"[image", "[masked"};
/// A mark between two words without a blank joins them to a path, an address or an expression.
constexpr std::string_view kJoining = "./\\@_#$=<>{}:~&%^|+*";
/// A mark that does so without a word before it: "/etc", "@ann", "$HOME".
constexpr std::string_view kLeading = "/\\@$";
constexpr std::string_view kSentenceEnds = ".!?:\"";
constexpr std::string_view kFence = "```";
/// A text is read up to this length, as far as it has at most kUsesMax uses.
constexpr std::size_t kTextBytesMax = std::size_t{32} * 1024;
constexpr std::size_t kUsesMax = 256;

bool is_apostrophe(char32_t c) {
  return c == U'\'' || c == U'’';
}

/// Whether the text at `at` is a letter, a digit or `_`.
bool is_word_at(std::string_view text, std::size_t at) {
  return at < text.size() && is_word_character(code_point_at(text, at).value);
}

/// The names of the speakers, as words in lower case.
std::vector<std::string> words_of_names(std::span<const std::string_view> names) {
  std::vector<std::string> words;
  for (const std::string_view name : names) {
    std::size_t at = 0;
    for (std::string_view word = next_word(name, at); !word.empty(); word = next_word(name, at)) {
      words.push_back(to_lower(word));
    }
  }
  return words;
}

class TermReader {
 public:
  TermReader(std::span<const std::string_view> speakers, const TermBounds& bounds)
      : names_(words_of_names(speakers)), bounds_(bounds) {}

  void read(std::string_view text) {
    text_ = text.substr(0, kTextBytesMax);
    const std::size_t uses_before = found_.uses.size();
    english_ = foreign_ = 0;
    before_ = {};
    in_code_ = false;
    sentence_starts_ = line_starts_ = true;
    for (at_ = 0; at_ < text_.size() && topics_.size() < bounds_.terms_max && found_.uses.size() < kUsesMax;) {
      step();
    }
    if (english_ + foreign_ >= kEnglishWordsMin && english_ < foreign_) {
      keep_capitals(uses_before);
    }
  }

  TurnTerms take() { return std::move(found_); }

 private:
  void step() {
    if (std::exchange(line_starts_, false) && skip_line()) {
      return;
    }
    const CodePoint point = code_point_at(text_, at_);
    if (is_word_character(point.value)) {
      read_word();
      return;
    }
    if (point.value == U'[' && skip_brackets()) {
      return;
    }
    line_starts_ = point.value == U'\n';
    const bool ends = line_starts_ || (point.size == 1 && kSentenceEnds.find(text_[at_]) != std::string_view::npos);
    sentence_starts_ = sentence_starts_ || ends;
    at_ += point.size;
  }

  /// Skips a line that begins with > or ``` or is in a block of code.
  bool skip_line() {
    const std::string_view rest = text_.substr(at_);
    const bool fence = rest.starts_with(kFence);
    in_code_ = in_code_ != fence;
    if (!fence && !in_code_ && !rest.starts_with(">")) {
      return false;
    }
    at_ = std::min(text_.find('\n', at_), text_.size() - 1) + 1;
    line_starts_ = true;
    return true;
  }

  bool skip_brackets() {
    const std::string_view rest = text_.substr(at_);
    const auto begins = [rest](std::string_view head) { return rest.starts_with(head); };
    if (std::none_of(std::begin(kSkippedBrackets), std::end(kSkippedBrackets), begins)) {
      return false;
    }
    at_ = std::min(text_.find(']', at_), text_.size() - 1) + 1;
    return true;
  }

  /// The end of the word that begins at `at`; an apostrophe between two letters is in it.
  [[nodiscard]] std::size_t end_of_word(std::size_t at) const {
    while ((at = ascii::end_of_run(text_, at, ascii::kWord)) < text_.size()) {
      const CodePoint point = code_point_at(text_, at);
      if (!is_word_character(point.value) && !(is_apostrophe(point.value) && is_word_at(text_, at + point.size))) {
        break;
      }
      at += point.size;
    }
    return at;
  }

  void read_word() {
    const std::size_t begin = at_;
    at_ = end_of_word(begin);
    WrittenWord word;
    word.written = text_.substr(begin, at_ - begin);
    word.end = at_;
    word.at = static_cast<std::uint32_t>(found_.words++);
    word.starts_sentence = std::exchange(sentence_starts_, false);
    const bool possessive = cut_apostrophe(word);
    word.known = english().look_up(word.lower);
    read_capitals(word, begin);
    if (is_plain(word.lower)) {
      const bool known = word.known.use != WordUse::kUnlisted && (word.known.use != WordUse::kName || word.capital);
      ++(known ? english_ : foreign_);
    }
    const bool joined = is_joined(begin, at_);
    word.usable = !joined && is_usable(word);
    word.named = word.usable ? word.capital : !joined && is_part_of_name(word);
    const bool adjacent = begin == before_.end + 1 && (text_[before_.end] == ' ' || text_[before_.end] == '-');
    if (adjacent && ((word.usable && before_.usable) || (word.named && before_.named))) {
      add_pair(word);
    }
    if (word.usable) {
      add_word(word);
    }
    word.usable = word.usable && !possessive;  // "the dog's bowl" is not a term of two words
    word.named = word.named && !possessive;
    before_ = std::move(word);
  }

  /// Sets `lower`. Returns true for a possessive, which loses its 's.
  static bool cut_apostrophe(WrittenWord& word) {
    const bool possessive = word.written.ends_with("'s") || word.written.ends_with("’s");
    if (possessive) {
      word.written.remove_suffix(word.written.ends_with("'s") ? 2 : std::string_view("’s").size());
    }
    word.lower = to_lower(word.written);
    return possessive;
  }

  void read_capitals(WrittenWord& word, std::size_t begin) const {
    const char32_t first = code_point_at(word.written, 0).value;
    word.all_capitals = word.lower.size() > 1 && to_lower(first) != first && is_upper(word.written);
    const bool shouted = word.all_capitals && before_.all_capitals && begin == before_.end + 1;
    word.capital = !shouted && to_lower(first) != first && (!word.starts_sentence || word.all_capitals);
  }

  [[nodiscard]] bool is_usable(const WrittenWord& word) const {
    const WordUse use = word.known.use;
    const bool named = use != WordUse::kName || word.capital;
    if (use == WordUse::kOther || !named || is_foreign(word) || !is_plain(word.lower)) {
      return false;
    }
    const std::size_t letters = count_code_points(word.lower);
    return letters >= (use == WordUse::kUnlisted ? kNameLettersMin : kPairLettersMin) &&
           letters <= bounds_.letters_max && !is_name(word);
  }

  /// Whether a word that says nothing alone is written as part of a name: "Harry" in "a Harry Potter fan".
  [[nodiscard]] bool is_part_of_name(const WrittenWord& word) const {
    return word.capital && !word.all_capitals && word.known.use == WordUse::kOther && is_plain(word.lower) &&
           word.lower.size() >= kNameLettersMin && word.lower.size() <= bounds_.letters_max && !is_name(word) &&
           (language::classes_of(word.lower) & language::kTimeUnit) == 0;
  }

  /// Whether a speaker has this name, or a longer one: "Mel" for Melanie.
  [[nodiscard]] bool is_name(const WrittenWord& word) const {
    const bool short_form = word.written != word.lower && word.lower.size() >= kNameLettersMin;
    return std::any_of(names_.begin(), names_.end(), [&](const std::string& name) {
      return short_form ? name.starts_with(word.lower) : name == word.lower;
    });
  }

  /// Whether a mark joins the word to a path, an address or an expression.
  [[nodiscard]] bool is_joined(std::size_t begin, std::size_t end) const {
    const auto is_in = [this](std::string_view marks, std::size_t at) {
      return marks.find(text_[at]) != std::string_view::npos;
    };
    const bool behind_word =
        begin > 1 && is_in(kJoining, begin - 1) && (before_.end + 1 == begin || is_in("/:", begin - 2));
    const bool before_word =
        end + 1 < text_.size() && is_in(kJoining, end) && (is_word_at(text_, end + 1) || text_[end + 1] == '/');
    return behind_word || before_word || (begin > 0 && is_in(kLeading, begin - 1));
  }

  void add_pair(const WrittenWord& word) {
    if (word.known.use == WordUse::kFirst || !(is_strong(word) || is_strong(before_)) || word.lower == before_.lower) {
      return;
    }
    TermUse use{before_.lower + " " + activity_of(language::stem(word.lower)), form_of(before_) + " " + form_of(word),
                kRarePerBillion, before_.at, true};
    proper_.push_back(before_.capital && word.capital);
    found_.uses.push_back(std::move(use));
  }

  void add_word(const WrittenWord& word) {
    const bool listed = word.known.use != WordUse::kUnlisted;
    const std::size_t letters = count_code_points(word.lower);
    if (!is_strong(word) || letters < bounds_.letters_min) {
      return;
    }
    const std::string stem = language::stem(word.lower);
    std::string key = activity_of(stem);
    std::uint32_t per_billion = listed ? word.known.per_billion : kRarePerBillion;
    if (key != stem) {
      per_billion = std::max(per_billion, english().look_up(key).per_billion);
    }
    TermUse use{std::move(key), form_of(word), per_billion, word.at, false};
    if (std::find(topics_.begin(), topics_.end(), use.key) == topics_.end()) {
      topics_.push_back(use.key);
    }
    proper_.push_back(word.capital);
    found_.uses.push_back(std::move(use));
  }

  /// Drops the uses from `begin` on that are not written with capitals.
  void keep_capitals(std::size_t begin) {
    std::size_t kept = begin;
    for (std::size_t i = begin; i < found_.uses.size(); ++i) {
      if (proper_[i]) {
        proper_[kept] = true;
        found_.uses[kept++] = std::move(found_.uses[i]);
      }
    }
    found_.uses.resize(kept);
    proper_.resize(kept);
  }

  std::vector<std::string> names_;
  TermBounds bounds_;
  TurnTerms found_;
  std::vector<bool> proper_;         ///< for each of the uses whether its words have capitals
  std::vector<std::string> topics_;  ///< keys of the words that were found
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t english_ =
      0;  ///< words of the text that are in the vocabulary, names with a capital, or have an English ending
  std::size_t foreign_ = 0;  ///< other words
  WrittenWord before_;
  bool sentence_starts_ = true;
  bool line_starts_ = true;
  bool in_code_ = false;
};

}  // namespace

TurnTerms terms_of(std::span<const std::string_view> texts, std::span<const std::string_view> speakers,
                   const TermBounds& bounds) {
  TermReader reader(speakers, bounds);
  for (const std::string_view text : texts) {
    reader.read(text);
  }
  return reader.take();
}

}  // namespace turnstream::pattern
