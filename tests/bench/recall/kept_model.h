#pragma once
// KeptModel: a read model that `recall_bench build` has fed, in a folder: the store, the turns that come next, and a few of those
// that it was fed. Opened with the bounds with which `turnstream run` opens it. Threads: open() on one; the model any.

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/base/result.h"
#include "pipeline/store/rocks_store.h"
#include "recall/answers/recall.h"
#include "recall/ranking/vectors/vector_table.h"
#include "recall/read_model/read_model.h"
#include "tests/bench/recall/history.h"

namespace turnstream::bench {

struct BuildConfig {
  std::string folder;
  std::int64_t messages = 10'000;  ///< of all personas together
  std::int64_t personas = 1;
  std::int64_t more_turns = 2'000;  ///< that come next
};

/// Feeds a new model and keeps it. Returns what it cost, as JSON.
Result<nlohmann::json> build(const Texts& texts, const BuildConfig& config);

class KeptModel {
 public:
  /// `vectors`: the file of a table with which messages are compared; empty: none.
  static Result<std::unique_ptr<KeptModel>> open(const std::string& folder, const std::string& vectors = "");

  [[nodiscard]] recall::ReadModel& model() { return *model_; }
  [[nodiscard]] recall::Recall& recall() { return *recall_; }
  [[nodiscard]] const std::vector<std::string>& stages() const { return stages_; }
  [[nodiscard]] std::int64_t personas() const { return personas_; }
  [[nodiscard]] std::int64_t messages() const { return messages_; }
  /// Whose turn comes next, after `number` others, and that turn. Precondition: number < more_turns().
  [[nodiscard]] std::string persona_of_more(std::int64_t number) const { return persona_name(number % personas_); }
  [[nodiscard]] AnsweredTurn more(std::int64_t number, const std::string& persona) const;
  [[nodiscard]] std::int64_t more_turns() const { return more_turns_; }
  /// Turns of the persona with number 0 that it was fed.
  [[nodiscard]] const std::vector<AnsweredTurn>& known() const { return known_; }
  /// The last time of a record in the persona's partition, in ms since 1970.
  [[nodiscard]] std::int64_t last_time_ms(const std::string& persona) const;

 private:
  const SystemClock clock_{};
  std::unique_ptr<store::RocksStore> store_;
  std::unique_ptr<recall::VectorTable> vectors_;  ///< may be null
  std::unique_ptr<recall::ReadModel> model_;
  std::unique_ptr<recall::Recall> recall_;
  std::vector<std::string> stages_;
  std::int64_t personas_ = 1;
  std::int64_t messages_ = 0;
  std::int64_t more_turns_ = 0;
  std::vector<AnsweredTurn> more_;  ///< round by round, of each history one
  std::vector<AnsweredTurn> known_;
};

}  // namespace turnstream::bench
