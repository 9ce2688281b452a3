#include "app/explain/event_collector.h"

#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "app/explain/record_finder.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kFoundMax = 20;
constexpr Bounds kNamingBounds{.first = 40, .last = 10};
constexpr std::size_t kEventTextMax = 200;
constexpr std::string_view kInEveryEvent[] = {"kind",      "type", "id",      "persona_id",
                                              "timestamp", "log",  "sources", "items"};

/// The time of an event as text; null if it has none.
Report time_of(const Json& event) {
  std::string time;
  for (const char* name : {"timestamp", "closed_at", "extracted_at", "until", "to"}) {
    time = time.empty() ? text_in(event, name) : time;
  }
  return text_or_null(time);
}

}  // namespace

EventCollector::EventCollector(Question question) : question_(std::move(question)) {}

Report EventCollector::event(const Owner& owner) const {
  return found(events_, owner);
}
Report EventCollector::merge(const Owner& owner) const {
  return found(merges_, owner);
}
Report EventCollector::forgetting(const Owner& owner) const {
  return found(forgettings_, owner);
}

Report EventCollector::found(const Found& all, const Owner& owner) {
  const auto one = all.find(owner);
  return one == all.end() ? Report() : one->second;
}

void EventCollector::keep(Found& all, const Owner& owner, Report report) {
  if (all.size() <= kFoundMax) {
    all.try_emplace(owner, std::move(report));
  }
}

void EventCollector::take(const log::Record& record) {
  const std::string_view bytes = record.value.value_or(std::string_view());
  if (!holds(bytes, question_.id)) {
    return;
  }
  const Json event = json::parse_document(bytes);
  if (!event.is_object() || !question_.fits_persona(text_in(event, "persona_id"))) {
    return;
  }
  const Report place = place_of(record);
  const std::string id = text_in(event, "id");
  // The event of an insight has the id of the insight, which is a memory.
  if (question_.fits_id(id) && text_in(event, "kind") != "insight") {
    keep(events_, {text_in(event, "persona_id"), id}, {{"value", event}, {"place", place}});
  }
  take_names(event, place);
  add_naming(event, place);
}

void EventCollector::take_names(const Json& event, const Report& place) {
  const std::string persona = text_in(event, "persona_id");
  const auto each = [&](const char* list, auto take_id) {
    for (const Json& id : member_in(event, list)) {
      if (id.is_string() && question_.fits_id(id.get_ref<const std::string&>())) {
        take_id(Owner(persona, id.get<std::string>()));
      }
    }
  };
  if (text_in(event, "type") == "merge") {
    each("merged", [&](const Owner& owner) {
      keep(merges_, owner,
           {{"into", text_in(event, "kept")}, {"time", time_of(event)}, {"value", event}, {"place", place}});
    });
  }
  if (text_in(event, "type") == "forget_report") {
    each("items", [&](const Owner& owner) {
      keep(forgettings_, owner,
           {{"into", text_in(event, "command_id")}, {"time", time_of(event)}, {"value", event}, {"place", place}});
    });
  }
}

void EventCollector::add_naming(const Json& event, const Report& place) {
  const std::string own = text_in(event, "id");
  const std::string named = question_.fits_id(own) ? own : id_named_in(event, question_.id).second;
  const bool is_full = naming_.size() > kFoundMax && naming_.count(named) == 0;
  if (named.empty() || !question_.fits_id(named) || is_full) {
    return;
  }
  add_bounded(naming_.try_emplace(named, bounded_list()).first->second,
              {{"kind", text_in(event, "kind")},
               {"type", text_in(event, "type")},
               {"id", text_or_null(own)},
               {"time", time_of(event)},
               {"text", text_or_null(members_text(event, kEventTextMax, kInEveryEvent))},
               {"place", place}},
              kNamingBounds);
}

Report EventCollector::candidates() const {
  Report all = Report::array();
  for (const auto& [owner, report] : events_) {
    const Report& value = report["value"];
    all.push_back(candidate("event", owner.second, owner.first, text_in(value, "kind") + " " + text_in(value, "type")));
  }
  for (const auto& [owner, report] : merges_) {
    all.push_back(candidate("merged", owner.second, owner.first, "merged into " + text_in(report, "into")));
  }
  for (const auto& [owner, report] : forgettings_) {
    if (merges_.count(owner) == 0) {
      all.push_back(candidate("forgotten", owner.second, owner.first, "by command " + text_in(report, "into")));
    }
  }
  return best_candidates(all, question_);
}

Report EventCollector::naming(const std::string& id) const {
  const auto list = naming_.find(id);
  return list == naming_.end() ? bounded_list() : list->second;
}

}  // namespace turnstream::app
