#pragma once
// Explains why the fast reader (tape.h) refused a text: where the fault is and what was expected there. It is slow, so
// the reader calls it only after a refusal. It is not recursive: deep nesting cannot overflow the stack. Threads: any.

#include <cstddef>
#include <optional>
#include <string_view>

#include "pipeline/base/result.h"

namespace turnstream::json {

/// `expected` is a fragment for an error message, such as "a value" or "the end of the text". It points to static text.
struct SyntaxFault {
  std::size_t offset = 0;
  std::string_view expected;
};

struct SyntaxReport {
  std::optional<SyntaxFault> fault;  ///< the first fault; absent if there is none
  std::size_t depth = 0;  ///< the deepest nesting of objects and arrays up to the fault; the root counts as 1
  bool is_object = false;
};

/// Checks the text by RFC 8259. In addition, an escape for half of a surrogate pair is a fault, because it does not
/// denote a character. Precondition: `text` is valid UTF-8.
SyntaxReport inspect(std::string_view text);

/// The error for a record whose objects and arrays are nested `depth` deep, which is more than `depth_max`.
Error too_deep(std::size_t depth, std::size_t depth_max);

/// The number of the line that contains byte `offset`, counted from 1.
std::size_t line_at(std::string_view text, std::size_t offset);

}  // namespace turnstream::json
