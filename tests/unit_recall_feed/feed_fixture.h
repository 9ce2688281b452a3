#pragma once
// FeedFixture: an embedded log with one partition, to which a test writes turns of the persona `helper` and the answers of two stages
// as it likes; Following: recall over it, fed by a thread. Threads: one test's.

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/store/memory_store.h"
#include "recall/answers/recall.h"
#include "recall/read_model/feed.h"

namespace turnstream::recall {

inline constexpr std::int64_t kLogRetentionMs = 20'000;
inline constexpr std::int64_t kAnswersRetentionMs = 1'000;

class FeedFixture {
 public:
  FeedFixture();
  ~FeedFixture();
  FeedFixture(const FeedFixture&) = delete;
  FeedFixture& operator=(const FeedFixture&) = delete;

  /// The next record of the topic gets this offset: those before it count as deleted.
  void begin_topic_at(const std::string& topic, std::int64_t offset);
  /// Appends so many turns; the text of the turn at offset 7 is "number 7". Returns the offset after the last one.
  std::int64_t append(int turns);
  void answer(const std::string& stage, std::int64_t offset, int part = 0, bool last = true);
  /// Answers of both stages for the records from `from` to the one before `end`.
  void answer_all(std::int64_t from, std::int64_t end);
  /// Time passes, then `more` turns and their answers come, then retention deletes all older records.
  void expire(std::int64_t ms, int more);
  /// Whether a line of the program's log has the text.
  [[nodiscard]] bool has_line(const std::string& text) const;

  const model::TopicNames names{"turnstream"};
  const std::vector<std::string> stages{"episodic", "lifecycle"};
  log::embedded::Cluster& cluster() { return cluster_; }
  log::Client& client() { return *client_; }

 private:
  void produce(const std::string& topic, const std::string& value, const std::vector<log::Header>& headers);

  ManualClock time_{WallTime{1'767'261'600'000}};
  log::embedded::Cluster cluster_{time_};
  std::unique_ptr<log::Client> client_ = log::embedded::make_client(cluster_);
  std::int64_t next_ = 0;
};

/// Continues with what the store has.
class Following {
 public:
  Following(FeedFixture& log, store::KeyValueStore& store, bool accepts_loss = false);
  Following(const Following&) = delete;
  Following& operator=(const Following&) = delete;
  ~Following() = default;

  /// Waits until all that can be applied is; false if the feed ends before that. The test fails after a maximum time.
  bool follow();
  /// Whether the feed says within a maximum time that it waits; moves its clock, a step at a time.
  std::vector<std::string> wait_until_it_waits(std::int64_t step_ms);
  /// The answer to /v1/recall for the query "number", with more members.
  nlohmann::json ask(nlohmann::json more = nlohmann::json::object());
  /// Its error code.
  std::string refusal(nlohmann::json more);
  /// The numbers of the turns that memory has, in order.
  nlohmann::json numbers();

  ManualClock clock{WallTime{0}};
  std::unique_ptr<ReadModel> model;
  std::unique_ptr<Feed> feed;
  std::unique_ptr<Recall> recall;

 private:
  std::jthread thread_;
};

}  // namespace turnstream::recall
