#include "stages/lifecycle/item_fields.h"

#include <algorithm>
#include <array>
#include <optional>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/model/names.h"

namespace turnstream::lifecycle {
namespace {

using model::MemoryItem;

/// Texts that have a number. The order is part of the format: append new ones at the end.
constexpr auto kKnownTexts = std::to_array<std::string_view>({"",
                                                              "user_id",
                                                              "room_id",
                                                              "thread_id",
                                                              "task_id",
                                                              "message_id",
                                                              "agent_name",
                                                              "tool_id",
                                                              "goal_id",
                                                              "action_id",
                                                              "error",
                                                              "turns",
                                                              "default",
                                                              "turn/chat",
                                                              "turn/tool",
                                                              "turn/observation",
                                                              "turn/memory_write",
                                                              "turn/goal",
                                                              "turn/action",
                                                              "turn/error",
                                                              "turn/warning",
                                                              "/turn_data",
                                                              "/tool_executions/0",
                                                              "/observations/0"});

constexpr std::size_t kUuidLength = 36;
constexpr std::array<std::size_t, 5> kUuidGroups{4, 2, 2, 2, 6};  ///< bytes between the dashes

constexpr std::uint8_t kNoDigit = 0xff;

/// The value of each byte as a digit of an alphabet.
constexpr std::array<std::uint8_t, 256> digit_values(std::string_view digits) {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoDigit);
  for (std::size_t value = 0; value < digits.size(); ++value) {
    values[static_cast<unsigned char>(digits[value])] = static_cast<std::uint8_t>(value);
  }
  return values;
}

constexpr auto kHexValues = digit_values("0123456789abcdef");

/// The bytes of a UUID in the form of to_string(Uuid); absent for any other text, also in upper case.
std::optional<Uuid> packed_uuid(std::string_view text) {
  if (text.size() != kUuidLength || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-') {
    return std::nullopt;
  }
  Uuid packed{};
  std::size_t at = 0;
  unsigned faults = 0;
  auto* byte = packed.data();
  for (const std::size_t bytes : kUuidGroups) {
    for (const std::size_t end = at + 2 * bytes; at < end; at += 2) {
      const unsigned high = kHexValues[static_cast<unsigned char>(text[at])];
      const unsigned low = kHexValues[static_cast<unsigned char>(text[at + 1])];
      faults |= high | low;
      *byte++ = static_cast<std::uint8_t>(high << 4 | low);
    }
    ++at;  // behind the dash
  }
  return faults < 16 ? std::optional(packed) : std::nullopt;
}

/// Crockford's base 32, in which ULIDs are written.
constexpr std::string_view kUlidDigits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr auto kUlidValues = digit_values(kUlidDigits);
constexpr std::size_t kUlidLength = 26;

/// The 130 bits of a text of 26 ULID digits, of which the first two are 0; absent for another text.
std::optional<Uuid> packed_ulid(std::string_view text) {
  if (text.size() != kUlidLength || text.front() > '7') {
    return std::nullopt;
  }
  Uuid packed{};
  unsigned carry = 0;
  int bits = -2;
  std::size_t at = 0;
  for (const char digit : text) {
    const unsigned value = kUlidValues[static_cast<unsigned char>(digit)];
    if (value == kNoDigit) {
      return std::nullopt;
    }
    carry = carry << 5 | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      packed[at++] = static_cast<std::uint8_t>(carry >> bits & 255);
    }
  }
  return packed;
}

std::string unpacked_ulid(const Uuid& packed) {
  std::string text;
  unsigned carry = 0;
  int bits = 2;
  for (const std::uint8_t byte : packed) {
    carry = carry << 8 | byte;
    for (bits += 8; bits >= 5;) {
      bits -= 5;
      text.push_back(kUlidDigits[carry >> bits & 31]);
    }
  }
  return text;
}

enum class IdForm : std::uint8_t { kText, kUuid, kUlid };

class FieldWriter {
 public:
  ItemFields fields;

  FieldWriter& number(std::int64_t value) {
    writer_.varint(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
    return *this;
  }
  FieldWriter& byte(std::uint8_t value) {
    writer_.u8(value);
    return *this;
  }
  FieldWriter& text(std::string_view value) {
    writer_.varint(value.size());
    fields.texts.append(value);
    return *this;
  }
  /// A text that is often a known one.
  FieldWriter& known(std::string_view value) {
    const auto* place = std::find(kKnownTexts.begin(), kKnownTexts.end(), value);
    writer_.u8(static_cast<std::uint8_t>(place - kKnownTexts.begin()));
    return place == kKnownTexts.end() ? text(value) : *this;
  }
  FieldWriter& id(std::string_view value) {
    if (const auto uuid = packed_uuid(value); uuid.has_value()) {
      writer_.u8(static_cast<std::uint8_t>(IdForm::kUuid)).uuid(*uuid);
    } else if (const auto ulid = packed_ulid(value); ulid.has_value()) {
      writer_.u8(static_cast<std::uint8_t>(IdForm::kUlid)).uuid(*ulid);
    } else {
      writer_.u8(static_cast<std::uint8_t>(IdForm::kText));
      text(value);
    }
    return *this;
  }
  FieldWriter& time_since(LogTime start, const std::optional<LogTime>& time) {
    writer_.u8(time.has_value() ? 1 : 0);
    return time.has_value() ? number(time->value() - start.value()) : *this;
  }
  template <typename List, typename Write>
  FieldWriter& list(const List& values, Write write) {
    writer_.varint(values.size());
    for (const auto& value : values) {
      write(value);
    }
    return *this;
  }

 private:
  ByteWriter writer_{fields.numbers};
};

class FieldReader {
 public:
  FieldReader(std::string_view numbers, std::string_view texts) : reader_(numbers), texts_(texts) {}

  [[nodiscard]] bool done() const { return reader_.done() && texts_.empty(); }
  std::int64_t number() {
    const std::uint64_t value = reader_.varint();
    return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
  }
  std::uint8_t byte() { return reader_.u8(); }
  std::string text() {
    const std::uint64_t size = reader_.varint();
    if (size > texts_.size()) {
      reader_.fail();
      return {};
    }
    std::string value(texts_.substr(0, size));
    texts_.remove_prefix(size);
    return value;
  }
  std::string known() {
    const std::uint8_t number = reader_.u8();
    return number < kKnownTexts.size() ? std::string(kKnownTexts[number]) : text();
  }
  std::string id() {
    switch (static_cast<IdForm>(reader_.u8())) {
      case IdForm::kText:
        return text();
      case IdForm::kUuid:
        return to_string(reader_.uuid());
      case IdForm::kUlid:
        return unpacked_ulid(reader_.uuid());
    }
    reader_.fail();
    return {};
  }
  std::optional<LogTime> time_since(LogTime start) {
    return reader_.u8() == 0 ? std::nullopt : std::optional(LogTime{start.value() + number()});
  }
  template <typename Enum, std::size_t N>
  Enum named(const std::array<std::pair<Enum, std::string_view>, N>& names) {
    const std::uint8_t value = reader_.u8();
    if (value >= N) {
      reader_.fail();
      return names[0].first;
    }
    return static_cast<Enum>(value);
  }
  template <typename Read>
  void list(Read read) {
    for (std::size_t left = reader_.count(1); left > 0 && reader_.ok(); --left) {
      read();
    }
  }

 private:
  ByteReader reader_;
  std::string_view texts_;
};

enum Flag : std::uint8_t { kTruncated = 1, kEphemeral = 2 };

}  // namespace

ItemFields fields_of(const MemoryItem& item) {
  FieldWriter out;
  const auto text = [&out](const std::string& value) { out.text(value); };
  out.byte(static_cast<std::uint8_t>(item.type));
  out.byte(static_cast<std::uint8_t>((item.truncated ? kTruncated : 0) | (item.ephemeral ? kEphemeral : 0)));
  out.byte(static_cast<std::uint8_t>(item.domain)).byte(static_cast<std::uint8_t>(item.confidence));
  out.number(item.recorded_at.value()).number(item.timestamp.value() - item.recorded_at.value());
  out.time_since(item.recorded_at, item.consolidated_at).time_since(item.recorded_at, item.last_accessed_at);
  out.number(item.base_importance).number(item.importance).number(item.access_count).number(item.occurrences);
  out.known(item.session_id).text(item.content);
  out.list(item.context, [&out](const auto& entry) { out.known(entry.first).text(entry.second); });
  out.list(item.tags, text).list(item.references, text);
  out.list(item.related_to, [&out](const std::string& id) { out.id(id); });
  out.known(item.source).id(item.provenance.turn_id).known(item.provenance.pointer).known(item.provenance.topic);
  out.number(item.provenance.partition.value()).number(item.provenance.offset.value());
  out.list(item.sources,
           [&out](model::SourceView source) { out.id(source.id).id(source.turn_id).known(source.session_id); });
  return std::move(out.fields);
}

bool read_fields(std::string_view numbers, std::string_view texts, MemoryItem& item) {
  FieldReader in(numbers, texts);
  item.type = in.named(model::kItemTypes);
  const std::uint8_t flags = in.byte();
  item.truncated = (flags & kTruncated) != 0;
  item.ephemeral = (flags & kEphemeral) != 0;
  item.domain = in.named(model::kDomains);
  item.confidence = in.named(model::kConfidences);
  item.recorded_at = LogTime{in.number()};
  item.timestamp = EventTime{item.recorded_at.value() + in.number()};
  item.consolidated_at = in.time_since(item.recorded_at);
  item.last_accessed_at = in.time_since(item.recorded_at);
  item.base_importance = in.number();
  item.importance = in.number();
  item.access_count = in.number();
  item.occurrences = in.number();
  item.session_id = in.known();
  item.content = in.text();
  in.list([&] {
    std::string name = in.known();
    item.context.emplace_back(std::move(name), in.text());
  });
  in.list([&] { item.tags.push_back(in.text()); });
  in.list([&] { item.references.push_back(in.text()); });
  in.list([&] { item.related_to.push_back(in.id()); });
  item.source = in.known();
  item.provenance.turn_id = in.id();
  item.provenance.pointer = in.known();
  item.provenance.topic = in.known();
  item.provenance.partition = Partition{static_cast<std::int32_t>(in.number())};
  item.provenance.offset = Offset{in.number()};
  in.list([&] {
    const std::string id = in.id();
    const std::string turn_id = in.id();
    item.sources.push_back(model::SourceView{id, turn_id, in.known()});
  });
  return in.done();
}

}  // namespace turnstream::lifecycle
