// The line that `tail` shows of each kind of record. The records are the examples of the schemas.

#include "app/tail/record_line.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/tail/record_head.h"
#include "tests/source_folder.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;
using Headers = std::vector<std::pair<std::string, std::string>>;

constexpr std::int64_t kAppendedMs = 1'769'904'000'000;  // 2026-02-01T00:00:00Z
constexpr std::int64_t kLineBytesMax = 100'000;
const std::string kPlace = "  3@1042    ";

struct Given {
  std::optional<std::string> value;
  Headers headers = {};
  std::optional<std::string> key = "helper";
  std::size_t columns = kLineColumns;
};

log::Record record_of(const Given& given) {
  log::Record record;
  record.topic = "a-topic";
  record.partition = Partition{3};
  record.offset = Offset{1042};
  record.append_time_ms = kAppendedMs;
  record.key = given.key;
  record.value = given.value;
  for (const auto& [name, value] : given.headers) {
    record.headers.push_back({name, value});
  }
  return record;
}

std::string line_of(const Given& given) {
  const log::Record record = record_of(given);
  HeadReader heads(kLineBytesMax);
  return record_line(record, heads.time_ms(record), heads.persona(record), kLineBytesMax, given.columns);
}

/// What follows the time, place and persona.
std::string words_after_place(const Given& given) {
  const std::string line = line_of(given);
  const std::string before = kPlace + "helper        ";
  const std::size_t at = line.find(before);
  REQUIRE_MESSAGE(at != std::string::npos, line);
  return line.substr(at + before.size());
}

std::string example(const std::string& name) {
  std::ifstream file(source_folder() + "/schemas/examples/" + name + ".json");
  const Json read = Json::parse(file, nullptr, false);
  REQUIRE_MESSAGE(!read.is_discarded(), name);
  return read.dump();
}

Json completion(const Json& counts, const Json& changes) {
  Json made = Json::parse(example("completion"));
  made.update(counts);
  made["changes"] = changes;
  made["daemon_id"] = "semantic";
  return made;
}

Json counted_fact(const std::string& text, bool current, std::size_t sources) {
  Json source{{"id", "61e2e4d0-312c-5278-9766-75be294db30c"}};
  Json value{{"kind", "fact"}, {"text", text}, {"current", current}, {"sources", Json::array()}};
  for (std::size_t i = 0; i < sources; ++i) {
    value["sources"].push_back(source);
  }
  return {{"op", "put"}, {"kind", "fact"}, {"id", "f8c14a7b-1eca-5bff-b481-c728ab48aa0c"}, {"value", value}};
}

}  // namespace

TEST_CASE("a line of each kind of record says what the record is") {
  const std::pair<const char*, const char*> cases[] = {
      {"state_export.full",
       "Ann: I prefer TypeScript for large codebases. · Helper: Noted. · tools: grep · observed: The user works on large "
       "codebases."},
      {"state_export.smallest", "user: Hello"},
      {"completion",
       "episodic: success, +1 item User: I prefer TypeScript for large codebases. Me: Noted.  [log 3@1042]"},
      {"completion.duplicate", "episodic: success, a repetition of log 3@1042  [log 3@1050]"},
      {"completion.failure",
       "semantic: failure, stage_error: The fact index of this persona could not be read.  [log 3@1051]"},
      {"completion.tick", "lifecycle: success, no change  [log 3@1052]"},
      {"insight", "insight 6aa893f3: Prefers TypeScript for large codebases.  [log 3@1099]"},
      {"insight.shared", "shared insight 31359754 from helper: Prefers TypeScript for large codebases.  [log 1@77]"},
      {"insight.discovery",
       "discovery insight 149fe807: Until 1 January 2026: api port is 8080. Since then: api port is 9090.  [log 3@1311]"},
      {"consolidation.pass",
       "pass: deleted 50, extracted 50, processed 100, slight 10, trigger pressure  [log 3@1042]"},
      {"consolidation.topic", "topic blockchain: The test network resets weekly.  [log 3@1042]"},
      {"consolidation.curation",
       "curation of 2026-01-01: Ann, 1 January 2026: I prefer TypeScript for large codebases.  [log 3@1042]"},
      {"consolidation.flush", "flush of session s1, 20 messages  [log 3@1042]"},
      {"maintenance.archive", "archive by lifecycle: items 61e2e4d0, reason strength below 0.1  [log 3@1042]"},
      {"maintenance.merge", "merge by lifecycle: kept 61e2e4d0, merged 837f2b7e  [log 3@1042]"},
      {"maintenance.forget_report",
       "forget_report by lifecycle: command_id 01JGFJJZ00FRGTC2P9Y4Z5QH8M, items 61e2e4d0, removed.memory 1  [log "
       "3@1042]"},
      {"command.forget", "forget ids 61e2e4d0 by cli:ann"},
      {"command.forget.all", "forget all by cli:ann"},
      {"command.settings", "settings episodic.turn_items_max 200, semantic.tool_confidence 0.7 by cli:ann"},
      {"command.redrive", "redrive source_offset 17, stage semantic, turn_id 01JGFJJZ00000000000000000A by cli:ann"},
      {"command.sweep", "sweep passes consolidate flush by cli:ann"},
      {"command.share",
       "share grant.tags typescript, source_persona_id helper, insight 6aa893f3: Prefers TypeScript for large "
       "codebases. by consolidation"},
      {"effect_request.chat", "chat request 0f0c2b7e by consolidation: model small-1, purpose pass2"},
      {"effect_request.stat", "stat request 0f0c2b7e by lifecycle: paths a.md, purpose references"},
      {"effect_request.cancel", "request 0f0c2b7e cancelled by consolidation: forgotten"},
      {"effect_result.chat", "chat result 0f0c2b7e: ok"},
      {"effect_result.failed", "embed result 0f0c2b7e: failed, The endpoint did not answer."},
      {"tick", "tick"},
  };
  for (const auto& [name, expected] : cases) {
    CHECK(std::string(name) + ": " + words_after_place({example(name)}) == std::string(name) + ": " + expected);
  }
}

TEST_CASE("a dead letter says which stage refused the record and why and where it is") {
  Headers headers;
  const Json letter = Json::parse(example("dead_letter"));
  for (const auto& header : letter.items()) {
    headers.emplace_back(header.key(), header.value().get<std::string>());
  }
  const std::string expected = "intake: schema, /goal_updates/0/progress must be at most 1.  [turns 0@17]";
  CHECK(words_after_place({example("state_export.full"), headers}) == expected);
  const std::string without_key = line_of({std::nullopt, headers, std::nullopt});
  CHECK(without_key == "2026-02-01T00:00:00Z" + kPlace + "helper        " + expected);
  headers.emplace_back("dl_last_offset", "40");
  CHECK(words_after_place({"\xff", headers}).ends_with("  [turns 0@17 to 40]"));
}

TEST_CASE("a record of an unknown kind is shown by the beginning of its value") {
  CHECK(words_after_place({R"({"a": 1,  "b":[2]})"}) == R"({"a": 1, "b":[2]})");
  CHECK(words_after_place({"no json\nat all"}) == "no json at all");
  CHECK(words_after_place({"\xff\x01"}) == "/wE=");
  CHECK(words_after_place({std::nullopt}) == "(deleted)");
  CHECK(words_after_place({R"({"erased":true,"turn_hash":"00112233445566778899aabbccddeeff"})"}) ==
        "(erased by scrub)");
  CHECK(words_after_place({std::string(kLineBytesMax, 'x')}) ==
        "(left out: it has 100006 bytes; --raw writes the value)");
}

TEST_CASE("a command shows all its settings") {
  CHECK(words_after_place(
            {R"({"kind":"settings","command_id":"c","args":{"values":{"a":{"b":false,"c":0},"d":"","e":"event"}}})"}) ==
        "settings a.b false, a.c 0, d \"\", e event");
}

TEST_CASE("members of any form are not an error") {
  const std::string odd[] = {"null",   "true", "-1",         "9223372036854775807", "1e300",
                             R"("x")", "[]",   "[[1],null]", R"({"a":{"a":[]}})"};
  const std::pair<const char*, std::vector<const char*>> kinds[] = {
      {R"("kind":"completion")",
       {"daemon_id", "status", "error", "duplicate_of", "part", "last", "changes", "items_added", "log"}},
      {R"("kind":"completion","changes":[{"op":"put","kind":"topic","value":{"contradictions":{"a":1}}}])", {"status"}},
      {R"("kind":"insight")", {"type", "id", "summary", "connections", "shared_at", "extracted_at"}},
      {R"("kind":"consolidation","type":"topic")", {"topic", "facts"}},
      {R"("kind":"consolidation","type":"flush")", {"messages", "entry", "log"}},
      {R"("kind":"maintenance")", {"type", "stage", "items", "timestamp"}},
      {R"("kind":"settings","command_id":"c")", {"args", "issued_by"}},
      {R"("kind":"chat","effect_id":"e")", {"request", "status", "error", "purpose"}},
      {R"("turn_data":{})", {"turn_data", "user_id", "tool_executions", "observations", "errors", "agent_id"}},
      {R"("kind":"tick")", {"kind", "timestamp"}},
  };
  for (const auto& [kind, members] : kinds) {
    for (const std::string member : members) {
      for (const std::string& value : odd) {
        const std::string line = line_of({"{" + (kind + (",\"" + member + "\":")) + value + "}"});
        CHECK_MESSAGE(line.starts_with("2026-02-01T00:00:00Z  3@1042    helper        "), line);
      }
    }
  }
  CHECK(line_of({"{}", {{"log_time", "9223372036854775807"}}}).starts_with("9999-12-31T23:59:59Z"));
}

TEST_CASE("a completion marks added and changed and removed memories") {
  const Json removed{{"op", "delete"}, {"kind", "fact"}, {"id", "0f0c2b7e-6d0e-5d6a-8f39-7c1b6a1f3a55"}};
  const Json patched{{"op", "patch"},
                     {"kind", "memory"},
                     {"id", "61e2e4d0-312c-5278-9766-75be294db30c"},
                     {"value", {{"tier", "archived"}, {"access_count", 2}}}};
  const Json stats{{"op", "put"}, {"kind", "stats"}, {"id", "facts"}, {"value", {{"facts", 2}}}};
  const Json fresh = counted_fact("api port is 9090", true, 1);
  const Json ended = counted_fact("api port is 8080", false, 2);
  const Json known = counted_fact("api port is 9090", true, 3);
  const auto words = [](const Json& counts, const Json& changes) {
    return words_after_place({completion(counts, changes).dump()});
  };
  CHECK(words({{"items_added", 1}, {"items_updated", 1}, {"items_removed", 0}}, {ended, fresh, stats}) ==
        "semantic: success, +1 fact api port is 9090, ~1 fact api port is 8080 (no longer)  [log 3@1042]");
  CHECK(words({{"items_added", 0}, {"items_updated", 1}, {"items_removed", 1}}, {removed, patched}) ==
        "semantic: success, ~1 item 61e2e4d0 access_count 2, tier archived, -1 fact 0f0c2b7e  [log 3@1042]");
  CHECK(words({{"items_added", 0}, {"items_updated", 0}, {"items_removed", 4}}, {removed, removed, removed, removed}) ==
        "semantic: success, -4 facts 0f0c2b7e · 0f0c2b7e · 0f0c2b7e · …  [log 3@1042]");
  // Which of the two was added cannot be seen: the numbers of the completion come first.
  CHECK(words({{"items_added", 1}, {"items_updated", 1}, {"items_removed", 0}}, {known, ended}) ==
        "semantic: success, +1 ~1: fact api port is 9090 · fact api port is 8080 (no longer)  [log 3@1042]");
  // If all that were put were added, or none, that does not matter.
  CHECK(words({{"items_added", 2}, {"items_updated", 0}, {"items_removed", 0}}, {known, ended}) ==
        "semantic: success, +2 facts api port is 9090 · api port is 8080 (no longer)  [log 3@1042]");
  CHECK(words({{"items_added", 0}, {"items_updated", 1}, {"items_removed", 0}}, Json::array({fresh})) ==
        "semantic: success, ~1 fact api port is 9090  [log 3@1042]");
  CHECK(words({{"items_added", 0}}, Json::array({stats})) == "semantic: success, no change  [log 3@1042]");
  CHECK(words({{"part", 1}, {"last", true}, {"items_added", 1}}, Json::array({fresh})) ==
        "semantic: success, part 2, +1 fact api port is 9090  [log 3@1042]");
}

TEST_CASE("the time of a line is the log time or the time of the turn or that of the append") {
  const auto time = [](const Given& given) { return line_of(given).substr(0, 20); };
  const std::string turn = example("state_export.full");
  CHECK(time({turn}) == "2026-01-01T09:00:00Z");  // in UTC
  CHECK(time({turn, {{"log_time", "1767261605999"}}}) == "2026-01-01T10:00:05Z");
  CHECK(time({example("completion")}) == "2026-01-01T10:00:00Z");
  CHECK(time({example("insight")}) == "2026-01-01T10:05:00Z");
  CHECK(time({example("insight.shared")}) == "2026-01-01T10:06:00Z");
  CHECK(time({example("maintenance.archive")}) == "2026-01-01T10:50:00Z");
  const std::string append = "2026-02-01T00:00:00Z";
  CHECK(time({example("command.forget")}) == append);
  CHECK(time({turn, {{"dl_reason", "schema"}}}) == append);
  CHECK(time({turn, {{"seal", "x"}}}) == append);
  CHECK(time({"no json"}) == append);
  CHECK(time({R"({"timestamp":"2027-01-01T00:00:00Z"})"}) == append);  // a producer cannot be ahead of the log
}

TEST_CASE("a record without a key has the persona of its value") {
  const auto persona = [](const Given& given) { return line_of(given).substr(20 + kPlace.size(), 12); };
  CHECK(persona({example("state_export.full"), {}, std::nullopt}) == "helper      ");
  CHECK(persona({example("completion"), {}, std::nullopt}) == "helper      ");
  CHECK(persona({example("tick"), {}, std::nullopt}) == "-           ");
  CHECK(persona({example("completion"), {}, "teacher"}) == "teacher     ");
  CHECK(persona({"{}", {}, std::string("\0\xff", 2)}) == "AP8=        ");
}

TEST_CASE("a line fits its width and has no character that could harm a terminal") {
  const auto said = [](const std::string& text) {
    return Json{{"turn_data", {{"user_input", text}}}, {"turn_id", "t"}}.dump();
  };
  const std::string cut = line_of({said(std::string(500, 'x')), {}, "helper", 80});
  CHECK(cut.size() == 79 + std::string("…").size());
  CHECK(cut.ends_with("xxx…"));
  const std::string wide =
      line_of({said("漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字"), {}, "helper", 80});
  CHECK(wide.ends_with("user: 漢字漢字漢字漢字漢字漢字漢…"));
  const std::string wide_name = line_of({said(std::string(100, 'x')), {}, "漢字", 80});
  CHECK(wide_name.find("  漢字          user: x") != std::string::npos);
  CHECK(wide_name.ends_with("user: " + std::string(27, 'x') + "…"));
  CHECK(line_of({said("x"), {}, std::string(100, 'p'), 80}).find(std::string(15, 'p') + "…  user: x") !=
        std::string::npos);
  CHECK(words_after_place({said("a\x1b[31m\n\tb\u202e")}) == "user: a\\u001b[31m b\\u202e");
  CHECK(line_of({R"({"a":"\u001b"})", {}, "x\ny\x1b", 200}).find("x y\\u001b") != std::string::npos);
  CHECK(words_after_place({said("my password: hunter22secret")}).find("hunter22secret") == std::string::npos);
}

}  // namespace turnstream::app
