#include "pipeline/runtime/intake_recovery.h"

#include <algorithm>
#include <charconv>

#include "pipeline/base/hash64.h"

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
                                                              std::int32_t partitions,
                                                              const std::vector<log::TopicPartition>& unknown,
                                                              const Clock& clock, const Limits& limits) {
  std::vector<log::TopicPartition> outputs;
  for (std::int32_t partition = 0; partition < partitions; ++partition) {
    outputs.push_back({names.log(), Partition{partition}});
    outputs.push_back({names.dead_letters(), Partition{partition}});
  }
  TS_ASSIGN_OR_RETURN(const auto marks, client.admin().watermarks_of(outputs, log::milliseconds{limits.admin_ms_max}));
  std::unique_ptr<IntakeRecovery> recovery(new IntakeRecovery(client, names, unknown, clock, limits));
  std::vector<log::Position> starts;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const NextOffset first{marks[i].first.value()};
    if (first < marks[i].high) {
      recovery->unread_[outputs[i]] = {first, marks[i].high};
      starts.push_back({outputs[i], first});
    }
  }
  TS_RETURN_IF_ERROR(recovery->read_from(starts));
  return recovery;
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

Status IntakeRecovery::begin_verifying() {
  verifying_ = true;
  std::vector<log::TopicPartition> inputs;
  for (const auto& input : unknown_) {
    if (taken_.count(input) > 0) {
      inputs.push_back(input);
    }
  }
  TS_ASSIGN_OR_RETURN(const auto marks, client_.admin().watermarks_of(inputs, log::milliseconds{limits_.admin_ms_max}));
  std::vector<log::Position> starts;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto next = taken_[inputs[i]].next;
    if (marks[i].high < next) {
      taken_.erase(inputs[i]);  // It ends before: this is another topic of the same name.
    } else if (marks[i].first.value() < next.value()) {
      const NextOffset last{next.value() - 1};
      unread_[inputs[i]] = {last, next};
      starts.push_back({inputs[i], last});
    }
  }
  return read_from(starts);
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
  if (unread_.empty() && !verifying_) {
    TS_RETURN_IF_ERROR(begin_verifying());
  }
  return unread_.empty();
}

void IntakeRecovery::take(const log::Record& record) {
  const log::TopicPartition where{std::string(record.topic), record.partition};
  const auto found = unread_.find(where);
  if (found == unread_.end()) {
    return;
  }
  found->second.next = next_after(record.offset);
  if (!verifying_) {
    take_output(record);
    return;
  }
  verify(where, record);
  unread_.erase(found);
}

void IntakeRecovery::verify(const log::TopicPartition& input, const log::Record& record) {
  const auto& last = taken_[input];
  if (next_after(record.offset) == last.next && hash64(record.value.value_or(std::string_view())) != last.value_hash) {
    taken_.erase(input);
  }
}

void IntakeRecovery::take_output(const log::Record& record) {
  if (record.topic != log_) {
    if (record.header("dl_stage") == "intake") {
      take_source(record, "dl_");
    }
    return;
  }
  take_source(record, "source_");
  auto& memory = memory_[record.partition];
  if (const auto time = number(record.header("log_time"))) {
    memory.log_time = LogTime{*time};
  }
  if (record.header("kind") == "settings") {
    memory.settings = record.header("trace_id").value_or(std::string_view());
  }
}

void IntakeRecovery::take_source(const log::Record& record, std::string_view prefix) {
  const std::string start(prefix);
  const auto topic = record.header(start + "topic");
  const auto partition = number(record.header(start + "partition"));
  const auto offset = number(record.header(start + "offset"));
  if (!topic || !partition || !offset) {
    return;  // A tick or a settings record: intake's own.
  }
  const log::TopicPartition source{std::string(*topic), Partition{static_cast<std::int32_t>(*partition)}};
  auto& last = taken_.try_emplace(source).first->second;
  if (const auto next = next_after(Offset{*offset}); next > last.next) {
    last = {next, hash64(record.value.value_or(std::string_view()))};
  }
}

std::int64_t IntakeRecovery::offsets_left() const {
  std::int64_t left = 0;
  for (const auto& [where, progress] : unread_) {
    left += progress.end.value() - progress.next.value();
  }
  return left;
}

std::optional<NextOffset> IntakeRecovery::next(const log::TopicPartition& input) const {
  const auto found = taken_.find(input);
  return found == taken_.end() ? std::nullopt : std::optional(found->second.next);
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
