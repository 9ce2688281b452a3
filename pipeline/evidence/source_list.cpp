#include "pipeline/evidence/source_list.h"

#include <algorithm>

namespace turnstream::evidence {

bool add_source(Sources& sources, const model::Source& source, std::size_t sources_max) {
  if (std::find(sources.begin(), sources.end(), source) != sources.end()) {
    return false;
  }
  sources.push_back(source);
  if (sources.size() > sources_max) {
    sources.erase(sources.begin() + (sources_max > 1 ? 1 : 0));
  }
  return true;
}

bool has_turn(const Sources& sources, std::string_view turn_id) {
  return std::any_of(sources.begin(), sources.end(),
                     [turn_id](const model::Source& source) { return source.turn_id == turn_id; });
}

bool has_session(const Sources& sources, std::string_view session_id) {
  return std::any_of(sources.begin(), sources.end(),
                     [session_id](const model::Source& source) { return source.session_id == session_id; });
}

void write_sources(ByteWriter& writer, const Sources& sources) {
  writer.varint(sources.size());
  for (const model::Source& source : sources) {
    writer.text(source.id).text(source.turn_id).text(source.session_id);
  }
}

Sources read_sources(ByteReader& reader) {
  Sources sources(reader.count(3));
  for (model::Source& source : sources) {
    source.id = std::string(reader.text());
    source.turn_id = std::string(reader.text());
    source.session_id = std::string(reader.text());
  }
  return sources;
}

}  // namespace turnstream::evidence
