#include "pipeline/runtime/persona_run.h"

#include <nlohmann/json.hpp>

#include "pipeline/runtime/state_keys.h"

namespace turnstream::runtime {
namespace {

using model::Change;
using model::ChangeOp;

/// The top-level fields of `patch` over those of `base`, in base's order.
std::string merged(const std::string& base, const std::string& patch) {
  auto object = nlohmann::ordered_json::parse(base);
  for (const auto& [name, value] : nlohmann::ordered_json::parse(patch).items()) {
    object[name] = value;
  }
  return object.dump();
}

}  // namespace

PersonaRun::PersonaRun(store::StateTable& state, std::string_view persona)
    : state_(state), timers_(state), persona_(persona), key_(persona_key('s', persona)), key_prefix_(key_.size()) {}

PersonaRun::Mark PersonaRun::mark() const {
  return {state_.savepoint(), changes_, events_.size(), processed_};
}

void PersonaRun::rollback(Mark mark) {
  state_.rollback(mark.savepoint);
  changes_ = std::move(mark.changes);
  events_.resize(mark.events);
  processed_ = mark.processed;
}

std::vector<Change> PersonaRun::take_changes() {
  std::vector<Change> changes;
  changes.reserve(changes_.size());
  for (auto& [id, change] : changes_) {
    changes.push_back(std::move(change));
  }
  changes_.clear();
  return changes;
}

const std::string& PersonaRun::state_key(std::string_view key) {
  key_.resize(key_prefix_);
  return key_.append(key);
}

Result<std::optional<std::string_view>> PersonaRun::get(std::string_view key) {
  return state_.get(state_key(key));
}
void PersonaRun::put(std::string_view key, std::string_view value) {
  state_.put(state_key(key), value);
}
void PersonaRun::erase(std::string_view key) {
  state_.erase(state_key(key));
}

Status PersonaRun::arm(std::string_view name, LogTime due) {
  return timers_.arm({due, persona_, std::string(name), 0});
}
Status PersonaRun::cancel(std::string_view name) {
  return timers_.cancel(persona_, name);
}

void PersonaRun::put(std::string_view kind, std::string_view id, std::string value, bool existed) {
  changes_bytes_ += value.size();
  auto [it, added] = changes_.try_emplace({std::string(kind), std::string(id)});
  auto& change = it->second;
  // What stood before the record decides: a patch or delete of it, or a put over it, means it existed.
  const bool existed_before = added ? existed : change.existed || change.op != ChangeOp::kPut;
  change = {ChangeOp::kPut, std::string(kind), std::string(id), std::move(value), existed_before};
}

void PersonaRun::patch(std::string_view kind, std::string_view id, std::string fields) {
  changes_bytes_ += fields.size();
  auto [it, added] = changes_.try_emplace({std::string(kind), std::string(id)});
  auto& change = it->second;
  if (added) {
    change = {ChangeOp::kPatch, std::string(kind), std::string(id), std::move(fields), true};
  } else {
    CHECK(change.op != ChangeOp::kDelete);
    change.value = merged(change.value, fields);
  }
}

void PersonaRun::remove(std::string_view kind, std::string_view id) {
  const std::pair<std::string, std::string> key{kind, id};
  const auto found = changes_.find(key);
  if (found != changes_.end() && found->second.op == ChangeOp::kPut && !found->second.existed) {
    changes_.erase(found);
    return;
  }
  changes_[key] = {ChangeOp::kDelete, key.first, key.second, {}, true};
}

void PersonaRun::event(std::string_view topic, std::string value) {
  changes_bytes_ += value.size();
  events_.push_back({std::string(topic), persona_, std::move(value)});
}

}  // namespace turnstream::runtime
