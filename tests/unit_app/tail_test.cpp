#include <doctest/doctest.h>

#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

TEST_CASE("tail shows the last records of a persona wherever in the topic they are") {
  ProgramFixture program;
  const auto publish = [&](const std::string& lines) {
    const Outcome sent = program.run_in("s", {"publish", "--set", "topics.partitions=1"}, lines);
    REQUIRE(sent.exit == 0);
  };
  const auto generated = [&](const char* count, const char* seed) {
    return program.run({"generate", "--personas", "1", "--turns", count, "--seed", seed, "--quiet"}).out;
  };
  const auto renamed = [](std::string lines, const std::string& to) {
    const std::string member = R"("agent_id":")";
    for (std::size_t at = 0; (at = lines.find(member, at)) != std::string::npos; at += member.size()) {
      lines.replace(at + member.size(), lines.find('"', at + member.size()) - at - member.size(), to);
    }
    return lines;
  };
  publish(renamed(generated("12", "1"), "rare"));
  publish(renamed(generated("1500", "2"), "busy"));
  const Outcome rare = program.run_in("s", {"tail", "turns", "--persona", "rare", "--json"});
  CHECK(rare.exit == 0);
  const std::vector<std::string> lines = lines_of(rare.out);
  REQUIRE(lines.size() == 10);
  CHECK(lines.front().find(R"("offset":2,)") != std::string::npos);
  CHECK(lines.back().find(R"("offset":11,)") != std::string::npos);
  CHECK(lines_of(program.run_in("s", {"tail", "turns", "--persona", "busy", "--json"}).out).size() == 10);
  CHECK(lines_of(program.run_in("s", {"tail", "turns", "--persona", "rare", "--from-beginning", "--raw"}).out).size() ==
        12);
  CHECK(program.run_in("s", {"tail", "turns", "--persona", "nobody"}).out.empty());
}

}  // namespace
}  // namespace turnstream::app
