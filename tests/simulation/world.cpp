#include "tests/simulation/world.h"

#include "pipeline/base/murmur2.h"
#include "pipeline/json/document.h"
#include "pipeline/runtime/supervisor.h"

namespace turnstream::simulation {
namespace {

using log::embedded::Operation;

constexpr std::int32_t kPartitions = 2;
constexpr std::int64_t kStartMs = 1'767'261'600'000;  // 2026-01-01T10:00:00Z
constexpr log::milliseconds kNoWait{0};

constexpr std::int64_t kDayMs = 86'400'000;
constexpr int kPersonas = 5;
constexpr int kSharingPersonas = 3;  ///< in a schedule in which personas share insights

/// Limits so low that a schedule reaches them and memories are evicted.
constexpr std::string_view kNarrow =
    R"({"episodic":{"ring_items_max":9},"skill":{"skills_max":6},"semantic":{"facts_max":5,"notes_max":5,"notes_per_session":3},"pattern":{"patterns_max":6,"instructions_max":3,"counted_topics_max":8},"consolidation":{"insights_max":8,"shares_step_max":2}})";

/// Added to the settings of a schedule in which stages ask.
constexpr std::string_view kAsking = R"({"lifecycle":{"check_references":true},"model":{"name":"parrot"}})";

}  // namespace

World::World(std::uint64_t seed, StageKind kind)
    : random_(seed),
      shares_(random_.one_in(4)),
      asks_(kind == StageKind::kOwn && random_.one_in(2)),
      clock_(WallTime{kStartMs}),
      cluster_(std::make_unique<log::embedded::Cluster>(clock_)),
      client_(log::embedded::make_client(*cluster_)),
      producer_(std::move(client_->make_producer("producer")).value()),
      stages_(make_stages(kind)) {
  for (const auto& stage : stages_) {
    shape_.stages.push_back(stage.get());
  }
  CHECK(create_topics(*client_, shape_, live_, kPartitions, Inputs::kOwn));
  CHECK(create_topics(*client_, shape_, copy_, kPartitions, Inputs::kOfAnother));
  for (int i = 0; i < (shares_ ? kSharingPersonas : kPersonas); ++i) {
    speakers_.push_back({"agent-" + std::to_string(i), Random(random_.next())});
  }
  std::vector<runtime::InjectedFault> faults;
  for (int i = random_.below(4); i > 0; --i) {
    const auto& stage = shape_.stages[random_.below(stages_.size())]->info().name;
    faults.push_back({stage, turn_id(i * 7 + random_.below(7)), true, 1 + random_.below(3)});
  }
  injectors_.push_back(std::make_unique<runtime::FaultInjector>(std::move(faults)));
  const std::string_view memory = random_.one_in(2) ? kNarrow : "{}";
  live_site_.reset(new Site{*client_, clock_, shape_, live_, live_.log(), kPartitions, injectors_.front().get(),
                            asks_ ? json::merged(memory, kAsking) : std::string(memory), 30'000, memory_rows()});
  responder_ = std::make_unique<Responder>(*client_, live_);
  copy_site_.reset(new Site{*client_, clock_, shape_, copy_, live_.log(), kPartitions, nullptr, "{}"});
  phased_ = random_.one_in(2);
  cluster_->set_fault_hook([this](Operation operation, const std::string& client) -> std::optional<Error> {
    const bool is_ours = client != "producer" && client != "observer";
    const int odds = operation == Operation::kPoll || operation == Operation::kProduce ? 2000 : 60;
    if (calm_ || !is_ours || !random_.one_in(odds)) {
      return std::nullopt;
    }
    return make_error("simulated_fault", random_.one_in(2) ? Reaction::kRetry : Reaction::kReleasePartition,
                      "The simulation let this call fail.");
  });
}

World::~World() {
  producer_.reset();
  client_.reset();
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

void World::send(const std::string& topic, Partition partition, std::optional<std::string_view> key,
                 std::string value) {
  CHECK(producer_->produce({topic, partition, key, value, {}}).ok());
  CHECK(producer_->flush(kNoWait).ok());
  sent_.push_back(std::move(value));
}

void World::send_command(const Speaker& speaker) {
  const int number = static_cast<int>(sent_.size());
  const std::string& target = speakers_[random_.below(speakers_.size())].persona;
  send(live_.commands(), partition_of_key(speaker.persona, kPartitions), speaker.persona,
       shares_ && !random_.one_in(4) ? make_sharing(random_, speaker, target, number)
       : asks_ && !random_.one_in(3) ? make_sweep(random_, speaker, number)
                                     : make_command(random_, speaker, number));
}

void World::answer_something() {
  if (!asks_) {
    return;
  }
  responder_->read_requests();
  auto answer = responder_->next(random_, clock_.wall_now().value());
  if (!answer.value.empty()) {
    send(live_.effect_results(), Partition{random_.below(kPartitions)}, answer.persona, std::move(answer.value));
  }
}

void World::send_something() {
  auto& speaker = speakers_[random_.below(speakers_.size())];
  const int number = static_cast<int>(sent_.size());
  if (random_.one_in(shares_ || asks_ ? 2 : 8)) {
    send_command(speaker);
    return;
  }
  if (random_.one_in(12)) {
    send(live_.commands(), Partition{random_.below(kPartitions)}, std::nullopt, make_settings(random_, number));
    return;
  }
  const bool is_conflict = random_.one_in(15);
  std::string value =
      make_turn(random_, speaker, is_conflict ? random_.below(number + 1) : number, clock_.wall_now().value());
  std::string key = speaker.persona;
  if (random_.one_in(10) && number > 0) {
    value = sent_[random_.below(number)];  // a repeated record, sometimes in the wrong topic
    key.clear();
  } else if (random_.one_in(12)) {
    value = "{\"broken\": " + std::to_string(number);
  } else if (random_.one_in(12)) {
    key = "somebody-else-" + std::to_string(number);
  }
  send("turns", Partition{random_.below(kPartitions)},
       key.empty() ? std::nullopt : std::optional<std::string_view>(key), std::move(value));
}

void World::pass_time(std::int64_t ms) {
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
  if (random_.one_in(500)) {
    pass_time((1 + random_.below(40)) * kDayMs);  // so long that timers of days are due
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
  if (auto complaint = observer.check_settings(live_)) {
    return complaint;
  }
  if (auto complaint = observer.check_applied_once(live_)) {
    return complaint;
  }
  if (auto complaint = observer.check_completions(shape_, live_, live_.log())) {
    return complaint;
  }
  if (auto complaint = observer.check_changelogs(shape_, live_, kKeptBytesFree)) {
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
