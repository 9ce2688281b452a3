#pragma once
// The slow, exact half of reading JSON: called only for what the fast reader (json_tape.h) refused, to say where the
// fault is and what was expected there. It never recurses, so that no depth can hurt it.
// Threads: any; pure functions.

#include <cstddef>
#include <optional>
#include <string_view>

#include "pipeline/base/result.h"

namespace turnstream::json {

/// `expected` is a part of a sentence and lives for ever: "a value", "the end of the text".
struct Fault {
  std::size_t offset = 0;
  std::string_view expected;
};

struct Shape {
  std::optional<Fault> fault;  ///< the first place where the text is not JSON
  std::size_t depth = 0;       ///< of its containers, the outermost is 1; up to the fault, if there is one
  bool is_object = false;
};

/// By RFC 8259; besides, an escape that names half a surrogate pair is a fault: it stands for no character.
/// Precondition: `text` is UTF-8.
Shape inspect(std::string_view text);

/// The refusal of a record that nests too deep.
Error too_deep(std::size_t depth, std::size_t depth_max);

/// The offset of the first byte that no UTF-8 text can have there, absent if `bytes` is UTF-8.
std::optional<std::size_t> find_utf8_fault(std::string_view bytes);

/// The number of the line, from 1, in which `offset` stands.
std::size_t line_at(std::string_view text, std::size_t offset);

}  // namespace turnstream::json
