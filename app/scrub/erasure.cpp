#include "app/scrub/erasure.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "pipeline/base/error_codes.h"
#include "pipeline/codec/command_args.h"
#include "pipeline/codec/patch.h"
#include "pipeline/json/document.h"
#include "pipeline/runtime/task/state_keys.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr char kBarredRow = 'e';

/// The turn of an item, and those of other items that were merged into it.
std::set<std::string> turns_in(const Json& item) {
  std::set<std::string> turns;
  if (std::string turn = text_in(member_in(item, "provenance"), "turn_id"); !turn.empty()) {
    turns.insert(std::move(turn));
  }
  for (const Json& source : member_in(item, "sources")) {
    if (std::string turn = text_in(source, "turn_id"); !turn.empty()) {
      turns.insert(std::move(turn));
    }
  }
  return turns;
}

void raise(std::int64_t& offset, std::int64_t to) {
  offset = std::max(offset, to);
}

/// Whether the map says that what stands before a later offset than this is gone.
template <typename Key>
bool reaches(const std::map<Key, std::int64_t>& offsets, const Key& key, std::int64_t offset) {
  const auto found = offsets.find(key);
  return found != offsets.end() && offset < found->second;
}

}  // namespace

void Erasure::take_row(std::string_view key) {
  if (key.empty() || key.front() != kBarredRow) {
    return;
  }
  key.remove_prefix(1);
  if (auto persona = runtime::take_persona(key)) {
    personas_.try_emplace(*persona);
    barred_.emplace(*std::move(persona), std::string(key));
  }
}

Status Erasure::take_log_record(const log::Record& record) {
  if (record.header("kind") != "command" || !record.key) {
    return {};
  }
  const Json command = json::parse_document(record.value.value_or(std::string_view()));
  if (!command.is_object()) {
    return {};
  }
  const std::string kind = text_in(command, "kind");
  if (kind == "unshare") {
    const Json& args = member_in(command, "args");
    for (const Json& id : member_in(args, "ids")) {
      auto& unshared = personas_[std::string(*record.key)].unshared;
      unshared[{text_in(args, "source_persona_id"), id.is_string() ? id.get<std::string>() : ""}] =
          record.offset.value();
    }
  } else if (kind == "forget") {
    take_command(record, command);
  }
  return {};
}

void Erasure::take_command(const log::Record& record, const Json& command) {
  const auto args = codec::parse_forget_args(*record.value);
  if (!args.ok()) {
    return;  // The stages failed it, so it forgot nothing.
  }
  const std::int64_t offset = record.offset.value();
  Forgotten& persona = personas_[std::string(*record.key)];
  persona.commands.insert(text_in(command, "command_id"));
  raise(persona.last, offset);
  if (args->all) {
    raise(persona.all, offset);
  }
  if (args->session_id) {
    raise(persona.sessions[*args->session_id], offset);
  }
  for (const std::string& id : args->ids) {
    raise(persona.ids[id], offset);
  }
}

void Erasure::take_completion(const model::Completion& part) {
  const auto found = part.persona_id ? personas_.find(*part.persona_id) : personas_.end();
  if (found == personas_.end()) {
    return;
  }
  Forgotten& persona = found->second;
  if (part.cause_kind == "effect_result" && !part.changes.empty()) {
    persona.useful_results.insert(part.log.offset.value());
  }
  if (part.error && part.error->code == error_codes::kErased) {
    persona.refused[part.log.offset.value()] = Refusal::kErased;
  } else if (part.error && part.error->code == error_codes::kBlocked) {
    persona.refused.try_emplace(part.log.offset.value(), Refusal::kBlocked);
  }
  const bool forgets = part.cause_kind == "command" && persona.commands.count(part.cause_id) > 0;
  for (const model::Change& change : part.changes) {
    if (change.kind != "memory") {
      continue;
    }
    if (change.op != model::ChangeOp::kDelete) {
      persona.turns_of[change.id].merge(turns_in(json::parse_document(codec::named_in(change))));
    } else if (forgets) {
      const std::set<std::string>& turns = persona.turns_of[change.id];
      persona.turns.insert(turns.begin(), turns.end());
    }
  }
}

Result<std::optional<std::string>> Erasure::replacement(const log::Record& record) {
  const auto found = record.key ? personas_.find(std::string(*record.key)) : personas_.end();
  if (found == personas_.end()) {
    return std::optional<std::string>();
  }
  const Forgotten& persona = found->second;
  const std::string_view kind = record.header("kind").value_or(std::string_view());
  const std::int64_t offset = record.offset.value();
  if (kind == "turn" || kind == "redrive") {
    return for_turn(record);
  }
  const bool is_late = persona.last >= 0 && persona.useful_results.count(offset) == 0;
  if ((kind == "effect_result" && (offset < persona.last || is_late)) ||
      (kind == "command" && is_taken_back(persona, record))) {
    return std::optional(codec::erased_record_text({}));
  }
  return std::optional<std::string>();
}

Result<std::optional<std::string>> Erasure::for_turn(const log::Record& record) {
  TS_ASSIGN_OR_RETURN(const runtime::PreparedRecord* prepared, preparer_.prepare(record));
  const Forgotten& persona = personas_.at(std::string(*record.key));
  if (prepared->turn == nullptr) {
    return std::optional<std::string>();
  }
  const auto refused = persona.refused.find(record.offset.value());
  const bool is_refused = refused != persona.refused.end();
  if ((is_refused && refused->second == Refusal::kErased) ||
      is_erased(persona, *prepared->turn, record.offset.value())) {
    return std::optional(codec::erased_record_text({codec::turn_hash_of(prepared->turn->turn_id)}));
  }
  // Without the hash: sent again after `unforget`, the turn is taken.
  return is_refused ? std::optional(codec::erased_record_text({})) : std::optional<std::string>();
}

bool Erasure::is_erased(const Forgotten& persona, const model::StateExport& turn, std::int64_t offset) const {
  const std::string id(turn.turn_id);
  return barred_.count({std::string(turn.agent_id), codec::turn_hash_of(id)}) > 0 || offset < persona.all ||
         reaches(persona.sessions, std::string(turn.session_id), offset) || reaches(persona.ids, id, offset) ||
         persona.turns.count(id) > 0;
}

bool Erasure::is_taken_back(const Forgotten& persona, const log::Record& record) {
  const Json command = json::parse_document(record.value.value_or(std::string_view()));
  if (!command.is_object() || text_in(command, "kind") != "share") {
    return false;
  }
  const Json& args = member_in(command, "args");
  const std::pair key(text_in(args, "source_persona_id"), text_in(member_in(args, "insight"), "id"));
  return reaches(persona.unshared, key, record.offset.value());
}

}  // namespace turnstream::app
