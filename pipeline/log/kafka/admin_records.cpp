// The part of Admin that deletes records.
#include "pipeline/log/kafka/admin.h"
#include "pipeline/log/kafka/errors.h"
#include "pipeline/log/kafka/message.h"

namespace turnstream::log::kafka {

Status Admin::delete_records(std::span<const Position> before, milliseconds timeout) {
  if (before.empty()) {
    return {};
  }
  const PartitionList list = to_list(before);
  const Owned<rd_kafka_DeleteRecords_t> records(rd_kafka_DeleteRecords_new(list.get()));
  rd_kafka_DeleteRecords_t* raw = records.get();
  TS_ASSIGN_OR_RETURN(const EventHandle reply,
                      request(RD_KAFKA_ADMIN_OP_DELETERECORDS, Deadline(timeout), "delete records",
                              [this, &raw](rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* replies) {
                                rd_kafka_DeleteRecords(handle_.get(), &raw, 1, options, replies);
                              }));
  const rd_kafka_topic_partition_list_t* const done =
      rd_kafka_DeleteRecords_result_offsets(rd_kafka_event_DeleteRecords_result(reply.get()));
  for (int i = 0; i < done->cnt; ++i) {
    const rd_kafka_topic_partition_t& one = done->elems[i];
    if (one.err != RD_KAFKA_RESP_ERR_NO_ERROR) {
      return to_error(handle_.get(), one.err,
                      std::string("delete records of ") + one.topic + " [" + std::to_string(one.partition) + "]");
    }
  }
  return {};
}

}  // namespace turnstream::log::kafka
