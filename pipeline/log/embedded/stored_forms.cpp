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

bool read_bounds(std::string_view key, std::string_view value, Contents& contents) {
  if (key.size() != sizeof(std::uint32_t) + sizeof(std::int32_t)) {
    return false;
  }
  PartitionBounds bounds;
  bounds.where.topic_id = get_key<std::uint32_t>(key.data());
  bounds.where.partition = get_key<std::int32_t>(key.data() + sizeof(std::uint32_t));
  ByteReader in(value);
  bounds.first = in.take<std::int64_t>();
  bounds.high = in.take<std::int64_t>();
  contents.bounds.push_back(bounds);
  return in.ok() && in.at_end();
}

bool read_purged(std::string_view key, std::string_view value, Contents& contents) {
  if (key.size() != sizeof(std::uint32_t) + sizeof(std::int32_t)) {
    return false;
  }
  PurgedTo purged;
  purged.where.topic_id = get_key<std::uint32_t>(key.data());
  purged.where.partition = get_key<std::int32_t>(key.data() + sizeof(std::uint32_t));
  ByteReader in(value);
  purged.offset = in.take<std::int64_t>();
  purged.since_ms = in.take<std::int64_t>();
  contents.purged.push_back(purged);
  return in.ok() && in.at_end();
}

bool read_compacted(std::string_view key, std::string_view value, Contents& contents) {
  if (key.size() != sizeof(std::uint32_t) + sizeof(std::int32_t)) {
    return false;
  }
  Compacted compacted;
  compacted.where.topic_id = get_key<std::uint32_t>(key.data());
  compacted.where.partition = get_key<std::int32_t>(key.data() + sizeof(std::uint32_t));
  ByteReader in(value);
  compacted.to = in.take<std::int64_t>();
  compacted.records = in.take<std::int64_t>();
  contents.compacted.push_back(compacted);
  return in.ok() && in.at_end();
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
  std::string value;
  put(value, bounds.first);
  put(value, bounds.high);
  return value;
}

std::string purged_key(PartitionAddress where) {
  return partition_key(kPurgedKind, where);
}

std::string purged_value(const PurgedTo& purged) {
  std::string value;
  put(value, purged.offset);
  put(value, purged.since_ms);
  return value;
}

std::string compacted_key(PartitionAddress where) {
  return partition_key(kCompactedKind, where);
}

std::string compacted_value(const Compacted& compacted) {
  std::string value;
  put(value, compacted.to);
  put(value, compacted.records);
  return value;
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
      return read_bounds(key, value, contents);
    case kOffsetKind:
      return read_offset(key, value, contents);
    case kPurgedKind:
      return read_purged(key, value, contents);
    case kCompactedKind:
      return read_compacted(key, value, contents);
    default:
      return false;
  }
}

}  // namespace turnstream::log::embedded
