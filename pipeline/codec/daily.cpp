#include "pipeline/codec/daily.h"

#include <algorithm>

#include "pipeline/codec/evidence_fields.h"
#include "pipeline/json/writer.h"

namespace turnstream::codec {
namespace {

void write_line_sources(json::Writer& json, const model::Daily& daily) {
  const auto& lists = daily.line_sources;
  if (std::all_of(lists.begin(), lists.end(), [](const auto& list) { return list.empty(); })) {
    return;
  }
  json.begin_array("line_sources");
  for (const std::vector<std::size_t>& list : lists) {
    json.begin_array();
    for (const std::size_t position : list) {
      json.integer(static_cast<std::int64_t>(position));
    }
    json.end_array();
  }
  json.end_array();
}

}  // namespace

void append_daily(std::string& out, const model::Daily& daily) {
  json::Writer json(out);
  json.begin_object().string("kind", "daily").string("id", daily.id).string("persona_id", daily.persona_id);
  json.string("date", daily.date).string("session_id", daily.session_id);
  write_user_id(json, daily.user_id);
  json.begin_array("lines");
  for (const std::string& line : daily.lines) {
    json.string(line);
  }
  json.end_array().begin_array("sources");
  for (const model::Source& source : daily.sources) {
    json.begin_object().string("id", source.id).string("turn_id", source.turn_id);
    json.string("session_id", source.session_id).end_object();
  }
  json.end_array();
  write_line_sources(json, daily);
  json.end_object();
}

}  // namespace turnstream::codec
