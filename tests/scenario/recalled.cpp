#include "tests/scenario/recalled.h"

#include <chrono>
#include <doctest/doctest.h>

#include "tests/scenario/phase3.h"

namespace turnstream::scenario {
namespace {

constexpr std::chrono::seconds kFollowMax{60};
constexpr std::chrono::milliseconds kAfterTurnMax{50};

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

Recalled::Recalled(Pipeline& pipeline, store::KeyValueStore& store, const recall::ReadModelConfig& config,
                   const Clock* clock) {
  auto model = recall::ReadModel::open(store, clock == nullptr ? clock_ : *clock, with_partitions(config, pipeline));
  REQUIRE(model.ok());
  model_ = std::move(*model);
  const auto waits_for = [this](Partition partition) { return feed_->waits_for(partition); };
  recall_ = std::make_unique<recall::Recall>(*model_, recall::RecallConfig{kAfterTurnMax, {}, waits_for});
  feed_ = std::make_unique<recall::Feed>(
      scenario_client(), *model_,
      recall::feed_config(pipeline.names(), pipeline.names().log(), stages(), pipeline.partitions()));
  thread_ = std::jthread([this](const std::stop_token& stop) {
    const Status status = feed_->run(stop);
    if (!status.ok()) {
      MESSAGE(status.error().message);
    }
  });
}

Recalled::~Recalled() = default;

void Recalled::follow() {
  const auto followed = feed_->follow(kFollowMax, std::stop_token());
  REQUIRE(followed.ok());
  REQUIRE(*followed);
}

nlohmann::json Recalled::ask(const nlohmann::json& request) {
  return parsed(recall_->recall(request.dump(), std::stop_token()));
}

nlohmann::json Recalled::context(const nlohmann::json& request) {
  return parsed(recall_->context(request.dump(), std::stop_token()));
}

nlohmann::json Recalled::similar(const nlohmann::json& request) {
  return parsed(recall_->similar(request.dump(), std::stop_token()));
}

nlohmann::json Recalled::related(const nlohmann::json& request) {
  return parsed(recall_->related(request.dump(), std::stop_token()));
}

nlohmann::json Recalled::timeline(const nlohmann::json& request) {
  return parsed(recall_->timeline(request.dump()));
}

nlohmann::json Recalled::about(const std::string& persona, const std::string& user) {
  return parsed(recall_->about(persona, "", user));
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

nlohmann::json said(const std::string& persona, int number, const std::string& user, const std::string& agent,
                    const std::string& session) {
  nlohmann::json turn = turn_of(persona, number, at(number), session);
  turn["turn_data"]["user_input"] = user;
  turn["turn_data"]["assistant_response"] = agent;
  return turn;
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
