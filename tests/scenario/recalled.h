#pragma once
// Recalled: recall over the log of a pipeline: its read model in a store that the test keeps, fed by a thread from the topics.
// Threads: one test's.

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/store/memory_store.h"
#include "recall/answers/recall.h"
#include "recall/read_model/feed.h"
#include "recall/read_model/read_model.h"
#include "tests/scenario/pipeline.h"

namespace turnstream::scenario {

class Recalled {
 public:
  /// Continues with what the store has. `clock`: for what recall says of its health; null: the system's.
  Recalled(Pipeline& pipeline, store::KeyValueStore& store, const recall::ReadModelConfig& config = {},
           const Clock* clock = nullptr);
  ~Recalled();
  Recalled(const Recalled&) = delete;
  Recalled& operator=(const Recalled&) = delete;

  /// Waits until everything that the pipeline has processed is applied; the test fails after a maximum time.
  void follow();
  /// The answer to a request of /v1/recall, without those of its members that the test leaves out.
  nlohmann::json ask(const nlohmann::json& request);
  /// The answers of /v1/context, /v1/personas/{id} and /v1/memories/{id}; null if there is none.
  nlohmann::json context(const nlohmann::json& request);
  nlohmann::json about(const std::string& persona, const std::string& user = {});
  nlohmann::json memory(const std::string& persona, const std::string& id);
  /// The answers of /v1/similar, /v1/related and /v1/personas/{id}/timeline.
  nlohmann::json similar(const nlohmann::json& request);
  nlohmann::json related(const nlohmann::json& request);
  nlohmann::json timeline(const nlohmann::json& request);
  /// The error code of a request that must fail.
  std::string refusal(const nlohmann::json& request);
  std::string digest();
  [[nodiscard]] recall::Feed& feed() { return *feed_; }
  [[nodiscard]] recall::ReadModel& model() { return *model_; }

 private:
  const SystemClock clock_;
  std::unique_ptr<recall::ReadModel> model_;
  std::unique_ptr<recall::Recall> recall_;
  std::unique_ptr<recall::Feed> feed_;
  std::jthread thread_;
};

/// A turn in which both sides say this, its number of seconds after the first time.
nlohmann::json said(const std::string& persona, int number, const std::string& user, const std::string& agent,
                    const std::string& session = "s1");

/// The texts of the results, in their order.
std::vector<std::string> texts_of(const nlohmann::json& answer);

/// All rows of the store that have the text in their key or value.
int rows_with(store::MemoryStore& store, const std::string& text);

}  // namespace turnstream::scenario
