#include "stages/consolidation/sessions/describe_sessions.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "pipeline/codec/daily.h"
#include "pipeline/codec/session.h"
#include "pipeline/json/document.h"
#include "stages/common/evidence/describe.h"
#include "stages/consolidation/sessions/daily_log.h"
#include "stages/consolidation/sessions/flush_plan.h"
#include "stages/consolidation/sessions/message.h"
#include "stages/consolidation/sessions/session_table.h"

namespace turnstream::consolidation {
namespace {

/// Rows that hold ids and numbers alone: their name and size are shown.
constexpr std::array<std::string_view, 3> kPlainRows{"~sd/", "~sc/", "~do/"};
constexpr std::string_view kMessagePrefix = "message/";

nlohmann::json describe_session(std::string_view value) {
  const auto session = SessionForm::decode(value, {}, {});
  if (!session.ok()) {
    return evidence::describe_damage(session.error());
  }
  std::string text;
  codec::append_session(text, session->shown);
  return json::parse_document(text);
}

nlohmann::json describe_daily(std::string_view key, std::string_view value) {
  const auto kept = DailyForm::decode(value, {}, evidence::id_in_key(key));
  if (!kept.ok()) {
    return evidence::describe_damage(kept.error());
  }
  std::string text;
  codec::append_daily(text, kept->daily);
  return json::parse_document(text);
}

nlohmann::json describe_messages(std::string_view value) {
  const auto messages = decode_messages(value);
  if (!messages.ok()) {
    return evidence::describe_damage(messages.error());
  }
  nlohmann::json shown = nlohmann::json::array();
  for (const Message& message : *messages) {
    shown.push_back({{"message", cursor_of(message)}, {"speaker", message.speaker}, {"text", message.text}});
  }
  return {{"messages", shown}};
}

nlohmann::json describe_plan(std::string_view value) {
  const auto plan = decode_flush_plan(value);
  return plan.ok() ? nlohmann::json{{"forward", plan->forward.size()},
                                    {"planned", plan->planned.size()},
                                    {"request", plan->open.has_value() ? to_string(plan->open->request) : ""}}
                   : evidence::describe_damage(plan.error());
}

nlohmann::json describe_heads(std::string_view key, std::string_view value) {
  if (key == SessionForm::kHeadKey) {
    const auto head = SessionForm::decode_head(value);
    return head.ok()
               ? nlohmann::json{{"dirty", head->dirty}, {"clean", head->clean}, {"waiting_bytes", head->waiting_bytes}}
               : evidence::describe_damage(head.error());
  }
  const auto head = DailyForm::decode_head(value);
  return head.ok() ? nlohmann::json{{"entries", head->entries}, {"lines", head->lines}}
                   : evidence::describe_damage(head.error());
}

}  // namespace

nlohmann::json describe_session_row(std::string_view key, std::string_view value) {
  if (key == SessionForm::kHeadKey || key == DailyForm::kHeadKey) {
    return describe_heads(key, value);
  }
  if (key == kFlushPlanKey) {
    return describe_plan(value);
  }
  if (key.starts_with(SessionForm::kPrefix)) {
    return describe_session(value);
  }
  if (key.starts_with(DailyForm::kPrefix)) {
    return describe_daily(key, value);
  }
  if (key.starts_with(kMessagePrefix)) {
    return describe_messages(value);
  }
  for (const std::string_view plain : kPlainRows) {
    if (key.starts_with(plain)) {
      return {{"row", std::string(plain)}, {"bytes", value.size()}};
    }
  }
  return nullptr;
}

}  // namespace turnstream::consolidation
