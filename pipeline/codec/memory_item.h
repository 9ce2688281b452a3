#pragma once
// Memory items as bytes, in the one field order of docs/topics.md; and the patch that leads from one state of an item
// to another. Errors of the reader: code "bad_memory_item", reaction kRebuildState (only we write them).
// Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/memory_item.h"

namespace turnstream::codec {

/// `sources` is written, last, only where there are any.
void append_memory_item(std::string& out, const model::MemoryItem& item);

Result<model::MemoryItem> parse_memory_item(std::string_view json);

/// An object with the top-level fields in which `after` differs from `before`, empty if none does. Precondition: they
/// are the same item: identity, content, context, times of making and provenance never change.
[[nodiscard]] std::string memory_item_patch(const model::MemoryItem& before, const model::MemoryItem& after);

}  // namespace turnstream::codec
