#pragma once
// Owning handles for librdkafka's objects. A class declares such members in the order client (rd_kafka_t), queues and
// topics, messages, so that they are destroyed in the opposite order: destroying a client waits for ever while a
// message still exists. Threads: values.

#include <librdkafka/rdkafka.h>
#include <memory>

namespace turnstream::log::kafka {

struct Deleter {
  /// Does not leave a group: without Consumer::close() the group keeps the member until its session times out, as after
  /// a killed process.
  void operator()(rd_kafka_t* handle) const { rd_kafka_destroy_flags(handle, RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE); }
  void operator()(rd_kafka_conf_t* conf) const { rd_kafka_conf_destroy(conf); }
  void operator()(rd_kafka_topic_t* topic) const { rd_kafka_topic_destroy(topic); }
  void operator()(rd_kafka_queue_t* queue) const { rd_kafka_queue_destroy(queue); }
  void operator()(rd_kafka_message_t* message) const { rd_kafka_message_destroy(message); }
  void operator()(rd_kafka_headers_t* headers) const { rd_kafka_headers_destroy(headers); }
  void operator()(rd_kafka_event_t* event) const { rd_kafka_event_destroy(event); }
  void operator()(rd_kafka_error_t* error) const { rd_kafka_error_destroy(error); }
  void operator()(rd_kafka_topic_partition_list_t* list) const { rd_kafka_topic_partition_list_destroy(list); }
  void operator()(rd_kafka_consumer_group_metadata_t* metadata) const {
    rd_kafka_consumer_group_metadata_destroy(metadata);
  }
  void operator()(const rd_kafka_metadata_t* metadata) const { rd_kafka_metadata_destroy(metadata); }
  void operator()(rd_kafka_AdminOptions_t* options) const { rd_kafka_AdminOptions_destroy(options); }
  void operator()(rd_kafka_NewTopic_t* topic) const { rd_kafka_NewTopic_destroy(topic); }
  void operator()(rd_kafka_DeleteTopic_t* topic) const { rd_kafka_DeleteTopic_destroy(topic); }
  void operator()(rd_kafka_DeleteRecords_t* records) const { rd_kafka_DeleteRecords_destroy(records); }
  void operator()(rd_kafka_ConfigResource_t* resource) const { rd_kafka_ConfigResource_destroy(resource); }
};

template <typename T>
using Owned = std::unique_ptr<T, Deleter>;

using Handle = Owned<rd_kafka_t>;
using Conf = Owned<rd_kafka_conf_t>;
using Topic = Owned<rd_kafka_topic_t>;
using Queue = Owned<rd_kafka_queue_t>;
using Message = Owned<rd_kafka_message_t>;
using Headers = Owned<rd_kafka_headers_t>;
using EventHandle = Owned<rd_kafka_event_t>;
using ErrorHandle = Owned<rd_kafka_error_t>;
using PartitionList = Owned<rd_kafka_topic_partition_list_t>;
using GroupMetadata = Owned<rd_kafka_consumer_group_metadata_t>;
using Metadata = Owned<const rd_kafka_metadata_t>;

}  // namespace turnstream::log::kafka
