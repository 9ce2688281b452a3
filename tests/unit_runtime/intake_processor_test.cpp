#include "pipeline/runtime/intake/intake_processor.h"

#include <doctest/doctest.h>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

#include "pipeline/base/log_line.h"
#include "tests/contract/temporary_folder.h"
#include "tests/unit_runtime/intake_fixture.h"
#include "tests/unit_runtime/records.h"

namespace turnstream::runtime {
namespace {

struct ProcessorFixture : IntakeFixture {
  std::unique_ptr<CrashLedger> crashes;
  contract::TemporaryFolder folder;
  std::string file = folder.path() + "/crashes";

  /// Lets intake process these records to the end.
  template <typename... Records>
  void take(Records&&... records) {
    IntakeProcessor intake(config, *client, log_clock, crashes.get());
    const auto accept = [&](log::Record record) { REQUIRE(intake.accept(std::move(record)).ok()); };
    (accept(std::forward<Records>(records)), ...);
    while (true) {
      const auto done = intake.process_one(transaction);
      REQUIRE(done.ok());
      if (!*done) {
        return;
      }
    }
  }
  static log::Record turn(const std::string& name, std::int64_t offset = 0, const std::string& topic = "turns") {
    return make_record({topic, 0, offset, "helper", turn_json(name, "helper", "hello"), {}});
  }
  std::vector<RecordingProducer::Produced> logged() const { return producer.of_topic("turnstream.log"); }
  std::vector<RecordingProducer::Produced> refused() const { return producer.of_topic("turnstream.dead-letters"); }
};

}  // namespace

TEST_CASE_FIXTURE(ProcessorFixture, "a source record that ended the process three times is refused as crashed unread") {
  std::ofstream(file) << "intake turns 0 4\nintake turns 0 4\nintake turns 0 4\nintake turns 0 5\n";
  crashes = CrashLedger::open(file).value();
  take(turn("T1", 4), turn("T2", 5), turn("T3", 4, "other"));
  REQUIRE(refused().size() == 1);
  CHECK(refused()[0].header("dl_reason") == "crashed");
  CHECK(refused()[0].header("dl_offset") == "4");
  CHECK(refused()[0].header("dl_persona_id") == "helper");
  CHECK(refused()[0].value == turn_json("T1", "helper", "hello"));
  CHECK(logged().size() == 2);
}

TEST_CASE_FIXTURE(ProcessorFixture, "a death while a source record is checked counts for that record") {
  const pid_t child = fork();
  if (child == 0) {
    crashes = CrashLedger::open(file).value();
    auto record = turn("T1", 4);
    record.value = unreadable();
    take(std::move(record));
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
  CHECK(CrashLedger::open(file).value()->deaths(kChecking, {Partition{0}, Offset{4}}, "turns") == 1);
}

TEST_CASE_FIXTURE(ProcessorFixture,
                  "records that cannot be read are one dead letter and intake's progress is behind them") {
  const log::TopicPartition where{"turns", Partition{2}};
  IntakeProcessor intake(config, *client, log_clock, nullptr);
  REQUIRE(intake.accept(make_record({"turns", 2, 6, "helper", turn_json("T1", "helper", "hello"), {}})).ok());
  REQUIRE(intake.accept_unreadable({where, Offset{7}, Offset{19}, std::string("too large \xff")}).ok());
  CHECK_FALSE(intake.idle());
  while (intake.process_one(transaction).value()) {
  }
  CHECK(intake.idle());
  REQUIRE(refused().size() == 1);
  CHECK(refused()[0].header("dl_stage") == "intake");
  CHECK(refused()[0].header("dl_reason") == "unreadable");
  CHECK(refused()[0].header("dl_topic") == "turns");
  CHECK(refused()[0].header("dl_partition") == "2");
  CHECK(refused()[0].header("dl_offset") == "7");
  CHECK(refused()[0].header("dl_last_offset") == "19");
  CHECK(refused()[0].header("dl_message").find("too large \xEF\xBF\xBD") != std::string::npos);
  CHECK_FALSE(refused()[0].key);
  CHECK_FALSE(refused()[0].value);
  const auto offsets = intake.offsets();
  REQUIRE(offsets.size() == 1);
  CHECK(offsets[0].where == where);
  CHECK(offsets[0].next == NextOffset{20});
  CHECK(logged().size() == 1);
}

TEST_CASE_FIXTURE(ProcessorFixture, "a tick command under the wall clock is a dead letter and stamps nothing") {
  const std::string tick =
      R"({"kind":"tick","command_id":"01JGFJJZ00000000000000000A","persona_id":null,"issued_by":"test",)"
      R"("issued_at":"2026-01-01T10:00:00Z","caused_by":null,"args":{"time":"2099-01-01T00:00:00Z"}})";
  take(make_record({"turnstream.commands", 0, 0, std::nullopt, tick, {}}));
  CHECK(logged().empty());
  REQUIRE(refused().size() == 1);
  CHECK(refused()[0].header("dl_reason") == "unknown_command");
  CHECK(refused()[0].header("dl_message").find("intake.clock") != std::string::npos);
}

TEST_CASE_FIXTURE(ProcessorFixture, "a refused record's key of any length stays whole and is cut in the headers") {
  std::string key = "x";
  std::string cut = "x";
  for (int i = 1; i < 100'000; ++i) {
    key += "\xC3\xBC";
    cut += i < 512 ? "\xC3\xBC" : "";
  }
  take(make_record({"turns", 0, 0, key, "not json", {{"trace_id", std::string(1 << 20, 't')}}}));
  REQUIRE(refused().size() == 1);
  CHECK(refused()[0].key == key);
  CHECK(refused()[0].header("dl_persona_id") == cut);
  CHECK(refused()[0].header("dl_trace_id").empty());
}

TEST_CASE_FIXTURE(ProcessorFixture,
                  "a refused record that is larger than a dead letter may be is named and does not hold up the rest") {
  config.dead_letter_bytes_max = 100'000;
  take(make_record({"turns", 3, 7, "helper", std::string(50'000, 'x'), {}}), turn("T1", 8));
  REQUIRE(refused().size() == 1);
  CHECK_FALSE(refused()[0].value);
  CHECK_FALSE(refused()[0].key);
  CHECK(refused()[0].header("dl_partition") == "3");
  CHECK(refused()[0].header("dl_offset") == "7");
  CHECK(refused()[0].header("dl_persona_id") == "helper");
  CHECK(refused()[0].header("dl_message").find("larger than a dead letter") != std::string::npos);
  CHECK(logged().size() == 1);
}

TEST_CASE_FIXTURE(ProcessorFixture, "a key that is not UTF-8 is shown with replacement characters and kept unchanged") {
  take(make_record({"turns", 0, 7, "a\xFFz", "{}", {}}));
  REQUIRE(refused().size() == 1);
  CHECK(refused()[0].key == "a\xFFz");
  CHECK(refused()[0].header("dl_persona_id") == "a\xEF\xBF\xBDz");
}

TEST_CASE_FIXTURE(ProcessorFixture, "the log line of a refusal names persona and turn where they are known") {
  static std::vector<std::string> lines;
  lines.clear();
  set_log_sink([](LogLevel, const LogFields& fields) { lines.push_back(log_text(fields)); });
  std::string tomorrow = turn_json("T1", "helper", "hello");
  tomorrow.replace(tomorrow.find("2026-01-01"), 10, "2026-01-02");
  take(make_record({"turns", 0, 7, "helper", tomorrow, {}}));
  set_log_sink(nullptr);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("event=record_refused stage=intake partition=0 offset=7 persona=helper turn=" + turn_id("T1") +
                      " code=timestamp_in_future reaction=dead_letter") == 0);
}

TEST_CASE_FIXTURE(ProcessorFixture,
                  "intake continues behind deleted records and counts them and commits its progress") {
  Metrics metrics;
  config.metrics = &metrics;
  const log::TopicPartition input{"turns", Partition{0}};
  IntakeProcessor intake(config, *client, log_clock, nullptr);
  REQUIRE(intake.records_lost({input, NextOffset{3}, Offset{7}}).ok());
  CHECK_FALSE(intake.idle());
  CHECK(*intake.process_one(transaction));
  const auto offsets = intake.offsets();
  REQUIRE(offsets.size() == 1);
  CHECK(offsets[0].where == input);
  CHECK(offsets[0].next == NextOffset{7});
  CHECK(metrics.text().find("turnstream_lost_offsets_total{topic=\"turns\"} 4") != std::string::npos);
}

TEST_CASE_FIXTURE(ProcessorFixture,
                  "records that wait before deleted ones are taken and their progress is not skipped") {
  IntakeProcessor intake(config, *client, log_clock, nullptr);
  REQUIRE(intake.accept(turn("T1", 2)).ok());
  REQUIRE(intake.records_lost({{"turns", Partition{0}}, NextOffset{3}, Offset{7}}).ok());
  CHECK(*intake.process_one(transaction));
  CHECK(logged().size() == 1);
  REQUIRE(intake.offsets().size() == 1);
  CHECK(intake.offsets()[0].next == NextOffset{3});
}

}  // namespace turnstream::runtime
