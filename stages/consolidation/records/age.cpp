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

evidence::RowKey time_key(std::string_view prefix, LogTime time) {
  return evidence::row_key(prefix, static_cast<std::uint64_t>(time.value()) ^ kSignBit);
}

LogTime time_in_key(std::string_view prefix, std::string_view key) {
  CHECK(key.size() >= prefix.size() + sizeof(std::uint64_t));
  const std::uint64_t order = evidence::number_in_key(key.substr(0, prefix.size() + sizeof(std::uint64_t)));
  return LogTime{static_cast<std::int64_t>(order ^ kSignBit)};
}

}  // namespace turnstream::consolidation
