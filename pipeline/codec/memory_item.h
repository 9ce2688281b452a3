#pragma once
// Memory items as bytes, in the field order of docs/topics.md, and the patch from one state of an item to another.
// Reading fails with code "bad_memory_item" and reaction kRebuildState, because only stages write these bytes.
// Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/memory_item.h"

namespace turnstream::codec {

/// `sources` is the last member and is omitted if the list is empty.
void append_memory_item(std::string& out, const model::MemoryItem& item);

Result<model::MemoryItem> parse_memory_item(std::string_view json);

/// A JSON object with the top-level fields in which `after` differs from `before`; empty if there are none.
/// Precondition: both are states of the same item. Fields that never change (such as id, content, context, timestamp,
/// provenance) are not compared.
[[nodiscard]] std::string memory_item_patch(const model::MemoryItem& before, const model::MemoryItem& after);

}  // namespace turnstream::codec
