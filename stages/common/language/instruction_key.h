#pragma once
// The key of an instruction: what is ordered and where, so that a newer order takes the place of an older one about the same. A
// position is the index of a word in the sentence. Threads: any; pure.

#include <cstddef>
#include <string>

#include "stages/common/language/sentences.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {

/// The key of the instruction [begin, end), whose order begins at `order`; Instruction::key (instructions.h) has its form. What
/// stands before the order is its condition or place: "reply # word | chat" of "in chats reply in ten words". Empty if nothing has
/// content.
[[nodiscard]] std::string key_of_instruction(Sentence sentence, std::size_t begin, std::size_t order, std::size_t end);

/// The first word of the list in [begin, end); `end` if there is none. Precondition: begin ≤ end.
[[nodiscard]] std::size_t find_word(Sentence sentence, std::size_t begin, std::size_t end, const WordSet& words);

}  // namespace turnstream::language
