#pragma once
// Links: which of a persona's last items a new item is related to. Each item added to the ring gets an entry (hashes of
// its session, turn, goal, tool and tags), which stays when the item leaves the ring. A new item is compared with the
// last link_window_items entries. A row has up to 32 entries; it is erased when all are older. Threads: values; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/model/memory_item.h"
#include "stages/episodic/item_draft.h"
#include "stages/episodic/settings.h"

namespace turnstream::episodic {

inline constexpr std::uint64_t kLinkRowEntries = 32;

/// An item's id and the hashes by which items are compared; `turn` is only for forget. Goal or tool 0: none. Id 0: the
/// entry was forgotten.
struct LinkEntry {
  Uuid id{};
  std::uint64_t session = 0;
  std::uint64_t turn = 0;
  std::uint32_t goal = 0;
  std::uint32_t tool = 0;
  std::vector<std::uint32_t> tags;
  friend bool operator==(const LinkEntry&, const LinkEntry&) = default;
};

[[nodiscard]] LinkEntry link_entry_of(const NewItem& item);
[[nodiscard]] std::uint64_t session_hash(std::string_view session_id);
[[nodiscard]] std::uint64_t turn_hash(std::string_view turn_id);

/// Appends an entry to a row's bytes.
void append_link_entry(std::string& row, const LinkEntry& entry);
/// All entries of a row; absent if the bytes are damaged.
[[nodiscard]] std::optional<std::vector<LinkEntry>> decode_link_row(std::string_view row);

/// Entries with an index of their tags, from old to new: read once, then compared with several new items. Time to find what is
/// related: linear in the number of entries, and of those that share a tag.
class LinkTable {
 public:
  /// Adds the entries of a row. False if the bytes are damaged.
  [[nodiscard]] bool add_row(std::string_view row);
  void add(const LinkEntry& entry);
  /// The ids of the entries behind the first `skip` that have at least link_points_min points: most points first, the newest first
  /// among equals, at most links_max.
  [[nodiscard]] std::vector<std::string> related(const LinkEntry& subject, std::size_t skip,
                                                 const EpisodicSettings& settings) const;

 private:
  struct Known {
    Uuid id{};
    std::uint64_t session = 0;
    std::uint32_t goal = 0;
    std::uint32_t tool = 0;
  };
  /// A tag of an entry. Those with one head make a list, the newest first.
  struct Use {
    std::uint32_t tag = 0;
    std::uint32_t entry = 0;
    std::uint32_t next = 0;  ///< index in uses_ plus one; 0: none
  };
  static constexpr std::size_t kHeads = 2048;

  void add(const LinkEntry& entry, std::string_view tags);

  std::vector<Known> entries_;
  std::vector<Use> uses_;
  std::vector<std::uint32_t> heads_ = std::vector<std::uint32_t>(kHeads);  ///< by tag, as Use::next
};

}  // namespace turnstream::episodic
