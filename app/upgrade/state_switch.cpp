#include "app/upgrade/state_switch.h"

#include <set>

#include "app/log_access/changelog_rows.h"
#include "app/log_access/scan.h"
#include "pipeline/store/changelog_check.h"

namespace turnstream::app {
namespace {

/// All keys that the changelog has rows for, also damaged ones, so that the switch replaces them.
Result<std::set<std::string>> keys_of(log::Client& client, const log::TopicPartition& changelog,
                                      log::milliseconds timeout) {
  std::set<std::string> keys;
  const auto add = [&](const log::Record& record) -> Result<bool> {
    keys.emplace(record.key.value_or(std::string_view()));
    return true;
  };
  TS_RETURN_IF_ERROR(scan_from(client, {{changelog, NextOffset{0}}}, timeout, add));
  return keys;
}

}  // namespace

Result<std::unique_ptr<StateSwitch>> StateSwitch::open(log::Client& client, StoppedPipeline& stopped,
                                                       const model::TopicNames& to, const model::TopicNames& from,
                                                       const Limits& limits) {
  std::unique_ptr<StateSwitch> made(new StateSwitch(client, stopped, to, from, limits));
  // One id for each namespace: a repeated upgrade ends the transaction that a killed one left open.
  TS_ASSIGN_OR_RETURN(made->producer_, client.make_transactional_producer(to.group("upgrade"), "upgrade"));
  TS_RETURN_IF_ERROR(made->producer_->init(limits.commit_timeout));
  return made;
}

Status StateSwitch::partition(Partition partition, const std::vector<std::string>& stages, const StopPositions& stop) {
  const auto p = static_cast<std::size_t>(partition.value());
  TS_RETURN_IF_ERROR(producer_->begin());
  for (const std::string& name : stages) {
    TS_RETURN_IF_ERROR(stage(partition, name, stop.next[p]));
  }
  for (const auto& [group, progress] : stop.groups) {
    std::vector<log::OffsetCommit> same;
    if (progress[p].next) {
      same.push_back({progress[p].where, *progress[p].next, progress[p].metadata});
    }
    TS_RETURN_IF_ERROR(stopped_.fence(*producer_, group, same, limits_.commit_timeout));
  }
  const auto receipt = producer_->commit(limits_.commit_timeout);
  return receipt.ok() ? Status() : Status(receipt.error());
}

Status StateSwitch::stage(Partition partition, const std::string& stage, NextOffset position) {
  const log::TopicPartition changelog{to_.changelog(stage), partition};
  TS_ASSIGN_OR_RETURN(const ChangelogRows rows,
                      latest_rows(client_, {from_.changelog(stage), partition}, limits_.timeout));
  TS_ASSIGN_OR_RETURN(const std::set<std::string> keys, keys_of(client_, changelog, limits_.timeout));
  const auto write = [&](const std::string& key, std::optional<std::string_view> value) {
    ++rows_;
    const auto seal = store::seal_row(changelog, position, key, value);
    const log::Header header{store::kSealHeader, store::view_of(seal)};
    return producer_->produce({changelog.topic, partition, key, value, std::span(&header, 1)});
  };
  for (const std::string& key : keys) {
    if (rows.count(key) == 0) {
      TS_RETURN_IF_ERROR(write(key, std::nullopt));
    }
  }
  for (const auto& [key, value] : rows) {
    TS_RETURN_IF_ERROR(write(key, value));
  }
  return {};
}

}  // namespace turnstream::app
