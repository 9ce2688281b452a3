#include "app/upgrade/state_switch.h"

#include "app/log_access/changelog_rows.h"
#include "pipeline/store/changelog_batch.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kRecordBytes = 256 << 10;  ///< a record ends with the row that reaches it

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
    TS_RETURN_IF_ERROR(stage(partition, name));
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

/// The new rows are a complete walk (store/changelog_walk.h), so that no record before them is needed. The deletes are for the
/// stores that have what was written before.
Status StateSwitch::stage(Partition partition, const std::string& stage) {
  TS_ASSIGN_OR_RETURN(const ChangelogRows rows, latest_rows(client_, {from_, stage, partition}, limits_.timeout));
  TS_ASSIGN_OR_RETURN(const ChangelogKeys before, keys_of(client_, {to_, stage, partition}, limits_.timeout));
  const log::TopicPartition changelog{to_.changelog(stage), partition};
  store::BatchHead head{before.number, before.walk};
  std::string batch;
  const auto produce = [&](const log::OutgoingRecord& record) { return producer_->produce(record); };
  const auto flush = [&]() -> Status {
    head.walk.wrote(static_cast<std::int64_t>(batch.size()));
    TS_RETURN_IF_ERROR(store::produce_batch(changelog, head, batch, produce));
    ++head.number;
    batch.clear();
    return {};
  };
  const auto write = [&](const std::string& key, std::optional<std::string_view> value) {
    ++rows_;
    store::append_row(batch, key, value);
    return batch.size() < kRecordBytes ? Status() : flush();
  };
  head.walk.begin(before.end);
  for (const std::string& key : before.keys) {
    if (rows.count(key) == 0) {
      TS_RETURN_IF_ERROR(write(key, std::nullopt));
    }
  }
  for (const auto& [key, value] : rows) {
    head.walk.pass(key, static_cast<std::int64_t>(key.size() + value.size()), true);
    TS_RETURN_IF_ERROR(write(key, value));
  }
  head.walk.end({});
  return flush();
}

}  // namespace turnstream::app
