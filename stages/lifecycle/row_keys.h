#pragma once
// The keys of a persona's rows in this stage. <id> is 16 bytes, times and hashes are 8 bytes big-endian, <type> is the
// digit of the item's type.
//   long_term                        the head row (head.h)
//   item/<id>                        an item (kept_item.h)
//   same/<content hash>              ids of the items with this content (id_list.h)
//   name/<name hash>                 ids of the items that a `forget` of this turn or item id may mean
//   checks                           open requests (references.h)
//   ~due/<type><due><id>             long-term items by due time, which is the order of strength
//   ~low/<importance><id>            long-term items with importance below kFloorMax
//   ~made/<type><recorded_at><id>    all items, for retention and to forget everything
//   ~archived/<archived_at><id>      archived items
//   ~check/<checked_at><id>          long-term items with references
//   ~session/<session><turn>         name hashes of sessions and of their turns
// The value of an ordered row is one byte, its format. Threads: any; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "stages/common/evidence/rows.h"
#include "stages/lifecycle/kept_item.h"

namespace turnstream::lifecycle {

inline constexpr std::string_view kHeadKey = "long_term";
inline constexpr std::string_view kItemPrefix = "item/";
inline constexpr std::string_view kSamePrefix = "same/";
inline constexpr std::string_view kNamePrefix = "name/";
inline constexpr std::string_view kChecksKey = "checks";
inline constexpr std::string_view kDuePrefix = "~due/";
inline constexpr std::string_view kLowPrefix = "~low/";
inline constexpr std::string_view kMadePrefix = "~made/";
inline constexpr std::string_view kArchivedPrefix = "~archived/";
inline constexpr std::string_view kCheckPrefix = "~check/";
inline constexpr std::string_view kSessionPrefix = "~session/";
inline constexpr std::string_view kOrderedValue("\x01", 1);

/// `<prefix><type>`: begins the keys of all items of the type.
[[nodiscard]] evidence::RowKey type_prefix(std::string_view prefix, model::ItemType type);
[[nodiscard]] evidence::RowKey session_prefix(std::uint64_t session);
[[nodiscard]] evidence::RowKey session_key(std::uint64_t session, std::uint64_t turn);

/// The keys of the ordered rows of the item, except those of its sessions.
[[nodiscard]] std::vector<evidence::RowKey> ordered_keys(const KeptItem& kept, const Uuid& id);

/// The number and id at the end of a key of ordered_keys(). Absent if the key has another form.
struct OrderedKey {
  std::int64_t number = 0;
  Uuid id{};
};
[[nodiscard]] std::optional<OrderedKey> read_ordered_key(std::string_view key);
/// The turn at the end of a key of session_key(). Precondition: the key begins with session_prefix().
[[nodiscard]] std::uint64_t turn_in_session_key(std::string_view key);

}  // namespace turnstream::lifecycle
