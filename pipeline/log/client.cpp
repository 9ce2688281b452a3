#include "pipeline/log/client.h"

#include <string>

#include "pipeline/base/error_codes.h"

namespace turnstream::log {

Result<std::vector<Watermarks>> Admin::watermarks_of(std::span<const TopicPartition> where, milliseconds timeout) {
  std::vector<Watermarks> marks;
  marks.reserve(where.size());
  for (const TopicPartition& one : where) {
    TS_ASSIGN_OR_RETURN(const Watermarks mark, watermarks(one, timeout));
    marks.push_back(mark);
  }
  return marks;
}

Status Admin::delete_records(std::span<const Position>, milliseconds) {
  return make_error(error_codes::kNotServed, Reaction::kStopProcess,
                    "Records can be deleted only by the process that runs the embedded log.");
}

Error unreadable_error(const Unreadable& records) {
  const std::string first = std::to_string(records.first.value());
  const std::string last = std::to_string(records.last.value());
  return make_error(
      error_codes::kUnreadable, Reaction::kStopProcess,
      "Kafka's client cannot read offsets " + first + " to " + last + " of " + records.where.topic + "[" +
          std::to_string(records.where.partition.value()) + "]: " + records.why +
          ". Memory depends on these records, so they are not skipped. Restore the topic from a copy or a replica of the "
          "broker; if the log itself is whole, replay it into a new namespace with --log-of.");
}

}  // namespace turnstream::log
