#include "tests/bench/feed.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "pipeline/base/clock.h"
#include "pipeline/base/murmur2.h"
#include "tests/bench/made_turn.h"
#include "tests/bench/paced_turns.h"
#include "tests/bench/topics.h"

namespace turnstream::bench {
namespace {

Error bad_feed(const std::string& message) {
  return make_error("bench", Reaction::kStopProcess, message);
}

/// The turns of a feed: those of a file are held, the others are made when they are sent.
class FeedTurns {
 public:
  static Result<FeedTurns> open(const FeedConfig& config) {
    FeedTurns turns(config);
    std::ifstream file(config.file);
    for (std::string line; !config.file.empty() && turns.size() < config.turns && std::getline(file, line);) {
      const auto turn = nlohmann::json::parse(line, nullptr, false);
      if (!turn.is_object() || !turn.contains("turn_id") || !turn.contains("agent_id")) {
        return bad_feed("a line of " + config.file + " is not a turn");
      }
      turns.places_.emplace(turn["turn_id"].get<std::string>(), turns.size());
      turns.personas_.push_back(turn["agent_id"].get<std::string>());
      turns.lines_.push_back(std::move(line));
    }
    if (!config.file.empty() && turns.size() < config.turns) {
      return bad_feed(config.file + " has only " + std::to_string(turns.size()) + " turns");
    }
    return turns;
  }

  [[nodiscard]] std::string persona(int place) const {
    return lines_.empty() ? made_persona(first_ + place, made_personas_) : personas_[static_cast<std::size_t>(place)];
  }
  [[nodiscard]] std::string text(int place) const {
    return lines_.empty() ? make_turn(first_ + place, made_personas_) : lines_[static_cast<std::size_t>(place)];
  }
  [[nodiscard]] std::optional<int> place_of(std::string_view turn_id) const {
    if (!lines_.empty()) {
      const auto found = places_.find(std::string(turn_id));
      return found == places_.end() ? std::nullopt : std::optional(found->second);
    }
    const auto number = made_turn_number(turn_id);
    return number && *number >= first_ ? std::optional(*number - first_) : std::nullopt;
  }

 private:
  explicit FeedTurns(const FeedConfig& config) : first_(config.first), made_personas_(config.personas) {}
  [[nodiscard]] int size() const { return static_cast<int>(lines_.size()); }

  int first_;
  int made_personas_;
  std::vector<std::string> lines_;
  std::vector<std::string> personas_;
  std::unordered_map<std::string, int> places_;
};

Status publish(log::Client& client, const log::TopicInfo& topic, const FeedTurns& turns, int count, const Pace& pace) {
  TS_ASSIGN_OR_RETURN(const auto producer, client.make_producer("bench-feed"));
  for (int place = 0; place < count; ++place) {
    pace(place);
    const auto persona = turns.persona(place);
    const auto text = turns.text(place);
    TS_RETURN_IF_ERROR(producer->produce({topic.name, partition_of_key(persona, topic.partitions), persona, text, {}}));
  }
  return producer->flush(kTimeout);
}

Result<log::TopicInfo> topic_named(const std::vector<log::TopicInfo>& topics, const std::string& name) {
  for (const auto& topic : topics) {
    if (topic.name == name) {
      return topic;
    }
  }
  return bad_feed("there is no topic " + name);
}

}  // namespace

Result<std::vector<std::int64_t>> run_feed(log::Client& client, const FeedConfig& config) {
  const SystemClock clock;
  TS_ASSIGN_OR_RETURN(const auto topics, topics_of(client, config.name_space));
  TS_ASSIGN_OR_RETURN(const auto target, topic_named(topics, config.name_space + "-turns"));
  TS_ASSIGN_OR_RETURN(const auto turns, FeedTurns::open(config));
  if (config.rate == 0) {
    TS_RETURN_IF_ERROR(publish(client, target, turns, config.turns, [](int) {}));
    return std::vector<std::int64_t>();
  }
  PacedTurns paced;
  paced.count = config.turns;
  paced.settle = config.settle;
  paced.rate = config.rate;
  for (const auto& stage : config.stages) {
    TS_ASSIGN_OR_RETURN(auto topic, topic_named(topics, model::TopicNames(config.name_space).completions(stage)));
    paced.awaited.push_back(std::move(topic));
  }
  paced.send = [&](const Pace& pace) { return publish(client, target, turns, config.turns, pace); };
  paced.place_of = [&](std::string_view turn_id) { return turns.place_of(turn_id); };
  std::int64_t newest_ms = 0;
  paced.on_completion = [&](const log::Record& record) {
    if (config.on_completions && record.append_time_ms > newest_ms) {
      newest_ms = record.append_time_ms;
      config.on_completions(newest_ms, clock.wall_now().value());
    }
  };
  return send_paced(client, clock, paced);
}

}  // namespace turnstream::bench
