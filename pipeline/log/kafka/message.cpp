#include "pipeline/log/kafka/message.h"

#include <utility>

namespace turnstream::log::kafka {
namespace {

std::optional<std::string_view> view_of(const void* bytes, std::size_t size) {
  if (bytes == nullptr) {
    return std::nullopt;
  }
  return std::string_view(static_cast<const char*>(bytes), size);
}

std::vector<Header> headers_of(const rd_kafka_message_t* message) {
  std::vector<Header> headers;
  rd_kafka_headers_t* list = nullptr;
  if (rd_kafka_message_headers(message, &list) != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return headers;
  }
  headers.reserve(rd_kafka_header_cnt(list));
  const char* name = nullptr;
  const void* value = nullptr;
  std::size_t size = 0;
  for (std::size_t i = 0; rd_kafka_header_get_all(list, i, &name, &value, &size) == RD_KAFKA_RESP_ERR_NO_ERROR; ++i) {
    headers.push_back(Header{name, view_of(value, size).value_or(std::string_view())});
  }
  return headers;
}

}  // namespace

Record to_record(Message message) {
  Record record;
  record.topic = rd_kafka_topic_name(message->rkt);
  record.partition = Partition{message->partition};
  record.offset = Offset{message->offset};
  record.append_time_ms = rd_kafka_message_timestamp(message.get(), nullptr);
  record.key = view_of(message->key, message->key_len);
  record.value = view_of(message->payload, message->len);
  record.headers = headers_of(message.get());
  record.owner = RecordOwner(message.release(),
                             [](void* owned) { rd_kafka_message_destroy(static_cast<rd_kafka_message_t*>(owned)); });
  return record;
}

TopicPartition to_where(const rd_kafka_topic_partition_t& partition) {
  return TopicPartition{partition.topic, Partition{partition.partition}};
}

std::vector<TopicPartition> to_partitions(const rd_kafka_topic_partition_list_t* list) {
  std::vector<TopicPartition> partitions;
  partitions.reserve(static_cast<std::size_t>(list->cnt));
  for (int i = 0; i < list->cnt; ++i) {
    partitions.push_back(to_where(list->elems[i]));
  }
  return partitions;
}

PartitionList to_list(std::span<const TopicPartition> partitions) {
  PartitionList list(rd_kafka_topic_partition_list_new(static_cast<int>(partitions.size())));
  for (const TopicPartition& where : partitions) {
    rd_kafka_topic_partition_list_add(list.get(), where.topic.c_str(), where.partition.value());
  }
  return list;
}

PartitionList to_list(std::span<const Position> positions) {
  PartitionList list(rd_kafka_topic_partition_list_new(static_cast<int>(positions.size())));
  for (const Position& position : positions) {
    rd_kafka_topic_partition_list_add(list.get(), position.where.topic.c_str(), position.where.partition.value())
        ->offset = position.next.value();
  }
  return list;
}

}  // namespace turnstream::log::kafka
