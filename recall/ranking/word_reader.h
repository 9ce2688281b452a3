#pragma once
// WordReader: the words of a text in some language one after the other, by the rules of words.h. Threads: one at a time. Lifetime: borrows the text.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "recall/ranking/language.h"

namespace turnstream::recall {

/// By byte: a letter or digit of ASCII in lower case, 0 for other bytes.
inline constexpr auto kLettersAndDigits = [] {
  std::array<unsigned char, 256> all{};
  for (std::size_t c = 0; c < all.size(); ++c) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    const bool is_other = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    all[c] = static_cast<unsigned char>(is_upper ? c + 'a' - 'A' : is_other ? c : 0);
  }
  return all;
}();
[[nodiscard]] inline std::uint64_t lower_letter_or_digit(char c) {
  return kLettersAndDigits[static_cast<unsigned char>(c)];
}
[[nodiscard]] inline bool is_ascii_letter_or_digit(char c) {
  return lower_letter_or_digit(c) != 0;
}

/// Whether the code point belongs to words of some script, Latin included.
[[nodiscard]] bool is_word_part(char32_t c);

class WordReader {
 public:
  WordReader(std::string_view text, const Language& language, std::size_t at = 0)
      : text_(text), is_english_(language.is_english()), at_(at) {}

  /// Where the rest of the text begins.
  [[nodiscard]] std::size_t at() const { return at_; }
  /// The next word; empty at the end of the text.
  std::string next() { return is_english_ ? next_of_english() : next_of_other_language(); }

 private:
  std::string next_of_english();
  std::string next_of_other_language();
  void append_ascii(std::string& word);
  [[nodiscard]] bool is_of_other_script_at(std::size_t at) const;
  [[nodiscard]] bool is_mark_at(std::size_t at) const;
  std::string next_of_other_script();

  std::string_view text_;
  bool is_english_ = true;
  std::size_t at_ = 0;
};

}  // namespace turnstream::recall
