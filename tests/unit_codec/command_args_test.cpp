#include "pipeline/codec/command_args.h"

#include <doctest/doctest.h>

using turnstream::codec::parse_access_args;
using turnstream::codec::parse_forget_args;

TEST_CASE("a forget command names ids or a session or all memory") {
  const auto forget = parse_forget_args(
      R"({"kind":"forget","command_id":"01J","persona_id":"p","args":{"ids":["a","b"],"session_id":"s","all":true,"block":true,"x":1}})");
  REQUIRE(forget.ok());
  CHECK(forget->ids == std::vector<std::string>{"a", "b"});
  CHECK(forget->session_id == "s");
  CHECK(forget->all);
  CHECK(forget->block);
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
