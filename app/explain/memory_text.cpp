#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "app/explain/report_text.h"
#include "pipeline/base/utf8.h"

namespace turnstream::app {
namespace {

nlohmann::json without_nulls(const Report& object) {
  nlohmann::json out = nlohmann::json::object();
  for (const auto& [name, value] : object.items()) {
    if (!value.is_null()) {
      out[name] = value;
    }
  }
  return out;
}

std::string text_of_field(const std::string& name, const Report& field) {
  if (name == "derived_by") {
    return members_text(without_nulls(field), kWidth);
  }
  return readable(name == "related_to" ? shortened(field) : nlohmann::json(field));
}

/// Prints a list of texts, or of facts with their texts, one below the other.
void print_texts(std::ostream& out, const std::string& name, const Report& list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string text = list[i].is_string() ? list[i].get<std::string>() : text_in(list[i], "text");
    out << "  " << padded(i == 0 ? name : "", 14) << " " << one_line(text, kWidth - 17) << "\n";
  }
}

/// Prints some fields of the value, in a fixed order; --json has all.
void print_value(std::ostream& out, const Report& value) {
  constexpr const char* kShown[] = {"type",
                                    "tier",
                                    "confidence",
                                    "importance",
                                    "current",
                                    "validity",
                                    "ended",
                                    "superseded_by",
                                    "evidence",
                                    "speaker",
                                    "about",
                                    "reply_to",
                                    "before",
                                    "polarity",
                                    "successes",
                                    "failures",
                                    "proficiency",
                                    "capability",
                                    "occurrences",
                                    "items",
                                    "start",
                                    "end",
                                    "tags",
                                    "related_to",
                                    "recorded_at",
                                    "first_seen",
                                    "last_seen",
                                    "extracted_at",
                                    "derived_by",
                                    "domain",
                                    "source_persona_id",
                                    "source_insight_id",
                                    "shared_at",
                                    "last_accessed_at",
                                    "since",
                                    "until"};
  for (const std::string name : kShown) {
    const Report field = value.value(name, Report());
    if (!field.empty()) {
      out << "  " << padded(name, 14) << " " << one_line(text_of_field(name, field), kWidth - 17) << "\n";
    }
  }
  for (const std::string name : {"facts", "lines", "connections", "contradictions", "open_questions"}) {
    print_texts(out, name, value.value(name, Report()));
  }
}

/// Prints the value of a field before and after a change, in one line if they fit.
void print_field(std::ostream& out, const std::string& name, const Report& field) {
  const std::string before = field["added"] == true ? "" : readable(field["before"]);
  const std::string after = readable(field["after"]);
  const std::string line = name + " " + before + (before.empty() ? "" : " → ") + after;
  if (before.empty() || count_code_points(line) <= kWidth - 6) {
    out << "      " << one_line(line, kWidth - 6) << "\n";
    return;
  }
  out << "      " << one_line(name + " " + before, kWidth - 6) << "\n"
      << "        → " << one_line(after, kWidth - 10) << "\n";
}

void print_change(std::ostream& out, const Report& change) {
  const std::string cause = text_in(change["cause"], "kind");
  out << "  " << text_in(change, "time") << "  " << padded(change["op"], 6) << "  " << padded(change["stage"], 13)
      << "  " << cause << (cause == "tick" ? "" : " " + text_in(change["cause"], "id")) << "\n      "
      << place_text(change["log"]) << " → " << place_text(change["completion"]) << "\n";
  for (const auto& field : change["fields"].items()) {
    print_field(out, field.key(), field.value());
  }
}

void print_history(std::ostream& out, const Report& history) {
  const Report& list = history["list"];
  out << "\nhistory  " << history["count"] << (history["count"] == 1 ? " change" : " changes") << ", oldest first\n";
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (history["left_out_at"] == i) {
      out << "  … " << history["left_out"] << " more …\n";
    }
    print_change(out, list[i]);
  }
}

/// Prints why the memory no longer exists.
void print_ending(std::ostream& out, const Report& ended) {
  const std::string how = text_in(ended, "how");
  if (how == "merged") {
    out << "  merged into " << text_in(ended, "into") << ", which `explain` shows\n";
    return;
  }
  const bool by_itself = how == "removed" && !ended["reason"].is_null();
  if (!ended["command"].is_null() && !by_itself) {
    out << "  " << (how == "taken_back" ? "taken back" : how) << " by " << command_text(ended["command"]) << "\n";
  } else if (!ended["reason"].is_null()) {
    out << "  " << one_line(text_in(ended, "reason"), kWidth) << "\n";
  }
  if (how == "forgotten" || how == "taken_back") {
    out << "  its text is not shown\n";
  }
}

void print_thing(std::ostream& out, const Report& thing, const Report& report) {
  out << kind_text(thing["kind"]) << " " << text_in(report, "id") << "\n  of persona " << text_in(report, "persona_id");
  if (thing["removed"] == true) {
    const Report& last = thing["history"]["list"].back();
    out << ", removed " << text_in(last, "time") << " by " << text_in(last, "stage");
  }
  out << "\n";
  if (thing.contains("ended") && !thing["ended"].is_null()) {
    print_ending(out, thing["ended"]);
  }
  if (!thing["value"].is_null()) {
    out << "  " << one_line(text_in(thing, "title"), kWidth) << "\n";
    print_value(out, thing["value"]);
  }
}

/// Prints the memories that name this one: if `links`, those that name it in `related_to`, else those in other fields.
void print_named_by(std::ostream& out, const Report& list, bool links) {
  const auto is_of_these = [&](const Report& one) { return (one["field"] == "related_to") == links; };
  const auto count = std::count_if(list.begin(), list.end(), is_of_these);
  if (count == 0) {
    return;
  }
  out << "\n" << (links ? "linked from  " : "made of it, or naming it  ") << count << "\n";
  for (const Report& one : list) {
    if (!is_of_these(one)) {
      continue;
    }
    out << "  " << padded(kind_text(one["kind"]), 8) << " " << text_in(one, "id")
        << (links ? "" : "  in " + text_in(one, "field")) << (one["removed"] == true ? ", removed since" : "") << "\n";
    if (!one["title"].is_null()) {
      out << "           " << one_line(text_in(one, "title"), kWidth - 11) << "\n";
    }
  }
}

void print_events(std::ostream& out, const Report& events) {
  if (events["count"] == 0) {
    return;
  }
  out << "\nevents  " << events["count"] << "\n";
  for (const Report& event : events["list"]) {
    const std::string time = text_in(event, "time");
    out << "  " << time << (time.empty() ? "" : "  ") << text_in(event, "kind") << " " << text_in(event, "type") << "  "
        << place_text(event["place"]) << "\n";
    if (!event["text"].is_null()) {
      out << "      " << one_line(text_in(event, "text"), kWidth - 6) << "\n";
    }
  }
  if (events["left_out"] > 0) {
    out << "  … " << events["left_out"] << " more\n";
  }
}

/// The lines about one source, without the branch of the tree.
std::vector<std::string> lines_of(const Report& source) {
  const std::string kind = kind_text(text_in(source, "kind"));
  std::vector<std::string> lines{kind + (kind.empty() ? "" : " ") + text_in(source, "id")};
  if (!source["turn_id"].is_null()) {
    const std::string session = text_in(source, "session_id");
    lines.push_back("turn " + text_in(source, "turn_id") + (session.empty() ? "" : ", session " + session));
  }
  if (!source["turn"].is_null()) {
    lines.push_back(place_text(source["turn"]) + " " + text_in(source, "pointer") +
                    (source["log"].is_null() ? "" : "   (" + place_text(source["log"]) + ")"));
  }
  if (!source["excerpt"].is_null()) {
    lines.push_back("“" + one_line(text_in(source, "excerpt"), kWidth - 14) + "”");
  }
  if (!source["note"].is_null()) {
    lines.push_back("! " + text_in(source, "note"));
  }
  if (member_in(source, "stale") == true) {
    lines.push_back("! stale: a file to which it refers is gone or was changed since");
  }
  return lines;
}

/// Prints the sources, and their sources, as a tree.
void print_sources(std::ostream& out, const Report& sources, const std::string& indent) {
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const bool is_last = i + 1 == sources.size();
    const std::string below = indent + (is_last ? "   " : "│  ");
    std::string branch = indent + (is_last ? "└─ " : "├─ ");
    for (const std::string& line : lines_of(sources[i])) {
      out << branch << line << "\n";
      branch = below;
    }
    print_sources(out, sources[i]["sources"], below);
  }
}

}  // namespace

void print_memory(std::ostream& out, const Report& report) {
  const Report& things = report["things"];
  if (things.empty()) {
    out << "item " << text_in(report, "id") << "\n  of persona " << text_in(report, "persona_id")
        << "\n  no completion has put it: it was merged into another item, or only other memories name it\n";
  }
  for (const Report& thing : things) {
    out << (&thing == &things.front() ? "" : "\n");
    print_thing(out, thing, report);
  }
  if (!report["sources"].empty()) {
    out << "\ncomes from" << (member_in(report, "stale") == true ? ", in part stale" : "") << "\n";
    print_sources(out, report["sources"], "  ");
    if (report["sources_left_out"] > 0) {
      out << "  … " << report["sources_left_out"] << " more\n";
    }
  }
  for (const Report& thing : things) {
    print_history(out, thing["history"]);
  }
  const Report& named_by = report["named_by"];
  print_named_by(out, named_by["list"], false);
  print_named_by(out, named_by["list"], true);
  if (named_by["left_out"] > 0) {
    out << "  … " << named_by["left_out"] << " more name it\n";
  }
  print_events(out, report["events"]);
}

void print_candidates(std::ostream& out, const Report& report) {
  for (const Report& one : report["candidates"]) {
    out << text_in(one, "kind") << "  " << text_in(one, "id") << "  of persona " << text_in(one, "persona_id")
        << "\n    " << text_in(one, "title") << "\n";
  }
}

}  // namespace turnstream::app
