#include "tests/unit_change/two_views.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <optional>
#include <utility>
#include <vector>

#include "pipeline/base/utf8.h"
#include "pipeline/codec/patch.h"
#include "stages/common/language/order_relations.h"
#include "stages/common/language/stated_patterns.h"
#include "stages/common/language/tastes.h"
#include "stages/pattern/pattern_stage.h"
#include "stages/semantic/relations.h"
#include "stages/semantic/semantic_stage.h"

namespace turnstream::change {
namespace {

using Json = nlohmann::json;

std::string text_in(const Json& memory, const char* member) {
  const auto found = memory.find(member);
  return found != memory.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool is_positive(const Json& pattern) {
  return pattern.at("polarity") == "positive";
}

/// The text of the pattern without its user's name.
std::string said(const Json& pattern) {
  const std::string text = pattern.at("text");
  const std::string name = text_in(pattern, "user_name") + ": ";
  return name.size() > 2 && text.starts_with(name) ? text.substr(name.size()) : text;
}

/// The taste that a fact tells.
std::optional<language::ToldTaste> taste_in(const Json& fact) {
  return language::told_taste({text_in(fact, "subject"), text_in(fact, "relation"), text_in(fact, "value"), false});
}

/// The taste of a preference: its key, and its slot from the words "prefers" and "favours … as …".
language::ToldTaste taste_of_pattern(const Json& pattern) {
  language::ToldTaste taste{
      .positive = is_positive(pattern), .key = text_in(pattern, "key"), .text = text_in(pattern, "text")};
  constexpr std::string_view kPrefers = "prefers ";
  constexpr std::string_view kAs = " as ";
  if (const std::size_t at = taste.text.find(kPrefers); at != std::string::npos) {
    const std::string purpose = language::purpose_in(taste.text.substr(at + kPrefers.size()));
    taste.slot = "prefers" + purpose;
    taste.alone = !purpose.empty();
  } else if (taste.text.find("favours ") != std::string::npos && taste.text.rfind(kAs) != std::string::npos) {
    taste.slot = language::in_one_spelling(taste.text.substr(taste.text.rfind(kAs) + kAs.size()));
    taste.alone = true;
  }
  return taste;
}

std::string both(const Json& a, const Json& b) {
  return text_in(a, "text") + " / " + text_in(b, "text");
}

}  // namespace

TwoViews::TwoViews()
    : semantic_stage_(semantic::make_semantic_stage()),
      pattern_stage_(pattern::make_pattern_stage()),
      semantic_(*semantic_stage_),
      pattern_(*pattern_stage_) {
  semantic_.set_settings(R"({"semantic":{"notes_per_session":0}})");
}

void TwoViews::say(const std::string& text, std::int64_t after_ms, const std::string& persona,
                   const model::User& user) {
  model::StateExport turn;
  turn.turn_id = keep("turn" + std::to_string(++turns_));
  turn.agent_id = keep(persona);
  turn.session_id = keep("session of " + user.id);
  if (user.known()) {
    turn.user_id = keep(user.id);
    turn.user_name = keep(user.name);
  }
  turn.timestamp = EventTime{kStart + after_ms};
  turn.turn_data.user_input = keep(text);
  give(turn);
}

void TwoViews::give(const model::StateExport& turn) {
  log_ms_ = std::max(log_ms_ + 1, turn.timestamp.value());
  note(facts_, semantic_.turn(turn, LogTime{log_ms_}), "fact");
  note(patterns_, pattern_.turn(turn, LogTime{log_ms_}), "pattern");
}

void TwoViews::note(Memories& memories, const stage_api::StageOutcome& outcome, std::string_view kind) {
  REQUIRE(outcome.status.ok());
  for (const model::Change& change : outcome.of_kind(kind)) {
    if (change.op == model::ChangeOp::kDelete) {
      memories.erase(change.id);
    } else if (change.op == model::ChangeOp::kPut) {
      memories[change.id] = Json::parse(change.value);
    } else {
      memories[change.id] = Json::parse(codec::patched(memories.at(change.id).dump(), change));
    }
  }
}

std::string TwoViews::contradiction() const {
  for (const std::string& found : {contradiction_of_facts(), contradiction_of_tastes(), contradiction_of_orders()}) {
    if (!found.empty()) {
      return found;
    }
  }
  return {};
}

std::string TwoViews::disagreement() const {
  for (const auto& [pattern_id, pattern] : patterns_) {
    if (pattern.at("type") != "preference") {
      continue;
    }
    const Json* ended = nullptr;
    bool holds = false;
    for (const auto& [fact_id, fact] : facts_) {
      const auto taste = taste_in(fact);
      const bool about = taste.has_value() && text_in(fact, "user_id") == text_in(pattern, "user_id") &&
                         taste->key == text_in(pattern, "key") && taste->positive == is_positive(pattern);
      holds = holds || (about && fact.at("current") == true);
      ended = about && fact.at("current") == false ? &fact : ended;
    }
    if (ended != nullptr && !holds) {
      return both(pattern, *ended);
    }
  }
  return {};
}

std::string TwoViews::contradiction_of_facts() const {
  std::map<std::string, const Json*> by_slot;
  for (const auto& [id, fact] : facts_) {
    const language::Statement statement{text_in(fact, "subject"), text_in(fact, "relation"), text_in(fact, "value"),
                                        false};
    if (fact.at("current") == false || statement.relation.empty()) {
      continue;
    }
    const auto slot = semantic::slot_of(statement, text_in(fact, "user_id"));
    if (!slot.has_value()) {
      continue;
    }
    if (const auto [place, is_new] = by_slot.emplace(*slot, &fact); !is_new) {
      return both(*place->second, fact);
    }
  }
  return {};
}

std::string TwoViews::contradiction_of_tastes() const {
  using Memory = std::pair<const Json*, language::ToldTaste>;
  std::vector<Memory> tastes;
  for (const auto& [id, fact] : facts_) {
    if (auto taste = taste_in(fact); taste.has_value() && fact.at("current") == true) {
      tastes.emplace_back(&fact, *std::move(taste));
    }
  }
  for (const auto& [id, pattern] : patterns_) {
    if (pattern.at("type") == "preference") {
      tastes.emplace_back(&pattern, taste_of_pattern(pattern));
    }
  }
  for (const Memory& a : tastes) {
    for (const Memory& b : tastes) {
      const bool same_user = text_in(*a.first, "user_id") == text_in(*b.first, "user_id");
      const bool opposite = a.second.key == b.second.key && a.second.positive != b.second.positive;
      const bool rivals = a.second.alone && b.second.alone && a.second.slot == b.second.slot &&
                          a.second.key != b.second.key && a.second.positive && b.second.positive;
      if (same_user && (opposite || rivals)) {
        return both(*a.first, *b.first);
      }
    }
  }
  return {};
}

std::string TwoViews::contradiction_of_orders() const {
  struct Order {
    const Json* pattern;
    std::string text;
    std::string key;
  };
  std::vector<Order> orders;
  for (const auto& [id, pattern] : patterns_) {
    if (pattern.at("type") == "instruction") {
      orders.push_back({&pattern, said(pattern), text_in(pattern, "key")});
    }
  }
  const auto given = [](const Order& order) {
    return language::GivenOrder{order.text, order.key, is_positive(*order.pattern)};
  };
  for (const Order& a : orders) {
    for (const Order& b : orders) {
      const bool same_user = text_in(*a.pattern, "user_id") == text_in(*b.pattern, "user_id");
      if (a.pattern != b.pattern && same_user && language::takes_place_of(given(a), given(b))) {
        return both(*a.pattern, *b.pattern);
      }
    }
    for (const language::StatedPattern& stated : language::stated_patterns_in(a.text)) {
      for (const auto& [id, pattern] : patterns_) {
        if (stated.habit && pattern.at("type") == "habit" && text_in(pattern, "key") == stated.key &&
            text_in(pattern, "user_id") == text_in(*a.pattern, "user_id") && is_positive(pattern) != stated.positive) {
          return both(*a.pattern, pattern);
        }
      }
    }
  }
  return {};
}

}  // namespace turnstream::change
