#include "tests/unit_runtime/partition.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "pipeline/base/log_line.h"
#include "pipeline/runtime/task/state_keys.h"
#include "tests/unit_runtime/word_stage.h"

namespace turnstream::runtime {
namespace {

std::vector<std::string>* g_lines = nullptr;

void keep_line(LogLevel, const LogFields& fields) {
  if (g_lines != nullptr) {
    g_lines->push_back(log_text(fields));
  }
}

}  // namespace

PartitionFixture::PartitionFixture() : stages(make_word_stages()) {
  for (const auto& stage : stages) {
    shape.stages.push_back(stage.get());
  }
  g_lines = &log_lines;
  set_log_sink(keep_line);
  transaction = std::make_unique<WorkerTransaction>(producer, clock, CommitPolicy{.buffer_bytes_max = 0});
  open();
}

PartitionFixture::~PartitionFixture() {
  set_log_sink(nullptr);
  g_lines = nullptr;
}

void PartitionFixture::open() {
  group.reset();
  environment = std::make_unique<StageEnvironment>(
      StageEnvironment{*client, store, clock, shape, model::TopicNames("turnstream"), "turnstream.log", StageLimits(),
                       faults.get(), crashes.get(), false, &metrics});
  std::vector<store::TableId> tables;
  for (const auto* stage : shape.stages) {
    tables.push_back(*store.table(stage->info().name));
  }
  group = std::make_unique<GroupTask>(*environment, shape.stages, Partition{0}, tables,
                                      GroupTask::Budget{16u << 20, 1u << 20});
  REQUIRE(group->load().ok());
}

std::int64_t PartitionFixture::append(const std::string& kind, std::int64_t log_time, std::optional<std::string> key,
                                      const std::string& value) {
  RecordText text{"turnstream.log", 0, next_offset_, std::move(key), value, {}};
  text.headers = {{"kind", kind},
                  {"log_time", std::to_string(log_time)},
                  {"source_topic", "turns"},
                  {"source_partition", "0"},
                  {"source_offset", std::to_string(next_offset_)},
                  {"trace_id", "trace"}};
  log[next_offset_] = text;
  REQUIRE(group->gate().accept(make_record(text)).ok());
  return next_offset_++;
}

std::int64_t PartitionFixture::turn(const std::string& name, const std::string& text, std::int64_t log_time,
                                    const std::string& persona) {
  return append("turn", log_time, persona, turn_json(name, persona, text));
}

std::int64_t PartitionFixture::command(const std::string& kind, std::int64_t log_time, const std::string& persona) {
  return append("command", log_time, persona,
                R"({"kind":")" + kind + R"(","command_id":"C","persona_id":")" + persona + R"(","args":{}})");
}

std::int64_t PartitionFixture::tick(std::int64_t log_time) {
  return append("tick", log_time, std::nullopt, R"({"kind":"tick","partition":0,"time":"2026-01-01T10:00:30.000Z"})");
}

std::int64_t PartitionFixture::settings(const std::string& values) {
  return append("settings", 0, std::nullopt,
                R"({"kind":"settings","command_id":"S","persona_id":null,"args":{"values":)" + values + "}}");
}

std::int64_t PartitionFixture::redrive(const std::string& stage, std::int64_t offset) {
  nlohmann::json args{{"stage", stage},          {"dead_letter", log[offset].value},
                      {"source_topic", "turns"}, {"source_partition", 0},
                      {"source_offset", offset}, {"upstream", nlohmann::json::array()}};
  for (const auto& upstream : shape.find(stage)->info().upstream) {
    nlohmann::json said{{"stage", upstream}, {"parts", nlohmann::json::array()}};
    for (const auto& record : producer.of_topic("turnstream.completions." + upstream)) {
      if (codec::peek_completion(*record.value)->log.offset == Offset{offset}) {
        said["parts"].push_back(*record.value);
      }
    }
    args["upstream"].push_back(said);
  }
  const nlohmann::json command{
      {"kind", "redrive"}, {"command_id", "R"}, {"persona_id", *log[offset].key}, {"args", args}};
  return append("redrive", 0, log[offset].key, command.dump());
}

void PartitionFixture::run() {
  while (true) {
    auto outcome = step();
    REQUIRE_MESSAGE(outcome.ok(), (outcome.ok() ? std::string() : outcome.error().message));
    if (*outcome == GroupTask::Outcome::kNothingReady) {
      return;
    }
    if (*outcome == GroupTask::Outcome::kRetryLater) {
      clock.advance_ms((group->retry_at()->value() - clock.monotonic_now().value()) / 1000);
    }
  }
}

void PartitionFixture::commit() {
  auto batch = store.make_batch();
  for (std::size_t i = 0; i < group->tasks(); ++i) {
    group->task(i).prepare_commit();
    group->task(i).state().seal(*batch);
  }
  REQUIRE(store.write(*batch).ok());
  for (std::size_t i = 0; i < group->tasks(); ++i) {
    group->task(i).state().written();
  }
}

void PartitionFixture::restart() {
  commit();
  open();
}

std::vector<model::Completion> PartitionFixture::parts(const std::string& stage, std::int64_t offset) const {
  std::vector<model::Completion> found;
  for (const auto& record : producer.of_topic("turnstream.completions." + stage)) {
    auto completion = codec::parse_completion(*record.value);
    REQUIRE(completion.ok());
    CHECK(record.key == completion->persona_id);
    if (completion->log.offset == Offset{offset}) {
      found.push_back(*std::move(completion));
    }
  }
  return found;
}

model::Completion PartitionFixture::answer(const std::string& stage, std::int64_t offset) const {
  auto found = parts(stage, offset);
  REQUIRE_FALSE(found.empty());
  return found.front();
}

std::string PartitionFixture::verdict(const std::string& stage, std::int64_t offset) const {
  const auto completion = answer(stage, offset);
  std::string text = completion.status == model::CompletionStatus::kSuccess   ? "success"
                     : completion.status == model::CompletionStatus::kFailure ? "failure"
                                                                              : "partial";
  return completion.error ? text + "/" + completion.error->code : text;
}

std::string PartitionFixture::changes(const std::string& stage, std::int64_t offset) const {
  std::string all;
  for (const auto& part : parts(stage, offset)) {
    for (const auto& change : part.changes) {
      all += change.kind + ":" + change.id + " ";
    }
  }
  return all;
}

Task& PartitionFixture::task(const std::string& stage) {
  std::size_t index = 0;
  while (group->task(index).info().name != stage) {
    ++index;
  }
  return group->task(index);
}

std::string PartitionFixture::state_row(const std::string& stage, const std::string& persona, const std::string& key) {
  const auto value = task(stage).state().get(persona_key('s', persona, key));
  REQUIRE(value.ok());
  return *value ? std::string(**value) : "(none)";
}

}  // namespace turnstream::runtime
