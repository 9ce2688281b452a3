#include "tests/unit_recall_feed/feed_fixture.h"

#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>

#include "pipeline/base/log_line.h"
#include "tests/unit_runtime/records.h"

namespace turnstream::recall {
namespace {

constexpr log::milliseconds kNow{0};
constexpr std::chrono::seconds kFollowMax{60};
constexpr std::chrono::milliseconds kStep{20};
constexpr int kStepsMax = 3'000;

std::vector<std::string> g_lines;
Mutex g_lines_mutex;

nlohmann::json request_of(nlohmann::json more) {
  more.update({{"persona_id", "helper"}, {"query", "number"}, {"limit", 100}});
  return more;
}

}  // namespace

FeedFixture::FeedFixture() {
  std::vector<log::TopicSpec> specs{{names.log(), 1, log::Cleanup::kDelete, kLogRetentionMs, -1, 0}};
  for (const std::string& stage : stages) {
    specs.push_back({names.completions(stage), 1, log::Cleanup::kDelete, kAnswersRetentionMs, -1, 0});
  }
  REQUIRE(client_->admin().create_topics(specs, kNow).ok());
  g_lines.clear();
  set_log_sink([](LogLevel, const LogFields& fields) {
    const MutexLock lock(g_lines_mutex);
    g_lines.push_back(log_text(fields));
  });
}

FeedFixture::~FeedFixture() {
  set_log_sink(nullptr);
}

void FeedFixture::begin_topic_at(const std::string& topic, std::int64_t offset) {
  REQUIRE(cluster_.skip_to({{topic, Partition{0}}, NextOffset{offset}}).ok());
  next_ = topic == names.log() ? offset : next_;
}

void FeedFixture::produce(const std::string& topic, const std::string& value, const std::vector<log::Header>& headers) {
  const auto producer = client_->make_producer("test").value();
  REQUIRE(producer->produce({topic, Partition{0}, "helper", value, headers}).ok());
  REQUIRE(producer->flush(kNow).ok());
}

std::int64_t FeedFixture::append(int turns) {
  for (int i = 0; i < turns; ++i) {
    const std::string log_time = std::to_string(1'000 * (next_ + 1));
    const std::vector<log::Header> headers{{"kind", "turn"},          {"log_time", log_time}, {"source_topic", "turns"},
                                           {"source_partition", "0"}, {"source_offset", "0"}, {"trace_id", "trace"}};
    const std::string number = std::to_string(next_++);
    produce(names.log(), runtime::turn_json("T" + number, "helper", "number " + number), headers);
  }
  return next_;
}

void FeedFixture::answer(const std::string& stage, std::int64_t offset, int part, bool last) {
  produce(names.completions(stage), runtime::completion_json(stage, offset, part, last), {});
}

void FeedFixture::answer_all(std::int64_t from, std::int64_t end) {
  for (std::int64_t offset = from; offset < end; ++offset) {
    for (const std::string& stage : stages) {
      answer(stage, offset);
    }
  }
}

void FeedFixture::expire(std::int64_t ms, int more) {
  time_.advance_ms(ms);
  const std::int64_t from = next_;
  answer_all(from, append(more));
  REQUIRE(cluster_.enforce_retention().ok());
}

bool FeedFixture::has_line(const std::string& text) const {
  const MutexLock lock(g_lines_mutex);
  return std::any_of(g_lines.begin(), g_lines.end(),
                     [&](const std::string& line) { return line.find(text) != std::string::npos; });
}

Following::Following(FeedFixture& log, store::KeyValueStore& store, bool accepts_loss) {
  model = ReadModel::open(store, clock, {}).value();
  FeedConfig config = feed_config(log.names, log.names.log(), log.stages, 1);
  config.accepts_loss = accepts_loss;
  feed = std::make_unique<Feed>(log.client(), *model, std::move(config));
  recall = std::make_unique<Recall>(
      *model, RecallConfig{kStep, {}, [this](Partition partition) { return feed->waits_for(partition); }});
  thread_ = std::jthread([this](const std::stop_token& stop) {
    static_cast<void>(feed->run(stop));  // feed->failure() has its error
  });
}

bool Following::follow() {
  const auto followed = feed->follow(kFollowMax, std::stop_token());
  REQUIRE(followed.ok());
  REQUIRE((*followed || feed->failure()));
  return *followed;
}

std::vector<std::string> Following::wait_until_it_waits(std::int64_t step_ms) {
  for (int step = 0; step < kStepsMax && feed->waits_for(Partition{0}).empty(); ++step) {
    clock.advance_ms(step_ms);
    REQUIRE(feed->follow(kStep, std::stop_token()).ok());
  }
  return feed->waits_for(Partition{0});
}

nlohmann::json Following::ask(nlohmann::json more) {
  const auto answer = recall->recall(request_of(std::move(more)).dump(), std::stop_token());
  REQUIRE_MESSAGE(answer.ok(), (answer.ok() ? std::string() : answer.error().message));
  return nlohmann::json::parse(*answer);
}

std::string Following::refusal(nlohmann::json more) {
  std::stop_source no_wait;  // for a turn: the clock stands still
  no_wait.request_stop();
  const auto answer = recall->recall(request_of(std::move(more)).dump(), no_wait.get_token());
  REQUIRE_FALSE(answer.ok());
  return answer.error().code + ": " + answer.error().message;
}

nlohmann::json Following::numbers() {
  std::vector<int> numbers;
  const nlohmann::json answer = ask();
  for (const nlohmann::json& result : answer.at("results")) {
    const std::string text = result.at("text");
    if (text.starts_with("number ")) {
      numbers.push_back(std::stoi(text.substr(7)));
    }
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace turnstream::recall
