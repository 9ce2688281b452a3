#include "tests/simulation/world.h"

#include "pipeline/base/time_format.h"
#include "pipeline/runtime/supervisor.h"
#include "tests/testpipeline/reference_stage.h"

namespace turnstream::simulation {
namespace {

using log::embedded::Operation;

constexpr std::int32_t kPartitions = 2;
constexpr std::int64_t kStartMs = 1'767'261'600'000;  // 2026-01-01T10:00:00Z
constexpr log::milliseconds kNoWait{0};

std::string turn_id(int number) {
  std::string digits = std::to_string(number);
  return "01JGFJJZ" + std::string(18 - digits.size(), '0') + digits;
}

}  // namespace

World::World(std::uint64_t seed)
    : random_(seed),
      clock_(WallTime{kStartMs}),
      cluster_(std::make_unique<log::embedded::Cluster>(clock_)),
      client_(log::embedded::make_client(*cluster_)),
      producer_(std::move(client_->make_producer("producer")).value()),
      stages_(testpipeline::make_reference_stages({})) {
  for (const auto& stage : stages_) {
    shape_.stages.push_back(stage.get());
  }
  create_topics(live_, true);
  create_topics(copy_, false);
  std::vector<runtime::Fault> faults;
  for (int i = random_.below(4); i > 0; --i) {
    const auto& stage = shape_.stages[static_cast<std::size_t>(random_.below(6))]->info().name;
    faults.push_back({stage, turn_id(i * 7 + random_.below(7)), true, 1 + random_.below(3)});
  }
  injectors_.push_back(std::make_unique<runtime::FaultInjector>(std::move(faults)));
  live_site_.reset(new Site{*client_, clock_, shape_, live_, live_.log(), kPartitions, injectors_.front().get()});
  copy_site_.reset(new Site{*client_, clock_, shape_, copy_, live_.log(), kPartitions, nullptr});
  phased_ = random_.one_in(2);
  cluster_->set_fault_hook([this](Operation operation, const std::string& client) -> std::optional<Error> {
    const bool is_ours = client != "producer" && client != "observer";
    const int odds = operation == Operation::kPoll || operation == Operation::kProduce ? 2000 : 60;
    if (calm_ || !is_ours || !random_.one_in(odds)) {
      return std::nullopt;
    }
    return Error{"simulated_fault",
                 random_.one_in(2) ? Reaction::kRetry : Reaction::kReleasePartition,
                 "The simulation let this call fail.",
                 {},
                 {}};
  });
}

World::~World() {
  producer_.reset();
  client_.reset();
}

void World::create_topics(const model::TopicNames& names, bool with_inputs) {
  std::vector<log::TopicSpec> specs;
  if (with_inputs) {
    for (const auto& topic : {std::string("turns"), names.commands(), names.effect_results(), names.log()}) {
      specs.push_back({topic, kPartitions, log::Cleanup::kDelete, -1, -1, 0});
    }
  }
  specs.push_back({names.dead_letters(), kPartitions, log::Cleanup::kDelete, -1, -1, 0});
  for (const auto& topic : {"consolidation", "insights", "maintenance"}) {
    specs.push_back({names.events(topic), kPartitions, log::Cleanup::kDelete, -1, -1, 0});
  }
  for (const auto* stage : shape_.stages) {
    specs.push_back({names.completions(stage->info().name), kPartitions, log::Cleanup::kDelete, -1, -1, 0});
    specs.push_back({names.changelog(stage->info().name), kPartitions, log::Cleanup::kCompact, -1, 604'800'000, 0});
  }
  CHECK(client_->admin().create_topics(specs, kNoWait).ok());
}

std::vector<std::unique_ptr<Process>> World::make_processes() {
  std::vector<std::unique_ptr<Process>> processes;
  const auto groups = runtime::make_groups(shape_, {"all"}, phased_ ? "phased" : "fused").value();
  const int count = 1 + random_.below(3);
  for (int i = 0; i < count; ++i) {
    ProcessPlan plan{"p" + std::to_string(i), i == 0 || random_.one_in(2), {}, 1 + random_.below(2)};
    for (const auto& group : groups) {
      if (i == 0 || random_.one_in(2)) {
        plan.groups.push_back(group);
      }
    }
    plan.intake = plan.intake || plan.groups.empty();
    processes.push_back(std::make_unique<Process>(*live_site_, std::move(plan)));
    processes.back()->start();
  }
  return processes;
}

std::vector<std::unique_ptr<Process>> World::make_replay() {
  const auto groups = runtime::make_groups(shape_, {"all"}, phased_ ? "fused" : "phased").value();
  std::vector<std::unique_ptr<Process>> processes;
  processes.push_back(std::make_unique<Process>(*copy_site_, ProcessPlan{"copy", false, groups, 1}));
  processes.back()->start();
  return processes;
}

std::string World::make_turn(int number, int persona) {
  const auto time = format_time(kStartMs + number * 1000);
  return R"({"turn_id":")" + turn_id(number) + R"(","agent_id":"agent-)" + std::to_string(persona) +
         R"(","timestamp":")" + time + R"(","duration_ms":5,"turn_data":{"user_input":"hello )" +
         std::to_string(number) +
         R"(","assistant_response":"yes","urgency":"LOW","mode":"chat","parent_turn_id":null}})";
}

void World::send_something() {
  const int persona = random_.below(5);
  std::string value = make_turn(static_cast<int>(sent_.size()), persona);
  std::string key = "agent-" + std::to_string(persona);
  if (random_.one_in(10) && !sent_.empty()) {
    value = sent_[static_cast<std::size_t>(random_.below(static_cast<int>(sent_.size())))];  // the same turn again
    key.clear();
  } else if (random_.one_in(12)) {
    value = "{\"broken\": " + std::to_string(sent_.size());
  } else if (random_.one_in(12)) {
    key = "somebody-else-" + std::to_string(sent_.size());
  }
  const auto record_key = key.empty() ? std::nullopt : std::optional<std::string_view>(key);
  CHECK(producer_->produce({"turns", Partition{random_.below(kPartitions)}, record_key, value, {}}).ok());
  CHECK(producer_->flush(kNoWait).ok());
  sent_.push_back(std::move(value));
}

void World::pass_time(int ms) {
  clock_.advance_ms(ms);
  cluster_->tick();
}

bool World::trouble(Process& process) {
  if (random_.one_in(120)) {
    process.arm(static_cast<runtime::CrashPoint>(1 + random_.below(runtime::kCrashPoints)));
  }
  if (random_.one_in(400)) {
    cluster_->force_rebalance(live_.group(phased_ ? "semantic" : "fused"));
  }
  if (random_.one_in(600)) {
    cluster_->expire_sessions(live_.group(phased_ ? "pattern" : "fused"));
  }
  if (random_.one_in(800)) {
    clock_.step_wall_ms(random_.below(20'000) - 10'000);
  }
  if (process.running() && random_.one_in(150)) {
    process.crash();
    if (random_.one_in(4)) {
      process.lose_disk();
    }
    return true;
  }
  return false;
}

void World::calm() {
  calm_ = true;
}

Complaint World::check_live(const std::vector<std::unique_ptr<Process>>& processes) {
  Observer observer(*client_, kPartitions);
  if (auto complaint = observer.check_intake(sent_, live_)) {
    return complaint;
  }
  if (auto complaint = observer.check_completions(shape_, live_, live_.log())) {
    return complaint;
  }
  return processes.size() == 1 ? observer.check_disk(shape_, live_, processes.front()->disk()) : std::nullopt;
}

Complaint World::check_replay(Process& replay) {
  Observer observer(*client_, kPartitions);
  if (auto complaint = observer.check_completions(shape_, copy_, live_.log())) {
    return complaint;
  }
  if (auto complaint = observer.check_disk(shape_, copy_, replay.disk())) {
    return complaint;
  }
  return observer.check_equal(shape_, live_, copy_);
}

int World::log_records() {
  Observer observer(*client_, kPartitions);
  std::size_t records = 0;
  for (std::int32_t p = 0; p < kPartitions; ++p) {
    records += observer.read(live_.log(), p).size();
  }
  return static_cast<int>(records);
}

}  // namespace turnstream::simulation
