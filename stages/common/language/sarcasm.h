#pragma once
// Sarcasm: sentences whose praise is not meant. Jokes that name themselves ("lol", "oh great") are left out before
// (sentences.h). Threads: any; pure. Lifetime: borrows the words.

#include <cstdint>
#include <vector>

#include "stages/common/language/sentences.h"
#include "stages/common/language/statements.h"
#include "stages/common/language/words.h"

namespace turnstream::language {

/// The marks of sarcasm in a text:
/// - a complaint in the sentence that praises, outside of what is praised: "I love how it crashes"; not "I love frozen yogurt"
/// - next to it, a complaint that says that it happens again: "The build broke again. I love this tool."
/// - praise in capitals with "just" or "so", or next to any complaint: "I just LOVE waiting"; not "I LOVE hiking!"
/// A sentence does not complain if it has a negation or says that the fault is gone. A contrast says that both are meant: "I love
/// my bike, but the brake broke".
class Sarcasm {
 public:
  /// Time: linear in the length of the text, and little if nothing in it praises.
  explicit Sarcasm(const Words& words);
  /// Whether the sentence, which is one of the text, has a mark.
  [[nodiscard]] bool is_in(Sentence sentence) const;

 private:
  enum class Complaint : std::uint8_t { kNone, kOnce, kAgain };
  struct Read {
    const Word* begin = nullptr;
    Complaint complaint = Complaint::kNone;
    bool contrasts = false;
  };
  static Complaint complaint_of(Sentence sentence);

  std::vector<Read> sentences_;  ///< all of the text, in order; empty if nothing in it praises
};

/// Adds what a sentence states (add_statements); if it is one of a talk and sarcastic, without what the speaker likes.
void add_meant(Sentence sentence, Register reg, const Sarcasm& sarcasm, std::vector<Statement>& found);

}  // namespace turnstream::language
