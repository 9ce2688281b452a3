#pragma once
// RecentContents: hashes of the normalised contents of a persona's last items, to find exact repeats, in order of their numbers.
// Rows: `recent/<number / 32, 8 bytes>` say where the contents stand; the items of a turn change one of them.
// `recent_hashes/<number / 512, 8 bytes>` have four bytes of each content in rows that are complete. A call that notes a content
// reads these, the newest row, the oldest one, which it erases if nothing in it counts, and those in which a hash is equal.
// Lifetime: borrows the rows, for one call of the stage. Threads: the caller's.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/working/twins.h"

namespace turnstream::consolidation {

/// Which contents still count: the last `contents_max`, if they are younger than `age_ms`.
struct RecentRules {
  std::int64_t contents_max = 0;
  std::int64_t age_ms = 0;
};

class RecentContents {
 public:
  RecentContents(stage_api::StateView& rows, RecentRules rules) : rows_(rows), rules_(rules) {}
  RecentContents(const RecentContents&) = delete;
  RecentContents& operator=(const RecentContents&) = delete;

  /// Notes the content, which is the `number`th of the persona, and where it stands. Returns where the last equal one stands;
  /// absent if none of the last contents is equal. Precondition: the number before it was noted last, or none since clear();
  /// `now` is not earlier than then.
  Result<std::optional<ItemPlace>> note(std::string_view content, const ItemPlace& place, std::uint64_t number,
                                        LogTime now);
  /// Forgets the contents that came with one of the items or turns, or in the session. Reads all rows. `next`: the number of the
  /// next content.
  Status forget(const std::vector<std::string>& ids, const std::optional<std::string>& session_id, std::uint64_t next);
  Status clear(std::uint64_t next);
  /// Writes what note() changed. Call it last. Errors: those of the rows.
  Status finish();

 private:
  struct Seen {
    std::uint64_t content = 0;  ///< a hash; 0: it is forgotten
    ItemPlace place;
    LogTime at;
  };
  /// A row: contents with successive numbers.
  struct Row {
    std::uint64_t first = 0;   ///< the number of the first one
    std::uint64_t oldest = 0;  ///< the number of the oldest row, when this one was written last
    std::string_view seen;     ///< kSeenBytes for each
    [[nodiscard]] std::uint64_t end() const { return first + seen.size() / kSeenBytes; }
  };
  static constexpr std::size_t kSeenBytes = sizeof(Uuid) + 4 * sizeof(std::uint64_t);

  Result<std::optional<Row>> row(std::uint64_t number) const;
  Result<std::string_view> hashes(std::uint64_t group) const;
  static Seen seen_in(const Row& row, std::uint64_t number);
  static void write_seen(std::string& bytes, const Seen& seen);
  [[nodiscard]] bool counts(std::uint64_t number, LogTime at, std::uint64_t next, LogTime now) const;
  Status load(std::uint64_t next, LogTime now);
  Status expire(std::uint64_t next, LogTime now);
  Result<std::optional<ItemPlace>> equal(std::uint64_t hash, std::uint64_t next, LogTime now) const;
  /// The same in the rows before the newest.
  Result<std::optional<ItemPlace>> equal_before(std::uint64_t hash, std::uint64_t next, LogTime now) const;
  /// Erases the row of hashes of the group, if there is one.
  Status erase_hashes(std::uint64_t group);
  /// Sets the hashes of the contents of a complete row.
  Status set_hashes(std::uint64_t number, const Row& row);
  Status forget_in(std::uint64_t number, const Row& row, const std::function<bool(const ItemPlace&)>& is_gone);
  /// Calls use(number of the row, row) -> Status for each row, the newest first.
  template <typename Use>
  Status each_row(std::uint64_t next, Use use);

  stage_api::StateView& rows_;
  RecentRules rules_;
  bool loaded_ = false;
  std::optional<Row> newest_;  ///< without what this call noted; absent if nothing in it counts
  std::uint64_t oldest_ = 0;   ///< the number of the oldest row that stays, or of the one that will be the first
  std::vector<std::string_view> hashes_;  ///< rows of hashes: that of the newest row first, then those before it
  std::uint64_t noted_first_ = 0;         ///< the number of the first content that this call noted
  std::vector<Seen> noted_;
};

}  // namespace turnstream::consolidation
