#pragma once
// Correction marks: the words with which people say that what was said before is wrong: "That's wrong", "You wrote Meier again",
// "Sorry, …". To make the rules find another wording, add a row with its example to correction_marks.cpp; a test reads each example.
// Threads: any; pure.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "stages/common/language/sentences.h"

namespace turnstream::language {

enum class CorrectionMark : std::uint8_t {
  kError,  ///< what stands next to it is right: "That's wrong: …", "…, you misread it"
  kClaim,  ///< it names what was said: "You wrote Meier. …"; next to it stands a value of the same kind, which is right
  kRepair,  ///< it may only excuse: "Sorry, …"; a short value behind "it's" is right
  kLast = kRepair,
};

struct CorrectionMarkRow {
  CorrectionMark mark = CorrectionMark::kError;
  std::string_view form;     ///< as in forms.h
  std::string_view example;  ///< a text with a correction
};

[[nodiscard]] std::span<const CorrectionMarkRow> correction_marks();

/// Whether the mark stands in the words, which are a sentence or a part of one. Time: linear in its length, for each row.
[[nodiscard]] bool holds_mark(Sentence words, CorrectionMark mark);

/// Which marks stand in a sentence.
struct CorrectionMarks {
  std::array<bool, static_cast<std::size_t>(CorrectionMark::kLast) + 1> found{};
  [[nodiscard]] bool has(CorrectionMark mark) const { return found[static_cast<std::size_t>(mark)]; }
  [[nodiscard]] bool any() const { return std::find(found.begin(), found.end(), true) != found.end(); }
};
[[nodiscard]] CorrectionMarks marks_in(Sentence sentence);

}  // namespace turnstream::language
