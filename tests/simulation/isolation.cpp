#include "tests/simulation/isolation.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "pipeline/base/check.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/runtime/supervisor.h"
#include "tests/simulation/observer.h"
#include "tests/simulation/process.h"
#include "tests/simulation/site_parts.h"
#include "tests/simulation/talk.h"

namespace turnstream::simulation {
namespace {

constexpr std::int64_t kStartMs = 1'767'261'600'000;  // 2026-01-01T10:00:00Z
constexpr std::int64_t kDayMs = 86'400'000;
constexpr int kTurns = 60;
constexpr int kStepsBetween = 4;
// A fault for fewer attempts could end in one run and not in the other, if a transaction is repeated.
constexpr int kAttemptsAlways = 1000;
// So long that the retries of all faults end between two ticks.
constexpr std::int64_t kTickMs = 300'000;
constexpr int kStepsForTick = 20;
constexpr int kStepsAfter = 5'000;
static_assert(kStepsAfter * 50 + 1000 < kTickMs);

/// The completion parts and dead letters of one persona, each as text.
struct Given {
  std::vector<std::string> parts;
  std::vector<std::string> dead_letters;
  int changes = 0;
};

/// The part without its number. The completion of a tick has a part for each persona that it changed, so the numbers
/// may depend on the other personas.
std::string without_place(std::string_view part) {
  std::string text(part);
  const auto begin = text.find(R"("part":)");
  const auto end = text.find(R"("items_processed":)");
  TS_CHECK(begin < end && end != std::string::npos);
  return text.erase(begin, end - begin);
}

/// The name of the second persona, which sorts before or after "first".
std::string other_of(std::uint64_t seed) {
  return seed % 2 == 0 ? "other" : "another";
}

/// One run of the pair. Both runs send turns of the same shape at the same times; only the words of the texts differ.
class Run {
 public:
  Run(std::uint64_t seed, std::uint64_t other_words)
      : shape_(seed),
        words_(seed ^ 1),
        speakers_{{"first", Random(words_.next())}, {other_of(seed), Random(other_words)}} {
    for (const auto& stage : stages_) {
      pipeline_.stages.push_back(stage.get());
    }
    TS_CHECK(create_topics(*client_, pipeline_, names_, 1, Inputs::kOwn));
    for (const int number : {11, 12, 13, 14}) {
      const auto& stage = stages_[shape_.below(stages_.size())];
      faults_.push_back({stage->info().name, turn_id(number), shape_.one_in(2), kAttemptsAlways});
    }
    injector_ = std::make_unique<runtime::FaultInjector>(faults_);
    site_.reset(new Site{*client_, clock_, pipeline_, names_, names_.log(), 1, injector_.get(), "{}", kTickMs});
    const auto groups = runtime::make_groups(pipeline_, {"all"}, shape_.one_in(2) ? "phased" : "fused").value();
    process_ = std::make_unique<Process>(*site_, ProcessPlan{"p", true, groups, 1});
    process_->start();
  }

  Complaint run() {
    for (int number = 0; number < kTurns; ++number) {
      send(number);
      for (int i = 0; i < kStepsBetween; ++i) {
        step(10);
      }
      step(shape_.one_in(10) ? (1 + shape_.below(35)) * kDayMs : shape_.below(20'000));
    }
    // Both runs end between the same two ticks, even if one takes longer.
    step(kTickMs - clock_.wall_now().value() % kTickMs + 1000);
    for (int i = 0; i < kStepsAfter; ++i) {
      step(50);
      if (i > kStepsForTick && process_->drained()) {
        return std::nullopt;
      }
    }
    return process_->describe() + " was not drained in time";
  }

  Given given(const std::string& persona) {
    Given given;
    Observer observer(*client_, 1);
    for (const auto& stage : stages_) {
      const auto& name = stage->info().name;
      for (const auto& seen : observer.read(names_.completions(name), 0)) {
        const auto completion = nlohmann::json::parse(*seen.value);
        if (completion.at("persona_id") == persona) {
          given.parts.push_back(name + " " + without_place(codec::digest_bytes(*seen.value)));
          given.changes += static_cast<int>(completion.at("changes").size());
        }
      }
    }
    auto letters = observer.read(names_.dead_letters(), 0);
    // Each stage writes its dead letters in order; the order between two stages can differ.
    std::stable_sort(letters.begin(), letters.end(),
                     [](const Seen& a, const Seen& b) { return a.headers.at("dl_stage") < b.headers.at("dl_stage"); });
    for (const auto& seen : letters) {
      if (seen.key == persona) {
        given.dead_letters.push_back(*seen.value);
        for (const auto& [header, value] : seen.headers) {
          given.dead_letters.back() += "\n  " + header + "=" + value;
        }
      }
    }
    return given;
  }

 private:
  void step(std::int64_t ms) {
    for (int worker = 0; process_->running() && worker < process_->workers(); ++worker) {
      TS_CHECK(process_->step(worker).ok());
    }
    clock_.advance_ms(ms);
    cluster_.tick();
  }

  void send(int number) {
    auto& speaker = speakers_[shape_.one_in(2) ? 0 : 1];
    if (shape_.one_in(8)) {
      produce(names_.commands(), speaker.persona, make_command(shape_, speaker, number));
      return;
    }
    const int as = shape_.one_in(12) ? shape_.below(number + 1) : number;  // sometimes a used id: a conflict
    auto turn = make_turn(shape_, speaker, as, clock_.wall_now().value());
    if (shape_.one_in(15)) {
      turn.pop_back();  // now it is not JSON
    }
    produce("turns", speaker.persona, turn);
  }

  void produce(const std::string& topic, const std::string& key, const std::string& value) {
    TS_CHECK(producer_->produce({topic, Partition{0}, key, value, {}}).ok());
    TS_CHECK(producer_->flush(log::milliseconds{0}).ok());
  }

  Random shape_;
  Random words_;
  std::vector<Speaker> speakers_;
  ManualClock clock_{WallTime{kStartMs}};
  log::embedded::Cluster cluster_{clock_};
  std::unique_ptr<log::Client> client_ = log::embedded::make_client(cluster_);
  std::unique_ptr<log::Producer> producer_ = std::move(client_->make_producer("producer")).value();
  model::TopicNames names_{"pair"};
  std::vector<std::unique_ptr<stage_api::Stage>> stages_ = make_stages(StageKind::kOwn);
  runtime::PipelineShape pipeline_;
  std::vector<runtime::InjectedFault> faults_;
  std::unique_ptr<runtime::FaultInjector> injector_;
  std::unique_ptr<Site> site_;
  std::unique_ptr<Process> process_;
};

Complaint compare(const std::vector<std::string>& one, const std::vector<std::string>& two) {
  for (std::size_t i = 0; i < std::max(one.size(), two.size()); ++i) {
    const auto& left = i < one.size() ? one[i] : "nothing";
    const auto& right = i < two.size() ? two[i] : "nothing";
    if (left != right) {
      return "the completions or dead letters of the first persona depend on what the second says:\n  " +
             left.substr(0, 900) + "\n  " + right.substr(0, 900);
    }
  }
  return std::nullopt;
}

}  // namespace

IsolationReport run_pair(std::uint64_t seed) {
  IsolationReport report;
  Run one(seed, seed + 1'000'003);
  Run two(seed, seed + 2'000'003);
  report.complaint = one.run();
  if (!report.complaint) {
    report.complaint = two.run();
  }
  if (report.complaint) {
    return report;
  }
  const Given first = one.given("first");
  const Given again = two.given("first");
  report.complaint = compare(first.parts, again.parts);
  if (!report.complaint) {
    report.complaint = compare(first.dead_letters, again.dead_letters);
  }
  report.turns = kTurns;
  report.parts = static_cast<int>(first.parts.size());
  report.changes = first.changes;
  report.dead_letters = static_cast<int>(first.dead_letters.size());
  const Given other = one.given(other_of(seed));
  const Given other_again = two.given(other_of(seed));
  for (std::size_t i = 0; i < std::min(other.parts.size(), other_again.parts.size()); ++i) {
    report.others += other.parts[i] != other_again.parts[i] ? 1 : 0;
  }
  return report;
}

}  // namespace turnstream::simulation
