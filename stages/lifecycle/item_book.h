#pragma once
// ItemBook: the items of a persona and their indexes during one call of the stage. Rules read items through it and
// change them in memory; flush() writes the rows and indexes of what changed (row_keys.h); finish() also reports one
// change for each item, the stats, the head and the timer `archive`. Lifetime: borrows the input, context and
// settings, for one call. Threads: the caller's.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/lifecycle/head.h"
#include "stages/lifecycle/kept_item.h"
#include "stages/lifecycle/name_rows.h"
#include "stages/lifecycle/settings.h"

namespace turnstream::lifecycle {

inline constexpr std::string_view kArchiveTimer = "archive";
inline constexpr std::string_view kUpkeepTimer = "upkeep";
inline constexpr std::string_view kEffectsTimer = "effects";

class ItemBook {
 public:
  ItemBook(const stage_api::Input& input, stage_api::PersonaContext& context, const LifecycleSettings& settings)
      : input_(input), context_(context), settings_(settings), name_rows_(context.state()) {}
  ItemBook(const ItemBook&) = delete;
  ItemBook& operator=(const ItemBook&) = delete;

  /// As load() read it. The caller may change merged, deleted, upkeep_timer and checked_at; the book changes the
  /// others.
  Head head;

  /// Reads the head row. Call it first.
  Status load();
  /// Says that this timer, kArchiveTimer or kUpkeepTimer, fired: it is no longer armed.
  void fired(std::string_view timer);
  /// The item, which the caller may change; null if there is none. Valid until the item is removed.
  Result<KeptItem*> find(const Uuid& id);
  /// Adds an item that the stage did not own. `hash`: content_hash() of the item; `json`: the item as JSON, which
  /// must live as long as the book. Precondition: find() gave null for its id.
  Status add(const Uuid& id, model::MemoryItem item, std::uint64_t hash, std::string_view json);
  /// Removes the item. Precondition: find() gave it.
  Status remove(const Uuid& id);
  /// Reports the removal of an item that never was in the book.
  void remove_foreign(std::string_view id) { context_.effects().remove("memory", id); }
  /// Reports the whole item again, because another stage reported another value. Precondition: find() gave it.
  void show_again(const Uuid& id) { held_.at(id).show_again = true; }
  /// An item of the same type and normalised content; null if there is none. `hash`: content_hash() of the item.
  Result<KeptItem*> find_same(const model::MemoryItem& item, std::uint64_t hash);

  /// Writes the rows of all items that changed. They may be changed again afterwards.
  Status flush();
  /// The same for one item. Precondition: find() or add() was called for it.
  Status flush(const Uuid& id);
  /// Call it last.
  Status finish();

  /// Forgets the items in memory, their rows, and all other rows of the persona. Calls on_removed(id) with each item.
  Status remove_all(const std::function<void(const Uuid& id)>& on_removed);

  [[nodiscard]] stage_api::PersonaContext& context() { return context_; }

 private:
  struct Held {
    std::shared_ptr<const KeptItem> original;  ///< at the beginning of the call; null: the stage did not own it
    std::shared_ptr<const KeptItem> written;   ///< as the rows have it; null: there are none, or `clean`
    std::optional<KeptItem> now;
    bool clean = false;       ///< the rows are those of `now`, which find() has not given since they were written
    std::string_view json;    ///< of an item that was added and that find() has not given since
    bool show_again = false;  ///< report it even if this stage changed nothing
  };

  Status write(const Uuid& id, Held& held);
  void set_due(Held& held) const;
  void count(const KeptItem* kept, int by);
  Names names_of(const KeptItem* kept) { return kept == nullptr ? Names{} : hashes_.names_of(kept->item); }
  void write_ordered(const Uuid& id, const KeptItem* before, const KeptItem* now);
  void report(const Uuid& id, const Held& held);
  void report_stats();
  Status write_head();

  const stage_api::Input& input_;
  stage_api::PersonaContext& context_;
  const LifecycleSettings& settings_;
  Head head_before_;
  std::optional<LogTime> archive_armed_;
  std::optional<LogTime> upkeep_armed_;
  std::map<Uuid, Held> held_;
  /// What find_same() read last, for the add() that follows.
  struct Same {
    std::uint64_t hash = 0;
    std::vector<Uuid> ids;
  };
  std::optional<Same> same_;
  NameHashes hashes_;
  NameRows name_rows_;
  std::optional<LogTime> first_due_;  ///< the earliest due time that flush() wrote
};

}  // namespace turnstream::lifecycle
