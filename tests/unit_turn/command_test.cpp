#include "pipeline/codec/command.h"

#include <doctest/doctest.h>
#include <string>

#include "pipeline/codec/effect_result.h"
#include "pipeline/codec/tick.h"

namespace turnstream::codec {
namespace {

std::string command(std::string_view kind, std::string_view persona, std::string_view args) {
  return R"({"kind":")" + std::string(kind) + R"(","command_id":"c1","persona_id":)" + std::string(persona) +
         R"(,"issued_by":"cli:ann","issued_at":"2026-01-01T10:00:00Z","caused_by":null,"args":)" + std::string(args) +
         "}";
}

void check_refused(const Error& error, std::string_view code, std::string_view pointer) {
  CHECK_EQ(error.code, code);
  CHECK_EQ(error.pointer, pointer);
  CHECK_EQ(error.reaction, Reaction::kDeadLetter);
  CHECK_FALSE(error.message.empty());
}

void refuse_command(const std::string& text, std::string_view code, std::string_view pointer) {
  CommandParser parser;
  const auto result = parser.parse(text);
  CAPTURE(text);
  REQUIRE_FALSE(result.ok());
  check_refused(result.error(), code, pointer);
}

TEST_SUITE("CommandParser") {
  TEST_CASE("every kind of command is read with its arguments") {
    const std::string forget = R"({"ids":["a"],"session_id":null,"all":false,"block":false})";
    const std::string redrive =
        R"({"stage":"semantic","turn_id":"t","dead_letter":"{}","source_topic":"turns","source_partition":0,)"
        R"("source_offset":17,"upstream":[{"stage":"episodic","parts":["{}"]}]})";
    const std::string forget_all = R"({"all":true,"confirm":"helper"})";
    const std::vector<std::pair<std::string, std::string>> kinds = {
        {"forget", forget},
        {"forget", forget_all},
        {"unforget", R"({"ids":[],"all":true})"},
        {"sweep", R"({"passes":["flush","verify"],"since":"2026-01-01T00:00:00Z"})"},
        {"sweep", R"({"passes":null,"since":null})"},
        {"access", R"({"ids":["a","b"],"counts":[1,2]})"},
        {"grant", R"({"target":"teacher","tags":["x"],"domains":["code"]})"},
        {"revoke", R"({"target":"teacher"})"},
        {"redrive", redrive},
        {"share", R"({"insight":{"id":"a"},"source_persona_id":"helper","grant":null})"},
        {"unshare", R"({"ids":["a"],"source_persona_id":"helper"})"},
    };
    CommandParser parser;
    for (const auto& one : kinds) {
      const std::string& kind = one.first;
      const std::string& args = one.second;
      const auto result = parser.parse(command(kind, "\"helper\"", args));
      CAPTURE(kind);
      REQUIRE(result.ok());
      CHECK_EQ(name_of((*result)->kind), kind);
      CHECK_EQ((*result)->persona_id.value(), "helper");
      CHECK_EQ((*result)->args_json, args);
      CHECK_EQ((*result)->issued_by.value(), "cli:ann");
      CHECK_EQ((*result)->issued_at.value(), EventTime{1'767'261'600'000});
    }
  }

  TEST_CASE("settings and ticks are for a partition and have no persona") {
    CommandParser parser;
    const auto settings = parser.parse(command("settings", "null", R"({"values":{"memory":{}}})"));
    REQUIRE(settings.ok());
    CHECK_FALSE((*settings)->persona_id.has_value());
    const auto tick = parser.parse(R"({"kind":"tick","command_id":"c","args":{"time":"2026-01-01T10:00:30Z"}})");
    REQUIRE(tick.ok());
    CHECK_EQ((*tick)->kept.time.value(), EventTime{1'767'261'630'000});
    refuse_command(command("settings", "\"helper\"", R"({"values":{}})"), "schema", "/persona_id");
    refuse_command(command("tick", "null", "{}"), "schema", "/args/time");
  }

  TEST_CASE("an unknown kind and a broken command are refused with different codes") {
    refuse_command(command("explode", "\"helper\"", "{}"), "unknown_command", "/kind");
    refuse_command(command("forget", "null", "{}"), "schema", "/persona_id");
    refuse_command(R"({"kind":"forget","command_id":"c","args":{}})", "schema", "/persona_id");
    refuse_command(R"({"command_id":"c"})", "schema", "/kind");
    refuse_command(R"({"kind":5})", "schema", "/kind");
    refuse_command(command("forget", "\"helper\"", R"({"ids":"a"})"), "schema", "/args/ids");
    refuse_command(command("access", "\"helper\"", R"({"ids":["a"],"counts":[-1]})"), "schema", "/args/counts/0");
    refuse_command(command("redrive", "\"helper\"", R"({"stage":"x","turn_id":"t"})"), "schema", "/args/dead_letter");
    refuse_command(command("forget", "\"helper\"", R"({"all":true})"), "schema", "/args/confirm");
    refuse_command(command("forget", "\"helper\"", R"({"all":true,"confirm":7})"), "schema", "/args/confirm");
    refuse_command(command("redrive", "\"helper\"",
                           R"({"stage":"x","turn_id":"t","dead_letter":"","upstream":[{"stage":"y","parts":[{}]}]})"),
                   "schema", "/args/upstream/0/parts/0");
    refuse_command(command("sweep", "\"helper\"", R"({"passes":3})"), "schema", "/args/passes");
    refuse_command(command("sweep", "\"helper\"", R"({"passes":["flush","x"]})"), "schema", "/args/passes/1");
    refuse_command(command("share", "\"helper\"", R"({"insight":{}})"), "schema", "/args/source_persona_id");
    refuse_command("nonsense", "invalid_json", "");
    refuse_command("\xFF", "invalid_utf8", "");
  }

  TEST_CASE("a count of accesses that no stage could take is refused with its place") {
    for (const std::string count : {"2.5", "-1", "-3.0", "1e16", "1000000000000001", "\"3\"", "null", "true", "[3]"}) {
      refuse_command(command("access", "\"helper\"", R"({"ids":["a","b"],"counts":[3.0,)" + count + "]}"), "schema",
                     "/args/counts/1");
    }
    refuse_command(command("access", "\"helper\"", R"({"ids":["a"],"counts":3})"), "schema", "/args/counts");
    CommandParser parser;
    CHECK(parser.parse(command("access", "\"helper\"", R"({"ids":["a","b"],"counts":[3.0,1e15]})")).ok());
  }

  TEST_CASE("a command that names more than a thousand ids to forget or access is refused") {
    const auto args_with = [](int ids) {
      std::string args = R"({"ids":[")" + std::string("a\"");
      for (int i = 1; i < ids; ++i) {
        args.append(",\"a\"");
      }
      return args + "]}";
    };
    for (const std::string_view kind : {"forget", "unforget", "access"}) {
      CommandParser parser;
      CHECK(parser.parse(command(kind, "\"helper\"", args_with(1000))).ok());
      refuse_command(command(kind, "\"helper\"", args_with(1001)), "schema", "/args/ids");
      CHECK(parser.parse(command(kind, "\"helper\"", args_with(1001))).error().message.find("several commands") !=
            std::string::npos);
    }
  }

  TEST_CASE("the kind of a command can be its last member") {
    CommandParser parser;
    CHECK(parser.parse(R"({"args":{"values":{}},"command_id":"c","kind":"settings"})").ok());
  }

  TEST_CASE("a command can be larger than a turn because a redrive contains a turn") {
    CommandParser parser;
    const std::string letter(json::kTurnBytesMax, 'x');
    CHECK(
        parser.parse(command("redrive", "\"helper\"", R"({"stage":"s","turn_id":"t","dead_letter":")" + letter + "\"}"))
            .ok());
    refuse_command(std::string(json::kLogBytesMax + 1, ' '), "too_large", "");
  }
}

std::string effect(std::string_view kind, std::string_view status, std::string_view rest) {
  return R"({"kind":")" + std::string(kind) +
         R"(","effect_id":"e1","request_hash":"sha256:00","persona_id":"helper",)" + R"("status":")" +
         std::string(status) + R"(","performed_at":"2026-01-01T10:00:00Z")" + std::string(rest) + "}";
}

TEST_SUITE("EffectResultParser") {
  TEST_CASE("a response is read with its usage") {
    EffectResultParser parser;
    const auto result = parser.parse(effect(
        "chat", "ok",
        R"(,"response":{"text":"hi"},"error":null,"usage":{"tokens_in":900,"tokens_out":210,"cost_usd":0.00026})"));
    REQUIRE(result.ok());
    CHECK_EQ((*result)->response_json.value(), R"({"text":"hi"})");
    CHECK_EQ((*result)->tokens_in, 900);
    CHECK_EQ((*result)->tokens_out, 210);
    CHECK_EQ((*result)->cost_usd_json, "0.00026");
    CHECK_FALSE((*result)->error_json.has_value());
  }

  TEST_CASE("a failed result needs no response and a successful one needs it") {
    EffectResultParser parser;
    const auto failed = parser.parse(effect("stat", "failed", R"(,"error":{"code":"unreachable","message":"m"})"));
    REQUIRE(failed.ok());
    CHECK_EQ((*failed)->error_json.value(), R"({"code":"unreachable","message":"m"})");
    const auto empty = parser.parse(effect("stat", "ok", ""));
    REQUIRE_FALSE(empty.ok());
    check_refused(empty.error(), "schema", "/response");
  }

  TEST_CASE("an unknown kind of effect and a broken result are refused with different codes") {
    EffectResultParser parser;
    const auto unknown = parser.parse(effect("paint", "ok", ""));
    REQUIRE_FALSE(unknown.ok());
    check_refused(unknown.error(), "unknown_effect", "/kind");
    const auto broken = parser.parse(effect("chat", "fine", R"(,"response":{})"));
    REQUIRE_FALSE(broken.ok());
    check_refused(broken.error(), "schema", "/status");
  }
}

TEST_SUITE("TickParser") {
  TEST_CASE("a tick has a partition and a time") {
    TickParser parser;
    const auto tick = parser.parse(R"({"kind":"tick","partition":3,"time":"2026-01-01T10:00:30.000Z"})");
    REQUIRE(tick.ok());
    CHECK_EQ(tick.value().partition, Partition{3});
    CHECK_EQ(tick.value().time, LogTime{1'767'261'630'000});
    CHECK_FALSE(parser.parse(R"({"kind":"tick","partition":1000001,"time":"2026-01-01T10:00:30.000Z"})").ok());
    CHECK_FALSE(parser.parse(R"({"kind":"tock","partition":3,"time":"2026-01-01T10:00:30.000Z"})").ok());
  }
}

}  // namespace
}  // namespace turnstream::codec
