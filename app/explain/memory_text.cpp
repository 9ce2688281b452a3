#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "app/explain/report.h"
#include "pipeline/base/utf8.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kWidth = 98;

std::string kind_text(const std::string& kind) {
  return kind == "memory" ? "item" : kind;
}

std::string shown(std::string_view name, const Json& value) {
  return readable(name == "related_to" ? bounded_json(value) : value.dump());
}

/// Prints the fields of the value that matter most; --json has all.
void print_value(std::ostream& out, const DerivedMemory& memory) {
  const Json value = Json::parse(memory.value, nullptr, false);
  constexpr const char* kShown[] = {
      "type",      "tier",       "confidence",  "importance", "current",     "validity",    "superseded_by", "polarity",
      "successes", "failures",   "proficiency", "capability", "occurrences", "items",       "start",         "end",
      "tags",      "related_to", "recorded_at", "first_seen", "last_seen",   "extracted_at"};
  for (const char* name : kShown) {
    if (!value.is_object() || !value.contains(name) || value[name].is_null() || value[name].empty()) {
      continue;
    }
    out << "  " << padded(name, 14) << " " << one_line(shown(name, value[name]), kWidth - 17) << "\n";
  }
}

/// Prints before and after in one line if they fit.
void print_field(std::ostream& out, const FieldChange& field) {
  const std::string before = field.before.empty() ? "" : readable(field.before);
  const std::string after = readable(field.after);
  const std::string line = field.name + " " + before + (before.empty() ? "" : " → ") + after;
  if (before.empty() || count_code_points(line) <= kWidth - 6) {
    out << "      " << one_line(line, kWidth - 6) << "\n";
    return;
  }
  out << "      " << one_line(field.name + " " + before, kWidth - 6) << "\n"
      << "        → " << one_line(after, kWidth - 10) << "\n";
}

void print_change(std::ostream& out, const MemoryChange& change) {
  out << "  " << change.time << "  " << padded(change.op, 6) << "  " << padded(change.stage, 13) << "  "
      << change.cause_kind << (change.cause_kind == "tick" ? "" : " " + change.cause_id) << "\n      "
      << place_text(change.log) << " → " << place_text(change.completion) << "\n";
  for (const FieldChange& field : change.fields) {
    print_field(out, field);
  }
}

std::string state_of(const DerivedMemory& memory) {
  if (!memory.removed) {
    return "";
  }
  const MemoryChange& last = memory.changes.kept().back();
  return ", removed " + last.time + " by " + last.stage;
}

void print_history(std::ostream& out, const DerivedMemory& memory) {
  out << "\nhistory  " << memory.changes.count() << (memory.changes.count() == 1 ? " change" : " changes")
      << ", oldest first\n";
  std::size_t index = 0;
  for (const MemoryChange& change : memory.changes.kept()) {
    if (memory.changes.left_out() > 0 && index == memory.changes.gap_at()) {
      out << "  … " << memory.changes.left_out() << " more …\n";
    }
    print_change(out, change);
    ++index;
  }
}

/// A link (`related_to`) means that two memories are near; every other field means that one was derived from the other.
bool is_link(const NamingMemory& derived) {
  return derived.field == "related_to";
}

void print_derived(std::ostream& out, const Bounded<NamingMemory>& derived, bool links) {
  const auto count = std::count_if(derived.kept().begin(), derived.kept().end(),
                                   [&](const NamingMemory& one) { return is_link(one) == links; });
  if (count == 0) {
    return;
  }
  out << "\n" << (links ? "linked from  " : "made of it, or naming it  ") << count << "\n";
  for (const NamingMemory& one : derived.kept()) {
    if (is_link(one) != links) {
      continue;
    }
    out << "  " << padded(kind_text(one.kind), 8) << " " << one.id << (links ? "" : "  in " + one.field)
        << (one.removed ? ", removed since" : "") << "\n";
    if (!one.title.empty()) {
      out << "           " << one_line(one.title, kWidth - 11) << "\n";
    }
  }
}

void print_events(std::ostream& out, const Bounded<NamingEvent>& events) {
  if (events.count() == 0) {
    return;
  }
  out << "\nevents  " << events.count() << "\n";
  for (const NamingEvent& event : events.kept()) {
    out << "  " << event.time << "  " << event.kind << " " << event.type << "  " << place_text(event.place) << "\n";
    if (!event.text.empty()) {
      out << "      " << one_line(event.text, kWidth - 6) << "\n";
    }
  }
  if (events.left_out() > 0) {
    out << "  … " << events.left_out() << " more\n";
  }
}

/// The lines about one source, without the branch of the tree.
std::vector<std::string> lines_of(const SourceStory& source) {
  std::vector<std::string> lines;
  lines.push_back(kind_text(source.kind) + (source.kind.empty() ? "" : " ") + source.id);
  if (!source.turn_id.empty()) {
    lines.push_back("turn " + source.turn_id + (source.session_id.empty() ? "" : ", session " + source.session_id));
  }
  if (source.turn) {
    lines.push_back(place_text(*source.turn) + " " + source.pointer.value_or("") +
                    (source.log ? "   (" + place_text(*source.log) + ")" : ""));
  }
  if (!source.excerpt.empty()) {
    lines.push_back("“" + one_line(source.excerpt, kWidth - 14) + "”");
  }
  if (!source.note.empty()) {
    lines.push_back("! " + source.note);
  }
  return lines;
}

}  // namespace

void print_sources(std::ostream& out, const std::vector<SourceStory>& sources, const std::string& indent) {
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const bool is_last = i + 1 == sources.size();
    const std::string below = indent + (is_last ? "   " : "│  ");
    bool is_first = true;
    for (const std::string& line : lines_of(sources[i])) {
      out << (is_first ? indent + (is_last ? "└─ " : "├─ ") : below) << line << "\n";
      is_first = false;
    }
    print_sources(out, sources[i].sources, below);
  }
}

void print_memory(std::ostream& out, const MemoryStory& story) {
  if (story.memories.empty()) {
    out << "item " << story.id << "\n  of persona " << story.persona
        << "\n  no completion has put it: it was merged into another item, or only other memories name it\n";
  }
  bool is_first = true;
  for (const DerivedMemory& memory : story.memories) {
    out << (is_first ? "" : "\n") << kind_text(memory.kind) << " " << story.id << "\n  of persona " << story.persona
        << state_of(memory) << "\n";
    if (!memory.value.empty()) {
      out << "  " << one_line(memory.title, kWidth) << "\n";
      print_value(out, memory);
    }
    is_first = false;
  }
  if (!story.sources.empty()) {
    out << "\ncomes from\n";
    print_sources(out, story.sources, "  ");
    if (story.sources_left_out > 0) {
      out << "  … " << story.sources_left_out << " more\n";
    }
  }
  for (const DerivedMemory& memory : story.memories) {
    print_history(out, memory);
  }
  print_derived(out, story.derived, false);
  print_derived(out, story.derived, true);
  if (story.derived.left_out() > 0) {
    out << "  … " << story.derived.left_out() << " more name it\n";
  }
  print_events(out, story.events);
}

}  // namespace turnstream::app
