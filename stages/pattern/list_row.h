#pragma once
// ListRow: a short list in one row of a persona: the newest entries, the newest last. The row is read at the first use, and written
// once if the list changed. `Form` says what the entries are:
//   Entry                      has ==
//   kKey, kEntriesMax          of more entries the oldest leave
//   encode(entries), decode(bytes, persona)   the row, and Result<std::vector<Entry>>
// Errors: those of decode(). Lifetime: borrows the context, for one call. Threads: the caller's.

#include <utility>
#include <vector>

#include "pipeline/stage_api/stage.h"

namespace turnstream::pattern {

template <typename Form>
class ListRow {
 public:
  using Entry = typename Form::Entry;

  explicit ListRow(stage_api::PersonaContext& context) : context_(context) {}

  /// Valid until the next call.
  Result<const std::vector<Entry>*> entries() {
    TS_RETURN_IF_ERROR(load());
    return &entries_;
  }
  Status add(Entry entry) {
    TS_RETURN_IF_ERROR(load());
    entries_.push_back(std::move(entry));
    if (entries_.size() > Form::kEntriesMax) {
      entries_.erase(entries_.begin());
    }
    changed_ = true;
    return {};
  }
  Status replace(std::vector<Entry> entries) {
    TS_RETURN_IF_ERROR(load());
    changed_ = changed_ || entries != entries_;
    entries_ = std::move(entries);
    return {};
  }
  /// Removes the entries for which `leaves` is true. Returns whether there were any.
  template <typename Leaves>
  Result<bool> erase_if(const Leaves& leaves) {
    TS_RETURN_IF_ERROR(load());
    const bool erased = std::erase_if(entries_, leaves) > 0;
    changed_ = changed_ || erased;
    return erased;
  }
  /// Keeps the entries for which `stays`, which gives a Result<bool>, is true. After its error the list is as before.
  template <typename Stays>
  Status keep_if(const Stays& stays) {
    TS_RETURN_IF_ERROR(load());
    std::vector<Entry> kept;
    for (const Entry& entry : entries_) {
      TS_ASSIGN_OR_RETURN(const bool there, stays(entry));
      if (there) {
        kept.push_back(entry);
      }
    }
    return replace(std::move(kept));
  }
  /// Writes the row if the list changed. Call it last.
  void finish() {
    if (changed_ && entries_.empty()) {
      context_.state().erase(Form::kKey);
    } else if (changed_) {
      context_.state().put(Form::kKey, Form::encode(entries_));
    }
  }

 private:
  Status load() {
    if (std::exchange(is_loaded_, true)) {
      return {};
    }
    TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(Form::kKey));
    if (row.has_value()) {
      TS_ASSIGN_OR_RETURN(entries_, Form::decode(*row, context_.persona()));
    }
    return {};
  }

  stage_api::PersonaContext& context_;
  std::vector<Entry> entries_;
  bool is_loaded_ = false;
  bool changed_ = false;
};

}  // namespace turnstream::pattern
