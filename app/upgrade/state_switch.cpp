#include "app/upgrade/state_switch.h"

#include "app/log_access/changelog_rows.h"
#include "pipeline/store/changelog_batch.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kRecordBytes = 256 << 10;  ///< a row that would make a record larger begins a new one
/// So many numbers are left out before the new rows: a store that continues with them finds that out, and is made again.
constexpr std::int64_t kNumbersLeftOut = 1'000'000'000;

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
  std::vector<log::Position> heads;
  for (const std::string& name : stages) {
    TS_ASSIGN_OR_RETURN(log::Position head, stage(partition, name));
    heads.push_back(std::move(head));
  }
  for (const auto& [group, progress] : stop.groups) {
    std::vector<log::OffsetCommit> same;
    if (progress[p].next) {
      same.push_back({progress[p].where, *progress[p].next, progress[p].metadata});
    }
    TS_RETURN_IF_ERROR(stopped_.fence(*producer_, group, same, limits_.commit_timeout));
  }
  const auto receipt = producer_->commit(limits_.commit_timeout);
  return receipt.ok() ? client_.admin().delete_records(heads, limits_.timeout) : Status(receipt.error());
}

/// The new rows are a complete walk (store/changelog_walk.h), so that no record before them is needed: returns where they begin.
/// An empty record comes first, so that this is never offset 0, from which on a restore also needs the changelog of an
/// earlier version.
Result<log::Position> StateSwitch::stage(Partition partition, const std::string& stage) {
  TS_ASSIGN_OR_RETURN(const ChangelogRows rows, latest_rows(client_, {from_, stage, partition}, limits_.timeout));
  TS_ASSIGN_OR_RETURN(const ChangelogEnd before, end_of(client_, {to_, stage, partition}, limits_.timeout));
  const log::TopicPartition changelog{to_.changelog(stage), partition};
  const NextOffset kept{before.next.value() + 1};
  store::BatchHead head{before.number + kNumbersLeftOut, before.walk, before.next};
  std::string batch;
  const auto produce = [&](const log::OutgoingRecord& record) { return producer_->produce(record); };
  const auto flush = [&]() -> Status {
    head.walk.wrote(static_cast<std::int64_t>(batch.size()));
    TS_RETURN_IF_ERROR(store::produce_batch(changelog, head, batch, produce));
    ++head.number;
    batch.clear();
    return {};
  };
  head.walk.begin(kept);
  TS_RETURN_IF_ERROR(flush());
  for (const auto& [key, value] : rows) {
    if (!batch.empty() && batch.size() + key.size() + value.size() > kRecordBytes) {
      TS_RETURN_IF_ERROR(flush());
    }
    store::append_row(batch, key, value);
    head.walk.pass(key, static_cast<std::int64_t>(key.size() + value.size()), true);
    ++rows_;
  }
  head.walk.end({});
  TS_RETURN_IF_ERROR(flush());
  return log::Position{changelog, kept};
}

}  // namespace turnstream::app
