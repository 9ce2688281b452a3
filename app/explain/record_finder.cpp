#include "app/explain/record_finder.h"

#include <algorithm>
#include <cstring>

#include "app/errors.h"
#include "app/log_access/topic_specs.h"
#include "app/progress.h"
#include "pipeline/base/murmur2.h"
#include "pipeline/base/number_text.h"
#include "pipeline/base/time_format.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/runtime/task/answer_reader.h"

namespace turnstream::app {

Place place_of(const log::Record& record) {
  return {std::string(record.topic), record.partition.value(), record.offset.value()};
}

bool holds(std::string_view bytes, std::string_view text) {
  return ::memmem(bytes.data(), bytes.size(), text.data(), text.size()) != nullptr;
}

RecordFinder::RecordFinder(const FinderParts& parts)
    : client_(parts.client),
      names_(parts.name_space),
      log_topic_(model::TopicNames(parts.log_of.empty() ? parts.name_space : parts.log_of).log()),
      timeout_(parts.timeout),
      err_(parts.err),
      pass_over_(warn_of_unreadable(parts.err)),
      shows_progress_(parts.shows_progress),
      stop_(parts.stop) {}

Result<RecordFinder> RecordFinder::open(const FinderParts& parts) {
  RecordFinder finder(parts);
  TS_ASSIGN_OR_RETURN(finder.topics_, parts.client.admin().topics(parts.timeout));
  if (finder.positions_of(finder.log_topic_, "").empty()) {
    return error_of(error_codes::kUnknownTopic,
                    "there is no topic " + finder.log_topic_ + " in " + parts.client.admin().description() +
                        ": nothing was processed yet, or the name is wrong. Check --namespace" +
                        (parts.log_of.empty() ? "" : ", --log-of") +
                        " and the place of the log (--state or --bootstrap).");
  }
  finder.learn_stages(parts.catalog);
  return finder;
}

void RecordFinder::learn_stages(const StageCatalog& catalog) {
  for (const StageEntry& entry : catalog) {
    const auto stage = entry.make();
    stages_.push_back({stage->info().name, stage->info().phase, false});
  }
  const std::string prefix = names_.completions("");
  for (const log::TopicInfo& topic : topics_) {
    if (!topic.name.starts_with(prefix)) {
      continue;
    }
    const std::string name = topic.name.substr(prefix.size());
    const auto known =
        std::find_if(stages_.begin(), stages_.end(), [&](const AnsweringStage& stage) { return stage.name == name; });
    if (known == stages_.end()) {
      stages_.push_back({name, 0, true});
    } else {
      known->has_topic = true;
    }
  }
}

std::vector<std::string> RecordFinder::completion_topics() const {
  std::vector<std::string> topics;
  for (const AnsweringStage& stage : stages_) {
    if (stage.has_topic) {
      topics.push_back(names_.completions(stage.name));
    }
  }
  return topics;
}

std::vector<std::string> RecordFinder::event_topics() const {
  std::vector<std::string> topics;
  for (const std::string_view events : kEventTopics) {
    topics.push_back(names_.events(events));
  }
  return topics;
}

std::vector<log::Position> RecordFinder::positions_of(const std::string& topic, const std::string& persona) const {
  std::vector<log::Position> positions;
  for (const log::TopicInfo& info : topics_) {
    if (info.name != topic) {
      continue;
    }
    if (!persona.empty()) {
      return {{{topic, partition_of_key(persona, info.partitions)}, NextOffset{0}}};
    }
    for (std::int32_t p = 0; p < info.partitions; ++p) {
      positions.push_back({{topic, Partition{p}}, NextOffset{0}});
    }
  }
  return positions;
}

Result<std::uint64_t> RecordFinder::size_of(const std::vector<log::Position>& positions) {
  std::vector<log::TopicPartition> where;
  where.reserve(positions.size());
  for (const log::Position& position : positions) {
    where.push_back(position.where);
  }
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks, client_.admin().watermarks_of(where, timeout_));
  std::uint64_t size = 0;
  for (const log::Watermarks& mark : marks) {
    size += static_cast<std::uint64_t>(std::max<std::int64_t>(0, mark.last_stable.value() - mark.first.value()));
  }
  return size;
}

Status RecordFinder::check_stop() const {
  return stop_.stop_requested() ? Status(error_of(error_codes::kStopped, "stopped before the topics were read"))
                                : Status();
}

Status RecordFinder::scan(const std::vector<std::string>& topics, const std::string& persona,
                          const RecordVisitor& visit) {
  std::vector<log::Position> all;
  for (const std::string& topic : topics) {
    const std::vector<log::Position> positions = positions_of(topic, persona);
    all.insert(all.end(), positions.begin(), positions.end());
  }
  if (all.empty()) {
    return {};
  }
  TS_RETURN_IF_ERROR(check_stop());
  TS_ASSIGN_OR_RETURN(const std::uint64_t total, size_of(all));
  Progress progress(err_, shows_progress_, "records", total);
  std::uint64_t count = 0;
  bool goes_on = true;
  for (const std::string& topic : topics) {
    const std::vector<log::Position> positions = positions_of(topic, persona);
    if (positions.empty() || !goes_on) {
      continue;
    }
    const auto take = [&](const log::Record& record) -> Result<bool> {
      TS_RETURN_IF_ERROR(check_stop());
      ++count;
      progress.show(count, count);
      TS_ASSIGN_OR_RETURN(goes_on, visit(record));
      return goes_on;
    };
    const bool has_strangers = topic == names_.dead_letters() || topic == names_.effect_results();
    TS_RETURN_IF_ERROR(scan_from(client_, positions, timeout_, take, has_strangers ? pass_over_ : refuse_unreadable));
  }
  read_ += count;
  return {};
}

Result<std::optional<LogRecord>> RecordFinder::log_record(const Place& log) {
  TS_RETURN_IF_ERROR(check_stop());
  std::optional<LogRecord> found;
  const log::Position position{{log.topic, Partition{static_cast<std::int32_t>(log.partition)}},
                               NextOffset{log.offset}};
  TS_RETURN_IF_ERROR(scan_from(client_, {position}, timeout_, [&](const log::Record& record) -> Result<bool> {
    if (record.offset.value() == log.offset) {
      const auto header = [&](std::string_view name) { return record.header(name).value_or(std::string_view()); };
      const auto number = [&](std::string_view name) { return read_number(header(name)).value_or(0); };
      found = {{std::string(header("source_topic")), number("source_partition"), number("source_offset")},
               std::string(record.value.value_or(std::string_view())),
               std::string(header("kind")),
               format_time(number("log_time"))};
    }
    return false;
  }));
  ++read_;
  return found;
}

Result<std::vector<model::Completion>> RecordFinder::answer(const std::string& stage, const Place& log) {
  TS_RETURN_IF_ERROR(check_stop());
  std::vector<model::Completion> parts;
  const log::TopicPartition completions{names_.completions(stage), Partition{static_cast<std::int32_t>(log.partition)}};
  TS_ASSIGN_OR_RETURN(const auto reader,
                      runtime::AnswerReader::open(client_, completions, Offset{log.offset}, {timeout_, stop_}));
  const auto views = reader->answer(Offset{log.offset});
  TS_RETURN_IF_ERROR(check_stop());
  if (!views.ok() && views.error().code == error_codes::kLostInput) {
    return parts;
  }
  TS_RETURN_IF_ERROR(views.ok() ? Status() : Status(views.error()));
  for (const std::string_view bytes : *views) {
    TS_ASSIGN_OR_RETURN(model::Completion part, codec::parse_completion(bytes));
    parts.push_back(std::move(part));
    ++read_;
  }
  return parts;
}

}  // namespace turnstream::app
