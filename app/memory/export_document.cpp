#include "app/memory/export_document.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <tuple>
#include <vector>

#include "app/explain/json_text.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

/// A kind of change, the member of the document that lists its memories, and the member of a memory that says its time.
struct Section {
  const char* kind;
  const char* name;
  const char* time;
};

constexpr std::array kSections{
    Section{"memory", "items", "timestamp"},
    Section{"episode", "episodes", "start"},
    Section{"fact", "facts", ""},
    Section{"note", "notes", "timestamp"},
    Section{"pattern", "patterns", "first_seen"},
    Section{"skill", "skills", "first_seen"},
    Section{"insight", "insights", "extracted_at"},
    Section{"topic", "topics", "since"},
    Section{"daily", "daily", "date"},
    Section{"session", "sessions", "dirty_since"},
    Section{"working", "working_memory", "timestamp"},
    Section{"grant", "grants", "granted_at"},
};

/// The time by which a memory is sorted: of a fact the beginning of its first interval.
std::string time_of(const Report& value, const Section& section) {
  if (section.time[0] != '\0') {
    return text_in(value, section.time);
  }
  const Report& validity = member_in(value, "validity");
  return validity.is_array() && !validity.empty() ? text_in(validity[0], "from") : std::string();
}

Report sorted(const PersonaView::Things& things, const Section& section) {
  std::vector<std::tuple<std::string, std::string, Report>> list;
  for (const auto& [id, thing] : things) {
    Report value = json::parse_ordered(thing.value);
    std::string time = time_of(value, section);
    list.emplace_back(std::move(time), id, std::move(value));
  }
  std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
    return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
  });
  Report out = Report::array();
  for (auto& [time, id, value] : list) {
    out.push_back(std::move(value));
  }
  return out;
}

}  // namespace

Report export_document(const PersonaView& view) {
  Report out{{"kind", "persona_export"},
             {"schema_version", kExportVersion},
             {"persona_id", view.persona()},
             {"as_of", format_time(view.as_of().value())}};
  for (const Section& section : kSections) {
    Report all = sorted(view.of_kind(section.kind), section);
    if (std::string_view(section.kind) != "memory") {
      out[section.name] = std::move(all);
      continue;
    }
    Report items = Report::array();
    Report archived = Report::array();
    for (Report& item : all) {
      (text_in(item, "tier") == "archived" ? archived : items).push_back(std::move(item));
    }
    out[section.name] = std::move(items);
    out["archived_items"] = std::move(archived);
  }
  return out;
}

}  // namespace turnstream::app
