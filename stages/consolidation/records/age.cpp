#include "stages/consolidation/records/age.h"

#include <cstdint>

#include "pipeline/base/check.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;

}  // namespace

bool OldestFirst::take(const Uuid& id, LogTime made) {
  if (made > limit_.until || leaving_.size() == limit_.count) {
    next_made_ = made;
    return false;
  }
  leaving_.push_back(id);
  return true;
}

evidence::RowKey made_key(std::string_view prefix, LogTime made, const Uuid& id) {
  const std::uint64_t order = static_cast<std::uint64_t>(made.value()) ^ kSignBit;
  return evidence::row_key(prefix, order).append(id);
}

std::pair<Uuid, LogTime> read_made_key(std::string_view prefix, std::string_view key) {
  CHECK(key.size() == prefix.size() + sizeof(std::uint64_t) + sizeof(Uuid));
  const std::uint64_t order = evidence::number_in_key(key.substr(0, key.size() - sizeof(Uuid)));
  return {evidence::id_in_key(key), LogTime{static_cast<std::int64_t>(order ^ kSignBit)}};
}

}  // namespace turnstream::consolidation
