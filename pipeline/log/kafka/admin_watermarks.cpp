// The part of Admin that reads the first and last offsets of partitions.
#include <algorithm>
#include <utility>

#include "pipeline/log/kafka/admin.h"
#include "pipeline/log/kafka/asking.h"
#include "pipeline/log/kafka/errors.h"
#include "pipeline/log/kafka/message.h"

namespace turnstream::log::kafka {
namespace {

std::string name_of(const TopicPartition& where) {
  return where.topic + " [" + std::to_string(where.partition.value()) + "]";
}

/// Reads one offset for each partition, in the order of `where`, which must not be empty. `logical` is
/// RD_KAFKA_OFFSET_BEGINNING or RD_KAFKA_OFFSET_END; which end is returned depends on the handle's isolation level.
Result<std::vector<std::int64_t>> query_offsets(rd_kafka_t* handle, std::span<const TopicPartition> where,
                                                std::int64_t logical, const Deadline& deadline) {
  const PartitionList list = to_list(where);
  const auto all = std::span(list->elems, static_cast<std::size_t>(list->cnt));
  const TopicPartition* asked = &where.front();
  const rd_kafka_resp_err_t code = ask_until(handle, deadline, [&](int timeout_ms) {
    for (rd_kafka_topic_partition_t& each : all) {
      each.offset = logical;
    }
    const rd_kafka_resp_err_t answer = rd_kafka_offsets_for_times(handle, list.get(), timeout_ms);
    const auto failed = std::find_if(all.begin(), all.end(), [](const rd_kafka_topic_partition_t& each) {
      return each.err != RD_KAFKA_RESP_ERR_NO_ERROR && each.err != RD_KAFKA_RESP_ERR__IN_PROGRESS;
    });
    if (failed == all.end()) {
      return answer;
    }
    asked = &where[static_cast<std::size_t>(failed - all.begin())];
    return answer != RD_KAFKA_RESP_ERR_NO_ERROR ? answer : failed->err;
  });
  if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return to_error(handle, code, "read the first and last offset of " + name_of(*asked));
  }
  std::vector<std::int64_t> offsets;
  offsets.reserve(where.size());
  for (const rd_kafka_topic_partition_t& each : all) {
    offsets.push_back(each.offset);
  }
  return offsets;
}

}  // namespace

Result<Watermarks> Admin::watermarks(const TopicPartition& where, milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::vector<Watermarks> one, watermarks_of(std::span(&where, 1), timeout));
  return one.front();
}

Result<std::vector<Watermarks>> Admin::watermarks_of(std::span<const TopicPartition> where, milliseconds timeout) {
  std::vector<Watermarks> marks;
  if (where.empty()) {
    return marks;
  }
  const Deadline deadline(timeout);
  TS_ASSIGN_OR_RETURN(rd_kafka_t* const uncommitted, uncommitted_handle());
  Result<std::vector<std::int64_t>> first = query_offsets(handle_.get(), where, RD_KAFKA_OFFSET_BEGINNING, deadline);
  if (!first.ok() && first.error().code == error_codes::kUnknownPartition) {
    // librdkafka reports this code for a missing topic, too.
    TS_ASSIGN_OR_RETURN(const std::vector<TopicInfo> known, topics(milliseconds(deadline.remaining_ms())));
    const auto missing = [&known](const TopicPartition& one) {
      return std::none_of(known.begin(), known.end(), [&](const TopicInfo& topic) { return topic.name == one.topic; });
    };
    if (std::any_of(where.begin(), where.end(), missing)) {
      first.error().code = error_codes::kUnknownTopic;
    }
  }
  if (!first.ok()) {
    return std::move(first).error();
  }
  // The high watermark is read first. In the other order, records that are written between the two requests would look
  // like an open transaction. In this order the last stable offset is lower only if a transaction is open.
  TS_ASSIGN_OR_RETURN(const std::vector<std::int64_t> high,
                      query_offsets(uncommitted, where, RD_KAFKA_OFFSET_END, deadline));
  TS_ASSIGN_OR_RETURN(const std::vector<std::int64_t> stable,
                      query_offsets(handle_.get(), where, RD_KAFKA_OFFSET_END, deadline));
  for (std::size_t i = 0; i < where.size(); ++i) {
    marks.push_back(Watermarks{Offset{(*first)[i]}, NextOffset{stable[i]}, NextOffset{std::max(high[i], stable[i])}});
  }
  return marks;
}

Result<rd_kafka_t*> Admin::uncommitted_handle() {
  const MutexLock lock(mutex_);
  if (!uncommitted_handle_) {
    TS_ASSIGN_OR_RETURN(Conf conf,
                        make_conf(config_, kUncommittedAdmin,
                                  {.client_id = "admin", .group = {}, .instance = {}, .transactional_id = {}}));
    TS_ASSIGN_OR_RETURN(uncommitted_handle_, make_handle(std::move(conf), kUncommittedAdmin));
  }
  return uncommitted_handle_.get();
}

}  // namespace turnstream::log::kafka
