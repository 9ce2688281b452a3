#pragma once
// Utterance: the sentences of a message and the marks of sarcasm in it, found once for all rules that read the message. Threads: any;
// constant once it is made. Lifetime: borrows the words.

#include <vector>

#include "stages/common/language/sarcasm.h"
#include "stages/common/language/sentences.h"
#include "stages/common/language/words.h"

namespace turnstream::language {

class Utterance {
 public:
  explicit Utterance(const Words& words)
      : cuts_(cut_sentences(words)), asserted_(asserted_sentences(cuts_)), sarcasm_(words) {}

  /// As cut_sentences() gives them.
  [[nodiscard]] const std::vector<SentenceCut>& cuts() const { return cuts_; }
  /// As asserted_sentences() gives them.
  [[nodiscard]] const std::vector<Sentence>& asserted() const { return asserted_; }
  [[nodiscard]] const Sarcasm& sarcasm() const { return sarcasm_; }

 private:
  std::vector<SentenceCut> cuts_;
  std::vector<Sentence> asserted_;
  Sarcasm sarcasm_;
};

}  // namespace turnstream::language
