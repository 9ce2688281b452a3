#include "app/explain/source_resolver.h"

#include <nlohmann/json.hpp>
#include <set>

#include "app/explain/json_text.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/codec/ids.h"
#include "pipeline/json/document.h"
#include "pipeline/model/source.h"
#include "pipeline/secrets/mask.h"

namespace turnstream::app {
namespace {

/// The maximum depth of the calls of follow() within each other.
constexpr int kDepthMax = 3;

/// The text between the next `mark` (such as `"id":"`) from `at` on and the quote after it; moves `at` to that quote.
/// Empty if there is none.
std::string_view next_text(std::string_view bytes, std::string_view mark, std::size_t& at) {
  const std::size_t begin = bytes.find(mark, at);
  const std::size_t end = begin == std::string_view::npos ? begin : bytes.find('"', begin + mark.size());
  at = end == std::string_view::npos ? bytes.size() : end;
  return end == std::string_view::npos ? std::string_view()
                                       : bytes.substr(begin + mark.size(), end - begin - mark.size());
}

Report source_of(const std::string& id, const std::string& turn_id, const std::string& session_id) {
  return {{"kind", nullptr},
          {"id", id},
          {"turn_id", text_or_null(turn_id)},
          {"session_id", text_or_null(session_id)},
          {"turn", nullptr},
          {"pointer", nullptr},
          {"log", nullptr},
          {"excerpt", nullptr},
          {"note", nullptr},
          {"sources", Report::array()}};
}

Report of_item(const Report& item) {
  const Report& origin = member_in(item, "provenance");
  Report source = source_of(text_in(item, "id"), text_in(origin, "turn_id"), text_in(item, "session_id"));
  source["kind"] = "memory";
  if (origin.contains("pointer")) {
    source["pointer"] = text_in(origin, "pointer");
    source["turn"] = Place{text_in(origin, "topic"), integer_in(origin, "partition"), integer_in(origin, "offset")};
  }
  return source;
}

/// The lists of sources in a value: its own, and those of a topic's facts.
std::vector<const Report*> source_lists(const Report& value) {
  std::vector<const Report*> lists{&member_in(value, "sources"), &member_in(value, "item_ids")};
  for (const Report& fact : member_in(value, "facts")) {
    lists.push_back(&member_in(fact, "sources"));
  }
  return lists;
}

/// The sources that a value names, each once. If it has a provenance, it is an item, and the first source is itself.
Report named_sources(const Report& value) {
  Report sources = Report::array();
  std::size_t left_out = 0;
  std::set<std::string> known;
  if (value.contains("provenance")) {
    sources.push_back(of_item(value));
    known.insert(text_in(value, "id"));
  }
  for (const Report* list : source_lists(value)) {
    for (const Report& entry : *list) {
      const std::string id = entry.is_string() ? entry.get<std::string>() : text_in(entry, "id");
      if (!known.insert(id).second) {
        continue;
      }
      if (sources.size() < model::kSourcesMax) {
        sources.push_back(source_of(id, text_in(entry, "turn_id"), text_in(entry, "session_id")));
      } else {
        ++left_out;
      }
    }
  }
  return {{"sources", std::move(sources)}, {"sources_left_out", left_out}};
}

std::vector<Report*> pointers_to(Report& sources) {
  std::vector<Report*> out;
  for (Report& source : sources) {
    out.push_back(&source);
  }
  return out;
}

}  // namespace

Status SourceResolver::resolve(Report& report) {
  std::string owner;
  Report named = named_sources(report);
  for (const Report& thing : report["things"]) {
    if (named["sources"].empty() && thing["value"].is_object()) {
      named = named_sources(thing["value"]);
      owner = text_in(thing["value"], "source_persona_id");
    }
  }
  // A shared insight has sources of another persona, in the partition of that persona.
  TS_RETURN_IF_ERROR(follow(pointers_to(named["sources"]), owner.empty() ? text_in(report, "persona_id") : owner, 1));
  report.update(named);
  return {};
}

Status SourceResolver::follow(const Sources& sources, const std::string& persona, int depth) {
  TS_RETURN_IF_ERROR(place_turns(sources, persona));
  TS_RETURN_IF_ERROR(read_turns(sources, persona));
  return look_up(sources, persona, depth);
}

Status SourceResolver::place_turns(const Sources& sources, const std::string& persona) {
  std::set<std::string, std::less<>> missing;
  for (const Report* source : sources) {
    if (const std::string turn_id = text_in(*source, "turn_id"); !turn_id.empty() && turns_.count(turn_id) == 0) {
      missing.insert(turn_id);
    }
  }
  const std::vector<std::string> topics = finder_.completion_topics();
  if (missing.empty() || topics.empty()) {
    return {};
  }
  const auto take = [&](const log::Record& record) -> Result<bool> {
    const std::string_view bytes = record.value.value_or(std::string_view());
    std::size_t at = 0;
    const std::string_view turn_id = next_text(bytes.substr(0, 4'096), R"("turn_id":")", at);
    const auto wanted = missing.find(turn_id);
    if (wanted == missing.end()) {
      return true;
    }
    TS_ASSIGN_OR_RETURN(const codec::CompletionHead head, codec::peek_completion(bytes));
    if (head.persona_id == persona && !head.duplicate_of && head.error_code != error_codes::kTurnIdConflict) {
      turns_[*wanted] = {finder_.log_topic(), head.log.partition.value(), head.log.offset.value()};
      missing.erase(wanted);
    }
    return !missing.empty();
  };
  return finder_.scan({topics.front()}, persona, take);
}

Status SourceResolver::read_turns(const Sources& sources, const std::string& persona) {
  for (Report* source : sources) {
    const std::string turn_id = text_in(*source, "turn_id");
    const auto place = turns_.find(turn_id);
    if (place != turns_.end()) {
      TS_RETURN_IF_ERROR(read_turn(*source, place->second, persona));
    } else if (!turn_id.empty()) {
      (*source)["note"] = "no stage has answered a turn " + turn_id + " of this persona";
    }
  }
  return {};
}

Status SourceResolver::read_turn(Report& source, const Place& log, const std::string& persona) {
  source["log"] = log;
  TS_ASSIGN_OR_RETURN(const std::optional<LogRecord> record, finder_.log_record(log));
  if (!record) {
    source["note"] = "the log no longer has " + place_text(log);
    return {};
  }
  source["turn"] = record->source;
  const auto turn = json::parse_document(secrets::masked_json(record->value).value_or(record->value));
  if (source["pointer"].is_null()) {
    for (const std::string& pointer : item_pointers(turn)) {
      if (to_string(codec::memory_id(persona, text_in(source, "turn_id"), pointer)) == source["id"]) {
        source["pointer"] = pointer;
        source["kind"] = "memory";
      }
    }
  }
  if (source["pointer"].is_null()) {
    return {};
  }
  if (const std::optional<std::string> excerpt = excerpt_at(turn, source["pointer"])) {
    source["excerpt"] = text_or_null(*excerpt);
  } else {
    source["note"] = "the turn has nothing at that pointer";
  }
  return {};
}

Status SourceResolver::find_memories(FoundMemories& found, const std::string& persona) {
  if (found.empty()) {
    return {};
  }
  return finder_.scan(finder_.completion_topics(), persona, [&](const log::Record& record) -> Result<bool> {
    const std::string_view bytes = record.value.value_or(std::string_view());
    bool is_near = false;
    for (std::size_t at = 0; at < bytes.size() && !is_near;) {
      is_near = found.find(next_text(bytes, R"("id":")", at)) != found.end();
    }
    if (!is_near) {
      return true;
    }
    TS_ASSIGN_OR_RETURN(const model::Completion completion, codec::parse_completion(bytes));
    for (const model::Change& change : completion.changes) {
      const auto one = found.find(change.id);
      if (one == found.end() || change.op != model::ChangeOp::kPut || completion.persona_id != persona) {
        continue;
      }
      one->second = {change.kind, change.value};
      if (completion.turn_id) {
        turns_.emplace(*completion.turn_id,
                       Place{finder_.log_topic(), completion.log.partition.value(), completion.log.offset.value()});
      }
    }
    return true;
  });
}

Status SourceResolver::look_up(const Sources& sources, const std::string& persona, int depth) {
  FoundMemories found;
  for (const Report* source : sources) {
    if (source->at("pointer").is_null() && source->at("id") != "") {
      found.emplace(source->at("id"), FoundMemory());
    }
  }
  TS_RETURN_IF_ERROR(find_memories(found, persona));
  Sources deeper;
  for (Report* source : sources) {
    const auto one = found.find(text_in(*source, "id"));
    if (one == found.end()) {
      continue;
    }
    const auto& [kind, text] = one->second;
    const Report value = json::parse_ordered(text);
    Report& note = source->at("note");
    if (!value.is_object()) {
      note = note.is_null() ? "no completion has put it" : note;
    } else if (kind == "memory") {
      *source = of_item(value);
      deeper.push_back(source);
    } else {
      note = nullptr;
      source->at("kind") = kind;
      source->at("excerpt") = text_or_null(memory_title(kind, value));
      source->at("sources") = named_sources(value)["sources"];
      const Sources below = pointers_to(source->at("sources"));
      deeper.insert(deeper.end(), below.begin(), below.end());
    }
  }
  return deeper.empty() || depth >= kDepthMax ? Status() : follow(deeper, persona, depth + 1);
}

}  // namespace turnstream::app
