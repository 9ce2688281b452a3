#include "pipeline/log/embedded/topic_catalog.h"

#include <algorithm>

#include "pipeline/log/embedded/errors.h"

namespace turnstream::log::embedded {

namespace {

constexpr std::int32_t kPartitionsMax = 10'000;

Status check_spec(const TopicSpec& spec) {
  constexpr std::size_t kNameMax = 249;
  const bool named = !spec.name.empty() && spec.name.size() <= kNameMax && spec.name != "." && spec.name != ".." &&
                     std::all_of(spec.name.begin(), spec.name.end(), [](char c) {
                       return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                              c == '_' || c == '-';
                     });
  if (!named) {
    return make_error(
        error_codes::kInvalidTopic, Reaction::kStopProcess,
        "\"" + spec.name + "\" is not a topic's name: use 1 to 249 letters, digits, . _ -, not . or .. alone.");
  }
  if (spec.partitions < 1 || spec.partitions > kPartitionsMax) {
    return make_error(error_codes::kInvalidTopic, Reaction::kStopProcess,
                      "Topic " + spec.name + " must have 1 to " + std::to_string(kPartitionsMax) + " partitions.");
  }
  return {};
}

}  // namespace

void TopicCatalog::add(const StoredTopic& stored, const Contents& contents) {
  auto topic = std::make_unique<Topic>();
  topic->id = stored.id;
  topic->spec = stored.spec;
  if (topic->spec.max_message_bytes <= 0) {
    topic->spec.max_message_bytes = settings_.message_bytes_max;
  }
  if (topic->spec.delete_retention_ms < 0) {
    topic->spec.delete_retention_ms = settings_.delete_retention.count();
  }
  for (std::int32_t partition = 0; partition < stored.spec.partitions; ++partition) {
    PartitionBounds own{{stored.id, partition}, 0, 0};
    const auto is_own = [&](const PartitionAddress& where) {
      return where.topic_id == stored.id && where.partition == partition;
    };
    for (const PartitionBounds& known : contents.bounds) {
      own = is_own(known.where) ? known : own;
    }
    PartitionLog& log =
        topic->partitions.emplace_back(own, storage_, static_cast<std::size_t>(settings_.resident_bytes_max));
    for (const PurgedTo& known : contents.purged) {
      if (is_own(known.where)) {
        log.purge.begun_to = known.offset;
        log.purge.since_ms = known.since_ms < 0 ? std::nullopt : std::optional(known.since_ms);
      }
    }
    for (const Compacted& known : contents.compacted) {
      if (is_own(known.where)) {
        log.clean_records = known.records;
        log.dirty_records = std::max<std::int64_t>(own.high - known.to, 0);
      }
    }
    for (const TombstonesAlone& known : contents.tombstones) {
      if (is_own(known.where)) {
        log.tombstones = known;
      }
    }
    if (stored.spec.cleanup == Cleanup::kDelete && own.first > log.purge.begun_to) {
      log.purge.since_ms = 0;  // Dropped before the log was opened, and not known when.
    }
  }
  next_id_ = std::max(next_id_, stored.id + 1);
  by_name_.emplace(stored.spec.name, topic.get());
  topics_.push_back(std::move(topic));
  ++version_;
}

void TopicCatalog::restore(const Contents& contents) {
  for (const StoredTopic& stored : contents.topics) {
    add(stored, contents);
  }
}

Result<std::vector<std::string>> TopicCatalog::create(std::span<const TopicSpec> specs) {
  Update update;
  std::vector<std::string> names;
  for (const TopicSpec& spec : specs) {
    TS_RETURN_IF_ERROR(check_spec(spec));
    if (find(spec.name) == nullptr && std::find(names.begin(), names.end(), spec.name) == names.end()) {
      update.new_topics.push_back(StoredTopic{next_id_ + static_cast<std::uint32_t>(names.size()), spec});
      names.push_back(spec.name);
    }
  }
  if (names.empty()) {
    return names;
  }
  TS_RETURN_IF_ERROR(storage_.apply(update));
  for (const StoredTopic& stored : update.new_topics) {
    add(stored, Contents());
  }
  return names;
}

Status TopicCatalog::remove(const std::string& name) {
  Topic* topic = find(name);
  if (topic == nullptr) {
    return unknown_topic(name);
  }
  Update update;
  update.dropped_topics.push_back(topic->id);
  TS_RETURN_IF_ERROR(storage_.apply(update));
  topic->deleted = true;
  for (PartitionLog& partition : topic->partitions) {
    partition.drop_before(partition.high());
  }
  by_name_.erase(name);
  ++version_;
  return {};
}

Topic* TopicCatalog::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

Result<Topic*> TopicCatalog::find(const TopicPartition& where) const {
  Topic* topic = find(where.topic);
  if (topic == nullptr) {
    return unknown_topic(where.topic);
  }
  if (where.partition.value() < 0 || where.partition.value() >= topic->spec.partitions) {
    return unknown_partition(where.topic, where.partition.value());
  }
  return topic;
}

std::vector<Topic*> TopicCatalog::all() const {
  std::vector<Topic*> topics;
  for (const auto& [name, topic] : by_name_) {
    topics.push_back(topic);
  }
  return topics;
}

}  // namespace turnstream::log::embedded
