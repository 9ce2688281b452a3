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

namespace turnstream::scenario {

/// The log of this test binary. It lives as long as the process.
log::Client& scenario_client();

struct Options {
  bool reference_stages = false;  ///< the six reference stages instead of the product's
  std::size_t stages_max = 6;     ///< start with so many stages; add_stages() adds the others
  std::string grouping = "fused";
  std::int32_t partitions = 1;
  std::vector<std::string> faults{};        ///< as in faults.inject
  std::string memory_settings = "{}";       ///< what intake publishes to the stages
  const ManualClock* wall_clock = nullptr;  ///< intake.clock=wall with this clock; null: intake.clock=event
};

struct Seen {
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
  /// Sends an answer to a request of a stage.
  void effect_result(const nlohmann::json& result);
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

  std::vector<Seen> read(const std::string& topic) { return read(topic, options_.partitions); }
  /// Reads only partition 0, for the topic that has one partition.
  std::vector<Seen> read_first(const std::string& topic) { return read(topic, 1); }
  std::vector<nlohmann::json> completions(const std::string& stage = "episodic");
  /// The stage's last completion of a turn; null if there is none.
  nlohmann::json answer(const std::string& stage, const std::string& turn_id);
  /// The derived memories of a kind that a stage owns, by id, after the changes in its completions.
  std::map<std::string, nlohmann::json> things(const std::string& stage, const std::string& kind);
  /// The memory items: those in the short-term ring and those that were promoted.
  std::map<std::string, nlohmann::json> items() { return things("episodic", "memory"); }
  [[nodiscard]] const model::TopicNames& names() const { return names_; }
  [[nodiscard]] const std::string& turns_topic() const { return turns_topic_; }

 private:
  void start();
  void use_stages(std::size_t stages_max);
  void create_topics();
  std::vector<Seen> read(const std::string& topic, std::int32_t partitions);
  void send(const std::string& topic, std::int32_t partition, const std::string& key, const std::string& value);

  Options options_;
  model::TopicNames names_;
  std::string turns_topic_;
  SystemClock machine_;
  const Clock& clock_;
  LogClock log_clock_{clock_};
  store::MemoryStore store_;
  std::vector<std::unique_ptr<stage_api::Stage>> stages_;
  runtime::PipelineShape shape_;
  std::unique_ptr<runtime::FaultInjector> faults_;
  std::unique_ptr<runtime::StageEnvironment> environment_;
  std::unique_ptr<runtime::Supervisor> supervisor_;
  std::unique_ptr<log::Producer> producer_;
  int commands_ = 0;
};

/// A StateExport of persona helper on 2026-01-01 that has only an id, a time and a session. `time` is "10:00:00".
nlohmann::json empty_turn(int number, const std::string& time);
nlohmann::json observation(const std::string& id, const std::string& content);
/// A tool execution; `status` is success, failure or partial.
nlohmann::json tool(const std::string& id, const std::string& status = "success");
std::string ulid(int number);

}  // namespace turnstream::scenario
