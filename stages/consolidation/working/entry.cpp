#include "stages/consolidation/working/entry.h"

#include <algorithm>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/decimal.h"
#include "pipeline/base/utf8.h"
#include "pipeline/codec/ids.h"
#include "pipeline/model/names.h"
#include "stages/common/evidence/rows.h"
#include "stages/common/notes/summary.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 3;
constexpr std::uint8_t kWaiting = 0;
constexpr std::uint8_t kDone = 1;
constexpr std::int64_t kComplexCodePoints = 100;
constexpr std::size_t kEntryBytesMore = 256;  ///< expected, without content and summary

/// The flag of an entry that has a user_id, which is then the last part of the row.
constexpr std::uint32_t kUserBit = 64;

std::uint8_t flags_of(const Entry& entry) {
  return static_cast<std::uint8_t>((entry.ephemeral ? 1U : 0U) | (entry.finding.chat ? 2U : 0U) |
                                   (entry.finding.worthless ? 4U : 0U) | (entry.finding.repeat ? 8U : 0U) |
                                   (entry.finding.status_line ? 16U : 0U) | (entry.finding.slight ? 32U : 0U) |
                                   (entry.user_id.empty() ? 0U : kUserBit));
}

void read_flags(std::uint8_t flags, Entry& entry) {
  entry.ephemeral = (flags & 1U) != 0;
  entry.finding = {(flags & 2U) != 0, (flags & 4U) != 0, (flags & 8U) != 0, (flags & 16U) != 0, (flags & 32U) != 0};
}

void write(ByteWriter& writer, const Entry& entry) {
  writer.u8(kWaiting).varint(entry.number).text(entry.turn_id).text(entry.pointer).text(entry.session_id);
  writer.u8(static_cast<std::uint8_t>(entry.type)).u8(static_cast<std::uint8_t>(entry.domain)).u8(flags_of(entry));
  writer.varint(static_cast<std::uint64_t>(entry.importance)).varint(static_cast<std::uint64_t>(entry.occurrences));
  writer.i64(entry.timestamp.value()).i64(entry.recorded_at.value()).i64(entry.score).text(entry.content);
  writer.text(entry.user).text(entry.agent);
  writer.varint(entry.tags.size());
  for (const std::string& tag : entry.tags) {
    writer.text(tag);
  }
  writer.varint(entry.summary.size());
  for (const Span& span : entry.summary) {
    writer.text(span.label).text(span.text);
  }
  writer.text(entry.asked_in);
  if (!entry.user_id.empty()) {
    writer.text(entry.user_id);
  }
}

std::size_t summary_bytes(const Entry& entry) {
  std::size_t bytes = 0;
  for (const Span& span : entry.summary) {
    bytes += span.label.size() + span.text.size();
  }
  return bytes;
}

/// Reads a value of an enumeration whose last value is `last`.
template <typename Enum>
Enum read_enum(ByteReader& reader, Enum last) {
  const std::uint8_t value = reader.u8();
  if (value > static_cast<std::uint8_t>(last)) {
    reader.fail();
    return last;
  }
  return static_cast<Enum>(value);
}

Entry read_waiting(ByteReader& reader) {
  Entry entry;
  entry.number = reader.varint();
  entry.turn_id = std::string(reader.text());
  entry.pointer = std::string(reader.text());
  entry.session_id = std::string(reader.text());
  entry.type = read_enum(reader, model::ItemType::kInsight);
  entry.domain = read_enum(reader, model::Domain::kSelf);
  const std::uint8_t flags = reader.u8();
  read_flags(flags, entry);
  entry.importance = static_cast<std::int64_t>(reader.varint());
  entry.occurrences = static_cast<std::int64_t>(reader.varint());
  entry.timestamp = EventTime{reader.i64()};
  entry.recorded_at = LogTime{reader.i64()};
  entry.score = reader.i64();
  entry.content = std::string(reader.text());
  entry.user = std::string(reader.text());
  entry.agent = std::string(reader.text());
  entry.tags.resize(reader.count(1));
  for (std::string& tag : entry.tags) {
    tag = std::string(reader.text());
  }
  entry.summary.resize(reader.count(2));
  for (Span& span : entry.summary) {
    span.label = std::string(reader.text());
    span.text = std::string(reader.text());
  }
  entry.asked_in = std::string(reader.text());
  entry.user_id = (flags & kUserBit) != 0 ? std::string(reader.text()) : std::string();
  return entry;
}

Consolidated read_done(ByteReader& reader) {
  Consolidated done;
  done.number = reader.varint();
  done.arrival = reader.varint();
  done.turn_id = std::string(reader.text());
  done.pointer = std::string(reader.text());
  done.session_id = std::string(reader.text());
  done.insight = reader.uuid();
  done.occurrences = static_cast<std::int64_t>(reader.varint());
  return done;
}

void write_or_null(json::Writer& json, std::string_view name, std::string_view text) {
  if (text.empty()) {
    json.null(name);
  } else {
    json.string(name, text);
  }
}

}  // namespace

std::string encode(const Entry& entry) {
  std::string bytes;
  bytes.reserve(kEntryBytesMore + entry.content.size() + summary_bytes(entry));
  ByteWriter writer(bytes);
  write(writer.u8(kFormat), entry);
  return bytes;
}

std::string encode(const Consolidated& done) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.u8(kFormat).u8(kDone).varint(done.number).varint(done.arrival);
  writer.text(done.turn_id).text(done.pointer).text(done.session_id).uuid(done.insight);
  writer.varint(static_cast<std::uint64_t>(done.occurrences));
  return bytes;
}

Result<EntryRow> decode_entry(std::string_view row) {
  ByteReader reader(row);
  const bool known_format = reader.u8() == kFormat;
  const std::uint8_t state = reader.u8();
  EntryRow entry = state == kWaiting ? EntryRow(read_waiting(reader)) : EntryRow(read_done(reader));
  if (!known_format || state > kDone || !reader.done()) {
    return evidence::bad_state("The row of an entry of working memory is damaged.");
  }
  return entry;
}

Result<Entry> decode_waiting(std::string_view row) {
  ByteReader reader(row);
  const bool waits = reader.u8() == kFormat && reader.u8() == kWaiting;
  Entry entry = read_waiting(reader);
  if (!waits || !reader.done()) {
    return evidence::bad_state("The row of an entry that waits in working memory is damaged.");
  }
  return entry;
}

std::string named_content(const Entry& entry) {
  if (!entry.finding.chat) {
    return entry.content;
  }
  const notes::ChatParts parts = notes::chat_parts(entry.content);
  std::string text;
  for (const auto& [name, said] : {std::pair(entry.user, parts.user), {entry.agent, parts.agent}}) {
    if (!said.empty()) {
      text.append(text.empty() ? "" : "\n").append(name).append(": ").append(said);
    }
  }
  return text;
}

std::string summary_text(const std::vector<Span>& summary) {
  std::string text;
  for (const Span& span : summary) {
    text.append(text.empty() ? "" : " ").append(span.label).append(span.label.empty() ? "" : ": ").append(span.text);
  }
  return text;
}

model::Source source_of_question(const Entry& entry, std::string_view persona) {
  const Uuid item = codec::memory_id(persona, entry.asked_in, "/turn_data");
  return {to_string(item), entry.asked_in, entry.session_id};
}

std::string working_value(const Entry& entry, const EntryContext& context) {
  std::string value;
  value.reserve(256 + entry.content.size());
  json::Writer json(value);
  json.begin_object().string("id", context.id).string("persona_id", context.persona).string("content", entry.content);
  json.time("timestamp", entry.timestamp.value()).string("context_id", entry.session_id);
  json.string("domain", name_in(model::kDomains, entry.domain)).boolean("ephemeral", entry.ephemeral);
  json.boolean("consolidated", false).millionths("importance", entry.importance).begin_object("metadata");
  write_or_null(json, "message_id", context.message_id);
  write_or_null(json, "room_id", context.room_id);
  const auto length = static_cast<std::int64_t>(count_code_points(entry.content));
  json.millionths("complexity", std::min(kMillion, length * kMillion / kComplexCodePoints));
  json.end_object().end_object();
  return value;
}

}  // namespace turnstream::consolidation
