#include "app/forget/ties.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "pipeline/codec/patch.h"
#include "pipeline/json/document.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

void add_turns_of_sources(const Json& memory, std::set<std::string>& turns) {
  for (const Json& source : member_in(memory, "sources")) {
    turns.insert(source.is_object() ? text_in(source, "turn_id") : std::string());
  }
}

/// The ids of the turns from which a memory was made; of a topic, those of its facts.
std::set<std::string> turns_of(const Json& memory) {
  std::set<std::string> turns{text_in(member_in(memory, "provenance"), "turn_id")};
  add_turns_of_sources(memory, turns);
  for (const Json& fact : member_in(memory, "facts")) {
    add_turns_of_sources(fact, turns);
  }
  turns.erase("");
  return turns;
}

}  // namespace

Ties::Ties(std::string persona, const std::vector<std::string>& ids, std::optional<std::string> user)
    : persona_(std::move(persona)), user_(std::move(user)), named_(ids.begin(), ids.end()) {
  if (user_.has_value()) {
    json::append_string(user_in_json_, *user_);
  }
}

void Ties::take(const model::Completion& part) {
  if (part.persona_id == persona_) {
    std::for_each(part.changes.begin(), part.changes.end(),
                  [this](const model::Change& change) { take_change(change); });
  }
}

void Ties::take_turn(const model::StateExport& turn) {
  if (user_.has_value() && turn.agent_id == persona_) {
    (turn.user_id == *user_ ? named_ : of_others_).emplace(turn.turn_id);
  }
}

void Ties::take_change(const model::Change& change) {
  if (change.op == model::ChangeOp::kDelete || change.kind == "stats" || change.kind == "session") {
    return;
  }
  const std::string value = codec::named_in(change);
  const bool is_of_user = user_.has_value() && value.find(user_in_json_) != std::string::npos;
  if (!is_of_user && value.find("\"turn_id\"") == std::string::npos) {
    return;
  }
  const Json memory = json::parse_document(value);
  if (!memory.is_object()) {
    return;
  }
  std::set<std::string> turns = turns_of(memory);
  if (is_of_user && text_in(memory, "user_id") == *user_) {
    named_.insert(change.id);
    if (change.kind == "insight") {
      return;  // It can quote a question of the turn before, which can be that of another user.
    }
  }
  // The other turns of an item can be those of other users: take_turn() tells them apart.
  const std::string user = text_in(member_in(memory, "context"), "user_id");
  const std::string turn = text_in(member_in(memory, "provenance"), "turn_id");
  if (user_.has_value() && !user.empty() && !turn.empty()) {
    (user == *user_ ? named_ : of_others_).insert(turn);
  }
  if (!turns.empty()) {
    ties_.push_back({{change.id}, std::move(turns)});
  }
}

void Ties::take_event(std::string_view value) {
  const Json event = json::parse_document(value);
  if (!event.is_object() || text_in(event, "type") != "merge" || text_in(event, "persona_id") != persona_) {
    return;
  }
  Tie tie{{text_in(event, "kept")}, {}};
  for (const Json& merged : member_in(event, "merged")) {
    if (merged.is_string()) {
      tie.ids.insert(merged.get<std::string>());
    }
  }
  ties_.push_back(std::move(tie));
}

std::vector<std::string> Ties::ids() const {
  std::set<std::string> named = named_;
  for (std::size_t before = 0; before != named.size();) {
    before = named.size();
    for (const Tie& tie : ties_) {
      const auto is_named = [&](const std::string& id) { return named.count(id) > 0; };
      if (std::any_of(tie.ids.begin(), tie.ids.end(), is_named)) {
        named.insert(tie.ids.begin(), tie.ids.end());
        std::copy_if(tie.turns.begin(), tie.turns.end(), std::inserter(named, named.end()),
                     [this](const std::string& turn) { return of_others_.count(turn) == 0; });
      }
    }
  }
  return {named.begin(), named.end()};
}

}  // namespace turnstream::app
