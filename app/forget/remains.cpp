#include "app/forget/remains.h"

#include <algorithm>
#include <map>

#include "app/log_access/open_log.h"
#include "app/log_access/topic_specs.h"
#include "pipeline/base/number_text.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {
namespace {

/// How long a process may take to purge its local state (StatePurger).
constexpr std::int64_t kLocalStateMs = 60'000;
/// What a log may take beyond its bound: until the next record comes, the log looks for work, does it and deletes the files.
constexpr std::int64_t kSlackMs = 180'000;
/// No topic keeps records for longer, so a larger number means "for ever".
constexpr std::int64_t kForEverMs = std::int64_t{1} << 53;

/// Reads how long topics can have a text of now.
class TextTime {
 public:
  TextTime(log::Admin& admin, log::milliseconds timeout) : admin_(admin), timeout_(timeout) {}

  /// Absent: without an end. `purge_ms`: how long the embedded log keeps the bytes of dropped records.
  std::optional<std::int64_t> of(const log::TopicSpec& topic, std::int64_t purge_ms) {
    if (topic.cleanup == log::Cleanup::kCompact) {
      return sum(number(topic.name, "max.compaction.lag.ms"), kSlackMs);
    }
    const Result<std::string> policy = admin_.topic_setting(topic.name, "cleanup.policy", timeout_);
    if (!policy.ok() || policy->find("delete") == std::string::npos) {
      return std::nullopt;
    }
    // Kafka drops whole segments, and the newest record of a segment decides: it may come a segment.ms later.
    const std::int64_t more_ms = number(topic.name, "segment.ms").value_or(purge_ms);
    return sum(number(topic.name, "retention.ms"), more_ms + kSlackMs);
  }

 private:
  /// Absent if the setting cannot be read, or means "for ever".
  std::optional<std::int64_t> number(const std::string& topic, const std::string& name) {
    const Result<std::string> text = admin_.topic_setting(topic, name, timeout_);
    const auto found = text.ok() ? read_number(*text) : std::nullopt;
    return found && *found >= 0 && *found < kForEverMs ? found : std::nullopt;
  }
  static std::optional<std::int64_t> sum(std::optional<std::int64_t> time_ms, std::int64_t more_ms) {
    return time_ms ? std::optional(*time_ms + more_ms) : std::nullopt;
  }

  log::Admin& admin_;
  log::milliseconds timeout_;
};

}  // namespace

std::vector<Remains> find_remains(const Context& context, log::Admin& admin, WallTime now) {
  const Result<std::vector<log::TopicInfo>> topics = admin.topics(answer_timeout(context));
  TextTime text_time(admin, answer_timeout(context));
  std::map<std::int64_t, std::string> bounded{{kLocalStateMs, "local state"}};
  std::string unbounded;
  for (const log::TopicSpec& spec : topic_specs(context.settings(), stage_names_of(context.catalog))) {
    const auto is_it = [&](const log::TopicInfo& one) { return one.name == spec.name; };
    if (topics.ok() && std::none_of(topics->begin(), topics->end(), is_it)) {
      continue;
    }
    const auto time_ms = topics.ok() ? text_time.of(spec, context.settings().topics.purge_ms) : std::nullopt;
    std::string& names = time_ms ? bounded[*time_ms] : unbounded;
    names.append(names.empty() ? "" : ", ").append(spec.name);
  }
  std::vector<Remains> remains;
  for (const auto& [time_ms, names] : bounded) {
    remains.push_back({names, now.value() + time_ms});
  }
  if (!unbounded.empty()) {
    remains.push_back({unbounded, std::nullopt});
  }
  return remains;
}

std::vector<Remains> planned_remains(const settings::Settings& settings, std::int64_t now_ms) {
  const settings::TopicsSettings& topics = settings.topics;
  const model::TopicNames names(topics.name_space);
  const auto until = [&](std::int64_t retention_ms) {
    return retention_ms < 0 ? std::nullopt : std::optional(now_ms + retention_ms);
  };
  std::string turns;
  for (const std::string& topic : settings.intake.turns_topics) {
    turns += topic + ", ";
  }
  return {{turns + names.log() + ", " + names.completions("*"), until(topics.retention_ms)},
          {names.events("consolidation") + ", " + names.events("insights") + ", " + names.dead_letters(),
           until(topics.retention_ms)},
          {names.effect_requests() + ", " + names.effect_results() + ", " + names.shares(),
           until(topics.commands_retention_ms)},
          {names.changelog("*"), until(topics.purge_ms)}};
}

}  // namespace turnstream::app
