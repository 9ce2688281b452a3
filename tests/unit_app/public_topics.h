#pragma once
// PublicTopics: the topics of a namespace (log, completions, events) with records that the test writes in place of the
// stages. One partition. Threads: one test's.

#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "app/explain/explainer.h"
#include "pipeline/base/clock.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/codec/erased_record.h"
#include "pipeline/codec/ids.h"
#include "pipeline/log/embedded/cluster.h"
#include "tests/testpipeline/reference_stage.h"

namespace turnstream::app {

class PublicTopics {
 public:
  PublicTopics() {
    for (std::size_t i = 0; i < testpipeline::kReferenceStages; ++i) {
      catalog_.push_back({[i] { return testpipeline::make_reference_stage(i, {}); }, {}});
    }
    std::vector<log::TopicSpec> specs;
    for (const std::string& topic : {names_.log(), names_.dead_letters(), names_.events("consolidation"),
                                     names_.events("insights"), names_.events("maintenance")}) {
      specs.push_back({.name = topic});
    }
    for (const std::string& stage : stage_names_of(catalog_)) {
      specs.push_back({.name = names_.completions(stage)});
    }
    REQUIRE(client_->admin().create_topics(specs, kWait).ok());
    auto producer = client_->make_producer("test");
    REQUIRE(producer.ok());
    producer_ = std::move(*producer);
  }

  /// Writes a turn into the log; its source is turns[3], from offset 100 on. Returns its offset in the log.
  std::int64_t turn(const std::string& turn_id, nlohmann::json content, const std::string& persona = "helper") {
    content["turn_id"] = turn_id;
    content["agent_id"] = persona;
    const std::string offset = std::to_string(100 + records_);
    const std::vector<log::Header> headers = {{"kind", "turn"},
                                              {"log_time", "1767261600000"},
                                              {"source_topic", "turns"},
                                              {"source_partition", "3"},
                                              {"source_offset", offset}};
    write(names_.log(), persona, content.dump(), headers);
    return records_++;
  }
  /// Writes a tick into the log. Returns its offset in the log.
  std::int64_t tick() {
    const std::vector<log::Header> headers = {{"kind", "tick"}, {"log_time", "1767261630000"}};
    write(names_.log(), "", R"({"kind":"tick","partition":0,"time":"2026-01-01T10:00:30.000Z"})", headers);
    return records_++;
  }

  /// Writes what `scrub` leaves of a turn into the log.
  void erased_turn(const std::string& turn_id) {
    write(names_.log(), "helper", codec::erased_record_text({codec::turn_hash_of(turn_id)}),
          {{"kind", "turn"},
           {"log_time", "1767261600000"},
           {"source_topic", "turns"},
           {"source_partition", "3"},
           {"source_offset", "100"}});
    ++records_;
  }
  /// Writes a command of cli:ann into the log. Returns its offset in the log.
  std::int64_t command(const std::string& kind, const std::string& id, const nlohmann::json& args,
                       const std::string& persona = "helper") {
    const nlohmann::json value{{"kind", kind},
                               {"command_id", id},
                               {"persona_id", persona},
                               {"issued_by", "cli:ann"},
                               {"issued_at", "2026-01-01T11:00:00.000Z"},
                               {"caused_by", nullptr},
                               {"args", args}};
    const std::string time = std::to_string(1'767'261'600'000 + 60'000 * records_);
    write(names_.log(), persona, value.dump(),
          {{"kind", "command"},
           {"log_time", time},
           {"source_topic", "turnstream.commands"},
           {"source_partition", "0"},
           {"source_offset", "7"}});
    return records_++;
  }
  /// A stage's completion of a command.
  model::Completion of_command(const std::string& stage, const std::string& id, std::int64_t offset,
                               std::vector<model::Change> changes) const {
    model::Completion completion = of_turn(stage, "", offset, std::move(changes));
    completion.turn_id.reset();
    completion.cause_kind = "command";
    completion.cause_id = id;
    return completion;
  }

  /// A stage's completion of a turn; the changes are in order of kind and id.
  model::Completion of_turn(const std::string& stage, const std::string& turn_id, std::int64_t offset,
                            std::vector<model::Change> changes = {}) const {
    model::Completion completion;
    completion.stage = stage;
    completion.turn_id = turn_id;
    completion.persona_id = "helper";
    completion.cause_kind = "turn";
    completion.cause_id = turn_id;
    completion.log = {Partition{0}, Offset{offset}};
    completion.log_time = LogTime{1'767'261'600'000 + 60'000 * offset};
    completion.changes = std::move(changes);
    codec::count_changes(completion);
    return completion;
  }
  void answer(const model::Completion& completion) {
    std::string bytes;
    codec::append_completion(bytes, completion);
    write(names_.completions(completion.stage), completion.persona_id.value_or(""), bytes, {});
  }
  void event(const std::string& topic, const nlohmann::json& value) {
    write(names_.events(topic), "helper", value.dump(), {});
  }

  Result<Report> explain(const std::string& id, const std::string& persona = "", const std::stop_token& stop = {}) {
    auto finder = RecordFinder::open({*client_, "turnstream", catalog_, kWait, err_, false, "", stop});
    REQUIRE(finder.ok());
    return explain_id(*finder, {id, persona});
  }
  /// The explanation of the turn with this id, also if a memory has it.
  Result<Report> explain_as_turn(const std::string& id) {
    auto finder = RecordFinder::open({*client_, "turnstream", catalog_, kWait, err_, false, "", {}});
    REQUIRE(finder.ok());
    return explain_turn(*finder, {id, ""});
  }
  Report memory(const std::string& id) { return report_with("things", id); }
  Report turn_report(const std::string& id) { return report_with("records", id); }

 private:
  static constexpr log::milliseconds kWait{5'000};

  /// The explanation, which must be of the form that has this key.
  Report report_with(const char* key, const std::string& id) {
    auto answer = explain(id);
    const std::string error = answer.ok() ? std::string() : answer.error().message;
    INFO(error);
    REQUIRE(answer.ok());
    REQUIRE(answer->contains(key));
    return *std::move(answer);
  }
  void write(const std::string& topic, const std::string& key, const std::string& value,
             const std::vector<log::Header>& headers) {
    REQUIRE(producer_->produce({topic, Partition{0}, key, value, headers}).ok());
    REQUIRE(producer_->flush(kWait).ok());
  }

  StageCatalog catalog_;
  model::TopicNames names_{"turnstream"};
  SystemClock clock_;
  log::embedded::Cluster cluster_{clock_};
  std::unique_ptr<log::Client> client_ = log::embedded::make_client(cluster_);
  std::unique_ptr<log::Producer> producer_;
  std::ostringstream err_;
  std::int64_t records_ = 0;
};

/// The id of the item that a turn of persona helper has at the pointer.
inline std::string item_id(const std::string& turn_id, const std::string& pointer) {
  return to_string(codec::memory_id("helper", turn_id, pointer));
}

inline model::Change put(const std::string& kind, const std::string& id, nlohmann::json value) {
  value["id"] = id;
  return {model::ChangeOp::kPut, kind, id, value.dump(), false};
}

inline model::Change patch(const std::string& kind, const std::string& id, const nlohmann::json& fields) {
  return {model::ChangeOp::kPatch, kind, id, fields.dump(), false};
}

inline model::Change removal(const std::string& kind, const std::string& id) {
  return {model::ChangeOp::kDelete, kind, id, "", true};
}

inline nlohmann::json source(const std::string& turn_id, const std::string& pointer) {
  return {{"id", item_id(turn_id, pointer)}, {"turn_id", turn_id}, {"session_id", "s1"}};
}

}  // namespace turnstream::app
