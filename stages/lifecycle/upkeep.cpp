#include "stages/lifecycle/upkeep.h"

#include <algorithm>
#include <limits>

#include "pipeline/base/decimal.h"
#include "pipeline/base/hash64.h"
#include "stages/common/evidence/rows.h"
#include "stages/lifecycle/row_keys.h"
#include "stages/lifecycle/strength.h"

namespace turnstream::lifecycle {
namespace {

using model::ItemType;

struct Found {
  LogTime time;
  ItemType type = ItemType::kChat;
  Uuid id{};
};

/// So many rows are read first: mostly none or a few are due.
constexpr std::int64_t kFewRows = 8;

/// The first rows of the type, at most `limit`: <prefix><type><time><id>. Those behind the first one later than `until` can be
/// left out.
Result<std::vector<Found>> first_of(Work& work, std::string_view prefix, ItemType type, std::int64_t limit,
                                    LogTime until) {
  std::vector<Found> found;
  bool readable = true;
  for (const std::int64_t rows : {std::min(kFewRows, limit), limit}) {
    found.clear();
    TS_RETURN_IF_ERROR(work.context.state().scan(type_prefix(prefix, type), static_cast<std::size_t>(rows),
                                                 [&](std::string_view key, std::string_view) {
                                                   const auto read = read_ordered_key(key);
                                                   readable = read.has_value();
                                                   if (readable) {
                                                     found.push_back({LogTime{read->number}, type, read->id});
                                                   }
                                                   return readable && found.back().time <= until;
                                                 }));
    if (!readable) {
      return evidence::bad_state("An ordered row of the long-term items is damaged.");
    }
    if (static_cast<std::int64_t>(found.size()) < rows || found.back().time > until) {
      break;
    }
  }
  return found;
}

constexpr std::array<ItemType, kTypes> kAllTypes{ItemType::kChat,     ItemType::kObservation, ItemType::kTask,
                                                 ItemType::kDecision, ItemType::kToolUse,     ItemType::kError,
                                                 ItemType::kInsight};

Result<KeptItem*> owned(Work& work, const Uuid& id) {
  TS_ASSIGN_OR_RETURN(KeptItem * kept, work.book.find(id));
  return kept != nullptr ? Result<KeptItem*>(kept) : evidence::bad_state("The row of a long-term item is missing.");
}

void archive(Work& work, KeptItem& kept) {
  kept.item.tier = model::Tier::kArchived;
  kept.archived_at = work.input.log_time;
  kept.due = LogTime{0};
}

/// Archives the item if its strength is below the threshold by the settings in force; else moves its due time.
Result<bool> archive_if_weak(Work& work, const Uuid& id) {
  TS_ASSIGN_OR_RETURN(KeptItem * kept, owned(work, id));
  const LogTime due = due_time(kept->item, work.settings);
  if (due > work.input.now) {
    kept->due = due;
    return false;
  }
  archive(work, *kept);
  return true;
}

void keep_earliest(std::optional<LogTime>& earliest, LogTime time) {
  earliest = std::min(earliest.value_or(time), time);
}

/// Removes the id that `pick` finds while the book has too many; `pick` returns absent if there is none to remove.
template <typename Pick>
Result<std::vector<std::string>> delete_while(Work& work, Batch& batch, Pick pick) {
  std::vector<std::string> deleted;
  while (!batch.used_up()) {
    TS_ASSIGN_OR_RETURN(const std::optional<Uuid> id, pick());
    if (!id.has_value()) {
      break;
    }
    TS_ASSIGN_OR_RETURN(const KeptItem* kept, owned(work, *id));
    batch.use(*kept);
    deleted.push_back(to_string(*id));
    TS_RETURN_IF_ERROR(work.book.remove(*id));
    TS_RETURN_IF_ERROR(work.book.flush(*id));
    ++work.book.head.deleted;
  }
  return deleted;
}

/// The id in the first ordered row with this prefix, and its number; absent if there is none.
Result<std::optional<OrderedKey>> first_row(Work& work, std::string_view prefix) {
  std::optional<OrderedKey> first;
  TS_RETURN_IF_ERROR(work.context.state().scan(prefix, 1, [&first](std::string_view key, std::string_view) {
    first = read_ordered_key(key);
    return false;
  }));
  return first;
}

/// Archives the weakest items until no more than long_term_items_max are left. At the due time each strength is the
/// threshold, so the item whose due time is the fewest half-lives ahead is the weakest: no item need be read to find
/// it.
class WeakestFirst {
 public:
  explicit WeakestFirst(Work& work) : work_(work) {}

  Result<std::vector<std::string>> archive_over(std::int64_t items_max, Batch& batch) {
    std::vector<std::string> archived;
    for (const ItemType type : kAllTypes) {
      TS_RETURN_IF_ERROR(read_head_of(type));
    }
    while (work_.book.head.items > items_max && !batch.used_up()) {
      const auto weakest = std::min_element(heads_.begin(), heads_.end(), [](const Candidate& a, const Candidate& b) {
        return std::tie(a.half_lives, a.id) < std::tie(b.half_lives, b.id);
      });
      if (weakest->half_lives == kNone) {
        return evidence::bad_state("The head row counts more long-term items than there are.");
      }
      TS_ASSIGN_OR_RETURN(KeptItem * kept, owned(work_, weakest->id));
      batch.use(*kept);
      archived.push_back(kept->item.id);
      archive(work_, *kept);
      const ItemType type = kept->item.type;
      TS_RETURN_IF_ERROR(work_.book.flush(weakest->id));
      TS_RETURN_IF_ERROR(read_head_of(type));
    }
    return archived;
  }

 private:
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  struct Candidate {
    std::int64_t half_lives = kNone;  ///< until the due time, in millionths
    Uuid id{};
  };

  Status read_head_of(ItemType type) {
    Candidate& head = heads_[static_cast<std::size_t>(type)];
    head = {};
    TS_ASSIGN_OR_RETURN(const auto first, first_row(work_, type_prefix(kDuePrefix, type)));
    if (first.has_value()) {
      const std::int64_t ahead = first->number - work_.input.now.value();
      head = {ahead * kMillion / half_life_ms(type, work_.settings), first->id};
    }
    return {};
  }

  Work& work_;
  std::array<Candidate, kTypes> heads_;
};

Status enforce_long_term_max(Work& work, Batch& batch) {
  const std::int64_t items_max = work.settings.long_term_items_max;
  TS_ASSIGN_OR_RETURN(auto deleted, delete_while(work, batch, [&]() -> Result<std::optional<Uuid>> {
                        if (work.book.head.items <= items_max || work.book.head.low == 0) {
                          return std::optional<Uuid>();
                        }
                        TS_ASSIGN_OR_RETURN(const auto first, first_row(work, kLowPrefix));
                        const bool leaves = first.has_value() && first->number < work.settings.quota_floor_importance;
                        return leaves ? std::optional(first->id) : std::nullopt;
                      }));
  work.announce_items("quota", std::move(deleted), "deleted");
  if (work.book.head.items > items_max) {
    TS_ASSIGN_OR_RETURN(auto archived, WeakestFirst(work).archive_over(items_max, batch));
    work.announce_items("quota", std::move(archived), "archived");
  }
  return {};
}

}  // namespace

Status archive_due(Work& work, Batch& batch) {
  const LogTime now = work.input.now;
  std::vector<Found> weak;
  std::optional<LogTime> next;
  for (const ItemType type : kAllTypes) {
    TS_ASSIGN_OR_RETURN(const std::vector<Found> first, first_of(work, kDuePrefix, type, batch.items + 1, now));
    for (const Found& found : first) {
      found.time <= now ? weak.push_back(found) : keep_earliest(next, found.time);
    }
  }
  std::sort(weak.begin(), weak.end(), [](const Found& a, const Found& b) {
    return std::tie(a.time, a.type, a.id) < std::tie(b.time, b.type, b.id);
  });
  std::vector<std::string> archived;
  for (const Found& found : weak) {
    if (batch.used_up()) {
      keep_earliest(next, now);
      break;
    }
    TS_ASSIGN_OR_RETURN(const bool gone, archive_if_weak(work, found.id));
    TS_ASSIGN_OR_RETURN(const KeptItem* kept, owned(work, found.id));
    batch.use(*kept);
    if (gone) {
      archived.push_back(kept->item.id);
    }
  }
  work.context.effects().processed(static_cast<std::int64_t>(archived.size()));
  work.announce_items("archive", std::move(archived),
                      "strength below " + format_millionths(work.settings.archive_threshold));
  work.book.head.archive_timer = next;
  return {};
}

Status apply_retention(Work& work, Batch& batch) {
  std::vector<std::string> retired;
  LogTime next{work.input.now.value() + kDayMs};
  for (const ItemType type : kAllTypes) {
    const std::int64_t kept_ms = retention_ms(type, work.settings);
    if (kept_ms == 0) {
      continue;
    }
    TS_ASSIGN_OR_RETURN(const std::vector<Found> first,
                        first_of(work, kMadePrefix, type, batch.items + 1, LogTime{work.input.now.value() - kept_ms}));
    for (const Found& found : first) {
      const LogTime end{found.time.value() + kept_ms};
      if (end > work.input.now || batch.used_up()) {
        next = std::min(next, std::max(end, work.input.now));
        break;
      }
      TS_ASSIGN_OR_RETURN(const KeptItem* kept, owned(work, found.id));
      batch.use(*kept);
      retired.push_back(kept->item.id);
      TS_RETURN_IF_ERROR(work.book.remove(found.id));
      ++work.book.head.deleted;
    }
  }
  work.context.effects().processed(static_cast<std::int64_t>(retired.size()));
  work.announce_items("retire", std::move(retired), "retention");
  TS_RETURN_IF_ERROR(work.book.flush());
  const bool empty = work.book.head.items + work.book.head.archived == 0;
  work.book.head.upkeep_timer = empty ? std::nullopt : std::optional(next);
  return {};
}

Status enforce_quota(Work& work, Batch& batch) {
  TS_RETURN_IF_ERROR(work.book.flush());
  if (work.book.head.items > work.settings.long_term_items_max) {
    TS_RETURN_IF_ERROR(enforce_long_term_max(work, batch));
  }
  const std::int64_t archived_max = work.settings.archived_items_max;
  TS_ASSIGN_OR_RETURN(auto deleted, delete_while(work, batch, [&]() -> Result<std::optional<Uuid>> {
                        if (archived_max == 0 || work.book.head.archived <= archived_max) {
                          return std::optional<Uuid>();
                        }
                        TS_ASSIGN_OR_RETURN(const auto first, first_row(work, kArchivedPrefix));
                        return first.has_value() ? std::optional(first->id) : std::nullopt;
                      }));
  work.announce_items("quota", std::move(deleted), "deleted");
  const bool over = work.book.head.items > work.settings.long_term_items_max ||
                    (archived_max > 0 && work.book.head.archived > archived_max);
  if (over) {
    work.book.head.upkeep_timer = work.input.now;
  }
  return {};
}

void arm_upkeep(Work& work, const std::vector<Promoted>& added) {
  std::optional<LogTime>& timer = work.book.head.upkeep_timer;
  if (!timer.has_value()) {
    const auto stagger = static_cast<std::int64_t>(hash64(work.input.persona) % static_cast<std::uint64_t>(kDayMs));
    timer = LogTime{work.input.now.value() + kDayMs / 24 + stagger};
  }
  for (const auto& [item, json] : added) {
    if (const std::int64_t kept_ms = retention_ms(item.type, work.settings); kept_ms > 0) {
      timer = std::min(*timer, LogTime{item.recorded_at.value() + kept_ms});
    }
  }
}

}  // namespace turnstream::lifecycle
