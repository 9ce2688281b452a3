#include "app/posting/turn_routes.h"

#include <algorithm>
#include <atomic>
#include <doctest/doctest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>

#include "app/log_access/topic_specs.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/settings/load.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr const char* kTurnText =
    R"({"agent_id":"helper","timestamp":"2026-01-01T10:00:00Z","turn_data":{"user_input":"Hi","assistant_response":"Hello."}})";
constexpr const char* kNamedTurnText =
    R"({ "turn_id" : "01JGFJJZ00000000000000000A","agent_id":"helper","timestamp":"2026-01-01T10:00:00Z",
 "turn_data":{"user_input":"Hi","assistant_response":"Hello."}})";

/// The routes on an embedded log in memory. Its first `stores` records are stored; then its disk is full.
class Posting {
 public:
  explicit Posting(int stores = 1'000'000) : left_(stores) {
    cluster_.set_fault_hook([this](log::embedded::Operation operation, const std::string&) -> std::optional<Error> {
      if (operation == log::embedded::Operation::kProduce && left_-- <= 0) {
        return make_error("storage_failed", Reaction::kStopProcess, "the disk is full");
      }
      return std::nullopt;
    });
  }

  HttpAnswer post(const std::string& body, const HttpQuery& query = {}, bool has_lines = false) {
    const HttpRoutes routes = routes_.routes();
    REQUIRE(routes.size() == 1);
    HttpRequest request;
    request.method = "POST";
    request.path = routes.front().path;
    request.query = query;
    request.body = body;
    request.has_lines = has_lines;
    return routes.front().handler(request);
  }
  /// The personas that a token must cover for this body, as "helper of turn 0".
  std::vector<std::string> personas(const std::string& body, bool has_lines = false) {
    HttpRequest request;
    request.body = body;
    request.has_lines = has_lines;
    const HttpRoutes routes = routes_.routes();
    REQUIRE(routes.size() == 1);
    std::vector<std::string> named;
    for (const ConcernedPersona& persona : routes.front().personas(request)) {
      named.push_back(persona.id.value() + " of " + persona.where);
    }
    return named;
  }
  /// The values in the turns topic, by partition and offset.
  std::map<std::pair<std::int32_t, std::int64_t>, std::string> stored() {
    std::map<std::pair<std::int32_t, std::int64_t>, std::string> values;
    const auto reader = client_->make_reader("test");
    REQUIRE(reader.ok());
    std::vector<log::Position> all;
    for (std::int32_t p = 0; p < loaded_.settings.topics.partitions; ++p) {
      all.push_back({{"turns", Partition{p}}, NextOffset{0}});
    }
    if (!(*reader)->assign(all).ok()) {
      return values;  // nothing was sent, so the topic does not exist
    }
    for (std::size_t ends = 0; ends < all.size();) {
      const auto event = (*reader)->poll(log::milliseconds{1'000});
      REQUIRE(event.ok());
      if (const auto* record = std::get_if<log::Record>(&*event)) {
        values[{record->partition.value(), record->offset.value()}] = record->value.value_or("");
      }
      ends += std::holds_alternative<log::EndOfPartition>(*event) ? 1 : 0;
    }
    return values;
  }

 private:
  ProgramFixture home_;
  std::istringstream in_;
  std::ostringstream out_;
  const Surroundings surroundings_{in_, out_, out_, {}, false};
  const StageCatalog catalog_;
  const settings::Loaded loaded_;
  const Context context_{loaded_, catalog_, surroundings_, out_, out_};
  SystemClock clock_;
  std::atomic<int> left_;
  log::embedded::Cluster cluster_{clock_};
  std::unique_ptr<log::Client> client_ = log::embedded::make_client(cluster_);
  TurnRoutes routes_{context_, *client_, nullptr};
};

TEST_CASE("a posted turn is in the topic unchanged at the place that the answer names") {
  Posting posting;
  const HttpAnswer answer = posting.post(kNamedTurnText);
  CHECK(answer.status == 202);
  const Json turn = Json::parse(answer.body).at("turns").at(0);
  CHECK(turn.at("turn_id") == "01JGFJJZ00000000000000000A");
  CHECK(turn.at("persona_id") == "helper");
  CHECK(turn.at("topic") == "turns");
  CHECK(posting.stored().at({turn.at("partition"), turn.at("offset")}) == kNamedTurnText);
  CHECK(Json::parse(posting.post(kNamedTurnText).body).at("turns").at(0).at("offset") ==
        turn.at("offset").get<int>() + 1);
}

TEST_CASE("a turn may have a UUID in small letters and in capitals it is refused with the reason") {
  const std::string uuid = "0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6f";
  const auto named = [](const std::string& id) {
    return R"({"turn_id":")" + id + R"(",)" + std::string(kTurnText).substr(1);
  };
  Posting posting;
  const Json turn = Json::parse(posting.post(named(uuid)).body).at("turns").at(0);
  CHECK(turn.at("turn_id") == uuid);
  CHECK(posting.stored().at({turn.at("partition"), turn.at("offset")}) == named(uuid));
  const HttpAnswer answer = posting.post(named("0190F0A1-7C2E-7B3A-9F00-1A2B3C4D5E6F"));
  CHECK(answer.status == 422);
  const Json refusal = Json::parse(answer.body).at("refused").at(0);
  CHECK(refusal.at("pointer") == "/turn_id");
  CHECK(refusal.at("rule") == "pattern");
  CHECK(Json::parse(answer.body).at("detail").get<std::string>().find("small letters") != std::string::npos);
  CHECK(posting.stored().size() == 1);
}

TEST_CASE("a turn without an id gets one and keeps its other bytes") {
  Posting posting;
  const Json first = Json::parse(posting.post(kTurnText).body).at("turns").at(0);
  const Json second = Json::parse(posting.post(kTurnText).body).at("turns").at(0);
  CHECK(first.at("turn_id") != second.at("turn_id"));
  const std::string id = first.at("turn_id");
  CHECK(posting.stored().at({first.at("partition"), first.at("offset")}) ==
        R"({"turn_id":")" + id + R"(",)" + std::string(kTurnText).substr(1));
}

TEST_CASE("of several turns those in order are sent and the others are named by index and rule") {
  const std::string wrong = R"({"agent_id":"helper","timestamp":"2026-01-01T10:00:00Z"})";
  const std::string late = R"({"agent_id":"helper","timestamp":"2999-01-01T10:00:00Z",)" +
                           std::string(R"("turn_data":{"user_input":"","assistant_response":""}})");
  const std::string turn = kTurnText;
  const std::string array = "[" + turn + "," + wrong + ", 17 ," + late + ",\n" + turn + "]";
  const std::string lines = turn + "\n" + wrong + "\n17\n" + late + "\n \n" + turn + "\n";
  for (const bool has_lines : {false, true}) {
    Posting posting;
    const HttpAnswer answer = posting.post(has_lines ? lines : array, {}, has_lines);
    CHECK(answer.status == 202);
    const Json lists = Json::parse(answer.body);
    REQUIRE(lists.at("turns").size() == 2);
    CHECK(lists.at("turns").at(0).at("index") == 0);
    CHECK(lists.at("turns").at(1).at("index") == 4);
    REQUIRE(lists.at("refused").size() == 3);
    CHECK(lists.at("refused").at(0).at("index") == 1);
    CHECK(lists.at("refused").at(0).at("pointer") == "/turn_data");
    CHECK(lists.at("refused").at(0).at("rule") == "required");
    CHECK(lists.at("refused").at(1).at("index") == 2);
    CHECK(lists.at("refused").at(2).at("code") == "timestamp_in_future");
    CHECK(posting.stored().size() == 2);
  }
}

TEST_CASE("nothing is sent if no turn is in order") {
  Posting posting;
  for (const char* body : {"{}", "{ }", "[]x", "not json", R"([{"agent_id":""}])"}) {
    const HttpAnswer answer = posting.post(body);
    INFO(body);
    CHECK(answer.status == 422);
    CHECK(answer.content_type == "application/problem+json");
    CHECK(Json::parse(answer.body).at("refused").size() >= 1);
  }
  for (const std::string& body : {std::string(), std::string(" \n"), std::string("[]")}) {
    CHECK(posting.post(body).status == 400);
  }
  std::string many = kTurnText;
  for (std::size_t i = 0; i < kPostedTurnsMax; ++i) {
    many += "\n" + std::string(kTurnText);
  }
  CHECK(posting.post(many, {}, true).status == 400);
  CHECK(posting.post(kTurnText, {{"wait", "forever"}}).status == 400);
  CHECK(posting.post(kTurnText, {{"timeout_ms", "30001"}}).status == 400);
  CHECK(posting.post(kTurnText, {{"wait", "memory"}}).status == 400);
  CHECK(posting.stored().empty());
}

TEST_CASE("turns of which the log did not say whether it has them are named with their ids") {
  Posting posting(1);
  const HttpAnswer answer = posting.post(std::string(kTurnText) + "\n" + kTurnText, {}, true);
  CHECK(answer.status == 503);
  const Json lists = Json::parse(answer.body);
  CHECK(lists.at("turns").size() == 1);
  REQUIRE(lists.at("unknown").size() == 1);
  CHECK(lists.at("unknown").at(0).at("index") == 1);
  CHECK(lists.at("unknown").at(0).at("turn_id").get<std::string>().size() == 26);
  CHECK(lists.at("detail").get<std::string>().find("the disk is full") != std::string::npos);
}

/// kTurnText with another JSON value as its persona.
std::string turn_of_agent(const std::string& agent_id) {
  std::string turn = kTurnText;
  return turn.replace(turn.find("\"helper\""), std::string("\"helper\"").size(), agent_id);
}

TEST_CASE("a token must cover the personas of all turns in order") {
  using Personas = std::vector<std::string>;
  Posting posting;
  CHECK(posting.personas(kTurnText) == Personas{"helper of turn 0"});
  CHECK(posting.personas(kNamedTurnText) == Personas{"helper of turn 0"});
  const std::string ann = turn_of_agent(R"("ann")");
  const Personas both{"helper of turn 0", "ann of turn 2"};
  CHECK(posting.personas("[" + std::string(kTurnText) + ", 17 ,\n" + ann + "]") == both);
  CHECK(posting.personas(std::string(kTurnText) + "\n{\n" + ann + "\n", true) == both);
  CHECK(posting.personas(turn_of_agent(R"("\u0061nn")")) == Personas{"ann of turn 0"});
  // It is refused because of its time, and may be in order a moment later.
  std::string late = ann;
  CHECK(posting.personas(late.replace(late.find("2026"), 4, "2999")) == Personas{"ann of turn 0"});
}

TEST_CASE("a turn without one readable persona is refused and so concerns none") {
  Posting posting;
  for (const std::string& agent_id :
       {std::string("null"), std::string("7"), std::string("[]"), std::string(R"("")"),
        std::string(R"("helper","agent_id":"ann")"), std::string(R"("helper","agent_\u0069d":"ann")"),
        std::string(R"("\ud800")"), std::string("\"\xFF\"")}) {
    INFO(agent_id);
    CHECK(posting.personas(turn_of_agent(agent_id)).empty());
    CHECK(posting.post(turn_of_agent(agent_id)).status == 422);
  }
  const std::string without =
      R"({"timestamp":"2026-01-01T10:00:00Z","turn_data":{"user_input":"","assistant_response":""}})";
  CHECK(posting.personas(without).empty());
  CHECK(posting.post(without).status == 422);
  for (const char* body : {"", "[]", "not json", "[{}"}) {
    CHECK(posting.personas(body).empty());
    CHECK(posting.post(body).status >= 400);
  }
  CHECK(posting.stored().empty());
}

TEST_CASE("no damaged body sends a turn of a persona that the check did not see") {
  constexpr int kBodies = 600;
  const std::string pieces[] = {R"("agent_id":"bob",)",
                                R"("agent_id":)",
                                "null",
                                "{",
                                "}",
                                "[",
                                "]",
                                ",",
                                "\"",
                                "\\",
                                "\n",
                                "\xFF",
                                R"({"agent_id":"bob"})",
                                "ann",
                                "helper"};
  const std::string lines = std::string(kTurnText) + "\n" + turn_of_agent(R"("ann")") + "\n";
  const std::string array = "[" + std::string(kTurnText) + ",\n" + turn_of_agent(R"("ann")") + "]";
  Posting posting;
  std::mt19937 chance(20260101);
  const auto below = [&](std::size_t end) { return static_cast<std::size_t>(chance() % end); };
  int stored = 0;
  for (int i = 0; i < kBodies; ++i) {
    const bool has_lines = below(2) == 0;
    std::string damaged = has_lines ? lines : array;
    for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
      damaged.replace(below(damaged.size()), below(4), pieces[below(std::size(pieces))]);
    }
    const std::vector<std::string> seen = posting.personas(damaged, has_lines);
    const Json answer = Json::parse(posting.post(damaged, {}, has_lines).body);
    for (const Json& turn : answer.value("turns", Json::array())) {
      const std::string name =
          turn.at("persona_id").get<std::string>() + " of turn " + std::to_string(turn.at("index").get<int>());
      ++stored;
      CHECK_MESSAGE(std::find(seen.begin(), seen.end(), name) != seen.end(), name << " in " << damaged);
    }
  }
  CHECK(stored > 50);
}

}  // namespace
}  // namespace turnstream::app
