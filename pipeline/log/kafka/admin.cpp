#include "pipeline/log/kafka/admin.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "pipeline/base/check.h"
#include "pipeline/log/kafka/asking.h"
#include "pipeline/log/kafka/connection_failure.h"
#include "pipeline/log/kafka/errors.h"
#include "pipeline/log/kafka/message.h"
#include "pipeline/log/open_transactions.h"

namespace turnstream::log::kafka {
namespace {

/// librdkafka reports its own time-out a little after the deadline, so a request waits this much longer for its reply.
constexpr int kReplySlackMs = 1'000;

using NewTopic = Owned<rd_kafka_NewTopic_t>;
using DeleteTopic = Owned<rd_kafka_DeleteTopic_t>;
using Options = Owned<rd_kafka_AdminOptions_t>;
using ConfigResource = Owned<rd_kafka_ConfigResource_t>;

template <typename T>
std::vector<T*> raw_pointers(const std::vector<Owned<T>>& owned) {
  std::vector<T*> raw;
  raw.reserve(owned.size());
  for (const Owned<T>& each : owned) {
    raw.push_back(each.get());
  }
  return raw;
}

Result<NewTopic> to_new_topic(const TopicSpec& spec) {
  constexpr int kBrokersDefault = -1;
  std::array<char, 256> why{};
  NewTopic topic(rd_kafka_NewTopic_new(spec.name.c_str(), spec.partitions, kBrokersDefault, why.data(), why.size()));
  if (!topic) {
    return make_error(
        error_codes::kBadTopic, Reaction::kStopProcess,
        "Kafka's client refuses the definition of topic " + spec.name + ", so it was not sent: " + why.data() + ".");
  }
  const auto set = [&topic](const char* name, const std::string& value) {
    rd_kafka_NewTopic_set_config(topic.get(), name, value.c_str());
  };
  // The broker sets the timestamps. If producers set them, the broker could refuse a record because of its timestamp.
  set("message.timestamp.type", "LogAppendTime");
  if (spec.cleanup == Cleanup::kCompact) {
    set("cleanup.policy", "compact");
    if (spec.delete_retention_ms >= 0) {
      set("delete.retention.ms", std::to_string(spec.delete_retention_ms));
    }
    if (spec.compaction_lag_ms_max > 0) {
      // The cleaner does not read the segment that is written to, so that one must end in time, too.
      set("max.compaction.lag.ms", std::to_string(spec.compaction_lag_ms_max));
      set("segment.ms", std::to_string(spec.compaction_lag_ms_max));
    }
  } else {
    set("cleanup.policy", "delete");
    set("retention.ms", std::to_string(spec.retention_ms));
    if (spec.segment_ms > 0) {
      set("segment.ms", std::to_string(spec.segment_ms));
    }
    if (spec.segment_bytes > 0) {
      set("segment.bytes", std::to_string(spec.segment_bytes));
    }
    if (spec.is_bounded_by_writer) {
      set("retention.bytes", "-1");  // The broker's default would also delete what is needed.
    }
  }
  if (spec.max_message_bytes > 0) {
    set("max.message.bytes", std::to_string(spec.max_message_bytes));
  }
  return topic;
}

/// The error of the first topic that failed with another code than `harmless`; success if there is none.
Status first_failure(rd_kafka_t* handle, const rd_kafka_topic_result_t** results, std::size_t count,
                     rd_kafka_resp_err_t harmless, const std::string& doing) {
  for (std::size_t i = 0; i < count; ++i) {
    const rd_kafka_resp_err_t code = rd_kafka_topic_result_error(results[i]);
    if (code != RD_KAFKA_RESP_ERR_NO_ERROR && code != harmless) {
      return to_error(handle, code, doing + rd_kafka_topic_result_name(results[i]),
                      rd_kafka_topic_result_error_string(results[i]));
    }
  }
  return {};
}

bool holds(const std::vector<TopicInfo>& topics, const std::string& name) {
  return std::any_of(topics.begin(), topics.end(), [&name](const TopicInfo& topic) { return topic.name == name; });
}

}  // namespace

Result<std::string> Admin::cluster_id(milliseconds timeout) {
  char* const id = rd_kafka_clusterid(handle_.get(), static_cast<int>(timeout.count()));
  if (id == nullptr) {
    return to_error(handle_.get(), RD_KAFKA_RESP_ERR__TIMED_OUT, "read the cluster's id");
  }
  std::string copy(id);
  rd_kafka_mem_free(handle_.get(), id);
  return copy;
}

Status Admin::probe(milliseconds timeout) {
  const rd_kafka_metadata_t* raw = nullptr;
  const rd_kafka_resp_err_t code =
      rd_kafka_metadata(handle_.get(), 0, nullptr, &raw, static_cast<int>(timeout.count()));
  const Metadata metadata(raw);
  is_away_ = code != RD_KAFKA_RESP_ERR_NO_ERROR;
  if (!is_away_) {
    return {};
  }
  return make_error(error_codes::kUnreachable, Reaction::kRetry,
                    "Kafka at " + config_.bootstrap + " does not answer" + recent_connection_failure() + ".");
}

std::string Admin::description() {
  return "Apache Kafka at " + config_.bootstrap + " (librdkafka " + librdkafka_version() + ")";
}

Result<std::vector<TopicInfo>> Admin::topics(milliseconds timeout) {
  Metadata metadata;
  const rd_kafka_resp_err_t code = ask_until(handle_.get(), Deadline(timeout), [&](int timeout_ms) {
    const rd_kafka_metadata_t* raw = nullptr;
    const rd_kafka_resp_err_t answer = rd_kafka_metadata(handle_.get(), 1, nullptr, &raw, timeout_ms);
    metadata.reset(raw);
    return answer;
  });
  if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return to_error(handle_.get(), code, "list the topics");
  }
  std::vector<TopicInfo> topics;
  for (int i = 0; i < metadata->topic_cnt; ++i) {
    const rd_kafka_metadata_topic_t& topic = metadata->topics[i];
    const std::string_view name = topic.topic;
    const bool internal = name.starts_with("__");
    if (!internal && topic.err == RD_KAFKA_RESP_ERR_NO_ERROR) {
      topics.push_back(TopicInfo{std::string(name), topic.partition_cnt});
    }
  }
  std::sort(topics.begin(), topics.end(),
            [](const TopicInfo& left, const TopicInfo& right) { return left.name < right.name; });
  return topics;
}

Status Admin::wait_for_topics(const Deadline& deadline, std::string_view doing, const Condition& as_wanted) {
  while (true) {
    TS_ASSIGN_OR_RETURN(const std::vector<TopicInfo> now, topics(milliseconds(deadline.remaining_ms())));
    if (as_wanted(now)) {
      return {};
    }
    if (deadline.passed()) {
      return to_error(handle_.get(), RD_KAFKA_RESP_ERR__TIMED_OUT, doing);
    }
    pause_before_asking_again(handle_.get());
  }
}

/// The cluster lists a new topic before its leaders accept records. If an idempotent producer writes too early, records
/// can be lost: its first batch is refused, a later batch is accepted as the first, and the repeated first batch is
/// then discarded as a duplicate.
Status Admin::wait_for_leaders(std::span<const TopicSpec> specs, const Deadline& deadline) {
  TS_ASSIGN_OR_RETURN(const std::vector<TopicInfo> now, topics(milliseconds(deadline.remaining_ms())));
  std::vector<std::string> names;
  for (const TopicSpec& spec : specs) {
    names.push_back(spec.name);
  }
  const std::vector<TopicPartition> partitions = partitions_of(now, names);
  while (true) {
    const auto marks = watermarks_of(partitions, milliseconds(deadline.remaining_ms()));
    if (marks.ok()) {
      return {};
    }
    if (deadline.passed()) {
      return marks.error();
    }
    pause_before_asking_again(handle_.get());
  }
}

Result<std::vector<Committed>> Admin::committed(const std::string& group, std::span<const TopicPartition> where,
                                                milliseconds timeout) {
  std::vector<Committed> offsets;
  if (where.empty()) {
    return offsets;
  }
  // With a read-committed handle, librdkafka repeats the request until no open transaction contains these offsets, or
  // until the time-out.
  TS_ASSIGN_OR_RETURN(
      Conf conf,
      make_conf(config_, kReader, {.client_id = "admin", .group = group, .instance = {}, .transactional_id = {}}));
  TS_ASSIGN_OR_RETURN(const Handle asker, make_handle(std::move(conf), kReader));
  const PartitionList list = to_list(where);
  const rd_kafka_resp_err_t code = ask_until(asker.get(), Deadline(timeout), [&](int timeout_ms) {
    return rd_kafka_committed(asker.get(), list.get(), timeout_ms);
  });
  const std::string doing = "read the committed offsets of group " + group;
  if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return to_error(asker.get(), code, doing);
  }
  for (const TopicPartition& each : where) {
    const rd_kafka_topic_partition_t* const answer =
        rd_kafka_topic_partition_list_find(list.get(), each.topic.c_str(), each.partition.value());
    CHECK(answer != nullptr);
    if (answer->err != RD_KAFKA_RESP_ERR_NO_ERROR) {
      return to_error(asker.get(), answer->err, doing);
    }
    Committed one{each, std::nullopt, {}};
    if (answer->offset >= 0) {
      one.next = NextOffset{answer->offset};
    }
    if (answer->metadata != nullptr) {
      one.metadata.assign(static_cast<const char*>(answer->metadata), answer->metadata_size);
    }
    offsets.push_back(std::move(one));
  }
  return offsets;
}

Result<EventHandle> Admin::request(rd_kafka_admin_op_t operation, const Deadline& deadline, std::string_view doing,
                                   const Send& send) {
  const int timeout_ms = std::max(1, deadline.remaining_ms());
  const Options options(rd_kafka_AdminOptions_new(handle_.get(), operation));
  rd_kafka_AdminOptions_set_request_timeout(options.get(), timeout_ms, nullptr, 0);
  const Queue replies(rd_kafka_queue_new(handle_.get()));
  send(options.get(), replies.get());
  EventHandle reply(rd_kafka_queue_poll(replies.get(), timeout_ms + kReplySlackMs));
  if (!reply) {
    return to_error(handle_.get(), RD_KAFKA_RESP_ERR__TIMED_OUT, doing);
  }
  if (const rd_kafka_resp_err_t code = rd_kafka_event_error(reply.get()); code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return to_error(handle_.get(), code, doing, rd_kafka_event_error_string(reply.get()));
  }
  return reply;
}

Status Admin::create_topics(std::span<const TopicSpec> specs, milliseconds timeout) {
  if (specs.empty()) {
    return {};
  }
  const Deadline deadline(timeout);
  std::vector<NewTopic> topics;
  for (const TopicSpec& spec : specs) {
    TS_ASSIGN_OR_RETURN(NewTopic topic, to_new_topic(spec));
    topics.push_back(std::move(topic));
  }
  std::vector<rd_kafka_NewTopic_t*> raw = raw_pointers(topics);
  TS_ASSIGN_OR_RETURN(const EventHandle reply,
                      request(RD_KAFKA_ADMIN_OP_CREATETOPICS, deadline, "create the topics",
                              [this, &raw](rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* replies) {
                                rd_kafka_CreateTopics(handle_.get(), raw.data(), raw.size(), options, replies);
                              }));
  std::size_t count = 0;
  const rd_kafka_topic_result_t** results =
      rd_kafka_CreateTopics_result_topics(rd_kafka_event_CreateTopics_result(reply.get()), &count);
  TS_RETURN_IF_ERROR(
      first_failure(handle_.get(), results, count, RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS, "create topic "));
  TS_RETURN_IF_ERROR(
      wait_for_topics(deadline, "list the new topics in time", [specs](const std::vector<TopicInfo>& now) {
        return std::all_of(specs.begin(), specs.end(), [&now](const TopicSpec& spec) { return holds(now, spec.name); });
      }));
  return wait_for_leaders(specs, deadline);
}

Status Admin::delete_topics(std::span<const std::string> names, milliseconds timeout) {
  if (names.empty()) {
    return {};
  }
  const Deadline deadline(timeout);
  std::vector<DeleteTopic> topics;
  for (const std::string& name : names) {
    topics.emplace_back(rd_kafka_DeleteTopic_new(name.c_str()));
  }
  std::vector<rd_kafka_DeleteTopic_t*> raw = raw_pointers(topics);
  TS_ASSIGN_OR_RETURN(const EventHandle reply,
                      request(RD_KAFKA_ADMIN_OP_DELETETOPICS, deadline, "delete the topics",
                              [this, &raw](rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* replies) {
                                rd_kafka_DeleteTopics(handle_.get(), raw.data(), raw.size(), options, replies);
                              }));
  std::size_t count = 0;
  const rd_kafka_topic_result_t** results =
      rd_kafka_DeleteTopics_result_topics(rd_kafka_event_DeleteTopics_result(reply.get()), &count);
  TS_RETURN_IF_ERROR(first_failure(handle_.get(), results, count, RD_KAFKA_RESP_ERR_NO_ERROR, "delete topic "));
  return wait_for_topics(deadline, "remove the deleted topics in time", [names](const std::vector<TopicInfo>& now) {
    return std::none_of(names.begin(), names.end(), [&now](const std::string& name) { return holds(now, name); });
  });
}

Result<std::string> Admin::topic_setting(const std::string& topic, const std::string& name, milliseconds timeout) {
  const std::string doing = "read the setting " + name + " of topic " + topic;
  const ConfigResource resource(rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, topic.c_str()));
  rd_kafka_ConfigResource_t* raw = resource.get();
  TS_ASSIGN_OR_RETURN(const EventHandle reply,
                      request(RD_KAFKA_ADMIN_OP_DESCRIBECONFIGS, Deadline(timeout), doing,
                              [this, &raw](rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* replies) {
                                rd_kafka_DescribeConfigs(handle_.get(), &raw, 1, options, replies);
                              }));
  std::size_t count = 0;
  const rd_kafka_ConfigResource_t** described =
      rd_kafka_DescribeConfigs_result_resources(rd_kafka_event_DescribeConfigs_result(reply.get()), &count);
  for (std::size_t i = 0; i < count; ++i) {
    if (const rd_kafka_resp_err_t code = rd_kafka_ConfigResource_error(described[i]);
        code != RD_KAFKA_RESP_ERR_NO_ERROR) {
      return to_error(handle_.get(), code, doing, rd_kafka_ConfigResource_error_string(described[i]));
    }
    std::size_t entries = 0;
    const rd_kafka_ConfigEntry_t** entry = rd_kafka_ConfigResource_configs(described[i], &entries);
    for (std::size_t j = 0; j < entries; ++j) {
      const char* const value = rd_kafka_ConfigEntry_value(entry[j]);
      if (name == rd_kafka_ConfigEntry_name(entry[j]) && value != nullptr) {
        return std::string(value);
      }
    }
  }
  return make_error(error_codes::kUnknownSetting, Reaction::kStopProcess,
                    "Topics of Kafka have no setting " + name + ".");
}

}  // namespace turnstream::log::kafka
