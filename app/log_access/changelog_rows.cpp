#include "app/log_access/changelog_rows.h"

#include <algorithm>
#include <set>

#include "app/log_access/scan.h"
#include "pipeline/log/open_transactions.h"
#include "pipeline/store/changelog_check.h"

namespace turnstream::app {
namespace {

/// At most this many offsets at the end of a partition are read, if all partitions have a share of `offsets_max`.
std::int64_t share_of(std::int64_t offsets_max, std::size_t partitions) {
  constexpr std::int64_t kLeast = 100;
  return std::max(kLeast, offsets_max / static_cast<std::int64_t>(std::max<std::size_t>(1, partitions)));
}

/// A part of a changelog's partition that is checked, from an offset to the end.
struct Window {
  log::Position from;
  Offset first;                                     ///< of the partition
  std::optional<NextOffset> sealed = std::nullopt;  ///< the position in the seal of a row before the window
};

/// The position in the seal of the row; absent if it has none, or not that of the pipeline.
std::optional<NextOffset> seal_of(const log::TopicPartition& changelog, const log::Record& row) {
  store::ChangelogCheck alone(changelog, std::nullopt);
  return alone.take(row) ? alone.resume(next_after(row.offset)).sealed : std::nullopt;
}

/// Sets `sealed` of each window before which a row has a seal: then a row without one is damage also at the window's
/// beginning. Reads from the first row on, which usually has a seal, and at most `offsets_max` of a partition.
Status find_seals(log::Client& client, std::map<log::TopicPartition, Window>& windows, std::int64_t offsets_max,
                  log::milliseconds timeout) {
  std::vector<log::Position> from;
  std::set<log::TopicPartition> searched;
  for (const auto& [where, window] : windows) {
    if (window.from.next.value() > window.first.value()) {
      from.push_back({where, NextOffset{window.first.value()}});
      searched.insert(where);
    }
  }
  const auto look = [&](const log::Record& row) -> Result<bool> {
    const log::TopicPartition where{std::string(row.topic), row.partition};
    if (searched.count(where) == 0) {
      return true;
    }
    Window& window = windows.at(where);
    const std::int64_t end = std::min(window.from.next.value(), window.first.value() + offsets_max);
    window.sealed = row.offset.value() < end ? seal_of(where, row) : std::nullopt;
    if (window.sealed || row.offset.value() >= end) {
      searched.erase(where);
    }
    return !searched.empty();
  };
  return scan_from(client, from, timeout, look, [](const log::Unreadable&) -> Result<bool> { return true; });
}

/// Reads the windows to the present ends of their partitions.
Status examine(log::Client& client, const std::map<log::TopicPartition, Window>& windows, ChangelogFindings& found,
               log::milliseconds timeout) {
  std::vector<log::Position> from;
  std::map<log::TopicPartition, store::ChangelogCheck> checks;
  for (const auto& [where, window] : windows) {
    from.push_back(window.from);
    checks.emplace(where, store::ChangelogCheck(where, window.sealed));
  }
  const auto take = [&](const log::Record& row) -> Result<bool> {
    ++found.rows;
    if (store::ChangelogCheck& check = checks.at({std::string(row.topic), row.partition}); !check.hopeless()) {
      check.take(row);
    }
    return true;
  };
  const auto name = [&](const log::Unreadable& records) -> Result<bool> {
    found.sentences.push_back(unreadable_text(records) +
                              ". A process that restores its state from this changelog ends there; docs/operating.md "
                              "says how to restore the topic");
    return true;
  };
  TS_RETURN_IF_ERROR(scan_from(client, from, timeout, take, name));
  for (const auto& [where, check] : checks) {
    if (const Status verdict = check.verdict(); !verdict.ok()) {
      found.sentences.push_back(verdict.error().message);
    }
  }
  return {};
}

}  // namespace

Result<ChangelogRows> latest_rows(log::Client& client, const log::TopicPartition& changelog,
                                  log::milliseconds timeout) {
  ChangelogRows rows;
  store::ChangelogCheck check(changelog, std::nullopt);
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
  TS_RETURN_IF_ERROR(scan_from(client, {{changelog, NextOffset{0}}}, timeout, apply));
  TS_RETURN_IF_ERROR(check.verdict());
  return rows;
}

Result<ChangelogFindings> examine_changelogs(log::Client& client, const std::vector<std::string>& topics,
                                             std::optional<std::int64_t> offsets_max, log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::vector<log::TopicInfo> infos, client.admin().topics(timeout));
  const std::vector<log::TopicPartition> where = log::partitions_of(infos, topics);
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks, client.admin().watermarks_of(where, timeout));
  const std::int64_t share = offsets_max ? share_of(*offsets_max, where.size()) : 0;
  ChangelogFindings found;
  std::map<log::TopicPartition, Window> windows;
  for (std::size_t i = 0; i < where.size(); ++i) {
    const std::int64_t first = marks[i].first.value();
    const std::int64_t from = offsets_max ? std::max(first, marks[i].last_stable.value() - share) : first;
    found.is_whole = found.is_whole && from == first;
    windows.emplace(where[i], Window{{where[i], NextOffset{from}}, marks[i].first});
  }
  TS_RETURN_IF_ERROR(find_seals(client, windows, share, timeout));
  TS_RETURN_IF_ERROR(examine(client, windows, found, timeout));
  return found;
}

}  // namespace turnstream::app
