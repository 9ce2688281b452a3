#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/explain/json_text.h"
#include "app/explain/report_text.h"

namespace turnstream::app {
namespace {

/// Members that the lines above and below say, or that are names of memories.
constexpr std::string_view kElsewhere[] = {"kind", "type",   "id",    "persona_id", "log",
                                           "kept", "merged", "items", "topic_id",   "timestamp"};

void print_member(std::ostream& out, const std::string& name, const Report& value) {
  if (value.is_array() && !value.empty() && value[0].is_string() && name != "sources") {
    for (std::size_t i = 0; i < value.size(); ++i) {
      out << "  " << padded(i == 0 ? name : "", 14) << " " << one_line(value[i].get<std::string>(), kWidth - 17)
          << "\n";
    }
    return;
  }
  const bool is_flat = value.is_object() && value.size() <= 8;
  out << "  " << padded(name, 14) << " "
      << one_line(is_flat ? members_text(nlohmann::json(value), kWidth) : readable(nlohmann::json(value)), kWidth - 17)
      << "\n";
}

}  // namespace

std::string command_text(const Report& command) {
  const std::string by = text_in(command, "issued_by");
  const std::string at = text_in(command, "issued_at");
  return "command " + text_in(command, "kind") + " " + text_in(command, "id") + (by.empty() ? "" : " by " + by) +
         (at.empty() ? "" : ", " + at);
}

void print_asked(std::ostream& out, const Report& report) {
  for (const Report& asked : member_in(report, "asked")) {
    out << text_in(asked, "id") << " was " << text_in(asked, "how")
        << (asked["how"] == "merged" ? " into " : " by command ") << text_in(asked, "into")
        << (asked["time"].is_null() ? "" : ", " + text_in(asked, "time")) << "\n";
    if (!asked["place"].is_null()) {
      out << "  " << place_text(asked["place"]) << "\n";
    }
  }
  if (report.contains("asked")) {
    out << "\n";
  }
}

void print_event(std::ostream& out, const Report& report) {
  const Report& event = report["event"];
  const std::string stage = text_in(event, "stage");
  out << "event " << text_in(report, "id") << "\n  of persona " << text_in(report, "persona_id") << ", "
      << text_in(event, "kind") << " " << text_in(event, "type") << (stage.empty() ? "" : " by " + stage) << "\n  "
      << place_text(report["place"]) << "\n";
  for (const auto& [name, value] : event.items()) {
    if (std::find(std::begin(kElsewhere), std::end(kElsewhere), name) == std::end(kElsewhere) && name != "stage") {
      print_member(out, name, value);
    }
  }
  if (const Report& cause = report["cause"]; !cause.is_null()) {
    const std::string id = text_in(cause, "id");
    out << "\ncaused by  " << text_in(cause, "time") << "  " << place_text(cause["log"]) << "\n  "
        << (cause["command"].is_null() ? text_in(cause, "kind") + (id.empty() ? "" : " " + id)
                                       : command_text(cause["command"]))
        << "\n";
  }
  const Report& names = report["names"];
  if (names["count"] == 0) {
    return;
  }
  out << "\nnames  " << names["count"] << "\n";
  for (const Report& one : names["list"]) {
    const std::string kind = kind_text(text_in(one, "kind"));
    out << "  " << padded(text_in(one, "member"), 9) << padded(kind, 8) << (kind.size() < 8 ? "" : " ")
        << text_in(one, "id") << (one["removed"] == true ? ", removed since" : "") << "\n";
    if (!one["title"].is_null()) {
      out << "           " << one_line(text_in(one, "title"), kWidth - 11) << "\n";
    }
  }
  if (names["left_out"] > 0) {
    out << "  … " << names["left_out"] << " more\n";
  }
}

}  // namespace turnstream::app
