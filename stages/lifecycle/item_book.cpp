#include "stages/lifecycle/item_book.h"

#include <algorithm>

#include "pipeline/codec/memory_item.h"
#include "stages/common/evidence/rows.h"
#include "stages/lifecycle/id_list.h"
#include "stages/lifecycle/lists.h"
#include "stages/lifecycle/row_keys.h"
#include "stages/lifecycle/strength.h"

namespace turnstream::lifecycle {
namespace {

using evidence::row_key;

constexpr std::string_view kKind = "memory";
constexpr std::string_view kStatsId = "long_term";
/// More items of one content hash are not compared: only an outsider who constructs collisions gets there.
constexpr std::size_t kSameMax = 16;
/// More than the rows of any persona.
constexpr std::size_t kAllRows = std::size_t{1} << 40;

std::string json_of(const model::MemoryItem& item) {
  std::string json;
  json.reserve(640 + item.content.size());
  codec::append_memory_item(json, item);
  return json;
}

}  // namespace

Status ItemBook::load() {
  TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(kHeadKey));
  if (row.has_value()) {
    TS_ASSIGN_OR_RETURN(head, decode_head(*row));
  }
  head_before_ = head;
  archive_armed_ = head.archive_timer;
  upkeep_armed_ = head.upkeep_timer;
  return {};
}

void ItemBook::fired(std::string_view timer) {
  (timer == kArchiveTimer ? archive_armed_ : upkeep_armed_).reset();
  (timer == kArchiveTimer ? head.archive_timer : head.upkeep_timer).reset();
}

Result<KeptItem*> ItemBook::find(const Uuid& id) {
  const auto [place, first] = held_.try_emplace(id);
  Held& held = place->second;
  held.json = {};
  if (held.clean) {
    held.clean = false;
    held.written = std::make_shared<const KeptItem>(*held.now);
  }
  if (first) {
    TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(row_key(kItemPrefix, id)));
    if (row.has_value()) {
      TS_ASSIGN_OR_RETURN(held.now, decode_row(*row, input_.persona, id));
      held.original = std::make_shared<const KeptItem>(*held.now);
      held.written = held.original;
    }
  }
  return held.now.has_value() ? &*held.now : nullptr;
}

Status ItemBook::add(const Uuid& id, model::MemoryItem item, std::uint64_t hash, std::string_view json) {
  Held& held = held_[id];
  held.json = json;
  KeptItem& kept = held.now.emplace();
  kept.item = std::move(item);
  kept.content_hash = hash;
  if (!same_.has_value() || same_->hash != hash) {
    TS_ASSIGN_OR_RETURN(std::vector<Uuid> ids, ids_in(context_.state(), row_key(kSamePrefix, hash)));
    same_ = {hash, std::move(ids)};
  }
  if (same_->ids.size() < kSameMax) {
    same_->ids.push_back(id);
    put_ids(context_.state(), row_key(kSamePrefix, hash), same_->ids);
  }
  return {};
}

Status ItemBook::remove(const Uuid& id) {
  Held& held = held_.at(id);
  same_.reset();
  const Result<bool> last = remove_id(context_.state(), row_key(kSamePrefix, held.now->content_hash), id);
  TS_RETURN_IF_ERROR(last);
  static_cast<void>(last);
  held.now.reset();
  held.show_again = true;  // If it was added in this call, another stage has reported that it exists.
  return {};
}

Result<KeptItem*> ItemBook::find_same(const model::MemoryItem& item, std::uint64_t hash) {
  TS_ASSIGN_OR_RETURN(std::vector<Uuid> ids, ids_in(context_.state(), row_key(kSamePrefix, hash)));
  same_ = {hash, std::move(ids)};
  for (const Uuid& id : same_->ids) {
    TS_ASSIGN_OR_RETURN(KeptItem * kept, find(id));
    if (kept == nullptr) {
      return evidence::bad_state("The row of a long-term item is missing.");
    }
    if (says_the_same(kept->item, item)) {
      return kept;
    }
  }
  return static_cast<KeptItem*>(nullptr);
}

void ItemBook::set_due(Held& held) const {
  KeptItem& kept = *held.now;
  if (!kept.archived() && (held.written == nullptr || held.written->item != kept.item)) {
    kept.due = due_time(kept.item, settings_);
  }
}

void ItemBook::count(const KeptItem* kept, int by) {
  if (kept == nullptr) {
    return;
  }
  (kept->archived() ? head.archived : head.items) += by;
  head.low += !kept->archived() && kept->item.importance < kFloorMax ? by : 0;
}

void ItemBook::write_ordered(const Uuid& id, const KeptItem* before, const KeptItem* now) {
  const auto keys_of = [&id](const KeptItem* kept) {
    return kept == nullptr ? std::vector<evidence::RowKey>() : ordered_keys(*kept, id);
  };
  const std::vector<evidence::RowKey> old_keys = keys_of(before);
  const std::vector<evidence::RowKey> new_keys = keys_of(now);
  for (const evidence::RowKey& key : without(old_keys, new_keys)) {
    context_.state().erase(key);
  }
  for (const evidence::RowKey& key : without(new_keys, old_keys)) {
    context_.state().put(key, kOrderedValue);
  }
}

Status ItemBook::flush() {
  for (auto& [id, held] : held_) {
    TS_RETURN_IF_ERROR(write(id, held));
  }
  return name_rows_.write_added();
}

Status ItemBook::flush(const Uuid& id) {
  TS_RETURN_IF_ERROR(write(id, held_.at(id)));
  return name_rows_.write_added();
}

Status ItemBook::write(const Uuid& id, Held& held) {
  if (held.clean) {
    return {};
  }
  if (held.now.has_value()) {
    set_due(held);
  }
  const KeptItem* now = held.now.has_value() ? &*held.now : nullptr;
  if (now == nullptr ? held.written == nullptr : held.written != nullptr && *held.written == *now) {
    return {};
  }
  const KeptItem* before = held.written.get();
  const Names names = names_of(now);
  write_ordered(id, before, now);
  if (before == nullptr || now == nullptr || before->item.sources != now->item.sources) {
    TS_RETURN_IF_ERROR(name_rows_.change(id, names_of(before), names));
  }
  count(before, -1);
  count(now, 1);
  if (now == nullptr) {
    context_.state().erase(row_key(kItemPrefix, id));
    held.written = nullptr;
    return {};
  }
  context_.state().put(row_key(kItemPrefix, id), encode_row(*now, names.hashes));
  held.written = nullptr;
  held.clean = true;
  if (!now->archived()) {
    first_due_ = std::min(first_due_.value_or(now->due), now->due);
  }
  return {};
}

void ItemBook::report(const Uuid& id, const Held& held) {
  stage_api::Effects& effects = context_.effects();
  const std::string text = to_string(id);
  if (!held.now.has_value()) {
    effects.remove(kKind, text);
  } else if (held.original == nullptr || held.show_again) {
    std::string json = held.json.empty() ? json_of(held.now->item) : std::string(held.json);
    effects.put(kKind, text, std::move(json), held.original != nullptr);
  } else if (held.original->item != held.now->item) {
    effects.patch(kKind, text, {codec::memory_item_patch(held.original->item, held.now->item)});
  }
}

void ItemBook::report_stats() {
  const std::vector<codec::StatCounter> before = counters(head_before_);
  const std::vector<codec::StatCounter> now = counters(head);
  const auto same = [](const codec::StatCounter& a, const codec::StatCounter& b) { return a.value == b.value; };
  if (std::equal(before.begin(), before.end(), now.begin(), now.end(), same)) {
    return;
  }
  if (now.empty()) {
    context_.effects().remove("stats", kStatsId);
    return;
  }
  std::string json;
  codec::append_stats(json, kStatsId, input_.persona, now);
  context_.effects().put("stats", kStatsId, std::move(json), !before.empty());
}

Status ItemBook::write_head() {
  if (first_due_.has_value() && (!head.archive_timer.has_value() || *first_due_ < *head.archive_timer)) {
    head.archive_timer = first_due_;
  }
  stage_api::Timers& timers = context_.timers();
  const auto arm = [&timers](std::string_view name, const std::optional<LogTime>& before,
                             const std::optional<LogTime>& now) {
    if (before == now) {
      return Status();
    }
    return now.has_value() ? timers.arm(name, *now) : timers.cancel(name);
  };
  TS_RETURN_IF_ERROR(arm(kArchiveTimer, archive_armed_, head.archive_timer));
  TS_RETURN_IF_ERROR(arm(kUpkeepTimer, upkeep_armed_, head.upkeep_timer));
  report_stats();
  if (head == head_before_) {
    return {};
  }
  if (head == Head{}) {
    context_.state().erase(kHeadKey);
  } else {
    context_.state().put(kHeadKey, encode_head(head));
  }
  return {};
}

Status ItemBook::finish() {
  TS_RETURN_IF_ERROR(flush());
  for (const auto& [id, held] : held_) {
    if (held.now.has_value() || held.original != nullptr || held.show_again) {
      report(id, held);
    }
  }
  return write_head();
}

Status ItemBook::remove_all(const std::function<void(const Uuid& id)>& on_removed) {
  TS_RETURN_IF_ERROR(flush());
  held_.clear();
  same_.reset();
  first_due_.reset();
  stage_api::StateView& rows = context_.state();
  std::vector<std::string> keys;
  TS_RETURN_IF_ERROR(rows.scan("~", kAllRows, [&keys](std::string_view key, std::string_view) {
    keys.emplace_back(key);
    return true;
  }));
  for (const std::string& key : keys) {
    rows.erase(key);
    const auto read = key.starts_with(kMadePrefix) ? read_ordered_key(key) : std::nullopt;
    if (!read.has_value()) {
      continue;
    }
    TS_ASSIGN_OR_RETURN(const auto row, rows.get(row_key(kItemPrefix, read->id)));
    if (!row.has_value()) {
      return evidence::bad_state("The row of a long-term item is missing.");
    }
    TS_ASSIGN_OR_RETURN(const RowHead item, decode_row_head(*row));
    rows.erase(row_key(kSamePrefix, item.content_hash));
    for (const std::uint64_t name : item.names) {
      rows.erase(row_key(kNamePrefix, name));
    }
    rows.erase(row_key(kItemPrefix, read->id));
    context_.effects().remove(kKind, to_string(read->id));
    on_removed(read->id);
  }
  rows.erase(kChecksKey);
  head = Head{};
  return {};
}

}  // namespace turnstream::lifecycle
