#include "pipeline/runtime/intake/intake_recovery.h"

#include <algorithm>

#include "pipeline/base/hash64.h"
#include "pipeline/base/log_line.h"
#include "pipeline/base/number_text.h"
#include "pipeline/codec/erased_record.h"
#include "pipeline/runtime/intake/intake_config.h"

namespace turnstream::runtime {
namespace {

std::optional<std::int64_t> number_in(const log::Record& record, const std::string& header) {
  const auto text = record.header(header);
  return text ? read_number(*text) : std::nullopt;
}

std::string name_of(const log::TopicPartition& where) {
  return where.topic + "[" + std::to_string(where.partition.value()) + "]";
}

}  // namespace

Result<std::unique_ptr<IntakeRecovery>> IntakeRecovery::begin(log::Client& client, const model::TopicNames& names,
                                                              std::int32_t partitions,
                                                              std::vector<log::TopicPartition> unknown,
                                                              const Clock& clock, const Limits& limits) {
  std::unique_ptr<IntakeRecovery> recovery(new IntakeRecovery(client, names, std::move(unknown), clock, limits));
  std::vector<log::TopicPartition> outputs;
  for (std::int32_t partition = 0; partition < partitions; ++partition) {
    outputs.push_back({names.log(), Partition{partition}});
    outputs.push_back({names.dead_letters(), Partition{partition}});
  }
  TS_ASSIGN_OR_RETURN(const auto marks, recovery->watermarks_of(outputs));
  std::vector<log::Position> starts;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const NextOffset first{marks[i].first.value()};
    recovery->outputs_whole_ = recovery->outputs_whole_ && first.value() == 0;
    if (first < marks[i].high) {
      recovery->unread_[outputs[i]] = {first, marks[i].high};
      starts.push_back({outputs[i], first});
    }
  }
  TS_RETURN_IF_ERROR(recovery->read_from(starts));
  return recovery;
}

Result<std::vector<log::Watermarks>> IntakeRecovery::watermarks_of(const std::vector<log::TopicPartition>& where) {
  return client_.admin().watermarks_of(where, log::milliseconds{limits_.admin_ms_max});
}

Status IntakeRecovery::read_from(const std::vector<log::Position>& starts) {
  if (starts.empty()) {
    return {};
  }
  if (!reader_) {
    TS_ASSIGN_OR_RETURN(reader_, client_.make_reader("intake-recovery"));
  }
  return reader_->assign(starts);
}

Result<bool> IntakeRecovery::step(std::size_t records_max) {
  TS_ASSIGN_OR_RETURN(const std::size_t events, read(records_max));
  TS_RETURN_IF_ERROR(check_progress(events > 0));
  if (unread_.empty()) {
    comparing_ = true;
    TS_RETURN_IF_ERROR(read_sources());
  }
  return unread_.empty();
}

Result<std::size_t> IntakeRecovery::read(std::size_t events_max) {
  std::size_t events = 0;
  for (; !unread_.empty() && events < events_max; ++events) {
    TS_ASSIGN_OR_RETURN(const auto event, reader_->poll(log::milliseconds{limits_.poll_ms_max}));
    if (const auto* record = std::get_if<log::Record>(&event)) {
      take(*record);
    } else if (const auto* unreadable = std::get_if<log::Unreadable>(&event)) {
      TS_RETURN_IF_ERROR(pass_over(*unreadable));
    } else if (const auto* end = std::get_if<log::EndOfPartition>(&event)) {
      const auto found = unread_.find(end->where);
      if (found != unread_.end() && end->next >= found->second.end) {
        if (comparing_) {
          drop_trace(end->where);  // No record can be read at the trace's offset or after it.
        }
        unread_.erase(found);
      }
    } else {
      break;
    }
  }
  return events;
}

void IntakeRecovery::take(const log::Record& record) {
  const log::TopicPartition where{std::string(record.topic), record.partition};
  const auto found = unread_.find(where);
  if (found == unread_.end()) {
    return;
  }
  found->second.next = next_after(record.offset);
  if (comparing_) {
    compare(where, record);
  } else if (found->second.next <= found->second.end) {
    note_output(record);
  }
  // Do not wait for the end of the partition: other producers may append to it all the time.
  if (found->second.next >= found->second.end) {
    unread_.erase(found);
  }
}

/// The records of the log are needed. In the dead letters another producer wrote the records: intake writes none that are
/// unreadable. A source record that can no longer be read cannot be compared: its trace is taken.
Status IntakeRecovery::pass_over(const log::Unreadable& records) {
  if (records.where.topic == log_) {
    return log::unreadable_error(records);
  }
  const auto found = unread_.find(records.where);
  if (found == unread_.end()) {
    return {};
  }
  found->second.next = next_after(records.last);
  if (comparing_) {
    next_[records.where] = found->second.end;
  } else {
    LogLine(LogLevel::kWarning, "records_unreadable")
        .with("reaction", "pass_over")
        .with("topic", name_of(records.where))
        .with("offset", records.first.value())
        .with("last", records.last.value())
        .with("text", records.why);
  }
  if (comparing_ || found->second.next >= found->second.end) {
    unread_.erase(found);
  }
  return {};
}

void IntakeRecovery::note_output(const log::Record& record) {
  if (record.topic != log_) {
    if (record.header("dl_stage") == "intake") {
      note_source(record, "dl_", record.value.has_value());
    }
    return;
  }
  const auto kind = record.header("kind");
  note_source(record, "source_", kind != "tick");
  note_moved(record);
  auto& memory = memory_[record.partition];
  // Settings with the log time 0 do not begin the time of a partition: LogAppender::spread_settings().
  if (const auto time = number_in(record, "log_time"); time && (*time != 0 || kind != "settings")) {
    memory.log_time = std::max(memory.log_time.value_or(LogTime{*time}), LogTime{*time});
  }
  if (kind == "settings" && !record.header("source_topic")) {
    memory.settings = record.header("trace_id").value_or(std::string_view());
  }
}

/// Keeps the offset that an output partition's last record names, not the highest: a topic created again counts from 0.
void IntakeRecovery::note_source(const log::Record& record, std::string_view prefix, bool holds_bytes) {
  const std::string start(prefix);
  const auto topic = record.header(start + "topic");
  const auto partition = number_in(record, start + "partition");
  const auto offset = number_in(record, start + (record.header(start + "last_offset") ? "last_offset" : "offset"));
  if (!topic || !partition || !offset) {
    return;  // For example a tick or settings of intake itself, which have no source.
  }
  note_trace({std::string(*topic), Partition{static_cast<std::int32_t>(*partition)}}, Offset{*offset}, record,
             holds_bytes);
}

void IntakeRecovery::note_moved(const log::Record& record) {
  const auto partition = number_in(record, std::string(kMovedPartition));
  const auto offset = number_in(record, std::string(kMovedOffset));
  if (partition && offset) {
    note_trace({commands_, Partition{static_cast<std::int32_t>(*partition)}}, Offset{*offset}, record, true);
  }
}

void IntakeRecovery::note_trace(const log::TopicPartition& source, Offset offset, const log::Record& record,
                                bool holds_bytes) {
  const std::string_view value = record.value.value_or(std::string_view());
  const bool compared = holds_bytes && !codec::read_erased_record(value);
  traces_[source][{std::string(record.topic), record.partition}] = {
      next_after(offset), compared ? std::optional(hash64(value)) : std::nullopt};
}

Status IntakeRecovery::read_sources() {
  TS_ASSIGN_OR_RETURN(const auto marks, watermarks_of(unknown_));
  std::vector<log::Position> starts;
  for (std::size_t i = 0; i < unknown_.size(); ++i) {
    const auto& input = unknown_[i];
    auto& traces = traces_[input];
    if (std::erase_if(traces, [&](const auto& trace) { return trace.second.next > marks[i].high; }) > 0) {
      recreated_.insert(input);
    }
    if (next_.count(input) > 0) {
      continue;
    }
    if (traces.empty()) {
      TS_RETURN_IF_ERROR(check_known(input, marks[i]));
      continue;
    }
    const auto highest = std::max_element(traces.begin(), traces.end(), [](const auto& left, const auto& right) {
      return left.second.next < right.second.next;
    });
    const auto last = highest->second;
    const NextOffset offset{last.next.value() - 1};
    if (!last.value_hash || offset.value() < marks[i].first.value()) {
      // No comparison: the output has no copy of the value (a tick, a dead letter without value) or the record is gone.
      next_[input] = last.next;
      continue;
    }
    unread_[input] = {offset, last.next};
    starts.push_back({input, offset});
  }
  return read_from(starts);
}

/// `record`: the source record that the highest trace names or, if the input no longer has it, the next one; then there
/// is nothing to compare and the trace is taken.
void IntakeRecovery::compare(const log::TopicPartition& input, const log::Record& record) {
  const auto asked = unread_[input].end;
  const auto& traces = traces_[input];
  const bool is_own = std::any_of(traces.begin(), traces.end(), [&](const auto& trace) {
    return trace.second.next == asked && (next_after(record.offset) != asked ||
                                          trace.second.value_hash == hash64(record.value.value_or(std::string_view())));
  });
  if (is_own) {
    next_[input] = asked;
  } else {
    drop_trace(input);
  }
}

/// Drops the input's highest traces, which did not match: the topic counts as deleted and created again since.
void IntakeRecovery::drop_trace(const log::TopicPartition& input) {
  const auto asked = unread_[input].end;
  std::erase_if(traces_[input], [&](const auto& trace) { return trace.second.next == asked; });
  recreated_.insert(input);
}

/// Called for an input without remaining traces. Error "progress_unknown" if intake may have read it, because records
/// were deleted from the outputs; no error if the input is empty or was created again.
Status IntakeRecovery::check_known(const log::TopicPartition& input, const log::Watermarks& marks) {
  if (outputs_whole_ || recreated_.count(input) > 0 || marks.first.value() >= marks.high.value()) {
    return {};
  }
  return make_error(
      error_codes::kProgressUnknown, Reaction::kStopProcess,
      "Intake has no committed offset of " + name_of(input) +
          ", and the log no longer holds all records that would restore it. Set it with Kafka's tool: consumer-groups "
          "--reset-offsets --group " +
          group_ + " --topic " + input.topic + ":" + std::to_string(input.partition.value()) +
          " --execute, with --to-earliest if intake never read that input, else --to-latest. With the embedded log, "
          "which that tool cannot reach, use a new --namespace.");
}

Status IntakeRecovery::check_progress(bool moved) {
  const auto now = clock_.monotonic_now();
  if (moved || unread_.empty()) {
    last_progress_ = now;
    return {};
  }
  if (now.value() - last_progress_.value() <= limits_.stall_ms_max * 1000) {
    return {};
  }
  const auto& [where, unread] = *unread_.begin();
  // If the broker does not answer, report that error: a hanging transaction is then not the likely cause.
  const auto answer = watermarks_of({where});
  TS_RETURN_IF_ERROR(answer.ok() ? Status() : Status(answer.error()));
  return make_error(
      error_codes::kRestoreStalled, Reaction::kStopProcess,
      "Intake restores its progress and is at offset " + std::to_string(unread.next.value()) + " of " +
          std::to_string(unread.end.value()) + " in " + name_of(where) +
          ", but no further records arrive: a transaction may be hanging in the broker; run `turnstream doctor`, "
          "which names it and the command that ends it.");
}

std::int64_t IntakeRecovery::offsets_left() const {
  std::int64_t left = 0;
  for (const auto& [where, unread] : unread_) {
    left += unread.end.value() - unread.next.value();
  }
  return left;
}

std::optional<NextOffset> IntakeRecovery::next(const log::TopicPartition& input) const {
  const auto found = next_.find(input);
  return found == next_.end() ? std::nullopt : std::optional(found->second);
}

IntakeMetadata IntakeRecovery::memory(Partition partition) const {
  const auto found = memory_.find(partition);
  return found == memory_.end() ? IntakeMetadata() : found->second;
}

}  // namespace turnstream::runtime
