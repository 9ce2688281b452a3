// The answer to one record: a part for each persona that something was done to, numbered through, the last one marked.
#include "pipeline/codec/completion_codec.h"
#include "pipeline/runtime/task/record_run.h"

namespace turnstream::runtime {
namespace {

using model::Completion;
using model::CompletionStatus;
using stage_api::RecordKind;

void count_answer(AnswerCounts& counts, const Completion& completion) {
  if (completion.duplicate_of) {
    ++counts.duplicate;
  } else if (completion.status == CompletionStatus::kSuccess) {
    ++counts.success;
  } else {
    ++(completion.status == CompletionStatus::kPartial ? counts.partial : counts.failure);
  }
}

}  // namespace

/// What all parts have in common.
Completion RecordRun::frame() const {
  Completion completion;
  completion.stage = task_.info().name;
  completion.cause_kind = record_.kind_name;
  completion.cause_id = record_.cause_id;
  completion.log = record_.log;
  completion.log_time = record_.log_time;
  completion.attempts = attempt_.number;
  return completion;
}

Completion RecordRun::describe(Part& part) const {
  auto completion = frame();
  completion.persona_id = std::string(part.run->persona());
  if (is_own(part) && record_.kind == RecordKind::kTurn && record_.turn != nullptr) {
    completion.turn_id = std::string(record_.turn->turn_id);
  }
  completion.status = part.status;
  completion.error = std::move(part.error);
  completion.duplicate_of = part.duplicate_of;
  if (part.timer_error && completion.status == CompletionStatus::kSuccess) {
    completion.status = CompletionStatus::kPartial;
    completion.error = std::move(part.timer_error);
  }
  completion.items_processed = part.run->processed_count();
  completion.changes = part.run->take_changes();
  codec::count_changes(completion);
  return completion;
}

RecordOutput RecordRun::assemble(std::int64_t elapsed_us) {
  std::vector<Completion> completions;
  for (auto& part : parts_) {
    for (auto& event : part.run->events()) {
      out_.events.push_back(std::move(event));
    }
    const bool nothing = part.run->empty() && part.status == CompletionStatus::kSuccess && !part.timer_error;
    if (nothing && !is_own(part)) {
      continue;
    }
    auto completion = describe(part);
    count_answer(out_.counts, completion);
    for (auto& piece : codec::split_completion(std::move(completion))) {
      completions.push_back(std::move(piece));
    }
  }
  if (completions.empty()) {
    completions.push_back(frame());
    count_answer(out_.counts, completions.front());
  }
  out_.elapsed_us = elapsed_us;
  out_.parts.reserve(completions.size());
  for (std::size_t i = 0; i < completions.size(); ++i) {
    auto& completion = completions[i];
    completion.part = static_cast<int>(i);
    completion.last = i + 1 == completions.size();
    completion.duration_ms = elapsed_us / 1000;
    auto& part = out_.parts.emplace_back();
    codec::append_completion(part.bytes, completion);
    part.persona = std::move(completion.persona_id);
  }
  return std::move(out_);
}

Result<UpstreamAnswer> read_answer(std::string_view stage, bool admits, const std::vector<std::string_view>& parts) {
  UpstreamAnswer answer{stage, admits, {}};
  answer.parts.reserve(parts.size());
  for (const auto bytes : parts) {
    TS_ASSIGN_OR_RETURN(auto head, codec::peek_completion(bytes));
    answer.parts.push_back(
        {std::move(head.persona_id), bytes, head.status, std::move(head.error_code), head.duplicate_of});
  }
  return answer;
}

}  // namespace turnstream::runtime
