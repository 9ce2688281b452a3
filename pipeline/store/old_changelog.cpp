#include "pipeline/store/old_changelog.h"

#include "pipeline/base/log_line.h"
#include "pipeline/base/number_text.h"
#include "pipeline/store/restore_errors.h"
#include "pipeline/store/state_table.h"

namespace turnstream::store {
namespace {

constexpr std::string_view kRebuild =
    "restore the topic from a copy, or stop the pipeline and rebuild the state from the log: `turnstream upgrade --into "
    "NEW_NAMESPACE`.";

Error changelog_lost(const log::TopicPartition& changelog, const Checkpoint& checkpoint, NextOffset end) {
  return make_error(
      error_codes::kChangelogLost, Reaction::kStopProcess,
      "The changelog " + changelog.topic + "[" + std::to_string(changelog.partition.value()) + "] ends at offset " +
          std::to_string(end.value()) + " but the local state contains changes up to " +
          std::to_string(checkpoint.next.value()) +
          ": the topic was deleted or has lost records. The local state stays as it is. With the embedded log, after a "
          "power cut, delete the folder `store` in the state directory and start again: the state is rebuilt. On Kafka " +
          std::string(kRebuild));
}

Error beginning_lost(const log::TopicPartition& changelog, Offset first) {
  return make_error(
      error_codes::kChangelogLost, Reaction::kStopProcess,
      "The changelog " + changelog.topic + "[" + std::to_string(changelog.partition.value()) + "] begins at offset " +
          std::to_string(first.value()) + ": its records at offsets 0 to " + std::to_string(first.value() - 1) +
          " were deleted, and the local state does not contain them. If another machine has a state directory of this "
          "namespace, start there. Else " +
          std::string(kRebuild));
}

constexpr std::string_view kSealed = " sealed ";

/// By so much clocks may differ, and one may be set back, without effect on a restore.
constexpr std::int64_t kClockMs = 60'000;

}  // namespace

std::string encode_checkpoint(const Checkpoint& checkpoint) {
  return std::to_string(checkpoint.next.value()) + " " + std::to_string(checkpoint.written.value()) +
         (checkpoint.sealed ? std::string(kSealed) + std::to_string(checkpoint.sealed->value()) : "");
}

std::optional<Checkpoint> decode_checkpoint(std::string_view text) {
  std::optional<NextOffset> sealed;
  if (const auto found = text.find(kSealed); found != std::string_view::npos) {
    const auto position = read_number(text.substr(found + kSealed.size()));
    if (!position) {
      return std::nullopt;
    }
    sealed = NextOffset{*position};
    text = text.substr(0, found);
  }
  const auto blank = text.find(' ');
  if (blank == std::string_view::npos) {
    return std::nullopt;
  }
  const auto next = read_number(text.substr(0, blank));
  const auto written = read_number(text.substr(blank + 1));
  if (!next || !written) {
    return std::nullopt;
  }
  return Checkpoint{NextOffset{*next}, WallTime{*written}, sealed};
}

OldChangelogRestore::OldChangelogRestore(log::Client& client, KeyValueStore& store, const Clock& clock,
                                         const RestoreLimits& limits)
    : client_(client),
      store_(store),
      clock_(clock),
      limits_(limits),
      begun_(clock.wall_now()),
      last_progress_(clock.monotonic_now()) {}

Result<std::unique_ptr<OldChangelogRestore>> OldChangelogRestore::begin(log::Client& client, KeyValueStore& store,
                                                                        const Clock& clock,
                                                                        std::vector<RestoreTarget> targets,
                                                                        const RestoreLimits& limits) {
  std::unique_ptr<OldChangelogRestore> restore(new OldChangelogRestore(client, store, clock, limits));
  std::vector<log::TopicPartition> changelogs;
  for (const auto& target : targets) {
    changelogs.push_back(target.changelog);
  }
  TS_ASSIGN_OR_RETURN(const auto marks,
                      client.admin().watermarks_of(changelogs, log::milliseconds{limits.admin_ms_max}));
  std::vector<log::Position> starts;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto& target = targets[i];
    TS_ASSIGN_OR_RETURN(auto progress, restore->prepare(target, marks[i]));
    if (!progress.done) {
      starts.push_back({target.changelog, progress.next});
      restore->progress_.emplace(target.changelog, std::move(progress));
    }
  }
  if (!starts.empty()) {
    TS_ASSIGN_OR_RETURN(restore->reader_, client.make_reader("restore"));
    TS_RETURN_IF_ERROR(restore->reader_->assign(starts));
  }
  return restore;
}

std::int64_t OldChangelogRestore::offsets_left() const {
  std::int64_t left = 0;
  for (const auto& [where, progress] : progress_) {
    left += progress.done ? 0 : progress.end.value() - progress.next.value();
  }
  return left;
}

Result<OldChangelogRestore::Progress> OldChangelogRestore::prepare(const RestoreTarget& target,
                                                                   const log::Watermarks& marks) {
  const auto partition = target.changelog.partition;
  TS_ASSIGN_OR_RETURN(const auto stored, store_.get(target.table, row_key(partition, kCheckpointKey)));
  const auto checkpoint = stored ? decode_checkpoint(*stored) : std::nullopt;
  if (checkpoint && checkpoint->next > marks.high) {
    return changelog_lost(target.changelog, *checkpoint, marks.high);
  }
  // A time in the future does not say how old the checkpoint is: the clock was set back.
  const std::int64_t age_ms = checkpoint ? begun_.value() - checkpoint->written.value() : 0;
  const bool too_old =
      checkpoint && checkpoint->next < marks.high && (age_ms < -kClockMs || age_ms >= limits_.checkpoint_age_ms_max);
  const bool usable = checkpoint && !too_old && checkpoint->next.value() >= marks.first.value();
  if (!usable && marks.first.value() > 0) {
    return beginning_lost(target.changelog, marks.first);
  }
  Progress progress{target,
                    usable ? checkpoint->next : NextOffset{0},
                    marks.high,
                    ChangelogCheck(target.changelog, usable ? checkpoint->sealed : std::nullopt),
                    usable ? checkpoint->written : begun_,
                    false};
  if (!usable) {
    // erase_range() erases the checkpoint first, because its key is the smallest. If the process crashes when only some
    // rows are erased, the table has no checkpoint, so the next start rebuilds it.
    const std::string from = partition_prefix(partition);
    const std::string to = partition_prefix(Partition{partition.value() + 1});
    TS_RETURN_IF_ERROR(store_.erase_range(target.table, from, to));
    if (checkpoint) {
      LogLine(LogLevel::kWarning, "state_rebuild_started")
          .with("changelog", target.changelog.topic)
          .with("partition", partition.value())
          .with("cause", "checkpoint_too_old");
    }
  }
  progress.done = progress.next.value() >= progress.end.value();
  left_.insert_or_assign(target.changelog, Left{target.table, usable ? stored : std::nullopt});
  return progress;
}

Status OldChangelogRestore::check_undisturbed() {
  for (const auto& [changelog, left] : left_) {
    TS_ASSIGN_OR_RETURN(const auto stored, store_.get(left.table, row_key(changelog.partition, kCheckpointKey)));
    if (stored != left.checkpoint) {
      return make_error(
          error_codes::kRestoreDisturbed, Reaction::kReleasePartition,
          "While " + changelog.topic + "[" + std::to_string(changelog.partition.value()) +
              "] was restored, another worker of this process took the partition over and changed its checkpoint.");
    }
  }
  return {};
}

Status OldChangelogRestore::check_duration() const {
  const std::int64_t now = clock_.wall_now().value();
  for (const auto& [changelog, progress] : progress_) {
    if (now < begun_.value() - kClockMs ||
        now - progress.since.value() >= 2 * limits_.checkpoint_age_ms_max - kClockMs) {
      return make_error(error_codes::kRestoreOutdated, Reaction::kReleasePartition,
                        "The restore from " + changelog.topic + "[" + std::to_string(changelog.partition.value()) +
                            "] took so long that deletes may have left the changelog before they were read, as after a "
                            "pause of the machine, or the clock was set back. The next restore rebuilds the state.");
    }
  }
  return {};
}

void OldChangelogRestore::apply(Batch& batch, Progress& progress, const log::Record& record) {
  if (record.key && progress.check.take(record)) {
    const auto key = row_key(progress.target.changelog.partition, *record.key);
    if (record.value) {
      batch.put(progress.target.table, key, *record.value);
    } else {
      batch.erase(progress.target.table, key);
    }
  }
  progress.next = next_after(record.offset);
  ++records_applied_;
}

Result<bool> OldChangelogRestore::step(std::size_t records_max) {
  TS_RETURN_IF_ERROR(check_undisturbed());
  auto batch = store_.make_batch();
  std::size_t applied = 0;
  while (!progress_.empty() && applied < records_max) {
    TS_ASSIGN_OR_RETURN(auto event, reader_->poll(log::milliseconds{limits_.poll_ms_max}));
    if (const auto* record = std::get_if<log::Record>(&event)) {
      const auto found = progress_.find({std::string(record->topic), record->partition});
      if (found != progress_.end()) {
        apply(*batch, found->second, *record);
        ++applied;
        if (found->second.check.hopeless()) {
          return found->second.check.verdict().error();
        }
      }
    } else if (const auto* end = std::get_if<log::EndOfPartition>(&event)) {
      const auto found = progress_.find(end->where);
      if (found != progress_.end() && end->next.value() >= found->second.end.value()) {
        TS_RETURN_IF_ERROR(found->second.check.verdict());
        found->second.next = end->next;
        found->second.done = true;
        ++applied;
      }
    } else if (const auto* unreadable = std::get_if<log::Unreadable>(&event)) {
      return log::unreadable_error(*unreadable);
    } else if (std::holds_alternative<std::monostate>(event)) {
      break;
    }
  }
  TS_RETURN_IF_ERROR(check_duration());
  const auto now = clock_.monotonic_now();
  for (auto it = progress_.begin(); it != progress_.end();) {
    const auto& progress = it->second;
    const auto resume = progress.check.resume(progress.next);
    auto checkpoint = encode_checkpoint({resume.next, progress.done ? begun_ : progress.since, resume.sealed});
    batch->put(progress.target.table, row_key(progress.target.changelog.partition, kCheckpointKey), checkpoint);
    left_.at(progress.target.changelog).checkpoint = std::move(checkpoint);
    it = progress.done ? progress_.erase(it) : std::next(it);
  }
  TS_RETURN_IF_ERROR(store_.write(*batch));
  if (applied > 0) {
    last_progress_ = now;
  } else if (!progress_.empty() && now.value() - last_progress_.value() > limits_.stall_ms_max * 1000) {
    return restore_stalled(client_, progress_.begin()->first, progress_.begin()->second.next,
                           progress_.begin()->second.end, limits_);
  }
  return progress_.empty();
}

}  // namespace turnstream::store
