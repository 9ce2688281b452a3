#pragma once
// KeptItem: an item that this stage owns, and its row. The row begins with what is needed to find all other rows of the
// item, so that a whole persona can be forgotten without reading its items. Texts follow: as they are in a long-term
// item, compressed (text_coder.h) in an archived one. Threads: values; pure.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/model/memory_item.h"

namespace turnstream::lifecycle {

struct KeptItem {
  model::MemoryItem item;
  std::uint64_t content_hash = 0;
  LogTime due;          ///< of a long-term item: from when on it may have to be archived
  LogTime archived_at;  ///< of an archived item
  LogTime checked_at;   ///< of an item with references: when they were last asked for; 0: never
  friend bool operator==(const KeptItem&, const KeptItem&) = default;

  [[nodiscard]] bool archived() const { return item.tier == model::Tier::kArchived; }
};

/// The part of a row that is never compressed.
struct RowHead {
  bool archived = false;
  std::uint64_t content_hash = 0;
  std::vector<std::uint64_t> names;  ///< Names::hashes of the item
};

/// Equal for items of the same type and equal normalised content. Hashes may collide: also check says_the_same().
[[nodiscard]] std::uint64_t content_hash(const model::MemoryItem& item);
[[nodiscard]] bool says_the_same(const model::MemoryItem& a, const model::MemoryItem& b);

/// A hash of an id. An outsider who chooses ids cannot construct many of the same hash (unlike base/hash64.h).
[[nodiscard]] std::uint64_t name_hash(std::string_view id);

/// The name hashes of a turn from which the item comes, and of the turn's session.
struct Origin {
  std::uint64_t turn = 0;
  std::uint64_t session = 0;
};

struct Names {
  /// The hashes of the ids by which a `forget` may name the item, other than its own: the turns of its origins and the
  /// ids of other items in its sources. In ascending order, each once.
  std::vector<std::uint64_t> hashes;
  std::vector<Origin> origins;  ///< the item's own turn and those of its sources
};

/// Computes name_hash() once for each text, because the items of a record have most of their names in common.
class NameHashes {
 public:
  [[nodiscard]] std::uint64_t of(std::string_view id);
  [[nodiscard]] Names names_of(const model::MemoryItem& item);

 private:
  std::map<std::string, std::uint64_t, std::less<>> known_;
};

/// `names`: the hashes of names_of() the item.
[[nodiscard]] std::string encode_row(const KeptItem& kept, const std::vector<std::uint64_t>& names);
/// Errors: bad_state().
Result<KeptItem> decode_row(std::string_view row, std::string_view persona, const Uuid& id);
Result<RowHead> decode_row_head(std::string_view row);

}  // namespace turnstream::lifecycle
