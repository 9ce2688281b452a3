#include "pipeline/runtime/task/completion_builder.h"

#include "pipeline/codec/completion_codec.h"
#include "pipeline/runtime/task/forget_report.h"

namespace turnstream::runtime {
namespace {

using model::Completion;
using model::CompletionStatus;

void count_answer(AnswerCounts& counts, const Completion& completion) {
  if (completion.duplicate_of) {
    ++counts.duplicate;
  } else if (completion.status == CompletionStatus::kSuccess) {
    ++counts.success;
  } else {
    ++(completion.status == CompletionStatus::kPartial ? counts.partial : counts.failure);
  }
}

void take_records(PersonaRun& run, RecordOutput& output) {
  output.passed += run.passed_counts();
  output.late_results += run.late_results();
  for (PublicRecord& record : run.records()) {
    output.records.push_back(std::move(record));
  }
}

}  // namespace

Completion CompletionBuilder::frame() const {
  Completion completion;
  completion.stage = stage_.name;
  completion.cause_kind = record_.kind_name;
  completion.cause_id = record_.cause_id;
  completion.log = record_.log;
  completion.log_time = record_.log_time;
  completion.attempts = attempts_;
  return completion;
}

Completion CompletionBuilder::completion_of(PersonaPart& part, bool is_own) const {
  auto completion = frame();
  if (!part.run->persona().empty()) {
    completion.persona_id = std::string(part.run->persona());
  }
  if (is_own && record_.kind == stage_api::RecordKind::kTurn && record_.turn != nullptr) {
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

void CompletionBuilder::build(RecordParts& parts, std::int64_t elapsed_us, RecordOutput& output) const {
  std::vector<Completion> completions;
  for (auto& part : parts.all()) {
    const bool is_own = parts.is_own(part);
    const bool nothing = part.run->empty() && part.status == CompletionStatus::kSuccess && !part.timer_error;
    if (nothing && !is_own) {
      take_records(*part.run, output);
      continue;
    }
    auto completion = completion_of(part, is_own);
    if (is_own) {
      add_forget_report(record_, completion.changes, *part.run);
    }
    take_records(*part.run, output);
    count_answer(output.counts, completion);
    for (auto& piece : codec::split_completion(std::move(completion))) {
      completions.push_back(std::move(piece));
    }
  }
  if (completions.empty()) {
    completions.push_back(frame());
    count_answer(output.counts, completions.front());
  }
  output.elapsed_us = elapsed_us;
  output.parts.reserve(completions.size());
  for (std::size_t i = 0; i < completions.size(); ++i) {
    auto& completion = completions[i];
    completion.part = static_cast<int>(i);
    completion.last = i + 1 == completions.size();
    completion.duration_ms = elapsed_us / 1000;
    auto& part = output.parts.emplace_back();
    codec::append_completion(part.bytes, completion);
    part.persona = std::move(completion.persona_id);
    part.changes = std::move(completion.changes);
  }
}

}  // namespace turnstream::runtime
