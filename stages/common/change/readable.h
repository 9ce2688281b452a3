#pragma once
// Readable: which sentences of a message are read for change, by the semantic stage and by the pattern stage alike, so that
// facts and patterns do not contradict each other. Not read are sarcasm, long lists, and texts that the agent is asked to
// write or to work on: "Translate: I sold the car". Threads: any; pure. Lifetime: borrows the utterance.

#include "stages/common/language/sentences.h"
#include "stages/common/language/utterance.h"
#include "stages/common/language/words.h"

namespace turnstream::change {

class Readable {
 public:
  explicit Readable(const language::Utterance& utterance);

  /// Precondition: the sentence is one of the utterance.
  [[nodiscard]] bool has(language::Sentence sentence) const;

 private:
  const language::Sarcasm& sarcasm_;
  const language::Word* given_ = nullptr;  ///< here a text begins that the message gives; null: nowhere
};

}  // namespace turnstream::change
