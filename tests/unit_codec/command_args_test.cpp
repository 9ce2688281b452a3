#include "pipeline/codec/command_args.h"

#include <doctest/doctest.h>

using turnstream::codec::parse_access_args;
using turnstream::codec::parse_forget_args;
using turnstream::codec::parse_grant_args;
using turnstream::codec::parse_sweep_args;
using turnstream::model::SweepPass;

TEST_CASE("a forget command names ids or a session or all memory") {
  const auto forget = parse_forget_args(
      R"({"kind":"forget","command_id":"01J","persona_id":"p","args":{"ids":["a","b"],"session_id":"s","all":true,"block":true,"x":1}})");
  REQUIRE(forget.ok());
  CHECK(forget->ids == std::vector<std::string>{"a", "b"});
  CHECK(forget->session_id == "s");
  CHECK(forget->all);
  CHECK(forget->block);
}

TEST_CASE("a UUID in capitals means the memory or turn with that UUID and a ULID stays as it is") {
  const auto forget = parse_forget_args(
      R"({"args":{"ids":["61E2E4D0-312C-5278-9766-75BE294DB30C","61E2e4d0-312c-5278-9766-75be294db30c#user",)"
      R"("01JGFJJZ00000000000000000A","01jgfjjz00000000000000000a","0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6f"]}})");
  REQUIRE(forget.ok());
  CHECK(forget->ids == std::vector<std::string>{"61e2e4d0-312c-5278-9766-75be294db30c",
                                                "61e2e4d0-312c-5278-9766-75be294db30c", "01JGFJJZ00000000000000000A",
                                                "01jgfjjz00000000000000000a", "0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6f"});
}

TEST_CASE("the id of a message of a turn with a UUID means the item") {
  const std::string item = "61e2e4d0-312c-5278-9766-75be294db30c";
  const auto forget =
      parse_forget_args(R"({"args":{"ids":[")" + item + R"(@0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6f#assistant"]}})");
  REQUIRE(forget.ok());
  CHECK(forget->ids == std::vector<std::string>{item});
}

TEST_CASE("a missing argument of a command has its default") {
  const auto forget = parse_forget_args(R"({"args":{"session_id":null}})");
  REQUIRE(forget.ok());
  CHECK(forget->ids.empty());
  CHECK_FALSE(forget->session_id.has_value());
  CHECK_FALSE(forget->all);
  const auto access = parse_access_args(R"({"args":{"ids":["a","b"],"counts":[3]}})");
  REQUIRE(access.ok());
  CHECK(access->counts == std::vector<std::pair<std::string, std::int64_t>>{{"a", 3}, {"b", 1}});
}

TEST_CASE("a count of accesses is read in each spelling that intake accepts") {
  const auto access =
      parse_access_args(R"({"args":{"ids":["a","b","c","d","e"],"counts":[3.0,1e3,1e15,1000000000000000,-0.0]}})");
  REQUIRE(access.ok());
  CHECK(access->counts ==
        std::vector<std::pair<std::string, std::int64_t>>{
            {"a", 3}, {"b", 1000}, {"c", 1'000'000'000'000'000}, {"d", 1'000'000'000'000'000}, {"e", 0}});
  for (const std::string count : {"2.5", "-3.0", "1e16", "\"3\"", "null", "true", "[3]"}) {
    CAPTURE(count);
    const auto refused = parse_access_args(R"({"args":{"ids":["a"],"counts":[)" + count + "]}}");
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().pointer == "/args/counts");
  }
}

TEST_CASE("an item and its messages in one access command are one access to it") {
  const std::string item = "61e2e4d0-312c-5278-9766-75be294db30c";
  const auto counts_of = [&](const std::string& ids, const std::string& counts) {
    std::string args = ids;
    for (auto at = args.find('X'); at != std::string::npos; at = args.find('X')) {
      args.replace(at, 1, item);
    }
    const auto access = parse_access_args(R"({"args":{"ids":[)" + args + R"(],"counts":[)" + counts + "]}}");
    REQUIRE(access.ok());
    return access->counts;
  };
  using Counts = std::vector<std::pair<std::string, std::int64_t>>;
  CHECK(counts_of(R"("X#user","X#assistant")", "") == Counts{{item, 1}});
  CHECK(counts_of(R"("X#user","a","X@turn#assistant","X#user")", "2,1,5,3") == Counts{{item, 5}, {"a", 1}});
  CHECK(counts_of(R"("X","X#user")", "") == Counts{{item, 1}});
  CHECK(counts_of(R"("X#user","X")", "1,4") == Counts{{item, 4}});
  CHECK(counts_of(R"("X","X")", "2,3") == Counts{{item, 2}, {item, 3}});
}

TEST_CASE("a command with a wrong argument is refused with a pointer to the argument") {
  CHECK(parse_forget_args("nonsense").error().code == "bad_command");
  CHECK(parse_forget_args(R"({})").error().pointer == "/args");
  CHECK(parse_forget_args(R"({"args":{"ids":"a"}})").error().pointer == "/args/ids");
  CHECK(parse_forget_args(R"({"args":{"ids":[1]}})").error().pointer == "/args/ids");
  CHECK(parse_forget_args(R"({"args":{"session_id":1}})").error().pointer == "/args/session_id");
  CHECK(parse_forget_args(R"({"args":{"all":1}})").error().pointer == "/args/all");
  CHECK(parse_access_args(R"({"args":{"ids":["a"],"counts":[-1]}})").error().pointer == "/args/counts");
  CHECK(parse_access_args(R"({"args":{"ids":["a"],"counts":["1"]}})").error().reaction ==
        turnstream::Reaction::kDeadLetter);
}

TEST_CASE("a sweep names its passes and the time from which it takes memories") {
  const auto sweep = parse_sweep_args(R"({"args":{"passes":["flush","verify"],"since":"2026-01-01T00:00:00+01:00"}})");
  REQUIRE(sweep.ok());
  CHECK(sweep->passes == std::vector{SweepPass::kFlush, SweepPass::kVerify});
  CHECK(sweep->has(SweepPass::kFlush));
  CHECK_FALSE(sweep->has(SweepPass::kTopics));
  CHECK(sweep->since == turnstream::LogTime{1'767'222'000'000});
}

TEST_CASE("a sweep without passes consolidates and distils topics and verifies") {
  for (const auto* args : {R"({"args":{}})", R"({"args":{"passes":null,"since":null}})", R"({"args":{"passes":[]}})"}) {
    const auto sweep = parse_sweep_args(args);
    REQUIRE(sweep.ok());
    CHECK(sweep->passes == std::vector{SweepPass::kConsolidate, SweepPass::kTopics, SweepPass::kVerify});
    CHECK_FALSE(sweep->since.has_value());
  }
}

TEST_CASE("a grant names a target with tags and domains") {
  const auto grant = parse_grant_args(R"({"args":{"target":"teacher","tags":["x","y"],"domains":["code"]}})");
  REQUIRE(grant.ok());
  CHECK(grant->target == "teacher");
  CHECK(grant->tags == std::vector<std::string>{"x", "y"});
  CHECK(grant->domains == std::vector<std::string>{"code"});
  CHECK(parse_grant_args(R"({"args":{"target":"teacher"}})")->tags.empty());
  CHECK(parse_grant_args(R"({"args":{}})").error().pointer == "/args/target");
  CHECK(parse_grant_args(R"({"args":{"target":"t","tags":[1]}})").error().pointer == "/args/tags");
  CHECK(parse_sweep_args(R"({"args":{"passes":["all"]}})").error().pointer == "/args/passes");
  CHECK(parse_sweep_args(R"({"args":{"since":"yesterday"}})").error().pointer == "/args/since");
}
