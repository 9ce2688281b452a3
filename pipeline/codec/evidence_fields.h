#pragma once
// Reads and writes the members `evolution` (of skills and patterns), `sources` (of items and derived memories), `user_id` and
// `user_name` (of what a user said).
// For this folder, and for who reads these members alone. Threads: any; pure.

#include <string_view>
#include <vector>

#include "pipeline/json/fields.h"
#include "pipeline/json/writer.h"
#include "pipeline/model/score_point.h"
#include "pipeline/model/source.h"
#include "pipeline/model/user.h"

namespace turnstream::codec {

/// `"evolution":[{"at":…,"<score>":…}]`
inline void write_evolution(json::Writer& json, std::string_view score,
                            const std::vector<model::ScorePoint>& evolution) {
  json.begin_array("evolution");
  for (const model::ScorePoint& point : evolution) {
    json.begin_object().time("at", point.at.value()).millionths(score, point.score).end_object();
  }
  json.end_array();
}

inline std::vector<model::ScorePoint> read_evolution(json::Fields& fields, std::string_view score) {
  std::vector<model::ScorePoint> evolution;
  fields.each_object("evolution", false, [&](json::Fields& point) {
    const EventTime at{point.time("at")};
    evolution.push_back({at, point.millionths(score)});
  });
  return evolution;
}

/// `"user_id":…`, only if it is not empty. `Json`: a json::Writer or json::ObjectWriter.
template <typename Json>
void write_user_id(Json& json, std::string_view user_id) {
  if (!user_id.empty()) {
    json.string("user_id", user_id);
  }
}

/// The same with `"user_name":…`, which may be missing, too.
template <typename Json>
void write_user(Json& json, const model::User& user) {
  write_user_id(json, user.id);
  if (!user.name.empty()) {
    json.string("user_name", user.name);
  }
}

inline model::User read_user(json::Fields& fields) {
  model::User user;
  user.id = fields.text_if_any("user_id");
  user.name = fields.text_if_any("user_name");
  return user;
}

/// `"sources":[{"id":…,"turn_id":…,"session_id":…}]`
template <typename Json>
void write_sources(Json& json, const model::SourceList& sources) {
  json.begin_array("sources");
  for (const model::SourceView source : sources) {
    json.begin_object().string("id", source.id).string("turn_id", source.turn_id);
    json.string("session_id", source.session_id).end_object();
  }
  json.end_array();
}

/// `optional`: a missing member gives an empty list instead of an error.
template <typename Fields>
model::SourceList read_sources(Fields& fields, bool optional = false) {
  model::SourceList sources;
  fields.each_object("sources", optional, [&](Fields& source) {
    const model::Source read{source.text("id"), source.text("turn_id"), source.text("session_id")};
    sources.push_back(read);
  });
  return sources;
}

}  // namespace turnstream::codec
