#include "pipeline/codec/grant.h"

#include <array>
#include <doctest/doctest.h>

#include "pipeline/codec/insight.h"

namespace turnstream::codec {
namespace {

model::Grant sample_grant() {
  return {"helper", "teacher", {"type\"script", "b"}, {model::Domain::kCode, model::Domain::kSelf}, LogTime{0}};
}

model::Insight insight() {
  model::Insight made;
  made.id = "6aa893f3-339f-5b5c-b483-837417750f0d";
  made.persona_id = "helper";
  made.summary = "Prefers \"TypeScript\".";
  made.sources = {{"61e2e4d0-312c-5278-9766-75be294db30c", "turn1", "s1"}};
  return made;
}

std::string command(const std::string& args) {
  return R"({"kind":"share","command_id":"c","persona_id":"teacher","args":)" + args + "}";
}

}  // namespace

TEST_CASE("a grant is written in the order of its example") {
  std::string text;
  append_grant(text, sample_grant());
  CHECK(text == R"({"kind":"grant","id":"teacher","persona_id":"helper","tags":["type\"script","b"],)"
                R"("domains":["code","self"],"granted_at":"1970-01-01T00:00:00.000Z"})");
}

TEST_CASE("the arguments of share carry the whole insight and are read back") {
  const std::string args = share_args(insight(), sample_grant());
  std::string shown;
  append_insight(shown, insight());
  CHECK(args == R"({"insight":)" + shown + R"(,"source_persona_id":"helper","grant":{"tags":["type\"script","b"],)" +
                    R"("domains":["code","self"]}})");
  const auto read = parse_share_args(command(args));
  REQUIRE(read.ok());
  CHECK(read->insight == insight());
  CHECK(read->source_persona == "helper");
}

TEST_CASE("the arguments of unshare are read back") {
  const std::array<std::string, 2> ids{"a", "b\n"};
  const std::string args = unshare_args(ids, "helper");
  CHECK(args == R"({"ids":["a","b\n"],"source_persona_id":"helper"})");
  const auto read = parse_unshare_args(command(args));
  REQUIRE(read.ok());
  CHECK(read->ids == std::vector<std::string>(ids.begin(), ids.end()));
  CHECK(read->source_persona == "helper");
}

TEST_CASE("a share or an unshare that cannot be read is an error of that record") {
  const std::string whole = share_args(insight(), sample_grant());
  for (const std::string& args :
       {std::string("{}"), std::string("[]"), std::string(R"({"insight":{}})"),
        std::string(R"({"insight":{},"source_persona_id":"x"})"), whole.substr(0, whole.size() / 2)}) {
    CAPTURE(args);
    const auto share = parse_share_args(command(args));
    REQUIRE_FALSE(share.ok());
    CHECK(share.error().reaction == Reaction::kDeadLetter);
  }
  for (const char* args : {"{}", R"({"ids":[1],"source_persona_id":"x"})", R"({"ids":[]})"}) {
    CAPTURE(args);
    const auto unshare = parse_unshare_args(command(args));
    REQUIRE_FALSE(unshare.ok());
    CHECK(unshare.error().reaction == Reaction::kDeadLetter);
  }
}

}  // namespace turnstream::codec
