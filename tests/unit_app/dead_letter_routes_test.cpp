#include "app/dead_letters/dead_letter_routes.h"

#include <array>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/log_access/topic_specs.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/settings/load.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::int32_t kRoutePartitions = 2;

/// A topic of dead letters on an embedded log in memory, whose clock the test moves.
class Letters {
 public:
  Letters() {
    topic_ = model::TopicNames(context_.settings().topics.name_space).dead_letters();
    log::TopicSpec spec;
    spec.name = topic_;
    spec.partitions = kRoutePartitions;
    REQUIRE(client_->admin().create_topics(std::array{spec}, kTimeout).ok());
    auto made = client_->make_producer("test");
    REQUIRE(made.ok());
    producer_ = std::move(*made);
  }

  /// A letter one second after the one before it.
  void add(std::int32_t partition, int number, const std::string& bytes = "refused bytes") {
    clock_.advance_ms(1'000);
    codec::DeadLetter letter;
    letter.stage = "intake";
    letter.reason = "schema";
    letter.message = "letter " + std::to_string(number);
    letter.pointer = "/duration_ms";
    letter.rule = "minimum 0";
    letter.topic = "turns";
    letter.partition = Partition{partition};
    letter.offset = Offset{number};
    letter.persona_id = number % 2 == 0 ? std::optional<std::string>("helper") : std::nullopt;
    const auto headers = codec::dead_letter_headers(letter);
    std::vector<log::Header> views;
    for (const auto& [name, value] : headers) {
      views.push_back({name, value});
    }
    REQUIRE(producer_->produce({topic_, Partition{partition}, std::nullopt, bytes, views}).ok());
    REQUIRE(producer_->flush(kTimeout).ok());
  }
  HttpAnswer get(const HttpQuery& query = {}) {
    HttpRequest request;
    request.method = "GET";
    request.query = query;
    return routes_.routes().front().handler(request);
  }
  Json list(const HttpQuery& query = {}) {
    const HttpAnswer answer = get(query);
    REQUIRE(answer.status == 200);
    return Json::parse(answer.body);
  }
  Result<NewestLetters> find(std::size_t count, std::size_t bytes_max) {
    return find_newest_letters(*client_, {topic_, count, kTimeout, bytes_max});
  }

 private:
  std::istringstream in_;
  std::ostringstream out_;
  const Surroundings surroundings_{in_, out_, out_, {}, false};
  const StageCatalog catalog_;
  const settings::Loaded loaded_;
  const Context context_{loaded_, catalog_, surroundings_, out_, out_};
  ManualClock clock_{SystemClock().wall_now()};
  log::embedded::Cluster cluster_{clock_};
  std::unique_ptr<log::Client> client_ = log::embedded::make_client(cluster_);
  DeadLetterRoutes routes_{context_, *client_};
  std::string topic_;
  std::unique_ptr<log::Producer> producer_;
};

std::vector<std::string> messages_of(const Json& list) {
  std::vector<std::string> messages;
  for (const Json& letter : list.at("dead_letters")) {
    messages.push_back(letter.at("message"));
  }
  return messages;
}

TEST_CASE("the newest dead letters of all partitions come first and without their bytes") {
  Letters letters;
  for (int number = 0; number < 7; ++number) {
    letters.add(number % kRoutePartitions, number);
  }
  const Json list = letters.list({{"limit", "3"}});
  CHECK(messages_of(list) == std::vector<std::string>{"letter 6", "letter 5", "letter 4"});
  CHECK(list.at("cut") == false);
  const Json& first = list.at("dead_letters").at(0);
  CHECK(first.at("stage") == "intake");
  CHECK(first.at("code") == "schema");
  CHECK(first.at("pointer") == "/duration_ms");
  CHECK(first.at("rule") == "minimum 0");
  CHECK(first.at("persona_id") == "helper");
  CHECK(first.at("turn_id").is_null());
  CHECK(first.at("source") == Json{{"topic", "turns"}, {"partition", 0}, {"offset", 6}});
  CHECK(first.at("place").at("offset") == 3);
  CHECK(list.at("dead_letters").at(1).at("persona_id").is_null());
  CHECK(letters.get().body.find("refused bytes") == std::string::npos);
  CHECK(messages_of(letters.list()).size() == 7);
}

TEST_CASE("more letters than the first stretch has are found further back") {
  Letters letters;
  for (int number = 0; number < 90; ++number) {
    letters.add(0, number);
  }
  CHECK(messages_of(letters.list({{"limit", "1"}})) == std::vector<std::string>{"letter 89"});
  CHECK(messages_of(letters.list({{"limit", "80"}})).back() == "letter 10");
  CHECK(messages_of(letters.list({{"limit", "100"}})).size() == 90);
}

TEST_CASE("a limit that is not from 1 to 100 is refused and an empty topic has an empty list") {
  Letters letters;
  for (const char* limit : {"0", "101", "-1", "five", "", "1.5"}) {
    CHECK(letters.get({{"limit", limit}}).status == 400);
  }
  CHECK(letters.list() == Json{{"dead_letters", Json::array()}, {"cut", false}});
}

TEST_CASE("reading ends at the bound of bytes and the answer says so") {
  Letters letters;
  for (int number = 0; number < 40; ++number) {
    letters.add(0, number, std::string(10'000, 'x'));
  }
  const auto found = letters.find(30, 50'000);
  REQUIRE(found.ok());
  CHECK(found->is_cut);
  CHECK(found->letters.size() < 30);
  REQUIRE_FALSE(found->letters.empty());
  CHECK(found->letters.front().letter.message == "letter 39");
  const auto all = letters.find(30, 1'000'000);
  REQUIRE(all.ok());
  CHECK_FALSE(all->is_cut);
  CHECK(all->letters.size() == 30);
  CHECK(all->letters.back().letter.message == "letter 10");
}

}  // namespace
}  // namespace turnstream::app
