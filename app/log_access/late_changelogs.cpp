#include "app/log_access/late_changelogs.h"

#include <algorithm>

#include "app/errors.h"
#include "app/log_access/topic_specs.h"
#include "pipeline/base/number_text.h"
#include "pipeline/log/open_transactions.h"

namespace turnstream::app {
namespace {

bool holds(const std::vector<log::TopicInfo>& topics, const std::string& name) {
  return std::any_of(topics.begin(), topics.end(), [&](const log::TopicInfo& one) { return one.name == name; });
}

}  // namespace

std::vector<std::string> late_changelogs(log::Admin& admin, const model::TopicNames& names,
                                         const std::vector<std::string>& stages,
                                         const settings::TopicsSettings& settings, log::milliseconds timeout) {
  const Result<std::vector<log::TopicInfo>> topics = admin.topics(timeout);
  if (!topics.ok()) {
    return {topics.error().message};
  }
  std::vector<std::string> sentences;
  const std::string wanted = std::to_string(changelog_segment_ms(settings));
  for (const std::string& stage : stages) {
    const std::string topic = names.changelog(stage);
    const Result<std::string> segment = admin.topic_setting(topic, "segment.ms", timeout);
    const auto segment_ms = segment.ok() ? read_number(*segment) : std::nullopt;
    if (!segment.ok() && segment.error().code != error_codes::kUnknownSetting) {
      sentences.push_back(segment.error().message);
    } else if (segment_ms && *segment_ms > changelog_segment_ms(settings)) {
      sentences.push_back("topic " + topic + " has segment.ms=" + *segment +
                          ", so it may keep forgotten texts for longer than topics.purge_ms=" +
                          std::to_string(settings.purge_ms) + ": set it to " + wanted);
    }
    const std::string old = names.old_changelog(stage);
    const auto marks = admin.watermarks_of(log::partitions_of(*topics, {topic}), timeout);
    if (holds(*topics, old) && marks.ok() && !marks->empty() &&
        std::all_of(marks->begin(), marks->end(), [](const log::Watermarks& mark) { return mark.first.value() > 0; })) {
      sentences.push_back("topic " + old +
                          " of an earlier version is no longer read and may keep forgotten texts: delete it");
    }
  }
  return sentences;
}

}  // namespace turnstream::app
