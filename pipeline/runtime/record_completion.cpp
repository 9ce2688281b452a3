#include "pipeline/codec/completion_codec.h"
#include "pipeline/runtime/record_run.h"

namespace turnstream::runtime {
namespace {

using model::Completion;
using model::CompletionStatus;
using stage_api::RecordKind;

}  // namespace

Completion RecordRun::describe(Part& part) const {
  Completion completion;
  completion.stage = task_.info().name;
  if (record_.kind == RecordKind::kTurn && record_.turn != nullptr) {
    completion.turn_id = std::string(record_.turn->turn_id);
  }
  completion.persona_id = std::string(part.run->persona());
  completion.cause_kind = record_.kind_name;
  completion.cause_id = record_.cause_id;
  completion.log = record_.log;
  completion.log_time = record_.log_time;
  completion.attempts = attempt_.number;
  if (part.run->persona() == record_.persona && record_.kind != RecordKind::kTick) {
    completion.status = out_.status;
    completion.error = error_;
    completion.duplicate_of = out_.duplicate_of;
    if (upstream_failed_ && completion.status == CompletionStatus::kSuccess) {
      completion.status = CompletionStatus::kPartial;
      completion.error = model::CompletionError{"upstream", "An upstream stage failed this record.", {}};
    }
  }
  if (part.timer_error && completion.status == CompletionStatus::kSuccess) {
    completion.status = CompletionStatus::kPartial;
    completion.error = part.timer_error;
  }
  completion.items_processed = part.run->processed_count();
  completion.changes = part.run->take_changes();
  codec::count_changes(completion);
  return completion;
}

RecordOutput RecordRun::assemble(std::int64_t elapsed_us) {
  std::vector<Completion> completions;
  for (auto& part : parts_) {
    const bool own = part.run->persona() == record_.persona && record_.kind != RecordKind::kTick;
    if (!own && part.run->empty() && !part.timer_error) {
      continue;
    }
    for (auto& event : part.run->events()) {
      out_.events.push_back(std::move(event));
    }
    for (auto& piece : codec::split_completion(describe(part))) {
      completions.push_back(std::move(piece));
    }
  }
  if (completions.empty()) {
    Part none{std::make_unique<PersonaRun>(*task_.state_, std::string_view()), std::nullopt};
    completions.push_back(describe(none));
    completions.back().persona_id.reset();
  }
  out_.status = completions.front().status;
  out_.duration_us = elapsed_us;
  for (std::size_t i = 0; i < completions.size(); ++i) {
    completions[i].part = static_cast<int>(i);
    completions[i].last = i + 1 == completions.size();
    completions[i].duration_ms = elapsed_us / 1000;
    codec::append_completion(out_.completion_parts.emplace_back(), completions[i]);
  }
  return std::move(out_);
}

Result<UpstreamAnswer> read_answer(std::string_view stage, bool admits, std::vector<std::string_view> parts) {
  CHECK(!parts.empty());
  TS_ASSIGN_OR_RETURN(const auto peeked, codec::peek_completion(parts.front()));
  UpstreamAnswer answer;
  answer.stage = stage;
  answer.admits = admits;
  answer.parts = std::move(parts);
  answer.status = peeked.status;
  answer.duplicate_of = peeked.duplicate_of;
  return answer;
}

}  // namespace turnstream::runtime
