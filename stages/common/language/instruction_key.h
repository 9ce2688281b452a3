#pragma once
// The key of an instruction: what is ordered and where, so that a newer order takes the place of an older one about the same. A
// position is the index of a word in the sentence. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <string>

#include "stages/common/language/sentences.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {

/// Whether numbers and languages keep their names in a key: "answer in French" is about the language, "don't answer in French" about
/// French.
enum class KeyForm : std::uint8_t { kFolded, kNamed };

/// The word as it stands in a key: its stem, for verbs that order the same the usual one ("reply": "answer"), of a number `#` and of
/// a language `language` (kFolded). Empty for a mark or a word without content.
[[nodiscard]] std::string key_word(const Word& word, KeyForm form);

/// The key of the instruction [begin, end), whose order begins at `order`; Instruction::key (instructions.h) has its form. What
/// stands before the order is its condition or place: "answer # word | chat" of "in chats reply in ten words". Empty if nothing has
/// content.
[[nodiscard]] std::string key_of_instruction(Sentence sentence, std::size_t begin, std::size_t order, std::size_t end,
                                             bool positive);

/// Where what is ordered begins: behind "I want you to" and "make sure"; else `order`.
[[nodiscard]] std::size_t behind_wish(Sentence sentence, std::size_t order, std::size_t end);

/// The first word of the list in [begin, end); `end` if there is none. Precondition: begin ≤ end.
[[nodiscard]] std::size_t find_word(Sentence sentence, std::size_t begin, std::size_t end, const WordSet& words);

}  // namespace turnstream::language
