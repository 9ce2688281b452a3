#pragma once
// RecentContents: hashes of the normalised contents of a persona's last items, to find exact repeats, in order of their numbers:
// rows `recent/<number / 32, 8 bytes>`. The items of a turn change one row. A call that notes a content reads those that
// still count, and erases the others. Lifetime: borrows the rows, for one call of the stage. Threads: the caller's.

#include <cstdint>
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
  /// Writes what note() changed. Call it last.
  void finish();

 private:
  struct Seen {
    std::uint64_t content = 0;  ///< a hash; 0: it is forgotten
    ItemPlace place;
    LogTime at;
  };
  /// A row: contents with successive numbers.
  struct Row {
    std::uint64_t first = 0;  ///< the number of the first one
    std::string_view seen;    ///< kSeenBytes for each
    [[nodiscard]] std::uint64_t end() const { return first + seen.size() / kSeenBytes; }
  };
  static constexpr std::size_t kSeenBytes = sizeof(Uuid) + 4 * sizeof(std::uint64_t);

  Result<std::optional<Row>> row(std::uint64_t number) const;
  static Seen seen_in(const Row& row, std::uint64_t number);
  [[nodiscard]] bool counts(std::uint64_t number, LogTime at, std::uint64_t next, LogTime now) const;
  Status load(std::uint64_t next, LogTime now);
  [[nodiscard]] std::optional<ItemPlace> equal(std::uint64_t hash, std::uint64_t next, LogTime now) const;
  void append(std::uint64_t number, const Seen& seen);
  /// Calls use(number of the row, row) for each row, the newest first, until there is no other.
  template <typename Use>
  Status each_row(std::uint64_t next, Use use);

  stage_api::StateView& rows_;
  RecentRules rules_;
  bool loaded_ = false;
  std::vector<Row> before_;            ///< those that count, without what this call noted, the newest first
  std::vector<std::uint64_t> erased_;  ///< numbers of rows of which nothing counts
  std::uint64_t noted_first_ = 0;      ///< the number of the first content that this call noted
  std::vector<Seen> noted_;
};

}  // namespace turnstream::consolidation
