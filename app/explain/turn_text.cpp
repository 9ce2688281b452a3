#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "app/explain/report_text.h"

namespace turnstream::app {
namespace {

std::string counts_of(const Report& answer) {
  std::string out = answer["items_processed"].dump() + " looked at";
  for (const std::string what : {"added", "updated", "removed"}) {
    const Report& count = answer["items_" + what];
    out += count == 0 ? "" : ", " + count.dump() + " " + what;
  }
  return out;
}

std::string attempts_of(const Report& one) {
  return one["attempts"].dump() + (one["attempts"] == 1 ? " attempt" : " attempts");
}

void print_answer(std::ostream& out, const Report& answer) {
  out << "  " << (answer["phase"] == 0 ? "-" : answer["phase"].dump()) << "  " << padded(answer["stage"], 14);
  if (answer["answered"] == false) {
    out << "not yet answered\n";
    return;
  }
  out << padded(answer["status"], 9) << padded(counts_of(answer), 42) << attempts_of(answer) << ", "
      << answer["duration_ms"] << " ms";
  if (answer["parts"] > 1) {
    out << ", " << answer["parts"] << " parts";
  }
  out << "\n";
  if (!answer["duplicate_of"].is_null()) {
    out << "                   a repetition of " << place_text(answer["duplicate_of"]) << ": nothing was changed\n";
  }
  if (const Report& error = answer["error"]; !error.is_null()) {
    out << "                   " << one_line(text_in(error, "code") + ": " + text_in(error, "message"), kWidth - 19)
        << "\n";
  }
}

void print_changes(std::ostream& out, const Report& changes) {
  if (changes["count"] == 0) {
    return;
  }
  out << "\nmade and changed  " << changes["count"] << "\n";
  std::string stage;
  for (const Report& change : changes["list"]) {
    if (change["stage"] != stage) {
      stage = change["stage"];
      out << "  " << stage << "\n";
    }
    out << "    " << padded(change["op"], 6) << " " << padded(kind_text(change["kind"]), 8) << " "
        << text_in(change, "id") << (change["pointer"].is_null() ? "" : "  " + text_in(change, "pointer")) << "\n";
    if (!change["title"].is_null()) {
      out << "                    " << one_line(text_in(change, "title"), kWidth - 20) << "\n";
    }
  }
  if (changes["left_out"] > 0) {
    out << "    … " << changes["left_out"] << " more\n";
  }
}

/// What a later record of the log has to do with the turn.
std::string heading_of(const Report& record) {
  const std::string kind = text_in(record, "kind");
  if (kind == "redrive") {
    return "sent back to " + text_in(record, "stage");
  }
  return kind == "turn" ? "came again" : "named by a command " + kind;
}

void print_record(std::ostream& out, const Report& record, bool is_first) {
  const std::string time = text_in(record, "log_time");
  if (!is_first) {
    out << "\n" << heading_of(record) << "  " << time << "\n";
  }
  out << "  " << place_text(record["source"]) << " → " << place_text(record["log"])
      << (is_first ? ", " + time + "\n\nstages" : "") << "\n";
  for (const Report& answer : record["stages"]) {
    print_answer(out, answer);
  }
  print_changes(out, record["changes"]);
}

void print_dead_letters(std::ostream& out, const Report& letters) {
  if (letters["count"] == 0) {
    return;
  }
  out << "\ndead letters  " << letters["count"] << "\n";
  for (const Report& letter : letters["list"]) {
    out << "  " << text_in(letter, "time") << "  " << text_in(letter, "stage") << "  " << text_in(letter, "reason")
        << ", " << attempts_of(letter) << "\n      " << place_text(letter["source"]) << " "
        << text_in(letter, "pointer") << " → " << place_text(letter["place"]) << "\n      "
        << one_line(text_in(letter, "message"), kWidth - 6) << "\n";
  }
}

void print_log_line(std::ostream& out, const Report& line) {
  out << "  " << text_in(line, "time") << "  " << padded(line["level"], 8) << text_in(line, "event") << "\n      ";
  const char* between = "";
  for (const auto& [name, value] : line.items()) {
    if (name != "time" && name != "level" && name != "event") {
      out << between << name << "=" << one_line(value.get_ref<const std::string&>(), 60);
      between = " ";
    }
  }
  out << "\n";
}

void print_log_lines(std::ostream& out, const Report& lines) {
  if (lines["count"] == 0) {
    return;
  }
  out << "\nlog lines  " << lines["count"] << "\n";
  for (std::size_t i = 0; i < lines["list"].size(); ++i) {
    if (lines["left_out_at"] == i) {
      out << "  … " << lines["left_out"] << " more …\n";
    }
    print_log_line(out, lines["list"][i]);
  }
}

void print_turn_head(std::ostream& out, const Report& report) {
  out << "turn " << text_in(report, "turn_id") << "\n  of persona " << text_in(report, "persona_id");
  if (!report["session_id"].is_null()) {
    out << ", session " << text_in(report, "session_id");
  }
  if (!report["timestamp"].is_null()) {
    out << ", " << text_in(report, "timestamp");
  }
  out << "\n";
  if (!report["excerpt"].is_null()) {
    out << "  “" << one_line(text_in(report, "excerpt"), kWidth - 4) << "”\n";
  }
  const Report& forgotten = report["forgotten"];
  if (!forgotten.is_null()) {
    out << "  forgotten " << text_in(forgotten, "time") << "\n  by " << command_text(forgotten)
        << "\n  its text is not shown\n";
  }
  if (report["erased"] == true) {
    out << "  forgotten before this log was made by `scrub`, without its text\n";
  }
}

void print_command_head(std::ostream& out, const Report& report) {
  const std::string persona = text_in(report, "persona_id");
  out << command_text({{"kind", report["kind"]},
                       {"id", report["command_id"]},
                       {"issued_by", report["issued_by"]},
                       {"issued_at", report["issued_at"]}})
      << "\n"
      << (persona.empty() ? "" : "  of persona " + persona + "\n");
  for (const auto& [name, value] : report["args"].items()) {
    out << "  " << padded(name, 14) << " " << one_line(readable(nlohmann::json(value)), kWidth - 17) << "\n";
  }
}

}  // namespace

void print_turn(std::ostream& out, const Report& report) {
  if (report.contains("command_id")) {
    print_command_head(out, report);
  } else {
    print_turn_head(out, report);
  }
  const Report& records = report["records"];
  if (records["count"] == 0) {
    out << "  never came into the log: it was refused\n";
  }
  for (std::size_t i = 0; i < records["list"].size(); ++i) {
    if (records["left_out_at"] == i) {
      out << "\n… " << records["left_out"] << " more records of this turn …\n";
    }
    print_record(out, records["list"][i], i == 0);
  }
  print_dead_letters(out, report["dead_letters"]);
  print_log_lines(out, report["log_lines"]);
}

}  // namespace turnstream::app
