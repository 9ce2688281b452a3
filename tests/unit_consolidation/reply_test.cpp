#include "stages/consolidation/working/reply.h"

#include <doctest/doctest.h>
#include <fstream>
#include <string>

#include "pipeline/base/sha256.h"
#include "stages/consolidation/prompts/prompts.h"
#include "stages/consolidation/requests/reply_text.h"
#include "tests/source_folder.h"

namespace turnstream::consolidation {

TEST_CASE("a prompt that changed has a new version") {
  std::ifstream file(source_folder() + "/stages/consolidation/prompts/sha256.txt");
  std::string hash;
  std::string name;
  REQUIRE_FALSE((file >> hash >> name).fail());
  CHECK(name == std::string(pass2_prompt().name) + ".txt");
  CHECK(hash == to_hex(sha256(pass2_prompt().text)));
}

TEST_CASE("a summary is grounded if half of its content words stand in the source") {
  CHECK(is_grounded("Ann moved to Porto.", "In May Ann moved the archive to Porto."));
  CHECK_FALSE(is_grounded("Ann owns seven boats in Lisbon.", "In May Ann moved the archive to Porto."));
  CHECK_FALSE(is_grounded("...", "In May Ann moved the archive to Porto."));
}

TEST_CASE("a reply is cut and cleaned and of two verdicts about an entry the first counts") {
  const std::string text = R"(Sure! {"note":1} [{"index":0,"type":"insight","summary":"A\u0000\n b )" +
                           std::string(400, 'x') +
                           R"(","tags":["ONE","two","one","three","four","five","six",7],"confidence":7},)"
                           R"({"index":0,"type":"ephemeral"},{"index":-1},{"index":"x"}])";
  const Reply reply = read_reply(text, 2);
  REQUIRE(reply.readable);
  REQUIRE(reply.verdicts[0].has_value());
  CHECK_FALSE(reply.verdicts[0]->ephemeral);
  CHECK(reply.verdicts[0]->summary.rfind("A b", 0) == 0);
  CHECK(reply.verdicts[0]->summary.size() <= 300);
  CHECK(reply.verdicts[0]->tags == std::vector<std::string>{"one", "two", "three", "four", "five"});
  CHECK_FALSE(reply.verdicts[0]->confidence.has_value());
  CHECK_FALSE(reply.verdicts[1].has_value());
  CHECK(reply.out_of_range == 1);
  CHECK_FALSE(read_reply(std::string(60'000, '['), 1).readable);
  CHECK_FALSE(read_reply("{\"items\": 7}", 1).readable);
}

}  // namespace turnstream::consolidation
