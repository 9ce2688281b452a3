#include "stages/consolidation/sessions/session_table.h"

#include <algorithm>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/check.h"
#include "pipeline/base/sha256.h"
#include "pipeline/codec/session.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 1;

void write_text(ByteWriter& writer, const std::optional<std::string>& text) {
  writer.u8(text.has_value() ? 1 : 0).text(text.value_or(""));
}

std::optional<std::string> read_text(ByteReader& reader) {
  const bool present = reader.u8() != 0;
  std::string text(reader.text());
  return present ? std::optional(std::move(text)) : std::nullopt;
}

void write_time(ByteWriter& writer, const std::optional<LogTime>& time) {
  writer.u8(time.has_value() ? 1 : 0).i64(time.value_or(LogTime{0}).value());
}

std::optional<LogTime> read_time(ByteReader& reader) {
  const bool present = reader.u8() != 0;
  const LogTime time{reader.i64()};
  return present ? std::optional(time) : std::nullopt;
}

std::uint64_t unsigned_of(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

std::int64_t count_in(ByteReader& reader) {
  return static_cast<std::int64_t>(reader.varint());
}

}  // namespace

Uuid session_key(std::string_view session_id) {
  const Sha256Digest digest = sha256(session_id);
  Uuid key{};
  std::copy_n(digest.begin(), key.size(), key.begin());
  return key;
}

std::string SessionForm::encode(const Entry& session) {
  std::string row;
  if (session.gone) {
    return row;
  }
  ByteWriter writer(row);
  const model::Session& shown = session.shown;
  writer.u8(kFormat).text(shown.id);
  write_text(writer, shown.cursor);
  write_text(writer, shown.room_id);
  write_text(writer, shown.thread_id);
  write_time(writer, shown.flushed_at);
  write_time(writer, shown.dirty_since);
  writer.i64(shown.updated_at.value()).i64(shown.last_message_at.value());
  writer.varint(unsigned_of(shown.messages_waiting)).varint(unsigned_of(shown.flush_attempts));
  writer.varint(session.number).varint(session.first).varint(session.next);
  writer.varint(unsigned_of(session.flushed)).varint(unsigned_of(session.lines));
  return row;
}

Result<KeptSession> SessionForm::decode(std::string_view row, std::string_view persona, const Uuid& /*key*/) {
  ByteReader reader(row);
  KeptSession session;
  model::Session& shown = session.shown;
  const bool known_format = reader.u8() == kFormat;
  shown.id = std::string(reader.text());
  shown.persona_id = std::string(persona);
  shown.cursor = read_text(reader);
  shown.room_id = read_text(reader);
  shown.thread_id = read_text(reader);
  shown.flushed_at = read_time(reader);
  shown.dirty_since = read_time(reader);
  shown.updated_at = LogTime{reader.i64()};
  shown.last_message_at = LogTime{reader.i64()};
  shown.messages_waiting = count_in(reader);
  shown.flush_attempts = count_in(reader);
  session.number = reader.varint();
  session.first = reader.varint();
  session.next = reader.varint();
  session.flushed = count_in(reader);
  session.lines = count_in(reader);
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The row of a session is damaged.");
  }
  return session;
}

std::string SessionForm::encode_head(const Head& head) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kFormat).varint(unsigned_of(head.dirty)).varint(unsigned_of(head.clean));
  writer.varint(unsigned_of(head.waiting_bytes)).varint(head.next_number);
  write_time(writer, head.cycle);
  write_time(writer, head.keep);
  return row;
}

Result<SessionHead> SessionForm::decode_head(std::string_view row) {
  ByteReader reader(row);
  SessionHead head;
  const bool known_format = reader.u8() == kFormat;
  head.dirty = count_in(reader);
  head.clean = count_in(reader);
  head.waiting_bytes = count_in(reader);
  head.next_number = reader.varint();
  head.cycle = read_time(reader);
  head.keep = read_time(reader);
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The head row of the sessions is damaged.");
  }
  return head;
}

void SessionForm::report(stage_api::Effects& effects, std::string_view /*persona*/, const Uuid& /*key*/,
                         const Entry& session, evidence::Before<Entry> before) {
  if (session.gone) {
    if (before.existed) {
      effects.remove(kKind, session.shown.id);
    }
    return;
  }
  if (!before.existed) {
    std::string value;
    codec::append_session(value, session.shown);
    effects.put(kKind, session.shown.id, std::move(value), false);
    return;
  }
  CHECK(before.entry != nullptr);
  if (std::string patch = codec::session_patch(before.entry->shown, session.shown); !patch.empty()) {
    effects.patch(kKind, session.shown.id, {std::move(patch)});
  }
}

}  // namespace turnstream::consolidation
