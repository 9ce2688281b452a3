#include "pipeline/stage_api/stage_host.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pipeline/base/time_format.h"
#include "pipeline/codec/effect_request.h"
#include "pipeline/codec/ids.h"
#include "pipeline/codec/patch.h"
#include "pipeline/json/document.h"
#include "pipeline/stage_api/memory_settings.h"

namespace turnstream::stage_api {

using model::Change;
using model::ChangeOp;

namespace {

bool is_counted(const Change& change) {
  return change.kind != "stats" && change.kind != "session";
}

}  // namespace

std::int64_t StageOutcome::added() const {
  return std::count_if(changes.begin(), changes.end(), [](const Change& change) {
    return is_counted(change) && change.op == ChangeOp::kPut && !change.existed;
  });
}

std::int64_t StageOutcome::updated() const {
  return std::count_if(changes.begin(), changes.end(), [](const Change& change) {
    return is_counted(change) && change.op != ChangeOp::kDelete && change.existed;
  });
}

std::int64_t StageOutcome::removed() const {
  return std::count_if(changes.begin(), changes.end(),
                       [](const Change& change) { return is_counted(change) && change.op == ChangeOp::kDelete; });
}

std::vector<Change> StageOutcome::of_kind(std::string_view kind) const {
  std::vector<Change> found;
  std::copy_if(changes.begin(), changes.end(), std::back_inserter(found),
               [kind](const Change& change) { return change.kind == kind; });
  return found;
}

/// The PersonaContext of one persona while the host delivers one record.
class StageHost::Context final : public PersonaContext,
                                 private StateView,
                                 private Timers,
                                 private stage_api::Turns,
                                 private Effects {
 public:
  Context(StageHost& host, std::string persona, std::string_view cause_id)
      : host_(host),
        persona_(std::move(persona)),
        cause_id_(cause_id),
        rows_(host.rows_[persona_]),
        known_turns_(host.turns_[persona_]) {}

  std::string_view persona() const override { return persona_; }
  StateView& state() override { return *this; }
  Timers& timers() override { return *this; }
  stage_api::Turns& turns() override { return *this; }
  Effects& effects() override { return *this; }

  /// Calls `step`; if it fails, undoes everything that it did and keeps its error in `outcome`.
  template <typename Step>
  void attempt(Step step) {
    const Rows rows = rows_;
    const std::set<TimerKey> timers = host_.timers_;
    const auto turns = known_turns_;
    const auto changes = changes_;
    const auto ordinals = ordinals_;
    const StageOutcome outcome_before = outcome;
    if (Status status = step(); !status.ok()) {
      rows_ = rows;
      host_.timers_ = timers;
      known_turns_ = turns;
      changes_ = changes;
      ordinals_ = ordinals;
      outcome = outcome_before;
      outcome.status = std::move(status);
    }
  }

  StageOutcome take() {
    for (auto& [key, change] : changes_) {
      outcome.changes.push_back(std::move(change));
    }
    return std::move(outcome);
  }

  StageOutcome outcome;

 private:
  Result<std::optional<std::string_view>> get(std::string_view key) override {
    const auto found = rows_.find(std::string(key));
    return found == rows_.end() ? std::nullopt : std::optional<std::string_view>(found->second);
  }
  void put(std::string_view key, std::string_view value) override { rows_[std::string(key)] = std::string(value); }
  void erase(std::string_view key) override { rows_.erase(std::string(key)); }
  Status scan(std::string_view prefix, std::size_t limit, const RowVisitor& visit) override {
    CHECK(prefix.starts_with('~'));
    std::vector<std::pair<std::string, std::string>> found;  // the visitor may write
    for (auto row = rows_.lower_bound(std::string(prefix));
         found.size() < limit && row != rows_.end() && row->first.starts_with(prefix); ++row) {
      found.emplace_back(row->first, row->second);
    }
    std::all_of(found.begin(), found.end(), [&](const auto& row) { return visit(row.first, row.second); });
    return {};
  }

  Status arm(std::string_view name, LogTime due) override {
    TS_RETURN_IF_ERROR(cancel(name));
    CHECK(host_.timers(persona_).size() < kTimersMax);
    host_.timers_.emplace(due, persona_, std::string(name));
    return {};
  }
  Status cancel(std::string_view name) override {
    std::erase_if(host_.timers_,
                  [&](const TimerKey& timer) { return std::get<1>(timer) == persona_ && std::get<2>(timer) == name; });
    return {};
  }

  Status forget(std::string_view turn_id) override {
    known_turns_.forgotten.emplace(turn_id);
    std::erase_if(known_turns_.recent, [turn_id](const auto& turn) { return turn.first == turn_id; });
    return {};
  }
  Status forget_recent(std::optional<std::string_view> session_id, const TurnFilter& matches) override {
    const auto recent = known_turns_.recent;
    for (const auto& [turn_id, session] : recent) {
      if (session_id == session || matches(turn_id)) {
        TS_RETURN_IF_ERROR(forget(turn_id));
      }
    }
    return {};
  }
  Status forget_until(std::optional<std::string_view> session_id, LogTime until) override {
    LogTime& known = known_turns_.until[std::string(session_id.value_or(""))];
    known = std::max(known, until);
    return {};
  }
  Status set_blocked(bool blocked) override {
    known_turns_.blocked = blocked;
    return {};
  }

  void put(std::string_view kind, std::string_view id, std::string value, bool existed) override {
    const auto [place, first] = changes_.try_emplace({std::string(kind), std::string(id)});
    Change& change = place->second;
    const bool existed_before = first ? existed : change.existed;
    change = {ChangeOp::kPut, std::string(kind), std::string(id), std::move(value), existed_before};
  }
  void patch(std::string_view kind, std::string_view id, model::Patch patch) override {
    const auto [place, first] = changes_.try_emplace({std::string(kind), std::string(id)});
    Change& change = place->second;
    if (first) {
      change = {ChangeOp::kPatch,       std::string(kind), std::string(id), std::move(patch.fields), true,
                std::move(patch.append)};
    } else {
      codec::add_patch(change, patch);
    }
  }
  void remove(std::string_view kind, std::string_view id) override {
    const std::pair<std::string, std::string> key{kind, id};
    const auto found = changes_.find(key);
    if (found != changes_.end() && !found->second.existed) {
      changes_.erase(found);
      return;
    }
    changes_[key] = {ChangeOp::kDelete, key.first, key.second, {}, true};
  }
  void processed(std::int64_t count) override { outcome.processed += count; }
  void passed(const PassCounts& counts) override { outcome.passed += counts; }
  void late_result() override { ++outcome.late_results; }
  void event(std::string_view topic, std::string_view /*kind*/, std::string value) override {
    outcome.events.emplace_back(topic, std::move(value));
  }
  std::string event_id(std::string_view kind, std::string_view type) override {
    const std::int64_t ordinal = next_ordinal(kind, type);
    return to_string(codec::event_id(persona_, {kind, type, host_.stage_.info().name, cause_id_, ordinal}));
  }
  std::string request(const model::EffectRequest& request) override {
    const std::int64_t ordinal = next_ordinal("effect", {});
    std::string id = to_string(codec::effect_id(persona_, host_.stage_.info().name, cause_id_, ordinal));
    outcome.requests.push_back({id, codec::request_hash(request), request});
    return id;
  }
  void cancel(std::string_view effect_id, std::string_view reason) override {
    outcome.cancels.emplace_back(effect_id, reason);
  }
  std::string tell(std::string_view target, std::string_view kind, std::string_view args) override {
    const std::int64_t ordinal = next_ordinal("tell", {});
    std::string id = to_string(codec::share_command_id(kind, persona_, target, cause_id_, ordinal));
    outcome.told.push_back({id, std::string(target), std::string(kind), std::string(args)});
    return id;
  }
  std::int64_t next_ordinal(std::string_view kind, std::string_view type) {
    return ordinals_[{std::string(kind), std::string(type)}]++;
  }

  StageHost& host_;
  std::string persona_;
  std::string cause_id_;
  Rows& rows_;
  StageHost::Turns& known_turns_;
  std::map<std::pair<std::string, std::string>, Change> changes_;
  std::map<std::pair<std::string, std::string>, std::int64_t> ordinals_;
};

StageHost::StageHost(const Stage& stage) : stage_(stage), settings_(std::make_unique<MemorySettings>()) {}

StageHost::~StageHost() = default;

void StageHost::set_settings(std::string_view json) {
  settings_ = std::make_unique<MemorySettings>(json::parse_document(json));
  CHECK(settings_->json().is_object());
}

void StageHost::restore_row(const std::string& persona, std::string key, std::string value) {
  rows_[persona][std::move(key)] = std::move(value);
}

void StageHost::complete_input(Input& input) {
  now_ = std::max(now_, input.log_time);
  input.now = now_;
  input.settings = settings_.get();
  input.log.offset = Offset{next_offset_++};
  if (input.cause_id.empty()) {
    cause_id_ = format_time(input.log_time.value());
    input.cause_id = cause_id_;
  }
}

StageOutcome StageHost::turn(const model::StateExport& turn, LogTime at, std::span<const UpstreamCompletion> upstream) {
  Input input;
  input.kind = RecordKind::kTurn;
  input.log_time = at;
  input.persona = turn.agent_id;
  input.turn = &turn;
  input.cause_id = turn.turn_id;
  input.source_topic = "turns";
  input.source_offset = Offset{next_offset_};
  input.upstream = upstream;
  return deliver(input);
}

StageOutcome StageHost::command(std::string_view persona, std::string_view kind, std::string_view json, LogTime at) {
  Input input;
  input.kind = RecordKind::kCommand;
  input.log_time = at;
  input.persona = persona;
  input.value = json;
  input.command_kind = kind;
  input.source_topic = "commands";
  return deliver(input);
}

StageOutcome StageHost::deliver(Input input) {
  complete_input(input);
  codec::ChangeCache cache;
  std::vector<UpstreamCompletion> upstream(input.upstream.begin(), input.upstream.end());
  for (UpstreamCompletion& completion : upstream) {
    completion.cache = &cache;
  }
  input.upstream = upstream;
  const std::string persona(input.persona);
  Context context(*this, persona, input.cause_id);
  if (input.kind != RecordKind::kCommand) {
    for (const TimerKey& timer : due_timers(&persona)) {
      fire(timer, input, context);
    }
  }
  context.attempt([&] { return stage_.process(input, context); });
  StageOutcome outcome = context.take();
  if (input.turn != nullptr && outcome.status.ok()) {
    turns_[persona].recent.emplace_back(input.turn->turn_id, input.turn->session_id);
  }
  return outcome;
}

std::map<std::string, StageOutcome> StageHost::tick(LogTime at) {
  Input input;
  input.kind = RecordKind::kTick;
  input.log_time = at;
  complete_input(input);
  std::map<std::string, std::unique_ptr<Context>> contexts;
  for (const TimerKey& timer : due_timers(nullptr)) {
    const std::string& persona = std::get<1>(timer);
    auto& context = contexts[persona];
    if (context == nullptr) {
      context = std::make_unique<Context>(*this, persona, input.cause_id);
    }
    input.persona = persona;
    fire(timer, input, *context);
  }
  std::map<std::string, StageOutcome> outcomes;
  for (const auto& [persona, context] : contexts) {
    outcomes.emplace(persona, context->take());
  }
  return outcomes;
}

std::vector<StageHost::TimerKey> StageHost::due_timers(const std::string* persona) const {
  std::vector<TimerKey> due;
  for (const TimerKey& timer : timers_) {
    if (std::get<0>(timer) <= now_ && (persona == nullptr || std::get<1>(timer) == *persona)) {
      due.push_back(timer);
    }
  }
  return due;
}

void StageHost::fire(const TimerKey& timer, const Input& input, Context& context) {
  if (timers_.erase(timer) == 0) {
    return;
  }
  Input fired = input;
  fired.turn = nullptr;
  context.attempt([&] { return stage_.fire(std::get<2>(timer), std::get<0>(timer), fired, context); });
}

const StageHost::Rows& StageHost::rows(const std::string& persona) const {
  static const Rows kNone;
  const auto found = rows_.find(persona);
  return found == rows_.end() ? kNone : found->second;
}

const std::set<std::string>& StageHost::forgotten_turns(const std::string& persona) const {
  static const std::set<std::string> kNone;
  const auto found = turns_.find(persona);
  return found == turns_.end() ? kNone : found->second.forgotten;
}

const std::map<std::string, LogTime>& StageHost::forgotten_until(const std::string& persona) const {
  static const std::map<std::string, LogTime> kNone;
  const auto found = turns_.find(persona);
  return found == turns_.end() ? kNone : found->second.until;
}

bool StageHost::blocked(const std::string& persona) const {
  const auto found = turns_.find(persona);
  return found != turns_.end() && found->second.blocked;
}

std::map<std::string, LogTime> StageHost::timers(const std::string& persona) const {
  std::map<std::string, LogTime> armed;
  for (const auto& [due, owner, name] : timers_) {
    if (owner == persona) {
      armed.emplace(name, due);
    }
  }
  return armed;
}

}  // namespace turnstream::stage_api
