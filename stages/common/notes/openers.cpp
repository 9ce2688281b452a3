#include "stages/common/notes/openers.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "stages/common/notes/words.h"

namespace turnstream::notes {
namespace {

/// Up to three lists of alternatives, separated by `|`; one of each must stand there, with a blank between them. `*` at
/// the end of an alternative stands for any letters.
struct PhraseRow {
  std::string_view first;
  std::string_view second = {};
  std::string_view third = {};
};

constexpr PhraseRow kGreetings[] = {
    {"hey|hi|hello|yo|bye|goodbye|later|have a|good luck|catch you|long time|what's up|how's it|nice to|take care"},
    {"good", "morning|evening|afternoon|to"},
    {"see", "ya|you"},
    {"talk|talk to you", "soon|later"},
    {"great to", "hear|see|chat|talk"},
};

constexpr std::string_view kBeforeThanks = "hey|wow|aw|aww|oh|yeah|yep|ok|okay|great|awesome|cool";
constexpr PhraseRow kThanks[] = {
    {"thanks|thank you|thx|appreciate|i appreciate|i really appreciate|you're welcome|my pleasure|anytime"},
    {"no", "problem|worries"},
    {"glad", "to|you|i"},
    {"i'm|i'm so|i'm really", "glad|happy|sorry|proud", "you|to hear|for you|that you|of you"},
};

constexpr std::string_view kBeforeCheers = "wow|aw|aww|oh|yeah|yep|hey|woohoo|whoa";
constexpr PhraseRow kCheers[] = {
    {"congrat*|way to go|what a |what an "},
    {"keep", "it|up|going|on|doing|at"},
    {"you|you're|you are", "got|so|really|doing|can|rock|amazing|awesome|such|inspiring"},
    {"that's|that is|that must|that sounds|that was|that looks"},
    {"sound|sounds", "like|great|good|awesome|fun|amazing|cool|so"},
    {"how", "cool|great|awesome|nice|sweet|amazing|cute|lovely"},
    {"so|pretty|really|super", "cool|great|happy|glad|proud|nice"},
    {"look|looks|amazing|awesome|great|nice|cool|good|wow"},
    {"it's|it is", "great|awesome|amazing|nice|cool|inspiring|wonderful|important|good"},
    {"it's|it is", "so|really|always|such", "great|awesome|amazing|nice|cool|inspiring|wonderful|important|good"},
    {"can't wait to", "hear|see"},
    {"let's|let me|let us|hope|i hope|i bet|i'm sure"},
    {"i can|i can't", "imagine|only"},
    {"totally|absolutely|definitely|exactly|agreed|for sure|of course|sure|yeah|yep|yes|wow|aw|aww|haha|lol"},
};

bool is_word_part_at(std::string_view text, std::size_t at) {
  return at < text.size() && is_word_part(code_point_at(text, at).value);
}

/// One alternative of a list. An open one stands for itself and any letters behind it.
struct Alternative {
  std::string_view letters;
  bool open = false;
  char second = '\0';  ///< the second letter, which excludes most texts; 0: there is none
};

/// A bit for a byte of a phrase; all but letters, blanks and apostrophes share one.
std::uint32_t bit_of(char c) {
  constexpr unsigned kBlank = 26;
  constexpr unsigned kApostrophe = 27;
  constexpr unsigned kOther = 28;
  const unsigned number = c >= 'a' && c <= 'z' ? static_cast<unsigned>(c - 'a')
                          : c == ' '           ? kBlank
                          : c == '\''          ? kApostrophe
                                               : kOther;
  return std::uint32_t{1} << number;
}

/// A list of alternatives, read once. Every alternative begins with a small letter, so the first letter of a text tells
/// which of them can stand there.
class Alternatives {
 public:
  explicit Alternatives(std::string_view list) {
    std::vector<Alternative> all;
    while (!list.empty()) {
      std::string_view letters = list.substr(0, list.find('|'));
      list.remove_prefix(std::min(letters.size() + 1, list.size()));
      const bool open = letters.back() == '*';
      letters.remove_suffix(open ? 1 : 0);
      all.push_back({letters, open, letters.size() > 1 ? letters[1] : '\0'});
    }
    for (char first = 'a'; first <= 'z'; ++first) {
      begins_[index_of(first)] = static_cast<std::uint16_t>(sorted_.size());
      std::copy_if(all.begin(), all.end(), std::back_inserter(sorted_),
                   [first](const Alternative& one) { return one.letters.front() == first; });
    }
    begins_[kLetters] = static_cast<std::uint16_t>(sorted_.size());
  }

  [[nodiscard]] bool empty() const { return sorted_.empty(); }
  /// With which bytes behind this small letter an alternative continues, as a union of bit_of(); 0 if none begins with the letter.
  [[nodiscard]] std::uint32_t seconds_behind(char letter) const {
    std::uint32_t seconds = 0;
    for (std::size_t i = begins_[index_of(letter)]; i < begins_[index_of(letter) + 1]; ++i) {
      seconds |= sorted_[i].second == '\0' ? ~std::uint32_t{0} : bit_of(sorted_[i].second);
    }
    return seconds;
  }

  /// Whether `use(end)` is true for the end of an alternative that stands at byte `at` of the text.
  template <typename Use>
  [[nodiscard]] bool any_at(std::string_view text, std::size_t at, const Use& use) const {
    if (at >= text.size() || text[at] < 'a' || text[at] > 'z') {
      return false;
    }
    const std::size_t first = index_of(text[at]);
    const char second = at + 1 < text.size() ? text[at + 1] : '\0';
    for (std::size_t i = begins_[first]; i < begins_[first + 1]; ++i) {
      const Alternative& one = sorted_[i];
      if ((one.second != '\0' && one.second != second) || text.compare(at, one.letters.size(), one.letters) != 0) {
        continue;
      }
      const std::size_t end = at + one.letters.size();
      if (use(one.open ? end_of_word(text, end) : end)) {
        return true;
      }
    }
    return false;
  }

 private:
  static constexpr std::size_t kLetters = 26;
  static std::size_t index_of(char letter) { return static_cast<std::size_t>(letter - 'a'); }

  std::vector<Alternative> sorted_;  ///< by first letter, those of one letter as in the list
  std::array<std::uint16_t, kLetters + 1> begins_{};
};

/// A PhraseRow, read once.
struct Phrase {
  explicit Phrase(const PhraseRow& row) : first(row.first), second(row.second), third(row.third) {}
  Alternatives first;
  Alternatives second;
  Alternatives third;
};

/// Rows of phrases, read once, with those that can stand where a letter stands.
class Phrases {
 public:
  explicit Phrases(std::span<const PhraseRow> rows) {
    for (char letter = 'a'; letter <= 'z'; ++letter) {
      for (const PhraseRow& row : rows) {
        Phrase phrase(row);
        if (const std::uint32_t seconds = phrase.first.seconds_behind(letter); seconds != 0) {
          const auto place = static_cast<std::size_t>(letter - 'a');
          seconds_[place] |= seconds;
          by_letter_[place].push_back(std::move(phrase));
        }
      }
    }
  }
  /// The phrases that can begin at byte `at` of the text.
  [[nodiscard]] std::span<const Phrase> at(std::string_view text, std::size_t at) const {
    if (at >= text.size() || text[at] < 'a' || text[at] > 'z') {
      return {};
    }
    const auto place = static_cast<std::size_t>(text[at] - 'a');
    const std::uint32_t second = bit_of(at + 1 < text.size() ? text[at + 1] : '\0');
    return (seconds_[place] & second) != 0 ? by_letter_[place] : std::span<const Phrase>();
  }

 private:
  std::array<std::vector<Phrase>, 26> by_letter_;
  std::array<std::uint32_t, 26> seconds_{};  ///< by first letter: bit_of() of the bytes that can follow it
};

bool phrase_at(std::string_view text, std::size_t at, const Phrases& phrases) {
  // A phrase ends where a word ends, or, behind a blank of its own ("what a "), where a word begins.
  const auto at_boundary = [text](std::size_t end) {
    const auto last = static_cast<unsigned char>(text[end - 1]);
    const bool behind_word = last >= 0x80 || is_word_part(last);  // not ASCII: a letter behind "congrat"
    return behind_word != is_word_part_at(text, end);
  };
  const auto blank_at = [text](std::size_t end) { return end < text.size() && text[end] == ' '; };
  const std::span<const Phrase> possible = phrases.at(text, at);
  return std::any_of(possible.begin(), possible.end(), [&](const Phrase& phrase) {
    const auto behind_second = [&](std::size_t end) {
      return phrase.third.empty() ? at_boundary(end) : blank_at(end) && phrase.third.any_at(text, end + 1, at_boundary);
    };
    const auto behind_first = [&](std::size_t end) {
      return phrase.second.empty() ? at_boundary(end)
                                   : blank_at(end) && phrase.second.any_at(text, end + 1, behind_second);
    };
    return phrase.first.any_at(text, at, behind_first);
  });
}

/// A name before thanks or cheers ends within so many bytes.
constexpr std::size_t kNameBytesMax = 128;

/// Where a phrase can begin: at the start, behind an interjection ("oh", "oh, ") and behind a name with a comma.
class Starts {
 public:
  Starts(std::string_view text, const Alternatives& interjections) : text_(text) {
    add(0);
    // No end is refused, so each interjection adds its starts.
    (void)interjections.any_at(text, 0, [this](std::size_t end) {
      add_with_blank(end);
      if (end < text_.size() && (text_[end] == ',' || text_[end] == '!' || text_[end] == '.')) {
        add_with_blank(end + 1);
      }
      return false;
    });
    const std::size_t before_names = size_;
    for (std::size_t i = 0; i < before_names; ++i) {
      const std::size_t end = end_of_word(text.substr(0, kNameBytesMax), starts_[i]);
      if (end > starts_[i] && end < text.size() && text[end] == ',') {
        add_with_blank(end + 1);
      }
    }
  }
  [[nodiscard]] std::span<const std::size_t> all() const { return {starts_.data(), size_}; }

 private:
  void add(std::size_t at) {
    const bool known = std::find(starts_.begin(), starts_.begin() + size_, at) != starts_.begin() + size_;
    if (!known && at < text_.size() && size_ < starts_.size()) {
      starts_[size_++] = at;
    }
  }
  void add_with_blank(std::size_t at) {
    add(at);
    if (at < text_.size() && text_[at] == ' ') {
      add(at + 1);
    }
  }

  std::string_view text_;
  std::array<std::size_t, 32>
      starts_{};  ///< at most two interjections fit, each ends in four ways: 9 starts, 27 with names
  std::size_t size_ = 0;
};

bool opens_with(std::string_view text, const Alternatives& interjections, const Phrases& phrases) {
  const Starts starts(text, interjections);
  return std::any_of(starts.all().begin(), starts.all().end(),
                     [&](std::size_t at) { return phrase_at(text, at, phrases); });
}

}  // namespace

bool is_greeting(std::string_view lower) {
  static const Phrases kPhrases(kGreetings);
  return phrase_at(lower, 0, kPhrases);
}

bool is_thanks(std::string_view lower) {
  static const Alternatives kInterjections(kBeforeThanks);
  static const Phrases kPhrases(kThanks);
  return opens_with(lower, kInterjections, kPhrases);
}

bool is_cheer(std::string_view lower) {
  static const Alternatives kInterjections(kBeforeCheers);
  static const Phrases kPhrases(kCheers);
  return opens_with(lower, kInterjections, kPhrases);
}

}  // namespace turnstream::notes
