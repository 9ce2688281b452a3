#include "pipeline/codec/session.h"

#include "pipeline/base/check.h"
#include "pipeline/json/writer.h"

namespace turnstream::codec {
namespace {

using model::Session;

void write_time(json::Writer& json, std::string_view name, const std::optional<LogTime>& time) {
  if (time.has_value()) {
    json.time(name, time->value());
  } else {
    json.null(name);
  }
}

/// Writes those fields for which differs(a member of both) is true.
template <typename Differs>
void write_fields(json::Writer& json, const Session& session, const Differs& differs) {
  if (differs([](const Session& one) { return one.dirty(); })) {
    json.boolean("dirty", session.dirty());
  }
  if (differs([](const Session& one) { return one.cursor; })) {
    json.string_or_null("cursor", session.cursor);
  }
  if (differs([](const Session& one) { return one.updated_at; })) {
    json.time("updated_at", session.updated_at.value());
  }
  if (differs([](const Session& one) { return one.flushed_at; })) {
    write_time(json, "flushed_at", session.flushed_at);
  }
  if (differs([](const Session& one) { return one.room_id; })) {
    json.string_or_null("room_id", session.room_id);
  }
  if (differs([](const Session& one) { return one.thread_id; })) {
    json.string_or_null("thread_id", session.thread_id);
  }
  if (differs([](const Session& one) { return one.dirty_since; })) {
    write_time(json, "dirty_since", session.dirty_since);
  }
  if (differs([](const Session& one) { return one.last_message_at; })) {
    json.time("last_message_at", session.last_message_at.value());
  }
  if (differs([](const Session& one) { return one.messages_waiting; })) {
    json.integer("messages_waiting", session.messages_waiting);
  }
  if (differs([](const Session& one) { return one.flush_attempts; })) {
    json.integer("flush_attempts", session.flush_attempts);
  }
}

}  // namespace

void append_session(std::string& out, const Session& session) {
  json::Writer json(out);
  json.begin_object().string("kind", "session").string("id", session.id).string("persona_id", session.persona_id);
  write_fields(json, session, [](const auto&) { return true; });
  json.end_object();
}

std::string session_patch(const Session& before, const Session& after) {
  CHECK(before.id == after.id);
  if (before == after) {
    return {};
  }
  std::string patch;
  json::Writer json(patch);
  json.begin_object();
  write_fields(json, after, [&](const auto& member) { return member(before) != member(after); });
  json.end_object();
  return patch;
}

}  // namespace turnstream::codec
