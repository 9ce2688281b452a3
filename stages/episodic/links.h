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
/// All entries of a row; absent if the bytes are damaged. Slower than LinkScan.
[[nodiscard]] std::optional<std::vector<LinkEntry>> decode_link_row(std::string_view row);

/// Collects the matches for one new item: entries with at least link_points_min points. Scan the rows from old to new.
class LinkScan {
 public:
  LinkScan(const LinkEntry& subject, const EpisodicSettings& settings);
  /// Adds the matches in the row after its first `skip` entries. False if the bytes are damaged.
  [[nodiscard]] bool scan(std::string_view row, std::uint64_t skip);
  /// The ids of the matches: most points first, the newest first among equals, at most links_max.
  [[nodiscard]] std::vector<std::string> related() const;

 private:
  struct Match {
    std::int64_t points = 0;
    Uuid id{};
    std::size_t place = 0;  ///< position among the matches; a larger one is newer
  };
  [[nodiscard]] std::int64_t tags_shared(std::string_view tags) const;

  static constexpr std::size_t kFilterBits = 2048;

  const LinkEntry& subject_;
  const EpisodicSettings& settings_;
  std::vector<std::uint64_t> filter_;  ///< a bit for each tag of the subject; excludes most other tags with one test
  std::vector<Match> matches_;
};

}  // namespace turnstream::episodic
