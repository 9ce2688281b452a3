#pragma once
// Conversion between librdkafka's messages and partition lists and the port's records and positions. Payloads are not
// copied: a Record owns its librdkafka message, to which its key, value and headers point. Threads: functions; any.

#include <span>
#include <vector>

#include "pipeline/log/kafka/handles.h"
#include "pipeline/log/record.h"

namespace turnstream::log::kafka {

/// Precondition: the message has no error. The record's topic is valid as long as the handle that delivered it.
Record to_record(Message message);

TopicPartition to_where(const rd_kafka_topic_partition_t& partition);
std::vector<TopicPartition> to_partitions(const rd_kafka_topic_partition_list_t* list);

PartitionList to_list(std::span<const TopicPartition> partitions);
/// The `next` of each position becomes the offset of the list's element.
PartitionList to_list(std::span<const Position> positions);

}  // namespace turnstream::log::kafka
