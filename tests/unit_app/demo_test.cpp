#include <doctest/doctest.h>
#include <map>
#include <nlohmann/json.hpp>

#include "app/data/read_file.h"
#include "app/demo/demo_turns.h"
#include "app/own_stages.h"
#include "pipeline/codec/turn_parser.h"
#include "pipeline/json/document.h"
#include "tests/source_folder.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

TEST_CASE("the sample turns in the program are those of the file") {
  const std::string file = read_file(source_folder() + "/docs/examples/demo_turns.ndjson").value();
  const std::vector<std::string> lines = lines_of(file);
  REQUIRE(lines.size() == demo_turns().size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CHECK(lines[i] == demo_turns()[i]);
  }
}

TEST_CASE("all sample turns but one are valid") {
  codec::TurnParser parser;
  std::map<std::string, int> personas;
  std::string refused;
  for (const std::string_view line : demo_turns()) {
    const auto turn = parser.parse(line);
    if (turn.ok()) {
      ++personas[std::string((*turn)->agent_id)];
    } else {
      refused += turn.error().pointer;
    }
  }
  CHECK(refused == "/goal_updates/0/progress");
  CHECK(personas["scout"] + personas["juno"] == 65);
  CHECK(personas.size() == 2);
}

TEST_CASE("the demonstration runs the whole pipeline and prints its results") {
  ProgramFixture program;
  const Outcome outcome = program.run({"demo"});
  INFO(outcome.err);
  CHECK(outcome.exit == 0);
  CHECK(outcome.out.find("episodic: 65 turns succeeded") != std::string::npos);
  for (const std::string_view told :
       {"one of them:", "tool: read_file", "intake refused the turn at turns[0]@",
        "/goal_updates/0/progress must be at most 1. It is 1.2.", "bytes are kept unchanged",
        "a crash: ", "equal: no turn was lost or processed twice"}) {
    CAPTURE(told);
    CHECK(outcome.out.find(told) != std::string::npos);
  }
}

TEST_CASE("the demonstration can report its results as one JSON document") {
  ProgramFixture program;
  program.use_stages(own_stages());
  const Outcome outcome = program.run({"demo", "--json"});
  CHECK(outcome.exit == 0);
  REQUIRE(lines_of(outcome.out).size() == 1);
  const auto told = json::parse_document(outcome.out);
  REQUIRE(told.is_object());
  CHECK(told["turns"] == demo_turns().size());
  CHECK(told["stages"]["episodic"]["turns"]["succeeded"] == 65);
  CHECK(told["stages"]["semantic"]["stored"]["fact"].get<int>() > 0);
  REQUIRE(told["dead_letters"].size() == 1);
  CHECK(told["dead_letters"][0]["pointer"] == "/goal_updates/0/progress");
  CHECK(told["recovery"]["equal"] == true);
  REQUIRE(!told["memories"].empty());
  CHECK(told["memories"][0]["source"]["pointer"].is_string());
  for (const char* part : {"insights", "merge", "topic", "daily", "restore", "forget"}) {
    CAPTURE(part);
    CHECK(!told.value(part, nlohmann::json()).empty());
  }
  CHECK(told["insights"][0]["sources"][0]["turn"]["topic"] == "turns");
  CHECK(told["merge"]["sources"].size() == 2);
  CHECK(told["restore"]["item"]["tier"] == "long_term");
  CHECK(told["forget"]["sum"].get<int>() > 0);
}

}  // namespace
}  // namespace turnstream::app
