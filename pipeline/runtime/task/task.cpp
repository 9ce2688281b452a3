#include "pipeline/runtime/task/task.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pipeline/json/document.h"
#include "pipeline/runtime/task/state_keys.h"
#include "pipeline/runtime/task/timer_table.h"
#include "pipeline/store/changelog.h"

namespace turnstream::runtime {
namespace {

using stage_api::RecordKind;

Error damaged(std::string_view key) {
  const auto name = key.substr(key.starts_with('\0') ? 1 : 0);  // The keys of bookkeeping rows begin with a zero byte.
  return make_error(error_codes::kStateDamaged, Reaction::kRebuildState,
                    "The row \"" + std::string(name) + "\" of the local state is damaged.");
}

/// Sets each value of `change` in `settings`; both are {"<stage>":{"<name_unit>":value}}. Ignores what has another form.
void merge_settings(nlohmann::json& settings, const nlohmann::json& change) {
  for (const auto& [stage, section] : change.items()) {
    if (!section.is_object()) {
      continue;
    }
    auto& place = settings[stage];
    if (!place.is_object()) {
      place = nlohmann::json::object();
    }
    place.update(section);
  }
}

/// Whether what the record removes must leave the disk, too. A stage that removed nothing counts as well: its upstream may
/// have deleted what it had copied.
bool removes_for_good(const PreparedRecord& record) {
  return record.kind == RecordKind::kCommand && (record.command_kind == "forget" || record.command_kind == "unshare");
}

Result<std::optional<std::int64_t>> load_number(store::StateTable& state, std::string_view key) {
  TS_ASSIGN_OR_RETURN(const auto row, state.get(key));
  if (!row) {
    return std::optional<std::int64_t>();
  }
  std::int64_t value = 0;
  for (const char c : *row) {
    if (c < '0' || c > '9') {
      return damaged(key);
    }
    value = value * 10 + (c - '0');
  }
  return std::optional<std::int64_t>(value);
}

}  // namespace

Task::Task(const stage_api::Stage& stage, std::unique_ptr<store::StateTable> state, const Clock& clock,
           FaultInjector* faults)
    : stage_(stage),
      state_(std::move(state)),
      clock_(clock),
      faults_(faults),
      settings_(std::make_unique<stage_api::MemorySettings>()) {}

Task::~Task() = default;

/// Checks that the restored rows were made from this log and by this logic version of the stage; writes what is absent.
Status Task::check_origin(std::string_view log_topic) {
  TS_ASSIGN_OR_RETURN(const auto version, load_number(*state_, kVersionKey));
  const auto mine = static_cast<std::int64_t>(info().logic_version);
  if (version && *version != mine) {
    return make_error(
        error_codes::kLogicVersion, Reaction::kStopProcess,
        "The state of stage " + info().name + " was made by logic version " + std::to_string(*version) +
            ", but this binary has version " + std::to_string(mine) +
            ": run a binary with that version, or rebuild the state with this binary: `turnstream upgrade --into "
            "NEW_NAMESPACE`.");
  }
  if (!version) {
    state_->put(kVersionKey, std::to_string(mine));
  }
  TS_ASSIGN_OR_RETURN(const auto log, state_->get(kLogKey));
  if (log && *log != log_topic) {
    return make_error(error_codes::kLogMismatch, Reaction::kStopProcess,
                      "The state of stage " + info().name + " was made from the log " + std::string(*log) +
                          ", not from " + std::string(log_topic) + ": use another --namespace for this log.");
  }
  if (!log) {
    state_->put(kLogKey, log_topic);
  }
  return {};
}

Status Task::load(std::string_view log_topic) {
  TS_RETURN_IF_ERROR(check_origin(log_topic));
  TS_ASSIGN_OR_RETURN(const auto position, load_number(*state_, store::kPositionKey));
  TS_ASSIGN_OR_RETURN(const auto now, load_number(*state_, kNowKey));
  TS_ASSIGN_OR_RETURN(const auto settings, state_->get(kSettingsKey));
  position_ = NextOffset{position.value_or(0)};
  now_ = LogTime{now.value_or(0)};
  saved_position_ = position_;
  saved_now_ = now_;
  if (settings) {
    settings_ = std::make_unique<stage_api::MemorySettings>(json::parse_document(*settings));
    if (!settings_->json().is_object()) {
      return damaged(kSettingsKey);
    }
  }
  TS_ASSIGN_OR_RETURN(const auto forgotten, state_->get(kForgottenKey));
  if (forgotten) {
    auto list = ForgottenList::decode(*forgotten);
    if (!list) {
      return damaged(kForgottenKey);
    }
    forgotten_ = *std::move(list);
  }
  state_->release_savepoints();
  return {};
}

Result<RecordOutput> Task::process(const PreparedRecord& record, std::vector<StageAnswer> upstream,
                                   codec::ChangeCache& changes, const Attempt& attempt) {
  const auto started = clock_.monotonic_now();
  position_ = next_after(record.log.offset);
  now_ = std::max(now_, record.log_time);
  const auto unusable = record.kind == RecordKind::kSettings ? take_settings(record) : Status();
  RecordRun run({stage_, *state_, *settings_, now_, faults_, changes}, record, std::move(upstream), attempt);
  if (!unusable.ok()) {
    run.fail_partition(unusable.error());  // The settings before it stay in force.
  } else if (record.kind != RecordKind::kSettings && record.kind != RecordKind::kTick) {
    TS_RETURN_IF_ERROR(run.process_persona());
  }
  TS_RETURN_IF_ERROR(run.process_others());
  TS_RETURN_IF_ERROR(run.fire_due());
  if (removes_for_good(record)) {
    forgetting_persona_ = std::string(record.persona);
  }
  const auto elapsed_us = clock_.monotonic_now().value() - started.value();
  return run.finish(elapsed_us);
}

Status Task::take_settings(const PreparedRecord& record) {
  if (record.refusal) {
    return *record.refusal;
  }
  const auto change = json::parse_document(record.settings);
  if (!change.is_object()) {
    return make_error(error_codes::kSchema, Reaction::kDeadLetter, "The settings record has no values.",
                      "/args/values");
  }
  nlohmann::json values = settings_->json();
  merge_settings(values, change);
  state_->put(kSettingsKey, json::document_text(values));
  saved_settings_ = std::exchange(settings_, std::make_unique<stage_api::MemorySettings>(std::move(values)));
  return {};
}

void Task::rollback_record() {
  state_->rollback(0);
  position_ = saved_position_;
  now_ = saved_now_;
  forgetting_persona_.reset();
  if (saved_settings_) {
    settings_ = std::move(saved_settings_);
  }
}

void Task::keep_record() {
  if (forgetting_persona_) {
    forgotten_.add(*forgetting_persona_, Offset{position_.value() - 1});
    forgetting_persona_.reset();
    forgotten_changed_ = true;
  }
  saved_position_ = position_;
  saved_now_ = now_;
  saved_settings_.reset();
  state_->release_savepoints();
  state_->trim();
}

Status Task::count_timers() {
  const std::string from(1, store::kTimerPrefix);
  const std::string to(1, static_cast<char>(store::kTimerPrefix + 1));
  timers_restored_ = -state_->timer_rows_added();
  return state_->store().scan(state_->table(), state_->store_key(from), state_->store_key(to),
                              [this](std::string_view, std::string_view) {
                                ++timers_restored_;
                                return true;
                              });
}

Result<std::int64_t> Task::timers_due(std::size_t limit) {
  TS_ASSIGN_OR_RETURN(const auto due, TimerTable(*state_).due(now_, limit));
  return static_cast<std::int64_t>(due.size());
}

bool Task::prepare_commit() {
  state_->put(store::kPositionKey, std::to_string(position_.value()));
  state_->put(kNowKey, std::to_string(now_.value()));
  const bool forgets = std::exchange(forgotten_changed_, false);
  if (forgets) {
    state_->put(kForgottenKey, forgotten_.encode());  // Behind the rows that the commands removed: see ForgottenList.
  }
  state_->release_savepoints();
  return forgets;
}

}  // namespace turnstream::runtime
