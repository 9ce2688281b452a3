#include "app/log_access/changelog_rows.h"

#include <algorithm>

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

/// Reads partitions of one changelog from these positions to their present ends.
Status examine(log::Client& client, const std::vector<log::Position>& from, ChangelogFindings& found,
               log::milliseconds timeout) {
  std::map<Partition, store::ChangelogCheck> checks;
  for (const log::Position& one : from) {
    checks.emplace(one.where.partition, store::ChangelogCheck(one.where, std::nullopt));
  }
  const Status read = scan_from(client, from, timeout, [&](const log::Record& record) -> Result<bool> {
    ++found.rows;
    if (store::ChangelogCheck& check = checks.at(record.partition); !check.hopeless()) {
      check.take(record);
    }
    return true;
  });
  if (!read.ok()) {
    if (read.error().code == error_codes::kUnreachable || read.error().code == error_codes::kTimedOut) {
      return read.error();
    }
    found.sentences.push_back(read.error().message);
  }
  for (const auto& [partition, check] : checks) {
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
  ChangelogFindings found;
  std::map<std::string, std::vector<log::Position>> begin;  // by topic: a batch that cannot be read ends a scan
  for (std::size_t i = 0; i < where.size(); ++i) {
    std::int64_t from = marks[i].first.value();
    if (offsets_max) {
      from = std::max(from, marks[i].last_stable.value() - share_of(*offsets_max, where.size()));
    }
    found.is_whole = found.is_whole && from == marks[i].first.value();
    begin[where[i].topic].push_back({where[i], NextOffset{from}});
  }
  for (const auto& [topic, positions] : begin) {
    TS_RETURN_IF_ERROR(examine(client, positions, found, timeout));
  }
  return found;
}

}  // namespace turnstream::app
