#include "recall/documents/stored_document.h"

#include <utility>
#include <vector>

#include "pipeline/base/byte_stream.h"

namespace turnstream::recall {
namespace {

constexpr std::size_t kSourceBytesMin = 3;

/// Copies texts only if they are wanted.
class StoredReader {
 public:
  explicit StoredReader(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] ByteReader& bytes() { return bytes_; }
  void text(std::string& to, bool is_wanted = true) {
    const std::string_view text = bytes_.text();
    if (is_wanted) {
      to = text;
    }
  }
  void tags(std::vector<std::string>& tags) {
    tags.resize(bytes_.count(1));
    for (std::string& tag : tags) {
      text(tag);
    }
  }
  void sources(std::vector<model::Source>& sources, bool is_wanted) {
    const std::size_t count = bytes_.count(kSourceBytesMin);
    sources.reserve(is_wanted ? count : 0);
    model::Source skipped;
    for (std::size_t i = 0; i < count; ++i) {
      model::Source& source = is_wanted ? sources.emplace_back() : skipped;
      text(source.id, is_wanted);
      text(source.turn_id, is_wanted);
      text(source.session_id, is_wanted);
    }
  }

 private:
  ByteReader bytes_;
};

std::optional<Document> read(Kind kind, std::string_view id, std::string_view bytes, bool for_index) {
  StoredReader reader(bytes);
  Document document;
  document.kind = kind;
  document.id = id;
  reader.text(document.type);
  const bool is_item_alone = for_index && kind == Kind::kMemory && document.type == "chat";
  reader.text(document.text, !is_item_alone);
  reader.text(document.subject, !is_item_alone);
  reader.tags(document.tags);
  reader.sources(document.sources, !is_item_alone);
  for (std::string* text :
       {&document.place.session_id, &document.place.user_id, &document.place.room_id, &document.place.task_id}) {
    reader.text(*text);
  }
  document.time = EventTime{reader.bytes().i64()};
  const bool has_importance = reader.bytes().u8() != 0;
  const std::int64_t importance = reader.bytes().i64();
  document.importance = has_importance ? std::optional(importance) : std::nullopt;
  document.confidence = reader.bytes().i64();
  reader.text(document.tier);
  document.holds = reader.bytes().u8() != 0;
  reader.text(document.validity, !for_index);
  reader.text(document.provenance, !for_index);
  reader.text(document.speaker);
  reader.text(document.quote, !for_index || kind == Kind::kNote);
  if (reader.bytes().ok() && !reader.bytes().at_end()) {
    reader.text(document.before, !for_index);
  }
  return reader.bytes().done() ? std::optional(std::move(document)) : std::nullopt;
}

}  // namespace

void append_stored(std::string& out, const Document& document) {
  ByteWriter writer(out);
  writer.text(document.type).text(document.text).text(document.subject).varint(document.tags.size());
  for (const std::string& tag : document.tags) {
    writer.text(tag);
  }
  writer.varint(document.sources.size());
  for (const model::Source& source : document.sources) {
    writer.text(source.id).text(source.turn_id).text(source.session_id);
  }
  const Place& place = document.place;
  writer.text(place.session_id).text(place.user_id).text(place.room_id).text(place.task_id);
  writer.i64(document.time.value()).u8(document.importance ? 1 : 0).i64(document.importance.value_or(0));
  writer.i64(document.confidence).text(document.tier).u8(document.holds ? 1 : 0);
  writer.text(document.validity).text(document.provenance).text(document.speaker).text(document.quote);
  if (!document.before.empty()) {  // Only then, so that rows of documents without it are what they were.
    writer.text(document.before);
  }
}

std::optional<Document> read_stored(Kind kind, std::string_view id, std::string_view bytes) {
  return read(kind, id, bytes, false);
}

std::optional<Document> read_for_index(Kind kind, std::string_view id, std::string_view bytes) {
  return read(kind, id, bytes, true);
}

}  // namespace turnstream::recall
