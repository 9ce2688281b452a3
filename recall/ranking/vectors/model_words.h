#pragma once
// ModelWords: the words of a text as the tokenizer of BERT (uncased) separates them, which the model behind a vector table was trained
// with: in lower case, without accents; each punctuation mark and each Chinese character is a word of its own; white space separates
// words; control characters are left out. They are other words than those of words.h, and the same in all languages of personas.
// It differs from that tokenizer in what hardly occurs: names of special tokens in the text ("[SEP]") are text, unassigned code points and
// compatibility ideographs stay as they are, and the properties of code points are those of Unicode 14.
// Threads: one at a time. Lifetime: borrows the text.

#include <cstddef>
#include <string>
#include <string_view>

namespace turnstream::recall {

class ModelWords {
 public:
  /// `text`: valid UTF-8.
  explicit ModelWords(std::string_view text) : text_(text) {}

  /// The next word, empty at the end of the text. Valid until the next call.
  [[nodiscard]] std::string_view next();
  /// Whether the last word was a punctuation mark.
  [[nodiscard]] bool is_mark() const { return is_mark_; }

 private:
  // They add the character to the word. False if it ends the word instead and is to be read again.
  bool read_ascii(char c);
  bool read_beyond_ascii(char32_t c);

  std::string_view text_;
  std::size_t at_ = 0;
  std::string word_;
  bool is_alone_ = false;  ///< the word that is being read takes no further letters
  bool is_mark_ = false;
};

}  // namespace turnstream::recall
