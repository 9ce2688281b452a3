#include "stages/common/notes/rarity.h"

#include <algorithm>

#include "pipeline/base/document_frequency.h"

namespace turnstream::notes {

double rarity(std::uint64_t messages, std::uint64_t holding) {
  const std::uint64_t all = std::max<std::uint64_t>(messages, 1);
  return inverse_document_frequency(all, std::clamp<std::uint64_t>(holding, 1, all));
}

}  // namespace turnstream::notes
