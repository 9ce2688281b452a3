#include "pipeline/runtime/task/persona_run.h"

#include <algorithm>

#include "pipeline/json/document.h"
#include "pipeline/runtime/task/barred_turns.h"
#include "pipeline/runtime/task/state_keys.h"

namespace turnstream::runtime {
namespace {

using model::Change;
using model::ChangeOp;

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
  while (!changes_.empty()) {
    auto node = changes_.extract(changes_.begin());
    node.mapped().kind = std::move(node.key().first);
    node.mapped().id = std::move(node.key().second);
    changes.push_back(std::move(node.mapped()));
  }
  return changes;
}

const std::string& PersonaRun::state_key(std::string_view key) {
  const bool is_ordered = !key.empty() && key.front() == kOrderedMark;
  key_.resize(key_prefix_);
  key_.front() = is_ordered ? store::kOrderedPrefix : 's';
  return key_.append(key.substr(is_ordered ? 1 : 0));
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

Status PersonaRun::scan(std::string_view prefix, std::size_t limit, const stage_api::RowVisitor& visit) {
  CHECK(!prefix.empty() && prefix.front() == kOrderedMark);
  const std::string from = state_key(prefix);
  std::string key(1, kOrderedMark);
  return state_.scan(from, after_prefix(from), limit, [&](std::string_view row, std::string_view value) {
    key.resize(1);
    return visit(key.append(row.substr(key_prefix_)), value);
  });
}

Status PersonaRun::arm(std::string_view name, LogTime due) {
  // Imported turns may be older than 1970, which TimerTable does not accept. A timer of time 0 is due at once, too.
  return timers_.arm({std::max(due, LogTime{0}), persona_, std::string(name), 0});
}
Status PersonaRun::cancel(std::string_view name) {
  return timers_.cancel(persona_, name);
}

Status PersonaRun::forget(std::string_view turn_id) {
  return BarredTurns(state_).forget(persona_, turn_id);
}
Status PersonaRun::forget_recent(std::optional<std::string_view> session_id, const TurnFilter& matches) {
  return BarredTurns(state_).forget_recent(persona_, session_id, matches);
}
Status PersonaRun::set_blocked(bool blocked) {
  return BarredTurns(state_).set_blocked(persona_, blocked);
}

void PersonaRun::put(std::string_view kind, std::string_view id, std::string value, bool existed) {
  changes_bytes_ += value.size();
  auto [it, added] = changes_.try_emplace({std::string(kind), std::string(id)});
  auto& change = it->second;
  // `existed`: the entry existed before this record. An earlier patch or delete in the same record proves that.
  const bool existed_before = added ? existed : change.existed || change.op != ChangeOp::kPut;
  change = {ChangeOp::kPut, {}, {}, std::move(value), existed_before};
}

void PersonaRun::patch(std::string_view kind, std::string_view id, std::string fields) {
  changes_bytes_ += fields.size();
  auto [it, added] = changes_.try_emplace({std::string(kind), std::string(id)});
  auto& change = it->second;
  if (added) {
    change = {ChangeOp::kPatch, {}, {}, std::move(fields), true};
  } else {
    CHECK(change.op != ChangeOp::kDelete);
    change.value = json::merged(change.value, fields);
  }
}

void PersonaRun::remove(std::string_view kind, std::string_view id) {
  auto [it, added] = changes_.try_emplace({std::string(kind), std::string(id)});
  const auto& change = it->second;
  if (!added && change.op == ChangeOp::kPut && !change.existed) {
    changes_.erase(it);
  } else {
    it->second = {ChangeOp::kDelete, {}, {}, {}, true};
  }
}

void PersonaRun::event(std::string_view topic, std::string value) {
  changes_bytes_ += value.size();
  events_.push_back({std::string(topic), persona_, std::move(value)});
}

}  // namespace turnstream::runtime
