#include "app/data/locomo.h"

#include <cstdlib>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/data/read_file.h"
#include "pipeline/base/time_format.h"
#include "pipeline/codec/turn_parser.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

constexpr const char* kDataset = R"([{"sample_id":"conv-1","qa":[],"conversation":{
  "speaker_a":"Ann","speaker_b":"Bob",
  "session_1_date_time":"1:56 pm on 8 May, 2023",
  "session_1":[{"speaker":"Bob","dia_id":"D1:1","text":"Hello?"},
               {"speaker":"Ann","dia_id":"D1:2","text":"Look!","blip_caption":"a red kite"},
               {"speaker":"Bob","dia_id":"D1:3","text":"Nice."},
               {"speaker":"Ann","dia_id":"D1:4","text":"Bye"}],
  "session_2_date_time":"12:05 am on 9 May, 2023",
  "session_2":[{"speaker":"Ann","dia_id":"D2:1","text":"Still there?"}],
  "session_3_date_time":"1:00 pm on 10 May, 2023"}}])";

std::vector<nlohmann::json> converted(const std::string& dataset) {
  std::vector<nlohmann::json> turns;
  const Status status =
      convert_locomo(dataset, [&](const std::string& line) { turns.push_back(nlohmann::json::parse(line)); });
  REQUIRE(status.ok());
  return turns;
}

TEST_CASE("a message and its answer are one turn and any other message is a turn of its own") {
  const auto turns = converted(kDataset);
  REQUIRE(turns.size() == 4);
  CHECK(turns[0]["turn_data"]["user_input"] == "");
  CHECK(turns[0]["turn_data"]["assistant_response"] == "Hello?");
  CHECK(turns[1]["turn_data"]["user_input"] == "Look! [image: a red kite]");
  CHECK(turns[1]["turn_data"]["assistant_response"] == "Nice.");
  CHECK(turns[1]["dia_ids"] == nlohmann::json{"D1:2", "D1:3"});
  CHECK(turns[2]["turn_data"]["assistant_response"] == "");
  CHECK(turns[3]["dia_ids"] == nlohmann::json{"D2:1"});
}

TEST_CASE("a turn has its session and a minute for each message before it") {
  const auto turns = converted(kDataset);
  CHECK(turns[0]["agent_id"] == "conv-1");
  CHECK(turns[0]["session_id"] == "session_1");
  CHECK(turns[0]["timestamp"] == "2023-05-08T13:56:00.000Z");
  CHECK(turns[1]["timestamp"] == "2023-05-08T13:57:00.000Z");
  CHECK(turns[2]["timestamp"] == "2023-05-08T13:59:00.000Z");
  CHECK(turns[3]["timestamp"] == "2023-05-09T00:05:00.000Z");
  CHECK(turns[3]["session_id"] == "session_2");
}

TEST_CASE("dates are read and other texts are refused") {
  CHECK(format_time(parse_locomo_time("12:09 am on 13 September, 2023").value()) == "2023-09-13T00:09:00.000Z");
  CHECK(format_time(parse_locomo_time("12:30 pm on 29 February, 2024").value()) == "2024-02-29T12:30:00.000Z");
  for (const char* text : {"", "13:00 pm on 1 May, 2023", "1:60 pm on 1 May, 2023", "1:00 on 1 May, 2023",
                           "1:00 pm on 31 June, 2023", "1:00 pm on 1 Mai, 2023", "1:00 pm on 1 May, 2023 or so"}) {
    CHECK(!parse_locomo_time(text).has_value());
  }
}

TEST_CASE("a file in another form is refused with the place of the error") {
  const auto refusal = [](const std::string& text) {
    const Status status = convert_locomo(text, [](const std::string&) {});
    REQUIRE(!status.ok());
    CHECK(status.error().code == "input_refused");
    return status.error().pointer;
  };
  CHECK(refusal("nonsense").empty());
  CHECK(refusal("[{}]") == "/0");
  CHECK(refusal(R"([{"sample_id":"c","conversation":{"speaker_a":"A","speaker_b":"B","session_1":[]}}])") ==
        "/0/conversation/session_1");
  CHECK(refusal(R"([{"sample_id":"c","conversation":{"speaker_a":"A","speaker_b":"B",
                   "session_1_date_time":"1:00 pm on 1 May, 2023","session_1":[{"speaker":"C"}]}}])") ==
        "/0/conversation/session_1/0/speaker");
  ProgramFixture program;
  CHECK(program.run({"convert", "locomo", program.write_file("bad.json", "nonsense")}).exit == 3);
  CHECK(program.run({"convert", "locomo", program.path("absent.json")}).exit == 1);
}

TEST_CASE("the whole data set becomes valid turns") {
  const char* path = std::getenv("TURNSTREAM_LOCOMO");
  const Result<std::string> dataset = read_file(path != nullptr ? path : "");
  if (!dataset.ok()) {
    MESSAGE("SKIPPED: TURNSTREAM_LOCOMO names no LoCoMo file");
    return;
  }
  codec::TurnParser parser;
  std::size_t turns = 0;
  std::size_t messages = 0;
  const Status status = convert_locomo(*dataset, [&](const std::string& line) {
    const auto turn = parser.parse(line);
    CHECK_MESSAGE(turn.ok(), (turn.ok() ? "" : turn.error().message));
    messages += nlohmann::json::parse(line)["dia_ids"].size();
    ++turns;
  });
  CHECK(status.ok());
  CHECK(turns == 1'438);
  CHECK(messages == 2'760);
}

}  // namespace
}  // namespace turnstream::app
