#include "app/demo/later_report.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "app/explain/explainer.h"
#include "app/explain/json_text.h"
#include "app/forget/remains.h"
#include "pipeline/base/time_format.h"
#include "pipeline/base/utf8.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLinesMax = 4;  ///< of a topic or an entry of the daily log
constexpr std::size_t kPersonaWidth = 8;
constexpr std::size_t kIdWidth = 10;
const std::string kBelow(2 + kPersonaWidth + kIdWidth, ' ');

/// "  juno    3fa4c2d1  ": the beginning of the line of a memory.
std::string beginning(const Json& memory) {
  return "  " + padded(text_in(memory, "persona_id"), kPersonaWidth) +
         padded(short_id(text_in(memory, "id")), kIdWidth);
}

bool names(const Json& event, const std::string& id) {
  const Json& items = member_in(event, "items");
  return std::find(items.begin(), items.end(), id) != items.end();
}

/// The most telling insight is the greatest: a meta-insight; then one that fits on a line; then by confidence and importance, and
/// the longest.
std::tuple<bool, bool, double, double, std::size_t> rank_of(const Json& insight) {
  const std::size_t length = count_code_points(text_in(insight, "summary"));
  return {text_in(insight, "type") == "meta", length <= kPageWidth - kBelow.size(),
          member_in(insight, "confidence").get<double>(), member_in(insight, "importance").get<double>(), length};
}

/// Whether the topic is a tag that a producer gave. Items without a tag are collected by their type.
bool is_tag(const Json& topic) {
  static const std::set<std::string> kTypes{"chat",     "tool-use", "observation", "task",
                                            "decision", "error",    "insight",     "warning"};
  return kTypes.count(text_in(topic, "topic")) == 0;
}

/// The text without each occurrence of a part.
std::string without(std::string text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part)) {
    text.erase(at, part.size());
  }
  return text;
}

/// "episodic 1 episode · lifecycle 2 items"
std::string removed_text(const Report& removed) {
  std::string text;
  for (const auto& [stage, kinds] : removed.items()) {
    std::string counts;
    for (const auto& [kind, count] : kinds.items()) {
      counts += (counts.empty() ? "" : ", ") + count_of(kind, count.get<std::int64_t>());
    }
    text += (text.empty() ? "" : " · ") + stage + " " + counts;
  }
  return text;
}

}  // namespace

LaterReport::LaterReport(Page& page, Report& json, RecordFinder& finder, const Things& things, const Told& told)
    : page_(page), json_(json), finder_(finder), things_(things), told_(told) {}

LaterReport::~LaterReport() = default;

Status LaterReport::print(const settings::Settings& settings) {
  TS_RETURN_IF_ERROR(read_events());
  TS_RETURN_IF_ERROR(print_insights());
  TS_RETURN_IF_ERROR(print_merge());
  print_topic();
  print_daily();
  TS_RETURN_IF_ERROR(print_restore());
  return print_forget(settings);
}

Status LaterReport::read_events() {
  const std::vector<std::string> topics{finder_.names().events("consolidation"), finder_.names().events("maintenance")};
  return finder_.scan(topics, "", [&](const log::Record& record) -> Result<bool> {
    events_.push_back(json::parse_document(record.value.value_or(std::string_view())));
    return true;
  });
}

std::vector<Json> LaterReport::all(const std::string& kind) const {
  std::vector<Json> found;
  if (const auto list = things_.find(kind); list != things_.end()) {
    for (const auto& [id, value] : list->second) {
      found.push_back(json::parse_document(value));
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const Json& one, const Json& other) {
    return text_in(one, "persona_id") < text_in(other, "persona_id");
  });
  return found;
}

Result<std::string> LaterReport::log_time_of(const Json& event) {
  const Json& log = member_in(event, "log");
  TS_ASSIGN_OR_RETURN(const auto record, finder_.log_record({finder_.log_topic(), integer_in(log, "partition"),
                                                             integer_in(log, "offset")}));
  return record ? record->log_time : std::string();
}

Result<Report> LaterReport::print_sources(const std::string& id, const std::string& persona, std::size_t count_max) {
  TS_ASSIGN_OR_RETURN(const Report report, explain_id(finder_, {id, persona}));
  Report sources = Report::array();
  for (const Report& source : member_in(report, "sources")) {
    if (sources.size() == count_max) {
      break;
    }
    sources.push_back(source);
    const std::string place = source["turn"].is_null() ? short_id(text_in(source, "id"))
                                                       : place_text(source["turn"]) + " " + text_in(source, "pointer");
    page_.line(kBelow + "← " + padded(place + " ", 32) + "“" + text_in(source, "excerpt") + "”");
  }
  return sources;
}

/// Prints the most telling insight of each persona.
Status LaterReport::print_insights() {
  const std::vector<Json> insights = all("insight");
  if (insights.empty()) {
    return {};
  }
  const Json* pass = nullptr;
  for (const Json& event : events_) {
    pass = pass == nullptr && text_in(event, "type") == "pass" ? &event : pass;
  }
  page_.heading("Insights", "(" + std::to_string(insights.size()) + " short statements, made of items by a sweep" +
                                (pass == nullptr ? "" : " on " + short_time((*pass)["closed_at"])) +
                                ", word for word)");
  json_["insights"] = Report::array();
  std::map<std::string, const Json*> best;
  for (const Json& insight : insights) {
    const Json*& known = best[text_in(insight, "persona_id")];
    known = known == nullptr || rank_of(insight) > rank_of(*known) ? &insight : known;
  }
  for (const auto& [persona, insight] : best) {
    TS_RETURN_IF_ERROR(print_insight(*insight));
  }
  return {};
}

Status LaterReport::print_insight(const Json& insight) {
  page_.paragraph(beginning(insight), text_in(insight, "summary"), 2);
  TS_ASSIGN_OR_RETURN(Report sources, print_sources(text_in(insight, "id"), text_in(insight, "persona_id"), 2));
  Report told = Report(insight);
  told["sources"] = std::move(sources);
  json_["insights"].push_back(std::move(told));
  return {};
}

/// Prints the last two insights that were merged.
Status LaterReport::print_merge() {
  const auto merge = std::find_if(events_.rbegin(), events_.rend(), [&](const Json& event) {
    return text_in(event, "kind") == "consolidation" && text_in(event, "type") == "merge" &&
           things_.count("insight") > 0 && things_.at("insight").count(text_in(event, "kept")) > 0;
  });
  if (merge == events_.rend()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const std::string time, log_time_of(*merge));
  const Json kept = json::parse_document(things_.at("insight").at(text_in(*merge, "kept")));
  page_.heading("Merged", "(insight " + short_id((*merge)["merged"].front()) + " said the same as an earlier one: on " +
                              short_time(time) + " they became one)");
  page_.line(beginning(kept) + text_in(kept, "summary"));
  TS_ASSIGN_OR_RETURN(Report sources, print_sources(text_in(kept, "id"), text_in(kept, "persona_id"), 2));
  json_["merge"] = {{"event", *merge}, {"time", time}, {"kept", kept}, {"sources", std::move(sources)}};
  return {};
}

/// Prints the topic with the most facts, of a tag if there is one.
void LaterReport::print_topic() {
  const std::vector<Json> topics = all("topic");
  const auto size = [](const Json& one) { return std::pair(is_tag(one), one["facts"].size()); };
  const auto best = std::max_element(topics.begin(), topics.end(),
                                     [&](const Json& one, const Json& other) { return size(one) < size(other); });
  if (best == topics.end()) {
    return;
  }
  const Json& topic = *best;
  page_.heading("A topic", "(what the items of one tag or type say)");
  page_.line(beginning(topic) + text_in(topic, "topic") + ": " + std::to_string(topic["facts"].size()) + " facts of " +
             count_of("memory", integer_in(topic, "event_count")) + ", " + short_time(topic["since"]) + " – " +
             short_time(topic["until"]));
  for (std::size_t i = 0; i < std::min(kLinesMax, topic["facts"].size()); ++i) {
    page_.line(kBelow + "· " + text_in(topic["facts"][i], "text"));
  }
  json_["topic"] = topic;
}

/// Prints the entry of the daily log with the most lines.
void LaterReport::print_daily() {
  const std::vector<Json> entries = all("daily");
  const auto best = std::max_element(entries.begin(), entries.end(), [](const Json& one, const Json& other) {
    return one["lines"].size() < other["lines"].size();
  });
  if (best == entries.end()) {
    return;
  }
  page_.heading("The daily log",
                "(" + count_of("daily", std::ssize(entries)) + ": what was said in a session, when it ended)");
  page_.line(beginning(*best) + "session " + text_in(*best, "session_id"));
  for (std::size_t i = 0; i < std::min(kLinesMax, (*best)["lines"].size()); ++i) {
    page_.line(kBelow + "· " + (*best)["lines"][i].get<std::string>());
  }
  json_["daily"] = *best;
}

/// Prints how the item that the story used was archived and restored.
Status LaterReport::print_restore() {
  const auto event_of = [&](const char* type) {
    return std::find_if(events_.begin(), events_.end(), [&](const Json& event) {
      return text_in(event, "type") == type && names(event, told_.accessed);
    });
  };
  const auto archive = event_of("archive");
  const auto restore = event_of("restore");
  if (told_.accessed.empty() || archive == events_.end() || restore == events_.end()) {
    return {};
  }
  std::int64_t archived = 0;
  for (const Json& event : events_) {
    archived += text_in(event, "type") == "archive" ? std::ssize(event["items"]) : 0;
  }
  const Json item = json::parse_document(things_.at("memory").at(told_.accessed));
  page_.heading("Archived and restored",
                "(" + count_of("memory", archived) + " became weak in three months without use)");
  page_.line(beginning(item) + text_in(item, "content"));
  page_.line(kBelow + "· archived " + short_time((*archive)["timestamp"]) + ": " + text_in(*archive, "reason"));
  page_.line(kBelow + "· restored " + short_time((*restore)["timestamp"]) + ": " + text_in(*restore, "reason") +
             ", by the command " + told_.access);
  json_["restore"] = {
      {"archived", archived}, {"item", item}, {"archive", *archive}, {"restore", *restore}, {"command", told_.access}};
  return {};
}

/// Prints what the stages removed for the story's forget command, and where text remains.
Status LaterReport::print_forget(const settings::Settings& settings) {
  Report reports = Report::array();
  Report removed = Report::object();
  std::size_t sum = 0;
  for (const Json& event : events_) {
    if (text_in(event, "type") != "forget_report" || text_in(event, "command_id") != told_.forget) {
      continue;
    }
    reports.push_back(Report(event));
    removed[text_in(event, "stage")] = event["removed"];
    sum += event["items"].size();
  }
  if (reports.empty()) {
    return {};
  }
  const std::string time = text_in(reports[0], "timestamp");
  page_.heading("Forgotten", "(a turn, by the command " + told_.forget + ", and all that rests on it)");
  page_.paragraph(
      "  " + padded(text_in(reports[0], "persona_id"), kPersonaWidth) + padded(short_time(Json(time)), kIdWidth) + "  ",
      "turn " + told_.forgotten_turn + "; " + std::to_string(sum) + " memories: " + removed_text(removed), 3);
  json_["forget"] = {{"turn", told_.forgotten_turn},
                     {"command", told_.forget},
                     {"reports", reports},
                     {"removed", removed},
                     {"sum", sum},
                     {"remains", Report::array()}};
  std::map<std::string, std::string> remains;  // topics by time
  for (const Remains& one : planned_remains(settings, parse_time(time).value_or(0))) {
    const Json until = one.until_ms ? Json(format_time(*one.until_ms)) : Json();
    std::string& topics = remains[one.until_ms ? "until " + short_time(until) : "as long as these keep them"];
    topics += (topics.empty() ? "" : ", ") + without(one.topics, settings.topics.name_space + ".");
    json_["forget"]["remains"].push_back({{"topics", one.topics}, {"until", until}});
  }
  for (const auto& [until, topics] : remains) {
    page_.paragraph(kBelow + "· ", "words of it remain in " + topics + ": " + until, 2);
  }
  return {};
}

}  // namespace turnstream::app
