#include "stages/consolidation/records/age.h"

#include <cstdint>
#include <cstring>

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

std::string made_key(std::string_view prefix, LogTime made, const Uuid& id) {
  const std::uint64_t order = static_cast<std::uint64_t>(made.value()) ^ kSignBit;
  return evidence::row_key(evidence::row_key(prefix, order), id);
}

std::pair<Uuid, LogTime> read_made_key(std::string_view prefix, std::string_view key) {
  CHECK(key.size() == prefix.size() + sizeof(std::uint64_t) + sizeof(Uuid));
  std::uint64_t order = 0;
  for (const char byte : key.substr(prefix.size(), sizeof(std::uint64_t))) {
    order = order << 8 | static_cast<unsigned char>(byte);
  }
  Uuid id{};
  std::memcpy(id.data(), key.substr(key.size() - sizeof(Uuid)).data(), sizeof(Uuid));
  return {id, LogTime{static_cast<std::int64_t>(order ^ kSignBit)}};
}

}  // namespace turnstream::consolidation
