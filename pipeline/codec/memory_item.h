#pragma once
// Memory items as JSON, written in the field order of docs/topics.md, and the patch from one state of an item to
// another. Bytes that cannot be read give the code "bad_memory_item" and reaction kRebuildState: the stored state is
// damaged. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/memory_item.h"

namespace turnstream::codec {

/// The member `sources` is the last, and is omitted if the list is empty.
void append_memory_item(std::string& out, const model::MemoryItem& item);

Result<model::MemoryItem> parse_memory_item(std::string_view json);

/// A JSON object with the top-level fields in which `after` differs from `before`; an empty string if both are equal.
/// Precondition: both are states of the same item. Fields that never change (such as id, content, context, timestamp,
/// provenance) are not in the object.
[[nodiscard]] std::string memory_item_patch(const model::MemoryItem& before, const model::MemoryItem& after);

}  // namespace turnstream::codec
