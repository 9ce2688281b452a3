#pragma once
// ItemFields: an item as two byte strings: its numbers and ids, which hardly compress, and its texts, one after the
// other, which do. The numbers contain the lengths of the texts. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/model/memory_item.h"

namespace turnstream::lifecycle {

struct ItemFields {
  std::string numbers;
  std::string texts;
};

/// Everything of the item but id, persona_id and tier.
[[nodiscard]] ItemFields fields_of(const model::MemoryItem& item);
/// Reads what fields_of() wrote into `item`. False if the bytes are damaged.
[[nodiscard]] bool read_fields(std::string_view numbers, std::string_view texts, model::MemoryItem& item);

}  // namespace turnstream::lifecycle
