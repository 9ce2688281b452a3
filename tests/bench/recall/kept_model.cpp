#include "tests/bench/recall/kept_model.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/data/read_file.h"
#include "app/recall/vector_file.h"
#include "pipeline/base/thread_cpu_time.h"
#include "pipeline/settings/settings.h"
#include "tests/bench/recall/applier.h"
#include "tests/bench/recall/samples.h"
#include "tests/bench/thread_times.h"

namespace turnstream::bench {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t kHistoriesMax = 10;  ///< personas with histories of their own; the others repeat them
constexpr std::int64_t kKnownEach = 50;
constexpr std::int64_t kMessagesOfTurn = 2;
constexpr double kUsPerSecond = 1e6;

struct OpenStore {
  std::unique_ptr<store::RocksStore> store;
  std::unique_ptr<recall::ReadModel> model;
};

Result<OpenStore> open_store(const std::string& folder, const Clock& clock, const recall::VectorTable* vectors) {
  const settings::Settings settings;
  OpenStore opened;
  store::RocksOptions options;
  options.cache_bytes_max = static_cast<std::size_t>(settings.recall.cache_bytes_max);
  TS_ASSIGN_OR_RETURN(opened.store, store::RocksStore::open(folder + "/store", options));
  recall::ReadModelConfig config;
  config.memory_bytes_max = static_cast<std::size_t>(settings.recall.memory_bytes_max);
  config.history_days = settings.recall.history_days;
  config.partitions = static_cast<std::int32_t>(settings.topics.partitions);
  config.vectors = vectors;
  TS_ASSIGN_OR_RETURN(opened.model, recall::ReadModel::open(*opened.store, clock, config));
  return opened;
}

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::int64_t disk_bytes(const std::string& folder) {
  std::int64_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    bytes += entry.is_regular_file() ? static_cast<std::int64_t>(entry.file_size()) : 0;
  }
  return bytes;
}

/// One turn of each history.
Result<std::vector<AnsweredTurn>> next_round(std::vector<std::unique_ptr<History>>& histories) {
  std::vector<AnsweredTurn> round;
  for (const auto& history : histories) {
    TS_ASSIGN_OR_RETURN(AnsweredTurn turn, history->next());
    round.push_back(std::move(turn));
  }
  return round;
}

/// Feeds turns of all personas, and adds up what that costs.
class Feeding {
 public:
  Feeding(recall::ReadModel& model, std::vector<std::string> stages, std::int64_t personas)
      : applier_(model, std::move(stages)), personas_(personas) {}

  Status feed(const std::vector<AnsweredTurn>& round) {
    for (std::int64_t p = 0; p < personas_; ++p) {
      const std::size_t history = static_cast<std::size_t>(p) % round.size();
      const std::string persona = persona_name(p);
      const AnsweredTurn turn = renamed(round[history], persona_name(static_cast<std::int64_t>(history)), persona);
      for (const std::string& answer : turn.answers) {
        answer_bytes_ += static_cast<std::int64_t>(answer.size());
      }
      const std::int64_t cpu_ns = thread_cpu_time_ns();
      const std::int64_t wall = clock_.monotonic_now().value();
      TS_RETURN_IF_ERROR(applier_.apply(turn, persona));
      cpu_.add((thread_cpu_time_ns() - cpu_ns) / 1'000);
      wall_us_ += clock_.monotonic_now().value() - wall;
    }
    return {};
  }

  [[nodiscard]] Json json(std::int64_t store_us) const {
    const auto records = static_cast<double>(std::max<std::size_t>(cpu_.size(), 1));
    return {{"records", cpu_.size()},
            {"records_per_s", records * kUsPerSecond / static_cast<double>(std::max<std::int64_t>(wall_us_, 1))},
            {"apply_cpu_ms", cpu_.json()},
            {"store_cpu_us_per_record", static_cast<double>(store_us) / records},
            {"completion_bytes_per_record", static_cast<double>(answer_bytes_) / records}};
  }

 private:
  const SystemClock clock_;
  Applier applier_;
  const std::int64_t personas_;
  Samples cpu_;
  std::int64_t wall_us_ = 0;
  std::int64_t answer_bytes_ = 0;
};

}  // namespace

Result<Json> build(const Texts& texts, const BuildConfig& config) {
  const SystemClock clock;
  std::filesystem::create_directories(config.folder);
  std::vector<std::unique_ptr<History>> histories;
  for (std::int64_t h = 0; h < std::min(config.personas, kHistoriesMax); ++h) {
    histories.push_back(std::make_unique<History>(texts, persona_name(h), static_cast<std::uint64_t>(h) + 1));
  }
  TS_ASSIGN_OR_RETURN(const OpenStore opened, open_store(config.folder, clock, nullptr));
  const std::vector<std::string> stages = histories.front()->stages();
  Feeding feeding(*opened.model, stages, config.personas);
  const ThreadTimes before = thread_times();
  std::string known;
  for (std::int64_t turn = 0; turn < config.messages / config.personas / kMessagesOfTurn; ++turn) {
    TS_ASSIGN_OR_RETURN(const std::vector<AnsweredTurn> round, next_round(histories));
    TS_RETURN_IF_ERROR(feeding.feed(round));
    if (turn % kKnownEach == 0) {
      append_turn(known, round.front());
    }
  }
  Json result = feeding.json((thread_times() - before).store_us);
  std::string more;
  for (std::int64_t turn = 0; turn < config.more_turns; turn += config.personas) {
    TS_ASSIGN_OR_RETURN(const std::vector<AnsweredTurn> round, next_round(histories));
    for (const AnsweredTurn& one : round) {
      append_turn(more, one);
    }
  }
  write_file(config.folder + "/known", known);
  write_file(config.folder + "/more", more);
  result.update({{"messages", config.messages}, {"personas", config.personas}, {"more_turns", config.more_turns}});
  result["stages"] = stages;
  result["disk_bytes"] = disk_bytes(config.folder + "/store");
  write_file(config.folder + "/built.json", result.dump());
  return result;
}

Result<std::unique_ptr<KeptModel>> KeptModel::open(const std::string& folder, const std::string& vectors) {
  auto kept = std::make_unique<KeptModel>();
  TS_ASSIGN_OR_RETURN(const std::string built, app::read_file(folder + "/built.json"));
  TS_ASSIGN_OR_RETURN(const std::string more, app::read_file(folder + "/more"));
  TS_ASSIGN_OR_RETURN(const std::string known, app::read_file(folder + "/known"));
  const Json about = Json::parse(built);
  kept->stages_ = about.at("stages");
  kept->personas_ = about.at("personas");
  kept->messages_ = about.at("messages");
  kept->more_turns_ = about.at("more_turns");
  kept->more_ = read_turns(more);
  kept->known_ = read_turns(known);
  settings::RecallSettings settings;
  settings.vectors = vectors.empty() ? "none" : "static";
  settings.vectors_file = vectors;
  TS_ASSIGN_OR_RETURN(kept->vectors_, app::read_vectors(settings));
  TS_ASSIGN_OR_RETURN(OpenStore opened, open_store(folder, kept->clock_, kept->vectors_.get()));
  kept->store_ = std::move(opened.store);
  kept->model_ = std::move(opened.model);
  kept->recall_ = std::make_unique<recall::Recall>(*kept->model_, recall::RecallConfig{});
  return kept;
}

AnsweredTurn KeptModel::more(std::int64_t number, const std::string& persona) const {
  const std::int64_t histories = std::min(personas_, kHistoriesMax);
  const std::int64_t history = number % personas_ % histories;
  const std::int64_t round = number / personas_;
  return renamed(more_[static_cast<std::size_t>(round * histories + history)], persona_name(history), persona);
}

std::int64_t KeptModel::last_time_ms(const std::string& persona) const {
  const Partition partition = model_->partition_of(persona);
  return model_->progress()[static_cast<std::size_t>(partition.value())].log_time.value();
}

}  // namespace turnstream::bench
