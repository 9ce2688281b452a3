#include "tests/scenario/pipeline.h"

#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>
#include <thread>

#include "app/own_stages.h"
#include "pipeline/base/murmur2.h"
#include "pipeline/codec/patch.h"
#include "tests/testpipeline/reference_stage.h"

namespace turnstream::scenario {
namespace {

constexpr log::milliseconds kTimeout{30'000};
constexpr std::chrono::seconds kDrainMax{60};
/// Small transactions, so that crashes fall into many of them.
constexpr runtime::CommitPolicy kCommitOfCrashes = {.usual = {.records_max = 10}, .behind = {.records_max = 10}};

std::string fresh_namespace() {
  static int count = 0;
  return "scenario-" + std::to_string(SystemClock().wall_now().value()) + "-" + std::to_string(++count);
}

std::map<std::string, log::Cleanup> topics_of(const model::TopicNames& names, const std::string& turns,
                                              const runtime::PipelineShape& shape) {
  std::map<std::string, log::Cleanup> topics;
  for (const auto& name :
       {turns, names.commands(), names.shares(), names.effect_requests(), names.effect_results(), names.log(),
        names.dead_letters(), names.events("consolidation"), names.events("insights"), names.events("maintenance")}) {
    topics[name] = log::Cleanup::kDelete;
  }
  for (const auto* stage : shape.stages) {
    topics[names.completions(stage->info().name)] = log::Cleanup::kDelete;
    topics[names.changelog(stage->info().name)] = log::Cleanup::kDelete;
  }
  return topics;
}

}  // namespace

Pipeline::Pipeline(const Options& options)
    : options_(options),
      names_(fresh_namespace()),
      turns_topic_(names_.name_space() + "-turns"),
      clock_(options_.wall_clock != nullptr ? static_cast<const Clock&>(*options_.wall_clock) : machine_) {
  if (options_.reference_stages) {
    stages_ = testpipeline::make_reference_stages({.timers = false});
  } else {
    for (const app::StageEntry& entry : app::own_stages()) {
      stages_.push_back(entry.make());
      setting_rows_.insert(setting_rows_.end(), entry.setting_rows.begin(), entry.setting_rows.end());
    }
  }
  use_stages(options_.stages_max);
  create_topics();
  std::vector<runtime::InjectedFault> faults;
  for (const auto& text : options_.faults) {
    faults.push_back(runtime::FaultInjector::parse(text).value());
  }
  faults_ = std::make_unique<runtime::FaultInjector>(std::move(faults));
  auto& client = scenario_client();
  producer_ = std::move(client.make_producer("scenario")).value();
  const std::string log = options_.log_of == nullptr ? names_.log() : options_.log_of->names().log();
  environment_.reset(
      new runtime::StageEnvironment{client, store_, clock_, shape_, names_, log, {}, faults_.get(), nullptr, true});
  environment_->partitions = options_.partitions;
  start();
}

void Pipeline::start() {
  runtime::SupervisorConfig config;
  config.groups = runtime::make_groups(shape_, {"all"}, options_.grouping).value();
  config.workers = options_.workers;
  config.intake = options_.log_of == nullptr;
  config.instance = "scenario";
  config.crash_points = options_.crashes;
  config.commit = options_.crashes ? kCommitOfCrashes : config.commit;
  config.intake_config.names = names_;
  config.intake_config.turns_topics = {turns_topic_};
  config.intake_config.partitions = options_.partitions;
  config.intake_config.memory_settings = options_.memory_settings;
  config.intake_config.memory_rows = setting_rows_;
  config.intake_config.clock = options_.wall_clock ? runtime::IntakeClock::kWall : runtime::IntakeClock::kEvent;
  config.intake_config.waits_for_effects = options_.waits_for_effects;
  config.log_clock = &log_clock_;
  config.topics = {turns_topic_, environment_->log_topic, names_.dead_letters()};
  for (const auto* stage : shape_.stages) {
    config.topics.push_back(names_.completions(stage->info().name));
    config.topics.push_back(names_.changelog(stage->info().name));
  }
  supervisor_ = std::make_unique<runtime::Supervisor>(std::move(config), *environment_);
  supervisor_->start();
}

void Pipeline::use_stages(std::size_t stages_max) {
  shape_.stages.clear();
  for (std::size_t i = 0; i < std::min(stages_max, stages_.size()); ++i) {
    shape_.stages.push_back(stages_[i].get());
  }
}

void Pipeline::add_stages() {
  restart([this](store::KeyValueStore&) {
    use_stages(stages_.size());
    create_topics();
  });
}

void Pipeline::restart(const std::function<void(store::KeyValueStore&)>& what) {
  const auto error = supervisor_->stop(kTimeout);
  REQUIRE_MESSAGE(!error.has_value(), (error ? error->message : std::string()));
  supervisor_.reset();
  what(store_);
  start();
}

void Pipeline::regroup(const std::string& grouping, int workers) {
  restart([&](store::KeyValueStore&) {
    options_.grouping = grouping;
    options_.workers = workers;
  });
}

Pipeline::~Pipeline() {
  const auto error = supervisor_->stop(kTimeout);
  CHECK_MESSAGE(!error.has_value(), (error ? error->message : std::string()));
  // A broker that keeps the topics of all tests has ten thousand partitions in the end, and answers too late.
  std::vector<std::string> topics;
  for (const auto& [name, cleanup] : topics_of(names_, turns_topic_, shape_)) {
    topics.push_back(name);
  }
  CHECK(scenario_client().admin().delete_topics(topics, kTimeout).ok());
}

void Pipeline::create_topics() {
  std::vector<log::TopicSpec> specs;
  for (const auto& [name, cleanup] : topics_of(names_, turns_topic_, shape_)) {
    specs.push_back({name, partitions_of(name), cleanup, -1, -1, 8 << 20});
  }
  const auto created = scenario_client().admin().create_topics(specs, kTimeout);
  REQUIRE_MESSAGE(created.ok(), created.error().message);
}

std::int32_t Pipeline::partitions_of(const std::string& topic) const {
  return topic == names_.effect_requests() ? 1 : options_.partitions;
}

void Pipeline::send(const std::string& topic, std::int32_t partition, const std::string& key,
                    const std::string& value) {
  const auto record_key = key.empty() ? std::nullopt : std::optional<std::string_view>(key);
  REQUIRE(producer_->produce({topic, Partition{partition}, record_key, value, {}}).ok());
  REQUIRE(producer_->flush(kTimeout).ok());
}

void Pipeline::publish(const std::string& key, const std::string& value) {
  send(turns_topic_, partition_of_key(key, options_.partitions).value(), key, value);
}

void Pipeline::publish(const nlohmann::json& turn) {
  publish(turn.at("agent_id").get<std::string>(), turn.dump());
}

void Pipeline::tick(const std::string& time) {
  for (std::int32_t p = 0; p < options_.partitions; ++p) {
    const nlohmann::json tick{{"kind", "tick"},          {"command_id", ulid(900'000 + ++commands_)},
                              {"persona_id", nullptr},   {"issued_by", "test"},
                              {"issued_at", time},       {"caused_by", nullptr},
                              {"args", {{"time", time}}}};
    send(names_.commands(), p, {}, tick.dump());
  }
}

void Pipeline::command(const std::string& persona, const nlohmann::json& command) {
  send(names_.commands(), partition_of_key(persona, options_.partitions).value(), persona, command.dump());
}

void Pipeline::settings(const nlohmann::json& values) {
  const nlohmann::json command{{"kind", "settings"},          {"command_id", ulid(900'000 + ++commands_)},
                               {"persona_id", nullptr},       {"issued_by", "test"},
                               {"issued_at", nullptr},        {"caused_by", nullptr},
                               {"args", {{"values", values}}}};
  send(names_.commands(), 0, {}, command.dump());
}

void Pipeline::result(const nlohmann::json& result) {
  const std::string persona = result.at("persona_id");
  send(names_.effect_results(), partition_of_key(persona, options_.partitions).value(), persona, result.dump());
}

void Pipeline::redrive(const Seen& letter) {
  command(letter.key, {{"kind", "redrive"},
                       {"command_id", ulid(900'000 + ++commands_)},
                       {"persona_id", letter.key},
                       {"issued_by", "test"},
                       {"issued_at", "2026-01-01T10:00:00.000Z"},
                       {"caused_by", nullptr},
                       {"args",
                        {{"stage", letter.headers.at("dl_stage")},
                         {"turn_id", letter.headers.at("dl_turn_id")},
                         {"dead_letter", letter.value}}}});
}

void Pipeline::drain() {
  std::stop_source give_up;
  std::jthread bound([&](const std::stop_token& done) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    if (!never.wait_for(lock, done, kDrainMax, [] { return false; }) && !done.stop_requested()) {
      give_up.request_stop();
    }
  });
  REQUIRE_MESSAGE(supervisor_->wait_until_drained(give_up.get_token()), "the pipeline did not drain");
}

std::vector<Seen> Pipeline::read(const std::string& topic) {
  std::vector<Seen> seen;
  const auto reader = std::move(scenario_client().make_reader("scenario-reader")).value();
  std::vector<log::Position> starts;
  for (std::int32_t p = 0; p < partitions_of(topic); ++p) {
    starts.push_back({{topic, Partition{p}}, NextOffset{0}});
  }
  REQUIRE(reader->assign(starts).ok());
  for (std::size_t ended = 0, jumps = 0; ended < starts.size();) {
    auto event = reader->poll(kTimeout);
    REQUIRE_MESSAGE(event.ok(), event.error().message);
    // A reader returns nothing when it passes over the deleted head of a changelog, and then begins the others again.
    REQUIRE_FALSE((std::holds_alternative<std::monostate>(*event) && ++jumps > starts.size() * starts.size()));
    if (const auto* record = std::get_if<log::Record>(&*event)) {
      Seen one{record->partition.value(),
               record->offset.value(),
               record->append_time_ms,
               std::string(record->key.value_or("")),
               std::string(record->value.value_or("")),
               {}};
      for (const auto& header : record->headers) {
        one.headers[std::string(header.name)] = std::string(header.value);
      }
      seen.push_back(std::move(one));
    } else if (std::holds_alternative<log::EndOfPartition>(*event)) {
      ++ended;
    }
  }
  return seen;
}

std::vector<nlohmann::json> Pipeline::completions(const std::string& stage) {
  std::vector<nlohmann::json> all;
  for (const auto& seen : read(names_.completions(stage))) {
    all.push_back(seen.json());
  }
  return all;
}

nlohmann::json Pipeline::answer(const std::string& stage, const std::string& turn_id) {
  auto all = completions(stage);
  const auto last =
      std::find_if(all.rbegin(), all.rend(), [&](const auto& one) { return one.at("turn_id") == turn_id; });
  return last == all.rend() ? nlohmann::json() : std::move(*last);
}

nlohmann::json Pipeline::wait_for_answer(const std::string& stage, const std::string& turn_id) {
  const auto end_us = clock_.monotonic_now().value() + std::chrono::microseconds(kDrainMax).count();
  auto found = answer(stage, turn_id);
  while (found.is_null() && clock_.monotonic_now().value() < end_us) {
    found = answer(stage, turn_id);
  }
  REQUIRE_MESSAGE(!found.is_null(), stage << " does not answer " << turn_id);
  return found;
}

std::map<std::string, nlohmann::json> Pipeline::things(const std::string& stage, const std::string& kind,
                                                       const std::string& persona) {
  std::map<std::string, nlohmann::json> things;
  for (const auto& completion : completions(stage)) {
    if (!persona.empty() && completion.at("persona_id") != persona) {
      continue;
    }
    for (const auto& change : completion.at("changes")) {
      if (change.at("kind") != kind) {
        continue;
      }
      const std::string id = change.at("id");
      if (change.at("op") == "put") {
        things[id] = change.at("value");
      } else if (change.at("op") == "patch") {
        const model::Patch patch{change.at("value").dump(),
                                 change.contains("append") ? change.at("append").dump() : ""};
        things.at(id) = nlohmann::json::parse(codec::patched(things.at(id).dump(), patch));
      } else {
        things.erase(id);
      }
    }
  }
  return things;
}

}  // namespace turnstream::scenario
