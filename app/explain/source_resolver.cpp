#include "app/explain/source_resolver.h"

#include <nlohmann/json.hpp>
#include <set>

#include "app/explain/json_text.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/codec/ids.h"
#include "pipeline/model/source.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

/// Bounds the depth of a source tree. The deepest that stages make is an insight of insights of items.
constexpr int kDepthMax = 3;

/// The text after the next `"name":"` from `at` on; moves `at` behind it. Empty if there is none.
std::string_view next_text(std::string_view bytes, std::string_view mark, std::size_t& at) {
  const std::size_t begin = bytes.find(mark, at);
  const std::size_t end = begin == std::string_view::npos ? begin : bytes.find('"', begin + mark.size());
  at = end == std::string_view::npos ? bytes.size() : end;
  return end == std::string_view::npos ? std::string_view()
                                       : bytes.substr(begin + mark.size(), end - begin - mark.size());
}

SourceStory of_item(const Json& item) {
  SourceStory source;
  source.id = text_in(item, "id");
  source.kind = "memory";
  source.session_id = text_in(item, "session_id");
  const Json origin = item.value("provenance", Json::object());
  source.turn_id = text_in(origin, "turn_id");
  if (origin.is_object() && origin.contains("pointer")) {
    source.pointer = text_in(origin, "pointer");
    source.turn = Place{text_in(origin, "topic"), origin.value("partition", std::int64_t{0}),
                        origin.value("offset", std::int64_t{0})};
  }
  return source;
}

/// The sources that a value names, its own provenance first.
ResolvedSources named_sources(const Json& value) {
  ResolvedSources named;
  std::vector<SourceStory>& sources = named.sources;
  if (value.contains("provenance")) {
    sources.push_back(of_item(value));
  }
  const std::string own = value.contains("provenance") ? text_in(value, "id") : std::string();
  for (const char* name : {"sources", "item_ids"}) {
    for (const Json& entry : value.value(name, Json::array())) {
      SourceStory source;
      source.id = entry.is_string() ? entry.get<std::string>() : text_in(entry, "id");
      source.turn_id = text_in(entry, "turn_id");
      source.session_id = text_in(entry, "session_id");
      if (source.id == own) {
        continue;
      }
      if (sources.size() < model::kSourcesMax) {
        sources.push_back(std::move(source));
      } else {
        ++named.left_out;
      }
    }
  }
  return named;
}

std::vector<SourceStory*> pointers_to(std::vector<SourceStory>& sources) {
  std::vector<SourceStory*> out;
  out.reserve(sources.size());
  for (SourceStory& source : sources) {
    out.push_back(&source);
  }
  return out;
}

}  // namespace

Result<ResolvedSources> SourceResolver::resolve(const Json& value, const std::string& persona) {
  ResolvedSources named = named_sources(value);
  // A shared insight has sources of another persona, in the partition of that persona.
  const std::string owner = text_in(value, "source_persona_id");
  TS_RETURN_IF_ERROR(follow(pointers_to(named.sources), owner.empty() ? persona : owner, 1));
  return named;
}

Status SourceResolver::follow(const Sources& sources, const std::string& persona, int depth) {
  TS_RETURN_IF_ERROR(place_turns(sources, persona));
  TS_RETURN_IF_ERROR(read_turns(sources, persona));
  return look_up(sources, persona, depth);
}

Status SourceResolver::place_turns(const Sources& sources, const std::string& persona) {
  std::set<std::string, std::less<>> missing;
  for (const SourceStory* source : sources) {
    if (!source->turn_id.empty() && turns_.count(source->turn_id) == 0) {
      missing.insert(source->turn_id);
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
  for (SourceStory* source : sources) {
    const auto place = turns_.find(source->turn_id);
    if (source->turn_id.empty()) {
      continue;
    }
    if (place == turns_.end()) {
      source->note = "no stage has answered a turn " + source->turn_id + " of this persona";
      continue;
    }
    source->log = place->second;
    TS_RETURN_IF_ERROR(read_turn(*source, persona));
  }
  return {};
}

Status SourceResolver::read_turn(SourceStory& source, const std::string& persona) {
  TS_ASSIGN_OR_RETURN(const std::optional<LogRecord> record, finder_.log_record(*source.log));
  if (!record) {
    source.note = "the log no longer has " + place_text(*source.log);
    return {};
  }
  source.turn = record->source;
  const Json turn = Json::parse(record->value, nullptr, false);
  if (!source.pointer) {
    for (const std::string& pointer : item_pointers(turn)) {
      if (to_string(codec::memory_id(persona, source.turn_id, pointer)) == source.id) {
        source.pointer = pointer;
        source.kind = "memory";
      }
    }
  }
  if (!source.pointer) {
    return {};
  }
  if (std::optional<std::string> excerpt = excerpt_at(turn, *source.pointer)) {
    source.excerpt = *std::move(excerpt);
  } else {
    source.note = "the turn has nothing at that pointer";
  }
  return {};
}

Status SourceResolver::find_things(FoundThings& found, const std::string& persona) {
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
  FoundThings found;
  for (const SourceStory* source : sources) {
    if (!source->pointer && !source->id.empty()) {
      found.emplace(source->id, FoundThing());
    }
  }
  TS_RETURN_IF_ERROR(find_things(found, persona));
  Sources deeper;
  for (SourceStory* source : sources) {
    const auto one = found.find(source->id);
    if (one == found.end()) {
      continue;
    }
    const Json value = Json::parse(one->second.value, nullptr, false);
    if (!value.is_object()) {
      source->note = source->note.empty() ? "no completion has put it" : source->note;
    } else if (one->second.kind == "memory") {
      *source = of_item(value);
      deeper.push_back(source);
    } else {
      source->kind = one->second.kind;
      source->note.clear();
      source->excerpt = memory_title(source->kind, value);
      source->sources = named_sources(value).sources;
      const Sources below = pointers_to(source->sources);
      deeper.insert(deeper.end(), below.begin(), below.end());
    }
  }
  return deeper.empty() || depth >= kDepthMax ? Status() : follow(deeper, persona, depth + 1);
}

}  // namespace turnstream::app
