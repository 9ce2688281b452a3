#include "app/demo/demo_report.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "app/demo/knowledge.h"
#include "app/demo/later_report.h"
#include "app/explain/json_text.h"
#include "app/log_access/scan.h"
#include "app/log_access/topic_specs.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr log::milliseconds kAnswer{10'000};
constexpr std::size_t kShownCodePoints = 96;

/// "3 episodes, 178 items": the number of entries of each kind, except stats and sessions.
std::string counts_of(const Things& things) {
  std::string text;
  for (const auto& [kind, list] : things) {
    if (kind == "stats" || kind == "session" || list.empty()) {
      continue;
    }
    text.append(text.empty() ? "" : ", ").append(count_of(kind, std::ssize(list)));
  }
  return text;
}

}  // namespace

void DemoReport::print_turns(std::ostream& out, std::span<const std::string_view> turns) {
  json_["turns"] = turns.size();
  out << "published " << turns.size() << " turns of two personas, a week of January 2026; one of them:\n";
  for (const std::string_view line : turns) {
    const Json turn = json::parse_document(line);
    const Json said = turn.value("turn_data", Json::object());
    if (text_in(said, "user_input").empty() || turn.value("tool_executions", Json::array()).empty()) {
      continue;
    }
    out << "  " << text_in(turn, "agent_id") << "  " << text_in(turn, "timestamp") << "  turn "
        << text_in(turn, "turn_id") << "\n    user: " << one_line(text_in(said, "user_input"), kShownCodePoints)
        << "\n    agent: " << one_line(text_in(said, "assistant_response"), kShownCodePoints)
        << "\n    tool: " << one_line(text_in(turn.at("tool_executions").front(), "tool_id"), kShownCodePoints) << "\n";
    return;
  }
}

Status DemoReport::print(std::ostream& out) {
  out << "\n";
  for (const std::string& stage : stage_names_of(catalog_)) {
    TS_RETURN_IF_ERROR(print_completions(out, stage));
  }
  TS_RETURN_IF_ERROR(print_events(out));
  return print_dead_letters(out);
}

Status DemoReport::print_completions(std::ostream& out, const std::string& stage) {
  Things things;
  std::map<std::string, std::int64_t> statuses;
  TS_RETURN_IF_ERROR(
      scan_topic(client_, names_.completions(stage), kAnswer, [&](const log::Record& record) -> Result<bool> {
        TS_ASSIGN_OR_RETURN(const model::Completion completion,
                            codec::parse_completion(record.value.value_or(std::string_view())));
        if (completion.turn_id && completion.last) {
          ++statuses[completion.status == model::CompletionStatus::kSuccess   ? "succeeded"
                     : completion.status == model::CompletionStatus::kFailure ? "failed"
                                                                              : "partly done"];
        }
        for (const model::Change& change : completion.changes) {
          apply(things, change);
        }
        return true;
      }));
  Report& told = json_["stages"][stage];
  for (const auto& [kind, list] : things) {
    told["stored"][kind] = list.size();
  }
  out << stage << ":";
  for (const auto& [status, count] : statuses) {
    told["turns"][status] = count;
    out << " " << count << " turns " << status;
  }
  out << "; stored now: " << counts_of(things) << "\n";
  return {};
}

Status DemoReport::print_knowledge(Page& page) {
  TS_ASSIGN_OR_RETURN(RecordFinder finder, RecordFinder::open({client_, names_.name_space(), catalog_, kAnswer, err_}));
  TS_ASSIGN_OR_RETURN(const Things things, read_things(client_, names_, catalog_, kAnswer));
  json_["memories"] = Report::array();
  return app::print_knowledge(page, json_["memories"], finder, things);
}

Status DemoReport::print_later(Page& page, const Told& told, const settings::Settings& settings) {
  TS_ASSIGN_OR_RETURN(RecordFinder finder, RecordFinder::open({client_, names_.name_space(), catalog_, kAnswer, err_}));
  TS_ASSIGN_OR_RETURN(const Things things, read_things(client_, names_, catalog_, kAnswer));
  return LaterReport(page, json_, finder, things, told).print(settings);
}

Status DemoReport::print_events(std::ostream& out) {
  std::string counts;
  for (const std::string_view topic : kEventTopics) {
    std::int64_t count = 0;
    TS_RETURN_IF_ERROR(scan_topic(client_, names_.events(topic), kAnswer, [&](const log::Record&) -> Result<bool> {
      ++count;
      return true;
    }));
    if (count > 0) {
      json_["events"][names_.events(topic)] = count;
      counts += (counts.empty() ? "" : ", ") + std::to_string(count) + " on " + names_.events(topic);
    }
  }
  out << (counts.empty() ? "" : "events: " + counts + "\n");
  return {};
}

Status DemoReport::print_dead_letters(std::ostream& out) {
  json_["dead_letters"] = Report::array();
  return scan_topic(client_, names_.dead_letters(), kAnswer, [&](const log::Record& record) -> Result<bool> {
    const auto header = [&](const char* name) { return record.header(name).value_or(std::string_view()); };
    const std::string_view value = record.value.value_or(std::string_view());
    const Json turn = json::parse_document(value);
    json_["dead_letters"].push_back(
        {{"stage", header("dl_stage")},
         {"reason", header("dl_reason")},
         {"pointer", header("dl_pointer")},
         {"message", header("dl_message")},
         {"source", std::string(header("dl_topic")) + "[" + std::string(header("dl_partition")) + "]@" +
                        std::string(header("dl_offset"))}});
    const Json::json_pointer at{std::string(header("dl_pointer"))};
    out << "\na dead letter: " << header("dl_stage") << " refused the turn at " << header("dl_topic") << "["
        << header("dl_partition") << "]@" << header("dl_offset") << " by rule " << header("dl_reason") << "\n  "
        << header("dl_message");
    if (turn.is_object() && turn.contains(at)) {
      out << " It is " << json::document_text(turn.at(at)) << ".";
    }
    out << "\n  Its " << value.size() << " bytes are kept unchanged, on " << names_.dead_letters() << "["
        << record.partition.value() << "]@" << record.offset.value() << "; the other turns were processed.\n";
    return true;
  });
}

}  // namespace turnstream::app
