#include "tests/bench/recall/served.h"

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "pipeline/log/embedded/socket/socket_client.h"
#include "tests/bench/pacer.h"
#include "tests/bench/recall/history.h"
#include "tests/bench/recall/http_connection.h"
#include "tests/bench/recall/samples.h"
#include "tests/bench/recall/turn_maker.h"

namespace turnstream::bench {
namespace {

using Json = nlohmann::json;

constexpr std::chrono::milliseconds kFlush{60'000};
constexpr std::int64_t kQuestionSeed = 100;

/// Publishes the turns of the persona that come next.
class Publisher {
 public:
  static Result<std::unique_ptr<Publisher>> open(const Texts& texts, const ServedConfig& config) {
    std::unique_ptr<Publisher> publisher(new Publisher(texts));
    for (std::int64_t i = 0; i < config.turns_before; ++i) {
      publisher->maker_.next();
    }
    TS_ASSIGN_OR_RETURN(publisher->client_, log::embedded::connect(config.log_socket));
    TS_ASSIGN_OR_RETURN(publisher->producer_, publisher->client_->make_producer("recall_bench"));
    return publisher;
  }

  MadeTurn next() { return maker_.next(); }
  /// Returns when the log has the turn.
  Status publish(const MadeTurn& turn) {
    TS_RETURN_IF_ERROR(producer_->produce({"turns", Partition{0}, persona_name(0), turn.json, {}}));
    return producer_->flush(kFlush);
  }

 private:
  explicit Publisher(const Texts& texts) : maker_(texts, persona_name(0), 1) {}

  TurnMaker maker_;
  std::unique_ptr<log::Client> client_;
  std::unique_ptr<log::Producer> producer_;
};

Status ask_until(const std::stop_token& stop, const Texts& texts, const ServedConfig& config, int thread,
                 Samples& samples) {
  const SystemClock clock;
  app::Random random(static_cast<std::uint64_t>(kQuestionSeed + thread));
  TS_ASSIGN_OR_RETURN(HttpConnection connection, HttpConnection::open(config.port));
  Pacer pacer(clock, std::max(config.questions_per_s, 1));
  for (std::int64_t i = 0; !stop.stop_requested(); ++i) {
    const Json body{{"persona_id", persona_name(0)}, {"query", texts.question(random)}, {"count", false}};
    const std::string text = body.dump();
    if (config.questions_per_s > 0) {
      pacer.wait_for(i);
    }
    const std::int64_t before = clock.monotonic_now().value();
    TS_ASSIGN_OR_RETURN(const std::string answer, connection.post("/v1/recall", text));
    samples.add(clock.monotonic_now().value() - before);
  }
  return {};
}

bool has_turn(const std::string& answer, const std::string& turn) {
  const Json parsed = Json::parse(answer);
  for (const Json& result : parsed.at("results")) {
    if (result.contains("provenance") && result["provenance"].value("turn_id", "") == turn) {
      return true;
    }
  }
  return false;
}

}  // namespace

Result<Json> measure_http(const Texts& texts, const ServedConfig& config) {
  const SystemClock clock;
  TS_ASSIGN_OR_RETURN(const auto publisher, Publisher::open(texts, config));
  std::vector<Samples> samples(static_cast<std::size_t>(config.threads));
  std::vector<Status> ends(samples.size());
  std::int64_t published = 0;
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      threads.emplace_back([&, i](const std::stop_token& stop) {
        ends[i] = ask_until(stop, texts, config, static_cast<int>(i), samples[i]);
      });
    }
    const int rate = std::max(config.rate, 1);
    Pacer pacer(clock, rate);
    for (std::int64_t i = 0; i < std::int64_t{rate} * config.seconds; ++i) {
      pacer.wait_for(i);
      if (config.rate > 0) {
        TS_RETURN_IF_ERROR(publisher->publish(publisher->next()));
        ++published;
      }
    }
  }
  Samples all;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    TS_RETURN_IF_ERROR(ends[i]);
    all.add(samples[i]);
  }
  return Json{{"questions_ms", all.json()}, {"published", published}, {"seconds", config.seconds}};
}

Result<Json> measure_fresh(const Texts& texts, const ServedConfig& config) {
  const SystemClock clock;
  TS_ASSIGN_OR_RETURN(const auto publisher, Publisher::open(texts, config));
  TS_ASSIGN_OR_RETURN(HttpConnection connection, HttpConnection::open(config.port));
  Samples stored;
  Samples recallable;
  Pacer pacer(clock, config.rate);
  for (std::int64_t i = 0; i < config.samples; ++i) {
    const MadeTurn turn = publisher->next();
    const Json sent = Json::parse(turn.json);
    const Json body{{"persona_id", persona_name(0)}, {"kinds", {"message"}}, {"session_id", sent.at("session_id")},
                    {"after_turn", turn.id},         {"limit", 100},         {"count", false}};
    const std::string text = body.dump();
    pacer.wait_for(i);
    const std::int64_t before = clock.monotonic_now().value();
    TS_RETURN_IF_ERROR(publisher->publish(turn));
    stored.add(clock.monotonic_now().value() - before);
    TS_ASSIGN_OR_RETURN(const std::string answer, connection.post("/v1/recall", text));
    recallable.add(clock.monotonic_now().value() - before);
    if (!has_turn(answer, turn.id)) {
      return make_error(error_codes::kBadQuery, Reaction::kStopProcess,
                        "Turn " + turn.id + " is not in the answer that waited for it.");
    }
  }
  return Json{{"stored_ms", stored.json()}, {"recallable_ms", recallable.json()}};
}

}  // namespace turnstream::bench
