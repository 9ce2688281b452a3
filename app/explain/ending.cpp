#include "app/explain/ending.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/explain/forget_commands.h"
#include "app/explain/json_text.h"
#include "pipeline/json/document.h"
#include "pipeline/secrets/mask.h"

namespace turnstream::app {
namespace {

/// Why a stage removed the memory by itself: the type and the reason of the event about it; null if there is none.
Report reason_in(const Report& events, const std::string& time) {
  for (const Report& event : events["list"]) {
    const std::string type = text_in(event, "type");
    const bool is_removal = type == "delete" || type == "quota" || type == "retire";
    if (event["kind"] == "maintenance" && is_removal && event["time"] == time) {
      return type + ", " + text_in(event, "text");
    }
  }
  return {};
}

bool is_forgotten(const Report& thing) {
  const std::string how = text_in(thing["ended"], "how");
  return how == "forgotten" || how == "taken_back";
}

void withhold(Report& sources) {
  for (Report& source : sources) {
    source["excerpt"] = nullptr;
    withhold(source["sources"]);
  }
}

}  // namespace

Result<Report> read_command(RecordFinder& finder, const Place& log) {
  TS_ASSIGN_OR_RETURN(const std::optional<LogRecord> record, finder.log_record(log));
  if (!record || record->kind != "command") {
    return Report();
  }
  const auto command = json::parse_document(secrets::masked_json(record->value).value_or(record->value));
  return command.is_object() ? command_report(command, log, record->log_time) : Report();
}

Status add_endings(RecordFinder& finder, const EventCollector& events, Report& report) {
  const EventCollector::Owner owner(text_in(report, "persona_id"), text_in(report, "id"));
  for (Report& thing : report["things"]) {
    thing["ended"] = nullptr;
    if (thing["removed"] == false) {
      continue;
    }
    const Report& last = thing["history"]["list"].back();
    Report ended{{"how", "removed"},   {"time", last["time"]}, {"stage", last["stage"]},
                 {"command", nullptr}, {"into", nullptr},      {"reason", nullptr}};
    if (last["cause"]["kind"] == "command") {
      TS_ASSIGN_OR_RETURN(ended["command"], read_command(finder, last["log"]));
      const std::string kind = text_in(ended["command"], "kind");
      const bool is_reported = !events.forgetting(owner).is_null();
      ended["how"] = kind == "forget" || (kind.empty() && is_reported) ? "forgotten"
                     : kind == "unshare"                               ? "taken_back"
                                                                       : "removed";
      if (ended["how"] == "removed") {  // a timer that fired before the command
        ended["reason"] = reason_in(report["events"], text_in(last, "time"));
      }
    } else if (const Report merge = events.merge(owner); !merge.is_null() && thing["kind"] != "working") {
      ended["how"] = "merged";
      ended["into"] = merge["into"];
    } else if (thing["kind"] == "note") {
      ended["reason"] = "other sentences of its session are better, or there were too many notes";
    } else {
      ended["reason"] = reason_in(report["events"], text_in(last, "time"));
    }
    thing["ended"] = std::move(ended);
  }
  return {};
}

void withhold_forgotten(Report& report) {
  Report& things = report["things"];
  if (std::none_of(things.begin(), things.end(), is_forgotten)) {
    return;
  }
  // An entry of working memory has the id and the words of its item, and may have been dropped before.
  for (Report& thing : things) {
    thing["title"] = nullptr;
    thing["value"] = nullptr;
    for (Report& change : thing["history"]["list"]) {
      change["fields"] = Report::object();
    }
  }
  withhold(report["sources"]);
  for (Report& event : report["events"]["list"]) {
    event["text"] = event["kind"] == "maintenance" ? event["text"] : Report();
  }
  for (Report& entry : report["named_by"]["list"]) {
    entry["title"] = entry["removed"] == true ? Report() : entry["title"];
  }
}

}  // namespace turnstream::app
