#pragma once
// Correction values: what can be said to be right, and which two values are of one kind. Threads: any; pure.

#include "stages/common/language/correction_parts.h"
#include "stages/common/language/sentences.h"

namespace turnstream::language {

/// Whether what stands where a value should can be one: not "not right", "what I said", "going to ask".
[[nodiscard]] bool can_be_value(Sentence sentence, Part value);
/// Whether it is a judgement or a mood: "a mess", "so tired".
[[nodiscard]] bool is_judgement(Sentence sentence, Part value);
/// "Katrin with a K", "Jon without an h".
[[nodiscard]] bool is_spelling(Sentence sentence, Part value);
/// Whether it is only a number, day or name, with articles and prepositions: "on the 5th".
[[nodiscard]] bool is_bare(Sentence sentence, Part value);
/// "the port", "my sister", "Katrin"; not "life".
[[nodiscard]] bool is_definite(Sentence sentence, Part subject);
/// Whether both are of one kind, so that the one can be right and the other one wrong: "Monday" and "on Tuesday", "vegan" and "lactose
/// intolerant".
[[nodiscard]] bool are_alike(Sentence a, Part of_a, Sentence b, Part of_b);
/// "allergic to walnuts": its last phrase can be put right alone.
[[nodiscard]] bool has_object(Sentence sentence, Part value);

}  // namespace turnstream::language
