#pragma once
// The parts of an instruction: where its order begins and ends, its key, polarity and scope. For instructions.cpp. A position is
// the index of a word in the sentence. Threads: any; pure.

#include <cstddef>

#include "stages/common/language/instructions.h"
#include "stages/common/language/sentences.h"

namespace turnstream::language {

/// Where the order begins in the instruction that begins at `begin`: behind "if the build fails,", where the first comma with an
/// order behind it counts. `begin` itself if no condition or scope stands before it.
[[nodiscard]] std::size_t order_of(Sentence sentence, std::size_t begin);

/// Where the instruction ends: before a reason ("…, it is easier"), a second order ("… and never …") unless it has a condition, and
/// words such as "thanks".
[[nodiscard]] std::size_t end_of_instruction(Sentence sentence, std::size_t begin, std::size_t order);

/// Key, polarity, scope and for_all of the instruction [begin, end), whose order begins at `order`. Its text is empty.
[[nodiscard]] Instruction read_instruction(Sentence sentence, std::size_t begin, std::size_t order, std::size_t end);

}  // namespace turnstream::language
