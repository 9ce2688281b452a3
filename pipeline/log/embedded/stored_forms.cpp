#include "pipeline/log/embedded/stored_forms.h"

namespace turnstream::log::embedded {

namespace {

std::string partition_key(char kind, PartitionAddress where) {
  std::string key(1, kind);
  put_key(key, where.topic_id);
  put_key(key, where.partition);
  return key;
}

bool read_topic(std::string_view key, std::string_view value, Contents& contents) {
  if (key.size() != sizeof(std::uint32_t)) {
    return false;
  }
  StoredTopic topic;
  topic.id = get_key<std::uint32_t>(key.data());
  ByteReader in(value);
  topic.spec = take_spec(in);
  contents.topics.push_back(std::move(topic));
  return in.ok() && in.at_end();
}

/// Reads an entry of a partition whose value is two numbers.
template <typename Entry>
bool read_numbers(std::string_view key, std::string_view value, std::int64_t Entry::*first, std::int64_t Entry::*second,
                  std::vector<Entry>& entries) {
  if (key.size() != sizeof(std::uint32_t) + sizeof(std::int32_t)) {
    return false;
  }
  Entry entry;
  entry.where.topic_id = get_key<std::uint32_t>(key.data());
  entry.where.partition = get_key<std::int32_t>(key.data() + sizeof(std::uint32_t));
  ByteReader in(value);
  entry.*first = in.take<std::int64_t>();
  entry.*second = in.take<std::int64_t>();
  entries.push_back(entry);
  return in.ok() && in.at_end();
}

std::string two_numbers(std::int64_t first, std::int64_t second) {
  std::string value;
  put(value, first);
  put(value, second);
  return value;
}

bool read_offset(std::string_view key, std::string_view value, Contents& contents) {
  StoredOffset offset;
  ByteReader name(key);
  offset.group = name.sized_text();
  offset.where.topic = name.sized_text();
  offset.where.partition = Partition{name.take<std::int32_t>()};
  ByteReader in(value);
  offset.next = NextOffset{in.take<std::int64_t>()};
  offset.metadata = in.sized_text();
  contents.offsets.push_back(std::move(offset));
  return name.ok() && name.at_end() && in.ok() && in.at_end();
}

}  // namespace

void put_spec(std::string& out, const TopicSpec& spec) {
  put_string(out, spec.name);
  put(out, spec.partitions);
  put(out, static_cast<std::uint8_t>(spec.cleanup == Cleanup::kCompact ? 1 : 0));
  put(out, spec.retention_ms);
  put(out, spec.delete_retention_ms);
  put(out, spec.max_message_bytes);
}

TopicSpec take_spec(ByteReader& in) {
  TopicSpec spec;
  spec.name = in.sized_text();
  spec.partitions = in.take<std::int32_t>();
  spec.cleanup = in.take<std::uint8_t>() == 0 ? Cleanup::kDelete : Cleanup::kCompact;
  spec.retention_ms = in.take<std::int64_t>();
  spec.delete_retention_ms = in.take<std::int64_t>();
  spec.max_message_bytes = in.take<std::int64_t>();
  return spec;
}

std::string batch_key(PartitionAddress where, std::int64_t base) {
  std::string key = partition_key(kBatchKind, where);
  put_key(key, base);
  return key;
}

std::string bounds_key(PartitionAddress where) {
  return partition_key(kBoundsKind, where);
}

std::string bounds_value(const PartitionBounds& bounds) {
  return two_numbers(bounds.first, bounds.high);
}

std::string purged_key(PartitionAddress where) {
  return partition_key(kPurgedKind, where);
}

std::string purged_value(const PurgedTo& purged) {
  return two_numbers(purged.offset, purged.since_ms);
}

std::string compacted_key(PartitionAddress where) {
  return partition_key(kCompactedKind, where);
}

std::string compacted_value(const Compacted& compacted) {
  return two_numbers(compacted.to, compacted.records);
}

std::string tombstones_key(PartitionAddress where) {
  return partition_key(kTombstonesKind, where);
}

std::string tombstones_value(const TombstonesAlone& tombstones) {
  return two_numbers(tombstones.to, tombstones.since_ms);
}

std::string topic_key(std::uint32_t id) {
  std::string key(1, kTopicKind);
  put_key(key, id);
  return key;
}

std::string topic_value(const StoredTopic& topic) {
  std::string value;
  put_spec(value, topic.spec);
  return value;
}

std::string offset_key(const StoredOffset& offset) {
  std::string key(1, kOffsetKind);
  put_string(key, offset.group);
  put_string(key, offset.where.topic);
  put(key, offset.where.partition.value());
  return key;
}

std::string offset_value(const StoredOffset& offset) {
  std::string value;
  put(value, offset.next->value());
  put_string(value, offset.metadata);
  return value;
}

std::string meta_key(std::string_view name) {
  return kMetaKind + std::string(name);
}

bool read_entry(std::string_view key, std::string_view value, Contents& contents) {
  const char kind = key.empty() ? '\0' : key[0];
  key.remove_prefix(key.empty() ? 0 : 1);
  switch (kind) {
    case kTopicKind:
      return read_topic(key, value, contents);
    case kBoundsKind:
      return read_numbers(key, value, &PartitionBounds::first, &PartitionBounds::high, contents.bounds);
    case kOffsetKind:
      return read_offset(key, value, contents);
    case kPurgedKind:
      return read_numbers(key, value, &PurgedTo::offset, &PurgedTo::since_ms, contents.purged);
    case kCompactedKind:
      return read_numbers(key, value, &Compacted::to, &Compacted::records, contents.compacted);
    case kTombstonesKind:
      return read_numbers(key, value, &TombstonesAlone::to, &TombstonesAlone::since_ms, contents.tombstones);
    default:
      return false;
  }
}

}  // namespace turnstream::log::embedded
