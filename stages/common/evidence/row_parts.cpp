#include "stages/common/evidence/row_parts.h"

namespace turnstream::evidence {

void write_texts(ByteWriter& writer, const std::vector<std::string>& texts) {
  writer.varint(texts.size());
  for (const std::string& text : texts) {
    writer.text(text);
  }
}

std::vector<std::string> read_texts(ByteReader& reader) {
  std::vector<std::string> texts(reader.count(1));
  for (std::string& text : texts) {
    text = std::string(reader.text());
  }
  return texts;
}

void write_source(ByteWriter& writer, const model::Source& source) {
  writer.text(source.id).text(source.turn_id).text(source.session_id);
}

model::Source read_source(ByteReader& reader) {
  model::Source source;
  for (std::string* part : {&source.id, &source.turn_id, &source.session_id}) {
    *part = std::string(reader.text());
  }
  return source;
}

void write_sources(ByteWriter& writer, const std::vector<model::Source>& sources) {
  writer.varint(sources.size());
  for (const model::Source& source : sources) {
    write_source(writer, source);
  }
}

std::vector<model::Source> read_sources(ByteReader& reader) {
  std::vector<model::Source> sources(reader.count(3));
  for (model::Source& source : sources) {
    source = read_source(reader);
  }
  return sources;
}

}  // namespace turnstream::evidence
