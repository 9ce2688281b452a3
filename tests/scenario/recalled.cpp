#include "tests/scenario/recalled.h"

#include <chrono>
#include <doctest/doctest.h>

namespace turnstream::scenario {
namespace {

constexpr std::chrono::seconds kFollowMax{60};
constexpr std::chrono::milliseconds kBetweenLooks{2};
constexpr std::chrono::milliseconds kAfterTurnMax{50};
constexpr log::milliseconds kAnswer{10'000};

recall::ReadModelConfig with_partitions(recall::ReadModelConfig config, const Pipeline& pipeline) {
  config.partitions = pipeline.partitions();
  return config;
}

nlohmann::json parsed(const Result<std::string>& answer) {
  if (!answer.ok()) {
    FAIL(answer.error().message);
  }
  return nlohmann::json::parse(*answer);
}

}  // namespace

Recalled::Recalled(Pipeline& pipeline, store::KeyValueStore& store, const recall::ReadModelConfig& config)
    : pipeline_(pipeline) {
  auto model = recall::ReadModel::open(store, clock_, with_partitions(config, pipeline));
  REQUIRE(model.ok());
  model_ = std::move(*model);
  recall_ = std::make_unique<recall::Recall>(*model_, recall::RecallConfig{kAfterTurnMax});
  recall::FeedConfig feed;
  feed.log_topic = pipeline.names().log();
  feed.stages = {"episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle"};
  for (const std::string& stage : feed.stages) {
    feed.completion_topics.push_back(pipeline.names().completions(stage));
  }
  feed.partitions = pipeline.partitions();
  feed_ = std::make_unique<recall::Feed>(scenario_client(), *model_, std::move(feed));
  thread_ = std::jthread([this](const std::stop_token& stop) {
    const Status status = feed_->run(stop);
    if (!status.ok()) {
      MESSAGE(status.error().message);
    }
  });
}

Recalled::~Recalled() = default;

void Recalled::follow() {
  std::vector<NextOffset> ends;
  for (std::int32_t p = 0; p < pipeline_.partitions(); ++p) {
    const auto marks = scenario_client().admin().watermarks({pipeline_.names().log(), Partition{p}}, kAnswer);
    REQUIRE(marks.ok());
    ends.push_back(marks->last_stable);
  }
  Mutex mutex;
  ConditionVariable never;
  const std::int64_t end_us = clock_.monotonic_now().value() + std::chrono::microseconds(kFollowMax).count();
  while (!feed_->has_applied(ends)) {
    REQUIRE(clock_.monotonic_now().value() < end_us);
    const MutexLock lock(mutex);
    never.pause(mutex, std::stop_token(), kBetweenLooks);
  }
}

nlohmann::json Recalled::ask(const nlohmann::json& request) {
  return parsed(recall_->recall(request.dump(), std::stop_token()));
}

nlohmann::json Recalled::context(const nlohmann::json& request) {
  return parsed(recall_->context(request.dump(), std::stop_token()));
}

nlohmann::json Recalled::about(const std::string& persona) {
  return parsed(recall_->about(persona, ""));
}

nlohmann::json Recalled::memory(const std::string& persona, const std::string& id) {
  const auto found = recall_->memory(persona, id, "");
  REQUIRE(found.ok());
  return *found ? nlohmann::json::parse(**found) : nlohmann::json();
}

std::string Recalled::refusal(const nlohmann::json& request) {
  const auto answer = recall_->recall(request.dump(), std::stop_token());
  REQUIRE_FALSE(answer.ok());
  return answer.error().code;
}

std::string Recalled::digest() {
  const auto digest = model_->digest();
  REQUIRE(digest.ok());
  return *digest;
}

std::vector<std::string> texts_of(const nlohmann::json& answer) {
  std::vector<std::string> texts;
  for (const nlohmann::json& result : answer.at("results")) {
    texts.push_back(result.at("text"));
  }
  return texts;
}

int rows_with(store::MemoryStore& store, const std::string& text) {
  const auto table = store.table("recall");
  REQUIRE(table.ok());
  int rows = 0;
  const Status scanned = store.scan(*table, "", "\xff", [&](std::string_view key, std::string_view value) {
    rows += key.find(text) != std::string_view::npos || value.find(text) != std::string_view::npos ? 1 : 0;
    return true;
  });
  REQUIRE(scanned.ok());
  return rows;
}

}  // namespace turnstream::scenario
