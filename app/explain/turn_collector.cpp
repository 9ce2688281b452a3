#include "app/explain/turn_collector.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "app/explain/record_finder.h"
#include "pipeline/base/number_text.h"
#include "pipeline/base/time_format.h"
#include "pipeline/codec/dead_letter.h"
#include "pipeline/json/document.h"
#include "pipeline/secrets/mask.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kReportsMax = 20;

std::string header_of(const log::Record& record, std::string_view name) {
  return std::string(record.header(name).value_or(std::string_view()));
}

/// As JSON: a record of the log that is the turn, repeats it, sends it back to a stage, or names it in a command.
Report described(const log::Record& record) {
  const auto number = [&](std::string_view name) { return read_number(header_of(record, name)).value_or(0); };
  return {{"kind", header_of(record, "kind")},
          {"stage", nullptr},
          {"source", Place{header_of(record, "source_topic"), number("source_partition"), number("source_offset")}},
          {"log", place_of(record)},
          {"log_time", format_time(number("log_time"))},
          {"stages", Report::array()},
          {"changes", bounded_list()}};
}

void add_record(Report& report, Report record) {
  add_bounded(report["records"], std::move(record), {.first = 8, .last = 8});
}

/// The ids in the arguments of a command that may be turn ids.
std::vector<std::string> turns_named(const Json& command) {
  const Json& args = member_in(command, "args");
  std::vector<std::string> ids{text_in(args, "turn_id")};
  for (const Json& id : member_in(args, "ids")) {
    ids.push_back(id.is_string() ? id.get<std::string>() : std::string());
  }
  return ids;
}

}  // namespace

TurnCollector::TurnCollector(Question question) : question_(std::move(question)) {}

Report* TurnCollector::report_of(const std::string& persona, const std::string& turn_id) {
  const auto known = reports_.find({persona, turn_id});
  if (known != reports_.end()) {
    return &known->second;
  }
  if (!question_.fits_id(turn_id) || !question_.fits_persona(persona) || reports_.size() > kReportsMax) {
    return nullptr;
  }
  Report& report = reports_[{persona, turn_id}];
  report = {{"turn_id", turn_id},
            {"persona_id", persona},
            {"session_id", nullptr},
            {"timestamp", nullptr},
            {"excerpt", nullptr},
            {"records", bounded_list()},
            {"dead_letters", bounded_list()},
            {"log_lines", bounded_list()}};
  return &report;
}

void TurnCollector::take_log_record(const log::Record& record) {
  const std::string_view bytes = record.value.value_or(std::string_view());
  if (!holds(bytes, question_.id)) {
    return;
  }
  const Json value = json::parse_document(secrets::masked_json(bytes).value_or(std::string(bytes)));
  if (!value.is_object()) {
    return;
  }
  Report found = described(record);
  if (found["kind"] == "turn") {
    Report* report = report_of(text_in(value, "agent_id"), text_in(value, "turn_id"));
    if (report == nullptr) {
      return;
    }
    if ((*report)["records"]["count"] == 0) {
      (*report)["session_id"] = text_or_null(text_in(value, "session_id"));
      (*report)["timestamp"] = text_or_null(text_in(value, "timestamp"));
      (*report)["excerpt"] = text_or_null(excerpt_at(value, "/turn_data").value_or(""));
    }
    add_record(*report, std::move(found));
    return;
  }
  if (found["kind"] == "command") {
    found["kind"] = text_in(value, "kind");
  }
  found["stage"] = text_or_null(text_in(member_in(value, "args"), "stage"));
  for (const std::string& turn_id : turns_named(value)) {
    if (Report* report = report_of(text_in(value, "persona_id"), turn_id); report != nullptr) {
      add_record(*report, found);
    }
  }
}

void TurnCollector::take_dead_letter(const log::Record& record) {
  codec::DeadLetter letter;
  for (const log::Header& header : record.headers) {
    codec::set_dead_letter_header(letter, header.name, header.value);
  }
  const Report source = Place{letter.topic, letter.partition.value(), letter.offset.value()};
  Report* report = report_of(letter.persona_id.value_or(""), letter.turn_id.value_or(""));
  for (auto& [whose, one] : reports_) {
    const Report& records = one["records"]["list"];
    const bool is_its =
        std::any_of(records.begin(), records.end(), [&](const Report& known) { return known["log"] == source; });
    report = is_its && whose.first == letter.persona_id ? &one : report;
  }
  if (report == nullptr) {
    return;
  }
  add_bounded((*report)["dead_letters"],
              {{"stage", letter.stage},
               {"reason", letter.reason},
               {"message", letter.message},
               {"pointer", letter.pointer},
               {"attempts", letter.attempts},
               {"time", format_time(letter.timestamp_ms)},
               {"source", source},
               {"place", place_of(record)}},
              {.first = 8, .last = 24});
}

Report TurnCollector::candidates() const {
  Report all = Report::array();
  for (const auto& [whose, report] : reports_) {
    const std::string title = text_in(report, "timestamp") + "  " + one_line(text_in(report, "excerpt"), 60);
    all.push_back(candidate("turn", whose.second, whose.first, title));
  }
  return best_candidates(all, question_);
}

Report TurnCollector::report(const Report& candidate) const {
  return reports_.at({text_in(candidate, "persona_id"), text_in(candidate, "id")});
}

}  // namespace turnstream::app
