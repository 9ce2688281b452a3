#include "stages/episodic/tags.h"

#include <algorithm>

#include "pipeline/base/label_bounds.h"
#include "pipeline/base/utf8.h"
#include "stages/common/language/stop_words.h"

namespace turnstream::episodic {
namespace {

/// The tag, at most kTagBytesMax bytes of it, cut at a code point.
std::string_view bounded(std::string_view tag) {
  std::size_t size = std::min(tag.size(), kTagBytesMax);
  while (size < tag.size() && size > 0 && (static_cast<unsigned char>(tag[size]) & 0xC0U) == 0x80U) {
    --size;
  }
  return tag.substr(0, size);
}

class TagList {
 public:
  explicit TagList(const EpisodicSettings& settings) : settings_(settings) {}

  [[nodiscard]] bool full() const { return static_cast<std::int64_t>(tags_.size()) >= settings_.tags_max; }
  void add_given(std::string_view whole) {
    const std::string_view tag = bounded(whole);
    std::string lower = to_lower(tag);
    if (!full() && !tag.empty() && !is_there(lower)) {
      tags_.emplace_back(tag);
      given_lower_.push_back(std::move(lower));
    }
  }
  void add_word(std::string_view word) {
    if (!language::can_be_content(word, static_cast<std::size_t>(settings_.tag_letters_min),
                                  static_cast<std::size_t>(settings_.tag_letters_max))) {
      return;
    }
    word_.clear();
    append_to_lower(word_, word);
    if (!full() && !is_there(word_) && !language::is_stop_word(word_)) {
      tags_.push_back(word_);
    }
  }
  std::vector<std::string> take() { return std::move(tags_); }

 private:
  /// `lower` is the tag in lower case.
  [[nodiscard]] bool is_there(const std::string& lower) const {
    const auto words = tags_.begin() + static_cast<std::ptrdiff_t>(given_lower_.size());
    return std::find(given_lower_.begin(), given_lower_.end(), lower) != given_lower_.end() ||
           std::find(words, tags_.end(), lower) != tags_.end();
  }

  const EpisodicSettings& settings_;
  std::vector<std::string> tags_;  ///< given tags first
  std::vector<std::string> given_lower_;
  std::string word_;
};

}  // namespace

std::vector<std::string> tags_of(std::span<const std::string_view> given, std::span<const std::string_view> texts,
                                 const EpisodicSettings& settings) {
  TagList tags(settings);
  for (const std::string_view tag : given) {
    tags.add_given(tag);
  }
  for (const std::string_view text : texts) {
    std::size_t at = 0;
    while (!tags.full()) {
      const std::string_view word = next_word(text, at);
      if (word.empty()) {
        break;
      }
      tags.add_word(word);
    }
  }
  return tags.take();
}

}  // namespace turnstream::episodic
