#include "app/explain/event_report.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "app/explain/forget_commands.h"
#include "app/explain/json_text.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/json/document.h"
#include "pipeline/secrets/mask.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr Bounds kNamesBounds{.first = 40};
/// The members of events that have ids of memories.
constexpr const char* kIdMembers[] = {"kept", "merged", "topic_id", "items", "sources"};

/// What became of a memory.
struct Seen {
  std::string kind;
  std::string title;
  bool removed = false;
  bool removed_by_command = false;  ///< perhaps to forget it
};
using SeenById = std::map<std::string, Seen>;

/// The ids in the event, each with the first member that has it.
std::vector<std::pair<std::string, std::string>> ids_in(const Json& event) {
  std::vector<std::pair<std::string, std::string>> ids;
  for (const char* name : kIdMembers) {
    const Json& member = member_in(event, name);
    for (const Json& entry : member.is_array() ? member : Json::array({member})) {
      const std::string id = entry.is_string() ? entry.get<std::string>() : text_in(entry, "id");
      if (!id.empty()) {
        ids.emplace_back(name, id);
      }
    }
  }
  return ids;
}

/// Fills in what the completions of the persona say about the ids. Working entries have ids of items, and are passed over.
Status look_up(RecordFinder& finder, const std::string& persona, SeenById& seen) {
  return finder.scan(finder.completion_topics(), persona, [&](const log::Record& record) -> Result<bool> {
    const std::string_view bytes = record.value.value_or(std::string_view());
    if (std::none_of(seen.begin(), seen.end(), [&](const auto& one) { return holds(bytes, one.first); })) {
      return true;
    }
    TS_ASSIGN_OR_RETURN(const model::Completion completion, codec::parse_completion(bytes));
    for (const model::Change& change : completion.changes) {
      const auto known = seen.find(change.id);
      if (known == seen.end() || change.kind == "working" || completion.persona_id != persona) {
        continue;
      }
      known->second.kind = change.kind;
      known->second.removed = change.op == model::ChangeOp::kDelete;
      known->second.removed_by_command = known->second.removed && completion.cause_kind == "command";
      if (change.op == model::ChangeOp::kPut) {
        known->second.title = memory_title(change.kind, json::parse_document(change.value));
      } else if (known->second.removed_by_command) {
        known->second.title.clear();
      }
    }
    return true;
  });
}

}  // namespace

Result<Report> event_report(RecordFinder& finder, const Report& found) {
  const Json event = json::parse_document(json::document_text(found["value"]));
  const std::string persona = text_in(event, "persona_id");
  const Json& position = member_in(event, "log");
  const Place log{finder.log_topic(), integer_in(position, "partition"), integer_in(position, "offset")};
  TS_ASSIGN_OR_RETURN(const std::optional<LogRecord> record, finder.log_record(log));
  Report cause;
  if (record) {
    cause = {{"kind", record->kind}, {"time", record->log_time}, {"log", log}, {"id", nullptr}, {"command", nullptr}};
    const Json value = json::parse_document(secrets::masked_json(record->value).value_or(record->value));
    cause["id"] = text_or_null(text_in(value, record->kind == "turn" ? "turn_id" : "command_id"));
    if (record->kind == "command") {
      cause["command"] = command_report(value, log, record->log_time);
    }
  }
  const auto ids = ids_in(event);
  SeenById seen;
  for (const auto& [member, id] : ids) {
    if (seen.size() < kNamesBounds.first) {
      seen.try_emplace(id);
    }
  }
  if (!seen.empty()) {
    TS_RETURN_IF_ERROR(look_up(finder, persona, seen));
  }
  Report names = bounded_list();
  for (const auto& [member, id] : ids) {
    const auto one = seen.find(id);
    const Seen what = one == seen.end() ? Seen{} : one->second;
    add_bounded(names,
                {{"member", member},
                 {"kind", text_or_null(what.kind)},
                 {"id", id},
                 {"title", text_or_null(what.title)},
                 {"removed", what.removed}},
                kNamesBounds);
  }
  Report shown = found["value"];
  if (std::any_of(seen.begin(), seen.end(), [](const auto& one) { return one.second.removed_by_command; })) {
    for (const char* text : {"facts", "summary", "lines"}) {
      shown.erase(text);
    }
  }
  return Report{{"id", text_in(event, "id")}, {"persona_id", persona}, {"event", shown},
                {"place", found["place"]},    {"cause", cause},        {"names", names}};
}

}  // namespace turnstream::app
