#include "recall/read_model/row_keys.h"

#include <utility>

#include "pipeline/base/byte_stream.h"

namespace turnstream::recall::rows {
namespace {

constexpr std::size_t kNumberBytes = 8;
// The bits of Signals in a row.
constexpr unsigned kQuestion = 1;
constexpr unsigned kFirstPerson = 2;
constexpr unsigned kTime = 4;

std::string persona_prefix(char space, std::string_view persona) {
  std::string key(1, space);
  ByteWriter(key).text(persona);
  return key;
}

/// The keys that begin with `prefix`. Precondition: its last byte is not 0xff.
Range beginning_with(std::string prefix) {
  Range range{prefix, std::move(prefix)};
  ++range.to.back();
  return range;
}

std::string kind_prefix(char space, std::string_view persona, Kind kind) {
  std::string key = persona_prefix(space, persona);
  key.push_back(static_cast<char>(kind));
  return key;
}

std::string version_prefix(std::string_view persona, Kind kind, std::string_view id) {
  return kind_prefix('V', persona, kind).append(id).append(1, '\0');
}

/// Of a key of space D or V that has so many bytes behind the id.
std::optional<DocumentKey> read_key(std::string_view persona, std::string_view key, std::size_t behind) {
  const std::size_t begin = persona_prefix('D', persona).size();
  if (key.size() < begin + 1 + behind || static_cast<std::size_t>(key[begin]) >= kKinds.size()) {
    return std::nullopt;
  }
  return DocumentKey{static_cast<Kind>(key[begin]), key.substr(begin + 1, key.size() - begin - 1 - behind), Offset{}};
}

std::string item_prefix(std::string_view persona, std::string_view item) {
  return persona_prefix('I', persona).append(item).append(1, '\0');
}

std::uint64_t number_of(LogTime time) {
  return static_cast<std::uint64_t>(time.value());
}

}  // namespace

void append_number(std::string& key, std::uint64_t number) {
  for (int shift = 56; shift >= 0; shift -= 8) {
    key.push_back(static_cast<char>(number >> shift & 0xffU));
  }
}

std::uint64_t number_at_end(std::string_view key) {
  std::uint64_t number = 0;
  for (const char byte : key.substr(key.size() - kNumberBytes)) {
    number = number << 8 | static_cast<unsigned char>(byte);
  }
  return number;
}

std::string partition_prefix(char space, Partition partition) {
  std::string key(1, space);
  append_number(key, static_cast<std::uint64_t>(partition.value()));
  return key;
}

Range persona_range(char space, std::string_view persona) {
  return beginning_with(persona_prefix(space, persona));
}

std::string document_key(std::string_view persona, Kind kind, std::string_view id) {
  return kind_prefix('D', persona, kind).append(id);
}

std::string json_key(std::string_view persona, Kind kind, std::string_view id) {
  return kind_prefix('J', persona, kind).append(id);
}

Range documents_of(std::string_view persona, Kind kind) {
  return beginning_with(kind_prefix('D', persona, kind));
}

Range rows_behind(char space, std::string_view persona) {
  return {persona.empty() ? std::string(1, space) : persona_range(space, persona).to,
          std::string(1, static_cast<char>(space + 1))};
}

std::optional<std::string> persona_of(std::string_view key) {
  ByteReader reader(key.substr(1));
  const std::string_view persona = reader.text();
  return reader.ok() && !persona.empty() ? std::optional(std::string(persona)) : std::nullopt;
}

std::string version_key(std::string_view persona, Kind kind, std::string_view id, Offset from) {
  std::string key = version_prefix(persona, kind, id);
  append_number(key, static_cast<std::uint64_t>(from.value()));
  return key;
}

Range versions_of(std::string_view persona, Kind kind) {
  return beginning_with(kind_prefix('V', persona, kind));
}

Range versions_of(std::string_view persona, Kind kind, std::string_view id) {
  return beginning_with(version_prefix(persona, kind, id));
}

std::string message_key(std::string_view persona, std::uint64_t position) {
  std::string key = persona_prefix('M', persona);
  append_number(key, position);
  return key;
}

std::string item_key(std::string_view persona, std::string_view item, std::uint64_t position) {
  std::string key = item_prefix(persona, item);
  append_number(key, position);
  return key;
}

Range messages_of_item(std::string_view persona, std::string_view item) {
  return beginning_with(item_prefix(persona, item));
}

std::string turn_key(std::string_view persona, std::string_view turn) {
  return persona_prefix('T', persona).append(turn);
}

std::string command_key(std::string_view persona, std::string_view command) {
  return persona_prefix('C', persona).append(command);
}

std::string forgotten_key(std::string_view persona) {
  return persona_prefix('Z', persona);
}

Range forgotten_personas() {
  return beginning_with("Z");
}

std::string persona_of_forgotten(std::string_view key) {
  ByteReader reader(key.substr(1));
  return std::string(reader.text());
}

std::string partition_key(Partition partition) {
  return partition_prefix('P', partition);
}

std::string time_key(Partition partition, LogTime time) {
  std::string key = partition_prefix('L', partition);
  append_number(key, number_of(time));
  return key;
}

LogTime time_of_key(std::string_view key) {
  return LogTime{static_cast<std::int64_t>(number_at_end(key))};
}

Range times_of(Partition partition) {
  return {partition_prefix('L', partition), partition_prefix('L', Partition{partition.value() + 1})};
}

std::string closed_key(Partition partition, LogTime time, std::string_view row) {
  std::string key = partition_prefix('H', partition);
  append_number(key, number_of(time));
  return key.append(row);
}

Range closed_before(Partition partition, LogTime time) {
  Range range{partition_prefix('H', partition), partition_prefix('H', partition)};
  append_number(range.to, number_of(time));
  return range;
}

std::string_view row_of_closed_key(std::string_view key) {
  return key.substr(1 + 2 * kNumberBytes);
}

std::optional<DocumentKey> read_document_key(std::string_view persona, std::string_view key) {
  return read_key(persona, key, 0);
}

std::optional<DocumentKey> read_version_key(std::string_view persona, std::string_view key) {
  std::optional<DocumentKey> read = read_key(persona, key, 1 + kNumberBytes);
  if (read) {
    read->from = Offset{static_cast<std::int64_t>(number_at_end(key))};
  }
  return read;
}

std::uint64_t position_of_key(std::string_view key) {
  return number_at_end(key);
}

std::string document_row(const DocumentRow& row) {
  std::string bytes;
  ByteWriter(bytes).i64(row.from.value());
  return bytes.append(row.stored);
}

std::optional<DocumentRow> read_document_row(std::string_view bytes) {
  ByteReader reader(bytes);
  const Offset from{reader.i64()};
  return reader.ok() ? std::optional(DocumentRow{from, bytes.substr(kNumberBytes)}) : std::nullopt;
}

std::string version_row(const VersionRow& row) {
  std::string bytes;
  ByteWriter(bytes).i64(row.to.value());
  return bytes.append(row.stored);
}

std::optional<VersionRow> read_version_row(std::string_view bytes) {
  ByteReader reader(bytes);
  const Offset to{reader.i64()};
  return reader.ok() ? std::optional(VersionRow{to, bytes.substr(kNumberBytes)}) : std::nullopt;
}

std::string message_row(Offset to, const Message& message) {
  const Signals signals = signals_of(message.text);
  std::string row;
  ByteWriter writer(row);
  writer.u8(static_cast<std::uint8_t>((signals.question ? kQuestion : 0) | (signals.first_person ? kFirstPerson : 0) |
                                      (signals.time ? kTime : 0)));
  writer.i64(to.value()).i64(message.offset.value()).u8(static_cast<std::uint8_t>(message.side));
  writer.text(message.id).text(message.item_id).text(message.turn_id).text(message.speaker);
  writer.text(message.merged_into);
  writer.text(message.place.session_id).text(message.place.user_id);
  writer.text(message.place.room_id).text(message.place.task_id);
  writer.i64(message.merged_at.value()).i64(message.time.value()).text(message.text).text(message.caption);
  writer.text(message.source.topic).u32(static_cast<std::uint32_t>(message.source.partition.value()));
  writer.i64(message.source.offset.value());
  return row;
}

std::optional<MessageRow> read_message_row(std::string_view bytes) {
  MessageRow row;
  return read_message_row(bytes, row) ? std::optional(std::move(row)) : std::nullopt;
}

bool read_message_row(std::string_view bytes, MessageRow& row) {
  ByteReader reader(bytes);
  const std::uint8_t signals = reader.u8();
  row.signals = {(signals & kQuestion) != 0, (signals & kFirstPerson) != 0, (signals & kTime) != 0};
  row.to = Offset{reader.i64()};
  Message& message = row.message;
  message.offset = Offset{reader.i64()};
  message.side = reader.u8() == 0 ? Side::kUser : Side::kAssistant;
  for (std::string* text :
       {&message.id, &message.item_id, &message.turn_id, &message.speaker, &message.merged_into,
        &message.place.session_id, &message.place.user_id, &message.place.room_id, &message.place.task_id}) {
    *text = reader.text();
  }
  message.merged_at = Offset{reader.i64()};
  message.time = EventTime{reader.i64()};
  message.text = reader.text();
  message.caption = reader.text();
  message.source.topic = reader.text();
  message.source.partition = Partition{static_cast<std::int32_t>(reader.u32())};
  message.source.offset = Offset{reader.i64()};
  return reader.done();
}

std::string command_row(const CommandRow& row) {
  std::string bytes;
  ByteWriter(bytes).u64(number_of(row.time)).text(row.json);
  return bytes;
}

std::optional<CommandRow> read_command_row(std::string_view bytes) {
  ByteReader reader(bytes);
  const LogTime time{static_cast<std::int64_t>(reader.u64())};
  const std::string_view json = reader.text();
  return reader.done() ? std::optional(CommandRow{time, json}) : std::nullopt;
}

std::string offset_row(Offset offset) {
  std::string row;
  ByteWriter(row).i64(offset.value());
  return row;
}

std::optional<Offset> read_offset_row(std::string_view bytes) {
  ByteReader reader(bytes);
  const Offset offset{reader.i64()};
  return reader.done() ? std::optional(offset) : std::nullopt;
}

}  // namespace turnstream::recall::rows
