// The same log gives the same bytes: after a loss of all state, in another grouping, with other numbers of workers, with
// workers that end at random, and in a replay. The log has turns of three personas, commands, answers of a model in another order
// than it was asked, and settings that change in between.
#include <algorithm>
#include <doctest/doctest.h>
#include <mutex>
#include <random>

#include "tests/scenario/effects.h"
#include "tests/scenario/outputs.h"
#include "tests/scenario/phase3.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;

/// Ends workers of stages at random steps, as a kill does, so many times.
class RandomCrashes final : public runtime::CrashPoints {
 public:
  RandomCrashes(std::uint32_t seed, int crashes) : random_(seed), left_(crashes) {}

  Status reach(runtime::CrashPoint) override {
    const std::lock_guard lock(mutex_);
    if (left_ == 0 || random_() % kOneIn != 0) {
      return {};
    }
    --left_;
    return make_error("crashed_by_test", Reaction::kReleasePartition, "The test ended the worker here.");
  }
  [[nodiscard]] int left() {
    const std::lock_guard lock(mutex_);
    return left_;
  }

 private:
  static constexpr std::uint32_t kOneIn = 40;
  std::mutex mutex_;
  std::mt19937 random_;
  int left_;
};

Json tea_talk(const std::string& persona, int number, int second) {
  const std::string name = "n" + std::to_string(number);
  Json turn = turn_of(persona, number, at(second), "s" + std::to_string(number % 3));
  turn["turn_data"]["user_input"] = "I prefer tea with " + name + ". My cousin " + name + " moved to Porto in May.";
  turn["turn_data"]["assistant_response"] = "Noted.";
  turn["tool_executions"] = {tool("search"), tool("read", number % 4 == 0 ? "failure" : "success")};
  turn["observations"] = {observation("a" + name, "Crate " + name + " waits at dock " + name),
                          observation("b" + name, "api port is " + std::to_string(8000 + number % 2))};
  turn["observations"][0]["ephemeral"] = number % 5 == 0;
  turn["observations"][0]["tags"] = {number % 2 == 0 ? "harbour" : "tea"};
  return turn;
}

void talk_of_all(Pipeline& pipeline, const Cast& cast, int first, int last, int second) {
  for (int number = first; number < last; ++number) {
    for (const std::string& persona : {cast.persona, cast.other, cast.third}) {
      pipeline.publish(tea_talk(persona, number, second + number * 3));
    }
  }
  pipeline.drain();
}

/// Answers all requests of the persona that are open, the last one first.
void answer_all(Pipeline& pipeline, const std::string& persona) {
  auto requests = requests_of(pipeline, persona);
  std::reverse(requests.begin(), requests.end());
  for (const Request& request : requests) {
    reply(pipeline, request, R"([{"index":0,"type":"ephemeral"},{"index":2,"type":"ephemeral"}])");
  }
}

/// Everything that can be in a log.
void live_through(Pipeline& pipeline, const Cast& cast) {
  talk_of_all(pipeline, cast, 0, 8, 0);
  send(pipeline, 1, "grant", {{"target", cast.other}, {"tags", {"tea"}}}, cast.persona);
  for (const std::string& persona : {cast.persona, cast.other, cast.third}) {
    send(pipeline, 2, "sweep", {{"passes", {"consolidate", "topics"}}}, persona);
    answer_all(pipeline, persona);
  }
  pipeline.publish(tea_talk(cast.persona, 3, 9));  // again
  pipeline.publish(tea_talk(cast.other, 3, 10));   // another turn under a used id
  const std::string id = pipeline.things("lifecycle", "memory", cast.persona).begin()->first;
  send(pipeline, 3, "access", {{"ids", {id}}, {"counts", {3}}}, cast.persona);
  pipeline.settings({{"model", {{"name", ""}}}, {"consolidation", {{"pressure_threshold", 0.05}, {"batch_size", 40}}}});
  pipeline.drain();
  talk_of_all(pipeline, cast, 8, 30, 30);
  tick_through(pipeline, 120, 600);
  send(pipeline, 4, "forget", {{"ids", {ulid(2), ulid(20)}}}, cast.persona);
  send(pipeline, 5, "forget", {{"session_id", "s1"}}, cast.third);
  pipeline.tick(at(40 * 24, 0, 0));
  pipeline.drain();
}

/// What a replay of the pipeline's log writes and keeps.
Outputs replay_of(const Pipeline& pipeline, const std::string& grouping, int workers,
                  RandomCrashes* crashes = nullptr) {
  Pipeline replay(
      {.grouping = grouping, .workers = workers, .partitions = kPartitions, .crashes = crashes, .log_of = &pipeline});
  replay.drain();
  return outputs_of(replay);
}

}  // namespace

TEST_CASE(
    "state that was lost is rebuilt from the changelog with the same rows and the work goes on in another grouping") {
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    const std::string& grouping = run.grouping;
    CAPTURE(grouping);
    Pipeline pipeline(
        {.grouping = grouping, .partitions = kPartitions, .memory_settings = R"({"model":{"name":"small-1"}})"});
    live_through(pipeline, cast);
    CHECK(events(pipeline, "consolidation", "pass").size() > 5);
    CHECK_FALSE(pipeline.read(pipeline.names().shares()).empty());
    const Outputs before = outputs_of(pipeline);
    lose_state(pipeline);
    pipeline.drain();
    check_equal(outputs_of(pipeline), before);

    pipeline.regroup("phased", 2);
    talk_of_all(pipeline, cast, 30, 40, 40 * 86'400);
    pipeline.regroup("fused", 4);
    talk_of_all(pipeline, cast, 40, 45, 40 * 86'400 + 60);
    const Outputs after = outputs_of(pipeline);
    check_equal(replay_of(pipeline, "fused", 1), after);
    check_equal(replay_of(pipeline, "phased", 4), after);
  }
}

TEST_CASE("stages whose workers end at random steps write and keep the same as stages that are not disturbed") {
  if (!cheap_pipelines()) {
    // librdkafka 2.0.2 can abort the process if a producer is destroyed while it adds partitions to a transaction.
    // scripts/chaos kills whole processes instead.
    return;
  }
  Pipeline pipeline(
      {.grouping = "phased", .partitions = kPartitions, .memory_settings = R"({"model":{"name":"small-1"}})"});
  live_through(pipeline, kOtherCast);
  const Outputs undisturbed = outputs_of(pipeline);
  for (const std::string grouping : {"fused", "phased"}) {
    constexpr std::uint32_t kSeed = 7;
    constexpr int kCrashes = 20;
    CAPTURE(grouping);
    CAPTURE(kSeed);
    RandomCrashes crashes(kSeed, kCrashes);
    check_equal(replay_of(pipeline, grouping, grouping == "fused" ? 4 : 1, &crashes), undisturbed);
    CHECK(crashes.left() == 0);
  }
}

}  // namespace turnstream::scenario
