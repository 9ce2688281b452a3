#include "pipeline/runtime/intake/effect_wait.h"

#include <nlohmann/json.hpp>

#include "pipeline/base/log_line.h"
#include "pipeline/json/document.h"

namespace turnstream::runtime {
namespace {

// What intake waits for, besides stages.
constexpr const char* kBegin = "the end of requests and completions";
constexpr const char* kRequests = "the end of the requests";

/// The value of the setting "<section>.<name>"; null if the document has none.
const nlohmann::json* value_of(const nlohmann::json& values, const std::string& setting) {
  const auto point = setting.find('.');
  const auto section = values.is_object() ? values.find(setting.substr(0, point)) : values.end();
  if (section == values.end() || !section->is_object()) {
    return nullptr;
  }
  const auto value = section->find(setting.substr(point + 1));
  return value == section->end() ? nullptr : &*value;
}

bool lets_ask(const nlohmann::json& value) {
  return value == true || (value.is_string() && !value.get_ref<const std::string&>().empty());
}

void say_not_awaited(const std::string& text) {
  LogLine(LogLevel::kWarning, "effects_not_awaited").with("stage", "intake").with("message", text);
}

}  // namespace

EffectWait::EffectWait(const IntakeConfig& config, log::Client& client, const Clock& clock, LogAppender& appender)
    : config_(config),
      clock_(clock),
      appender_(appender),
      enabled_(config.waits_for_effects && config.clock == IntakeClock::kEvent),
      reader_(config, client, clock) {}

void EffectWait::begin(const std::optional<std::string>& asking) {
  release();
  if (!asking) {
    take_settings(json::parse_document(config_.memory_settings));
    return;
  }
  for (const Asker& asker : config_.askers) {
    if (("," + *asking + ",").find("," + asker.setting + ",") != std::string::npos) {
      asking_.insert(asker.setting);
    }
  }
  restart();
}

void EffectWait::release() {
  asking_.clear();
  restart();
}

void EffectWait::restart() {
  reader_.close();
  stages_.clear();
  for (const Asker& asker : config_.askers) {
    if (asking_.count(asker.setting) > 0) {
      stages_.insert(asker.stage);
    }
  }
  quiet_.clear();
  waiting_since_.clear();
  given_up_.clear();
}

void EffectWait::take_command(std::string_view command) {
  if (!enabled_) {
    return;
  }
  const auto document = json::parse_document(command);
  if (const auto* values = value_of(document, "args.values"); values != nullptr) {
    take_settings(*values);
  }
}

void EffectWait::take_settings(const nlohmann::json& values) {
  const auto before = asking_;
  for (const Asker& asker : config_.askers) {
    if (const auto* value = value_of(values, asker.setting); value != nullptr) {
      asking_.erase(asker.setting);
      if (lets_ask(*value)) {
        asking_.insert(asker.setting);
      }
    }
  }
  if (asking_ != before) {
    restart();
  }
}

std::string EffectWait::asking() const {
  std::string text;
  for (const std::string& setting : asking_) {
    text += (text.empty() ? "" : ",") + setting;
  }
  return text.empty() ? "-" : text;
}

Status EffectWait::advance(const EffectReader::Progress& progress) {
  if (!on()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const bool any, reader_.read(stages_, progress));
  if (any || reader_.follows()) {
    moved(kBegin);
  }
  for (const std::string& stage : reader_.take_moved()) {
    moved(stage);
  }
  give_up();
  return {};
}

Result<bool> EffectWait::may_append(WorkerTransaction& transaction, const Accepted& accepted, Partition target) {
  if (!on() || !accepted.carries_time) {
    return true;
  }
  TS_ASSIGN_OR_RETURN(const bool quiet, is_quiet(target));
  if (!quiet) {
    return false;
  }
  TS_ASSIGN_OR_RETURN(const bool ticked, appender_.append_due_tick(transaction, accepted, target));
  TS_RETURN_IF_ERROR(ticked ? transaction.count_input() : Status());
  return !ticked;
}

Result<bool> EffectWait::is_quiet(Partition partition) {
  if (!on()) {
    return true;
  }
  if (appender_.has_open(partition)) {
    return false;
  }
  if (quiet_.count(partition) > 0) {
    return true;
  }
  if (!reader_.follows()) {
    return !is_awaited(kBegin);
  }
  for (const std::string& stage : stages_) {
    if (reader_.lags(stage, partition) && is_awaited(stage)) {
      return false;
    }
  }
  // What the stages asked for the last record is in the topic, but its transaction may end there later than in the
  // completions.
  TS_ASSIGN_OR_RETURN(const bool read, reader_.requests_read());
  if (!read && is_awaited(kRequests)) {
    return false;
  }
  if (read) {
    moved(kRequests);
  }
  if (reader_.asked().is_awaited(partition)) {
    return false;
  }
  quiet_.insert(partition);
  return true;
}

void EffectWait::appended(const Accepted& accepted, Partition target) {
  if (on() && !accepted.effect_id.empty()) {
    reader_.asked().answer(accepted.effect_id, accepted.request_hash, target);
  }
}

void EffectWait::committed(const log::Receipt& receipt) {
  for (const auto& [where, next] : receipt.written) {
    if (on() && where.topic == config_.names.log()) {
      reader_.note_written(where.partition, Offset{next.value() - 1});
      quiet_.erase(where.partition);
    }
  }
}

bool EffectWait::is_awaited(const std::string& what) {
  waiting_since_.try_emplace(what, clock_.monotonic_now());
  return given_up_.count(what) == 0;
}

void EffectWait::moved(const std::string& what) {
  waiting_since_.erase(what);
  given_up_.erase(what);
}

void EffectWait::give_up() {
  const auto now = clock_.monotonic_now();
  for (const auto& [what, since] : waiting_since_) {
    const bool is_over = now.value() - since.value() > config_.effects_wait_ms_max * 1000;
    if (is_over && given_up_.insert(what).second) {
      say_not_awaited("Turns do not wait for " + what + " until there is something new of it.");
    }
  }
  if (const std::size_t requests = reader_.asked().expire(now); requests > 0) {
    say_not_awaited("Turns do not wait for answers until one arrives: " + std::to_string(requests) +
                    " requests have none.");
  }
}

}  // namespace turnstream::runtime
