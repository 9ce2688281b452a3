#include "pipeline/settings/load.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "pipeline/settings/memory_values.h"
#include "tests/unit_settings/settings_file.h"

namespace turnstream::settings {
namespace {

Assignment flag(const std::string& text) {
  return flag_assignment(text).value();
}

Result<Loaded> load_flags(const std::vector<std::string>& texts) {
  Sources sources;
  for (const std::string& text : texts) {
    sources.flags.push_back(flag(text));
  }
  return load(sources);
}

std::string refusal_of(const std::string& text) {
  const auto loaded = load_flags({text});
  REQUIRE(!loaded.ok());
  CHECK(loaded.error().code == "settings");
  return loaded.error().message;
}

Resolved resolved(const Loaded& loaded, const std::string& name) {
  const auto found = std::find_if(loaded.values.begin(), loaded.values.end(),
                                  [&](const Resolved& value) { return value.name == name; });
  REQUIRE(found != loaded.values.end());
  return *found;
}

const std::vector<stage_api::SettingRow> kMemoryRows = {
    {.name = "consolidation.pressure_threshold", .default_value = "0.7", .min = 0, .max = 1, .doc = "When to act."},
    {.name = "consolidation.batch_items", .default_value = "100", .unit = "items", .min = 1, .max = 1000, .doc = "-"},
    {.name = "episodic.mode", .default_value = "\"calm\"", .choices = "calm|wild", .doc = "-"},
};

/// Two pairs of which one must not be greater than the other.
const std::vector<stage_api::SettingRow> kPairs = {
    {.name = "skill.low", .default_value = "0.3", .min = 0, .max = 1, .doc = "-", .at_most = "skill.high"},
    {.name = "skill.high", .default_value = "0.7", .min = 0, .max = 1, .doc = "-"},
    {.name = "tags.letters_min", .default_value = "4", .min = 1, .max = 40, .doc = "-", .at_most = "tags.letters_max"},
    {.name = "tags.letters_max", .default_value = "40", .min = 4, .max = 256, .doc = "-"},
};

/// "pointer: message" of a refused settings command with these values; empty if it is accepted.
std::string refusal_of_command(const std::string& values) {
  const Status status = MemoryTable(kPairs).check(R"({"args":{"values":)" + values + "}}");
  return status.ok() ? "" : status.error().pointer + ": " + status.error().message;
}

TEST_CASE("without a source every setting has its default value and the origin default") {
  const auto loaded = load({});
  REQUIRE(loaded.ok());
  CHECK(loaded->settings.topics.partitions == 8);
  CHECK(loaded->settings.intake.turns_topics == std::vector<std::string>{"turns"});
  CHECK(loaded->settings.memory_json == "{}");
  CHECK(resolved(*loaded, "run.commit_bytes_max").value == "4194304");
  for (const Resolved& value : loaded->values) {
    CHECK(value.origin == "default");
  }
}

TEST_CASE("a flag overrides the environment and the environment overrides the file") {
  const SettingsFile file("run:\n  workers: 2\n  grouping: phased\ntopics:\n  partitions: 3\n");
  Sources sources;
  sources.file = file.path();
  sources.environment = {{"TURNSTREAM_RUN__WORKERS", "3"}, {"TURNSTREAM_TOPICS__PARTITIONS", "4"}, {"PATH", "/bin"}};
  sources.flags = {flag("run.workers=4"), flag("run.workers=5")};
  const auto loaded = load(sources);
  REQUIRE(loaded.ok());
  CHECK(loaded->settings.run.workers == 5);
  CHECK(loaded->settings.topics.partitions == 4);
  CHECK(loaded->settings.run.grouping == "phased");
  CHECK(resolved(*loaded, "run.workers").origin == "--set");
  CHECK(resolved(*loaded, "topics.partitions").origin == "environment TURNSTREAM_TOPICS__PARTITIONS");
  CHECK(resolved(*loaded, "run.grouping").origin == file.path() + ":3");
}

TEST_CASE("an unknown name is refused with its place and the nearest known name") {
  const SettingsFile file("run:\n  worker: 2\n");
  Sources sources;
  sources.file = file.path();
  const auto loaded = load(sources);
  REQUIRE(!loaded.ok());
  CHECK(loaded.error().message == "run.worker (" + file.path() + ":2) is not a setting; the nearest is run.workers");
}

TEST_CASE("a value outside its range is refused with the range") {
  CHECK(refusal_of("run.workers=0") == "run.workers = 0 (--set) is refused; allowed: a whole number, 1 to 64");
  CHECK(refusal_of("run.workers=two") == "run.workers = two (--set) is refused; allowed: a whole number, 1 to 64");
  CHECK(refusal_of("run.workers=") == "run.workers =  (--set) is refused; allowed: a whole number, 1 to 64");
  CHECK(refusal_of("intake.clock=sun") == "intake.clock = sun (--set) is refused; allowed: wall, event");
  CHECK(refusal_of("faults.allowed=yes") == "faults.allowed = yes (--set) is refused; allowed: true, false");
  CHECK(refusal_of("http.listen=8321") ==
        "http.listen = 8321 (--set) is refused; allowed: HOST:PORT, or empty for none");
  CHECK(refusal_of("topics.namespace=a b").find("letters, digits") != std::string::npos);
}

TEST_CASE("the limits of intake can be set lower than those of the stages but not higher") {
  CHECK(load_flags({"intake.turn_bytes_max=1048576", "intake.depth_max=64"}).ok());
  CHECK(refusal_of("intake.turn_bytes_max=1048577").find("1048576") != std::string::npos);
  CHECK(refusal_of("intake.depth_max=65").find("64") != std::string::npos);
  CHECK(load_flags({"intake.future_ms_max=86400000"}).ok());
}

TEST_CASE("a topic's records can be as large as the clients of both logs carry and not larger") {
  for (const std::string name : {"topics.turn_bytes_max", "topics.record_bytes_max"}) {
    CHECK(load_flags({name + "=25165824"}).ok());
    CHECK(refusal_of(name + "=25165825").find("25165824") != std::string::npos);
  }
}

TEST_CASE("the error names all wrong settings and not only the first") {
  const auto loaded = load_flags({"run.workers=0", "run.wrokers=1"});
  REQUIRE(!loaded.ok());
  CHECK(loaded.error().message.starts_with("run.workers = 0 (--set) is refused"));
  CHECK(loaded.error().others ==
        std::vector<std::string>{"run.wrokers (--set) is not a setting; the nearest is run.workers"});
}

TEST_CASE("lists are read from brackets and from commas") {
  for (const char* text : {"run.retry_waits_ms=1,20", "run.retry_waits_ms=[1, 20]", "run.retry_waits_ms= [ 1 ,20 ] "}) {
    const auto loaded = load_flags({text});
    REQUIRE(loaded.ok());
    CHECK(loaded->settings.run.retry_waits_ms == std::vector<std::int64_t>{1, 20});
    CHECK(resolved(*loaded, "run.retry_waits_ms").value == "[1, 20]");
  }
  CHECK(refusal_of("run.retry_waits_ms=1,x") ==
        "run.retry_waits_ms = 1,x (--set) is refused; allowed: whole numbers, 0 to 3600000");
}

TEST_CASE("settings of stages are written to the memory object and checked against their ranges") {
  Sources sources;
  sources.memory_rows = kMemoryRows;
  sources.environment = {{"TURNSTREAM_MEMORY__CONSOLIDATION__PRESSURE_THRESHOLD", ".75"}};
  const auto loaded = load(sources);
  REQUIRE(loaded.ok());
  CHECK(loaded->settings.memory_json ==
        R"({"consolidation":{"batch_items":100,"pressure_threshold":0.75},"episodic":{"mode":"calm"}})");

  sources.flags = {flag("memory.consolidation.pressure_threshold=1.5"), flag("memory.episodic.mode=mild")};
  const auto refused = load(sources);
  REQUIRE(!refused.ok());
  CHECK(refused.error().message ==
        "memory.consolidation.pressure_threshold = 1.5 (--set) is refused; allowed: a number, 0 to 1");
  CHECK(refused.error().others ==
        std::vector<std::string>{"memory.episodic.mode = mild (--set) is refused; allowed: calm, wild"});
}

TEST_CASE("properties of librdkafka are passed on and their secrets are masked") {
  const SettingsFile file("kafka:\n  client:\n    sasl.username: ann\n    sasl:\n      password: open sesame\n");
  Sources sources;
  sources.file = file.path();
  sources.environment = {{"TURNSTREAM_KAFKA__CLIENT__SECURITY_PROTOCOL", "SASL_SSL"}};
  const auto loaded = load(sources);
  REQUIRE(loaded.ok());
  CHECK(loaded->settings.kafka.client == std::map<std::string, std::string>{{"sasl.password", "open sesame"},
                                                                            {"sasl.username", "ann"},
                                                                            {"security.protocol", "SASL_SSL"}});
  CHECK(resolved(*loaded, "kafka.client.sasl.password").value == "***");
  CHECK(resolved(*loaded, "kafka.client.sasl.username").value == "ann");
  CHECK(resolved(*loaded, "kafka.client.sasl.username").origin == file.path() + ":3");
}

TEST_CASE("no value of a misspelt or refused secret is printed") {
  for (const char* const flag :
       {"kafka.sasl.passwd=hunter2", "kafka.client.sasl.password:hunter2=", "kafka.client.sasl.password hunter2=x",
        "kafka.passwd hunter2=x", "kafka.client.=hunter2"}) {
    CAPTURE(flag);
    const auto refused = refusal_of(flag);
    CHECK(refused.find("kafka.") != std::string::npos);
    CHECK(refused.find("hunter2") == std::string::npos);
  }
  const SettingsFile file("kafka:\n  client:\n    sasl.pasword: [hunter2, b]\n    ssl.key.pem: [hunter2]\n");
  Sources sources;
  sources.file = file.path();
  const auto refused = load(sources);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message.find("kafka.client.sasl.pasword = *** (" + file.path() + ":3)") != std::string::npos);
  CHECK(refused.error().message.find("hunter2") == std::string::npos);
  for (const std::string& other : refused.error().others) {
    CHECK(other.find("hunter2") == std::string::npos);
  }

  const auto loaded = load_flags({"kafka.client.sasl.pasword=hunter2", "kafka.client.sasl.oauthbearer.config=hunter2"});
  REQUIRE(loaded.ok());
  for (const Resolved& value : loaded->values) {
    CHECK(value.value.find("hunter2") == std::string::npos);
  }
}

TEST_CASE("settings that depend on each other are checked together") {
  CHECK(refusal_of("faults.inject=episodic:01J:transient:4").find("faults.allowed=true") != std::string::npos);
  CHECK(load_flags({"faults.inject=episodic:01J:transient:4", "faults.allowed=true"}).ok());
  CHECK(refusal_of("run.commit_interval_ms_min=500").find("is greater than run.commit_interval_ms_max") !=
        std::string::npos);
  CHECK(refusal_of("intake.turns_topics=").find("must name at least one topic") != std::string::npos);
}

TEST_CASE("settings that contradict each other are refused with both names and values from every source") {
  const SettingsFile file("memory:\n  tags:\n    letters_max: 4\n");
  Sources sources;
  sources.memory_rows = kPairs;
  sources.file = file.path();
  CHECK(load(sources).ok());
  sources.environment = {{"TURNSTREAM_MEMORY__TAGS__LETTERS_MIN", "40"}};
  sources.flags = {flag("memory.skill.low=0.8")};
  const auto refused = load(sources);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "settings");
  CHECK(refused.error().message == "memory.skill.low = 0.8 (--set) is greater than memory.skill.high = 0.7 (default)");
  CHECK(refused.error().others ==
        std::vector<std::string>{"memory.tags.letters_min = 40 (environment TURNSTREAM_MEMORY__TAGS__LETTERS_MIN) is "
                                 "greater than memory.tags.letters_max = 4 (" +
                                 file.path() + ":3)"});
  sources.flags = {flag("memory.skill.low=0.8"), flag("memory.skill.high=0.8"), flag("memory.tags.letters_max=40")};
  CHECK(load(sources).ok());
  const auto late = load_flags({"kafka.transaction_timeout_ms=1000", "run.commit_interval_ms_max=5000"});
  REQUIRE_FALSE(late.ok());
  CHECK(late.error().message ==
        "run.commit_interval_ms_max = 5000 (--set) is greater than kafka.transaction_timeout_ms = 1000 (--set)");
}

TEST_CASE("a settings command that could contradict another setting is refused") {
  CHECK(refusal_of_command(R"({"tags":{"letters_min":40,"letters_max":4}})") ==
        "/args/values/tags/letters_min: memory.tags.letters_min = 40 (args.values) is greater than "
        "memory.tags.letters_max = 4 (args.values)");
  CHECK(refusal_of_command(R"({"skill":{"low":0.5,"high":0.4}})").find("/args/values/skill/low: ") == 0);
  for (const std::string good : {R"({"tags":{"letters_min":40,"letters_max":40}})", R"({"tags":{"letters_min":4}})",
                                 R"({"tags":{"letters_max":40}})", R"({"skill":{"low":0.5,"high":0.5}})",
                                 R"({"skill":{"low":0.0}})", R"({"skill":{"high":1.0}})", R"({"tags":{}})", "{}"}) {
    CAPTURE(good);
    CHECK(refusal_of_command(good).empty());
  }
  // Which value of the other setting is in force is not known here.
  CHECK(refusal_of_command(R"({"tags":{"letters_min":5}})") ==
        "/args/values/tags/letters_min: memory.tags.letters_min = 5 (args.values) must not be greater than "
        "memory.tags.letters_max: give both in one command. memory.tags.letters_min alone can be at most 4");
  CHECK(refusal_of_command(R"({"tags":{"letters_max":39}})") ==
        "/args/values/tags/letters_max: memory.tags.letters_max = 39 (args.values) must not be less than "
        "memory.tags.letters_min: give both in one command. memory.tags.letters_max alone must be at least 40");
  CHECK(refusal_of_command(R"({"skill":{"low":0.1}})").find("alone can be at most 0") != std::string::npos);
}

TEST_CASE("a name that misses the underscores of a Kafka property is refused with the right one") {
  Sources sources;
  sources.environment = {{"TURNSTREAM_KAFKA__CLIENT_SASL_PASSWORD", "hunter2"}};
  sources.may_set = [](const std::string& property) {
    return property == "sasl.password" || property == "client.rack";
  };
  const auto refused = load(sources);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message ==
        "kafka.client_sasl_password (environment TURNSTREAM_KAFKA__CLIENT_SASL_PASSWORD) is not a setting; the nearest "
        "is kafka.client.sasl.password, in the environment TURNSTREAM_KAFKA__CLIENT__SASL_PASSWORD");
  sources.environment = {{"TURNSTREAM_KAFKA__CLIENT_RACK", "me"}};
  CHECK(load(sources).error().message.find("the nearest is kafka.client.client.rack, in the environment "
                                           "TURNSTREAM_KAFKA__CLIENT__CLIENT_RACK") != std::string::npos);
  for (const char* unknown : {"TURNSTREAM_KAFKA__CLIENT_ID", "TURNSTREAM_KAFKA__CLIENT_"}) {
    sources.environment = {{unknown, "me"}};
    CHECK(load(sources).error().message.find("the nearest is kafka.client.*") != std::string::npos);
  }
  CHECK(refusal_of("kafka.clients=5").find("the nearest is kafka.client.*") != std::string::npos);
}

TEST_CASE("a table of vectors needs a file and only known ways are accepted") {
  CHECK(refusal_of("recall.vectors=static") ==
        "recall.vectors = static (--set) needs recall.vectors_file; scripts/vectors makes such a file");
  CHECK(refusal_of("recall.vectors=cosine").find("none, static") != std::string::npos);
  CHECK(load_flags({"recall.vectors=static", "recall.vectors_file=some.table"}).ok());
  CHECK(load_flags({"recall.vectors_file=some.table"}).ok());
}

TEST_CASE("the generated page has a row for every setting") {
  const std::string document = configuration_markdown(kMemoryRows);
  const auto loaded = load({});
  for (const Resolved& value : loaded->values) {
    CHECK(document.find("| `" + value.name + "` |") != std::string::npos);
  }
  CHECK(document.find("| `memory.episodic.mode` | `calm` |  | calm, wild |") != std::string::npos);
}

}  // namespace
}  // namespace turnstream::settings
