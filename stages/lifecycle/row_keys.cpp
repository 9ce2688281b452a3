#include "stages/lifecycle/row_keys.h"

#include <algorithm>

#include "stages/common/evidence/rows.h"
#include "stages/lifecycle/settings.h"

namespace turnstream::lifecycle {
namespace {

constexpr std::size_t kNumberSize = sizeof(std::uint64_t);

evidence::RowKey key_of(std::string_view prefix, std::int64_t number, const Uuid& id) {
  return evidence::row_key(prefix, static_cast<std::uint64_t>(std::max<std::int64_t>(0, number))).append(id);
}

}  // namespace

evidence::RowKey type_prefix(std::string_view prefix, model::ItemType type) {
  return evidence::RowKey(prefix).append_number(static_cast<std::uint64_t>('0' + static_cast<int>(type)), 1);
}

evidence::RowKey session_prefix(std::uint64_t session) {
  return evidence::row_key(kSessionPrefix, session);
}

evidence::RowKey session_key(std::uint64_t session, std::uint64_t turn) {
  return session_prefix(session).append_number(turn);
}

std::vector<evidence::RowKey> ordered_keys(const KeptItem& kept, const Uuid& id) {
  const model::MemoryItem& item = kept.item;
  std::vector<evidence::RowKey> keys;
  keys.reserve(4);
  keys.push_back(key_of(type_prefix(kMadePrefix, item.type), item.recorded_at.value(), id));
  if (kept.archived()) {
    keys.push_back(key_of(kArchivedPrefix, kept.archived_at.value(), id));
    return keys;
  }
  keys.push_back(key_of(type_prefix(kDuePrefix, item.type), kept.due.value(), id));
  if (item.importance < kFloorMax) {
    keys.push_back(key_of(kLowPrefix, item.importance, id));
  }
  if (!item.references.empty()) {
    keys.push_back(key_of(kCheckPrefix, kept.checked_at.value(), id));
  }
  return keys;
}

std::optional<OrderedKey> read_ordered_key(std::string_view key) {
  OrderedKey read;
  if (key.size() < kNumberSize + read.id.size()) {
    return std::nullopt;
  }
  read.id = evidence::id_in_key(key);
  read.number = static_cast<std::int64_t>(evidence::number_in_key(key.substr(0, key.size() - read.id.size())));
  return read;
}

std::uint64_t turn_in_session_key(std::string_view key) {
  return evidence::number_in_key(key);
}

}  // namespace turnstream::lifecycle
