#include "stages/common/notes/rarity.h"

#include <algorithm>

#include "pipeline/base/natural_log.h"

namespace turnstream::notes {

double rarity(std::uint64_t messages, std::uint64_t holding) {
  const auto all = static_cast<double>(std::max<std::uint64_t>(messages, 1));
  const double some = std::clamp(static_cast<double>(holding), 1., all);
  return natural_log(1 + (all - some + .5) / (some + .5));
}

}  // namespace turnstream::notes
