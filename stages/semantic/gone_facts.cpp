#include "stages/semantic/gone_facts.h"

#include <algorithm>
#include <set>

#include "pipeline/base/sha256.h"

namespace turnstream::semantic {

Result<bool> GoneFacts::has(const Uuid& fact) const {
  if (head_.salt.empty()) {
    return false;
  }
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(row_key(kGonePrefix, mask(fact))));
  return row.has_value();
}

Status GoneFacts::add(const Uuid& fact, std::string_view salt) {
  if (head_.salt.empty()) {
    head_.salt = std::string(salt);
  }
  const Uuid masked = mask(fact);
  rows_.put(row_key(kGonePrefix, masked), "1");
  return list_.append(masked);
}

Result<std::int64_t> GoneFacts::remove(const std::vector<Uuid>& facts) {
  std::set<Uuid> removed;
  for (const Uuid& fact : facts) {
    TS_ASSIGN_OR_RETURN(const bool is_barred, has(fact));
    if (is_barred) {
      const Uuid masked = mask(fact);
      rows_.erase(row_key(kGonePrefix, masked));
      removed.insert(masked);
    }
  }
  if (!removed.empty()) {
    TS_RETURN_IF_ERROR(list_.walk([&](const Uuid& masked) -> Result<evidence::Fate> {
      return removed.count(masked) > 0 ? evidence::Fate::kLeaves : evidence::Fate::kStays;
    }));
  }
  return static_cast<std::int64_t>(removed.size());
}

Result<std::int64_t> GoneFacts::clear() {
  std::int64_t allowed = 0;
  TS_RETURN_IF_ERROR(list_.walk([this, &allowed](const Uuid& masked) -> Result<evidence::Fate> {
    ++allowed;
    rows_.erase(row_key(kGonePrefix, masked));
    return evidence::Fate::kLeaves;
  }));
  list_.clear();
  head_.salt.clear();
  return allowed;
}

Uuid GoneFacts::mask(const Uuid& fact) const {
  Sha256 hash;
  hash.update(head_.salt);
  hash.update({reinterpret_cast<const char*>(fact.data()), fact.size()});
  const Sha256Digest digest = hash.digest();
  Uuid masked{};
  std::copy_n(digest.begin(), masked.size(), masked.begin());
  return masked;
}

}  // namespace turnstream::semantic
