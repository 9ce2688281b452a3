#include <doctest/doctest.h>
#include <fstream>
#include <iterator>
#include <string>

#include "pipeline/base/sha256.h"
#include "stages/consolidation/metas/meta_reply.h"
#include "stages/consolidation/prompts/prompts.h"
#include "tests/source_folder.h"

namespace turnstream::consolidation {

TEST_CASE("each prompt is the one whose hash is written down for its version") {
  std::ifstream file(source_folder() + "/stages/consolidation/prompts/sha256.txt");
  std::string hash;
  std::string name;
  int found = 0;
  while (!(file >> hash >> name).fail()) {
    for (const Prompt& prompt : {meta_prompt(), topics_prompt(), discovery_prompt()}) {
      if (name == std::string(prompt.name) + ".txt") {
        ++found;
        CHECK(hash == to_hex(sha256(prompt.text)));
      }
    }
  }
  CHECK(found == 3);
}

TEST_CASE("docs/prompts.md shows each prompt as it is") {
  std::ifstream file(source_folder() + "/docs/prompts.md");
  const std::string page((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  for (const Prompt& prompt : {pass2_prompt(), flush_prompt(), meta_prompt(), topics_prompt(), discovery_prompt()}) {
    const std::string part = "## " + std::string(prompt.name) + "\n\n```\n" + std::string(prompt.text) + "```\n";
    CAPTURE(part);
    CHECK(page.find(part) != std::string::npos);
  }
}

TEST_CASE("metas are read in any of three forms and with text around them") {
  const std::string list = R"([{"indices":[2,0],"summary":"A \u0007 fact.","tags":["ONE","two"]}])";
  for (const std::string& text :
       {list, R"({"items":)" + list + "}", "Here: ```json\n{\"insights\":" + list + "}\n```"}) {
    CAPTURE(text);
    const MetaReply reply = read_meta_reply(text, 3);
    REQUIRE(reply.readable);
    REQUIRE(reply.metas.size() == 1);
    CHECK(reply.metas[0].indices == std::vector<std::size_t>{2, 0});
    CHECK(reply.metas[0].summary == "A fact.");
    CHECK(reply.metas[0].tags == std::vector<std::string>{"one", "two"});
  }
}

TEST_CASE("numbers out of range and twice and metas of one insight or without a summary are left out") {
  const MetaReply reply = read_meta_reply(
      R"([{"indices":[0,0,1,7,-1,"x",1.5],"summary":"a"},{"indices":[1],"summary":"b"},{"indices":[0,1],"summary":" "},)"
      R"({"indices":[0,9],"summary":"c"},{"summary":"d"},{"indices":{"0":1},"summary":"e"}])",
      3);
  REQUIRE(reply.metas.size() == 1);
  CHECK(reply.metas[0].indices == std::vector<std::size_t>{0, 1});
  CHECK(reply.out_of_range == 3);
}

TEST_CASE("a meta has at most sixteen sources and three hundred characters and an answer at most as many as insights") {
  std::string indices;
  for (int i = 0; i < 30; ++i) {
    indices += (i == 0 ? "" : ",") + std::to_string(i);
  }
  std::string list;
  for (int i = 0; i < 40; ++i) {
    list += std::string(i == 0 ? "" : ",") + R"({"indices":[)" + indices + R"(],"summary":")" + std::string(400, 'x') +
            R"("})";
  }
  const MetaReply reply = read_meta_reply("[" + list + "]", 30);
  REQUIRE(reply.metas.size() == 30);
  CHECK(reply.metas[0].indices.size() == 16);
  CHECK(reply.metas[0].summary.size() == 300);
}

TEST_CASE("an empty list says that no insights belong together and prose says nothing") {
  CHECK(read_meta_reply(R"({"insights":[]})", 3).readable);
  CHECK(read_meta_reply("[]", 3).metas.empty());
  for (const char* text : {"", "They have nothing in common.", "[1,2]", "{", R"({"summary":"x"})"}) {
    CAPTURE(text);
    CHECK_FALSE(read_meta_reply(text, 3).readable);
  }
}

}  // namespace turnstream::consolidation
