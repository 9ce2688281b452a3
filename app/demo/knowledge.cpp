#include "app/demo/knowledge.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "app/explain/explainer.h"
#include "app/explain/json_text.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLabelWidth = 12;
constexpr std::size_t kTextWidth = 46;
constexpr std::size_t kExcerptCodePoints = 60;

std::string score(const Json& thing, const char* name) {
  return json::document_text(thing.value(name, Json(0)));
}

/// An RFC 3339 time as "7 Jan 08:05"; "now" if the value is not a string.
std::string short_time(const Json& time) {
  static constexpr std::array<const char*, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  if (!time.is_string()) {
    return "now";
  }
  const std::string text = time;
  const std::size_t month = static_cast<std::size_t>(std::stoi(text.substr(5, 2))) - 1;
  return std::to_string(std::stoi(text.substr(8, 2))) + " " + kMonths.at(month) + " " + text.substr(11, 5);
}

std::string line(const std::string& label, const std::string& text, const std::string& rest) {
  return "  " + padded(label, kLabelWidth) + padded(one_line(text, kTextWidth), kTextWidth) + "  " + rest + "\n";
}

std::string below(const std::string& text) {
  return std::string(2 + kLabelWidth, ' ') + text + "\n";
}

bool is_of(const Json& thing, const std::string& persona) {
  return thing.value("persona_id", "") == persona;
}

class Screen {
 public:
  Screen(std::ostream& out, Report& memories, RecordFinder& finder, const Things& things)
      : out_(out), memories_(memories), finder_(finder) {
    for (const auto& [kind, list] : things) {
      for (const auto& [id, value] : list) {
        things_[kind][id] = json::parse_document(value);
      }
    }
  }

  Status print();

 private:
  using Parsed = std::map<std::string, Json>;

  Status print_persona(const std::string& persona);
  Status print_facts(const std::string& persona);
  Status print_skill(const std::string& persona);
  Status print_patterns(const std::string& persona);
  void print_topic(const std::string& persona);
  void print_daily(const std::string& persona);
  /// Prints the words of the turn of the memory's first source, and their place; nothing if that turn is not found.
  Status print_source(const std::string& id);
  [[nodiscard]] const Parsed& all(const std::string& kind) { return things_[kind]; }

  /// Prints and reports one memory of the persona.
  void tell(const std::string& persona, const std::string& label, const std::string& text, const std::string& rest) {
    out_ << line(label, text, rest);
    memories_.push_back({{"persona_id", persona},
                         {"label", label.substr(label.find_first_not_of(' '))},
                         {"text", text},
                         {"note", rest},
                         {"source", nullptr}});
  }

  std::ostream& out_;
  Report& memories_;
  RecordFinder& finder_;
  std::map<std::string, Parsed> things_;
};

Status Screen::print() {
  std::set<std::string> personas;
  for (const auto& [id, fact] : all("fact")) {
    personas.insert(fact.value("persona_id", ""));
  }
  out_ << "\nwhat the memory contains now, and from which turns (for your own memory: `turnstream explain ID`):\n";
  for (const std::string& persona : personas) {
    TS_RETURN_IF_ERROR(print_persona(persona));
  }
  return {};
}

Status Screen::print_persona(const std::string& persona) {
  out_ << "\n" << persona << "\n";
  TS_RETURN_IF_ERROR(print_facts(persona));
  TS_RETURN_IF_ERROR(print_skill(persona));
  TS_RETURN_IF_ERROR(print_patterns(persona));
  print_topic(persona);
  print_daily(persona);
  return {};
}

/// Prints the fact with the highest confidence of those that superseded another, with that other. Then prints the one
/// with the highest confidence of the other current facts with a relation.
Status Screen::print_facts(const std::string& persona) {
  const Json* changed = nullptr;
  const Json* before = nullptr;
  const Json* surest = nullptr;
  for (const auto& [id, fact] : all("fact")) {
    if (!is_of(fact, persona)) {
      continue;
    }
    if (const Json by = fact.value("superseded_by", Json()); by.is_string() && all("fact").count(by) != 0) {
      const Json& next = all("fact").at(by);
      if (changed == nullptr || next.at("confidence") > changed->at("confidence")) {
        changed = &next;
        before = &fact;
      }
    }
  }
  for (const auto& [id, fact] : all("fact")) {
    const bool stated = is_of(fact, persona) && fact.at("current") == true && fact.at("relation").is_string();
    if (stated && &fact != changed && (surest == nullptr || fact.at("confidence") > surest->at("confidence"))) {
      surest = &fact;
    }
  }
  for (const Json* fact : {changed, surest}) {
    if (fact == nullptr) {
      continue;
    }
    tell(persona, "fact", fact->at("text"),
         "confidence " + score(*fact, "confidence") + ", since " + short_time(fact->at("validity").back().at("from")));
    TS_RETURN_IF_ERROR(print_source(fact->at("id")));
    if (fact == changed) {
      const Json& held = before->at("validity").back();
      tell(persona, "  before", before->at("text"), short_time(held.at("from")) + " – " + short_time(held.at("to")));
      TS_RETURN_IF_ERROR(print_source(before->at("id")));
    }
  }
  return {};
}

/// Prints one capability of the persona: of its sequences of tools the one with the most successes; if no sequence is a
/// capability, of its single tools.
Status Screen::print_skill(const std::string& persona) {
  const Json* best = nullptr;
  const auto rank = [](const Json& skill) {
    return std::pair(skill.at("sequence").size() > 1, skill.at("successes").get<std::int64_t>());
  };
  for (const auto& [id, skill] : all("skill")) {
    if (is_of(skill, persona) && skill.at("capability") == true && (best == nullptr || rank(skill) > rank(*best))) {
      best = &skill;
    }
  }
  if (best == nullptr) {
    return {};
  }
  const auto successes = best->at("successes").get<std::int64_t>();
  const auto tries = successes + best->at("failures").get<std::int64_t>();
  tell(persona, "skill", memory_title("skill", *best),
       "proficiency " + score(*best, "proficiency") + ", " + std::to_string(successes) + " of " +
           std::to_string(tries) + " succeeded");
  return print_source(best->at("id"));
}

Status Screen::print_patterns(const std::string& persona) {
  for (const std::string type : {"preference", "habit"}) {
    const Json* best = nullptr;
    for (const auto& [id, pattern] : all("pattern")) {
      const bool fits = is_of(pattern, persona) && pattern.value("type", "") == type;
      if (fits && (best == nullptr || pattern.at("confidence") > best->at("confidence"))) {
        best = &pattern;
      }
    }
    if (best != nullptr) {
      tell(persona, type, best->at("text"),
           "confidence " + score(*best, "confidence") + ", said " +
               std::to_string(best->at("occurrences").get<std::int64_t>()) + "×");
      TS_RETURN_IF_ERROR(print_source(best->at("id")));
    }
  }
  return {};
}

/// Prints the first fact of the persona's topic with the most facts.
void Screen::print_topic(const std::string& persona) {
  const Json* best = nullptr;
  for (const auto& [id, topic] : all("topic")) {
    const auto size = [](const Json& one) {
      return std::pair(one.at("facts").size(), one.at("event_count").get<int>());
    };
    if (is_of(topic, persona) && (best == nullptr || size(topic) > size(*best))) {
      best = &topic;
    }
  }
  if (best != nullptr) {
    tell(persona, "topic", best->at("facts").front().at("text"),
         text_in(*best, "topic") + ", fact 1 of " + std::to_string(best->at("facts").size()) + ", " +
             std::to_string(best->at("event_count").get<int>()) + " items");
  }
}

/// Prints the first line of the persona's longest entry of the daily log.
void Screen::print_daily(const std::string& persona) {
  const Json* best = nullptr;
  for (const auto& [id, entry] : all("daily")) {
    if (is_of(entry, persona) && (best == nullptr || entry.at("lines").size() > best->at("lines").size())) {
      best = &entry;
    }
  }
  if (best != nullptr) {
    tell(persona, "daily log", best->at("lines").front(),
         text_in(*best, "date") + ", line 1 of " + std::to_string(best->at("lines").size()));
  }
}

Status Screen::print_source(const std::string& id) {
  TS_ASSIGN_OR_RETURN(const Report report, explain_id(finder_, {id, {}}));
  if (!report.contains("sources") || report["sources"].empty() || report["sources"][0]["turn"].is_null()) {
    return {};
  }
  const Report& source = report["sources"][0];
  out_ << below("“" + one_line(text_in(source, "excerpt"), kExcerptCodePoints) + "”");
  out_ << below("└ turn " + text_in(source, "turn_id") + ", " + place_text(source["turn"]) + " " +
                text_in(source, "pointer"));
  memories_.back()["source"] = {{"turn_id", source["turn_id"]},
                                {"turn", source["turn"]},
                                {"pointer", source["pointer"]},
                                {"excerpt", source["excerpt"]}};
  return {};
}

}  // namespace

Status print_knowledge(std::ostream& out, Report& memories, RecordFinder& finder, const Things& things) {
  return Screen(out, memories, finder, things).print();
}

}  // namespace turnstream::app
