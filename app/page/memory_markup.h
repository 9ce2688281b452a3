#pragma once
// A memory or message as a list shows it: its words, when it held, how sure it is, the parts of its score, and what can be done
// about it. Threads: pure.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "app/page/html.h"

namespace turnstream::app {

/// Where memories are shown. Borrows both texts.
struct MemoryPlace {
  const std::string& persona;
  const std::string& as_of;  ///< empty: the present; the past cannot be corrected or forgotten
};

/// `memory`: a result of an answer of recall. Writes one `li`.
void write_memory(Html& html, const nlohmann::json& memory, const MemoryPlace& place);
/// A list of them, or a sentence if there are none.
void write_memories(Html& html, const nlohmann::json& memories, const MemoryPlace& place, std::string_view if_none);

/// The words alone, and the line with kind, time, confidence and origin.
void write_words(Html& html, const nlohmann::json& memory);
void write_about(Html& html, const nlohmann::json& memory);
/// Buttons that only JavaScript shows.
void write_actions(Html& html, const nlohmann::json& memory, const MemoryPlace& place);

}  // namespace turnstream::app
