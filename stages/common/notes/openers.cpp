#include "stages/common/notes/openers.h"

#include <algorithm>
#include <array>
#include <span>

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

/// Whether `use(end)` is true for the end of an alternative of the list that stands at byte `at`.
template <typename Use>
bool any_at(std::string_view text, std::size_t at, std::string_view list, const Use& use) {
  if (at >= text.size() || text[at] < 'a' || text[at] > 'z') {
    return false;  // every alternative begins with a letter
  }
  const std::string_view rest = text.substr(at);
  while (!list.empty()) {
    std::string_view wanted = list.substr(0, list.find('|'));
    list.remove_prefix(std::min(wanted.size() + 1, list.size()));
    const bool open = wanted.back() == '*';
    if (open) {
      wanted.remove_suffix(1);
    }
    if (rest.front() != wanted.front() || !rest.starts_with(wanted)) {
      continue;
    }
    const std::size_t end = at + wanted.size();
    if (use(open ? end_of_word(text, end) : end)) {
      return true;
    }
  }
  return false;
}

bool phrase_at(std::string_view text, std::size_t at, std::span<const PhraseRow> rows) {
  // A phrase ends where a word ends, or, behind a blank of its own ("what a "), where a word begins.
  const auto at_boundary = [text](std::size_t end) {
    const auto last = static_cast<unsigned char>(text[end - 1]);
    const bool behind_word = last >= 0x80 || is_word_part(last);  // not ASCII: a letter behind "congrat"
    return behind_word != is_word_part_at(text, end);
  };
  const auto blank_at = [text](std::size_t end) { return end < text.size() && text[end] == ' '; };
  for (const PhraseRow& row : rows) {
    const auto behind_second = [&](std::size_t end) {
      return row.third.empty() ? at_boundary(end) : blank_at(end) && any_at(text, end + 1, row.third, at_boundary);
    };
    const auto behind_first = [&](std::size_t end) {
      return row.second.empty() ? at_boundary(end) : blank_at(end) && any_at(text, end + 1, row.second, behind_second);
    };
    if (any_at(text, at, row.first, behind_first)) {
      return true;
    }
  }
  return false;
}

/// A name before thanks or cheers ends within so many bytes.
constexpr std::size_t kNameBytesMax = 128;

/// Where a phrase can begin: at the start, behind an interjection ("oh", "oh, ") and behind a name with a comma.
class Starts {
 public:
  Starts(std::string_view text, std::string_view interjections) : text_(text) {
    add(0);
    any_at(text, 0, interjections, [this](std::size_t end) {
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

bool opens_with(std::string_view text, std::string_view interjections, std::span<const PhraseRow> rows) {
  const Starts starts(text, interjections);
  return std::any_of(starts.all().begin(), starts.all().end(),
                     [&](std::size_t at) { return phrase_at(text, at, rows); });
}

}  // namespace

bool is_greeting(std::string_view lower) {
  return phrase_at(lower, 0, kGreetings);
}

bool is_thanks(std::string_view lower) {
  return opens_with(lower, kBeforeThanks, kThanks);
}

bool is_cheer(std::string_view lower) {
  return opens_with(lower, kBeforeCheers, kCheers);
}

}  // namespace turnstream::notes
