// The order of effects. A worker repeats these steps for each transaction; intake has no steps 4, 7 and 8. The table says
// what a crash right after a step leaves, and what repairs it.
//
//   step         what has happened                         what a crash leaves         what repairs it
//   1 read       records are in memory                     nothing                     the next worker reads them
//                                                                                      again
//   2 process    outputs wait in memory, new state is in   nothing; of a transaction   the same; the next producer of
//                dirty rows                                with many outputs: as 3     this id aborts what is open
//   3 outputs    outputs are in the open transaction       an open transaction, which  the next producer of this id
//                                                          readers never see           aborts it, or it times out
//   4 changelog  state changes are in the transaction too  the same                    the same
//   5 offsets    progress is in the transaction too        the same                    the same
//   6 commit     outputs, state changes and progress are   a local store without the   the next start applies the
//                committed: all or none                    last transactions           changelog after the checkpoint
//   7 write      rows, checkpoint and position are in the  a changelog that is larger  the next start deletes
//                local store, written in one batch         than it need be             what is not needed
//   8 trim       if a walk of the changelog ended, the     the same, for some          the same
//                records before it are deleted             partitions
//
// Steps 7 and 8 of transaction N run while transaction N + 1 is processed. The batch of N is in the store before step 4 of
// N + 1, whose walk reads the store. The local store never contains changes that are not committed.
#include "pipeline/runtime/worker.h"

#include <algorithm>

#include "pipeline/base/log_line.h"

namespace turnstream::runtime {

Worker::Worker(WorkerConfig config, log::Client& client, std::unique_ptr<Processor> processor, const Clock& clock,
               Watchdog& watchdog, CrashPoints* crash_points)
    : config_(std::move(config)),
      client_(client),
      clock_(clock),
      watchdog_(watchdog),
      crash_points_(crash_points),
      processor_(std::move(processor)),
      meter_(config_.metrics, config_.label, config_.number) {}

Worker::~Worker() {
  processor_.reset();
  consumer_.reset();
}

Status Worker::open() {
  const auto& client_id = config_.consumer.client_id;
  TS_ASSIGN_OR_RETURN(producer_, client_.make_transactional_producer(config_.transactional_id, client_id));
  {
    // Fences a predecessor with the same id and ends its open transaction, before this worker reads anything.
    const Watchdog::Guard guard = watchdog_.watch("init_transactions", kInitTimeout);
    TS_RETURN_IF_ERROR(producer_->init(kInitTimeout));
  }
  transaction_ = std::make_unique<WorkerTransaction>(*producer_, clock_, config_.commit);
  TS_ASSIGN_OR_RETURN(consumer_, client_.make_consumer(config_.consumer));
  joining_since_ = clock_.monotonic_now();
  return {};
}

void Worker::note_wait() {
  constexpr std::int64_t kLongUs = 5'000'000;
  if (!joining_since_ || clock_.monotonic_now().value() - joining_since_->value() < kLongUs) {
    return;
  }
  joining_since_.reset();
  LogLine(LogLevel::kInfo, "partitions_awaited")
      .with("group", config_.consumer.group)
      .with("message",
            "The group has not assigned partitions yet. A process that was stopped or killed keeps its place for up to "
            "kafka.session_timeout_ms, unless a process with the same --instance starts.");
}

Status Worker::step() {
  ++now_.steps;
  if (!consumer_) {
    TS_RETURN_IF_ERROR(open());
  }
  if (restoring_) {
    TS_RETURN_IF_ERROR(restore());
  }
  TS_ASSIGN_OR_RETURN(auto event, poll(poll_timeout()));
  const bool nothing = std::holds_alternative<std::monostate>(event);
  // After a rebalance the worker publishes its status at once: the earlier one may say that it has read all inputs.
  const bool moved = std::holds_alternative<log::Assigned>(event) || std::holds_alternative<log::Revoked>(event);
  busy_ = !nothing;
  TS_RETURN_IF_ERROR(handle(std::move(event)));
  TS_RETURN_IF_ERROR(process_ready());
  note_transaction();
  TS_RETURN_IF_ERROR(apply_flow());
  const bool drained = nothing && transaction_->may_commit_drained();
  if (transaction_->open() && (drained || transaction_->full() || processor_->wants_commit())) {
    TS_RETURN_IF_ERROR(commit());
  }
  note_wait();
  if (nothing || moved || now_.steps % 256 == 0) {
    return publish_status();
  }
  return {};
}

/// librdkafka waits by the wall clock: after that is set back, a wait of milliseconds may last for years.
Result<log::Event> Worker::poll(log::milliseconds timeout) {
  if (timeout.count() == 0) {
    return consumer_->poll(timeout);
  }
  const Watchdog::Guard guard = watchdog_.watch("poll", timeout);
  return consumer_->poll(timeout);
}

log::milliseconds Worker::poll_timeout() const {
  if (busy_ || restoring_) {
    return log::milliseconds{0};
  }
  if (transaction_->open()) {
    return log::milliseconds{config_.commit.interval_ms_min > 0 ? 1 : 0};
  }
  std::int64_t wait_ms = config_.poll_ms_max;
  if (const auto wake = processor_->wake_at()) {
    const auto until_us = wake->value() - clock_.monotonic_now().value();
    wait_ms = std::clamp<std::int64_t>((until_us + 999) / 1000, 0, wait_ms);
  }
  return log::milliseconds{wait_ms};
}

Status Worker::handle(log::Event event) {
  if (auto* record = std::get_if<log::Record>(&event)) {
    TS_RETURN_IF_ERROR(processor_->accept(std::move(*record)));
    return reach(CrashPoint::kRecordAccepted);
  }
  if (auto* unreadable = std::get_if<log::Unreadable>(&event)) {
    return processor_->accept_unreadable(std::move(*unreadable));
  }
  if (const auto* end = std::get_if<log::EndOfPartition>(&event)) {
    processor_->reached_end(end->where, end->next);
    std::erase_if(now_.ends, [&](const log::Position& position) { return position.where == end->where; });
    now_.ends.push_back({end->where, end->next});
    return {};
  }
  if (const auto* lost = std::get_if<log::RecordsLost>(&event)) {
    return processor_->records_lost(*lost);
  }
  if (const auto* assigned = std::get_if<log::Assigned>(&event)) {
    return on_assigned(*assigned);
  }
  if (const auto* revoked = std::get_if<log::Revoked>(&event)) {
    return on_revoked(*revoked);
  }
  return {};
}

Status Worker::on_assigned(const log::Assigned& assigned) {
  LogLine(LogLevel::kInfo, "partitions_assigned")
      .with("group", config_.consumer.group)
      .with("inputs", static_cast<std::int64_t>(assigned.partitions.size()));
  joining_since_.reset();
  TS_RETURN_IF_ERROR(processor_->assigned(assigned.partitions));
  restoring_ = true;
  started_ = false;
  now_.ready = false;
  now_.assigned = assigned.partitions.size();
  now_.restore_left = processor_->restore_left();
  now_.restore_total = now_.restore_left;
  now_.ends.clear();
  return reach(CrashPoint::kAssigned);
}

Status Worker::restore() {
  TS_ASSIGN_OR_RETURN(const bool restored, processor_->restore_step(config_.restore_records));
  now_.restore_left = processor_->restore_left();
  now_.restore_total = std::max(now_.restore_total, now_.restore_left);
  if (!restored) {
    return {};
  }
  TS_RETURN_IF_ERROR(reach(CrashPoint::kRestored));
  TS_ASSIGN_OR_RETURN(const auto positions, processor_->start_positions());
  TS_RETURN_IF_ERROR(consumer_->start(positions));
  restoring_ = false;
  started_ = true;
  now_.ready = true;
  return {};
}

Status Worker::on_revoked(const log::Revoked& revoked) {
  LogLine(LogLevel::kInfo, "partitions_revoked")
      .with("group", config_.consumer.group)
      .with("lost", revoked.lost ? 1 : 0);
  if (transaction_->open()) {
    if (revoked.lost) {
      return make_error(
          error_codes::kAssignmentLost, Reaction::kReleasePartition,
          "The group took this worker's partitions away while a transaction was open, so the transaction is not "
          "committed. The member that gets them next, perhaps this worker again, repeats the work.");
    }
    TS_RETURN_IF_ERROR(commit());
  }
  TS_RETURN_IF_ERROR(reach(CrashPoint::kRevoked));
  TS_RETURN_IF_ERROR(processor_->revoked());
  restoring_ = false;
  started_ = false;
  now_.ready = false;
  now_.assigned = 0;
  now_.restore_left = 0;
  now_.ends.clear();
  return consumer_->release();
}

Status Worker::apply_flow() {
  const auto flow = processor_->take_flow();
  for (const auto& where : flow.pause) {
    TS_RETURN_IF_ERROR(consumer_->pause(where));
  }
  for (const auto& where : flow.resume) {
    TS_RETURN_IF_ERROR(consumer_->resume(where));
  }
  return {};
}

Status Worker::process_ready() {
  while (started_ && !transaction_->full() && !(transaction_->open() && processor_->wants_commit())) {
    TS_ASSIGN_OR_RETURN(const bool processed, processor_->process_one(*transaction_));
    if (!processed) {
      break;
    }
    ++now_.records;
    busy_ = true;
    TS_RETURN_IF_ERROR(reach(CrashPoint::kRecordProcessed));
  }
  return {};
}

Status Worker::commit() {
  const log::milliseconds timeout{config_.transaction_timeout_ms};
  const auto began = clock_.monotonic_now();
  const bool behind = busy_ && transaction_->full();
  TS_RETURN_IF_ERROR(transaction_->hand_over());
  TS_RETURN_IF_ERROR(reach(CrashPoint::kOutputsProduced));
  TS_RETURN_IF_ERROR(processor_->prepare_commit(*transaction_));
  TS_RETURN_IF_ERROR(reach(CrashPoint::kChangelogProduced));
  log::Receipt receipt;
  {
    const Watchdog::Guard guard = watchdog_.watch("send_offsets", timeout);
    TS_RETURN_IF_ERROR(producer_->send_offsets(processor_->offsets(), *consumer_, timeout));
  }
  TS_RETURN_IF_ERROR(reach(CrashPoint::kOffsetsSent));
  {
    const Watchdog::Guard guard = watchdog_.watch("commit", timeout);
    TS_ASSIGN_OR_RETURN(receipt, producer_->commit(timeout));
  }
  const std::int64_t took_us = clock_.monotonic_now().value() - began.value();
  meter_.committed(transaction_->inputs(), took_us);
  transaction_->closed(behind, took_us / 1'000);
  note_transaction();
  ++now_.commits;
  TS_RETURN_IF_ERROR(reach(CrashPoint::kCommitted));
  TS_RETURN_IF_ERROR(processor_->committed(receipt));
  return reach(CrashPoint::kStateWritten);
}

Status Worker::stop(log::milliseconds timeout) {
  Status status;
  if (transaction_ && transaction_->open()) {
    status = commit();
  }
  if (processor_) {
    const auto revoked = processor_->revoked();
    status = status.ok() ? revoked : status;
  }
  if (consumer_) {
    consumer_->close(timeout);
  }
  return status;
}

void Worker::note_transaction() noexcept {
  open_since_us_.store(transaction_->open() ? transaction_->begun().value() : 0, std::memory_order_relaxed);
}

Status Worker::publish_status() {
  now_.restoring = restoring_;
  now_.idle = started_ && !transaction_->open() && processor_->idle();
  now_.held_back = processor_->held_back();
  {
    const MutexLock lock(mutex_);
    published_ = now_;
  }
  return started_ ? processor_->show(clock_.monotonic_now()) : Status();
}

WorkerStatus Worker::status() const {
  WorkerStatus status;
  {
    const MutexLock lock(mutex_);
    status = published_;
  }
  // Read directly, not from the published status: a worker whose call hangs publishes nothing.
  const auto since_us = open_since_us_.load(std::memory_order_relaxed);
  status.transaction_ms = since_us == 0 ? 0 : (clock_.monotonic_now().value() - since_us) / 1'000;
  return status;
}

}  // namespace turnstream::runtime
