#pragma once
// Pipeline: a whole pipeline under a test: intake and stages on some log, one partition, event clock, in a namespace of
// its own. Verbs publish, let time pass, wait until all is processed, and read topics as a console consumer would (read
// committed). The log is the embedded one or a real Kafka: scenario_client() is linked in by the binary.
// Threads: one test drives it; the workers are threads of their own.

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/log/client.h"
#include "pipeline/runtime/supervisor.h"
#include "pipeline/store/memory_store.h"

namespace turnstream::scenario {

/// The log that this binary tests on; lives as long as the process.
log::Client& scenario_client();

struct Options {
  bool reference_stages = false;  ///< six test stages instead of the product's own
  std::size_t stages_max = 6;     ///< so many of them at first; add_stages() brings the rest
  std::string grouping = "fused";
  std::int32_t partitions = 1;
  std::vector<std::string> faults{};  ///< as in faults.inject
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
  /// A turn as JSON, under its agent's key.
  void publish(const nlohmann::json& turn);
  /// Pushes time on without a turn: "2026-01-01T11:30:00Z".
  void tick(const std::string& time);
  void command(const std::string& persona, const nlohmann::json& command);
  /// Sends a stage's dead letter back to it, as the CLI does.
  void redrive(const Seen& letter);
  /// Waits, bounded, until everything sent is processed and committed.
  void drain();
  /// Waits, bounded, until the stage's answer to a turn can be read, whatever else is still under way.
  nlohmann::json wait_for_answer(const std::string& stage, const std::string& turn_id);
  /// Stops the pipeline, lets `what` happen to its local state, and starts it anew on that.
  void restart(const std::function<void(store::KeyValueStore&)>& what);
  /// Stops the pipeline and starts it anew with all stages.
  void add_stages();

  std::vector<Seen> read(const std::string& topic);
  std::vector<nlohmann::json> completions(const std::string& stage = "episodic");
  /// The stage's last answer to a turn; null if there is none.
  nlohmann::json answer(const std::string& stage, const std::string& turn_id);
  /// The things of a kind that a stage owns, by id, as its completions leave them.
  std::map<std::string, nlohmann::json> things(const std::string& stage, const std::string& kind);
  /// The memory items that are short-term in the ring or were promoted.
  std::map<std::string, nlohmann::json> items() { return things("episodic", "memory"); }
  [[nodiscard]] const model::TopicNames& names() const { return names_; }
  [[nodiscard]] const std::string& turns_topic() const { return turns_topic_; }

 private:
  void start();
  void use_stages(std::size_t stages_max);
  void create_topics();
  void send(const std::string& topic, std::int32_t partition, const std::string& key, const std::string& value);

  Options options_;
  model::TopicNames names_;
  std::string turns_topic_;
  SystemClock clock_;
  store::MemoryStore store_;
  std::vector<std::unique_ptr<stage_api::Stage>> stages_;
  runtime::PipelineShape shape_;
  std::unique_ptr<runtime::FaultInjector> faults_;
  std::unique_ptr<runtime::StageEnvironment> environment_;
  std::unique_ptr<runtime::Supervisor> supervisor_;
  std::unique_ptr<log::Producer> producer_;
  int commands_ = 0;
};

/// A StateExport of persona helper on 2026-01-01 with nothing in it but its id, time and session.
nlohmann::json empty_turn(int number, const std::string& time);
nlohmann::json observation(const std::string& id, const std::string& content);
/// A tool execution; status is success, failure or partial.
nlohmann::json tool(const std::string& id, const std::string& status = "success");
std::string ulid(int number);

}  // namespace turnstream::scenario
