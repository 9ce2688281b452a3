// Where a group of stages begins to read: its own state, the group's committed offsets and what the log still has decide.
#include <algorithm>
#include <doctest/doctest.h>
#include <map>

#include "pipeline/base/log_line.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/runtime/task/stage_processor.h"
#include "pipeline/runtime/worker.h"
#include "pipeline/store/memory_store.h"
#include "tests/unit_runtime/now.h"
#include "tests/unit_runtime/records.h"
#include "tests/unit_runtime/word_stage.h"

namespace turnstream::runtime {
namespace {

constexpr std::int64_t kLogRetentionMs = 20'000;
constexpr std::int64_t kAnswersRetentionMs = 1'000;
constexpr int kStepsMax = 500;

std::vector<std::string>* g_start_lines = nullptr;

/// The partition 0 of a log with the groups `first` (episodic and skill) and `second` (semantic, which reads the answers
/// of the other two, too).
struct StartFixture {
  ManualClock clock{WallTime{1'767'261'600'000}};
  log::embedded::Cluster cluster{clock};
  std::unique_ptr<log::Client> client = log::embedded::make_client(cluster);
  model::TopicNames names{"turnstream"};
  std::vector<std::unique_ptr<stage_api::Stage>> stages = make_word_stages();
  PipelineShape shape;
  std::unique_ptr<store::MemoryStore> store = std::make_unique<store::MemoryStore>();
  std::unique_ptr<StageEnvironment> environment;
  std::vector<std::string> lines;
  int turns = 0;

  StartFixture() {
    for (const auto& stage : stages) {
      shape.stages.push_back(stage.get());
    }
    for (const auto* stage : shape.stages) {
      create(names.completions(stage->info().name), log::Cleanup::kDelete, kAnswersRetentionMs);
      create(names.changelog(stage->info().name), log::Cleanup::kCompact, -1);
    }
    create(names.log(), log::Cleanup::kDelete, kLogRetentionMs);
    create(names.dead_letters(), log::Cleanup::kDelete, -1);
    g_start_lines = &lines;
    set_log_sink([](LogLevel, const LogFields& fields) {
      if (g_start_lines != nullptr) {
        g_start_lines->push_back(log_text(fields));
      }
    });
  }
  ~StartFixture() {
    set_log_sink(nullptr);
    g_start_lines = nullptr;
  }

  void create(const std::string& topic, log::Cleanup cleanup, std::int64_t retention_ms) {
    REQUIRE(client->admin()
                .create_topics(std::vector<log::TopicSpec>{{topic, 1, cleanup, retention_ms, -1, 0}}, kNow)
                .ok());
  }
  void lose(const std::string& topic, log::Cleanup cleanup = log::Cleanup::kDelete) {
    REQUIRE(client->admin().delete_topics(std::vector<std::string>{topic}, kNow).ok());
    create(topic, cleanup, -1);
  }
  StageGroup group_of(const std::string& name) const {
    return name == "first" ? StageGroup{name, {shape.find("episodic"), shape.find("skill")}}
                           : StageGroup{name, {shape.find("semantic")}};
  }
  /// Appends turns to the log.
  void append(int count) {
    const auto producer = client->make_producer("test").value();
    produce(*producer, count);
    REQUIRE(producer->flush(kNow).ok());
  }
  /// Appends turns to the log as intake does; the marker of the transaction follows them.
  void append_transaction(int count) {
    const auto producer = client->make_transactional_producer("intake", "test").value();
    REQUIRE(producer->init(kNow).ok());
    REQUIRE(producer->begin().ok());
    produce(*producer, count);
    REQUIRE(producer->commit(kNow).ok());
  }
  template <typename Producer>
  void produce(Producer& producer, int count) {
    const std::vector<log::Header> headers{{"kind", "turn"},          {"log_time", "0"},      {"source_topic", "turns"},
                                           {"source_partition", "0"}, {"source_offset", "0"}, {"trace_id", "trace"}};
    for (int i = 0; i < count; ++i) {
      const auto value = turn_json("T" + std::to_string(++turns), "helper", "hello");
      REQUIRE(producer.produce({names.log(), Partition{0}, "helper", value, headers}).ok());
    }
  }
  /// Time passes, and retention deletes all records so far of the topics that are not compacted; `more` follow.
  void expire(int more) {
    clock.advance_ms(2 * kLogRetentionMs);
    append(more);
    cluster.tick();
    REQUIRE(cluster.enforce_retention().ok());
  }
  std::unique_ptr<StageProcessor> processor(const std::string& name) {
    environment = std::make_unique<StageEnvironment>(StageEnvironment{
        *client, *store, clock, shape, names, names.log(), StageLimits{.admin_ms_max = 0}, nullptr, nullptr, false});
    return std::make_unique<StageProcessor>(*environment, group_of(name));
  }
  /// A worker of the group processes and commits all that its inputs have.
  void work(const std::string& name) {
    WorkerConfig config;
    config.consumer.group = names.group(name);
    config.consumer.instance = config.consumer.client_id = name;
    config.consumer.topics = input_topics(group_of(name), names, names.log());
    config.transactional_id = names.group(name);
    config.poll_ms_max = 0;
    Watchdog watchdog{kNow};
    Worker worker(config, *client, processor(name), clock, watchdog, nullptr);
    for (int i = 0; i < kStepsMax; ++i) {
      const auto status = worker.step();
      REQUIRE_MESSAGE(status.ok(), (status.ok() ? std::string() : status.error().message));
      cluster.tick();
    }
    REQUIRE(worker.status().idle);
    REQUIRE(worker.stop(kNow).ok());
  }
  /// Where a new process of the group begins to read each input.
  Result<std::map<std::string, std::int64_t>> starts(const std::string& name) {
    const auto starting = processor(name);
    std::vector<log::TopicPartition> inputs;
    for (const auto& topic : input_topics(group_of(name), names, names.log())) {
      inputs.push_back({topic, Partition{0}});
    }
    TS_RETURN_IF_ERROR(starting->assigned(inputs));
    for (bool done = false; !done;) {
      TS_ASSIGN_OR_RETURN(done, starting->restore_step(100));
    }
    TS_ASSIGN_OR_RETURN(const auto positions, starting->start_positions());
    std::map<std::string, std::int64_t> found;
    for (const auto& position : positions) {
      found[position.where.topic] = position.next.value();
    }
    return found;
  }
  std::int64_t log_start(const std::string& name) {
    const auto found = starts(name);
    REQUIRE_MESSAGE(found.ok(), (found.ok() ? std::string() : found.error().message));
    return found->at(names.log());
  }
  /// The code of the error with which a new process of the group ends; its message must contain each of `parts`.
  std::string failure(const std::string& name, const std::vector<std::string>& parts) {
    const auto found = starts(name);
    REQUIRE_FALSE(found.ok());
    CHECK(found.error().reaction == Reaction::kStopProcess);
    for (const auto& part : parts) {
      CHECK_MESSAGE(found.error().message.find(part) != std::string::npos, found.error().message);
    }
    return found.error().code;
  }
  bool has_line(const std::string& part) const {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& line) { return line.find(part) != std::string::npos; });
  }
};

}  // namespace

TEST_CASE_FIXTURE(StartFixture, "a new group begins at the first offset") {
  append(3);
  CHECK(log_start("first") == 0);
  CHECK(starts("second")->at(names.completions("episodic")) == 0);
}

TEST_CASE_FIXTURE(StartFixture, "a group continues behind what its store or its changelog contains") {
  append(3);
  work("first");
  append(2);
  CHECK(log_start("first") == 3);
  store = std::make_unique<store::MemoryStore>();
  CHECK(log_start("first") == 3);
}

TEST_CASE_FIXTURE(StartFixture, "a new group begins with what retention left and says so") {
  append(3);
  expire(2);
  CHECK(log_start("first") == 3);
  CHECK(has_line("event=input_begins_late"));
  CHECK(has_line("first=3"));
}

TEST_CASE_FIXTURE(StartFixture, "records that were deleted before a group processed them end the process") {
  append(3);
  work("first");
  append(2);
  expire(1);
  CHECK(failure("first", {"Records of turnstream.log[0]", "offsets 3 to 4 were deleted", "begins at offset 5"}) ==
        "lost_input");
}

TEST_CASE_FIXTURE(StartFixture, "records that a group processed may be deleted") {
  append(3);
  work("first");
  expire(2);
  CHECK(log_start("first") == 3);
  CHECK_FALSE(has_line("event=input_begins_late"));
}

TEST_CASE_FIXTURE(StartFixture, "a start behind the marker of the last transaction loses nothing") {
  append(2);
  work("first");
  work("second");
  expire(0);
  const log::TopicPartition answers{names.completions("episodic"), Partition{0}};
  const auto marks = client->admin().watermarks(answers, kNow);
  REQUIRE(marks.ok());
  REQUIRE(marks->first.value() == marks->high.value());
  const auto found = starts("second");
  REQUIRE_MESSAGE(found.ok(), (found.ok() ? std::string() : found.error().message));
  CHECK(found->at(answers.topic) == marks->high.value());
}

TEST_CASE_FIXTURE(StartFixture, "the marker behind the last record may be deleted although records follow it") {
  append_transaction(2);
  work("first");
  work("second");
  expire(1);
  CHECK(log_start("first") == 3);
  CHECK(has_line("event=marker_deleted group=first topic=turnstream.log partition=0 offset=2"));
  work("first");
  CHECK(log_start("second") == 3);
  CHECK(has_line("event=marker_deleted group=second topic=turnstream.completions.episodic partition=0 offset=2"));
  work("second");
}

TEST_CASE_FIXTURE(StartFixture,
                  "a transaction of one record that was deleted before a group processed it ends the process") {
  append_transaction(1);
  work("first");
  append_transaction(1);
  expire(1);
  CHECK(failure("first", {"offsets 1 to 3 were deleted"}) == "lost_input");
}

TEST_CASE_FIXTURE(StartFixture, "the first record of all is not taken for a marker") {
  append(1);
  expire(1);
  CHECK(log_start("first") == 1);
  CHECK(has_line("event=input_begins_late"));
}

TEST_CASE_FIXTURE(StartFixture, "answers that were deleted before a later group read them end the process") {
  append(2);
  work("first");
  work("second");
  append(2);
  work("first");
  clock.advance_ms(2 * kAnswersRetentionMs);
  append(1);
  work("first");
  cluster.tick();
  REQUIRE(cluster.enforce_retention().ok());
  CHECK(failure("second", {"Records of turnstream.completions.episodic[0]", "were deleted", "group second"}) ==
        "lost_input");
}

TEST_CASE_FIXTURE(StartFixture, "a changelog that was lost ends the process instead of repeating the log") {
  append(3);
  work("first");
  lose(names.changelog("episodic"), log::Cleanup::kCompact);
  store = std::make_unique<store::MemoryStore>();
  CHECK(failure("first", {"has committed offset 3 of turnstream.log[0]", "restored state ends at 0"}) == "state_lost");
}

TEST_CASE_FIXTURE(StartFixture, "a log that ends before the state ends the process") {
  append(3);
  work("first");
  lose(names.log());
  append(1);
  CHECK(failure("first", {"ends at offset 1", "contains the records before offset 3"}) == "lost_input");
}

TEST_CASE_FIXTURE(StartFixture, "a group that was assigned some of its inputs only ends the process") {
  const auto starting = processor("second");
  const auto status = starting->assigned({{names.log(), Partition{0}}});
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().code == error_codes::kIncompleteAssignment);
  CHECK(status.error().message.find("1 of its 3 inputs of partition 0") != std::string::npos);
}

TEST_CASE_FIXTURE(StartFixture, "records that are deleted during the work end the process and are named") {
  const auto status = processor("first")->records_lost({{names.log(), Partition{0}}, NextOffset{4}, Offset{9}});
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().code == "lost_input");
  CHECK(status.error().message.find("turnstream.log[0] may have been lost: offsets 4 to 8 were deleted") !=
        std::string::npos);
}

}  // namespace turnstream::runtime
