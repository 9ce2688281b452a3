#include "app/forget/remains.h"

#include <algorithm>
#include <map>

#include "app/log_access/open_log.h"
#include "app/log_access/topic_specs.h"
#include "pipeline/base/number_text.h"

namespace turnstream::app {
namespace {

/// How long a process may take to purge its local state (StatePurger).
constexpr std::int64_t kLocalStateMs = 60'000;
/// What a log may take beyond its bound: until the next record comes, the log looks for work, does it and deletes the files.
constexpr std::int64_t kSlackMs = 180'000;
/// No topic keeps records for longer, so a larger number means "for ever".
constexpr std::int64_t kForEverMs = std::int64_t{1} << 53;

std::optional<std::int64_t> sum(std::optional<std::int64_t> time_ms, std::int64_t more_ms) {
  return time_ms ? std::optional(*time_ms + more_ms) : std::nullopt;
}

/// Absent: without an end. `segment_ms`: how long a topic may keep what its retention lets go.
std::optional<std::int64_t> time_of_kept(std::optional<std::int64_t> retention_ms, std::int64_t segment_ms) {
  return sum(retention_ms, segment_ms + kSlackMs);
}

/// `late_ms`: how much later a segment of the changelog may end than purge_ms expects.
std::int64_t time_of_changelog(const settings::TopicsSettings& settings, std::int64_t late_ms = 0) {
  return settings.purge_ms + std::max<std::int64_t>(late_ms, 0) + kSlackMs;
}

/// Reads how long topics can have a text of now.
class TextTime {
 public:
  TextTime(log::Admin& admin, log::milliseconds timeout) : admin_(admin), timeout_(timeout) {}

  /// Absent: without an end.
  std::optional<std::int64_t> of(const log::TopicSpec& topic, const settings::TopicsSettings& settings) {
    const Result<std::string> policy = admin_.topic_setting(topic.name, "cleanup.policy", timeout_);
    if (!policy.ok() || policy->find("delete") == std::string::npos) {
      return std::nullopt;
    }
    // Kafka drops whole segments, and the newest record of a segment decides: it may come a segment.ms later.
    const auto segment_ms = number(topic.name, "segment.ms");
    return topic.is_bounded_by_writer
               ? time_of_changelog(settings, segment_ms.value_or(0) - changelog_segment_ms(settings))
               : time_of_kept(number(topic.name, "retention.ms"), segment_ms.value_or(settings.purge_ms));
  }

 private:
  /// Absent if the setting cannot be read, or means "for ever".
  std::optional<std::int64_t> number(const std::string& topic, const std::string& name) {
    const Result<std::string> text = admin_.topic_setting(topic, name, timeout_);
    const auto found = text.ok() ? read_number(*text) : std::nullopt;
    return found && *found >= 0 && *found < kForEverMs ? found : std::nullopt;
  }

  log::Admin& admin_;
  log::milliseconds timeout_;
};

/// The topics by the end of their time, the local state included. `time_of`: how long a topic can have a text of now.
template <typename TimeOf>
std::vector<Remains> grouped(const std::vector<log::TopicSpec>& specs, std::int64_t now_ms, TimeOf time_of) {
  std::map<std::int64_t, std::string> bounded{{kLocalStateMs, "local state"}};
  std::string unbounded;
  for (const log::TopicSpec& spec : specs) {
    const std::optional<std::int64_t> time_ms = time_of(spec);
    std::string& names = time_ms ? bounded[*time_ms] : unbounded;
    names.append(names.empty() ? "" : ", ").append(spec.name);
  }
  std::vector<Remains> remains;
  for (const auto& [time_ms, names] : bounded) {
    remains.push_back({names, now_ms + time_ms});
  }
  if (!unbounded.empty()) {
    remains.push_back({unbounded, std::nullopt});
  }
  return remains;
}

}  // namespace

std::vector<Remains> find_remains(const Context& context, log::Admin& admin, WallTime now) {
  const Result<std::vector<log::TopicInfo>> topics = admin.topics(answer_timeout(context));
  std::vector<log::TopicSpec> specs = topic_specs(context.settings(), stage_names_of(context.catalog));
  if (topics.ok()) {
    for (const std::string& stage : stage_names_of(context.catalog)) {
      // Of an earlier version: nothing deletes a text there.
      specs.push_back({.name = model::TopicNames(context.settings().topics.name_space).old_changelog(stage)});
    }
    std::erase_if(specs, [&](const log::TopicSpec& spec) {
      return std::none_of(topics->begin(), topics->end(), [&](const auto& one) { return one.name == spec.name; });
    });
  }
  TextTime text_time(admin, answer_timeout(context));
  return grouped(specs, now.value(), [&](const log::TopicSpec& spec) {
    return topics.ok() ? text_time.of(spec, context.settings().topics) : std::nullopt;
  });
}

std::vector<Remains> planned_remains(const settings::Settings& settings, std::int64_t now_ms) {
  return grouped(topic_specs(settings, {"*"}), now_ms, [&settings](const log::TopicSpec& spec) {
    if (spec.is_bounded_by_writer) {
      return std::optional(time_of_changelog(settings.topics));
    }
    return time_of_kept(spec.retention_ms < 0 ? std::nullopt : std::optional(spec.retention_ms),
                        settings.topics.purge_ms);
  });
}

}  // namespace turnstream::app
