#pragma once
// The keys of all entries that RocksdbStorage stores, and the values of topics, bounds and group progress. A key begins
// with a letter for its kind; keys of batches then sort by topic id, partition and base. Threads: any.

#include <string>
#include <string_view>

#include "pipeline/log/embedded/bytes.h"
#include "pipeline/log/embedded/storage.h"

namespace turnstream::log::embedded {

inline constexpr char kBatchKind = 'b';
inline constexpr char kBoundsKind = 'p';
inline constexpr char kTopicKind = 't';
inline constexpr char kOffsetKind = 'o';
inline constexpr char kMetaKind = 'm';
inline constexpr char kPurgedKind = 'c';
inline constexpr char kCompactedKind = 'k';
inline constexpr char kTombstonesKind = 's';

void put_spec(std::string& out, const TopicSpec& spec);
TopicSpec take_spec(ByteReader& in);

std::string batch_key(PartitionAddress where, std::int64_t base);
std::string bounds_key(PartitionAddress where);
std::string bounds_value(const PartitionBounds& bounds);
std::string purged_key(PartitionAddress where);
std::string purged_value(const PurgedTo& purged);
std::string compacted_key(PartitionAddress where);
std::string compacted_value(const Compacted& compacted);
std::string tombstones_key(PartitionAddress where);
std::string tombstones_value(const TombstonesAlone& tombstones);
std::string topic_key(std::uint32_t id);
std::string topic_value(const StoredTopic& topic);
std::string offset_key(const StoredOffset& offset);
std::string offset_value(const StoredOffset& offset);
std::string meta_key(std::string_view name);

/// Decodes a topic, the bounds, purge, compaction or tombstones of a partition or the progress of a group, and adds it to
/// `contents`; false if the bytes are not in this format.
bool read_entry(std::string_view key, std::string_view value, Contents& contents);

}  // namespace turnstream::log::embedded
