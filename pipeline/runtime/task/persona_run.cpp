#include "pipeline/runtime/task/persona_run.h"

#include <algorithm>

#include "pipeline/codec/effect_request.h"
#include "pipeline/codec/ids.h"
#include "pipeline/codec/patch.h"
#include "pipeline/json/writer.h"
#include "pipeline/runtime/task/barred_turns.h"
#include "pipeline/runtime/task/state_keys.h"

namespace turnstream::runtime {
namespace {

using model::Change;
using model::ChangeOp;

constexpr std::string_view kEffectRequests = "effects.requests";
constexpr std::string_view kShares = "shares";

}  // namespace

PersonaRun::PersonaRun(store::StateTable& state, std::string_view persona, RunCause cause)
    : state_(state),
      timers_(state),
      persona_(persona),
      cause_(std::move(cause)),
      key_(persona_key('s', persona)),
      key_prefix_(key_.size()) {}

PersonaRun::Mark PersonaRun::mark() const {
  return {state_.savepoint(), changes_, records_.size(), ordinals_, processed_, passed_, late_results_};
}

void PersonaRun::rollback(Mark mark) {
  state_.rollback(mark.savepoint);
  changes_ = std::move(mark.changes);
  records_.resize(mark.records);
  ordinals_ = std::move(mark.ordinals);
  processed_ = mark.processed;
  passed_ = mark.passed;
  late_results_ = mark.late_results;
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
Status PersonaRun::forget_until(std::optional<std::string_view> session_id, LogTime until) {
  return BarredTurns(state_).forget_until(persona_, session_id, until);
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

void PersonaRun::patch(std::string_view kind, std::string_view id, model::Patch patch) {
  changes_bytes_ += patch.fields.size() + patch.append.size();
  auto [it, added] = changes_.try_emplace({std::string(kind), std::string(id)});
  auto& change = it->second;
  if (added) {
    change = {ChangeOp::kPatch, {}, {}, std::move(patch.fields), true, std::move(patch.append)};
  } else {
    codec::add_patch(change, patch);
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

std::int64_t PersonaRun::next_ordinal(std::string_view kind, std::string_view type) {
  return ordinals_[{std::string(kind), std::string(type)}]++;
}

void PersonaRun::add_record(PublicRecord record) {
  changes_bytes_ += record.value.size();
  records_.push_back(std::move(record));
}

void PersonaRun::event(std::string_view topic, std::string_view kind, std::string value) {
  add_record({std::string(topic), std::string(kind), persona_, std::move(value), PublicRecord::Place::kOwn});
}

std::string PersonaRun::event_id(std::string_view kind, std::string_view type) {
  const std::int64_t ordinal = next_ordinal(kind, type);
  return to_string(codec::event_id(persona_, {kind, type, cause_.stage, cause_.cause_id, ordinal}));
}

std::string PersonaRun::request(const model::EffectRequest& request) {
  const std::int64_t ordinal = next_ordinal("effect", {});
  std::string id = to_string(codec::effect_id(persona_, cause_.stage, cause_.cause_id, ordinal));
  std::string value;
  codec::append_effect_request(value, {id, persona_, cause_.stage}, request);
  add_record(
      {std::string(kEffectRequests), request.kind, persona_, std::move(value), PublicRecord::Place::kEffectRequests});
  return id;
}

void PersonaRun::cancel(std::string_view effect_id, std::string_view reason) {
  std::string value;
  codec::append_effect_cancel(value, {effect_id, persona_, cause_.stage}, reason);
  add_record(
      {std::string(kEffectRequests), "cancel", persona_, std::move(value), PublicRecord::Place::kEffectRequests});
}

std::vector<std::string> PersonaRun::told() const {
  std::vector<std::string> ids;
  for (const PublicRecord& record : records_) {
    if (record.place == PublicRecord::Place::kShares) {
      ids.push_back(record.id);
    }
  }
  return ids;
}

std::string PersonaRun::tell(std::string_view target, std::string_view kind, std::string_view args) {
  const std::int64_t ordinal = next_ordinal("tell", {});
  std::string id = to_string(codec::share_command_id(kind, persona_, target, cause_.cause_id, ordinal));
  std::string value;
  json::Writer json(value);
  json.begin_object().string("kind", kind).string("command_id", id).string("persona_id", target);
  json.string("issued_by", cause_.stage).time("issued_at", cause_.log_time.value());
  json.string("caused_by", cause_.cause_id).raw("args", args).end_object();
  add_record({std::string(kShares), std::string(kind), std::string(target), std::move(value),
              PublicRecord::Place::kShares, id});
  return id;
}

}  // namespace turnstream::runtime
