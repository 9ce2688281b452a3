#include "tests/bench/stage_host.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <optional>
#include <sys/resource.h>
#include <utility>
#include <vector>

#include "pipeline/base/hash64.h"
#include "pipeline/codec/ids.h"
#include "tests/bench/net_changes.h"

namespace turnstream::bench {
namespace {

void stop_unless(const Status& status, std::string_view cause_id) {
  if (!status.ok()) {
    std::cerr << cause_id << ": " << status.error().code << ": " << status.error().message << "\n";
    std::exit(1);
  }
}

bool is_ordered(std::string_view key) {
  return key.starts_with('~');
}

template <typename Rows>
void write(Rows& rows, std::string_view key, std::string_view value) {
  if (const auto found = rows.find(key); found != rows.end()) {
    found->second = value;
  } else {
    rows.emplace(key, value);
  }
}

template <typename Rows>
void drop(Rows& rows, std::string_view key) {
  if (const auto found = rows.find(key); found != rows.end()) {
    rows.erase(found);
  }
}

}  // namespace

/// The row of the key; null if there is none.
const std::string* StageHost::Persona::find(std::string_view key) const {
  if (is_ordered(key)) {
    const auto found = ordered.find(key);
    return found == ordered.end() ? nullptr : &found->second;
  }
  const auto found = rows.find(key);
  return found == rows.end() ? nullptr : &found->second;
}

std::int64_t thread_cpu_ns() {
  // clock() and not getrusage(), which counts in ticks on some kernels.
  return static_cast<std::int64_t>(std::clock()) * (1'000'000'000LL / CLOCKS_PER_SEC);
}

/// What a stage sees of one persona while it processes one record.
class StageHost::Context final : public stage_api::PersonaContext,
                                 private stage_api::StateView,
                                 private stage_api::Timers,
                                 private stage_api::Turns,
                                 private stage_api::Effects {
 public:
  Context(StageHost& host, Persona& kept, std::string_view name, std::string_view cause_id)
      : host_(host), kept_(kept), name_(name), cause_id_(cause_id) {}

  std::string_view persona() const override { return name_; }
  stage_api::StateView& state() override { return *this; }
  stage_api::Timers& timers() override { return *this; }
  stage_api::Turns& turns() override { return *this; }
  stage_api::Effects& effects() override { return *this; }

 private:
  Result<std::optional<std::string_view>> get(std::string_view key) override {
    ++host_.tally_.gets;
    const std::string* row = kept_.find(key);
    return row == nullptr ? std::nullopt : std::optional<std::string_view>(*row);
  }
  void put(std::string_view key, std::string_view value) override {
    ++host_.tally_.puts;
    host_.tally_.ordered_puts += is_ordered(key) ? 1 : 0;
    host_.tally_.put_bytes += static_cast<std::int64_t>(key.size() + value.size());
    is_ordered(key) ? write(kept_.ordered, key, value) : write(kept_.rows, key, value);
  }
  void erase(std::string_view key) override {
    ++host_.tally_.erases;
    is_ordered(key) ? drop(kept_.ordered, key) : drop(kept_.rows, key);
  }
  Status scan(std::string_view prefix, std::size_t limit, const stage_api::RowVisitor& visit) override {
    ++host_.tally_.scans;
    constexpr std::size_t kBlock = 16;
    std::vector<std::pair<std::string, std::string>> rows;  // the visitor may write
    auto next = kept_.ordered.lower_bound(prefix);
    for (std::size_t visited = 0; visited < limit; next = kept_.ordered.upper_bound(rows.back().first)) {
      rows.clear();
      for (; rows.size() < std::min(kBlock, limit - visited) && next != kept_.ordered.end() &&
             next->first.starts_with(prefix);
           ++next) {
        rows.emplace_back(*next);
      }
      for (const auto& [key, value] : rows) {
        if (!visit(key, value)) {
          return {};
        }
      }
      visited += rows.size();
      if (rows.size() < kBlock) {
        break;
      }
    }
    return {};
  }

  Status arm(std::string_view name, LogTime due) override {
    hash_output("arm", name, std::to_string(due.value()));
    kept_.timers.insert_or_assign(std::string(name), due);
    return {};
  }
  Status cancel(std::string_view name) override {
    hash_output("cancel", name, {});
    kept_.timers.erase(std::string(name));
    return {};
  }

  Status forget(std::string_view) override { return {}; }
  Status forget_recent(std::optional<std::string_view>, const TurnFilter&) override { return {}; }
  Status forget_until(std::optional<std::string_view>, LogTime) override { return {}; }
  Status set_blocked(bool) override { return {}; }

  void put(std::string_view kind, std::string_view id, std::string value, bool existed) override {
    count(value);
    note({model::ChangeOp::kPut, std::string(kind), std::string(id), std::move(value), existed});
  }
  void patch(std::string_view kind, std::string_view id, model::Patch patch) override {
    count(patch.fields);
    count(patch.append);
    note({model::ChangeOp::kPatch, std::string(kind), std::string(id), std::move(patch.fields), true,
          std::move(patch.append)});
  }
  void remove(std::string_view kind, std::string_view id) override {
    note({model::ChangeOp::kDelete, std::string(kind), std::string(id), {}, true});
  }
  void processed(std::int64_t count) override { hash_output("processed", std::to_string(count), {}); }
  void event(std::string_view topic, std::string_view kind, std::string value) override {
    count(value);
    ++host_.tally_.events;
    hash_output(topic, kind, value);
  }
  std::string event_id(std::string_view kind, std::string_view type) override {
    return to_string(codec::event_id(name_, {kind, type, host_.stage_.info().name, cause_id_, ordinal_++}));
  }
  std::string request(const model::EffectRequest& request) override {
    count(request.request);
    hash_output(request.kind, request.purpose, request.request);
    return to_string(codec::effect_id(name_, host_.stage_.info().name, cause_id_, ordinal_++));
  }
  void cancel(std::string_view effect_id, std::string_view reason) override {
    hash_output("cancel", effect_id, reason);
  }
  void passed(const stage_api::PassCounts& /*counts*/) override {}
  void late_result() override {}
  std::string tell(std::string_view target, std::string_view kind, std::string_view args) override {
    count(std::string(args));
    hash_output(target, kind, args);
    return to_string(codec::share_command_id(kind, name_, target, cause_id_, ordinal_++));
  }
  void note(model::Change change) {
    ++host_.tally_.changes;
    hash_output(change.kind, change.id, change.value);
    hash_output(change.existed ? "existed" : "", std::to_string(static_cast<int>(change.op)), change.append);
    host_.changes_.push_back(std::move(change));
  }
  void count(const std::string& bytes) { host_.change_bytes_ += static_cast<std::int64_t>(bytes.size()); }

  void hash_output(std::string_view a, std::string_view b, std::string_view c) {
    if (host_.keeps_tally_) {
      std::uint64_t& hash = host_.tally_.output_hash;
      hash = hash64(c, hash64(b, hash64(a, hash)));
    }
  }

  StageHost& host_;
  Persona& kept_;
  std::string_view name_;
  std::string_view cause_id_;
  std::int64_t ordinal_ = 0;
};

std::int64_t StageHost::apply(const model::StateExport& turn, LogTime at,
                              std::span<const stage_api::UpstreamCompletion> upstream) {
  stage_api::Input input;
  input.kind = stage_api::RecordKind::kTurn;
  input.log_time = at;
  input.persona = turn.agent_id;
  input.turn = &turn;
  input.cause_id = turn.turn_id;
  input.source_topic = "turns";
  input.upstream = upstream;
  return deliver(input);
}

std::int64_t StageHost::command(std::string_view persona, std::string_view kind, std::string_view json, LogTime at) {
  stage_api::Input input;
  input.kind = stage_api::RecordKind::kCommand;
  input.log_time = at;
  input.persona = persona;
  input.command_kind = kind;
  input.value = json;
  input.cause_id = kind;
  input.source_topic = "commands";
  return deliver(input);
}

std::int64_t StageHost::deliver(stage_api::Input input) {
  input.log.offset = Offset{records_};
  input.source_offset = Offset{records_++};
  now_ = std::max(now_, input.log_time);
  input.now = now_;
  input.settings = &settings_;
  for (const stage_api::UpstreamCompletion& completion : input.upstream) {
    stop_unless(completion.each_change([](const model::Change&) { return Status(); }), input.cause_id);
  }
  changes_.clear();
  Persona& persona = personas_[std::string(input.persona)];
  Context context(*this, persona, input.persona, input.cause_id);
  ++tally_.calls;
  const std::int64_t before = thread_cpu_ns();
  fire_due(input, persona, context);
  const Status status = stage_.process(input, context);
  const std::int64_t took = thread_cpu_ns() - before;
  stop_unless(status, input.cause_id);
  return took;
}

std::vector<model::Change> StageHost::take_changes() {
  return net_changes(std::exchange(changes_, {}));
}

void StageHost::fire_due(const stage_api::Input& input, Persona& persona, Context& context) {
  std::vector<std::pair<LogTime, std::string>> due;
  for (const auto& [name, at] : persona.timers) {
    if (at <= now_) {
      due.emplace_back(at, name);
    }
  }
  std::sort(due.begin(), due.end());
  for (const auto& [at, name] : due) {
    persona.timers.erase(name);
    stage_api::Input fired = input;
    fired.turn = nullptr;
    fired.upstream = {};
    ++tally_.calls;
    stop_unless(stage_.fire(name, at, fired, context), input.cause_id);
  }
}

std::string_view StageHost::row(std::string_view persona, std::string_view key) const {
  const auto found = personas_.find(std::string(persona));
  if (found == personas_.end()) {
    return {};
  }
  const std::string* row = found->second.find(key);
  return row == nullptr ? std::string_view() : std::string_view(*row);
}

void StageHost::each_row(std::string_view persona, const stage_api::RowVisitor& visit) const {
  const auto found = personas_.find(std::string(persona));
  if (found == personas_.end()) {
    return;
  }
  const auto shown = [&visit](const auto& row) { return visit(row.first, row.second); };
  const Persona& persona_rows = found->second;
  if (std::all_of(persona_rows.rows.begin(), persona_rows.rows.end(), shown)) {
    std::all_of(persona_rows.ordered.begin(), persona_rows.ordered.end(), shown);
  }
}

void StageHost::each_persona(const std::function<void(const std::string& persona)>& visit) const {
  for (const auto& [name, rows] : personas_) {
    visit(name);
  }
}

StageHost::Size StageHost::size(std::string_view persona) const {
  Size size;
  each_row(persona, [&size](std::string_view key, std::string_view value) {
    ++size.rows;
    size.bytes += static_cast<std::int64_t>(key.size() + value.size());
    return true;
  });
  return size;
}

}  // namespace turnstream::bench
