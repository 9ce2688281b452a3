#include "app/log_access/changelog_rows.h"

#include <algorithm>

#include "app/errors.h"
#include "app/log_access/scan.h"
#include "app/log_access/topic_specs.h"
#include "pipeline/log/open_transactions.h"
#include "pipeline/store/changelog_batch.h"
#include "pipeline/store/changelog_check.h"

namespace turnstream::app {
namespace {

/// A pipeline that runs may delete the first records while they are read; then they are read again, so often at most.
constexpr int kReadsMax = 5;

/// At most this many offsets at the end of a partition are read, if all partitions have a share of `offsets_max`.
std::int64_t share_of(std::int64_t offsets_max, std::size_t partitions) {
  constexpr std::int64_t kLeast = 100;
  return std::max(kLeast, offsets_max / static_cast<std::int64_t>(std::max<std::size_t>(1, partitions)));
}

log::TopicPartition where_of(const ChangelogOf& changelog) {
  return {changelog.names.changelog(changelog.stage), changelog.partition};
}

log::TopicPartition old_where_of(const ChangelogOf& changelog) {
  return {changelog.names.old_changelog(changelog.stage), changelog.partition};
}

/// The rows of the changelog of an earlier version; none if there is no such topic.
Result<std::optional<ChangelogRows>> old_rows(log::Client& client, const ChangelogOf& changelog,
                                              log::milliseconds timeout) {
  const log::TopicPartition where = old_where_of(changelog);
  TS_ASSIGN_OR_RETURN(const std::int32_t partitions, partition_count(client.admin(), where.topic, timeout));
  if (partitions <= where.partition.value()) {
    return std::optional<ChangelogRows>();
  }
  ChangelogRows rows;
  store::ChangelogCheck check(where, std::nullopt);
  const auto apply = [&](const log::Record& record) -> Result<bool> {
    const std::string key(record.key.value_or(std::string_view()));
    if (!check.take(record)) {
      return !check.hopeless();
    }
    if (record.value) {
      rows[key] = *record.value;
    } else {
      rows.erase(key);
    }
    return true;
  };
  TS_RETURN_IF_ERROR(scan_from(client, {{where, NextOffset{0}}}, timeout, apply));
  TS_RETURN_IF_ERROR(check.verdict());
  return std::optional(std::move(rows));
}

/// The records of a changelog from an offset to its end, applied to `rows`.
struct Replay {
  ChangelogRows rows;
  store::Walk walk;
  store::BatchCheck check;
};
Status read_batches(log::Client& client, const log::Position& from, Replay& replay, log::milliseconds timeout) {
  const auto apply = [&](const log::Record& record) -> Result<bool> {
    TS_ASSIGN_OR_RETURN(auto head, replay.check.take(record));
    if (head) {
      replay.walk = std::move(head->walk);
      CHECK(store::for_each_row(*record.value, [&](std::string_view key, std::optional<std::string_view> value) {
        if (value) {
          replay.rows.insert_or_assign(std::string(key), *value);
        } else {
          replay.rows.erase(std::string(key));
        }
      }));
    }
    return true;
  };
  return scan_from(client, {from}, timeout, apply);
}

/// The part of a changelog that is checked, from an offset to the end.
struct Window {
  store::BatchCheck check;
  std::optional<NextOffset> from;  ///< if all records are read: the first offset
  store::Walk walk;
  std::optional<std::string> unknown = {};  ///< a sentence about the last record of a newer format
};

/// Reads the windows to the present ends of their partitions.
Status examine(log::Client& client, const std::vector<log::Position>& from,
               std::map<log::TopicPartition, Window>& windows, ChangelogFindings& found, log::milliseconds timeout) {
  const auto take = [&](const log::Record& record) -> Result<bool> {
    ++found.records;
    Window& window = windows.at({std::string(record.topic), record.partition});
    auto head = window.check.take(record);
    if (!head.ok()) {
      window.unknown = head.error().message;
    } else if (*head) {
      window.walk = std::move((*head)->walk);
    }
    return true;
  };
  const auto name = [&](const log::Unreadable& records) -> Result<bool> {
    found.sentences.push_back(unreadable_text(records) +
                              ". A process that restores its state from this changelog ends there; docs/operating.md "
                              "says how to restore the topic");
    return true;
  };
  return scan_from(client, from, timeout, take, name);
}

}  // namespace

Result<ChangelogRows> latest_rows(log::Client& client, const ChangelogOf& changelog, log::milliseconds timeout) {
  const log::TopicPartition where = where_of(changelog);
  std::optional<NextOffset> again_from;
  for (int reads = 0;; ++reads) {
    TS_ASSIGN_OR_RETURN(const log::Watermarks marks, client.admin().watermarks(where, timeout));
    const NextOffset from = again_from.value_or(NextOffset{marks.first.value()});
    const bool is_first = from.value() == 0;
    Replay replay{{}, {}, store::BatchCheck(where, is_first ? std::optional<std::int64_t>(0) : std::nullopt)};
    bool has_base = marks.high.value() == 0;
    if (is_first) {
      TS_ASSIGN_OR_RETURN(auto old, old_rows(client, changelog, timeout));
      has_base = has_base || old.has_value();
      replay.rows = std::move(old).value_or(ChangelogRows());
    }
    TS_RETURN_IF_ERROR(read_batches(client, {where, from}, replay, timeout));
    has_base = has_base || (is_first && replay.check.next_number() == 0);
    const auto verdict = replay.check.verdict(replay.walk, has_base ? std::nullopt : std::optional(from));
    TS_ASSIGN_OR_RETURN(const log::Watermarks now, client.admin().watermarks(where, timeout));
    // A reader passes over what is deleted meanwhile, and the end of the walk that made it needless may come after what was read.
    const bool may_lack_rows = now.first != marks.first && replay.walk.kept().value() < now.first.value();
    if (verdict.ok() && !*verdict && !may_lack_rows) {
      return std::move(replay.rows);
    }
    if (!verdict.ok() && now.first == marks.first) {
      return verdict.error();
    }
    if (reads == kReadsMax) {
      return error_of(error_codes::kTimedOut, "the changelog " + where.topic + " changed while it was read: try again");
    }
    again_from = verdict.ok() ? *verdict : std::nullopt;
  }
}

Result<ChangelogEnd> end_of(log::Client& client, const ChangelogOf& changelog, log::milliseconds timeout) {
  const log::TopicPartition where = where_of(changelog);
  TS_ASSIGN_OR_RETURN(const log::Watermarks marks, client.admin().watermarks(where, timeout));
  ChangelogEnd found;
  found.next = marks.high;
  store::BatchCheck check(where, std::nullopt);
  const auto take = [&](const log::Record& record) -> Result<bool> {
    TS_ASSIGN_OR_RETURN(auto head, check.take(record));
    if (head) {
      found.number = head->number + 1;
      found.walk = std::move(head->walk);
    }
    return true;
  };
  TS_RETURN_IF_ERROR(scan_from(client, {{where, NextOffset{marks.first.value()}}}, timeout, take));
  return found;
}

Result<ChangelogFindings> examine_changelogs(log::Client& client, const std::vector<std::string>& topics,
                                             std::optional<std::int64_t> offsets_max, log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::vector<log::TopicInfo> infos, client.admin().topics(timeout));
  const std::vector<log::TopicPartition> where = log::partitions_of(infos, topics);
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks, client.admin().watermarks_of(where, timeout));
  const std::int64_t share = offsets_max ? share_of(*offsets_max, where.size()) : 0;
  ChangelogFindings found;
  std::vector<log::Position> positions;
  std::map<log::TopicPartition, Window> windows;
  for (std::size_t i = 0; i < where.size(); ++i) {
    const std::int64_t first = marks[i].first.value();
    const std::int64_t from = offsets_max ? std::max(first, marks[i].last_stable.value() - share) : first;
    found.is_whole = found.is_whole && from == first;
    // A changelog with its first record may rest on that of an earlier version, so it need not have a whole walk.
    const bool is_checked = from == first && first > 0;
    positions.push_back({where[i], NextOffset{from}});
    windows.emplace(where[i], Window{store::BatchCheck(where[i], std::nullopt),
                                     is_checked ? std::optional(NextOffset{first}) : std::nullopt,
                                     {}});
  }
  TS_RETURN_IF_ERROR(examine(client, positions, windows, found, timeout));
  for (const auto& [changelog, window] : windows) {
    if (window.check.foreign() > 0) {
      found.sentences.push_back(window.check.first_foreign() +
                                " It is not used, but find out which program wrote to the topic, and let only the "
                                "pipeline write there");
    }
    if (window.unknown) {
      found.sentences.push_back(*window.unknown);
    } else if (const auto verdict = window.check.verdict(window.walk, window.from); !verdict.ok()) {
      found.sentences.push_back(verdict.error().message);
    }
  }
  return found;
}

}  // namespace turnstream::app
