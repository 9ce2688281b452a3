#pragma once
// Texts: what people say and ask in the benchmark of recall. Words are as frequent as in conversations: either a chain of
// the words in a LoCoMo file, with its questions, or drawn words, of which the one of rank r comes with a frequency of 1/r.
// The persona's user is Ann, its agent Ben. The same random numbers give the same texts. Threads: any; it does not change.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/data/random.h"
#include "pipeline/base/result.h"

namespace turnstream::bench {

class Texts {
 public:
  /// `dataset`: the bytes of a LoCoMo file; empty: drawn words. Error "input_refused" if it has no messages or questions.
  static Result<Texts> make(std::string_view dataset);

  [[nodiscard]] std::string message(app::Random& random) const;
  [[nodiscard]] std::string question(app::Random& random) const;

 private:
  using WordNumber = std::uint32_t;

  void learn(std::string_view text);
  void make_ranks();
  [[nodiscard]] const std::string& ranked_word(app::Random& random) const;
  [[nodiscard]] std::string drawn_message(app::Random& random) const;
  [[nodiscard]] std::string drawn_question(app::Random& random) const;

  std::vector<std::string> words_{""};  ///< the empty one begins and ends a message
  std::unordered_map<std::string, WordNumber> numbers_;
  std::vector<std::vector<WordNumber>> next_{{}};  ///< by word: the words that followed it, each as often as it did
  std::vector<std::string> questions_;             ///< empty: drawn words
  std::vector<double> frequencies_;                ///< by rank: the sum of the frequencies up to it
};

}  // namespace turnstream::bench
