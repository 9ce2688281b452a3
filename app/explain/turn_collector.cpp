#include "app/explain/turn_collector.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "app/explain/record_finder.h"
#include "pipeline/base/number_text.h"
#include "pipeline/base/time_format.h"
#include "pipeline/codec/dead_letter.h"
#include "pipeline/codec/erased_record.h"
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

/// The session of a turn, by the rule of intake.
std::string session_of(const Json& turn) {
  const std::string session = text_in(turn, "session_id");
  const std::string room = text_in(turn, "room_id");
  const std::string thread = text_in(turn, "thread_id");
  const std::string given = room + (room.empty() || thread.empty() ? "" : "/") + thread;
  return !session.empty() ? session : !given.empty() ? given : "default";
}

Report head_of_turn(const std::string& persona, const std::string& turn_id) {
  return {{"turn_id", turn_id}, {"persona_id", persona}, {"session_id", nullptr}, {"timestamp", nullptr},
          {"excerpt", nullptr}, {"erased", false},       {"forgotten", nullptr}};
}

Report head_of_command(const Json& command) {
  return {{"command_id", text_in(command, "command_id")},
          {"persona_id", text_in(command, "persona_id")},
          {"kind", text_in(command, "kind")},
          {"issued_by", text_or_null(text_in(command, "issued_by"))},
          {"issued_at", text_or_null(text_in(command, "issued_at"))},
          {"caused_by", text_or_null(text_in(command, "caused_by"))},
          {"args", shortened_members(member_in(command, "args"))}};
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

TurnCollector::TurnCollector(Question question)
    : question_(std::move(question)),
      forgets_(question_),
      erased_(codec::erased_record_text({codec::turn_hash_of(question_.id)})) {}

Report* TurnCollector::report_of(const std::string& persona, const std::string& id, const Report& head) {
  const auto known = reports_.find({persona, id});
  if (known != reports_.end()) {
    return &known->second;
  }
  if (!question_.fits_id(id) || !question_.fits_persona(persona) || reports_.size() > kReportsMax) {
    return nullptr;
  }
  Report& report = reports_[{persona, id}];
  report = head;
  report.update({{"records", bounded_list()}, {"dead_letters", bounded_list()}, {"log_lines", bounded_list()}});
  return &report;
}

void TurnCollector::take_log_record(const log::Record& record) {
  forgets_.take(record);
  const std::string_view bytes = record.value.value_or(std::string_view());
  if (bytes == erased_) {
    take_erased(record);
  }
  if (!holds(bytes, question_.id)) {
    return;
  }
  const Json value = json::parse_document(secrets::masked_json(bytes).value_or(std::string(bytes)));
  if (!value.is_object()) {
    return;
  }
  if (record.header("kind") == "turn") {
    take_turn(record, value);
  } else {
    take_command(record, value);
  }
}

void TurnCollector::take_turn(const log::Record& record, const Json& value) {
  const std::string persona = text_in(value, "agent_id");
  const std::string turn_id = text_in(value, "turn_id");
  Report* report = report_of(persona, turn_id, head_of_turn(persona, turn_id));
  if (report == nullptr) {
    return;
  }
  if ((*report)["records"]["count"] == 0) {
    (*report)["session_id"] = session_of(value);
    (*report)["timestamp"] = text_or_null(text_in(value, "timestamp"));
    (*report)["excerpt"] = text_or_null(excerpt_at(value, "/turn_data").value_or(""));
  }
  add_record(*report, described(record));
}

/// A command, or another record that names ids of turns.
void TurnCollector::take_command(const log::Record& record, const Json& value) {
  Report found = described(record);
  const std::string persona = text_in(value, "persona_id");
  if (found["kind"] == "command") {
    found["kind"] = text_in(value, "kind");
    const std::string id = text_in(value, "command_id");
    if (Report* report = report_of(persona, id, head_of_command(value)); report != nullptr) {
      add_record(*report, found);
    }
  }
  found["stage"] = text_or_null(text_in(member_in(value, "args"), "stage"));
  for (const std::string& turn_id : turns_named(value)) {
    if (const auto known = reports_.find({persona, turn_id}); known != reports_.end()) {
      add_record(known->second, found);
    }
  }
}

/// A turn that `scrub` erased: only its hash and its persona are left.
void TurnCollector::take_erased(const log::Record& record) {
  const std::string persona(record.key.value_or(std::string_view()));
  Report* report = report_of(persona, question_.id, head_of_turn(persona, question_.id));
  if (report != nullptr) {
    (*report)["erased"] = true;
    add_record(*report, described(record));
  }
}

void TurnCollector::take_dead_letter(const log::Record& record) {
  codec::DeadLetter letter;
  for (const log::Header& header : record.headers) {
    codec::set_dead_letter_header(letter, header.name, header.value);
  }
  const Report source = Place{letter.topic, letter.partition.value(), letter.offset.value()};
  const std::string persona = letter.persona_id.value_or("");
  const std::string turn_id = letter.turn_id.value_or("");
  Report* report = report_of(persona, turn_id, head_of_turn(persona, turn_id));
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
    const bool is_turn = report.contains("turn_id");
    const bool has_text = is_turn && forgotten_by(whose, report).is_null();
    const std::string title = is_turn ? text_in(report, "timestamp") + "  " +
                                            (has_text ? one_line(text_in(report, "excerpt"), 60) : "forgotten")
                                      : text_in(report, "kind") + ", " + text_in(report, "issued_at");
    all.push_back(candidate(is_turn ? "turn" : "command", whose.second, whose.first, title));
  }
  if (all.empty()) {
    for (const auto& [whose, command] : forgets_.named()) {
      all.push_back(candidate("forgotten", whose.second, whose.first, "by command " + text_in(command, "id")));
    }
  }
  return best_candidates(all, question_);
}

Report TurnCollector::forgotten_by(const Owner& turn, const Report& report) const {
  return forgets_.of_turn(turn, text_in(report, "session_id"), text_in(report, "timestamp"));
}

Report TurnCollector::report(const Report& candidate) const {
  const Owner whose(text_in(candidate, "persona_id"), text_in(candidate, "id"));
  Report report = reports_.at(whose);
  if (report.contains("turn_id")) {
    report["forgotten"] = forgotten_by(whose, report);
  }
  return report;
}

Report TurnCollector::forgetting(const Report& candidate) const {
  return forgets_.named().at({text_in(candidate, "persona_id"), text_in(candidate, "id")});
}

}  // namespace turnstream::app
