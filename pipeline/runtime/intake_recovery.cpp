#include "pipeline/runtime/intake_recovery.h"

#include <algorithm>
#include <charconv>

namespace turnstream::runtime {
namespace {

std::optional<std::int64_t> number(std::optional<std::string_view> text) {
  std::int64_t value = 0;
  if (!text) {
    return std::nullopt;
  }
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  return error == std::errc() && end == text->data() + text->size() ? std::optional(value) : std::nullopt;
}

}  // namespace

Result<std::unique_ptr<IntakeRecovery>> IntakeRecovery::begin(log::Client& client, const model::TopicNames& names,
                                                              std::int32_t partitions, const Clock& clock,
                                                              const Limits& limits) {
  std::vector<log::TopicPartition> outputs;
  for (std::int32_t partition = 0; partition < partitions; ++partition) {
    outputs.push_back({names.log(), Partition{partition}});
    outputs.push_back({names.dead_letters(), Partition{partition}});
  }
  TS_ASSIGN_OR_RETURN(const auto marks, client.admin().watermarks_of(outputs, log::milliseconds{limits.admin_ms_max}));
  std::unique_ptr<IntakeRecovery> recovery(new IntakeRecovery(names, clock, limits));
  std::vector<log::Position> starts;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const NextOffset first{marks[i].first.value()};
    if (first < marks[i].high) {
      recovery->unread_[outputs[i]] = {first, marks[i].high};
      starts.push_back({outputs[i], first});
    }
  }
  if (!starts.empty()) {
    TS_ASSIGN_OR_RETURN(recovery->reader_, client.make_reader("intake-recovery"));
    TS_RETURN_IF_ERROR(recovery->reader_->assign(starts));
  }
  return recovery;
}

Result<bool> IntakeRecovery::step(std::size_t records_max) {
  std::size_t taken = 0;
  while (!unread_.empty() && taken < records_max) {
    TS_ASSIGN_OR_RETURN(const auto event, reader_->poll(log::milliseconds{limits_.poll_ms_max}));
    if (const auto* record = std::get_if<log::Record>(&event)) {
      take(*record);
      ++taken;
    } else if (const auto* end = std::get_if<log::EndOfPartition>(&event)) {
      const auto found = unread_.find(end->where);
      if (found != unread_.end() && end->next >= found->second.end) {
        unread_.erase(found);
        ++taken;
      }
    } else {
      break;
    }
  }
  const auto now = clock_.monotonic_now();
  if (taken > 0) {
    last_progress_ = now;
  } else if (!unread_.empty() && now.value() - last_progress_.value() > limits_.stall_ms_max * 1000) {
    return stalled();
  }
  return unread_.empty();
}

void IntakeRecovery::take(const log::Record& record) {
  if (const auto found = unread_.find({std::string(record.topic), record.partition}); found != unread_.end()) {
    found->second.next = next_after(record.offset);
  }
  if (record.topic != log_) {
    if (record.header("dl_stage") == "intake") {
      take_source(record.header("dl_topic"), record.header("dl_partition"), record.header("dl_offset"));
    }
    return;
  }
  take_source(record.header("source_topic"), record.header("source_partition"), record.header("source_offset"));
  auto& memory = memory_[record.partition];
  if (const auto time = number(record.header("log_time"))) {
    memory.log_time = LogTime{*time};
  }
  if (record.header("kind") == "settings") {
    memory.settings = record.header("trace_id").value_or(std::string_view());
  }
}

void IntakeRecovery::take_source(std::optional<std::string_view> topic, std::optional<std::string_view> partition,
                                 std::optional<std::string_view> offset) {
  const auto number_of_partition = number(partition);
  const auto number_of_offset = number(offset);
  if (!topic || !number_of_partition || !number_of_offset) {
    return;  // A tick or a settings record: intake's own.
  }
  const log::TopicPartition source{std::string(*topic), Partition{static_cast<std::int32_t>(*number_of_partition)}};
  auto& next = next_.try_emplace(source, NextOffset{0}).first->second;
  next = std::max(next, next_after(Offset{*number_of_offset}));
}

std::int64_t IntakeRecovery::offsets_left() const {
  std::int64_t left = 0;
  for (const auto& [where, progress] : unread_) {
    left += progress.end.value() - progress.next.value();
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

Error IntakeRecovery::stalled() const {
  const auto& [where, progress] = *unread_.begin();
  return {"restore_stalled",
          Reaction::kStopProcess,
          "Finding out how far intake got stands at offset " + std::to_string(progress.next.value()) + " of " +
              std::to_string(progress.end.value()) + " in " + where.topic + "[" +
              std::to_string(where.partition.value()) +
              "] and nothing more arrives: a transaction may be hanging in the broker; run `turnstream doctor`, which "
              "names it and the command that ends it.",
          {},
          {}};
}

}  // namespace turnstream::runtime
