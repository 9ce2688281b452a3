#include "pipeline/store/changelog.h"

#include <algorithm>

#include "pipeline/base/log_line.h"
#include "pipeline/store/old_changelog.h"
#include "pipeline/store/restore_errors.h"
#include "pipeline/store/state_table.h"

namespace turnstream::store {
namespace {

/// The number of the record that must come next; absent: it is not known, because none was read.
std::optional<std::int64_t> number_after(const ChangelogPlace& place) {
  const bool is_unknown = place.number == 0 && place.from && place.from->value() > 0;
  return is_unknown ? std::nullopt : std::optional(place.number);
}

}  // namespace

ChangelogRestore::ChangelogRestore(log::Client& client, KeyValueStore& store, const Clock& clock,
                                   const RestoreLimits& limits)
    : client_(client), store_(store), clock_(clock), limits_(limits), last_progress_(clock.monotonic_now()) {}

ChangelogRestore::~ChangelogRestore() = default;

Result<std::unique_ptr<ChangelogRestore>> ChangelogRestore::begin(log::Client& client, KeyValueStore& store,
                                                                  const Clock& clock,
                                                                  std::vector<RestoreTarget> targets,
                                                                  const RestoreLimits& limits) {
  std::unique_ptr<ChangelogRestore> restore(new ChangelogRestore(client, store, clock, limits));
  std::vector<log::TopicPartition> changelogs;
  for (const auto& target : targets) {
    changelogs.push_back(target.changelog);
  }
  TS_ASSIGN_OR_RETURN(const auto marks,
                      client.admin().watermarks_of(changelogs, log::milliseconds{limits.admin_ms_max}));
  std::vector<RestoreTarget> old;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    TS_ASSIGN_OR_RETURN(auto progress, restore->prepare(targets[i], marks[i], old));
    restore->progress_.emplace(targets[i].changelog, std::move(progress));
  }
  if (!old.empty()) {
    TS_ASSIGN_OR_RETURN(restore->old_, OldChangelogRestore::begin(client, store, clock, std::move(old), limits));
  } else {
    TS_RETURN_IF_ERROR(restore->open());
  }
  return restore;
}

std::int64_t ChangelogRestore::records_applied() const {
  return records_applied_ + (old_ ? old_->records_applied() : 0);
}

std::int64_t ChangelogRestore::offsets_left() const {
  std::int64_t left = old_ ? old_->offsets_left() : 0;
  for (const auto& [where, progress] : progress_) {
    left += progress.is_done ? 0 : progress.end.value() - progress.place.next.value();
  }
  return left;
}

Result<bool> ChangelogRestore::exists(const std::string& topic) {
  if (!topics_) {
    TS_ASSIGN_OR_RETURN(topics_, client_.admin().topics(log::milliseconds{limits_.admin_ms_max}));
  }
  return std::any_of(topics_->begin(), topics_->end(), [&](const log::TopicInfo& one) { return one.name == topic; });
}

Status ChangelogRestore::erase(const RestoreTarget& target) {
  // erase_range() erases the place first, because its key is the smallest. If the process crashes when only some rows are
  // erased, the table has no place, so the next start erases it again.
  const std::string from = partition_prefix(target.changelog.partition);
  const std::string to = partition_prefix(Partition{target.changelog.partition.value() + 1});
  return store_.erase_range(target.table, from, to);
}

Result<ChangelogRestore::Progress> ChangelogRestore::prepare(const RestoreTarget& target, const log::Watermarks& marks,
                                                             std::vector<RestoreTarget>& old) {
  TS_ASSIGN_OR_RETURN(const auto stored, store_.get(target.table, row_key(target.changelog.partition, kCheckpointKey)));
  const auto place = stored ? ChangelogPlace::decode(*stored) : std::nullopt;
  if (place && place->next > marks.high) {
    return ends_early(target.changelog, place->next, marks.high);
  }
  const NextOffset first{marks.first.value()};
  // After a commit the place is that of the transaction's marker, so a table that has all may miss one offset of an empty topic.
  const bool has_all = place && first == marks.high && place->next.value() + 1 == first.value();
  const bool is_usable = place && (has_all || place->next >= first);
  ChangelogPlace start = is_usable ? *place : ChangelogPlace{first, 0, {}, first};
  start.next = std::max(start.next, first);
  Progress progress{target, start, marks.high, BatchCheck(target.changelog, number_after(start))};
  bool has_old = false;
  if (!place && first.value() == 0 && !target.old_changelog.empty()) {
    TS_ASSIGN_OR_RETURN(has_old, exists(target.old_changelog));
    if (!has_old && stored && decode_checkpoint(*stored)) {
      return old_is_gone(target);
    }
  }
  if (has_old) {
    old.push_back({{target.old_changelog, target.changelog.partition}, target.table});
    progress.place.from.reset();
  } else if (!is_usable) {
    TS_RETURN_IF_ERROR(erase(target));
    if (place) {
      LogLine(LogLevel::kWarning, "state_rebuild_started")
          .with("changelog", target.changelog.topic)
          .with("partition", target.changelog.partition.value())
          .with("cause", "changelog_begins_later");
    }
  }
  const bool is_whole = is_usable && !place->from;
  progress.is_done = progress.place.next >= progress.end && (is_whole || progress.end.value() == 0);
  return progress;
}

Status ChangelogRestore::open() {
  std::vector<log::Position> starts;
  for (auto it = progress_.begin(); it != progress_.end();) {
    const auto& [changelog, progress] = *it;
    TS_ASSIGN_OR_RETURN(auto stored, store_.get(progress.target.table, row_key(changelog.partition, kCheckpointKey)));
    left_.insert_or_assign(changelog, Left{progress.target.table, std::move(stored)});
    if (!progress.is_done) {
      starts.push_back({changelog, progress.place.next});
    }
    it = progress.is_done ? progress_.erase(it) : std::next(it);
  }
  if (!starts.empty() && !reader_) {
    TS_ASSIGN_OR_RETURN(reader_, client_.make_reader("restore"));
  }
  return starts.empty() ? Status() : reader_->assign(starts);
}

Status ChangelogRestore::check_undisturbed() {
  for (const auto& [changelog, left] : left_) {
    TS_ASSIGN_OR_RETURN(const auto stored, store_.get(left.table, row_key(changelog.partition, kCheckpointKey)));
    if (stored != left.place) {
      return disturbed(changelog);
    }
  }
  return {};
}

Status ChangelogRestore::apply(Batch& batch, Progress& progress, const log::Record& record) {
  const auto gap = progress.check.gap();
  TS_ASSIGN_OR_RETURN(auto head, progress.check.take(record));
  const auto& changelog = progress.target.changelog;
  if (progress.check.gap() != gap) {
    TS_ASSIGN_OR_RETURN(const auto marks,
                        client_.admin().watermarks(changelog, log::milliseconds{limits_.admin_ms_max}));
    if (marks.first.value() > progress.place.next.value()) {
      return disturbed(changelog);  // What this restore needs was deleted meanwhile.
    }
  }
  if (head) {
    const auto put = [&](std::string_view key, std::optional<std::string_view> value) {
      const std::string full = row_key(changelog.partition, key);
      if (value) {
        batch.put(progress.target.table, full, *value);
      } else {
        batch.erase(progress.target.table, full);
      }
    };
    CHECK(for_each_row(*record.value, put));  // The record's checksum is right.
    progress.place.walk = std::move(head->walk);
  }
  progress.place.next = next_after(record.offset);
  ++records_applied_;
  return {};
}

Status ChangelogRestore::end(Progress& progress, NextOffset next) {
  // Transactions that were aborted may have used offsets of a topic without any record.
  const bool is_new = progress.check.next_number() == 0;
  TS_ASSIGN_OR_RETURN(progress.again_from,
                      progress.check.verdict(progress.place.walk, is_new ? std::nullopt : progress.place.from));
  if (progress.again_from) {
    return {};
  }
  if (progress.check.foreign() > 0) {
    LogLine(LogLevel::kWarning, "foreign_records_passed_over")
        .with("topic", progress.target.changelog.topic)
        .with("partition", progress.target.changelog.partition.value())
        .with("records", progress.check.foreign())
        .with("message", progress.check.first_foreign());
  }
  progress.place.next = next;
  progress.place.from.reset();
  progress.is_done = true;
  return {};
}

Result<bool> ChangelogRestore::step(std::size_t records_max) {
  if (old_) {
    TS_ASSIGN_OR_RETURN(const bool done, old_->step(records_max));
    if (!done) {
      return false;
    }
    records_applied_ += old_->records_applied();
    old_.reset();
    TS_RETURN_IF_ERROR(open());
    last_progress_ = clock_.monotonic_now();
    return progress_.empty();
  }
  TS_RETURN_IF_ERROR(check_undisturbed());
  auto batch = store_.make_batch();
  std::size_t taken = 0;
  for (std::size_t bytes = 0; !progress_.empty() && taken < records_max && bytes < limits_.step_bytes_max;) {
    TS_ASSIGN_OR_RETURN(auto event, reader_->poll(log::milliseconds{limits_.poll_ms_max}));
    if (const auto* record = std::get_if<log::Record>(&event)) {
      const auto found = progress_.find({std::string(record->topic), record->partition});
      if (found != progress_.end() && !found->second.is_done && !found->second.again_from) {
        TS_RETURN_IF_ERROR(apply(*batch, found->second, *record));
        bytes += record->size_bytes();
        ++taken;
      }
    } else if (const auto* end_of = std::get_if<log::EndOfPartition>(&event)) {
      const auto found = progress_.find(end_of->where);
      if (found != progress_.end() && !found->second.is_done && end_of->next.value() >= found->second.end.value()) {
        TS_RETURN_IF_ERROR(end(found->second, end_of->next));
        ++taken;
        if (found->second.again_from) {
          break;
        }
      }
    } else if (const auto* unreadable = std::get_if<log::Unreadable>(&event)) {
      return log::unreadable_error(*unreadable);
    } else if (std::holds_alternative<std::monostate>(event)) {
      break;
    }
  }
  TS_RETURN_IF_ERROR(write(*batch));
  const auto now = clock_.monotonic_now();
  if (taken > 0) {
    last_progress_ = now;
  } else if (!progress_.empty() && now.value() - last_progress_.value() > limits_.stall_ms_max * 1000) {
    const auto& [where, progress] = *progress_.begin();
    return restore_stalled(client_, where, progress.place.next, progress.end, limits_);
  }
  return progress_.empty();
}

Status ChangelogRestore::write(Batch& batch) {
  bool again = false;
  for (auto& [changelog, progress] : progress_) {
    again = again || progress.again_from.has_value();
    if (progress.check.gap()) {
      continue;  // The place stays before the gap, so that a restore after this one finds it, too.
    }
    progress.place.number = progress.check.next_number().value_or(progress.place.number);
    auto place = progress.place.encode();
    batch.put(progress.target.table, row_key(changelog.partition, kCheckpointKey), place);
    left_.at(changelog).place = std::move(place);
  }
  TS_RETURN_IF_ERROR(store_.write(batch));
  for (auto it = progress_.begin(); it != progress_.end();) {
    auto& progress = it->second;
    if (progress.again_from) {
      TS_RETURN_IF_ERROR(erase(progress.target));
      progress.place = {*progress.again_from, 0, {}, progress.again_from};
      progress.check = BatchCheck(it->first, std::nullopt);
      progress.again_from.reset();
    }
    it = progress.is_done ? progress_.erase(it) : std::next(it);
  }
  return again ? open() : Status();
}

}  // namespace turnstream::store
