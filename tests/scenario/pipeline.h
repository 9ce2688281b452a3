#pragma once
// Pipeline: a whole pipeline under a test: intake and stages on a log, with the event clock unless a test brings
// a wall clock, in a new namespace. Its
// functions publish turns, move the time, wait until everything is processed, and read topics as a console consumer
// does (read committed). Each test binary links its own scenario_client(), for the embedded log or for a real Kafka.
// Threads: one test drives it; the workers are other threads.

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "pipeline/base/log_clock.h"
#include "pipeline/log/client.h"
#include "pipeline/runtime/supervisor.h"
#include "pipeline/store/memory_store.h"
#include "tests/scenario/turns.h"

namespace turnstream::scenario {

class Pipeline;

/// The log of this test binary. It lives as long as the process.
log::Client& scenario_client();
/// Whether a pipeline on this log starts in milliseconds, so that a test can have many.
bool cheap_pipelines();

struct Options {
  bool reference_stages = false;  ///< the six reference stages instead of the product's
  std::size_t stages_max = 6;     ///< start with so many stages; add_stages() adds the others
  std::string grouping = "fused";
  int workers = 1;  ///< of each group
  std::int32_t partitions = 1;
  std::string memory_settings = "{}";       ///< the settings that intake publishes
  std::vector<std::string> faults{};        ///< as in faults.inject
  const ManualClock* wall_clock = nullptr;  ///< intake.clock=wall with this clock; null: intake.clock=event
  bool waits_for_effects = false;           ///< intake.event_waits_for_effects
  runtime::CrashPoints* crashes = nullptr;  ///< ends workers of stages; may be null
  /// The stages read the log of this pipeline, and there is no intake: a replay. null: a log of its own.
  const Pipeline* log_of = nullptr;
};

struct Seen {
  std::int32_t partition = 0;
  std::int64_t offset = 0;
  std::int64_t append_time_ms = 0;
  std::string key;
  std::string value;
  std::map<std::string, std::string> headers;
  [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(value); }
};

class Pipeline {
 public:
  explicit Pipeline(const Options& options = {});
  ~Pipeline();

  void publish(const std::string& key, const std::string& value);
  /// Publishes a turn with its agent_id as the key.
  void publish(const nlohmann::json& turn);
  /// Sends a tick with this time, for example "2026-01-01T11:30:00Z", which moves the time without a turn.
  void tick(const std::string& time);
  void command(const std::string& persona, const nlohmann::json& command);
  /// Sends a settings command, for example {"consolidation":{"batch_size":40}}.
  void settings(const nlohmann::json& values);
  /// Writes a result of an effect request, as the program does that performs them.
  void result(const nlohmann::json& result);
  /// Sends the redrive command for a stage's dead letter, as the CLI does.
  void redrive(const Seen& letter);
  /// Waits until everything that was sent is processed and committed; the test fails after a maximum time.
  void drain();
  /// Waits until the stage's completion of the turn can be read; other turns may still be in progress. Maximum as
  /// drain().
  nlohmann::json wait_for_answer(const std::string& stage, const std::string& turn_id);
  /// Stops the pipeline, calls `what` with its local state, and starts it again on that state.
  void restart(const std::function<void(store::KeyValueStore&)>& what);
  /// Stops the pipeline and starts it again with all stages.
  void add_stages();
  /// Stops the pipeline and starts it again in another grouping, with so many workers for each group.
  void regroup(const std::string& grouping, int workers);

  std::vector<Seen> read(const std::string& topic);
  std::vector<nlohmann::json> completions(const std::string& stage = "episodic");
  /// The stage's last completion of a turn; null if there is none.
  nlohmann::json answer(const std::string& stage, const std::string& turn_id);
  /// The derived memories of a kind that a stage owns, by id, after the changes in its completions. `persona`: only those
  /// of this persona; empty: of all, of which no two may have the same id.
  std::map<std::string, nlohmann::json> things(const std::string& stage, const std::string& kind,
                                               const std::string& persona = {});
  /// The memory items: those in the short-term ring and those that were promoted.
  std::map<std::string, nlohmann::json> items() { return things("episodic", "memory"); }
  [[nodiscard]] const model::TopicNames& names() const { return names_; }
  [[nodiscard]] const std::string& turns_topic() const { return turns_topic_; }
  [[nodiscard]] std::int32_t partitions() const { return options_.partitions; }

 private:
  void start();
  void use_stages(std::size_t stages_max);
  void create_topics();
  [[nodiscard]] std::int32_t partitions_of(const std::string& topic) const;
  void send(const std::string& topic, std::int32_t partition, const std::string& key, const std::string& value);

  Options options_;
  model::TopicNames names_;
  std::string turns_topic_;
  SystemClock machine_;
  const Clock& clock_;
  LogClock log_clock_{clock_};
  store::MemoryStore store_;
  std::vector<std::unique_ptr<stage_api::Stage>> stages_;
  std::vector<stage_api::SettingRow> setting_rows_;
  runtime::PipelineShape shape_;
  std::unique_ptr<runtime::FaultInjector> faults_;
  std::unique_ptr<runtime::StageEnvironment> environment_;
  std::unique_ptr<runtime::Supervisor> supervisor_;
  std::unique_ptr<log::Producer> producer_;
  int commands_ = 0;
};

}  // namespace turnstream::scenario
