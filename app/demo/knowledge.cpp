#include "app/demo/knowledge.h"

#include <algorithm>
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
constexpr std::size_t kTextWidth = 32;
constexpr std::size_t kScoreWidth = 5;
constexpr std::size_t kNoteWidth = 19;

std::string score(const Json& thing, const char* name) {
  return json::document_text(thing.value(name, Json(0)));
}

bool is_of(const Json& thing, const std::string& persona) {
  return thing.value("persona_id", "") == persona;
}

class Screen {
 public:
  Screen(Page& page, Report& memories, RecordFinder& finder, const Things& things)
      : page_(page), memories_(memories), finder_(finder) {
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
  [[nodiscard]] const Parsed& all(const std::string& kind) { return things_[kind]; }

  struct Row {
    std::string label;
    std::string text;
    std::string score;
    std::string note;
  };
  /// Prints and reports one memory of the persona, with the place of its first source.
  Status tell(const std::string& persona, const std::string& id, const Row& row);

  Page& page_;
  Report& memories_;
  RecordFinder& finder_;
  std::map<std::string, Parsed> things_;
};

Status Screen::print() {
  std::set<std::string> personas;
  for (const auto& [id, fact] : all("fact")) {
    personas.insert(fact.value("persona_id", ""));
  }
  page_.heading("What it knows", "(with its confidence, and the place of the words in the turns that it comes from)");
  for (const std::string& persona : personas) {
    TS_RETURN_IF_ERROR(print_persona(persona));
  }
  return {};
}

Status Screen::print_persona(const std::string& persona) {
  page_.line(persona);
  TS_RETURN_IF_ERROR(print_facts(persona));
  TS_RETURN_IF_ERROR(print_skill(persona));
  return print_patterns(persona);
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
    TS_RETURN_IF_ERROR(tell(persona, fact->at("id"),
                            {"fact", fact->at("text"), score(*fact, "confidence"),
                             "since " + short_time(fact->at("validity").back().at("from"))}));
    if (fact == changed) {
      TS_RETURN_IF_ERROR(tell(persona, before->at("id"),
                              {"  before", before->at("text"), score(*before, "confidence"),
                               "until " + short_time(before->at("validity").back().at("to"))}));
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
  return tell(persona, best->at("id"),
              {"skill", memory_title("skill", *best), score(*best, "proficiency"),
               std::to_string(successes) + " of " + std::to_string(tries) + " worked"});
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
      TS_RETURN_IF_ERROR(tell(persona, best->at("id"),
                              {type, best->at("text"), score(*best, "confidence"),
                               "said " + std::to_string(best->at("occurrences").get<std::int64_t>()) + "×"}));
    }
  }
  return {};
}

Status Screen::tell(const std::string& persona, const std::string& id, const Row& row) {
  TS_ASSIGN_OR_RETURN(const Report report, explain_id(finder_, {id, persona}));
  const bool has_source = report.contains("sources") && !report["sources"].empty();
  const Report source = has_source && !report["sources"][0]["turn"].is_null() ? report["sources"][0] : Report();
  page_.line("  " + padded(row.label, kLabelWidth) + padded(one_line(row.text, kTextWidth - 1), kTextWidth) +
                 padded(row.score, kScoreWidth) + padded(row.note, kNoteWidth),
             source.is_null() ? "" : place_text(source["turn"]) + " " + text_in(source, "pointer"));
  memories_.push_back({{"persona_id", persona},
                       {"label", row.label.substr(row.label.find_first_not_of(' '))},
                       {"id", id},
                       {"text", row.text},
                       {"score", row.score},
                       {"note", row.note},
                       {"source", nullptr}});
  if (!source.is_null()) {
    memories_.back()["source"] = {{"turn_id", source["turn_id"]},
                                  {"turn", source["turn"]},
                                  {"pointer", source["pointer"]},
                                  {"excerpt", source["excerpt"]}};
  }
  return {};
}

}  // namespace

Status print_knowledge(Page& page, Report& memories, RecordFinder& finder, const Things& things) {
  return Screen(page, memories, finder, things).print();
}

}  // namespace turnstream::app
